/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_clean.c - "lsmbench clean": find and remove what killed sessions left behind.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/leftovers.h"
#include "tui/options.h"

static const char summary[] =
	"Looks for scratch directories that killed sessions left in $TMPDIR (else /var/tmp), in "
	"the\n"
	"directories that earlier sessions used, and in those of --scratch. Only directories that\n"
	"carry the marker of lsmbench, belong to you, and whose session no longer lives are "
	"listed.\n"
	"On a terminal it asks before it removes; elsewhere it removes with --yes only.\n";

static void list_leftovers(const struct leftovers *leftovers)
{
	for (size_t i = 0; i < leftovers->count; i++) {
		const struct scratch_leftover *leftover = &leftovers->items[i];
		time_t created = (time_t)leftover->created;
		struct tm local;
		char when[32] = "";

		if (localtime_r(&created, &local))
			strftime(when, sizeof(when), "%Y-%m-%d %H:%M", &local);
		text_write_safe(leftover->path, stdout);
		printf("  of %s, process %d\n", when, (int)leftover->owner);
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

static int remove_leftovers(const struct leftovers *leftovers)
{
	struct error error;
	int status = EXIT_FINE;

	for (size_t i = 0; i < leftovers->count; i++) {
		if (scratch_remove_leftover(&leftovers->items[i], &error) < 0) {
			command_complain("%s", error.text);
			status = EXIT_ENVIRONMENT;
		} else {
			fputs("removed ", stdout);
			text_write_safe(leftovers->items[i].path, stdout);
			putchar('\n');
		}
	}
	return status;
}

/* A directory that is named must be there; one that is only known may have gone. */
static int check_given(const struct text_list *given)
{
	int status = EXIT_FINE;

	for (size_t i = 0; i < given->count; i++) {
		if (access(given->items[i], F_OK) == 0)
			continue;
		command_complain("--scratch %s: %s; name a directory that exists", given->items[i],
				 error_words(errno));
		status = EXIT_ENVIRONMENT;
	}
	return status;
}

/* Look into the known directories and those given. Returns an exit status. */
static int find_leftovers(const struct text_list *given, struct leftovers *leftovers)
{
	struct text_list parents;
	struct error error;
	int status = check_given(given);

	if (leftovers_parents(given, &parents) < 0) {
		command_complain("out of memory");
		status = EXIT_ENVIRONMENT;
	}
	for (size_t i = 0; i < parents.count; i++) {
		if (leftovers_add(leftovers, parents.items[i], &error) < 0) {
			command_complain("%s", error.text);
			status = EXIT_ENVIRONMENT;
		}
	}
	text_list_clear(&parents);
	return status;
}

static int clean(const struct text_list *given, bool yes)
{
	struct leftovers leftovers = {0};
	int status = find_leftovers(given, &leftovers);

	if (leftovers.count == 0) {
		puts("nothing is left behind");
	} else {
		list_leftovers(&leftovers);
		if (!yes && !(isatty(STDIN_FILENO) && person_agrees(leftovers.count)))
			puts("nothing was removed; \"lsmbench clean --yes\" removes them");
		else if (remove_leftovers(&leftovers) != EXIT_FINE)
			status = EXIT_ENVIRONMENT;
	}
	leftovers_clear(&leftovers);
	return status;
}

int command_clean(int argc, char **argv)
{
	struct text_list given = {0};
	bool yes = false;
	const struct command_option own[] = {
		{"scratch", '\0', "DIR", "look into this directory too; may be given again",
		 .list = &given},
		{"yes", 'y', NULL, "remove without asking", .flag = &yes},
	};
	struct options options = {.command = "lsmbench clean",
				  .arguments = "[OPTION...]",
				  .summary = summary,
				  .own = own,
				  .own_count = sizeof(own) / sizeof(own[0])};
	int status = options_begin(&options, argc, argv);

	if (status < 0 && options.rest.count > 0)
		status = command_usage("clean takes options only; --scratch DIR names a directory");
	else if (status < 0)
		status = clean(&given, yes);
	text_list_clear(&given);
	options_clear(&options);
	return status;
}
