/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * landlock.h - confine the calling process with Landlock, through the kernel's system calls.
 *
 * Every layer handles all file-system rights that this kernel and this program both know, so
 * whatever no rule allows is refused with EACCES. Landlock has no hook in stat, access, chmod and
 * open(O_PATH): these work everywhere, and at their usual price.
 */
#ifndef LSMBENCH_ENGINE_LANDLOCK_H
#define LSMBENCH_ENGINE_LANDLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixtures/error.h"

/* The kernel answers E2BIG to the layer after this one (LANDLOCK_MAX_NUM_LAYERS). */
#define LANDLOCK_LAYERS_MAXIMUM 16u
/* The newest version of the interface whose rights are all known here. */
#define LANDLOCK_ABI_KNOWN 8

/* Where the fillers that struct landlock_scope speaks of stand, below the scratch root. */
#define LANDLOCK_FILLER_DIRECTORY "rules"
#define LANDLOCK_FILLER_MAXIMUM 10000u

struct landlock_scope {
	int root;             /* the scratch root: one rule allows everything below it */
	const char *outside;  /* an absolute path that is read as well, or NULL */
	bool whole_directory; /* allow reading in the directory of outside, not only outside */
	/* Files and directories that are read, written and executed as well; NULL-terminated. */
	const char *const *used; /* those that are not there are passed over; NULL: none */
	/* For commands of a person's own: reading and executing everywhere, writing devices, and
	 * everything below these directories; NULL-terminated, NULL: no commands are started. */
	const char *const *worked_in;
	uint32_t fillers; /* so many rules more, each for a file that nobody opens */
};

/* The version of the interface, at least 1, or a negative errno. */
int landlock_abi(void);

/*
 * The file-system rights to handle for a version: 0x1fff for 1, 0x3fff for 2 (adds REFER), 0x7fff
 * for 3 and 4 (TRUNCATE), 0xffff from 5 on (IOCTL_DEV). Source: include/uapi/linux/landlock.h.
 */
uint64_t landlock_handled(int abi);

/* 0 when Landlock can be used here, else a negative errno and what to do about it. */
int landlock_check(struct error *error);

/* Confine the calling process and its children by so many layers. Sets no_new_privs. */
int landlock_confine(uint32_t layers, const struct landlock_scope *scope, struct error *error);

/* What landlock_confine would handle and allow, in words, for the result. Returns buffer. */
const char *landlock_describe(int abi, char *buffer, size_t size);

#endif
