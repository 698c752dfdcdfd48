/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_read.c - the published suite's lines, found in whatever text they came in.
 *
 * The text is taken apart into words, each knowing its line, with marks of quotation dropped from
 * where lines begin. Figures begin with the word "Simple" at the begin of a line; their words may
 * be spread over lines as a mail program likes. A parameter line stands alone.
 */
#include "exports/text_read.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/number.h"
#include "exports/text_words.h"
#include "fixtures/text_show.h"

struct reader {
	struct text_words words;
	size_t at; /* of the next one */

	char parameter[128]; /* the last parameter line, "" after one without */
	char place[128];
	char variant[64];
	/* The last line that the published suite would not have: perhaps a parameter of ours. */
	char own_parameter[128];
	char own_variant[64];
	bool fresh;                        /* a parameter line came since the last figures */
	const struct operation *operation; /* of the last figures */
	long last_case;                    /* its index, -1: none */
	bool has_unit;                     /* figures came, in the unit of figures */
	struct figures *figures;
};

/* "DIR100", "FILE100,": a prefix, digits, and perhaps a comma. */
static bool is_size(const char *word)
{
	size_t digits;

	if (strncmp(word, "DIR", 3) == 0)
		word += 3;
	else if (strncmp(word, "FILE", 4) == 0)
		word += 4;
	else
		return false;
	digits = strspn(word, "0123456789");
	return digits > 0 && digits < 10 &&
	       (word[digits] == '\0' || strcmp(word + digits, ",") == 0);
}

static bool is_parameter(const char *text)
{
	static const char *const prefixes[] = {"fstatat /test/", "openat /test/"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		if (strncmp(text, prefixes[i], strlen(prefixes[i])) == 0)
			text += strlen(prefixes[i]);
	}
	return path_shape_find(text) || is_size(text) || strncmp(text, "depth:", 6) == 0 ||
	       (text[0] == '/' && !strchr(text, ' '));
}

/* Cut what stands behind mark off text, into rest. */
static bool cut(char *text, const char *mark, char *rest, size_t size)
{
	char *at = strstr(text, mark);

	if (!at)
		return false;
	snprintf(rest, size, "%s", at + strlen(mark));
	*at = '\0';
	return true;
}

/* The words from..to as one text. */
static void join(const struct reader *reader, size_t from, size_t to, char *buffer, size_t size)
{
	size_t used = 0;

	buffer[0] = '\0';
	for (size_t i = from; i <= to && used < size; i++)
		used += (size_t)snprintf(buffer + used, size - used, "%s%s", i > from ? " " : "",
					 reader->words.items[i].text);
}

/* A line that is no figures: remember it when it is a parameter line. */
static void take_other_line(struct reader *reader)
{
	char text[256];
	char place[sizeof(reader->place)] = "";
	char variant[sizeof(reader->variant)] = "none";
	size_t from = reader->at;
	bool has_variant;

	while (reader->at + 1 < reader->words.count && !reader->words.items[reader->at].last)
		reader->at++;
	join(reader, from, reader->at++, text, sizeof(text));
	has_variant = cut(text, "(variant ", variant, sizeof(variant)) && variant[0] &&
		      variant[strlen(variant) - 1] == ')';
	if (has_variant)
		variant[strlen(variant) - 1] = '\0';
	if (has_variant && text[0] && text[strlen(text) - 1] == ' ')
		text[strlen(text) - 1] = '\0';
	snprintf(reader->own_parameter, sizeof(reader->own_parameter), "%.127s", text);
	memcpy(reader->own_variant, variant, sizeof(variant));
	cut(text, " on ", place, sizeof(place));
	if (!is_parameter(text) && !(has_variant && text[0] == '\0'))
		return;
	reader->own_parameter[0] = '\0';
	snprintf(reader->parameter, sizeof(reader->parameter), "%.127s", text);
	memcpy(reader->place, place, sizeof(place));
	memcpy(reader->variant, variant, sizeof(variant));
	reader->fresh = true;
}

