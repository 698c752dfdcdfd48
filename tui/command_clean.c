/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_clean.c - "lsmbench clean": find and remove what killed sessions left behind.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/plan.h"
#include "fixtures/scratch.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/options.h"
#include "tui/state.h"

static const char summary[] =
	"Looks for scratch directories that killed sessions left in $TMPDIR (else /var/tmp), in "
	"the\n"
	"directories that earlier sessions used, and in those of --scratch. Only directories that\n"
	"carry the marker of lsmbench, belong to you, and whose session no longer lives are "
	"listed.\n"
	"On a terminal it asks before it removes; elsewhere it removes with --yes only.\n";

struct findings {
	struct scratch_leftover *items;
	size_t count;
};

/* Append what stands in parent. */
static int look_into(struct findings *findings, const char *parent, struct error *error)
{
	struct scratch_leftover *found = NULL;
	struct scratch_leftover *all;
	size_t count = 0;
	int status = scratch_find_leftovers(parent, &found, &count, error);

	if (status < 0 || count == 0) {
		free(found);
		return status;
	}
	all = reallocarray(findings->items, findings->count + count, sizeof(*all));
	if (!all) {
		free(found);
		return error_set(error, -1, "out of memory");
	}
	memcpy(all + findings->count, found, count * sizeof(*all));
	findings->items = all;
	findings->count += count;
	free(found);
	return 0;
}

/* The same directory by two names must not be listed twice. */
static int add_parent(struct text_list *parents, const char *path)
{
	char *real = realpath(path, NULL);
	int status = 0;

	if (!text_list_has(parents, real ? real : path))
		status = text_list_add(parents, real ? real : path);
	free(real);
	return status;
}

/* All directories to look into. */
static int gather_parents(const struct text_list *given, struct text_list *parents)
{
	struct text_list known;
	int status = state_scratch_parents(&known);

	for (size_t i = 0; status == 0 && i < known.count; i++)
		status = add_parent(parents, known.items[i]);
	for (size_t i = 0; status == 0 && i < given->count; i++)
		status = add_parent(parents, given->items[i]);
	text_list_clear(&known);
	return status;
}

static void list_findings(const struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct scratch_leftover *leftover = &findings->items[i];
		time_t created = (time_t)leftover->created;
		struct tm local;
		char when[32] = "";

		if (localtime_r(&created, &local))
			strftime(when, sizeof(when), "%Y-%m-%d %H:%M", &local);
		printf("%s  of %s, process %d\n", leftover->path, when, (int)leftover->owner);
	}
	fflush(stdout);
}

/* Ask on the terminal. Only a plain yes counts. */
static bool person_agrees(size_t count)
{
	char answer[16];

	fprintf(stderr, "Remove %s? [y/N] ", count == 1 ? "it" : "them");
	fflush(stderr);
	if (!fgets(answer, sizeof(answer), stdin))
		return false;
	return strcmp(answer, "y\n") == 0 || strcmp(answer, "yes\n") == 0;
}

static int remove_findings(const struct findings *findings)
{
	struct error error;
	int status = EXIT_FINE;

	for (size_t i = 0; i < findings->count; i++) {
		if (scratch_remove_leftover(&findings->items[i], &error) < 0) {
			command_complain("%s", error.text);
			status = EXIT_ENVIRONMENT;
		} else {
			printf("removed %s\n", findings->items[i].path);
		}
	}
	return status;
}

static int clean(const struct text_list *parents, bool yes)
{
	struct findings findings = {0};
	struct error error;
	int status = EXIT_FINE;

	for (size_t i = 0; i < parents->count; i++) {
		if (look_into(&findings, parents->items[i], &error) < 0) {
			command_complain("%s", error.text);
			status = EXIT_ENVIRONMENT;
		}
	}
	if (findings.count == 0) {
		puts("nothing is left behind");
	} else {
		list_findings(&findings);
		if (yes || (isatty(STDIN_FILENO) && person_agrees(findings.count)))
			status = remove_findings(&findings);
		else
			puts("nothing was removed; \"lsmbench clean --yes\" removes them");
	}
	free(findings.items);
	return status;
}

int command_clean(int argc, char **argv)
{
	struct text_list given = {0};
	struct text_list parents = {0};
	bool yes = false;
	const struct option own[] = {
		{"scratch", '\0', "DIR", "look into this directory too; may be given again",
		 .list = &given},
		{"yes", 'y', NULL, "remove without asking", .flag = &yes},
	};
	struct options options = {.command = "lsmbench clean",
				  .arguments = "[OPTION...]",
				  .summary = summary,
				  .own = own,
				  .own_count = sizeof(own) / sizeof(own[0])};
	struct error error;
	enum options_outcome outcome = options_read(&options, argc, argv, &error);
	int status = EXIT_FINE;

	if (outcome == OPTIONS_BAD)
		status = command_usage(error.text);
	else if (outcome == OPTIONS_GO && options.rest.count > 0)
		status = command_usage("clean takes options only; --scratch DIR names a directory");
	else if (outcome == OPTIONS_GO && gather_parents(&given, &parents) < 0)
		command_complain("out of memory");
	else if (outcome == OPTIONS_GO)
		status = clean(&parents, yes);
	text_list_clear(&given);
	text_list_clear(&parents);
	options_clear(&options);
	return status;
}
