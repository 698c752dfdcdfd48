/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_write.c - figures as a raw file that LMbench's own summary scripts read.
 */
#include "exports/lmbench/lmbench_raw_write.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_of_result.h"
#include "exports/lmbench/lmbench_raw_rules.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

#define MEGABYTE 1e6
#define MEBIBYTE 1048576.0

static const struct lmbench_figure *find(const struct lmbench_record *record, const char *operation,
					 const char *parameter)
{
	for (size_t i = 0; i < record->figure_count; i++) {
		if (strcmp(record->figures[i].operation, operation) == 0 &&
		    strcmp(record->figures[i].parameter, parameter) == 0)
			return &record->figures[i];
	}
	return NULL;
}

/* The figure as microseconds, nanoseconds or by the second, whichever unit asks for. */
static double in_unit(const struct lmbench_figure *figure, enum lmbench_unit unit)
{
	double ns = figure->value;

	if (unit == LMBENCH_MEGABYTES || figure->unit == LMBENCH_MEGABYTES)
		return unit == figure->unit ? figure->value : (double)NAN;
	if (figure->unit == LMBENCH_MICROSECOND)
		ns = figure->value * 1e3;
	else if (figure->unit == LMBENCH_PER_SECOND)
		ns = 1e9 / figure->value;
	if (unit == LMBENCH_MICROSECOND)
		return ns / 1e3;
	return unit == LMBENCH_PER_SECOND ? 1e9 / ns : ns;
}

/* The text as one word between LMbench's blanks and brackets. */
static void write_word(const char *text, FILE *file)
{
	for (; *text; text++)
		fputc(*text > 0x20 && *text < 0x7f && *text != '[' && *text != ']' ? *text : '_',
		      file);
}

static void write_text(const char *text, FILE *file)
{
	for (; *text; text++)
		fputc(*text >= 0x20 && *text < 0x7f && *text != '[' && *text != ']' ? *text : '_',
		      file);
}

/* The first line: the scripts take its words 3 and 5, of those in "uname -a" system and release. */
static void write_header(const struct lmbench_record *record, FILE *file)
{
	const char *os = record->os ? record->os : "";
	const char *release = strchr(os, ' ');
	const char *mhz = lmbench_record_value(record, LMBENCH_MHZ);

	fputs(signature_lmbench_raw, file);
	fprintf(file, "%.*s ", release ? (int)(release - os) : (int)strlen(os), os);
	write_word(record->host[0] ? record->host : "unknown", file);
	fputc(' ', file);
	write_word(release && release[1] ? release + 1 : "unknown", file);
	fputs(record->is_ours ? " lsmbench]\n[measured by " : " lsmbench]\n[read from ", file);
	write_text(record->version ? record->version : "", file);
	fputs("]\n[MHZ: ", file);
	write_text(mhz ? mhz : "", file);
	fputs("]\n[SYNC_MAX: 1]\n", file);
	if (record->group) {
		fputs("[of several runs: ", file);
		write_text(record->group, file);
		fputs("]\n", file);
	}
}

static enum lmbench_unit unit_of(const char *word)
{
	return strcmp(word, "nanoseconds") == 0 ? LMBENCH_NANOSECOND
	       : strcmp(word, "MB/sec") == 0    ? LMBENCH_MEGABYTES
						: LMBENCH_MICROSECOND;
}

/* The value of a line: of its figure, or, of what no operation of ours is, the column's text. */
static double value_of_line(const struct lmbench_record *record,
			    const struct lmbench_line_rule *rule)
{
	const struct lmbench_figure *figure =
		rule->operation ? find(record, rule->operation, rule->parameter) : NULL;
	const char *text = rule->column == LMBENCH_NO_COLUMN
				   ? NULL
				   : lmbench_record_value(record, rule->column);

	if (figure)
		return in_unit(figure, unit_of(rule->unit));
	/* Of a path, the table may show another shape than LMbench's own. */
	if (rule->operation && !rule->parameter[0])
		return (double)NAN;
	return text ? lmbench_number(text) : (double)NAN;
}

/* What LMbench has between a line's beginning and its value. */
static const char *middle_of(const struct lmbench_line_rule *rule)
{
	if (strcmp(rule->start, "Pagefaults on ") == 0)
		return "file:";
	return rule->start[strlen(rule->start) - 1] == ' ' ? "other-host:" : "";
}

/* In MB: what ours moves at once, or what LMbench's own does. */
static double transfer_size(const struct lmbench_line_rule *rule)
{
	const struct operation *operation = operation_find(rule->operation);
	uint64_t bytes = operation ? operation_bytes(operation, rule->parameter) : 0;

	return bytes ? (double)bytes / MEGABYTE : 10;
}