static const struct operation *find_operation(const char *name)
{
	for (size_t i = 0; i < operation_count; i++) {
		if (operations[i]->published_name &&
		    strcmp(operations[i]->published_name, name) == 0)
			return operations[i];
	}
	return operation_find(name);
}

/* The canonical value of the last parameter line for operation; malloc'ed in *value. */
static int resolve_parameter(const struct reader *reader, const struct operation *operation,
			     char **value, struct error *error)
{
	const char *prefix = operation->published_prefix;
	char text[sizeof(reader->parameter)];
	const char *begin = text;

	if (operation->parameter->type == PARAMETER_NONE)
		return parameter_parse(operation->parameter, "", value, error);
	memcpy(text, reader->parameter, sizeof(text));
	if (operation->parameter->type != PARAMETER_COMMAND)
		text[strcspn(text, ",")] = '\0';
	if (prefix && strncmp(text, prefix, strlen(prefix)) == 0)
		begin += strlen(prefix);
	if (!begin[0])
		return error_set(error, -EINVAL,
				 "no line before it says to what %s (path or directory size) %s "
				 "was applied",
				 operation->parameter->name, operation->name);
	return parameter_parse(operation->parameter, begin, value, error);
}

/*
 * An operation that the published suite does not have has a parameter that it would not know: take
 * it from the line above. " on PLACE" may be the end of a command, or where it was measured.
 */
static void take_own_parameter(struct reader *reader, const struct operation *operation)
{
	char text[sizeof(reader->own_parameter)];
	char place[sizeof(reader->place)] = "";
	char *value = NULL;

	if (operation->published_name || operation->parameter->type == PARAMETER_NONE ||
	    !reader->own_parameter[0])
		return;
	memcpy(text, reader->own_parameter, sizeof(text));
	if (strstr(text, " on /"))
		cut(text, " on ", place, sizeof(place));
	if (parameter_parse(operation->parameter, text, &value, NULL) < 0)
		return;
	free(value);
	memcpy(reader->parameter, text, sizeof(text));
	memcpy(reader->place, place, sizeof(place));
	memcpy(reader->variant, reader->own_variant, sizeof(reader->own_variant));
	reader->fresh = true;
}

/* The next word if it begins with prefix and, less that and suffix, is a number or "-". */
static int take_number(struct reader *reader, const char *prefix, const char *suffix,
		       double *number, struct error *error)
{
	const struct text_word *word =
		reader->at < reader->words.count ? &reader->words.items[reader->at] : NULL;
	char shown[TEXT_SHOW_SIZE];
	char text[64];
	size_t length;

	if (!word)
		return error_set(error, -EINVAL, "the text ends where %s was expected", prefix);
	length = strlen(word->text);
	if (length > sizeof(text) - 1 || strncmp(word->text, prefix, strlen(prefix)) != 0 ||
	    length < strlen(prefix) + strlen(suffix) ||
	    strcmp(word->text + length - strlen(suffix), suffix) != 0)
		return error_set(error, -EINVAL, "found \"%s\" where %sNUMBER%s was expected",
				 text_show(word->text, length, shown), prefix, suffix);
	snprintf(text, sizeof(text), "%.*s", (int)(length - strlen(prefix) - strlen(suffix)),
		 word->text + strlen(prefix));
	*number = NAN;
	if (strcmp(text, "-") != 0 && (number_parse_double(text, number) < 0 || *number < 0))
		return error_set(error, -EINVAL, "\"%s\" is no number that could stand there",
				 text_show(word->text, length, shown));
	reader->at++;
	return 0;
}

