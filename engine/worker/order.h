/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * order.h - in which order the variants of a case take their turns within a pass.
 *
 * Measured on drifting machines: all runs of one variant and then all of the other call equal
 * things different in most sessions. So variants alternate, in blocks that cancel a drift.
 */
#ifndef LSMBENCH_ENGINE_ORDER_H
#define LSMBENCH_ENGINE_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "engine/text/random.h"

/*
 * Fill order[0 .. runs * variants - 1] with variant numbers, each occurring runs times. Two
 * variants: blocks ABBA or BAAB, drawn at random. More: Latin squares balanced for what comes
 * before (Williams 1949), rows and names drawn at random. variants is at most 255.
 */
void order_fill(uint8_t *order, uint32_t runs, uint32_t variants, struct random_source *random);

/* Turns after which the order may end early with all variants served alike. */
uint32_t order_block(uint32_t variants);

#endif
