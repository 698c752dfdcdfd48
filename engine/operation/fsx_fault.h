/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsx_fault.h - a file system that makes a mistake, for the tests of the exerciser: does it notice?
 */
#ifndef LSMBENCH_ENGINE_FSX_FAULT_H
#define LSMBENCH_ENGINE_FSX_FAULT_H

#include "engine/operation/fsx_file.h"

enum fsx_fault_kind {
	FSX_FAULT_FLIP,       /* the write number at flips a bit of one byte */
	FSX_FAULT_LOST_WRITE, /* the write number at does not happen */
	FSX_FAULT_STALE_TAIL, /* what a truncation, from number at on, cut off is back once the
				 file is truncated up */
	FSX_FAULT_HOLE_KEPT,  /* from number at on, holes are not punched */
	FSX_FAULT_KINDS,
};

struct fsx_fault {
	enum fsx_fault_kind kind;
	uint64_t at;         /* from 1 on */
	uint64_t seen;       /* steps of that kind */
	unsigned char *tail; /* room for the largest file, of whoever made the fault */
	uint32_t tail_from;
	uint32_t tail_to; /* tail_from: there is none */
};

/* Read "flip:100", "lost-write:100", "stale-tail:10", "hole-kept:1". 0 or -EINVAL. */
int fsx_fault_parse(const char *text, struct fsx_fault *fault, struct error *error);

/* fsx_file_perform, with the fault. */
int fsx_fault_perform(struct fsx_file *file, const struct fsx_step *step,
		      struct fsx_transfer *transfer, struct fsx_fault *fault);

#endif
