/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_csv_read.c - reads a table of hooks back.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports/csv/csv_line.h"
#include "exports/csv/escape.h"
#include "exports/csv/hooks_csv.h"
#include "exports/csv/hooks_csv_layout.h"
#include "exports/lines.h"
#include "exports/number.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

#define LINE_MAXIMUM 65536
#define USERS_MAXIMUM 10000u
#define COUNT_MAXIMUM 1e9

/* How far reading has come. */
struct place {
	size_t line;
	bool in_rows; /* behind the row of column names */
	bool said;    /* the file says how many rows there are */
	size_t rows;
	uint64_t expected;
};

/* The name of a hook or a module: as those of functions are. */
static bool is_name(const char *text)
{
	return text[0] != '\0' &&
	       text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static int take_number(const char *cell, double *count, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];

	if (number_parse_double(cell, count) == 0 && *count >= 0 && *count <= COUNT_MAXIMUM)
		return 0;
	return error_set(error, -EINVAL, "count: \"%s\" is no such number",
			 text_show(cell, strlen(cell), shown));
}

static bool has(const struct hook_table *table, const struct hook_count *count)
{
	for (size_t i = table->count_count; i-- > 0;)
		if (strcmp(table->counts[i].hook, count->hook) == 0 &&
		    strcmp(table->counts[i].parameter, count->parameter) == 0 &&
		    strcmp(table->counts[i].operation, count->operation) == 0)
			return true;
	return false;
}

static int check_count(const struct hook_table *table, const struct hook_count *count,
		       struct error *error)
{
	if (count->operation[0] == '\0')
		return error_set(error, -EINVAL, "operation: missing");
	if (count->hook[0] && !is_name(count->hook))
		return error_set(error, -EINVAL, "hook: only a-z, 0-9 and _ are in a name");
	if (count->hook[0] == '\0' && count->count > 0)
		return error_set(error, -EINVAL, "hook: missing");
	if (has(table, count))
		return error_set(error, -EINVAL, "the same case and hook stand twice");
	return 0;
}

static int add_row(struct hook_table *table, char *const *cells, struct error *error)
{
	struct hook_count count = {.operation = cells[0], .parameter = cells[1], .hook = cells[2]};
	int status;

	for (size_t i = 0; i < 3; i++)
		if (unescape_text(cells[i], NULL) < 0)
			return error_set(error, -EINVAL, "a name is not escaped as it should be");
	if (cells[4][0] && strcmp(cells[4], "yes") != 0)
		return error_set(error, -EINVAL, "varies: neither yes nor empty");
	count.varies = cells[4][0] != '\0';
	status = take_number(cells[3], &count.count, error);
	if (status == 0)
		status = check_count(table, &count, error);
	if (status == 0 && hook_table_add(table, &count) < 0)
		status = error_set(error, -ENOMEM, "no memory");
	return status;
}

static int take_row(struct hook_table *table, struct place *at, const char *line, size_t length,
		    struct error *error)
{
	struct csv_line row = {0};
	int status;

	if (++at->rows > HOOKS_CSV_ROWS_MAXIMUM)
		return error_set(error, -EINVAL, "more than %u rows", HOOKS_CSV_ROWS_MAXIMUM);
	status = csv_line_split(&row, line, length, HOOKS_CSV_CELLS, HOOKS_CSV_COLUMNS, error);
	if (status == 0)
		status = add_row(table, row.cells, error);
	csv_line_clear(&row);
	return status;
}

/* hooks: names with a blank between. */
static int take_users(struct hook_table *table, const char *module, char *hooks,
		      struct error *error)
{
	char *state;

	if (!is_name(module))
		return error_set(error, -EINVAL,
				 "user: only a-z, 0-9 and _ are in a module's name");
	for (const char *hook = strtok_r(hooks, " ", &state); hook;
	     hook = strtok_r(NULL, " ", &state)) {
		if (!is_name(hook))
			return error_set(error, -EINVAL,
					 "user: only a-z, 0-9 and _ are in a hook's name");
		if (table->user_count >= USERS_MAXIMUM)
			return error_set(error, -EINVAL, "user: more than %u", USERS_MAXIMUM);
		if (hook_table_add_user(table, module, hook) < 0)
			return -ENOMEM;
	}
	return 0;
}

