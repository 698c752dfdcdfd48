/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsx_step.h - the steps of the exerciser of a file: drawn from a seed, the same on every machine.
 */
#ifndef LSMBENCH_ENGINE_FSX_STEP_H
#define LSMBENCH_ENGINE_FSX_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text/random.h"

/* What a seed draws must not depend on a machine, so its steps know pages of this size only. Every
 * page is a multiple of it. */
#define FSX_PAGE 4096u

/* The longest range of a step. */
#define FSX_LENGTH_MOST 65536u

/* Where in the pool of random bytes a step's data begin: below this. */
#define FSX_SOURCES 65536u

enum fsx_kind {
	FSX_READ,
	FSX_WRITE,
	FSX_TRUNCATE, /* up or down, to length */
	FSX_MAP_READ, /* also beyond the end, to the end of its page */
	FSX_MAP_WRITE,
	FSX_ALLOCATE,
	FSX_ALLOCATE_KEEP, /* FALLOC_FL_KEEP_SIZE */
	FSX_PUNCH_HOLE,
	FSX_SYNC,
	FSX_REOPEN,
	FSX_KINDS,
};

#define FSX_ALL_KINDS ((1u << FSX_KINDS) - 1)

struct fsx_step {
	enum fsx_kind kind;
	uint32_t offset;
	uint32_t length;
	uint32_t source; /* of what is written */
	uint32_t size;   /* of the file before the step */
};

/*
 * Draw a step for a file of so many bytes, of at most most, which is a multiple of FSX_PAGE. kinds
 * has a bit for each kind that is possible here.
 */
struct fsx_step fsx_step_draw(struct random_source *random, uint32_t size, uint32_t most,
			      unsigned int kinds);

/* "write", "punch-hole" */
const char *fsx_kind_name(enum fsx_kind kind);

/* "write 4096+512": offset and length; "truncate 900". Returns buffer. */
const char *fsx_step_show(const struct fsx_step *step, char *buffer, size_t size);

/* Whether the step decides what the byte at offset is. */
bool fsx_step_changes(const struct fsx_step *step, uint32_t offset);

#endif
