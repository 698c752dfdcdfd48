/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_lmbench.c - any bytes as a raw file of LMbench: refused with a line, or read; then every
 * table can be printed of it, in plain characters, and what we write of it reads back as it is.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_raw_read.h"
#include "exports/lmbench/lmbench_raw_write.h"
#include "exports/lmbench/lmbench_summary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where the fuzzer sees it. */
static void must(int is_so)
{
	if (!is_so)
		abort();
}

static void check_plain(const char *text)
{
	for (; *text; text++)
		must((*text >= 0x20 && *text < 0x7f) || *text == '\n' || *text == '\t');
}

static void write_tables(const struct lmbench_record *record)
{
	const struct lmbench_record *const rows[] = {record, record};

	for (int i = 0; i < 8; i++) {
		const struct lmbench_summary summary = {
			.generation = i % 2 ? LMBENCH_3 : LMBENCH_2,
			.exact = i & 2,
			.stats = i & 4,
		};
		char *text = NULL;
		size_t length = 0;
		FILE *file = open_memstream(&text, &length);

		must(file != NULL);
		lmbench_summary_tables(&summary, rows, 2, file);
		must(fclose(file) == 0);
		check_plain(text);
		free(text);
	}
}

/* What we write is read, and has no more figures, but for the two that tables have of any path. */
static void round_trip(const struct lmbench_record *record)
{
	struct error error = {""};
	struct lmbench_record again;
	char *text = NULL;
	size_t length = 0;
	FILE *file = open_memstream(&text, &length);

	must(file != NULL);
	must(lmbench_raw_write_record(record, file) == 0);
	must(fclose(file) == 0);
	must(lmbench_raw_read(text, length, "again/a.0", &again, &error) == 0);
	must(again.figure_count <= record->figure_count + 2);
	lmbench_record_clear(&again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error error = {""};
	struct lmbench_record record;
	char *text = malloc(size ? size : 1);

	must(text != NULL);
	memcpy(text, data, size);
	if (lmbench_raw_read(text, size, "d/fuzz.0", &record, &error) < 0) {
		must(error.text[0] != '\0');
		free(text);
		return 0;
	}
	for (size_t i = 0; i < record.figure_count; i++)
		must(record.figures[i].value > 0 && isfinite(record.figures[i].value));
	write_tables(&record);
	round_trip(&record);
	lmbench_record_clear(&record);
	free(text);
	return 0;
}
