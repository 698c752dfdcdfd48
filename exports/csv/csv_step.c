/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_step.c - what became of a step, as a line of a result's header.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv/csv_layout.h"
#include "exports/csv/escape.h"
#include "exports/number.h"

char *csv_step_show(const struct result *result, size_t step)
{
	const struct step *what = &result->steps[step];
	size_t variants = plan_step_count(&result->plan) / result->plan.case_count;
	char *variant = escape_word(plan_step_variant(&result->plan, step));
	char name[2 * PATH_MAX + 64];
	char *escaped;
	char *line = NULL;

	plan_case_name(&result->plan, step / variants, name, sizeof(name));
	escaped = escape_text(name);
	if (!variant || !escaped ||
	    asprintf(&line,
		     "state=%s iterations=%ju warmup=%u failed=%u fixture=%s variant=%s case=%s",
		     step_state_name(what->state), (uintmax_t)what->iterations, what->warmup,
		     what->failed_runs, what->fixture_reused ? "reused" : "rebuilt", variant,
		     escaped) < 0)
		line = NULL;
	free(variant);
	free(escaped);
	return line;
}

/*
 * The word behind "name=" at *text, cut off there, with *text moved behind it; NULL when *text
 * does not begin so. The last word takes all that is left.
 */
static char *take_word(char **text, const char *name, bool last)
{
	size_t length = strlen(name);
	char *word = *text + length + 1;
	char *end;

	if (strncmp(*text, name, length) != 0 || (*text)[length] != '=')
		return NULL;
	end = last ? word + strlen(word) : word + strcspn(word, " ");
	if (*end == ' ')
		*end++ = '\0';
	*text = end;
	return word;
}

static int take_count(char **text, const char *name, uint64_t maximum, uint64_t *value)
{
	const char *word = take_word(text, name, false);

	return word ? number_parse(word, maximum, value) : -EINVAL;
}

int csv_step_parse(char *text, struct step *step, char **variant, char **name,
		   const char **expected)
{
	uint64_t warmup = 0;
	uint64_t failed = 0;
	const char *word;

	*expected = "state= followed by waiting, done, early, skipped, stopped or failed";
	word = take_word(&text, "state", false);
	if (!word || step_state_parse(word, &step->state) < 0)
		return -EINVAL;
	*expected = "iterations=, warmup= and failed=, each with a whole number";
	if (take_count(&text, "iterations", UINT64_MAX, &step->iterations) < 0 ||
	    take_count(&text, "warmup", UINT32_MAX, &warmup) < 0 ||
	    take_count(&text, "failed", UINT32_MAX, &failed) < 0)
		return -EINVAL;
	step->warmup = (uint32_t)warmup;
	step->failed_runs = (uint32_t)failed;
	*expected = "fixture=rebuilt or fixture=reused";
	word = take_word(&text, "fixture", false);
	step->fixture_reused = word && strcmp(word, "reused") == 0;
	if (!word || (!step->fixture_reused && strcmp(word, "rebuilt") != 0))
		return -EINVAL;
	*expected = "variant=NAME case=NAME at the end";
	*variant = take_word(&text, "variant", false);
	*name = *variant ? take_word(&text, "case", true) : NULL;
	return *name ? 0 : -EINVAL;
}
