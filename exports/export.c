/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export.c - the table of formats, and what is done for all of them alike: redaction.
 */
#include "exports/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv_write.h"
#include "exports/lmbench.h"
#include "exports/markdown.h"
#include "exports/published_text.h"
#include "exports/redact.h"
#include "exports/summary_csv.h"

/* Write redacted copies of the results. */
static int write_redacted(const struct export_format *format, const struct result *const *results,
			  size_t count, FILE *file, struct error *error)
{
	struct result *copies = calloc(count, sizeof(*copies));
	const struct result **all = calloc(count, sizeof(void *));
	size_t made = 0;
	int status = 0;

	if (!copies || !all) {
		free(copies);
		free(all);
		return error_set(error, -ENOMEM, "no memory to redact %zu results", count);
	}
	while (status == 0 && made < count) {
		status = redact_result(results[made], &copies[made], error);
		all[made] = &copies[made];
		made += status == 0;
	}
	if (status == 0)
		status = format->write(all, count, file, error);
	while (made > 0)
		redact_clear(&copies[--made]);
	free(copies);
	free(all);
	return status;
}

const struct export_format export_formats[] = {
	{"csv", ".csv", "native: every sample, the plan and the environment; reads back", false,
	 csv_write_result},
	{"text", ".txt", "the lines of the published suite: median, mean, var, sd for each pass",
	 true, published_text_write},
	{"summary", ".summary.csv",
	 "a CSV row for each case, variant and pass with every statistic", true, summary_csv_write},
	{"markdown", ".md", "a table for a mailing list or a forge, with how it was measured", true,
	 markdown_write},
	{"lmbench", ".lmbench.txt",
	 "tables in LMbench 2.0's layout, path shapes and directory sizes", true, lmbench_write},
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

const struct export_format *export_format_native(void)
{
	return &export_formats[0];
}

enum signature export_format_kind(const struct export_format *format)
{
	return format == export_format_native() ? SIGNATURE_RESULT : SIGNATURE_REPORT;
}

int export_write(const struct export_format *format, const struct result *const *results,
		 size_t count, const struct export_options *options, FILE *file,
		 struct error *error)
{
	int status;

	if (count == 0)
		return error_set(error, -EINVAL, "there is no result to export");
	if (options->redact)
		status = write_redacted(format, results, count, file, error);
	else
		status = format->write(results, count, file, error);
	if (status == 0 && (fflush(file) != 0 || ferror(file)))
		status = error_set(error, errno ? -errno : -EIO, "writing failed: %s",
				   error_words(errno ? errno : EIO));
	return status;
}
