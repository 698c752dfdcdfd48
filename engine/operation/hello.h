/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hello.h - the tiny program that fork-exec and fork-shell start, as bytes.
 *
 * The worker carries it and writes it into the case's directory, the one place that it surely
 * reaches: whatever changes its root directory or confines it, nothing is looked for, and nothing
 * can be missing.
 */
#ifndef LSMBENCH_ENGINE_HELLO_H
#define LSMBENCH_ENGINE_HELLO_H

#include <stdint.h>

/* What the program ends with: above every errno, and not what a shell says of its own failures. */
#define HELLO_STATUS 200

extern const unsigned char hello_program[];
extern const uint64_t hello_program_size; /* in bytes */

#endif
