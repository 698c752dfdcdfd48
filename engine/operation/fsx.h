/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsx.h - the exerciser of one file: steps drawn from a seed are performed on the file and on a
 * model of it in memory, and what is read is compared.
 *
 * The idea is that of Apple's fsx (1991) and its many descendants; steps, model and report are our
 * own.
 */
#ifndef LSMBENCH_ENGINE_FSX_H
#define LSMBENCH_ENGINE_FSX_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/operation/fsx_fault.h"
#include "engine/operation/fsx_file.h"
#include "engine/operation/fsx_model.h"
#include "engine/operation/fsx_step.h"
#include "fixtures/error.h"

/* The largest file, unless asked for another. */
#define FSX_SIZE_MOST (256u * 1024u)

/* How many of the last steps are remembered. */
#define FSX_LOG 512u

enum fsx_verdict {
	FSX_FINE,
	FSX_WRONG_BYTE,
	FSX_WRONG_SIZE,
	FSX_FAILED, /* a step's system call */
};

struct fsx_outcome {
	enum fsx_verdict verdict;
	bool at_end;       /* found when the whole file was read, after the last step */
	uint64_t offset;   /* WRONG_BYTE: the first that differs */
	uint64_t expected; /* WRONG_BYTE: the byte; WRONG_SIZE: the size */
	uint64_t found;
	int failure; /* FAILED: a positive errno */
};

struct fsx {
	struct fsx_model model;
	struct fsx_file file;
	struct fsx_fault *fault; /* for tests; else NULL */
	unsigned char *pool;     /* random bytes, from which all that is written is taken */
	unsigned char *buffer;   /* for what is read */
	struct random_source random;
	unsigned int kinds; /* of steps that are possible here */
	uint64_t seed;
	uint64_t step; /* the number of the step performed last, from 1 on */
	struct fsx_step log[FSX_LOG];
	uint64_t now_ns;   /* CLOCK_MONOTONIC, when the last step ended */
	uint64_t spent_ns; /* in the system calls and mappings of all steps */
	uint64_t checked;  /* bytes that were compared */
};

/* Make all the memory: most is the largest file, a multiple of FSX_PAGE. 0 or -ENOMEM. */
int fsx_make(struct fsx *fsx, uint32_t most, struct error *error);

/* Free it. Fine on an empty struct fsx. */
void fsx_free(struct fsx *fsx);

/*
 * Begin anew: an empty file of that name in the directory, and steps from seed. From here on
 * nothing is allocated. 0 or negative errno with a message.
 */
int fsx_begin(struct fsx *fsx, int directory, const char *name, uint64_t seed, struct error *error);

/* One step, and its check. False when it went wrong: outcome says how. */
bool fsx_advance(struct fsx *fsx, struct fsx_outcome *outcome);

/* Close and open the file and compare all of it. False when it is wrong. */
bool fsx_check_all(struct fsx *fsx, struct fsx_outcome *outcome);

/* Close and remove the file. */
void fsx_end(struct fsx *fsx);

#endif
