/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_loop.h - the control: work in user space that no security module can affect.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_LOOP_H
#define LSMBENCH_ENGINE_OPERATION_LOOP_H

#include "engine/operation/operation.h"

extern const struct operation operation_loop;

#endif
