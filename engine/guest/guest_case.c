/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_case.c - fixtures of cases, and what else they would need. */
#include "engine/guest/guest_case.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/guest/guest_place.h"
#include "engine/variant/variant.h"

const char *guest_case_variant(const struct plan *plan, size_t variant)
{
	const struct text_list *list = &plan->variants;

	return strcmp(list->items[variant], VARIANT_SAME) == 0 ? list->items[0]
							       : list->items[variant];
}

/* The files that Landlock's further rules are for. */
static int make_fillers(const struct guest_ground *ground, struct error *error)
{
	const struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY,
					  .files = ground->plan->landlock_rules};

	if (spec.files == 0)
		return 0;
	return fixture_build(ground->scratch.fd, LANDLOCK_FILLER_DIRECTORY, &spec, NULL, NULL,
			     error);
}

int guest_ground_make(struct guest_ground *ground, const struct plan *plan, struct error *error)
{
	int code;

	ground->plan = plan;
	code = scratch_create(&ground->scratch, GUEST_SCRATCH_DIRECTORY, error);
	if (code == 0)
		code = scratch_deepen(&ground->scratch, plan->landlock_depth, error);
	return code < 0 ? code : make_fillers(ground, error);
}

static void name_fixture(size_t case_index, char *name, size_t size)
{
	snprintf(name, size, "case%zu", case_index);
}

int guest_case_build(const struct guest_ground *ground, size_t case_index, struct error *error)
{
	const struct plan_case *plan_case = &ground->plan->cases[case_index];
	struct fixture_spec spec;
	char name[32];
	int code = operation_fixture(plan_case->operation, plan_case->parameter, &spec, error);
	int fd;

	name_fixture(case_index, name, sizeof(name));
	if (code == 0)
		code = fixture_build(ground->scratch.work_fd, name, &spec, NULL, NULL, error);
	if (code < 0)
		return code;
	fd = openat(ground->scratch.work_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return fd < 0 ? error_set(error, -errno, "%s: %s", name, error_words(errno)) : fd;
}

void guest_case_remove(const struct guest_ground *ground, size_t case_index, int directory)
{
	char name[32];

	if (directory >= 0)
		close(directory);
	name_fixture(case_index, name, sizeof(name));
	/* What cannot be removed is said when it is to be built again. */
	fixture_remove(ground->scratch.work_fd, name, NULL, NULL, NULL);
}

void guest_case_missing(const struct operation *operation, char reason[GUEST_CASE_REASON_SIZE])
{
	const char *const *outside = operation->outside;

	reason[0] = '\0';
	if (operation->program)
		snprintf(reason, GUEST_CASE_REASON_SIZE,
			 "only the worker %s has it, and a guest has none", operation->program);
	/* The first is what it works on or starts; the others, what that needs. */
	else if (outside && access(outside[0], F_OK) < 0)
		snprintf(reason, GUEST_CASE_REASON_SIZE, "a guest has no %s", outside[0]);
}
