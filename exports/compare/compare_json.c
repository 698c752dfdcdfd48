/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_json.c - a comparison for programs. Strings are ASCII, what is no number is null.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_formats.h"
#include "exports/compare/compare_show.h"
#include "exports/signature.h"

static void write_string(const char *text, FILE *file)
{
	fputc('"', file);
	for (; *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (byte == '"' || byte == '\\')
			fprintf(file, "\\%c", byte);
		else if (byte >= ' ' && byte < 127)
			fputc(byte, file);
		else
			/* A byte that may be no character: shown, as everywhere else, as \xNN. */
			fprintf(file, byte < ' ' || byte == 127 ? "\\u%04x" : "\\\\x%02x", byte);
	}
	fputc('"', file);
}

/* Members know whether they are the first of their object or list. */
static void write_name(const char *name, bool first, FILE *file)
{
	if (!first)
		fputc(',', file);
	write_string(name, file);
	fputc(':', file);
}

static void member_string(const char *name, const char *text, FILE *file)
{
	write_name(name, false, file);
	if (text)
		write_string(text, file);
	else
		fputs("null", file);
}

static void write_number(double value, FILE *file)
{
	char text[NUMBER_SIZE];

	if (!isfinite(value)) {
		fputs("null", file);
		return;
	}
	/* Derived: the last digits of a double are only what rounding left in them. */
	snprintf(text, sizeof(text), "%.12g", value);
	fputs(text, file);
}

static void member_number(const char *name, double value, FILE *file)
{
	write_name(name, false, file);
	write_number(value, file);
}

/* "ns_per_step", or "instructions_per_step". */
static void member_of_unit(enum result_unit unit, const char *behind, double value, FILE *file)
{
	char name[64];

	snprintf(name, sizeof(name), "%s%s", result_unit_name(unit), behind);
	member_number(name, value, file);
}

static void member_count(const char *name, size_t value, FILE *file)
{
	write_name(name, false, file);
	fprintf(file, "%zu", value);
}

static void member_flag(const char *name, bool value, FILE *file)
{
	write_name(name, false, file);
	fputs(value ? "true" : "false", file);
}

static void member_list(const char *name, const struct text_list *list, FILE *file)
{
	write_name(name, false, file);
	fputc('[', file);
	for (size_t i = 0; i < list->count; i++) {
		if (i > 0)
			fputc(',', file);
		write_string(list->items[i], file);
	}
	fputc(']', file);
}

static void write_difference(const struct environment_difference *difference, FILE *file)
{
	write_name("environment_difference", false, file);
	fprintf(file, "{\"base_unknown\":%s", difference->base_unknown ? "true" : "false");
	member_flag("other_unknown", difference->other_unknown, file);
	write_name("items", false, file);
	fputc('[', file);
	for (size_t i = 0; i < difference->count; i++) {
		const struct difference_item *item = &difference->items[i];

		fputs(i > 0 ? ",{" : "{", file);
		write_name("kind", true, file);
		write_string(difference_kind_name(item->kind), file);
		member_string("key", item->key, file);
		member_string("base", item->base, file);
		member_string("other", item->other, file);
		member_flag("accepted", item->excused, file);
		fputc('}', file);
	}
	fputs("]}", file);
}

static void write_row_figures(const struct comparison_row *row, FILE *file)
{
	struct comparison_span interval = comparison_shown_span(row, row->low, row->high);
	struct comparison_span spread =
		comparison_shown_span(row, row->spread_low, row->spread_high);
	bool is_time = row->unit == RESULT_NS && !row->metric;

	member_number("base_ns", is_time ? row->base_ns : NAN, file);
	member_number("other_ns", is_time ? row->other_ns : NAN, file);
	member_number("difference_ns", is_time ? comparison_ns(row) : NAN, file);
	member_number("ns_per_system_call", is_time ? comparison_ns_per_call(row) : NAN, file);
	member_string("unit", comparison_kept_unit(row), file);
	member_number("base", comparison_kept(row, row->base_ns), file);
	member_number("other", comparison_kept(row, row->other_ns), file);
	member_number("difference", comparison_kept_difference(row), file);
	member_number("difference_per_system_call", comparison_ns_per_call(row), file);
	member_number("resolution", row->resolution, file);
	member_number("percent", comparison_row_percent(row, row->estimate), file);
	member_number("percent_low", interval.low, file);
	member_number("percent_high", interval.high, file);
	member_number("spread_low", spread.low, file);
	member_number("spread_high", spread.high, file);
	member_count("base_count", row->base_count, file);
	member_count("count", row->part_count, file);
	member_count("pairs", row->pairs, file);
	member_count("failed_runs", row->failed_runs, file);
	member_number("p", row->p, file);
	member_number("p_adjusted", row->p_adjusted, file);
	member_number("limit_percent", comparison_percent(row->limit), file);
	member_number("drift", row->drift, file);
	write_name("parts_percent", false, file);
	fputc('[', file);
	for (size_t i = 0; i < row->part_count && row->parts; i++) {
		if (i > 0)
			fputc(',', file);
		write_number(comparison_row_percent(row, row->parts[i]), file);
	}
	fputc(']', file);
}