static void write_lines(const struct lmbench_record *record, FILE *file)
{
	for (size_t i = 0; i < lmbench_line_rule_count; i++) {
		const struct lmbench_line_rule *rule = &lmbench_line_rules[i];
		double value = value_of_line(record, rule);

		/* The older name of a line that has been written. */
		if (!(value > 0) || strcmp(rule->start, "Null syscall:") == 0)
			continue;
		fprintf(file, "%s%s %.6f %s\n", rule->start, middle_of(rule), value, rule->unit);
		/* 2.5 takes this line, 3.0 the last of the block that follows it. */
		if (rule->column == LMBENCH_TCP_BANDWIDTH)
			fprintf(file, "%.6f %.6f MB/sec\n\n", transfer_size(rule), value);
	}
}

static void write_selects(const struct lmbench_record *record, FILE *file)
{
	for (size_t i = 0; i < record->figure_count; i++) {
		const struct lmbench_figure *figure = &record->figures[i];
		bool is_tcp = strcmp(figure->operation, "select-tcp") == 0;

		if (!is_tcp && strcmp(figure->operation, "select-file") != 0)
			continue;
		fprintf(file, "Select on %.0f %sfd's: %.6f microseconds\n",
			lmbench_number(figure->parameter +
				       strcspn(figure->parameter, "0123456789")),
			is_tcp ? "tcp " : "", in_unit(figure, LMBENCH_MICROSECOND));
	}
}

/* "8M/128": the size in bytes, and what stands behind the slash. */
static double bytes_of(const char *parameter)
{
	double bytes = lmbench_number(parameter);

	switch (parameter[strspn(parameter, "0123456789")]) {
	case 'G':
		return bytes * 1024 * MEBIBYTE;
	case 'M':
		return bytes * MEBIBYTE;
	case 'K':
		return bytes * 1024;
	default:
		return bytes;
	}
}

static const char *behind_slash(const char *parameter)
{
	const char *slash = strchr(parameter, '/');

	return slash ? slash + 1 : "";
}

/* A figure of a block, with what it is sorted by. */
struct place {
	double group;  /* the stride, or the working set */
	double number; /* the size, or the processes */
	const struct lmbench_figure *figure;
};

static int compare_places(const void *first, const void *second)
{
	const struct place *a = first;
	const struct place *b = second;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* The figures of an operation, sorted; malloc'ed in *places. Their number, or -ENOMEM. */
static long places_of(const struct lmbench_record *record, const char *operation,
		      struct place **places)
{
	size_t count = 0;

	*places = calloc(record->figure_count + 1, sizeof(**places));
	if (!*places)
		return -ENOMEM;
	for (size_t i = 0; i < record->figure_count; i++) {
		const struct lmbench_figure *figure = &record->figures[i];

		if (strcmp(figure->operation, operation) == 0)
			(*places)[count++] = (struct place){
				.group = bytes_of(behind_slash(figure->parameter)),
				.number = bytes_of(figure->parameter),
				.figure = figure,
			};
	}
	qsort(*places, count, sizeof(**places), compare_places);
	return (long)count;
}

static int write_block(const struct lmbench_record *record, const struct lmbench_block_rule *rule,
		       FILE *file)
{
	struct place *places;
	long count = places_of(record, rule->operation, &places);

	if (count > 0)
		fprintf(file, "\n%s%s%s\n", rule->is_quoted ? "\"" : "", rule->start,
			strcmp(rule->start, "Memory read") == 0 ||
					strcmp(rule->start, "Memory write") == 0
				? " bandwidth"
				: "");
	for (long i = 0; i < count; i++)
		fprintf(file, "%.6f %.6f\n", places[i].number / MEGABYTE,
			in_unit(places[i].figure, rule->unit));
	free(places);
	return count < 0 ? -ENOMEM : 0;
}

static int write_blocks(const struct lmbench_record *record, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < lmbench_block_rule_count && status == 0; i++) {
		if (lmbench_block_rules[i].operation)
			status = write_block(record, &lmbench_block_rules[i], file);
	}
	return status;
}

