/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_rungs.c - the ladder of active security modules over sessions.
 */
#include "engine/compare/compare_rungs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/environment/rung_facts.h"

static const char no_security[] = "no CONFIG_SECURITY";

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The items with commas between; malloc'ed, NULL without memory. */
static char *join(const struct text_list *list)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	for (size_t i = 0; i < list->count; i++)
		fprintf(file, "%s%s", i ? "," : "", list->items[i]);
	if (fclose(file) == 0)
		return text;
	free(text);
	return NULL;
}

/* A boot of the first rung once more, with another seed or an irrelevant word. */
static bool is_repeat(const struct figures *session)
{
	enum rung_kind kind;

	return rung_kind_of(&session->environment, &kind) == 0 && rung_kind_is_repeat(kind);
}

/* What the session says of its modules. */
static int read_modules(const struct figures *session, struct rung *rung, struct error *error)
{
	const struct environment *environment = &session->environment;
	const char *active = environment_value(environment, "lsm.active", NULL);

	*rung = (struct rung){.below = -1};
	rung->no_security = strcmp(environment_value(environment, "config.security", ""), "n") == 0;
	if (!rung->no_security && !active)
		return error_set(error, -EINVAL,
				 "%s: its active security modules are unknown, so it has no place "
				 "on a ladder",
				 session->source);
	if (!rung->no_security && text_list_add_words(&rung->modules, active) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	if (rung->modules.count > 1)
		qsort(rung->modules.items, rung->modules.count, sizeof(char *), by_name);
	return 0;
}

static void rung_clear(struct rung *rung)
{
	text_list_clear(&rung->modules);
	free(rung->name);
	free(rung->sessions);
	free(rung->added);
	*rung = (struct rung){0};
}

/* What is known of a rung's guests: all of its sessions say the same. */
static const struct environment *environment_of(const struct rung *rung)
{
	return &rung->sessions[0]->environment;
}

/* Whether a session with these modules is one more of the rung's. */
static bool is_of(const struct rung *rung, const struct rung *modules,
		  const struct figures *session)
{
	if (rung->no_security != modules->no_security ||
	    !text_list_equal(&rung->modules, &modules->modules))
		return false;
	return is_repeat(session) ? rung_is_repeat_of(&session->environment, environment_of(rung))
				  : rung_stands_for(&session->environment, environment_of(rung));
}

static struct rung *find(struct rungs *rungs, const struct rung *modules,
			 const struct figures *session)
{
	for (size_t i = 0; i < rungs->count; i++) {
		if (is_of(&rungs->items[i], modules, session))
			return &rungs->items[i];
	}
	return NULL;
}

/* Append a rung, which is moved. */
static struct rung *append(struct rungs *rungs, struct rung *rung)
{
	struct rung *items = realloc(rungs->items, (rungs->count + 1) * sizeof(*items));

	if (!items)
		return NULL;
	rungs->items = items;
	items[rungs->count] = *rung;
	*rung = (struct rung){0};
	return &items[rungs->count++];
}

static int add_session(struct rungs *rungs, const struct figures *session, struct error *error)
{
	const struct figures **sessions;
	struct rung fresh;
	struct rung *rung;
	int status = read_modules(session, &fresh, error);

	if (status < 0) {
		rung_clear(&fresh);
		return status;
	}
	rung = find(rungs, &fresh, session);
	if (!rung)
		rung = append(rungs, &fresh);
	rung_clear(&fresh);
	sessions = rung ? realloc(rung->sessions, (rung->count + 1) * sizeof(void *)) : NULL;
	if (!sessions)
		return error_set(error, -ENOMEM, "out of memory");
	rung->sessions = sessions;
	sessions[rung->count++] = session;
	return 0;
}

/* From few to many; among as many, by name. */
static int by_modules(const void *a, const void *b)
{
	const struct rung *x = a;
	const struct rung *y = b;

	if (x->no_security != y->no_security)
		return x->no_security ? -1 : 1;
	if (x->modules.count != y->modules.count)
		return x->modules.count < y->modules.count ? -1 : 1;
	return strcmp(x->name, y->name);
}

static bool has_all(const struct rung *rung, const struct rung *of)
{
	for (size_t i = 0; i < of->modules.count; i++) {
		if (!text_list_has(&rung->modules, of->modules.items[i]))
			return false;
	}
	return true;
}

static bool is_step(const struct rung *from, const struct rung *to)
{
	if (from->no_security)
		return !to->no_security;
	return has_all(to, from) && to->modules.count > from->modules.count &&
	       rung_same_kernel(environment_of(from), environment_of(to));
}

/* Find what each rung stands on, and what it adds to that. */
static int place_rung(struct rungs *rungs, size_t index)
{
	struct rung *rung = &rungs->items[index];
	struct text_list added = {0};
	int status = 0;

	for (size_t i = index; i-- > 0 && rung->below < 0;) {
		if (is_step(&rungs->items[i], rung))
			rung->below = (long)i;
	}
	for (size_t i = 0; i < rung->modules.count && rung->below >= 0 && status == 0; i++) {
		if (!text_list_has(&rungs->items[rung->below].modules, rung->modules.items[i]))
			status = text_list_add(&added, rung->modules.items[i]);
	}
	if (status == 0)
		rung->added = join(&added);
	text_list_clear(&added);
	return status == 0 && rung->added ? 0 : -ENOMEM;
}

static int add_missing(struct rungs *rungs, const char *format, const char *a, const char *b)
{
	char *line;
	int status;

	if (asprintf(&line, "%s%s%s", format, a, b) < 0)
		return -ENOMEM;
	status = text_list_add(&rungs->missing, line);
	free(line);
	return status;
}

/* A guest may have modules that are there whatever is asked for. */
static bool is_capability_only(const struct rung *rung)
{
	if (strcmp(rung_fact(environment_of(rung), RUNG_FACT_LSM_ASKED), "capability") == 0)
		return true;
	return rung->modules.count == 1 && strcmp(rung->modules.items[0], "capability") == 0;
}

/* How many modules the step to the rung adds. */
static size_t step_size(const struct rungs *rungs, const struct rung *rung)
{
	return rung->modules.count - rungs->items[rung->below].modules.count;
}

static int find_missing(struct rungs *rungs)
{
	bool capability_only = false;
	int status = 0;

	if (!rungs->items[0].no_security)
		status = add_missing(rungs, "a kernel without CONFIG_SECURITY", "", "");
	for (size_t i = 0; i < rungs->count; i++)
		capability_only |= is_capability_only(&rungs->items[i]);
	if (status == 0 && !capability_only)
		status = add_missing(rungs, "capability only (lsm=capability)", "", "");
	for (size_t i = 0; i < rungs->count && status == 0; i++) {
		const struct rung *rung = &rungs->items[i];

		/* The step onto capability has its own line when it is too large. */
		if (rung->below >= 0 && step_size(rungs, rung) > 1 &&
		    !rungs->items[rung->below].no_security)
			status = add_missing(rungs, "between the steps: one module at a time of ",
					     rung->added, " (this step adds them together)");
	}
	return status;
}

static int name_rungs(struct rungs *rungs)
{
	for (size_t i = 0; i < rungs->count; i++) {
		struct rung *rung = &rungs->items[i];

		const char *given = rung_fact(environment_of(rung), RUNG_FACT_NAME);

		rung->name = given[0]            ? strdup(given)
			     : rung->no_security ? strdup(no_security)
						 : join(&rung->modules);
		if (!rung->name)
			return -ENOMEM;
	}
	return 0;
}

static int arrange(struct rungs *rungs)
{
	int status = name_rungs(rungs);

	if (status < 0)
		return status;
	qsort(rungs->items, rungs->count, sizeof(*rungs->items), by_modules);
	for (size_t i = 0; i < rungs->count && status == 0; i++)
		status = place_rung(rungs, i);
	return status < 0 ? status : find_missing(rungs);
}

int compare_rungs_of(const struct figures *const *sessions, size_t count, struct rungs *rungs,
		     struct error *error)
{
	int status = count == 0 ? error_set(error, -EINVAL, "a ladder needs files") : 0;

	*rungs = (struct rungs){0};
	/* Repeats find their rung among the others. */
	for (size_t i = 0; i < 2 * count && status == 0; i++) {
		const struct figures *session = sessions[i % count];

		if (is_repeat(session) == (i >= count))
			status = add_session(rungs, session, error);
	}
	if (status == 0 && arrange(rungs) < 0)
		status = error_set(error, -ENOMEM, "out of memory");
	if (status < 0)
		compare_rungs_clear(rungs);
	return status;
}

void compare_rungs_clear(struct rungs *rungs)
{
	for (size_t i = 0; i < rungs->count; i++)
		rung_clear(&rungs->items[i]);
	free(rungs->items);
	text_list_clear(&rungs->missing);
	*rungs = (struct rungs){0};
}
