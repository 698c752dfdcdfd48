/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_split.c - a summary's rows seen as sessions of their own, without copying their figures.
 */
#include "engine/compare/compare_split.h"

#include <errno.h>
#include <stdlib.h>

/* How much room the parts of all groups need. */
struct room {
	size_t sessions;
	size_t parts;
	size_t cases;
};

static struct room count_room(const struct comparison_group *groups, size_t count)
{
	struct room room = {0};

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < groups[i].count; j++) {
			const struct figures *figures = groups[i].sessions[j];
			size_t sessions = figures_session_count(figures);

			room.sessions += sessions;
			if (sessions == 1)
				continue;
			room.parts += sessions;
			room.cases += sessions * figures->case_count;
		}
	}
	return room;
}

/* The passes of a session, which stand together. */
static void take_case(const struct case_figures *whole, size_t session, struct case_figures *part)
{
	*part = *whole;
	part->passes = NULL;
	part->pass_count = 0;
	for (size_t i = 0; i < whole->pass_count; i++) {
		if (whole->passes[i].session != session)
			continue;
		if (part->pass_count++ == 0)
			part->passes = &whole->passes[i];
	}
}

/* A session of figures, in the next of split's parts. */
static const struct figures *take_part(const struct figures *figures, size_t session,
				       struct compare_split *split, size_t *next_case)
{
	struct figures *part = &split->parts[split->part_count++];

	*part = *figures;
	part->part_of = figures;
	part->part = session;
	part->sessions = 0;
	part->cases = &split->cases[*next_case];
	*next_case += figures->case_count;
	for (size_t i = 0; i < figures->case_count; i++)
		take_case(&figures->cases[i], session, &part->cases[i]);
	return part;
}

static void fill(const struct comparison_group *groups, struct compare_split *split)
{
	size_t next_session = 0;
	size_t next_case = 0;

	for (size_t i = 0; i < split->count; i++) {
		struct comparison_group *group = &split->groups[i];

		*group = groups[i];
		group->sessions = &split->sessions[next_session];
		group->count = 0;
		for (size_t j = 0; j < groups[i].count; j++) {
			const struct figures *figures = groups[i].sessions[j];
			size_t sessions = figures_session_count(figures);

			for (size_t k = 0; k < sessions; k++) {
				split->sessions[next_session++] =
					sessions == 1 ? figures
						      : take_part(figures, k, split, &next_case);
				group->count++;
			}
		}
	}
}

int compare_split_groups(const struct comparison_group *groups, size_t count,
			 struct compare_split *split)
{
	struct room room = count_room(groups, count);

	*split = (struct compare_split){
		.groups = calloc(count + 1, sizeof(*split->groups)),
		.count = count,
		.parts = calloc(room.parts + 1, sizeof(*split->parts)),
		.sessions = calloc(room.sessions + 1, sizeof(void *)),
		.cases = calloc(room.cases + 1, sizeof(*split->cases)),
	};
	if (!split->groups || !split->parts || !split->sessions || !split->cases) {
		compare_split_clear(split);
		return -ENOMEM;
	}
	fill(groups, split);
	return 0;
}

void compare_split_clear(struct compare_split *split)
{
	free(split->groups);
	free(split->parts);
	free(split->sessions);
	free(split->cases);
	*split = (struct compare_split){0};
}
