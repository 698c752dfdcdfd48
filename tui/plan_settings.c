/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_settings.c - the Plan page's settings: every key of a plan that no pane of its own shows, of
 * those that only operations of a kind read the ones that would be read.
 */
#include <stdio.h>
#include <string.h>

#include "engine/operation/operation.h"
#include "engine/plan/plan_reader.h"
#include "tui/plan_rows.h"

/* Whether something that is picked would read the setting. */
static bool is_read(const struct plan *plan, const struct plan *expanded, const char *key)
{
	size_t i;

	if (!plan_reader_is_special(key))
		return true;
	for (i = 0; i < operation_count; i++)
		if (plan_reader_reads(operations[i], key) &&
		    (plan_rows_names(plan, expanded, operations[i]) ||
		     plan_rows_runs(expanded, operations[i])))
			return true;
	return false;
}

/* Keys that panes of their own show; all others are settings. */
static bool has_pane(const struct plan_key *key)
{
	static const char *const keys[] = {"suite", "ops",   "paths",   "depths",
					   "path",  "cases", "variants"};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(keys[i], key->name) == 0)
			return true;
	return parameter_by_option(key->name) != NULL;
}

/* All items of a key in one text; "" when it is not set. */
static void setting_text(const struct plan *plan, const struct plan_key *key, char *buffer,
			 size_t size)
{
	size_t used = 0;
	size_t index;

	buffer[0] = '\0';
	for (index = 0; used + 1 < size; index++) {
		if (plan_get(plan, key->name, index, buffer + used, size - used) < 0)
			break;
		used += strlen(buffer + used);
		if (key->type != PLAN_KEY_EACH)
			return;
		if (used + 1 < size)
			buffer[used++] = ',';
	}
	buffer[used > 0 ? used - 1 : 0] = '\0';
}

/* Whether the key is about batches, and all that will run times itself. */
static bool is_idle(const struct plan *expanded, const char *key)
{
	static const char *const keys[] = {"runs", "batch", "precision"};
	bool batches = false;
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]) && !batches; i++)
		batches = strcmp(keys[i], key) == 0;
	if (!batches || expanded == NULL || expanded->case_count == 0)
		return false;
	for (i = 0; i < expanded->case_count; i++)
		if (expanded->cases[i].operation->record == NULL)
			return false;
	return true;
}

static void add_setting(struct plan_rows *rows, const struct plan *plan,
			const struct plan *expanded, const struct plan_key *key)
{
	char chosen[4200];
	char shown[4200];
	char label[4400];

	setting_text(plan, key, chosen, sizeof(chosen));
	if (chosen[0] == '\0' &&
	    (!is_read(plan, expanded, key->name) || is_idle(expanded, key->name)))
		return;
	snprintf(shown, sizeof(shown), "%s", chosen);
	if (shown[0] == '\0' && expanded != NULL)
		setting_text(expanded, key, shown, sizeof(shown));
	if (shown[0] == '\0')
		snprintf(shown, sizeof(shown), "%s", key->type == PLAN_KEY_FLAG ? "no" : "-");
	snprintf(label, sizeof(label), "%s %s", key->name, shown);
	plan_rows_add(rows, PLAN_ROW_SETTING, key->name, chosen, label)->mark =
		chosen[0] != '\0' ? MARK_ON : MARK_OFF;
}

/* Those of what is picked come first: they are what its row in the list leads to. */
void plan_rows_fill_settings(struct plan_rows *rows, const struct plan *plan,
			     const struct plan *expanded)
{
	for (int special = 1; special >= 0; special--)
		for (size_t i = 0; i < plan_key_count; i++)
			if (!has_pane(&plan_keys[i]) &&
			    plan_reader_is_special(plan_keys[i].name) == (special == 1))
				add_setting(rows, plan, expanded, &plan_keys[i]);
}
