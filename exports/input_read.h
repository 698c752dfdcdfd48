/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * input_read.h - read a file that can be compared, whatever its format: recognised by content.
 */
#ifndef LSMBENCH_EXPORTS_INPUT_READ_H
#define LSMBENCH_EXPORTS_INPUT_READ_H

#include "engine/compare/compare_source.h"
#include "engine/result/result.h"
#include "fixtures/error.h"

struct input {
	/* Of either kind; of one host. Its sessions are the rows that a printed summary has of it.
	 */
	struct figures figures;
	/* The result with its samples, of a native file; NULL for an import, which has none. */
	struct result *result;
};

/*
 * Read the file at path ("-": standard input) into *input (uninitialised before, needs input_clear
 * after success): a native result, imported figures, the published suite's text, a raw result of
 * LMbench's programs or a printed summary of theirs.
 *
 * host picks one of several hosts in the file, by the name that stands in its rows; NULL asks for
 * none, which a file with several answers with an error that lists them and shows the spelling
 * FILE:HOST. -EINVAL for a host that is not in the file, for bad content and for what is none of
 * these, with a message that says what can be read; else the errno of opening or reading.
 */
int input_read(const char *path, const char *host, struct input *input, struct error *error);

/*
 * The same of what fd gives behind start[0..length-1], which has been read of it: a pipe cannot be
 * read twice. Of a native result length is at most SIGNATURE_SIZE. source names it in messages.
 */
int input_read_begun(int fd, const char *start, size_t length, const char *source, const char *host,
		     struct input *input, struct error *error);
void input_clear(struct input *input);

#endif
