/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_text.c - a comparison for a mail: the environment first, a table with bars in characters,
 * what it means, how it was measured.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_formats.h"
#include "exports/compare/compare_show.h"
#include "exports/signature.h"

#define LABEL_WIDTH 17
#define BAR_WIDTH 18
#define VERDICT_COLUMN (1 + LABEL_WIDTH + 9 + 1 + 8 + 1 + BAR_WIDTH + 1)

int compare_finish(int status, FILE *file, struct error *error)
{
	if (status < 0)
		return error_set(error, status, "no memory to write a comparison");
	errno = 0;
	if (fflush(file) == 0 && !ferror(file))
		return 0;
	return error_set(error, errno ? -errno : -EIO, "writing failed: %s",
			 error_words(errno ? errno : EIO));
}

static int write_list(const char *first, const struct text_list *list, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < list->count && status == 0; i++)
		status = compare_write_wrapped(first, list->items[i], file);
	return status;
}

/* "lsm.active: capability -> capability,selinux" */
static int write_item(const struct difference_item *item, FILE *file)
{
	char *line;
	int status;

	if (asprintf(&line, "%s%s: %s -> %s", item->key, item->excused ? " (accepted)" : "",
		     item->base ? item->base : "unknown",
		     item->other ? item->other : "unknown") < 0)
		return -ENOMEM;
	status = compare_write_wrapped("    ", line, file);
	free(line);
	return status;
}

static int write_kind(const struct environment_difference *difference, enum difference_kind kind,
		      FILE *file)
{
	bool any = false;
	int status = 0;

	for (size_t i = 0; i < difference->count && status == 0; i++) {
		if (difference->items[i].kind != kind)
			continue;
		if (!any)
			fprintf(file, "  %s:\n", difference_kind_title(kind));
		any = true;
		status = write_item(&difference->items[i], file);
	}
	if (!any && (kind == DIFFERENCE_LSM || kind == DIFFERENCE_OTHER))
		fprintf(file, "  %s: no difference\n", difference_kind_title(kind));
	return status;
}

static int write_environment(const struct comparison *comparison, FILE *file)
{
	static const enum difference_kind kinds[] = {DIFFERENCE_LSM, DIFFERENCE_RUNG,
						     DIFFERENCE_OTHER, DIFFERENCE_FOLLOWS,
						     DIFFERENCE_UNKNOWN};
	const struct environment_difference *difference = &comparison->difference;
	int status = 0;

	if (comparison->kind != COMPARISON_SESSIONS)
		return 0;
	fputs("Environment difference\n", file);
	if (difference->base_unknown || difference->other_unknown) {
		fprintf(file, "  unknown: %s recorded no environment\n\n",
			difference->base_unknown && difference->other_unknown ? "both sides"
			: difference->base_unknown                            ? "the base"
									      : "the other side");
		return 0;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && status == 0; i++)
		status = write_kind(difference, kinds[i], file);
	fputc('\n', file);
	return status;
}

/* Put mark where percent stands, unless that is nowhere; what is off the axis points there. */
static void put(char *bar, const struct compare_axis *axis, double percent, char mark)
{
	const int beyond = compare_axis_beyond(axis, percent);

	if (isfinite(percent))
		bar[(size_t)lround(compare_axis_at(axis, percent, BAR_WIDTH - 1))] =
			(char)(beyond > 0   ? '>'
			       : beyond < 0 ? '<'
					    : mark);
}

/* "|====[o]          " */
static void make_bar(const struct compare_axis *axis, const struct comparison_row *row, char *bar)
{
	double percent = comparison_row_percent(row, row->estimate);
	struct compare_range range = compare_range_of(row);
	size_t zero = (size_t)lround(compare_axis_at(axis, 0, BAR_WIDTH - 1));
	size_t end;

	memset(bar, ' ', BAR_WIDTH);
	bar[BAR_WIDTH] = '\0';
	bar[zero] = '|';
	if (!isfinite(percent))
		return;
	end = (size_t)lround(compare_axis_at(axis, percent, BAR_WIDTH - 1));
	for (size_t i = zero < end ? zero + 1 : end; i < (zero < end ? end : zero); i++)
		bar[i] = '=';
	put(bar, axis, range.low, range.is_interval ? '[' : '(');
	put(bar, axis, range.high, range.is_interval ? ']' : ')');
	put(bar, axis, percent, 'o');
}

static int write_case_line(const struct comparison_row *row, FILE *file)
{
	char base[NUMBER_SIZE];
	char calls[64] = "";
	char *line;
	int status;

	if (!row->metric && (row->calls > 0 || !row->calls_grow))
		snprintf(calls, sizeof(calls), ", %g%s syscall%s", row->calls,
			 row->calls_grow ? "+" : "", row->calls == 1 ? "" : "s");
	if (asprintf(&line, "%s  base %s %s%s", row->name,
		     compare_show_figure(row, comparison_shown(row, row->base_ns), false, base),
		     comparison_unit(row), calls) < 0)
		return -ENOMEM;
	status = compare_write_wrapped("", line, file);
	free(line);
	return status;
}