static int take_word(struct reader *reader, const char *expected, struct error *error)
{
	const char *found =
		reader->at < reader->words.count ? reader->words.items[reader->at].text : "";
	char shown[TEXT_SHOW_SIZE];

	if (strcmp(found, expected) != 0)
		return error_set(error, -EINVAL, "found \"%s\" where \"%s\" was expected",
				 text_show(found, strlen(found), shown), expected);
	reader->at++;
	return 0;
}

static bool is_at(const struct reader *reader, const char *expected)
{
	return reader->at < reader->words.count &&
	       strcmp(reader->words.items[reader->at].text, expected) == 0;
}

/*
 * "microseconds", of commands "seconds", or of a rung of the ladder "instructions": *factor makes
 * them the unit of the figures. A text has times or counts, not both.
 */
static int take_unit(struct reader *reader, double *factor, struct error *error)
{
	const char *counts = result_unit_name(RESULT_INSTRUCTIONS);
	const bool is_count = is_at(reader, counts);
	const bool is_long = is_at(reader, "seconds");
	enum result_unit unit = is_count ? RESULT_INSTRUCTIONS : RESULT_NS;
	int status = take_word(reader,
			       is_count  ? counts
			       : is_long ? "seconds"
					 : "microseconds",
			       error);

	if (status < 0)
		return status;
	if (reader->has_unit && unit != reader->figures->unit)
		return error_set(error, -EINVAL,
				 "times and instructions in one text: cut it in two files");
	reader->has_unit = true;
	reader->figures->unit = unit;
	*factor = is_count ? 1 : is_long ? 1e9 : 1e3;
	return 0;
}

/* From a larger unit: the decimal that the text means, not 857.4000000000001 of the product. */
static double scaled(double value, double factor)
{
	char text[NUMBER_SIZE];

	snprintf(text, sizeof(text), "%.15g", value * factor);
	return strtod(text, NULL);
}

/* "median=0.7 [mean=0.7 +/-0.01] microseconds var: 0.002 sd: 0.05 runs: 300" */
static int take_figures(struct reader *reader, struct pass_figures *pass, struct error *error)
{
	double runs = NAN;
	double factor = 1;
	int status = take_number(reader, "median=", "", &pass->median, error);

	if (status == 0)
		status = take_number(reader, "[mean=", "", &pass->mean, error);
	if (status == 0)
		status = take_number(reader, "+/-", "]", &pass->mean_half_width, error);
	if (status == 0)
		status = take_unit(reader, &factor, error);
	if (status == 0)
		status = take_word(reader, "var:", error);
	if (status == 0)
		status = take_number(reader, "", "", &pass->variance, error);
	if (status == 0)
		status = take_word(reader, "sd:", error);
	if (status == 0)
		status = take_number(reader, "", "", &pass->sd, error);
	if (status == 0)
		status = take_word(reader, "runs:", error);
	if (status == 0)
		status = take_number(reader, "", "", &runs, error);
	if (status < 0)
		return status;
	if (!(pass->median > 0) || !(runs >= 1 && runs <= 1e9))
		return error_set(error, -EINVAL, "a median or a number of runs of 0");
	pass->runs = (size_t)runs;
	pass->median = scaled(pass->median, factor);
	pass->mean = scaled(pass->mean, factor);
	pass->mean_half_width = scaled(pass->mean_half_width, factor);
	pass->variance = scaled(pass->variance, factor * factor);
	pass->sd = scaled(pass->sd, factor);
	return 0;
}

static int add_figures(struct reader *reader, const struct operation *operation,
		       const char *parameter, const struct pass_figures *pass, struct error *error)
{
	struct case_figures *which =
		figures_case(reader->figures, operation, parameter, reader->place, reader->variant);
	long index;

	if (!which)
		return error_set(error, -ENOMEM, "no memory");
	index = which - reader->figures->cases;
	if (which->pass_count > 0 && index != reader->last_case)
		return error_set(error, -EINVAL,
				 "%s %s comes again: these are two results in one text; cut it in "
				 "two files",
				 operation->name, parameter);
	reader->last_case = index;
	if (figures_add_pass(which, pass) < 0)
		return error_set(error, -ENOMEM, "no memory");
	return 0;
}

