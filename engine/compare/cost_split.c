/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cost_split.c - lines through path lengths and directory sizes, and prices per system call.
 */
#include "engine/compare/cost_split.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_private.h"

/* How often each verdict was given. */
struct tally {
	size_t of[VERDICT_NOT_MOVED + 1];
	size_t count;
};

static void tally_add(struct tally *tally, const struct comparison_row *row)
{
	tally->of[comparison_counted_as(row)]++;
	tally->count++;
}

/* SLOWER or FASTER when at least half are one of the two; else what most of the others are. */
static enum verdict tally_verdict(const struct tally *tally)
{
	size_t slower = tally->of[VERDICT_SLOWER];
	size_t faster = tally->of[VERDICT_FASTER];
	enum verdict most = VERDICT_NONE;

	if (slower + faster > 0 && 2 * (slower + faster) >= tally->count)
		return slower >= faster ? VERDICT_SLOWER : VERDICT_FASTER;
	for (size_t i = 0; i <= VERDICT_NOT_MOVED; i++) {
		if (i != VERDICT_SLOWER && i != VERDICT_FASTER && tally->of[i] > tally->of[most])
			most = (enum verdict)i;
	}
	return most;
}

/* The points of one line. */
struct points {
	double *x;
	double *y;
	size_t count;
	size_t decided;
	struct tally tally;
};

static bool is_decided(const struct comparison_row *row)
{
	enum verdict verdict = comparison_counted_as(row);

	return verdict == VERDICT_SLOWER || verdict == VERDICT_FASTER;
}

static bool is_entry_operation(const struct operation *operation)
{
	return strcmp(operation->name, "readdir") == 0;
}

/* The row's place on the axis; false when it does not belong on a line. */
static bool row_x(const struct comparison_row *row, double *x)
{
	if (row->metric)
		return false;
	if (row->operation->parameter->type == PARAMETER_PATH &&
	    parameter_fits_line(row->parameter)) {
		*x = parameter_components(row->parameter, NULL);
		return true;
	}
	if (!is_entry_operation(row->operation))
		return false;
	*x = (double)parameter_number(row->operation->parameter, row->parameter);
	return true;
}

static double row_y(const struct comparison_row *row, enum cost_subject subject)
{
	switch (subject) {
	case COST_BASE:
		return row->base_ns;
	case COST_OTHER:
		return row->other_ns;
	case COST_DIFFERENCE:
		break;
	}
	return comparison_ns(row);
}

/* The variant of a result's rows across sessions stands in the name only. */
static const char *name_suffix(const struct comparison_row *row)
{
	size_t usual = strlen(row->operation->name);

	usual += row->parameter[0] ? strlen(" ") + strlen(row->parameter) : 0;
	usual += row->place[0] ? strlen(" on ") + strlen(row->place) : 0;
	return strlen(row->name) > usual + 1 ? row->name + usual + 1 : "";
}

static bool same_line(const struct comparison_row *a, const struct comparison_row *b)
{
	return a->operation == b->operation && a->label == b->label &&
	       strcmp(a->place, b->place) == 0 && strcmp(name_suffix(a), name_suffix(b)) == 0;
}

static void gather(const struct comparison *comparison, const struct comparison_row *row,
		   enum cost_subject subject, struct points *points)
{
	points->count = 0;
	points->decided = 0;
	points->tally = (struct tally){0};
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *other = &comparison->rows[i];
		double x;
		double y = row_y(other, subject);

		if (!same_line(row, other) || !isfinite(y) || !row_x(other, &x) ||
		    points->count == THEIL_SEN_MAXIMUM)
			continue;
		points->decided += other->role != ROW_AA && is_decided(other);
		tally_add(&points->tally, other);
		points->x[points->count] = x;
		points->y[points->count++] = y;
	}
}

static int add_line(const struct comparison *comparison, const struct comparison_row *row,
		    enum cost_subject subject, struct points *points, struct cost_split *split)
{
	struct cost_line line = {
		.operation = row->operation,
		.place = row->place,
		.label = subject == COST_BASE ? NULL : row->label,
		.variant = name_suffix(row),
		.subject = subject,
		.axis = is_entry_operation(row->operation) ? COST_PER_ENTRY : COST_PER_COMPONENT,
	};
	struct cost_line *lines;
	int status;