static const char *role_mark(enum comparison_role role)
{
	return role == ROW_CONTROL ? " ctrl" : role == ROW_AA ? " A/A" : "";
}

static int write_row(const struct compare_axis *axis, const struct comparison_row *row, FILE *file)
{
	char bar[BAR_WIDTH + 1];
	char verdict[COMPARISON_REASON_SIZE];
	char ns[NUMBER_SIZE];
	char percent[COMPARISON_PERCENT_SIZE];
	char jump[COMPARISON_PERCENT_SIZE];
	char *label;
	int status = 0;

	if (asprintf(&label, "%s%s", row->label, role_mark(row->role)) < 0)
		return -ENOMEM;
	if (strlen(label) > LABEL_WIDTH) {
		status = compare_write_wrapped(" ", label, file);
		label[0] = '\0';
	}
	make_bar(axis, row, bar);
	comparison_show_jump(row, jump);
	fprintf(file, " %-*s%9s %8s %s %s%s\n", LABEL_WIDTH, label,
		compare_show_figure(row, comparison_shown_difference(row), true, ns),
		comparison_show_row_percent(row, row->estimate, percent), bar,
		comparison_verdict_short(row, verdict, sizeof(verdict)), jump[0] ? ";" : "");
	/* Why there is no difference in its unit has a line of its own in the same column. */
	if (jump[0])
		fprintf(file, "%*s%s\n", VERDICT_COLUMN, "", jump);
	free(label);
	return status;
}

/* Of what the cases say in what unit they are. */
static const char *difference_title(const struct comparison *comparison)
{
	if (comparison->unit == RESULT_INSTRUCTIONS)
		return "change";
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		/* Metrics, and times in s or ms. */
		if (comparison_has_own_unit(row) && row->bytes == 0)
			return "change";
	}
	return compare_has_units(comparison) ? "+ns, MB/s" : "+ns";
}

static int write_table(const struct comparison *comparison, FILE *file)
{
	struct compare_axis axis = compare_axis_of(comparison);
	int decimals = axis.high - axis.low < 10 ? 1 : 0;
	char ends[2][NUMBER_SIZE];
	int status = 0;

	number_show_fixed(axis.low == 0 ? 0 : axis.low, axis.low == 0 ? 0 : decimals, ends[0]);
	number_show_fixed(axis.high, decimals, ends[1]);
	fprintf(file, " %-*s%9s%9s %-*s%*s%% %s\n", LABEL_WIDTH, "CASE / COMPARED",
		difference_title(comparison), "%", BAR_WIDTH / 2, ends[0], BAR_WIDTH / 2 - 1,
		ends[1], "VERDICT");
	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		if (compare_is_first(comparison, i))
			status = write_case_line(&comparison->rows[i], file);
		if (status == 0)
			status = write_row(&axis, &comparison->rows[i], file);
	}
	return status;
}

static int write_only(const char *title, const struct text_list *names, FILE *file)
{
	if (names->count == 0)
		return 0;
	fprintf(file, "\n%s\n", title);
	return write_list("  ", names, file);
}

static int write_head(const struct compare_report *report, FILE *file)
{
	const struct comparison *comparison = report->comparison;
	char line[1024];
	int status;

	signature_write(SIGNATURE_COMPARISON, file);
	snprintf(line, sizeof(line), "%s compared with %.128s",
		 comparison->kind == COMPARISON_VARIANTS ? "Variants" : "Sessions",
		 comparison->base);
	status = compare_write_wrapped("", line, file);
	if (status == 0)
		status = write_list("  ", &report->about, file);
	fputc('\n', file);
	if (status == 0)
		status = write_environment(comparison, file);
	comparison_headline(comparison, report->above, line, sizeof(line));
	if (status == 0)
		status = compare_write_wrapped("", line, file);
	comparison_state(comparison, line, sizeof(line));
	if (status == 0 && line[0])
		status = compare_write_wrapped("", line, file);
	return status == 0 ? write_list("", &comparison->notes, file) : status;
}

int compare_text_write(const struct compare_report *report, FILE *file, struct error *error)
{
	const struct comparison *comparison = report->comparison;
	int status = write_head(report, file);

	if (status == 0)
		status = write_list("", &report->sentences, file);
	fputc('\n', file);
	if (status == 0)
		status = write_table(comparison, file);
	if (status == 0)
		status = write_only("Notes", &report->notes, file);
	if (status == 0)
		status = write_only("Hooks called, an iteration", &report->hooks, file);
	if (status == 0)
		status = write_only("Only in the base", &comparison->only_base, file);
	if (status == 0)
		status = write_only("Only in what is compared", &comparison->only_other, file);
	fputs("\nHow it was measured\n", file);
	if (status == 0)
		status = write_list("  ", &report->method, file);
	return compare_finish(status, file, error);
}