static void write_row(const struct comparison_row *row, FILE *file)
{
	fputs("\n{", file);
	write_name("case", true, file);
	write_string(row->name, file);
	member_string("operation", row->operation->name, file);
	member_string("parameter", row->parameter, file);
	member_string("place", row->place, file);
	member_string("compared", row->label, file);
	member_string("role", comparison_role_name(row->role), file);
	member_number("system_calls", row->calls_grow ? NAN : row->calls, file);
	write_row_figures(row, file);
	member_string("verdict", verdict_key(row->verdict), file);
	member_string("reason", row->reason, file);
	fputc('}', file);
}

static void write_lines(const struct cost_split *split, FILE *file)
{
	static const char *const subjects[] = {
		[COST_BASE] = "base", [COST_OTHER] = "other", [COST_DIFFERENCE] = "difference"};

	write_name("cost_lines", false, file);
	fputc('[', file);
	for (size_t i = 0; i < split->line_count; i++) {
		const struct cost_line *line = &split->lines[i];

		fputs(i > 0 ? ",\n{" : "\n{", file);
		write_name("operation", true, file);
		write_string(line->operation->name, file);
		member_string("compared", line->label, file);
		member_string("variant", line->variant, file);
		member_string("subject", subjects[line->subject], file);
		member_string("axis", line->axis == COST_PER_ENTRY ? "entry" : "component", file);
		member_count("points", line->line.count, file);
		member_of_unit(split->unit, "_per_iteration", line->line.intercept, file);
		member_of_unit(split->unit, "_per_iteration_low", line->line.intercept_low, file);
		member_of_unit(split->unit, "_per_iteration_high", line->line.intercept_high, file);
		member_of_unit(split->unit, "_per_step", line->line.slope, file);
		member_of_unit(split->unit, "_per_step_low", line->line.slope_low, file);
		member_of_unit(split->unit, "_per_step_high", line->line.slope_high, file);
		fputc('}', file);
	}
	fputs("]", file);
}

static void write_entries(const struct cost_split *split, FILE *file)
{
	write_name("system_call_cost", false, file);
	fputc('[', file);
	for (size_t i = 0; i < split->entry_count; i++) {
		const struct cost_entry *entry = &split->entries[i];

		fputs(i > 0 ? ",\n{" : "\n{", file);
		write_name("compared", true, file);
		write_string(entry->label, file);
		member_string("variant", entry->variant, file);
		member_of_unit(split->unit, "", entry->ns, file);
		member_count("agree", entry->agree, file);
		member_count("operations", entry->operations, file);
		member_flag("constant", entry->is_constant, file);
		fputc('}', file);
	}
	fputs("]", file);
}

int compare_json_write(const struct compare_report *report, FILE *file, struct error *error)
{
	const struct comparison *comparison = report->comparison;
	char line[1024];

	fputs(signature_json, file);
	member_string("kind", comparison->kind == COMPARISON_VARIANTS ? "variants" : "sessions",
		      file);
	member_string("unit", result_unit_name(comparison->unit), file);
	member_string("base", comparison->base, file);
	member_list("compared", &comparison->labels, file);
	member_list("about", &report->about, file);
	member_string("headline",
		      comparison_headline(comparison, report->above, line, sizeof(line)), file);
	member_string("state", comparison_state(comparison, line, sizeof(line)), file);
	member_list("remarks", &comparison->notes, file);
	member_list("sentences", &report->sentences, file);
	member_list("notes", &report->notes, file);
	member_list("method", &report->method, file);
	member_count("tests", comparison->tests, file);
	member_count("needed", comparison->needed, file);
	member_number("aa_percent", comparison_percent(comparison->aa_estimate), file);
	member_number("aa_limit_percent", comparison_percent(comparison->aa_limit), file);
	member_flag("partial", comparison->partial, file);
	member_flag("summaries_only", comparison->summaries_only, file);
	write_difference(&comparison->difference, file);
	member_list("only_base", &comparison->only_base, file);
	member_list("only_compared", &comparison->only_other, file);
	write_lines(&report->split, file);
	write_entries(&report->split, file);
	write_name("rows", false, file);
	fputc('[', file);
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (i > 0)
			fputc(',', file);
		write_row(&comparison->rows[i], file);
	}
	fputs("\n]}\n", file);
	return compare_finish(0, file, error);
}
