/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demo_plan.c - a ready-made plan out of what works on this machine.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tui/demo_plan.h"

/* Few pairs a pass: the first pass is through in a second or two. */
#define DEMO_PAIRS "40"
/* More than there is time for: their batches alone take that long. */
#define DEMO_PASSES "720"

/* What is shown of a kind of confinement, and what takes its place where it cannot work. */
struct choice {
	const char *title;
	const char *probe; /* when this works, all of variants do */
	const char *variants;
	const char *instead; /* more of the other kind, or NULL */
};

static const struct choice choices[] = {
	{"Landlock", "landlock:1", "landlock:1,landlock:4,landlock:16", "seccomp:4,seccomp:16"},
	{"seccomp", "seccomp:1", "seccomp:1", NULL},
};
#define CHOICE_COUNT (sizeof(choices) / sizeof(choices[0]))

static void say_missing(const char *title, const struct error *why, char *note, size_t size)
{
	size_t used = strlen(note);

	snprintf(note + used, size - used, "%s%s is left out: %s", used > 0 ? "; " : "", title,
		 why->text);
}

static int choose_variants(struct plan *plan, demo_available *available, char *note, size_t size,
			   struct error *error)
{
	bool works[CHOICE_COUNT];
	struct error why;
	size_t i;
	int status = plan_set(plan, "variants", "none,same", error);

	for (i = 0; i < CHOICE_COUNT; i++) {
		works[i] = available(choices[i].probe, &why) == 0;
		if (!works[i])
			say_missing(choices[i].title, &why, note, size);
	}
	for (i = 0; i < CHOICE_COUNT && status == 0; i++) {
		if (works[i])
			status = plan_set(plan, "variants", choices[i].variants, error);
		else if (choices[i].instead != NULL && works[CHOICE_COUNT - 1])
			status = plan_set(plan, "variants", choices[i].instead, error);
	}
	return status;
}

/* What belongs to the machine stays as the person has it. */
static int keep_own(struct plan *plan, const struct plan *own, struct error *error)
{
	static const char *const keys[] = {"scratch", "cpu", "seed"};
	char value[4096];
	size_t i;
	int status = 0;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]) && status == 0; i++) {
		const struct plan_key *key = plan_key_find(keys[i]);
		size_t item = 0;

		while (key != NULL && status == 0 &&
		       plan_get(own, keys[i], item, value, sizeof(value)) == 0 &&
		       value[0] != '\0') {
			status = plan_set(plan, keys[i], value, error);
			item++;
			if (key->type != PLAN_KEY_EACH)
				break;
		}
	}
	return status;
}

static int select_cases(struct plan *plan, struct error *error)
{
	char limit[32];
	const char *const values[] = {
		"ops",           "open-close,openat-close,open-unlink,rename,stat,chmod",
		"paths",         "XXX/YYY/ZZZ/FFF",
		"dirs",          "0",
		"runs",          DEMO_PAIRS,
		"passes",        DEMO_PASSES,
		"batch",         "100us",
		"session-limit", limit,
		"label",         "demo",
	};
	size_t i;
	int status = 0;

	snprintf(limit, sizeof(limit), "%ds", DEMO_SECONDS);
	for (i = 0; i < sizeof(values) / sizeof(values[0]) && status == 0; i += 2)
		status = plan_set(plan, values[i], values[i + 1], error);
	return status;
}

int demo_plan_make(struct plan *plan, const struct plan *own, demo_available *available, char *note,
		   size_t size, struct error *error)
{
	int status;

	note[0] = '\0';
	plan_init(plan);
	status = keep_own(plan, own, error);
	if (status == 0)
		status = select_cases(plan, error);
	if (status == 0)
		status = choose_variants(plan, available, note, size, error);
	if (status == 0)
		status = plan_expand(plan, error);
	if (status < 0)
		plan_clear(plan);
	return status;
}
