/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_together_place.c - directories of several processes, and what their work needs. */
#include "engine/operation/operation_together_place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/operation/operation.h"

/* How many workers may stand in one case's directory: one for each variant. */
#define NAMES_MOST 1000u

struct place_name {
	char text[48];
};

static struct place_name name_of(uint64_t index, size_t part)
{
	struct place_name name;

	snprintf(name.text, sizeof(name.text), "p%llu.%zu", (unsigned long long)index, part);
	return name;
}

/* The workers of other variants stand in the same directory, and may have our process id. */
static int make_own(struct together_places *places, struct error *error)
{
	int failure = EEXIST;

	for (unsigned int i = 0; i < NAMES_MOST && failure == EEXIST; i++) {
		snprintf(places->name, sizeof(places->name), "together%u", i);
		failure = mkdirat(places->parent, places->name, 0700) < 0 ? errno : 0;
	}
	if (failure)
		return error_set(error, -failure, "a directory for several processes: %s",
				 error_words(failure));
	places->fd = openat(places->parent, places->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (places->fd < 0) {
		failure = errno;
		unlinkat(places->parent, places->name, AT_REMOVEDIR);
		return error_set(error, -failure, "%s: %s", places->name, error_words(failure));
	}
	return 0;
}

static int check_files(const struct together_inner *inner, uint64_t count, struct error *error)
{
	uint64_t files = 0;

	for (size_t i = 0; i < inner->count; i++)
		files += operation_files(inner->parts[i].operation, inner->parts[i].parameter);
	if (files * count <= TOGETHER_FILES_MAXIMUM)
		return 0;
	return error_set(error, -EOPNOTSUPP,
			 "%llu directories of %llu files are more than %u files in sum: take fewer "
			 "processes or smaller directories",
			 (unsigned long long)count, (unsigned long long)files,
			 TOGETHER_FILES_MAXIMUM);
}

static int make_place(const struct together_places *places, const struct together_part *part,
		      const char *name, struct error *error)
{
	struct fixture_spec spec;
	int code = operation_fixture(part->operation, part->parameter, &spec, error);

	return code == 0 ? fixture_build(places->fd, name, &spec, NULL, NULL, error) : code;
}

int together_places_make(struct together_places *places, int parent,
			 const struct together_inner *inner, uint64_t count, struct error *error)
{
	int code = check_files(inner, count, error);

	*places = (struct together_places){.parent = parent, .fd = -1};
	if (code == 0)
		code = make_own(places, error);
	for (uint64_t i = 0; i < count && code == 0; i++)
		for (size_t j = 0; j < inner->count && code == 0; j++)
			code = make_place(places, &inner->parts[j], name_of(i, j).text, error);
	if (code < 0)
		together_places_remove(places);
	return code;
}

int together_place_open(const struct together_places *places, uint64_t index, size_t part)
{
	int fd = openat(places->fd, name_of(index, part).text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

void together_places_remove(struct together_places *places)
{
	if (places->fd < 0)
		return;
	close(places->fd);
	places->fd = -1;
	/* What cannot be removed goes with the scratch root. */
	fixture_remove(places->parent, places->name, NULL, NULL, NULL);
}