static int take_field(struct hook_table *table, struct place *at, const char *name, char *text,
		      struct error *error)
{
	if (strncmp(name, HOOKS_CSV_USER, strlen(HOOKS_CSV_USER)) == 0)
		return take_users(table, name + strlen(HOOKS_CSV_USER), text, error);
	if (strcmp(name, "rows") == 0) {
		at->said = true;
		if (number_parse(text, HOOKS_CSV_ROWS_MAXIMUM, &at->expected) < 0)
			return error_set(error, -EINVAL, "rows: expected a number up to %u",
					 HOOKS_CSV_ROWS_MAXIMUM);
		return 0;
	}
	if (strcmp(name, "release") != 0 && strcmp(name, "uncounted") != 0)
		return 0;
	if (unescape_text(text, NULL) < 0)
		return error_set(error, -EINVAL, "%s: not escaped as it should be", name);
	if (strcmp(name, "release") == 0)
		return hook_table_set_release(table, text);
	return text_list_add(&table->uncounted, text);
}

/* A header line, "# NAME: TEXT"; names that are not known are let pass. */
static int take_comment(struct hook_table *table, struct place *at, const char *line, size_t length,
			struct error *error)
{
	char *copy = strndup(line, length);
	char *text = copy ? strchr(copy, ':') : NULL;
	int status = copy ? 0 : -ENOMEM;

	if (text && strncmp(copy, "# ", 2) == 0) {
		*text++ = '\0';
		text += *text == ' ';
		status = take_field(table, at, copy + 2, text, error);
	}
	free(copy);
	return status == -ENOMEM ? error_set(error, status, "no memory") : status;
}

static int take_line(struct hook_table *table, struct place *at, const char *line, size_t length,
		     struct error *error)
{
	static const char columns[] = HOOKS_CSV_COLUMNS;

	if (at->line == 1 && signature_of(line, length) != SIGNATURE_HOOKS)
		return error_set(error, -EINVAL,
				 "expected \"%s\": it is no table of hooks of this version",
				 signature_line(SIGNATURE_HOOKS));
	if (length > 0 && line[0] == '#')
		return take_comment(table, at, line, length, error);
	if (at->in_rows)
		return take_row(table, at, line, length, error);
	at->in_rows = true;
	if (length == strlen(columns) && memcmp(line, columns, length) == 0)
		return 0;
	return error_set(error, -EINVAL, "expected " HOOKS_CSV_COLUMNS);
}

/* A file that was cut between two rows looks whole but for their number. */
static int check_end(const struct place *at, struct error *error)
{
	if (at->in_rows && at->said && at->rows == at->expected)
		return 0;
	return error_set(error, -EINVAL,
			 "the file ends after %zu rows and should have %" PRIu64
			 ": it was cut or changed, count again (lsmbench hooks)",
			 at->rows, at->expected);
}

static int take_all(const char *text, size_t length, struct hook_table *table, struct place *at,
		    struct error *error)
{
	struct lines lines;
	const char *line;
	size_t size;
	int status;

	lines_of_memory(&lines, text, length, LINE_MAXIMUM);
	while ((status = lines_next(&lines, &line, &size, error)) > 0) {
		at->line = lines.number;
		status = take_line(table, at, line, size, error);
		if (status < 0)
			return status;
	}
	return status < 0 ? status : check_end(at, error);
}

int hooks_csv_read(const char *text, size_t length, const char *source, struct hook_table *table,
		   struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	struct error inner = {""};
	struct place at = {0};
	int status;

	*table = (struct hook_table){0};
	status = take_all(text, length, table, &at, &inner);
	if (status == 0)
		return 0;
	hook_table_clear(table);
	return error_set(error, status, "%s: line %zu: %s",
			 text_show(source, strlen(source), shown), at.line, inner.text);
}

/* Read until the end, or until text is full. Bytes, or a negative errno. */
static ssize_t read_whole(int descriptor, char *text, size_t size)
{
	size_t used = 0;
	ssize_t got = 1;

	while (got > 0 && used < size) {
		got = read(descriptor, text + used, size - used);
		if (got > 0)
			used += (size_t)got;
	}
	return got < 0 ? -errno : (ssize_t)used;
}

int hooks_csv_read_file(const char *path, struct hook_table *table, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	const char *name = text_show(path, strlen(path), shown);
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	char *text;
	ssize_t length;
	int status;

	if (descriptor < 0)
		return error_set(error, -errno, "%s: %s", name, error_words(errno));
	text = malloc(HOOKS_CSV_MAXIMUM + 1);
	length = text ? read_whole(descriptor, text, HOOKS_CSV_MAXIMUM + 1) : -ENOMEM;
	close(descriptor);
	if (length < 0)
		status = error_set(error, (int)length, "%s: %s", name, error_words((int)length));
	else if ((size_t)length > HOOKS_CSV_MAXIMUM)
		status = error_set(error, -EFBIG, "%s: longer than %u bytes: no table of hooks",
				   name, HOOKS_CSV_MAXIMUM);
	else
		status = hooks_csv_read(text, (size_t)length, path, table, error);
	free(text);
	return status;
}
