/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_csv.c - any bytes as a native file: refused with a line, or read, and then what is written
 * of it reads back as the same result.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "exports/csv/csv_read.h"
#include "exports/csv/csv_write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where the fuzzer sees it. */
static void must(int is_so)
{
	if (!is_so)
		abort();
}

static void round_trip(const struct result *result)
{
	struct error error;
	struct result again;
	char *text = NULL;
	size_t length = 0;
	FILE *file = open_memstream(&text, &length);

	must(file != NULL);
	must(csv_write_result(&result, 1, file, &error) == 0);
	must(fclose(file) == 0);
	must(csv_read_memory(text, length, "again", &again, &error) == 0);
	must(result_equal(result, &again));
	result_clear(&again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error error = {0};
	struct result result;

	if (csv_read_memory((const char *)data, size, "fuzz", &result, &error) < 0) {
		must(error.text[0] != '\0');
		return 0;
	}
	round_trip(&result);
	result_clear(&result);
	return 0;
}
