/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_play.h - what the tests of operations share: a scratch root, and a context as a worker
 * would prepare it.
 */
#ifndef LSMBENCH_TESTS_UNIT_OPERATION_PLAY_H
#define LSMBENCH_TESTS_UNIT_OPERATION_PLAY_H

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/operation/operation.h"
#include "engine/variant/landlock.h"
#include "fixtures/fixture.h"
#include "fixtures/scratch.h"
static inline void prepare(struct context *context, const struct operation *operation,
			   const char *value, int directory)
{
	memset(context, 0, sizeof(*context));
	context->directory_fd = directory;
	context->number = parameter_number(operation->parameter, value);
	context->second = parameter_second(operation->parameter, value);
	assert_int_equal(sched_getaffinity(0, sizeof(context->cpus), &context->cpus), 0);
	if (operation->parameter->type == PARAMETER_PATH) {
		context->missing = parameter_is_missing(value);
		assert_int_equal(
			parameter_path_of(value, NULL, context->path, sizeof(context->path), NULL),
			0);
	}
}

static inline int make_scratch(void **state)
{
	static struct scratch scratch;
	struct error error;

	if (scratch_create(&scratch, scratch_default_parent(), &error) < 0) {
		fprintf(stderr, "%s\n", error.text);
		return -1;
	}
	*state = &scratch;
	return 0;
}

static inline int remove_scratch(void **state)
{
	return scratch_remove(*state, NULL);
}

#endif
