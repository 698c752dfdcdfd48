/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_hooks.c - any bytes as a table of hooks: refused with a line, or read, and then what is
 * written of it is read and written as the same again.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv/hooks_csv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where the fuzzer sees it. */
static void must(int is_so)
{
	if (!is_so)
		abort();
}

static char *write_table(const struct hook_table *table, size_t *length)
{
	struct error error;
	char *text = NULL;
	FILE *file = open_memstream(&text, length);

	must(file != NULL);
	must(hooks_csv_write(table, file, &error) == 0);
	must(fclose(file) == 0);
	return text;
}

static void round_trip(const struct hook_table *table)
{
	struct error error;
	struct hook_table again;
	size_t length = 0;
	size_t length_again = 0;
	char *text = write_table(table, &length);
	char *text_again;

	must(hooks_csv_read(text, length, "again", &again, &error) == 0);
	text_again = write_table(&again, &length_again);
	must(length == length_again && memcmp(text, text_again, length) == 0);
	hook_table_clear(&again);
	free(text);
	free(text_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error error = {0};
	struct hook_table table;

	if (hooks_csv_read((const char *)data, size, "fuzz", &table, &error) < 0) {
		must(error.text[0] != '\0');
		return 0;
	}
	round_trip(&table);
	hook_table_clear(&table);
	return 0;
}
