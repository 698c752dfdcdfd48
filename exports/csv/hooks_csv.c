/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_csv.c - writes a table of hooks.
 */
#include "exports/csv/hooks_csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv/escape.h"
#include "exports/csv/hooks_csv_layout.h"
#include "exports/number.h"
#include "exports/signature.h"

static int write_line(const char *name, const char *value, FILE *file)
{
	char *text = escape_text(value);

	if (!text)
		return -ENOMEM;
	fprintf(file, "# %s: %s\n", name, text);
	free(text);
	return 0;
}

/* One line for each module, at its first hook. */
static int write_users(const struct hook_table *table, FILE *file)
{
	for (size_t i = 0; i < table->user_count; i++) {
		const char *module = table->users[i].module;
		char *name;
		size_t first = 0;

		while (strcmp(table->users[first].module, module) != 0)
			first++;
		if (first < i)
			continue;
		name = escape_word(module);
		if (!name)
			return -ENOMEM;
		fprintf(file, "# " HOOKS_CSV_USER "%s:", name);
		free(name);
		for (size_t j = i; j < table->user_count; j++)
			if (strcmp(table->users[j].module, module) == 0)
				fprintf(file, " %s", table->users[j].hook);
		fputc('\n', file);
	}
	return 0;
}

static int write_header(const struct hook_table *table, FILE *file)
{
	int status = 0;

	signature_write(SIGNATURE_HOOKS, file);
	if (table->release)
		status = write_line("release", table->release, file);
	if (status == 0)
		status = write_users(table, file);
	for (size_t i = 0; i < table->uncounted.count && status == 0; i++)
		status = write_line("uncounted", table->uncounted.items[i], file);
	fprintf(file, "# rows: %zu\n" HOOKS_CSV_COLUMNS "\n", table->count_count);
	return status;
}

static int write_row(const struct hook_count *count, FILE *file)
{
	char number[NUMBER_SIZE];
	int status = escape_write_cell(count->operation, file);

	if (status == 0)
		status = escape_write_cell(count->parameter, file);
	if (status == 0)
		status = escape_write_cell(count->hook, file);
	number_show_double(count->count, number);
	fprintf(file, "%s,%s\n", number, count->varies ? "yes" : "");
	return status;
}

int hooks_csv_write(const struct hook_table *table, FILE *file, struct error *error)
{
	int status = write_header(table, file);

	for (size_t i = 0; i < table->count_count && status == 0; i++)
		status = write_row(&table->counts[i], file);
	if (status < 0)
		return error_set(error, status, "no memory to write hooks");
	errno = 0;
	if (fflush(file) == 0 && !ferror(file))
		return 0;
	return error_set(error, errno ? -errno : -EIO, "writing failed: %s",
			 error_words(errno ? errno : EIO));
}
