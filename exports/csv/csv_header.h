/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_header.h - the "# key: value" lines of a native result, written and read.
 */
#ifndef LSMBENCH_EXPORTS_CSV_HEADER_H
#define LSMBENCH_EXPORTS_CSV_HEADER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "exports/csv/csv_steps.h"

/* Write every header line of result, the signature included. 0 or -ENOMEM. */
int csv_header_write(const struct result *result, FILE *file, struct error *error);

/* What is known while a header is read. */
struct csv_header {
	struct result *result;
	struct plan plan;
	struct csv_steps steps;
	bool has_samples; /* the line that counts the rows was there */
	uint64_t samples;
	uint64_t readings;
	uint64_t latencies; /* lines of them */
};

void csv_header_init(struct csv_header *header, struct result *result);
void csv_header_clear(struct csv_header *header);

/*
 * Take one line, "# key: value" without its end, which is changed. Lines without a key that is
 * known here are let pass. 0, -EINVAL or -ENOMEM with what is wrong, without file and line number.
 */
int csv_header_take(struct csv_header *header, char *line, struct error *error);

/* After the last line: is all there, does all fit? The same errors. */
int csv_header_end(struct csv_header *header, struct error *error);

#endif
