/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reaim_read.c - our tables in reaim's layout: which variant, CPUs and place each is of. */
#include "exports/workload/reaim_read.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* What every text of ours begins with, behind its first line. */
static const char mark[] = "# the layout of reaim's";

#define TITLE_SIZE (PATH_MAX + 256)

/* The table whose title was read last. */
struct title {
	struct reaim_rows rows;
	bool is_read;
	size_t results; /* whose beginning was seen */
};

bool reaim_is(const char *text, size_t length)
{
	return memmem(text, length, mark, strlen(mark)) != NULL;
}

/* The words of a line, from the next one on, as one text; they are taken. */
static void take_line(struct workload_words *words, char *buffer, size_t size)
{
	const size_t line = workload_line(words);
	size_t used = 0;

	buffer[0] = '\0';
	while (workload_word_ahead(words, 0) && workload_word_ahead(words, 0)->line == line) {
		const struct workload_word *word = workload_word_ahead(words, 0);

		if (used < size)
			used += (size_t)snprintf(buffer + used, size - used, "%s%.*s",
						 used > 0 ? " " : "", (int)word->length,
						 word->text);
		words->at++;
	}
}

/* The last place of what in text, or NULL. */
static char *find_last(char *text, const char *what)
{
	char *found = NULL;

	for (char *at = text; (at = strstr(at, what)) != NULL; at++)
		found = at;
	return found;
}

/*
 * "none, 2 CPUs, on /dev/shm, pass 1, run 1": true, and *place is "/dev/shm" or "" behind the label
 * that text then is.
 */
static bool split_title(char *text, uint64_t *cpus, const char **place)
{
	char *pass = find_last(text, ", pass ");
	unsigned int numbers[3];
	char *cpu;
	int used = 0;

	if (!pass || sscanf(pass, ", pass %u, run %u%n", &numbers[0], &numbers[1], &used) != 2 ||
	    pass[used] != '\0')
		return false;
	*pass = '\0';
	cpu = find_last(text, " CPU");
	while (cpu && cpu > text && *cpu != ',')
		cpu--;
	if (!cpu || sscanf(cpu, ", %u CPU%n", &numbers[2], &used) != 1 || cpu == text)
		return false;
	*cpus = numbers[2];
	*place = strstr(cpu, ", on ");
	*place = *place ? *place + strlen(", on ") : "";
	*cpu = '\0';
	return *cpus > 0;
}

/* A line that begins with "#". */
static int take_comment(struct workload_import *import, struct title *title, struct error *error)
{
	struct workload_words *words = &import->words;
	const bool begins = workload_words_follow(words, mark);
	char text[TITLE_SIZE];
	const char *place;

	if (begins && title->results++ > 0)
		return workload_refuse(words, "one result only (cut the text in two)", error);
	words->at++;
	take_line(words, text, sizeof(text));
	if (!split_title(text, &title->rows.cpus, &place))
		return 0;
	title->is_read = true;
	workload_copy_name(import->section, place, strlen(place));
	return workload_enter_group(import, text, error);
}

int reaim_read(struct workload_import *import, struct error *error)
{
	struct title title = {.rows = {.operation = "mixed", .has_figures = true}};
	struct workload_words *words = &import->words;
	int code = 0;

	while (code == 0 && workload_word_ahead(words, 0)) {
		if (workload_word_ahead(words, 0)->text[0] == '#')
			code = take_comment(import, &title, error);
		else if (!workload_words_follow(words, "Num Parent"))
			words->at++;
		else if (title.is_read)
			code = reaim_take_table(import, &title.rows, error);
		else
			code = workload_refuse(
				words,
				"the title of a table (\"# none, 2 CPUs, pass 1, run "
				"1\")",
				error);
	}
	return code;
}
