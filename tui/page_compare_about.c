/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_compare_about.c - the line above the tabs of the Compare page: what is compared with what,
 * how far it has come, and what it can tell.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/page_compare.h"
#include "tui/text.h"

/* "  1:53 left", or nothing when no session runs. */
static void describe_time(const struct console *console, char *buffer, size_t size)
{
	struct session_progress progress;
	char left[32];

	buffer[0] = '\0';
	if (console->session == NULL)
		return;
	session_progress(console->session, &progress);
	text_duration(left, sizeof(left), progress.remaining_seconds);
	snprintf(buffer, size, "  %s%s left", progress.paused ? "PAUSED, " : "", left);
}

/* While a session runs, the time that it still needs matters more than the number of tests. */
static void describe_variants(const struct console *console, int columns, char *buffer, size_t size)
{
	const struct compare_page *page = &console->compare_page;
	const struct comparison *comparison = &page->model.comparison;
	const struct plan *plan = &page->model.result->plan;
	const uint32_t runs = plan_case_runs(plan, 0);
	char limit[COMPARISON_PERCENT_SIZE];
	char found[96] = "";
	char tests[64];
	char left[64];
	char of[16] = "";
	size_t used;

	if (isfinite(comparison->aa_estimate))
		snprintf(found, sizeof(found), "  A/A %s",
			 comparison_show_percent(comparison->aa_estimate, limit));
	if (isfinite(comparison->aa_limit))
		snprintf(found + strlen(found), sizeof(found) - strlen(found), " (can see %s)",
			 comparison_show_limit(comparison->aa_limit, limit));
	describe_time(console, left, sizeof(left));
	if (session_passes_certain(plan) > 0)
		snprintf(of, sizeof(of), "/%u", plan->passes);
	snprintf(buffer, size, "base %s  %zu%s passes x %u pair%s%s%s%s",
		 comparison->base != NULL ? comparison->base : "?", comparison->parts, of, runs,
		 runs == 1 ? "" : "s", comparison->partial ? ", cut short" : "", left, found);
	if (comparison->unit == RESULT_NS)
		snprintf(tests, sizeof(tests), "  %zu test%s, Holm", comparison->tests,
			 comparison->tests == 1 ? "" : "s");
	else
		snprintf(tests, sizeof(tests), "  %s", result_unit_caution(comparison->unit));
	used = strlen(buffer);
	if (left[0] == '\0' || text_width(buffer) + text_width(tests) <= columns)
		snprintf(buffer + used, size - used, "%s", tests);
}

/* "old (base, 2 files)", "base", "new (3 files)" */
static void describe_group(const struct compare_group_files *group, bool base, char *buffer,
			   size_t size)
{
	const char *role = base && strcmp(group->name, "base") != 0 ? "base" : "";
	char files[32] = "";

	if (group->files.count > 1)
		snprintf(files, sizeof(files), "%s%zu files", role[0] != '\0' ? ", " : "",
			 group->files.count);
	if (role[0] != '\0' || files[0] != '\0')
		snprintf(buffer, size, "%s (%s%s)", group->name, role, files);
	else
		snprintf(buffer, size, "%s", group->name);
}

/* "base (2 files), new (3 files)  no verdict: ..." */
static void describe_files(const struct compare_model *model, char *buffer, size_t size)
{
	const struct compare_inputs *inputs = &model->inputs;
	char state[512];
	char group[320];
	size_t used = 0;
	size_t i;

	buffer[0] = '\0';
	for (i = 0; i < inputs->group_count && used < size; i++) {
		describe_group(&inputs->groups[i], i == 0, group, sizeof(group));
		used += (size_t)snprintf(buffer + used, size - used, "%s%s", i > 0 ? ", " : "",
					 group);
	}
	if (model->comparison.unit != RESULT_NS && used < size)
		used += (size_t)snprintf(buffer + used, size - used, "  %s",
					 result_unit_caution(model->comparison.unit));
	comparison_state(&model->comparison, state, sizeof(state));
	if (state[0] != '\0' && used < size)
		snprintf(buffer + used, size - used, "  %s", state);
}

void page_compare_draw_about(const struct console *console, const struct rectangle *area)
{
	const struct compare_model *model = &console->compare_page.model;
	char text[1024];

	if (!model->valid)
		return;
	if (model->has_files)
		describe_files(model, text, sizeof(text));
	else
		describe_variants(console, area->columns, text, sizeof(text));
	draw_text(area, 0, 0, ROLE_VALUE, text);
}
