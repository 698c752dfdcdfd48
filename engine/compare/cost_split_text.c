/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cost_split_text.c - what the split of the cost means, in sentences.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/compare/cost_split.h"

#define NS_SIZE 32
#define SUBJECT_SIZE 192
#define OBJECT_SIZE 400

static const char *axis_words(enum cost_axis axis)
{
	return axis == COST_PER_ENTRY ? "per directory entry" : "per component";
}

/* As many decimals as the figure deserves. */
static const char *show_ns(enum result_unit unit, double ns, char buffer[NS_SIZE])
{
	int decimals = result_unit_decimals(unit, ns, fabs(ns) < 9.95 ? 1 : 0);

	/* No -0.0. */
	snprintf(buffer, NS_SIZE, "%.*f", decimals, fabs(ns) < 0.05 ? 0 : ns);
	return buffer;
}

/* The difference is what these words say, and they may be used. */
static bool is_borne_out(enum verdict verdict)
{
	return verdict == VERDICT_SLOWER || verdict == VERDICT_FASTER;
}

/* Across sessions the figures are told even if nothing was decided, but for a lack of difference.
 */
static bool is_told(const struct cost_split *split, enum verdict verdict)
{
	return is_borne_out(verdict) ||
	       (split->kind == COMPARISON_SESSIONS && verdict != VERDICT_NO_DIFFERENCE);
}

/* "landlock:1 adds 41", or where that is not decided "medians of MAC differ by +41". */
static const char *show_subject(const struct cost_split *split, const char *label,
				enum verdict verdict, double ns, char *buffer, size_t size)
{
	char text[NS_SIZE];

	show_ns(split->unit, ns, text);
	if (is_borne_out(verdict))
		snprintf(buffer, size, "%.128s adds %s", label, text);
	else
		snprintf(buffer, size, "medians of %.128s differ by %s%s", label,
			 ns >= 0.05 ? "+" : "", text);
	return buffer;
}

/* Why it is no more than a difference of medians; "" when it is. */
static const char *reservation(const struct cost_split *split, enum verdict verdict)
{
	/* Counts are exact: they lack no test. */
	if (split->unit == RESULT_INSTRUCTIONS && verdict != VERDICT_NOT_COMPARABLE)
		return "";
	switch (verdict) {
	case VERDICT_SLOWER:
	case VERDICT_FASTER:
		return "";
	case VERDICT_NOT_COMPARABLE:
		return "; not comparable";
	case VERDICT_UNTRUSTWORTHY:
		return "; untrustworthy";
	case VERDICT_MOVED:
	case VERDICT_NOT_MOVED:
		return "; no verdict: one boot";
	default:
		return "; no verdict";
	}
}

static int add_entry(const struct cost_split *split, const struct cost_entry *entry,
		     struct text_list *sentences)
{
	char subject[SUBJECT_SIZE];
	char low[NS_SIZE];
	char high[NS_SIZE];

	if (!entry->is_constant || !is_told(split, entry->verdict))
		return 0;
	return text_list_add_format(
		sentences, "%s %s per system call in %zu of %zu operations%s%s (%s to %s)%s%s",
		show_subject(split, entry->label, entry->verdict, entry->ns, subject,
			     sizeof(subject)),
		result_unit_name(split->unit), entry->agree, entry->operations,
		entry->variant[0] ? " " : "", entry->variant, show_ns(split->unit, entry->low, low),
		show_ns(split->unit, entry->high, high),
		is_borne_out(entry->verdict) ? ": entry cost, not a hook's"
					     : ", as an entry cost would, not a hook's",
		reservation(split, entry->verdict));
}

/* " (95% 0.9 to 2.3 ns)"; counts have no error. */
static const char *show_interval(const struct cost_split *split, const struct theil_sen *line,
				 char *buffer, size_t size)
{
	char low[NS_SIZE];
	char high[NS_SIZE];

	buffer[0] = '\0';
	if (split->unit != RESULT_INSTRUCTIONS)
		snprintf(buffer, size, " (95%% %s to %s %s)",
			 show_ns(split->unit, line->slope_low, low),
			 show_ns(split->unit, line->slope_high, high),
			 result_unit_name(split->unit));
	return buffer;
}

