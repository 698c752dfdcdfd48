/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export.c - the table of formats, and what is done for all of them alike: redaction.
 */
#include "exports/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_source.h"
#include "engine/operation/operation_together.h"
#include "engine/operation/operation_walk.h"
#include "exports/command_text.h"
#include "exports/csv/csv_write.h"
#include "exports/csv/latencies_csv.h"
#include "exports/csv/summary_csv.h"
#include "exports/fsopbench_text.h"
#include "exports/lmbench/lmbench.h"
#include "exports/lmbench/lmbench_raw_write.h"
#include "exports/markdown.h"
#include "exports/published_text.h"
#include "exports/reaim_text.h"
#include "exports/redact.h"
#include "exports/scaling_text.h"

/* Write items as they are. */
static int write_plain(const struct export_format *format, const struct export_item *items,
		       size_t count, const struct export_options *options, FILE *file,
		       struct error *error)
{
	const struct result **results;
	int status;

	if (format->write_items)
		return format->write_items(items, count, options, file, error);
	results = calloc(count, sizeof(void *));
	if (!results)
		return error_set(error, -ENOMEM, "no memory to write %zu results", count);
	for (size_t i = 0; i < count; i++)
		results[i] = items[i].result;
	status = format->write(results, count, file, error);
	free(results);
	return status;
}

/* Write redacted copies of the results; of records the writer itself leaves the names out. */
static int write_redacted(const struct export_format *format, const struct export_item *items,
			  size_t count, const struct export_options *options, FILE *file,
			  struct error *error)
{
	struct result *copies = calloc(count, sizeof(*copies));
	struct export_item *all = calloc(count, sizeof(*all));
	size_t made = 0;
	int status = 0;

	if (!copies || !all) {
		free(copies);
		free(all);
		return error_set(error, -ENOMEM, "no memory to redact %zu results", count);
	}
	while (status == 0 && made < count) {
		all[made] = items[made];
		if (items[made].result) {
			status = redact_result(items[made].result, &copies[made], error);
			all[made].result = &copies[made];
		} else {
			result_init(&copies[made]);
		}
		made += status == 0;
	}
	if (status == 0)
		status = write_plain(format, all, count, options, file, error);
	while (made > 0)
		redact_clear(&copies[--made]);
	free(copies);
	free(all);
	return status;
}

/* LMbench knows no operation that times itself. */
static bool takes_batches(const struct operation *operation)
{
	return operation->record == NULL;
}

static bool takes_walks(const struct operation *operation)
{
	return operation == &operation_walk;
}

static bool takes_mixed(const struct operation *operation)
{
	return operation == &operation_mixed;
}

static bool takes_commands(const struct operation *operation)
{
	return operation->starts_commands;
}

static bool takes_together(const struct operation *operation)
{
	return operation == &operation_together || operation == &operation_together_shared;
}

