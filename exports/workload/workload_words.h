/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * workload_words.h - an untrusted text as words that know their line, and what is taken of them:
 * published tables of workloads came through mails that wrapped, quoted or joined their lines.
 */
#ifndef LSMBENCH_EXPORTS_WORKLOAD_WORDS_H
#define LSMBENCH_EXPORTS_WORKLOAD_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixtures/error.h"

struct workload_word {
	const char *text; /* in the text that was split; not terminated */
	size_t length;
	size_t line; /* from 1 */
};

struct workload_words {
	struct workload_word *items;
	size_t count;
	size_t at; /* the next one to be taken */
};

/* A printed number, and how far what was measured may lie from it: half a unit of its last digit.
 */
struct printed_number {
	double value;
	double precision;
};

/*
 * Split text[0..length-1], which must stay, at blanks and ends of lines; what quotes a line in a
 * mail, "> ", is no word. 0, or -ENOMEM with a message; words needs workload_words_clear after 0.
 */
int workload_words_split(struct workload_words *words, const char *text, size_t length,
			 struct error *error);
void workload_words_clear(struct workload_words *words);

/* The word so many behind the next one; NULL behind the end. */
const struct workload_word *workload_word_ahead(const struct workload_words *words, size_t ahead);

bool workload_word_is(const struct workload_word *word, const char *text);

/* Whether the next words are those of text, which has one blank between two. */
bool workload_words_follow(const struct workload_words *words, const char *text);
/* The same, and they are taken. */
bool workload_words_skip(struct workload_words *words, const char *text);

/* Take the words of text. -EINVAL, naming the line, when others are there. */
int workload_take(struct workload_words *words, const char *text, struct error *error);

/* Whether the next word is a number, not below 0, with suffix right behind it. */
bool workload_number_follows(const struct workload_words *words, const char *suffix);

/*
 * Take a word that is a plain decimal, not below 0, with suffix right behind it ("" for none):
 * "169.13user". -EINVAL, naming the line and what was expected, for anything else.
 */
int workload_take_number(struct workload_words *words, const char *suffix,
			 struct printed_number *number, struct error *error);
/* The same for a whole number from minimum to maximum, with nothing behind it. */
int workload_take_count(struct workload_words *words, uint64_t minimum, uint64_t maximum,
			uint64_t *count, struct error *error);
/* Take a time in seconds, as "71.438", "1:40.91", "1:02:03", with suffix, or as "1m11.149s". */
int workload_take_time(struct workload_words *words, const char *suffix,
		       struct printed_number *seconds, struct error *error);

/* "line 7: found "x" where WHAT was expected"; returns -EINVAL. */
int workload_refuse(const struct workload_words *words, const char *what, struct error *error);

/* The line of the next word, or of the last one. */
size_t workload_line(const struct workload_words *words);

#endif
