/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench.c - tables in the layout of LMbench's summaries.
 */
#include "exports/lmbench/lmbench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_source.h"
#include "exports/lmbench/lmbench_fold.h"
#include "exports/lmbench/lmbench_lines.h"
#include "exports/lmbench/lmbench_own.h"
#include "exports/lmbench/lmbench_summary.h"
#include "exports/report.h"
#include "fixtures/text_show.h"

/* What is written. */
struct tables {
	struct lmbench_lines lines;
	const struct lmbench_record **records; /* those of the lines */
	const struct result **results;         /* of ours */
	size_t result_count;
};

static void clear_tables(struct tables *tables)
{
	lmbench_lines_clear(&tables->lines);
	free(tables->records);
	free(tables->results);
}

static int make_tables(const struct export_item *items, size_t count, bool stats,
		       struct tables *tables, struct error *error)
{
	int status;

	*tables = (struct tables){0};
	status = lmbench_lines_make(items, count, stats, &tables->lines, error);
	if (status < 0)
		return status;
	tables->records = calloc(tables->lines.count + 1, sizeof(struct lmbench_record *));
	tables->results = calloc(count + 1, sizeof(struct result *));
	if (!tables->records || !tables->results) {
		clear_tables(tables);
		return error_set(error, -ENOMEM, "no memory for LMbench's tables");
	}
	for (size_t i = 0; i < tables->lines.count; i++)
		tables->records[i] = tables->lines.items[i].record;
	for (size_t i = 0; i < count; i++) {
		if (items[i].result)
			tables->results[tables->result_count++] = items[i].result;
	}
	return 0;
}

/* Measured here, or read back from tables of ours. */
static bool is_by_us(const struct lmbench_record *record)
{
	return record->is_ours ||
	       (record->version && strncmp(record->version, "lsmbench ", 9) == 0);
}

/* "lsmbench 0.1.0": of the first row that is ours; NULL without one. */
static const char *version_of(const struct tables *tables)
{
	for (size_t i = 0; i < tables->lines.count; i++) {
		if (is_by_us(tables->records[i]) && tables->records[i]->version)
			return tables->records[i]->version;
	}
	return NULL;
}

/* "LMbench 2.0 layout, measured by lsmbench 0.1.0": of what is ours. */
static void write_title(const struct lmbench_summary *summary, const struct tables *tables,
			FILE *file)
{
	const char *version = version_of(tables);
	char by[128];

	snprintf(by, sizeof(by), "LMbench %s layout, measured by %.64s",
		 summary->generation == LMBENCH_2 ? "2.0" : "3.0", version ? version : "");
	lmbench_summary_title(summary, version ? by : NULL, file);
}

/* Of a mixture: which rows LMbench has measured. */
static void write_others(const struct tables *tables, FILE *file)
{
	const char *between = "Measured by LMbench: ";

	for (size_t i = 0; i < tables->lines.count; i++) {
		const struct lmbench_record *record = tables->records[i];

		if (is_by_us(record) ||
		    (i > 0 && strcmp(tables->records[i - 1]->host, record->host) == 0))
			continue;
		fputs(between, file);
		text_write_safe(record->host, file);
		between = ", ";
	}
	if (between[0] == ',')
		fputc('\n', file);
}

/* Lines of LMbench's files that say nothing to the reader are at least counted. */
static void write_skipped(const struct export_item *items, size_t count, FILE *file)
{
	size_t skipped = 0;

	for (size_t i = 0; i < count; i++)
		skipped += items[i].record ? items[i].record->skipped : 0;
	if (skipped > 0)
		fprintf(file,
			"\nOf LMbench's files %zu %s skipped; \"lsmbench import --verbose\" lists "
			"them.\n",
			skipped, skipped == 1 ? "line was" : "lines were");
}

/* LMbench writes a file a run, and its scripts take a row a file. */
static void write_second_runs(const struct export_item *items, size_t count, FILE *file)
{
	for (size_t i = 0; i < count; i++) {
		const struct lmbench_record *record = items[i].record;

		if (!record || record->second_run == 0)
			continue;
		fputc('\n', file);
		text_write_safe(record->host, file);
		fprintf(file,
			": another run begins in line %zu and is not here: put each run into a "
			"file "
			"of its own.\n",
			record->second_run);
	}
}

/* Figures that an import has read off a table: digits may have been cut off before. */
static void write_imports(const struct export_item *items, size_t count, FILE *file)
{
	for (size_t i = 0; i < count; i++) {
		if (!items[i].figures)
			continue;
		fputs("\nImported, as far as printed figures go: ", file);
		text_write_safe(items[i].figures->source, file);
		fputc('\n', file);
	}
}

