/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_read.c - read what LMbench's programs print: lines, and the rules for those that hold
 * one figure.
 */
#include "exports/lmbench/lmbench_raw_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_raw_private.h"
#include "fixtures/text_show.h"

/* A raw file says so in one of its first lines: a shell may have complained before. */
#define HEAD_LINES 64
/* Notes of this many lines; the others are only counted. */
#define NOTES_MAXIMUM 200

static const char blanks[] = " \t\r\v\f";

static bool begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* "[lmbench3.0 results for ..." */
static bool is_header(const char *line, size_t length)
{
	static const char start[] = "[lmbench";

	return length >= sizeof(start) && memcmp(line, start, sizeof(start) - 1) == 0 &&
	       line[sizeof(start) - 1] >= '1' && line[sizeof(start) - 1] <= '9';
}

bool lmbench_raw_is(const char *text, size_t length)
{
	size_t at = text_mark_length(text, length);

	for (int i = 0; i < HEAD_LINES && at < length; i++) {
		const char *end = memchr(text + at, '\n', length - at);
		size_t line = end ? (size_t)(end - text) - at : length - at;

		if (is_header(text + at, line))
			return true;
		at += line + 1;
	}
	return false;
}

int lmbench_raw_word(const struct lmbench_raw *raw, unsigned int number,
		     char word[LMBENCH_WORD_SIZE])
{
	const char *at = raw->line + strspn(raw->line, blanks);
	size_t length;

	for (; number > 0; number--) {
		at += strcspn(at, blanks);
		at += strspn(at, blanks);
	}
	length = strcspn(at, blanks);
	if (length == 0 || length >= LMBENCH_WORD_SIZE || (raw->is_cut && at[length] == '\0'))
		return 0;
	memcpy(word, at, length);
	word[length] = '\0';
	return 1;
}

int lmbench_raw_note(struct lmbench_raw *raw, const char *what, const char *text)
{
	char shown[TEXT_SHOW_SIZE];
	char line[2 * TEXT_SHOW_SIZE];

	if (raw->record->notes.count == NOTES_MAXIMUM)
		return text_list_add(&raw->record->notes, "what else was left out is only counted");
	if (raw->record->notes.count > NOTES_MAXIMUM)
		return 0;
	snprintf(line, sizeof(line), "line %zu: %s: %s", raw->number, what,
		 text_show(text, strlen(text), shown));
	return text_list_add(&raw->record->notes, line);
}

int lmbench_raw_skip(struct lmbench_raw *raw, const char *why)
{
	raw->record->skipped++;
	return lmbench_raw_note(raw, why, raw->line);
}

int lmbench_raw_set(struct lmbench_raw *raw, enum lmbench_generation generation,
		    enum lmbench_column column, const char *text)
{
	int status = lmbench_record_set(raw->record, generation, column, text);

	/* The last line of a block that was torn off is that of some size, not of the largest. */
	if (status == 0 && (raw->is_torn || !(lmbench_whole_number(text) > 0)))
		raw->record->is_refused[generation][column] = true;
	return status == -ENOMEM ? status : 0;
}

int lmbench_raw_add(struct lmbench_raw *raw, const char *operation, const char *parameter,
		    const char *text, enum lmbench_unit unit, bool is_net)
{
	struct lmbench_figure figure = {
		.operation = operation,
		.value = lmbench_whole_number(text),
		.unit = unit,
		.is_net = is_net,
		.line = raw->number,
	};
	int status;

	if (!(figure.value > 0))
		return lmbench_raw_skip(raw, "no number above 0");
	if (!operation)
		return 0;
	snprintf(figure.parameter, sizeof(figure.parameter), "%s", parameter);
	status = lmbench_record_add(raw->record, &figure);
	if (status == -EEXIST)
		return lmbench_raw_skip(raw, "there is one already, and the first counts");
	if (status == -E2BIG)
		return lmbench_raw_skip(raw, "too many figures");
	return status;
}

