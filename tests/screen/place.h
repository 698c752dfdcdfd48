/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * place.h - a directory of its own for a screen test: home, settings, scratch, working directory.
 *
 * Nothing of the person who runs the tests is read or written, and what a program leaves behind
 * can be told.
 */
#ifndef LSMBENCH_TESTS_SCREEN_PLACE_H
#define LSMBENCH_TESTS_SCREEN_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#define PLACE_PATH 1024

struct place {
	char root[PLACE_PATH];    /* below $TMPDIR */
	char home[PLACE_PATH];    /* HOME; the XDG directories are config, data, ... below it */
	char scratch[PLACE_PATH]; /* TMPDIR: where scratch roots are made */
	char work[PLACE_PATH];    /* the working directory: where results are saved */
};

/* Make it. Ends the test when that fails. */
void place_make(struct place *place);
/* Remove all of it. Fine on one that is all zeros. */
void place_remove(struct place *place);

/* Number of entries of a directory, "." and ".." left out. */
size_t place_count(const char *directory);

/* The first file in the working directory whose name ends so, as a path in buffer. */
bool place_find(const struct place *place, const char *ending, char *buffer, size_t size);

/* Whether some file in the working directory whose name ends so holds text. */
bool place_holds(const struct place *place, const char *ending, const char *text);

/* The whole content of a file, NUL-terminated and malloc'ed; NULL when it cannot be read. */
char *place_read(const char *path);

#endif