/* Files created and deleted by the second; what was not measured is -1. */
static int write_files(const struct lmbench_record *record, FILE *file)
{
	struct place *places;
	long count = places_of(record, "file-create", &places);

	if (count > 0)
		fputs("\n\"File system latency\n", file);
	for (long i = 0; i < count; i++) {
		const struct lmbench_figure *deleted =
			find(record, "file-delete", places[i].figure->parameter);

		/* The number of files that LMbench made for it is nobody's figure. */
		fprintf(file, "%.0fk\t1\t%.6f\t%.6f\n", places[i].number / 1024,
			in_unit(places[i].figure, LMBENCH_PER_SECOND),
			deleted ? in_unit(deleted, LMBENCH_PER_SECOND) : -1);
	}
	free(places);
	return count < 0 ? -ENOMEM : 0;
}

static int write_contexts(const struct lmbench_record *record, FILE *file)
{
	struct place *places;
	long count = places_of(record, "context-switch", &places);

	for (long i = 0; i < count; i++) {
		const struct lmbench_figure *overhead =
			find(record, "context-switch-overhead", places[i].figure->parameter);

		if (i == 0 || places[i].group > places[i - 1].group)
			fprintf(file, "\n\"size=%.0fk ovr=%.2f\n", places[i].group / 1024,
				overhead ? in_unit(overhead, LMBENCH_MICROSECOND) : 0);
		fprintf(file, "%.0f %.6f\n", places[i].number,
			in_unit(places[i].figure, LMBENCH_MICROSECOND));
	}
	free(places);
	return count < 0 ? -ENOMEM : 0;
}

/* Latencies in order are called as LMbench calls them, and so are random ones of its own stride. */
static int write_latencies(const struct lmbench_record *record, const char *operation,
			   const char *title, FILE *file)
{
	bool is_random = strcmp(operation, "memory-latency") != 0;
	struct place *places;
	long count = places_of(record, operation, &places);

	if (count > 0)
		fprintf(file, "\n%s", title);
	for (long i = 0; i < count; i++) {
		if (i == 0 || places[i].group > places[i - 1].group)
			fprintf(file, "\n\"%sstride=%.0f\n",
				is_random && places[i].group != 16 ? "random " : "",
				places[i].group);
		/* The scripts know 1 KiB by "0.00098". */
		fprintf(file, "%.5f %.6f\n", places[i].number / MEBIBYTE,
			in_unit(places[i].figure, LMBENCH_NANOSECOND));
	}
	free(places);
	return count < 0 ? -ENOMEM : 0;
}

int lmbench_raw_write_record(const struct lmbench_record *record, FILE *file)
{
	int status;

	write_header(record, file);
	write_lines(record, file);
	write_selects(record, file);
	status = write_blocks(record, file);
	if (status == 0)
		status = write_files(record, file);
	if (status == 0)
		status = write_contexts(record, file);
	if (status == 0)
		status = write_latencies(record, "memory-latency", "Memory load latency", file);
	if (status == 0)
		status = write_latencies(record, "memory-latency-random", "Random load latency",
					 file);
	fputs("\n[end]\n", file);
	return status;
}

int lmbench_raw_variant(const struct result *result, const char *name, size_t *variant,
			struct error *error)
{
	const struct plan *plan = &result->plan;
	char shown[TEXT_SHOW_SIZE];
	char labels[512] = "";
	size_t used = 0;

	*variant = 0;
	for (size_t i = 0; name && i < plan->variants.count && used < sizeof(labels); i++) {
		char label[PLAN_LABEL_SIZE];
		const char *shown_label = plan_step_label(plan, i, label);

		*variant = i;
		if (strcmp(shown_label, name) == 0 || strcmp(plan->variants.items[i], name) == 0)
			return 0;
		used += (size_t)snprintf(labels + used, sizeof(labels) - used, "%s%.60s",
					 i ? ", " : "", shown_label);
	}
	return name ? error_set(error, -EINVAL, "there is no variant '%s' in it, only %s",
				text_show(name, strlen(name), shown), labels)
		    : 0;
}

int lmbench_raw_write(const struct export_item *items, size_t count,
		      const struct export_options *options, FILE *file, struct error *error)
{
	struct lmbench_row row = {.result = items[0].result, .pass = RESULT_ALL_PASSES};
	struct lmbench_record record;
	int status;

	(void)count;
	if (!items[0].result)
		return error_set(error, -EINVAL, "what is to be a raw file of LMbench is one");
	status = lmbench_raw_variant(row.result, options->variant, &row.variant, error);
	if (status < 0)
		return status;
	status = lmbench_of_result(&row, &record, error);
	if (status < 0)
		return status;
	status = lmbench_raw_write_record(&record, file);
	lmbench_record_clear(&record);
	return status < 0 ? error_set(error, status, "no memory to write a raw file") : 0;
}