/* What stands for the value of "[MHZ: 1900 MHz, ...]": without the bracket that may follow it. */
static int set_header(struct lmbench_raw *raw, enum lmbench_column column, unsigned int field)
{
	char word[LMBENCH_WORD_SIZE] = "";
	char *bracket;
	int status;

	if (!lmbench_raw_word(raw, field, word) && raw->is_cut)
		return 0;
	bracket = strchr(word, ']');
	if (bracket)
		memmove(bracket, bracket + 1, strlen(bracket));
	raw->is_used = true;
	status = lmbench_record_set(raw->record, LMBENCH_2, column, word);
	if (status != -ENOMEM)
		status = lmbench_record_set(raw->record, LMBENCH_3, column, word);
	return status == -ENOMEM ? status : 0;
}

/* The lines that are looked for by a word anywhere in them, as the scripts do. */
static int read_machine(struct lmbench_raw *raw)
{
	int status = 0;

	if (!raw->has_mhz && strstr(raw->line, "MHZ")) {
		raw->has_mhz = true;
		status = set_header(raw, LMBENCH_MHZ, 1);
	} else if (!raw->has_mhz && strstr(raw->line, "Mhz")) {
		raw->has_mhz = true;
		status = set_header(raw, LMBENCH_MHZ, 0);
	}
	if (status == 0 && strstr(raw->line, "LINE_SIZE"))
		status = set_header(raw, LMBENCH_LINE_SIZE, 1);
	if (status == 0 && strstr(raw->line, "SYNC_MAX"))
		status = set_header(raw, LMBENCH_LOAD, 1);
	return status;
}

/* "[lmbench3.0 results for Linux HOST RELEASE ...": system and release make the OS cell. */
static int read_run(struct lmbench_raw *raw)
{
	struct lmbench_record *record = raw->record;
	char name[LMBENCH_WORD_SIZE] = "";
	char release[LMBENCH_WORD_SIZE] = "";
	char version[LMBENCH_WORD_SIZE] = "";
	char os[2 * LMBENCH_WORD_SIZE];

	if (record->os) {
		raw->has_ended = true;
		record->second_run = raw->number;
		return lmbench_raw_skip(raw, "a second run begins, and only the first is read");
	}
	lmbench_raw_word(raw, 0, version);
	lmbench_raw_word(raw, 3, name);
	lmbench_raw_word(raw, 5, release);
	snprintf(os, sizeof(os), "%s %s", name, release);
	record->is_ours = strstr(version, "-layout") != NULL;
	record->os = strdup(os);
	record->version = strdup(version[0] ? version + 1 : "");
	return record->os && record->version ? 0 : -ENOMEM;
}

static enum lmbench_unit unit_of(const char *word)
{
	return strcmp(word, "microseconds") == 0  ? LMBENCH_MICROSECOND
	       : strcmp(word, "nanoseconds") == 0 ? LMBENCH_NANOSECOND
	       : strcmp(word, "MB/sec") == 0      ? LMBENCH_MEGABYTES
						  : LMBENCH_PLAIN;
}

/* A value in another unit stays what the scripts take, and is no figure. 0 or -ENOMEM. */
static int refuse_unit(struct lmbench_raw *raw, enum lmbench_column column)
{
	for (size_t i = 0; i < LMBENCH_GENERATIONS && column != LMBENCH_NO_COLUMN; i++)
		raw->record->is_refused[i][column] = raw->record->values[i][column] != NULL;
	return lmbench_raw_skip(raw, "in another unit");
}

/* Take the value at field. The scripts take any word; a figure is a number with its unit. */
static int read_value(struct lmbench_raw *raw, const struct lmbench_line_rule *rule)
{
	char value[LMBENCH_WORD_SIZE];
	char unit[LMBENCH_WORD_SIZE] = "";
	bool is_second =
		rule->column != LMBENCH_NO_COLUMN && lmbench_record_has(raw->record, rule->column);
	int status = 0;

	if (!lmbench_raw_word(raw, rule->field, value))
		return lmbench_raw_skip(raw, "without its value");
	if (is_second)
		return lmbench_raw_skip(raw, "there is one already, and the first counts");
	if (rule->column != LMBENCH_NO_COLUMN)
		status = lmbench_raw_set(raw, LMBENCH_2, rule->column, value);
	/* In 3.0 the bandwidth of TCP is a block. */
	if (status == 0 && rule->column != LMBENCH_NO_COLUMN &&
	    rule->column != LMBENCH_TCP_BANDWIDTH)
		status = lmbench_raw_set(raw, LMBENCH_3, rule->column, value);
	if (status < 0)
		return status;
	/* Where 3.0 shall read it, too, its block follows. */
	if (rule->column == LMBENCH_TCP_BANDWIDTH)
		raw->block = LMBENCH_BLOCK_SOCKETS;
	/* What is cut inside of its unit is whole for all that. */
	lmbench_raw_word(raw, rule->field + 1, unit);
	if (!raw->is_cut && strcmp(unit, rule->unit) != 0)
		return refuse_unit(raw, rule->column);
	return lmbench_raw_add(raw, rule->operation, rule->parameter, value, unit_of(rule->unit),
			       rule->is_net);
}