	gather(comparison, row, subject, points);
	line.decided = points->decided;
	line.verdict = tally_verdict(&points->tally);
	status = theil_sen_of(points->x, points->y, points->count, 0.95, &line.line);
	/* One size or depth only: no line, and no harm. */
	if (status < 0)
		return status == -EINVAL ? 0 : status;
	line.median = comparison_median(points->y, points->count);
	lines = realloc(split->lines, (split->line_count + 1) * sizeof(*lines));
	if (!lines)
		return -ENOMEM;
	split->lines = lines;
	lines[split->line_count++] = line;
	return 0;
}

/* True when an earlier row has the same line, for the base whatever it was compared with. */
static bool is_done(const struct comparison *comparison, size_t index, bool any_label)
{
	const struct comparison_row *row = &comparison->rows[index];

	for (size_t i = 0; i < index; i++) {
		const struct comparison_row *other = &comparison->rows[i];

		if (other->operation == row->operation && strcmp(other->place, row->place) == 0 &&
		    (any_label || other->label == row->label) &&
		    strcmp(name_suffix(other), name_suffix(row)) == 0)
			return true;
	}
	return false;
}

static int find_lines(const struct comparison *comparison, struct cost_split *split)
{
	size_t room = comparison->row_count ? comparison->row_count : 1;
	struct points points = {.x = malloc(room * sizeof(double)),
				.y = malloc(room * sizeof(double))};
	int status = points.x && points.y ? 0 : -ENOMEM;

	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (!is_done(comparison, i, true))
			status = add_line(comparison, row, COST_BASE, &points, split);
		if (status < 0 || is_done(comparison, i, false))
			continue;
		status = add_line(comparison, row, COST_OTHER, &points, split);
		if (status == 0)
			status = add_line(comparison, row, COST_DIFFERENCE, &points, split);
	}
	free(points.x);
	free(points.y);
	return status;
}

static const struct cost_line *line_of(const struct cost_split *split,
				       const struct cost_per_call *per_call)
{
	for (size_t i = 0; i < split->line_count; i++) {
		const struct cost_line *line = &split->lines[i];

		if (line->subject == COST_DIFFERENCE && line->operation == per_call->operation &&
		    line->label == per_call->label && strcmp(line->variant, per_call->variant) == 0)
			return line;
	}
	return NULL;
}

const struct cost_line *cost_split_line(const struct cost_split *split,
					const struct operation *operation, const char *label,
					enum cost_subject subject)
{
	for (size_t i = 0; i < split->line_count; i++) {
		const struct cost_line *line = &split->lines[i];

		if (line->operation == operation && line->subject == subject &&
		    (subject == COST_BASE || (label && strcmp(line->label, label) == 0)))
			return line;
	}
	return NULL;
}

/* The price per system call of all cases of the row's operation under its label. */
static int add_per_call(const struct comparison *comparison, const struct comparison_row *row,
			double *work, struct cost_split *split)
{
	struct cost_per_call per_call = {
		.operation = row->operation, .label = row->label, .variant = name_suffix(row)};
	const struct cost_line *line = line_of(split, &per_call);
	struct cost_per_call *per_calls;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *other = &comparison->rows[i];
		double ns = comparison_ns_per_call(other);

		if (other->operation != row->operation || other->label != row->label ||
		    strcmp(name_suffix(other), per_call.variant) != 0 || !isfinite(ns))
			continue;
		work[per_call.cases++] = ns;
		per_call.calls = fmax(per_call.calls, other->calls);
		per_call.decided += is_decided(other);
	}
	if (per_call.cases == 0)
		return 0;
	per_call.ns = comparison_median(work, per_call.cases);
	/* What each entry costs is no price of a system call. */
	if (is_entry_operation(row->operation) && line)
		per_call.ns = line->line.intercept / per_call.calls;
	per_calls = realloc(split->per_calls, (split->per_call_count + 1) * sizeof(*per_calls));
	if (!per_calls)
		return -ENOMEM;
	split->per_calls = per_calls;
	per_calls[split->per_call_count++] = per_call;
	return 0;
}

static bool has_per_call(const struct cost_split *split, const struct comparison_row *row)
{
	for (size_t i = 0; i < split->per_call_count; i++) {
		if (split->per_calls[i].operation == row->operation &&
		    split->per_calls[i].label == row->label &&
		    strcmp(split->per_calls[i].variant, name_suffix(row)) == 0)
			return true;
	}
	return false;
}

static int find_per_calls(const struct comparison *comparison, struct cost_split *split)
{
	size_t room = comparison->row_count ? comparison->row_count : 1;
	double *work = malloc(room * sizeof(*work));
	int status = work ? 0 : -ENOMEM;

	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		if (!has_per_call(split, &comparison->rows[i]))
			status = add_per_call(comparison, &comparison->rows[i], work, split);
	}
	free(work);
	return status;
}

