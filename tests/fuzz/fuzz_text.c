/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_text.c - any bytes as published text or as figures: refused with a line, or read, and then
 * what is written of it reads back, and it can be compared with itself in every format.
 */
#include <stdint.h>

#include "exports/text_read.h"
#include "tests/fuzz/figures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first byte chooses the reader. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error error = {""};
	struct figures figures;
	const char *text = (const char *)data;
	int status;

	if (size > 0 && data[0] == '#')
		status = figures_csv_read(text, size, "fuzz", &figures, &error);
	else
		status = text_read_memory(text, size, "fuzz", &figures, &error);
	if (status < 0) {
		must(error.text[0] != '\0');
		return 0;
	}
	round_trip(&figures);
	compare_with_itself(&figures);
	figures_clear(&figures);
	return 0;
}