/* "Select on 100 fd's: 1.17 microseconds", "Select on 100 tcp fd's: ...". 1, 0 or -ENOMEM. */
static int read_select(struct lmbench_raw *raw)
{
	struct lmbench_line_rule rule = {.column = LMBENCH_NO_COLUMN, .unit = "microseconds"};
	char parameter[LMBENCH_PARAMETER_SIZE];
	unsigned int count;
	int end = 0;
	int status;

	if (sscanf(raw->line, "Select on %6u %n", &count, &end) != 1 || end == 0)
		return 0;
	if (begins_with(raw->line + end, "fd")) {
		rule.field = 4;
		rule.operation = "select-file";
		rule.column = count == 100 ? LMBENCH_SELECT_FD : LMBENCH_NO_COLUMN;
	} else if (begins_with(raw->line + end, "tcp fd")) {
		rule.field = 5;
		rule.operation = "select-tcp";
		rule.column = count == 100 ? LMBENCH_SELECT_TCP : LMBENCH_NO_COLUMN;
	} else {
		return 0;
	}
	snprintf(parameter, sizeof(parameter), "FD%u", count);
	rule.parameter = parameter;
	status = read_value(raw, &rule);
	return status < 0 ? status : 1;
}

/* A line with one figure: 1; 0 when it is none; -ENOMEM. */
static int read_figure(struct lmbench_raw *raw)
{
	for (size_t i = 0; i < lmbench_line_rule_count; i++) {
		int status;

		if (!begins_with(raw->line, lmbench_line_rules[i].start))
			continue;
		status = read_value(raw, &lmbench_line_rules[i]);
		return status < 0 ? status : 1;
	}
	return read_select(raw);
}

static bool is_silent(const char *line)
{
	for (size_t i = 0; i < lmbench_silent_start_count; i++) {
		if (begins_with(line, lmbench_silent_starts[i]))
			return true;
	}
	return begins_with(line, "File ") && strstr(line, " write bandwidth:") != NULL;
}

/* A line outside of blocks, or a block's title. */
static int read_free(struct lmbench_raw *raw)
{
	int status = lmbench_block_open(raw);

	if (status == 0)
		status = read_figure(raw);
	if (status != 0)
		return status < 0 ? status : 0;
	return raw->is_used || is_silent(raw->line) ? 0 : lmbench_raw_skip(raw, "not understood");
}

/* Whether the line begins something of LMbench's, so that a block before it has ended. */
static bool is_start(const char *line)
{
	for (size_t i = 0; i < lmbench_line_rule_count; i++) {
		if (begins_with(line, lmbench_line_rules[i].start))
			return true;
	}
	return line[0] == '"' || line[0] == '[' || begins_with(line, "Memory ") ||
	       begins_with(line, "Select on ") || is_silent(line);
}

/* What stands between start and "]" in a file that we have written, in *value. 0 or -ENOMEM. */
static int read_own(const struct lmbench_raw *raw, const char *start, char **value)
{
	size_t length = strlen(raw->line);

	if (!raw->record->is_ours || !begins_with(raw->line, start) || raw->line[length - 1] != ']')
		return 0;
	free(*value);
	*value = strndup(raw->line + strlen(start), length - strlen(start) - 1);
	return *value ? 0 : -ENOMEM;
}

