/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cost_split_text.c - what the split of the cost means, in sentences.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/cost_split.h"

#define NS_SIZE 32

const char *cost_axis_words(enum cost_axis axis)
{
	return axis == COST_PER_ENTRY ? "per directory entry" : "per component";
}

/* As many decimals as the figure deserves. */
static const char *show_ns(double ns, char buffer[NS_SIZE])
{
	/* No -0.0. */
	snprintf(buffer, NS_SIZE, fabs(ns) < 9.95 ? "%.1f" : "%.0f", fabs(ns) < 0.05 ? 0 : ns);
	return buffer;
}

static int add(struct text_list *sentences, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int add(struct text_list *sentences, const char *format, ...)
{
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return text_list_add(sentences, text);
}

static int add_entry(const struct cost_entry *entry, struct text_list *sentences)
{
	char ns[NS_SIZE];
	char low[NS_SIZE];
	char high[NS_SIZE];

	if (!entry->is_constant)
		return 0;
	return add(sentences,
		   "%s adds %s ns per system call in %zu of %zu operations%s%s (%s to %s): entry "
		   "cost, not a hook's",
		   entry->label, show_ns(entry->ns, ns), entry->agree, entry->operations,
		   entry->variant[0] ? " " : "", entry->variant, show_ns(entry->low, low),
		   show_ns(entry->high, high));
}

/* " (95% 0.9 to 2.3)", or nothing without an interval. */
static const char *show_interval(const struct theil_sen *line, char *buffer, size_t size)
{
	char low[NS_SIZE];
	char high[NS_SIZE];

	buffer[0] = '\0';
	if (isfinite(line->slope_low))
		snprintf(buffer, size, " (95%% %s to %s ns)", show_ns(line->slope_low, low),
			 show_ns(line->slope_high, high));
	return buffer;
}

/* A slope that cannot be told from none. */
static int add_flat_line(const struct cost_line *line, struct text_list *sentences)
{
	char call[NS_SIZE];
	char interval[96];

	return add(sentences, "%s adds %s ns per call to %s%s%s%s%s; %s: none found%s", line->label,
		   show_ns(line->median, call), line->operation->name, line->place[0] ? " on " : "",
		   line->place, line->variant[0] ? " " : "", line->variant,
		   cost_axis_words(line->axis),
		   show_interval(&line->line, interval, sizeof(interval)));
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

static int add_line(const struct cost_split *split, const struct cost_line *line,
		    struct text_list *sentences)
{
	const struct cost_entry *entry = entry_of(split, line);
	bool odd = line->axis == COST_PER_ENTRY && entry && entry->is_constant &&
		   line->line.slope_low > 0;
	char call[NS_SIZE];
	char slope[NS_SIZE];
	char interval[96];

	if (line->line.slope_low <= 0 && line->line.slope_high >= 0)
		return add_flat_line(line, sentences);
	return add(sentences, "%s adds %s ns per call and %s ns %s%s to %s%s%s%s%s%s", line->label,
		   show_ns(line->line.intercept, call), show_ns(line->line.slope, slope),
		   cost_axis_words(line->axis),
		   show_interval(&line->line, interval, sizeof(interval)), line->operation->name,
		   line->place[0] ? " on " : "", line->place, line->variant[0] ? " " : "",
		   line->variant, odd ? ", which entering the kernel does not explain" : "");
}

int cost_split_sentences(const struct cost_split *split, struct text_list *sentences)
{
	int status = 0;

	for (size_t i = 0; i < split->entry_count && status == 0; i++)
		status = add_entry(&split->entries[i], sentences);
	for (size_t i = 0; i < split->line_count && status == 0; i++) {
		if (split->lines[i].subject == COST_DIFFERENCE &&
		    (split->kind == COMPARISON_SESSIONS || split->lines[i].decided > 0))
			status = add_line(split, &split->lines[i], sentences);
	}
	return status;
}
