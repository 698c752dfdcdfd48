/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compile_read.c - groups of times, and the line that sums each up. */
#include "exports/workload/compile_read.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NS_IN_SECOND 1e9
#define ELEMENTS_MAXIMUM 1000u

static const char elements[] = "# elements:";

bool compile_is(const char *text, size_t length)
{
	static const char head[] = "Kernel compile (";

	return memmem(text, length, head, strlen(head)) &&
	       memmem(text, length, elements, strlen(elements));
}

/* A group's times, in seconds. */
struct times {
	double values[ELEMENTS_MAXIMUM];
	size_t count;
};

/* "(modified stacker)" or "(nostack):", of one line, without what is around the name. */
static int take_name(struct workload_words *words, char name[WORKLOAD_NAME_SIZE],
		     struct error *error)
{
	const size_t line = workload_line(words);
	size_t used = 0;

	for (;;) {
		const struct workload_word *word = workload_word_ahead(words, 0);
		const char *text = word ? word->text : NULL;
		size_t length = word ? word->length : 0;
		const char *end;

		if (used == 0 && length > 0 && text[0] == '(') {
			text++;
			length--;
		}
		end = length > 0 ? memchr(text, ')', length) : NULL;
		if (end)
			length = (size_t)(end - text);
		if (!word || word->line != line || used + length + 2 > WORKLOAD_NAME_SIZE ||
		    (length == 0 && !(end && used > 0)))
			return workload_refuse(words, "the name of a kernel, \"(NAME)\",", error);
		used += (size_t)snprintf(name + used, WORKLOAD_NAME_SIZE - used, "%s%.*s",
					 used > 0 ? " " : "", (int)length, text);
		words->at++;
		if (end)
			return 0;
	}
}

/* What a mail says behind the name. */
static void pass_over_line(struct workload_words *words)
{
	const size_t line = words->items[words->at - 1].line;

	while (workload_word_ahead(words, 0) && workload_word_ahead(words, 0)->line == line)
		words->at++;
}

static int take_times(struct workload_import *import, struct times *times, struct error *error)
{
	static const struct workload_target target = {"command", "kernel compile", METRIC_NONE};
	struct workload_words *words = &import->words;

	times->count = 0;
	while (!workload_words_follow(words, elements)) {
		struct printed_number seconds;
		struct printed_number ns;
		int code;

		if (times->count == ELEMENTS_MAXIMUM)
			return workload_refuse(words, "\"# elements:\", since there are too many,",
					       error);
		code = workload_take_time(words, "", &seconds, error);
		if (code < 0)
			return code;
		times->values[times->count++] = seconds.value;
		ns = workload_scaled(&seconds, NS_IN_SECOND);
		code = workload_add(import, &target, &ns, error);
		if (code < 0)
			return code;
	}
	return 0;
}

/* "3, mean 71.624333, variance 0.121114, std dev 0.348014". */
static int take_sums(struct workload_words *words, struct printed_number numbers[4],
		     struct error *error)
{
	static const char *const names[] = {"mean", "variance", "std dev"};
	int code = workload_take_number(words, ",", &numbers[0], error);

	for (int i = 0; i < 3 && code == 0; i++) {
		code = workload_take(words, names[i], error);
		if (code == 0)
			code = workload_take_number(words, i < 2 ? "," : "", &numbers[i + 1],
						    error);
	}
	return code;
}

static int check_sums(struct workload_import *import, size_t line, const struct times *times,
		      const struct printed_number numbers[4])
{
	const double variance = workload_variance(times->values, times->count);
	const struct workload_derived derived[] = {
		{"the number of elements", numbers[0], (double)times->count, 0},
		{"the mean", numbers[1], workload_mean(times->values, times->count), 0},
		{"the variance, which divides by n,", numbers[2], variance, 0},
		{"the standard deviation, which divides by n,", numbers[3], sqrt(variance), 0},
	};
	int code = 0;

	for (size_t i = 0; i < sizeof(derived) / sizeof(derived[0]) && code == 0; i++)
		code = workload_check(import, line, &derived[i]);
	return code;
}

/* Behind "Kernel compile". */
static int take_group(struct workload_import *import, struct error *error)
{
	struct workload_words *words = &import->words;
	char name[WORKLOAD_NAME_SIZE];
	struct printed_number numbers[4] = {0};
	struct times times;
	size_t line;
	int code = take_name(words, name, error);

	if (code == 0)
		code = workload_enter_group(import, name, error);
	if (code < 0)
		return code;
	pass_over_line(words);
	code = take_times(import, &times, error);
	line = workload_line(words);
	if (code == 0 && times.count == 0)
		return workload_refuse(words, "a time", error);
	if (code == 0)
		code = workload_take(words, elements, error);
	if (code == 0)
		code = take_sums(words, numbers, error);
	if (code < 0)
		return code;
	return check_sums(import, line, &times, numbers) < 0
		       ? error_set(error, -ENOMEM, "no memory to read a text")
		       : 0;
}

int compile_read(struct workload_import *import, struct error *error)
{
	struct workload_words *words = &import->words;
	int code = 0;

	while (code == 0 && workload_word_ahead(words, 0)) {
		if (workload_words_skip(words, "Kernel compile"))
			code = take_group(import, error);
		else
			words->at++;
	}
	return code;
}