static int note_unknown(struct reader *reader, const char *name, size_t line)
{
	char shown[TEXT_SHOW_SIZE];
	char note[2 * TEXT_SHOW_SIZE];

	snprintf(note, sizeof(note), "line %zu: the operation \"%s\" is not known, left out", line,
		 text_show(name, strlen(name), shown));
	return text_list_add(&reader->figures->notes, note);
}

/* Figures of operation, whose median is the next word. */
static int take_case(struct reader *reader, const struct operation *operation, struct error *error)
{
	struct pass_figures pass = {0};
	char *parameter = NULL;
	int status = take_figures(reader, &pass, error);

	take_own_parameter(reader, operation);
	/* Operations without a parameter have no line of their own to end the last one's. */
	if (operation != reader->operation && !reader->fresh) {
		reader->parameter[0] = '\0';
		reader->place[0] = '\0';
		snprintf(reader->variant, sizeof(reader->variant), "none");
	}
	if (status == 0)
		status = resolve_parameter(reader, operation, &parameter, error);
	if (status == 0)
		status = add_figures(reader, operation, parameter, &pass, error);
	reader->operation = operation;
	reader->fresh = false;
	free(parameter);
	return status;
}

/* True at "Simple NAME median=..." */
static bool is_at_figures(const struct reader *reader)
{
	const struct text_word *words = &reader->words.items[reader->at];

	return reader->words.count - reader->at > 2 && words[0].first &&
	       strcmp(words[0].text, "Simple") == 0 && strncmp(words[2].text, "median=", 7) == 0;
}

static int take_next(struct reader *reader, struct error *error)
{
	const struct operation *operation;
	struct pass_figures ignored = {0};
	struct error inner = {""};
	const char *name;
	size_t line;
	int status;

	if (!is_at_figures(reader)) {
		take_other_line(reader);
		return 0;
	}
	line = reader->words.items[reader->at].line;
	name = reader->words.items[reader->at + 1].text;
	reader->at += 2;
	operation = find_operation(name);
	if (operation)
		status = take_case(reader, operation, &inner);
	else
		status = take_figures(reader, &ignored, &inner);
	if (status < 0)
		return error_set(error, status, "line %zu: %s", line, inner.text);
	if (!operation && note_unknown(reader, name, line) < 0)
		return error_set(error, -ENOMEM, "no memory");
	return 0;
}

static int read_all(struct reader *reader, const char *text, size_t length, struct error *error)
{
	int status = text_words_take(&reader->words, text, length, error);

	while (status == 0 && reader->at < reader->words.count)
		status = take_next(reader, error);
	if (status == 0 && reader->figures->case_count == 0)
		status =
			error_set(error, -ENODATA,
				  "no figures of the published suite (\"Simple stat median=...\")");
	return status;
}

int text_read_memory(const char *text, size_t length, const char *source, struct figures *figures,
		     struct error *error)
{
	struct reader reader = {.figures = figures, .variant = "none", .last_case = -1};
	char shown[TEXT_SHOW_SIZE];
	struct error inner = {""};
	int status;

	figures_init(figures);
	figures->summaries_only = true;
	figures->source = strdup(source);
	if (!figures->source)
		return error_set(error, -ENOMEM, "no memory to read a text");
	if (length > TEXT_READ_MAXIMUM)
		status = error_set(&inner, -EINVAL,
				   "longer than %u MiB: cut out of it what is to be read",
				   TEXT_READ_MAXIMUM >> 20);
	else
		status = read_all(&reader, text, length, &inner);
	text_words_clear(&reader.words);
	if (status < 0) {
		figures_clear(figures);
		return error_set(error, status, "%s: %s", text_show(source, strlen(source), shown),
				 inner.text);
	}
	return 0;
}