/* "to stat on /mnt [landlock:1]" */
static const char *show_object(const struct cost_line *line, char *buffer, size_t size)
{
	snprintf(buffer, size, " %s %s%s%.200s%s%.128s", is_borne_out(line->verdict) ? "to" : "in",
		 line->operation->name, line->place[0] ? " on " : "", line->place,
		 line->variant[0] ? " " : "", line->variant);
	return buffer;
}

/* A slope that cannot be told from none. */
static int add_flat_line(const struct cost_split *split, const struct cost_line *line,
			 struct text_list *sentences)
{
	char subject[SUBJECT_SIZE];
	char object[OBJECT_SIZE];
	char interval[96];

	return text_list_add_format(sentences, "%s %s per iteration%s; %s: none found%s%s",
				    show_subject(split, line->label, line->verdict, line->median,
						 subject, sizeof(subject)),
				    result_unit_name(split->unit),
				    show_object(line, object, sizeof(object)),
				    axis_words(line->axis),
				    show_interval(split, &line->line, interval, sizeof(interval)),
				    reservation(split, line->verdict));
}

/* A slope of which nobody knows how far it is off: it is not told. */
static int add_unknown_line(const struct cost_split *split, const struct cost_line *line,
			    struct text_list *sentences)
{
	char subject[SUBJECT_SIZE];
	char object[OBJECT_SIZE];

	return text_list_add_format(sentences, "%s %s per iteration%s; %s: not known from %zu %s%s",
				    show_subject(split, line->label, line->verdict, line->median,
						 subject, sizeof(subject)),
				    result_unit_name(split->unit),
				    show_object(line, object, sizeof(object)),
				    axis_words(line->axis), line->line.count,
				    line->axis == COST_PER_ENTRY ? "sizes" : "depths",
				    reservation(split, line->verdict));
}

static const struct cost_entry *entry_of(const struct cost_split *split,
					 const struct cost_line *line)
{
	for (size_t i = 0; i < split->entry_count; i++) {
		const struct cost_entry *entry = &split->entries[i];

		if (strcmp(entry->label, line->label) == 0 &&
		    strcmp(entry->variant, line->variant) == 0)
			return entry;
	}
	return NULL;
}

static bool is_known(const struct cost_split *split, const struct theil_sen *line)
{
	return split->unit == RESULT_INSTRUCTIONS ||
	       (isfinite(line->slope_low) && isfinite(line->slope_high));
}

static bool is_flat(const struct cost_split *split, const struct theil_sen *line)
{
	if (split->unit == RESULT_INSTRUCTIONS)
		return fabs(line->slope) < 0.05;
	return line->slope_low <= 0 && line->slope_high >= 0;
}

static int add_line(const struct cost_split *split, const struct cost_line *line,
		    struct text_list *sentences)
{
	const struct cost_entry *entry = entry_of(split, line);
	bool odd = line->axis == COST_PER_ENTRY && entry && entry->is_constant &&
		   line->line.slope_low > 0;
	char subject[SUBJECT_SIZE];
	char object[OBJECT_SIZE];
	char slope[NS_SIZE];
	char interval[96];
	bool is_sure = is_borne_out(line->verdict);

	if (!is_known(split, &line->line))
		return add_unknown_line(split, line, sentences);
	if (is_flat(split, &line->line))
		return add_flat_line(split, line, sentences);
	return text_list_add_format(sentences, "%s %s per iteration and %s%s %s %s%s%s%s%s",
				    show_subject(split, line->label, line->verdict,
						 line->line.intercept, subject, sizeof(subject)),
				    result_unit_name(split->unit),
				    !is_sure && line->line.slope >= 0.05 ? "+" : "",
				    show_ns(split->unit, line->line.slope, slope),
				    result_unit_name(split->unit), axis_words(line->axis),
				    show_interval(split, &line->line, interval, sizeof(interval)),
				    show_object(line, object, sizeof(object)),
				    !odd      ? ""
				    : is_sure ? ", which entering the kernel does not explain"
					      : ", which entering the kernel would not explain",
				    reservation(split, line->verdict));
}

int cost_split_sentences(const struct cost_split *split, struct text_list *sentences)
{
	int status = 0;

	for (size_t i = 0; i < split->entry_count && status == 0; i++)
		status = add_entry(split, &split->entries[i], sentences);
	for (size_t i = 0; i < split->line_count && status == 0; i++) {
		if (split->lines[i].subject == COST_DIFFERENCE &&
		    is_told(split, split->lines[i].verdict))
			status = add_line(split, &split->lines[i], sentences);
	}
	return status;
}
