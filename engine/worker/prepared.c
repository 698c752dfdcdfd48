/* SPDX-License-Identifier: GPL-2.0-or-later */
/* prepared.c - from a request to a case that can be timed. */
#include "engine/worker/prepared.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/variant/variant.h"
#include "engine/worker/batch.h"
#include "engine/worker/cpu.h"

int prepared_failed(int failure, struct error *error)
{
	if (failure == EPROTO)
		return error_set(error, -EPROTO, "an iteration did not end as it should");
	return error_set(error, -failure, "an iteration failed: %s", error_words(failure));
}

static int enter_directory(int directory, struct error *error)
{
	struct stat status;

	if (fstat(directory, &status) < 0 || !S_ISDIR(status.st_mode))
		return error_set(error, -EBADF,
				 "descriptor %d is not the case's directory: a wrapper or security "
				 "module replaced it",
				 directory);
	if (fchdir(directory) < 0)
		return error_set(error, -errno, "the case's directory: %s", error_words(errno));
	return 0;
}

/*
 * The scratch root, up from the case's directory: no name and no link leads there, so a wrapper may
 * have changed the root directory and what is mounted where.
 */
static int open_root(int directory, const struct worker_request *request, struct error *error)
{
	int fd = fcntl(directory, F_DUPFD_CLOEXEC, 0);
	struct stat status;

	for (uint32_t i = 0; i < request->root_above && fd >= 0; i++) {
		int up = openat(fd, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);

		close(fd);
		fd = up;
	}
	if (fd < 0)
		return error_set(error, -errno, "the scratch root: %s", error_words(errno));
	if (fstat(fd, &status) == 0 && status.st_dev == request->root_device &&
	    status.st_ino == request->root_inode)
		return fd;
	close(fd);
	return error_set(error, -ESTALE, "the scratch root is not where it was: was it moved?");
}

/* Where programs such as a compiler put what they need for a moment. */
static const char *temporary_directory(void)
{
	const char *named = getenv("TMPDIR");

	return named && named[0] ? named : "/tmp";
}

static int confine(const struct prepared *prepared, const struct worker_request *request,
		   struct error *error)
{
	const char *path = prepared->context.path;
	const char *tree = request->workload.tree;
	const bool kept = prepared->operation->fixture == FIXTURE_HOME && tree[0];
	struct landlock_scope scope = {
		.root = -1,
		.outside = kept             ? tree
			   : path[0] == '/' ? path
					    : NULL,
		.used = operation_outside(prepared->operation, request->parameter),
		.whole_directory = strcmp(request->parameter, "default") == 0,
		.fillers = request->landlock_rules,
	};
	const char *const worked_in[] = {request->workload.directory, temporary_directory(), NULL};
	int code;

	if (prepared->operation->starts_commands)
		scope.worked_in = worked_in;
	if (variant_has(request->variant, "landlock")) {
		scope.root = open_root(prepared->context.directory_fd, request, error);
		if (scope.root < 0)
			return scope.root;
	}
	code = variant_confine(request->variant, &scope, error);
	if (scope.root >= 0)
		close(scope.root);
	return code;
}

static int prepare_context(struct prepared *prepared, const struct worker_request *request,
			   int directory, struct error *error)
{
	struct context *context = &prepared->context;
	const struct parameter *parameter = prepared->operation->parameter;

	memset(context, 0, sizeof(*context));
	context->directory_fd = directory;
	context->number = parameter_number(parameter, request->parameter);
	context->workload = prepared->operation->record ? &request->workload : NULL;
	context->variant = request->variant;
	context->second = parameter_second(parameter, request->parameter);
	context->cpus = prepared->allowed;
	/* The front end, from which we have the others, keeps off this one. */
	CPU_SET((size_t)request->cpu, &context->cpus);
	if (parameter->of)
		snprintf(context->path, sizeof(context->path), "%s",
			 parameter_of(request->parameter));
	if (parameter->type != PARAMETER_PATH)
		return 0;
	context->missing = parameter_is_missing(request->parameter);
	return parameter_path_of(request->parameter, request->default_file, context->path,
				 sizeof(context->path), error);
}

/* Prove that the case can be timed: its own check, then a few iterations of what will be timed. */
static int verify(struct prepared *prepared, struct error *error)
{
	const struct operation *operation = prepared->operation;
	int code = operation->verify(&prepared->context, error);
	int failure;

	if (code < 0 || operation->record)
		return code;
	failure = batch_run(operation, &prepared->context,
			    2 * operation_period(operation, prepared->context.number));
	return failure ? prepared_failed(failure, error) : 0;
}

static int find_operation(struct prepared *prepared, const char *name, struct error *error)
{
	const struct operation *operation = operation_find(name);

	if (!operation)
		return error_set(error, -EINVAL, "operation %s: not known", name);
	if (!operation->run && !operation->record)
		return error_set(error, -EINVAL, "operation %s: only the worker %s has it", name,
				 operation->program);
	prepared->operation = operation;
	return 0;
}

static int pin(struct prepared *prepared, int cpu, struct error *error)
{
	int code;

	CPU_ZERO(&prepared->allowed);
	sched_getaffinity(0, sizeof(prepared->allowed), &prepared->allowed);
	code = cpu_pin(cpu);
	return code < 0 ? error_set(error, code, "CPU %d: %s", cpu, error_words(code)) : 0;
}

int prepared_make(struct prepared *prepared, const struct worker_request *request, int directory,
		  struct error *error)
{
	int code = find_operation(prepared, request->operation, error);

	if (code == 0)
		code = pin(prepared, request->cpu, error);
	if (code == 0)
		code = enter_directory(directory, error);
	if (code == 0)
		code = prepare_context(prepared, request, directory, error);
	if (code == 0)
		code = confine(prepared, request, error);
	if (code == 0 && prepared->operation->setup)
		code = prepared->operation->setup(&prepared->context, error);
	return code == 0 ? verify(prepared, error) : code;
}

void prepared_release(struct prepared *prepared)
{
	if (prepared->operation && prepared->operation->teardown)
		prepared->operation->teardown(&prepared->context);
}

void prepared_put_back(struct prepared *prepared)
{
	if (prepared->operation->restore)
		prepared->operation->restore(&prepared->context);
}
