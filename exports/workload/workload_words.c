/* SPDX-License-Identifier: GPL-2.0-or-later */
/* workload_words.c - split a text, and take words, numbers and times of it. */
#include "exports/workload/workload_words.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/number.h"
#include "fixtures/text_show.h"

/* No word that is a number is longer. */
#define NUMBER_LENGTH 31u
/* Beyond it no number of these tables lies, whatever its unit. */
#define NUMBER_MOST 1e15

static bool is_blank(char byte)
{
	return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\f' || byte == '\v';
}

static int add_word(struct workload_words *words, const struct workload_word *word, size_t *room)
{
	if (words->count == *room) {
		size_t more = *room ? 2 * *room : 1024;
		struct workload_word *items = reallocarray(words->items, more, sizeof(*items));

		if (!items)
			return -ENOMEM;
		words->items = items;
		*room = more;
	}
	words->items[words->count++] = *word;
	return 0;
}

int workload_words_split(struct workload_words *words, const char *text, size_t length,
			 struct error *error)
{
	const char *end = text + length;
	bool begins_line = true;
	size_t line = 1;
	size_t room = 0;

	*words = (struct workload_words){0};
	for (const char *at = text + text_mark_length(text, length); at < end;) {
		struct workload_word word = {.text = at, .line = line};

		if (*at == '\n' || is_blank(*at) || (begins_line && *at == '>')) {
			begins_line = *at == '\n' || (begins_line && *at != '\n');
			line += *at++ == '\n';
			continue;
		}
		while (at < end && *at != '\n' && !is_blank(*at))
			at++;
		word.length = (size_t)(at - word.text);
		begins_line = false;
		if (add_word(words, &word, &room) < 0) {
			workload_words_clear(words);
			return error_set(error, -ENOMEM, "no memory to read a text");
		}
	}
	return 0;
}

void workload_words_clear(struct workload_words *words)
{
	free(words->items);
	*words = (struct workload_words){0};
}

const struct workload_word *workload_word_ahead(const struct workload_words *words, size_t ahead)
{
	return ahead < words->count - words->at ? &words->items[words->at + ahead] : NULL;
}