static bool agrees(double ns, double median)
{
	return ns * median > 0 && fabs(ns) <= COST_AGREES * fabs(median) &&
	       fabs(median) <= COST_AGREES * fabs(ns);
}

static bool is_of(const struct cost_per_call *per_call, const struct cost_entry *entry)
{
	return per_call->label == entry->label && strcmp(per_call->variant, entry->variant) == 0;
}

/* Count the operations of the entry's label that agree with its price. */
static void count_agreeing(const struct comparison *comparison, const struct cost_split *split,
			   struct cost_entry *entry)
{
	size_t cases = 0;
	size_t decided = 0;
	double fewest = INFINITY;
	double most = 0;

	entry->low = INFINITY;
	entry->high = -INFINITY;
	for (size_t i = 0; i < split->per_call_count; i++) {
		const struct cost_per_call *per_call = &split->per_calls[i];

		if (!is_of(per_call, entry))
			continue;
		cases += per_call->cases;
		decided += per_call->decided;
		if (!agrees(per_call->ns, entry->ns))
			continue;
		entry->agree++;
		entry->low = fmin(entry->low, per_call->ns);
		entry->high = fmax(entry->high, per_call->ns);
		fewest = fmin(fewest, per_call->calls);
		most = fmax(most, per_call->calls);
	}
	entry->is_constant = entry->agree >= 3 && 4 * entry->agree >= 3 * entry->operations &&
			     most > fewest &&
			     (comparison->kind == COMPARISON_SESSIONS || 2 * decided >= cases);
}

/* What was decided of all cases that have a price per system call. */
static enum verdict entry_verdict(const struct comparison *comparison,
				  const struct cost_entry *entry)
{
	struct tally tally = {0};

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (row->label == entry->label && isfinite(comparison_ns_per_call(row)) &&
		    strcmp(name_suffix(row), entry->variant) == 0)
			tally_add(&tally, row);
	}
	return tally_verdict(&tally);
}

static void fill_entry(const struct comparison *comparison, const struct cost_split *split,
		       double *work, struct cost_entry *entry)
{
	entry->verdict = entry_verdict(comparison, entry);
	for (size_t i = 0; i < split->per_call_count; i++) {
		if (is_of(&split->per_calls[i], entry))
			work[entry->operations++] = split->per_calls[i].ns;
	}
	entry->ns = comparison_median(work, entry->operations);
	count_agreeing(comparison, split, entry);
}

/* Is the price the first of its label and variant? */
static bool begins_entry(const struct cost_split *split, size_t index)
{
	const struct cost_per_call *per_call = &split->per_calls[index];

	for (size_t i = 0; i < index; i++) {
		if (split->per_calls[i].label == per_call->label &&
		    strcmp(split->per_calls[i].variant, per_call->variant) == 0)
			return false;
	}
	return true;
}

static int find_entries(const struct comparison *comparison, struct cost_split *split)
{
	size_t room = split->per_call_count ? split->per_call_count : 1;
	double *work = malloc(room * sizeof(*work));

	split->entries = calloc(room, sizeof(*split->entries));
	if (!work || !split->entries) {
		free(work);
		return -ENOMEM;
	}
	for (size_t i = 0; i < split->per_call_count; i++) {
		const struct cost_per_call *per_call = &split->per_calls[i];
		struct cost_entry *entry = &split->entries[split->entry_count];

		if (!begins_entry(split, i))
			continue;
		*entry =
			(struct cost_entry){.label = per_call->label, .variant = per_call->variant};
		split->entry_count++;
		fill_entry(comparison, split, work, entry);
	}
	free(work);
	return 0;
}

const struct cost_entry *cost_split_entry(const struct cost_split *split, const char *label)
{
	for (size_t i = 0; i < split->entry_count; i++) {
		if (strcmp(split->entries[i].label, label) == 0)
			return &split->entries[i];
	}
	return NULL;
}

int cost_split_of(const struct comparison *comparison, struct cost_split *split,
		  struct error *error)
{
	int status;

	*split = (struct cost_split){.kind = comparison->kind, .unit = comparison->unit};
	status = find_lines(comparison, split);
	if (status == 0)
		status = find_per_calls(comparison, split);
	if (status == 0)
		status = find_entries(comparison, split);
	if (status < 0) {
		cost_split_clear(split);
		return error_set(error, status, "no memory to split the cost");
	}
	return 0;
}

void cost_split_clear(struct cost_split *split)
{
	free(split->lines);
	free(split->per_calls);
	free(split->entries);
	*split = (struct cost_split){0};
}
