/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_boots.c - sessions of one boot found by the kernel's boot (kernel.boot), and files that
 * were given twice by their figures.
 */
#include "engine/compare/compare_boots.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_private.h"

static bool same_number(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static bool same_passes(const struct case_figures *a, const struct case_figures *b)
{
	if (a->pass_count != b->pass_count)
		return false;
	for (size_t i = 0; i < a->pass_count; i++) {
		if (a->passes[i].runs != b->passes[i].runs ||
		    !same_number(a->passes[i].median, b->passes[i].median) ||
		    !same_number(a->passes[i].mean, b->passes[i].mean) ||
		    !same_number(a->passes[i].variance, b->passes[i].variance))
			return false;
	}
	return true;
}

static bool same_case(const struct case_figures *a, const struct case_figures *b)
{
	return a->operation == b->operation && a->metric == b->metric &&
	       strcmp(a->parameter, b->parameter) == 0 && strcmp(a->place, b->place) == 0 &&
	       strcmp(a->variant, b->variant) == 0 && same_passes(a, b);
}

/* One file given twice, or its copy: every figure of every pass is the same. */
static bool is_same_file(const struct figures *a, const struct figures *b)
{
	if (a == b)
		return true;
	/* Boots of a guest are meant to count the same. */
	if (a->unit == RESULT_INSTRUCTIONS)
		return strcmp(a->source, b->source) == 0;
	/* Rows of one printed summary are sessions, however alike the printed figures are. */
	if (a->part_of && a->part_of == b->part_of)
		return a->part == b->part;
	if (a->case_count != b->case_count || a->case_count == 0)
		return false;
	for (size_t i = 0; i < a->case_count; i++) {
		if (!same_case(&a->cases[i], &b->cases[i]))
			return false;
	}
	return true;
}

static const char *boot(const struct figures *figures)
{
	return environment_value(&figures->environment, "kernel.boot", NULL);
}

/* What does not say of which boot it is, is of one of its own. */
static bool same_boot(const struct figures *a, const struct figures *b)
{
	const char *x = boot(a);
	const char *y = boot(b);

	/* Guests of one seed have one boot id, too. */
	if (a->unit == RESULT_INSTRUCTIONS)
		return is_same_file(a, b);
	return (x && y && strcmp(x, y) == 0) || is_same_file(a, b);
}

int boots_of(const struct comparison_group *group, struct boots *boots)
{
	*boots = (struct boots){.of = malloc(group->count * sizeof(*boots->of))};
	if (!boots->of)
		return -ENOMEM;
	for (size_t i = 0; i < group->count; i++) {
		boots->of[i] = i;
		for (size_t j = 0; j < i && boots->of[i] == i; j++) {
			if (same_boot(group->sessions[i], group->sessions[j]))
				boots->of[i] = boots->of[j];
		}
		boots->count += boots->of[i] == i;
	}
	return 0;
}

void boots_clear(struct boots *boots)
{
	free(boots->of);
	*boots = (struct boots){0};
}

static int note_same(const struct figures *a, const struct figures *b, const char *what,
		     struct comparison *comparison)
{
	if (strcmp(a->source, b->source) == 0)
		return comparison_note(comparison, "%s %s", a->source, what);
	return comparison_note(comparison, "%s %s: %s holds the same figures", a->source, what,
			       b->source);
}

/* The sources of the sessions of one boot, which begins at first; malloc'ed, NULL: no memory. */
static char *list_sources(const struct comparison_group *group, const struct boots *boots,
			  size_t first)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	for (size_t i = first; i < group->count; i++) {
		if (boots->of[i] == first)
			fprintf(file, "%s%s", i > first ? ", " : "", group->sessions[i]->source);
	}
	if (fclose(file) == 0)
		return text;
	free(text);
	return NULL;
}

/* The sessions of the boot that begins at first, where there are several. */
static int note_boot(const struct comparison_group *group, const struct boots *boots, size_t first,
		     struct comparison *comparison)
{
	size_t count = 0;
	char *sources;
	int status = 0;

	for (size_t i = first; i < group->count && status == 0; i++) {
		if (boots->of[i] != first)
			continue;
		count++;
		if (i > first && is_same_file(group->sessions[first], group->sessions[i]))
			status = note_same(group->sessions[first], group->sessions[i],
					   "is given twice", comparison);
	}
	if (count < 2 || status < 0)
		return status;
	sources = list_sources(group, boots, first);
	if (!sources)
		return -ENOMEM;
	status = comparison_note(comparison,
				 "%s: %zu sessions of one boot count as one boot, their passes "
				 "taken together (%s)",
				 group->name, count, sources);
	free(sources);
	return status;
}

static int note_both_sides(const struct comparison_group *base,
			   const struct comparison_group *other, struct comparison *comparison)
{
	int status = 0;

	for (size_t i = 0; i < base->count; i++) {
		for (size_t j = 0; j < other->count && status == 0; j++) {
			if (is_same_file(base->sessions[i], other->sessions[j]))
				status = note_same(base->sessions[i], other->sessions[j],
						   "stands on both sides", comparison);
		}
	}
	return status;
}

/* Where nothing was booted between the sides, no other kernel can be the cause. */
static int note_one_boot(const struct comparison_group *base, const struct boots *boots_of_base,
			 const struct comparison_group *other, const struct boots *boots_of_other,
			 struct comparison *comparison)
{
	if (boots_of_base->count != 1 || boots_of_other->count != 1 ||
	    !same_boot(base->sessions[0], other->sessions[0]))
		return 0;
	return comparison_note(comparison,
			       "%s and %s are of one boot: what differs is no other kernel's doing",
			       base->name, other->name);
}

int boots_note(const struct comparison_group *groups, const struct boots *boots, size_t count,
	       struct comparison *comparison)
{
	int status = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < groups[i].count && status == 0; j++) {
			if (boots[i].of[j] == j)
				status = note_boot(&groups[i], &boots[i], j, comparison);
		}
		if (status == 0 && i > 0)
			status = note_both_sides(&groups[0], &groups[i], comparison);
		if (status == 0 && i > 0)
			status = note_one_boot(&groups[0], &boots[0], &groups[i], &boots[i],
					       comparison);
	}
	return status;
}
