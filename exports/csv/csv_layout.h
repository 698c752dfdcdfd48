/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_layout.h - what writer and reader of the native result agree on.
 *
 * Lines "# key: value" (the header), the row of column names, and a row a sample, sorted by pass,
 * case and order, which count from 0 as runs do. The header begins with the signature and holds, in
 * this order: the fields of csv_fields, "command" and "direction" (for people, not read back),
 * "plan.KEY", "env.KEY" with "source.KEY" or "unknown.KEY", "warning.LEVEL", "step.N" with
 * "reason.N", and "samples"; "readings" and "latencies" count what else stands behind the rows of
 * runs.
 *
 * The field "unit" says what start_ns, duration_ns and the fields in nanoseconds count: ns, or
 * instructions, for which these names stay. A file without that line counts ns. The cells metric
 * and unit of each row have to agree with it.
 */
#ifndef LSMBENCH_EXPORTS_CSV_LAYOUT_H
#define LSMBENCH_EXPORTS_CSV_LAYOUT_H

#include <stddef.h>

#include "engine/result/result.h"

#define CSV_COLUMNS                                                                                \
	"operation,parameter,variant,pass,run,order,start_ns,duration_ns,iterations,"              \
	"metric,unit,value,flags"
#define CSV_COLUMN_COUNT 13

/* No line of a result is longer, in bytes without its end; values that would be are cut. */
#define CSV_LINE_MAXIMUM 262144

enum csv_column {
	COLUMN_OPERATION,
	COLUMN_PARAMETER,
	COLUMN_VARIANT,
	COLUMN_PASS,
	COLUMN_RUN,
	COLUMN_ORDER,
	COLUMN_START,
	COLUMN_DURATION,
	COLUMN_ITERATIONS,
	COLUMN_METRIC,
	COLUMN_UNIT,
	COLUMN_VALUE,
	COLUMN_FLAGS,
};

extern const char *const csv_column_names[CSV_COLUMN_COUNT];

/*
 * What stands in the metric cell of a step that has step_bytes() (0: none): "latency" or
 * "instructions", where smaller is better, or "bandwidth", where bigger is. The unit cell holds
 * result_unit_shown(). Static.
 */
const char *csv_metric(enum result_unit unit, uint64_t bytes);

/*
 * Write the value cell of a sample at out, without a terminator; returns the end, which is out when
 * there is no value: the first iteration failed, or the rate is beyond what a number can hold. At
 * most 25 bytes.
 */
char *csv_put_value(char *out, uint64_t bytes, const struct sample *sample);

/* Room for the words of any flags. */
#define CSV_FLAGS_SIZE 40

/* The flags as words joined by "+", "" for none; bits without a word are left out. */
const char *csv_flags_show(unsigned int flags, char buffer[CSV_FLAGS_SIZE]);
/* 0 and *flags, or -EINVAL. Each word once, in the order of the bits. */
int csv_flags_parse(const char *text, uint16_t *flags);

/* A field of struct result that is one header line. */
struct csv_field {
	const char *key;
	const char *expected; /* what a value looks like, for messages */
	/* The field as text for a line; short, without characters to escape but in free text. */
	void (*show)(const struct result *result, char *buffer, size_t size);
	/* Set the field from the unescaped value: 0 or -EINVAL. */
	int (*set)(struct result *result, const char *text);
};

extern const struct csv_field csv_fields[];
extern const size_t csv_field_count;

/*
 * What became of a step, as the value of its line: "state=done iterations=2000 warmup=12 failed=0
 * fixture=rebuilt variant=none case=stat FFF". malloc'ed, NULL without memory.
 */
char *csv_step_show(const struct result *result, size_t step);
/*
 * Read such a value into *step (without its reason) and point *variant and *name into text, which
 * is changed; both are still escaped. 0, or -EINVAL with *expected saying what is.
 */
int csv_step_parse(char *text, struct step *step, char **variant, char **name,
		   const char **expected);

/*
 * The beginnings of the rows: for each step its operation, parameter and variant cells with the
 * comma behind each, as they stand in a file.
 */
struct csv_prefixes {
	char **texts;     /* by step */
	size_t *lengths;  /* of texts */
	uint64_t *bytes;  /* step_bytes() of each */
	uint32_t *sorted; /* the steps in the order of their texts */
	size_t count;
};

/* Of a result whose steps are made. 0 or -ENOMEM. */
int csv_prefixes_make(struct csv_prefixes *prefixes, const struct result *result,
		      struct error *error);
void csv_prefixes_clear(struct csv_prefixes *prefixes);
/* The step whose rows begin with prefix, or -ENOENT. */
long csv_prefixes_find(const struct csv_prefixes *prefixes, const char *prefix);
/* The three cells (without CSV quotes) as a row begins with them; malloc'ed. */
char *csv_prefix(const char *operation, const char *parameter, const char *variant);

#endif
