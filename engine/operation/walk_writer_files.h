/* SPDX-License-Identifier: GPL-2.0-or-later */
/* walk_writer_files.h - what one writer does until it is killed: see walk_writer.h. */
#ifndef LSMBENCH_ENGINE_WALK_WRITER_FILES_H
#define LSMBENCH_ENGINE_WALK_WRITER_FILES_H

#include "engine/operation/walk_writer.h"

struct walk_writer_work {
	const struct walk_writers *writers;
	unsigned int number;
};

/* The body of the child, for child_start. Returns when it cannot go on. */
int walk_writer_files(void *argument);

#endif
