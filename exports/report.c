/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report.c - what the exports for people share: a step's figures, and where they come from.
 */
#include "exports/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/result_command.h"
#include "engine/result/step_summary.h"
#include "exports/number.h"
#include "exports/utc.h"
#include "fixtures/text_show.h"

size_t report_variants(const struct plan *plan)
{
	return plan->case_count ? plan_step_count(plan) / plan->case_count : 1;
}

int report_summary(const struct result *result, size_t step, int pass, struct summary *summary,
		   struct error *error)
{
	int status = step_summary(result, step, pass, summary);

	return status < 0 ? error_set(error, status, "no memory to summarise a case") : 0;
}

int report_shown_summary(const struct result *result, size_t step, int pass,
			 struct summary *summary, struct error *error)
{
	int status = step_shown_summary(result, step, pass, summary);

	return status < 0 ? error_set(error, status, "no memory to summarise a case") : 0;
}

const char *report_show(enum result_unit unit, double value, int decimals, char text[NUMBER_SIZE])
{
	return number_show_fixed(value, result_unit_decimals(unit, value, decimals), text);
}

void report_write_state(const struct step *step, FILE *file)
{
	fputs(step_state_name(step->state), file);
	if (step->reason) {
		fputs(": ", file);
		text_write_safe(step->reason, file);
	}
}

static void write_line(const char *prefix, const char *name, const char *value, FILE *file)
{
	fprintf(file, "%s%s: ", prefix, name);
	text_write_safe(value, file);
	fputc('\n', file);
}

/* An environment item's value, or that it is unknown and why. Nothing for one that is absent. */
static void write_item(const struct result *result, const char *prefix, const char *name,
		       const char *key, FILE *file)
{
	const struct environment_item *item = environment_find(&result->environment, key);

	if (!item)
		return;
	fprintf(file, "%s%s: ", prefix, name);
	if (!item->value)
		fputs("unknown: ", file);
	text_write_safe(item->value ? item->value : item->reason ? item->reason : "", file);
	fputc('\n', file);
}

static void write_measured(const struct result *result, const char *prefix, FILE *file)
{
	char moment[UTC_SIZE];

	utc_show(result->started, moment);
	fprintf(file, "%smeasured by: lsmbench ", prefix);
	text_write_safe(result->version, file);
	fprintf(file, ", %s%s%s\n", moment, result->partial ? ", partial" : "",
		result->suspended ? ", the machine was suspended meanwhile" : "");
}

static void write_processor(const struct result *result, const char *prefix, FILE *file)
{
	const struct environment *environment = &result->environment;
	const char *mhz = environment_value(environment, "cpu.mhz", NULL);
	const char *governor = environment_value(environment, "cpu.governor", NULL);

	if (!environment_find(environment, "cpu.model"))
		return;
	fprintf(file, "%sCPU: ", prefix);
	text_write_safe(environment_value(environment, "cpu.model", "unknown"), file);
	if (mhz) {
		fputs(", ", file);
		text_write_safe(mhz, file);
		fputs(" MHz", file);
	}
	if (governor) {
		fputs(", governor ", file);
		text_write_safe(governor, file);
	}
	fputc('\n', file);
}

/* One scratch file system: its type and mount options; false when there is no such one. */
static bool write_scratch(const struct result *result, size_t index, const char *prefix, FILE *file)
{
	char key[64];
	const char *type;
	const char *options;

	snprintf(key, sizeof(key), "scratch.%zu.type", index);
	if (!environment_find(&result->environment, key))
		return false;
	type = environment_value(&result->environment, key, "unknown");
	snprintf(key, sizeof(key), "scratch.%zu.options", index);
	options = environment_value(&result->environment, key, "");
	fprintf(file, "%sfile system: ", prefix);
	text_write_safe(type, file);
	if (options[0]) {
		fputs(" (", file);
		text_write_safe(options, file);
		fputc(')', file);
	}
	if (result->plan.scratches.count > 1 && index < result->plan.scratches.count) {
		fputs(" on ", file);
		text_write_safe(result->plan.scratches.items[index], file);
	}
	fputc('\n', file);
	return true;
}

/* What denied calls cost is partly what audit writes of them. */
static void write_audit(const struct result *result, const char *prefix, FILE *file)
{
	for (size_t i = 0; i < result->plan.case_count; i++) {
		char name[2 * PATH_MAX];
		char words[160];

		if (!case_audit_words(result, i, words, sizeof(words))[0])
			continue;
		plan_case_name(&result->plan, i, name, sizeof(name));
		write_line(prefix, name, words, file);
	}
}

static void write_alarms(const struct result *result, const char *prefix, FILE *file)
{
	for (size_t i = 0; i < result->environment.warning_count; i++) {
		const struct environment_warning *warning = &result->environment.warnings[i];

		if (warning->level == WARNING_ALARM)
			write_line(prefix, "warning", warning->text, file);
	}
}

int report_write_essentials(const struct result *result, const char *prefix, FILE *file,
			    struct error *error)
{
	static const char ladder[] = "lsmbench ladder ";
	char *command = result_command(result);
	char loop[NUMBER_SIZE];

	if (!command)
		return error_set(error, -ENOMEM, "no memory for the command line");
	write_measured(result, prefix, file);
	if (result_unit_caution(result->unit)[0])
		write_line(prefix, "unit", result_unit_caution(result->unit), file);
	if (result->plan.label && result->plan.label[0])
		write_line(prefix, "label", result->plan.label, file);
	write_item(result, prefix, "host", "host.name", file);
	write_item(result, prefix, "kernel", "kernel.release", file);
	write_item(result, prefix, "LSMs active", "lsm.active", file);
	write_processor(result, prefix, file);
	for (size_t i = 0; write_scratch(result, i, prefix, file);)
		i++;
	write_audit(result, prefix, file);
	if (result->plan.subtract_loop)
		fprintf(file, "%ssubtracted: %s %s an iteration, the cost of an empty loop\n",
			prefix, report_show(result->unit, result->loop_ns, 4, loop),
			result_unit_name(result->unit));
	write_alarms(result, prefix, file);
	/* It takes a guest to repeat a count; lsmbench run times. */
	write_line(prefix,
		   result->unit == RESULT_NS || strncmp(command, ladder, strlen(ladder)) == 0
			   ? "repeat with"
			   : "ran in a guest",
		   command, file);
	free(command);
	return 0;
}