/* What a row is and how the statistics are made; nothing where LMbench's own output is wanted. */
static void write_terms(const struct lmbench_summary *summary, const struct tables *tables,
			FILE *file)
{
	if (!version_of(tables))
		return;
	fprintf(file, "A row is a %s, its figures are medians%s\n",
		tables->lines.has_passes ? "pass" : "result",
		summary->stats ? "." : "; --stats has means and intervals.");
	if (summary->stats)
		fputs("STDEV divides by n - 1, 95% CI is Student's half-width of the mean.\n",
		      file);
	if (summary->exact && summary->stats)
		fputs("The statistics are those of the whole figures; MEAN is cut as the rows "
		      "are.\n",
		      file);
	if (!summary->redact)
		write_others(tables, file);
}

/* The same behind the tables of files of LMbench's, whose title is kept. */
static void write_rules(const struct lmbench_summary *summary, const struct tables *tables,
			FILE *file)
{
	if (version_of(tables))
		return;
	if (!summary->exact || summary->stats)
		fputc('\n', file);
	if (!summary->exact)
		fputs("Cells are rounded; --exact prints them as LMbench's own script cuts them.\n",
		      file);
	if (summary->exact && summary->stats)
		fputs("The statistics are those of the whole figures; MEAN is cut as the rows "
		      "are.\n",
		      file);
	if (summary->stats)
		fputs("STDEV divides by n - 1 (in tables published with LMbench's: often by n), "
		      "95% "
		      "CI is\nStudent's half-width of the mean.\n",
		      file);
}

static bool has_imports(const struct export_item *items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (items[i].figures)
			return true;
	return false;
}

/* What is said of all that was exported, under the last table. */
static int write_sources(const struct lmbench_summary *summary, const struct tables *tables,
			 const struct export_item *items, size_t count, FILE *file,
			 struct error *error)
{
	struct lmbench_fold fold;
	int status = 0;

	if (lmbench_fold_begin(&fold) < 0)
		return error_set(error, -ENOMEM, "no memory for the lines under the tables");
	if (!summary->exact)
		write_skipped(items, count, fold.file);
	write_second_runs(items, count, fold.file);
	if (!summary->redact)
		write_imports(items, count, fold.file);
	if (summary->exact && has_imports(items, count))
		fputs("\nLMbench's script cuts digits off: 1500000 in four characters reads "
		      "150K.\n",
		      fold.file);
	for (size_t i = 0; i < tables->result_count && status == 0; i++) {
		fputc('\n', fold.file);
		status = report_write_essentials(tables->results[i], "", fold.file, error);
	}
	if (lmbench_fold_end(&fold, file) < 0 && status == 0)
		status = error_set(error, -ENOMEM, "no memory for the lines under the tables");
	return status;
}

static int write_all(const struct lmbench_summary *summary, const struct tables *tables,
		     const struct export_item *items, size_t count, FILE *file, struct error *error)
{
	int status = 0;

	write_title(summary, tables, file);
	write_terms(summary, tables, file);
	if (!version_of(tables) || summary->generation == LMBENCH_3)
		fputc('\n', file);
	lmbench_summary_tables(summary, tables->records, tables->lines.count, file);
	if (tables->result_count > 0)
		status = lmbench_own_write(&tables->lines, tables->results, tables->result_count,
					   summary->stats, file, error);
	write_rules(summary, tables, file);
	return status == 0 ? write_sources(summary, tables, items, count, file, error) : status;
}

static int write_generation(enum lmbench_generation generation, const struct export_item *items,
			    size_t count, const struct export_options *options, FILE *file,
			    struct error *error)
{
	const struct lmbench_summary summary = {
		.generation = generation,
		.exact = options->exact,
		.stats = options->stats,
		.redact = options->redact,
	};
	struct tables tables;
	int status = make_tables(items, count, options->stats, &tables, error);

	if (status < 0)
		return status;
	status = write_all(&summary, &tables, items, count, file, error);
	clear_tables(&tables);
	return status;
}

int lmbench_write_2(const struct export_item *items, size_t count,
		    const struct export_options *options, FILE *file, struct error *error)
{
	return write_generation(LMBENCH_2, items, count, options, file, error);
}

int lmbench_write_3(const struct export_item *items, size_t count,
		    const struct export_options *options, FILE *file, struct error *error)
{
	return write_generation(LMBENCH_3, items, count, options, file, error);
}