/* Who has measured, and which of several runs it is: "variant landlock". 0 or -ENOMEM. */
static int read_origin(struct lmbench_raw *raw)
{
	int status = read_own(raw, "[measured by ", &raw->record->version);

	return status == 0 ? read_own(raw, "[of several runs: ", &raw->record->group) : status;
}

static int read_line(struct lmbench_raw *raw)
{
	bool is_empty = raw->line[strspn(raw->line, blanks)] == '\0';
	int status = read_machine(raw);

	if (status == 0)
		status = read_origin(raw);
	if (status == 0 && is_header(raw->line, strlen(raw->line)))
		return read_run(raw);
	if (status == 0 && raw->block != LMBENCH_BLOCK_NONE && !is_empty) {
		status = lmbench_block_line(raw);
		if (status != 0)
			return status < 0 ? status : 0;
		/* What a shell says in between ends a block for one script, not for the other. */
		raw->is_broken = true;
		if (is_start(raw->line))
			status = lmbench_block_close(raw);
	} else if (status == 0 && is_empty) {
		return lmbench_block_close(raw);
	}
	return status == 0 ? read_free(raw) : status;
}

/* Take the line of length bytes at text; one that is no text is only counted. */
static int take_line(struct lmbench_raw *raw, const char *text, size_t length)
{
	size_t kept = length < LMBENCH_TEXT_SIZE ? length : LMBENCH_TEXT_SIZE - 1;
	bool has_nul = memchr(text, '\0', length) != NULL;

	if (length > 0 && text[length - 1] == '\r')
		kept = kept == length ? kept - 1 : kept;
	memcpy(raw->line, text, kept);
	raw->line[kept] = '\0';
	if (raw->has_ended) {
		raw->record->skipped++;
		return 0;
	}
	if (has_nul)
		return lmbench_raw_skip(raw, "holds a NUL");
	if (length >= LMBENCH_TEXT_SIZE)
		return lmbench_raw_skip(raw, "too long");
	return read_line(raw);
}

/* LMbench ends each block with an empty line and the file with the date. 0 or -ENOMEM. */
static int end_file(struct lmbench_raw *raw)
{
	int status = 0;

	raw->is_torn = raw->block == LMBENCH_BLOCK_LAST || raw->block == LMBENCH_BLOCK_SOCKETS ||
		       raw->block == LMBENCH_BLOCK_STRIDE;
	if (raw->is_torn)
		status = lmbench_raw_skip(
			raw, "the file ends within a block, whose largest size is not there");
	return status == 0 ? lmbench_block_close(raw) : status;
}

static int read_lines(struct lmbench_raw *raw, const char *text, size_t length)
{
	size_t at = text_mark_length(text, length);
	int status = 0;

	while (at < length && status == 0) {
		const char *end = memchr(text + at, '\n', length - at);
		size_t line = end ? (size_t)(end - text) - at : length - at;

		raw->number++;
		raw->is_cut = end == NULL;
		raw->is_used = false;
		status = take_line(raw, text + at, line);
		at += line + 1;
	}
	return status == 0 ? end_file(raw) : status;
}

int lmbench_raw_read(const char *text, size_t length, const char *path,
		     struct lmbench_record *record, struct error *error)
{
	struct lmbench_raw *raw;
	char shown[TEXT_SHOW_SIZE];
	int status;

	text_show(path, strlen(path), shown);
	lmbench_record_init(record);
	if (length > LMBENCH_RAW_MAXIMUM)
		return error_set(error, -EINVAL, "%s: too large for a result of LMbench", shown);
	if (!lmbench_raw_is(text, length))
		return error_set(error, -EINVAL, "%s: no result of LMbench: no line \"%s\"", shown,
				 "[lmbench3.0 results for ...");
	raw = calloc(1, sizeof(*raw));
	if (!raw)
		return error_set(error, -ENOMEM, "no memory to read %s", shown);
	raw->record = record;
	status = lmbench_record_name(record, path);
	if (status == 0)
		status = read_lines(raw, text, length);
	free(raw);
	if (status == 0)
		return 0;
	lmbench_record_clear(record);
	return error_set(error, status, "no memory to read %s", shown);
}