bool workload_word_is(const struct workload_word *word, const char *text)
{
	return word && word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

/* How many words text has that all follow; 0 when they do not. */
static size_t count_following(const struct workload_words *words, const char *text)
{
	size_t count = 0;

	while (*text) {
		const struct workload_word *word = workload_word_ahead(words, count);
		const size_t length = strcspn(text, " ");

		if (!word || word->length != length || memcmp(word->text, text, length) != 0)
			return 0;
		text += length;
		text += *text == ' ';
		count++;
	}
	return count;
}

bool workload_words_follow(const struct workload_words *words, const char *text)
{
	return count_following(words, text) > 0;
}

bool workload_words_skip(struct workload_words *words, const char *text)
{
	const size_t count = count_following(words, text);

	words->at += count;
	return count > 0;
}

size_t workload_line(const struct workload_words *words)
{
	const struct workload_word *word = workload_word_ahead(words, 0);

	if (word)
		return word->line;
	return words->items && words->count > 0 ? words->items[words->count - 1].line : 1;
}

int workload_refuse(const struct workload_words *words, const char *what, struct error *error)
{
	const struct workload_word *word = workload_word_ahead(words, 0);
	char shown[TEXT_SHOW_SIZE];

	if (!word)
		return error_set(error, -EINVAL, "line %zu: the text ends where %s was expected",
				 workload_line(words), what);
	return error_set(error, -EINVAL, "line %zu: found \"%s\" where %s was expected", word->line,
			 text_show(word->text, word->length, shown), what);
}

int workload_take(struct workload_words *words, const char *text, struct error *error)
{
	char what[TEXT_SHOW_SIZE];

	if (workload_words_skip(words, text))
		return 0;
	snprintf(what, sizeof(what), "\"%s\"", text);
	return workload_refuse(words, what, error);
}

/* Half a unit of the last digit of a plain decimal. */
static double precision_of(const char *text)
{
	const char *point = strchr(text, '.');

	return 0.5 * pow(10, point ? -(double)strlen(point + 1) : 0);
}

static bool read_number(const char *text, struct printed_number *number)
{
	if (text[0] == '\0' || text[strspn(text, "0123456789.")] != '\0' ||
	    number_parse_double(text, &number->value) < 0 || number->value > NUMBER_MOST)
		return false;
	number->precision = precision_of(text);
	return true;
}

/* The next word without suffix, as a string. False when it does not end so, or is too long. */
static bool copy_word(const struct workload_words *words, const char *suffix,
		      char text[NUMBER_LENGTH + 1])
{
	const struct workload_word *word = workload_word_ahead(words, 0);
	const size_t ending = strlen(suffix);
	size_t length;

	if (!word || word->length < ending || word->length - ending > NUMBER_LENGTH)
		return false;
	length = word->length - ending;
	if (memcmp(word->text + length, suffix, ending) != 0 || memchr(word->text, '\0', length))
		return false;
	memcpy(text, word->text, length);
	text[length] = '\0';
	return true;
}

bool workload_number_follows(const struct workload_words *words, const char *suffix)
{
	struct printed_number ignored;
	char text[NUMBER_LENGTH + 1];

	return copy_word(words, suffix, text) && read_number(text, &ignored);
}

static int refuse_number(const struct workload_words *words, const char *kind, const char *suffix,
			 struct error *error)
{
	char what[64];

	snprintf(what, sizeof(what), "%s%s%s%s", kind, suffix[0] ? " with \"" : "", suffix,
		 suffix[0] ? "\" behind it" : "");
	return workload_refuse(words, what, error);
}

int workload_take_number(struct workload_words *words, const char *suffix,
			 struct printed_number *number, struct error *error)
{
	char text[NUMBER_LENGTH + 1];

	if (!copy_word(words, suffix, text) || !read_number(text, number))
		return refuse_number(words, "a number", suffix, error);
	words->at++;
	return 0;
}

int workload_take_count(struct workload_words *words, uint64_t minimum, uint64_t maximum,
			uint64_t *count, struct error *error)
{
	char text[NUMBER_LENGTH + 1];
	char what[96];

	snprintf(what, sizeof(what), "a whole number from %llu to %llu",
		 (unsigned long long)minimum, (unsigned long long)maximum);
	if (!copy_word(words, "", text) || number_parse(text, maximum, count) < 0 ||
	    *count < minimum)
		return workload_refuse(words, what, error);
	words->at++;
	return 0;
}

/* "1:40.91" or "1:02:03.5" in seconds: all but the first part are below 60. */
static bool read_time(char *text, struct printed_number *seconds)
{
	char *part = text;
	double sum = 0;

	for (int parts = 0; parts < 3; parts++) {
		char *colon = strchr(part, ':');

		if (colon)
			*colon = '\0';
		if (!read_number(part, seconds) || (parts > 0 && seconds->value >= 60) ||
		    (colon && strchr(part, '.')))
			return false;
		sum = 60 * sum + seconds->value;
		seconds->value = sum;
		if (!colon)
			return sum <= NUMBER_MOST;
		part = colon + 1;
	}
	return false;
}

/* "1m11.149s" made "1:11.149". */
static void rewrite_shell_time(char *text)
{
	char *minutes = strchr(text, 'm');
	const size_t length = strlen(text);

	if (!minutes || text[length - 1] != 's')
		return;
	*minutes = ':';
	text[length - 1] = '\0';
}

int workload_take_time(struct workload_words *words, const char *suffix,
		       struct printed_number *seconds, struct error *error)
{
	char text[NUMBER_LENGTH + 1];

	if (!copy_word(words, suffix, text))
		return refuse_number(words, "a time", suffix, error);
	rewrite_shell_time(text);
	if (!read_time(text, seconds))
		return refuse_number(words, "a time", suffix, error);
	words->at++;
	return 0;
}