const struct export_format export_formats[] = {
	{
		.name = "csv",
		.extension = ".csv",
		.summary = "native: every sample, the plan and the environment; reads back",
		.write = csv_write_result,
	},
	{
		.name = "text",
		.extension = ".txt",
		.summary = "the lines of the published suite: median, mean, var, sd for each pass",
		.many = true,
		.write = published_text_write,
	},
	{
		.name = "summary",
		.extension = ".summary.csv",
		.summary = "a CSV row for each case, variant and pass with every statistic",
		.many = true,
		.write = summary_csv_write,
	},
	{
		.name = "markdown",
		.extension = ".md",
		.summary = "a table for a mailing list or a forge, with how it was measured",
		.many = true,
		.write = markdown_write,
	},
	{
		.name = "lmbench",
		.extension = ".lmbench.txt",
		.summary = "LMbench 2.0's summary, of our results and LMbench's own, and tables of "
			   "paths",
		.many = true,
		.times = true,
		.imports = true,
		.takes = takes_batches,
		.write_items = lmbench_write_2,
	},
	{
		.name = "lmbench3",
		.extension = ".lmbench3.txt",
		.summary = "the same in the layout of LMbench 3.0",
		.many = true,
		.times = true,
		.imports = true,
		.takes = takes_batches,
		.write_items = lmbench_write_3,
	},
	{
		.name = "lmbench-raw",
		.extension = ".lmbench.0",
		.summary = "a raw file that LMbench's own summary scripts read: one variant's "
			   "medians",
		.one_variant = true,
		.times = true,
		.takes = takes_batches,
		.write_items = lmbench_raw_write,
	},
	{
		.name = "fsopbench",
		.extension = ".fsopbench.txt",
		.summary = "walks through trees of files, as fsopbench's figures were published",
		.many = true,
		.times = true,
		.takes = takes_walks,
		.write = fsopbench_text_write,
	},
	{
		.name = "reaim",
		.extension = ".reaim.txt",
		.summary = "runs of the operation mixed in the layout of reaim's table",
		.many = true,
		.times = true,
		.takes = takes_mixed,
		.write = reaim_text_write,
	},
	{
		.name = "time",
		.extension = ".time.txt",
		.summary = "runs of commands as time(1) and kernbench print them",
		.many = true,
		.times = true,
		.takes = takes_commands,
		.write = command_text_export,
	},
	{
		.name = "scaling",
		.extension = ".scaling.txt",
		.summary = "rates of several processes at once beside that of one, with efficiency",
		.many = true,
		.times = true,
		.takes = takes_together,
		.write = scaling_text_write,
	},
	{
		.name = "latencies",
		.extension = ".latencies.csv",
		.summary = "histograms of calls timed alone: a CSV row a bucket, to be plotted",
		.many = true,
		.times = true,
		.takes = takes_walks,
		.write = latencies_csv_write,
	},
};

const size_t export_format_count = sizeof(export_formats) / sizeof(export_formats[0]);

const struct export_format *export_format_find(const char *name)
{
	for (size_t i = 0; i < export_format_count; i++) {
		if (strcmp(export_formats[i].name, name) == 0)
			return &export_formats[i];
	}
	return NULL;
}

bool export_holds_any(const struct export_format *format, const struct plan *plan)
{
	if (format->takes == NULL)
		return true;
	for (size_t i = 0; i < plan->case_count; i++)
		if (format->takes(plan->cases[i].operation))
			return true;
	return false;
}

const struct export_format *export_format_native(void)
{
	return &export_formats[0];
}

enum signature export_format_kind(const struct export_format *format)
{
	return format == export_format_native() ? SIGNATURE_RESULT : SIGNATURE_REPORT;
}

static enum result_unit unit_of(const struct export_item *item)
{
	if (item->result)
		return item->result->unit;
	return item->figures ? item->figures->unit : RESULT_NS;
}

int export_check_item(const struct export_format *format, const struct export_item *item,
		      struct error *error)
{
	if (!item->result && !format->imports)
		return error_set(error, -EINVAL,
				 "the format %s needs samples, which an import has not",
				 format->name);
	if (format->times && unit_of(item) != RESULT_NS)
		return error_set(error, -EINVAL,
				 "the format %s holds times, and the result counts %s; export "
				 "markdown, text, summary or csv",
				 format->name, result_unit_name(unit_of(item)));
	return 0;
}

int export_write_items(const struct export_format *format, const struct export_item *items,
		       size_t count, const struct export_options *options, FILE *file,
		       struct error *error)
{
	int status = 0;

	if (count == 0)
		return error_set(error, -EINVAL, "there is no result to export");
	for (size_t i = 0; i < count && status == 0; i++)
		status = export_check_item(format, &items[i], error);
	if (status < 0)
		return status;
	if (options->redact)
		status = write_redacted(format, items, count, options, file, error);
	else
		status = write_plain(format, items, count, options, file, error);
	if (status == 0 && (fflush(file) != 0 || ferror(file)))
		status = error_set(error, errno ? -errno : -EIO, "writing failed: %s",
				   error_words(errno ? errno : EIO));
	return status;
}

int export_write(const struct export_format *format, const struct result *const *results,
		 size_t count, const struct export_options *options, FILE *file,
		 struct error *error)
{
	struct export_item *items = calloc(count + 1, sizeof(*items));
	int status;

	if (!items)
		return error_set(error, -ENOMEM, "no memory to write %zu results", count);
	for (size_t i = 0; i < count; i++)
		items[i].result = results[i];
	status = export_write_items(format, items, count, options, file, error);
	free(items);
	return status;
}
