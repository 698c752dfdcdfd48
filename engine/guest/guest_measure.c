/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_measure.c - pass by pass, case by case, variant by variant, and what became of each.
 */
#include "engine/guest/guest_measure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/guest/guest_batch.h"
#include "engine/guest/guest_pass.h"
#include "engine/variant/bpf.h"
#include "engine/variant/variant.h"
#include "engine/worker/setup_request.h"

struct measurement {
	const struct guest_ground *ground;
	const struct plan *plan;
	struct guest_report *report;
	struct guest_pass *pass;
	enum step_state *states;   /* by step */
	uint64_t *iterations;      /* by case; 0 while unknown */
	struct error *unavailable; /* by variant; "" for one that works */
	unsigned int number;       /* of the pass */
};

static size_t variant_total(const struct measurement *all)
{
	return all->plan->variants.count;
}

static bool is_over(enum step_state state)
{
	return state == STEP_FAILED || state == STEP_SKIPPED;
}

static void report_step(struct measurement *all, size_t case_index, size_t variant,
			enum step_state state, const char *reason)
{
	const size_t step = plan_step(all->plan, case_index, variant);

	all->states[step] = state;
	guest_report_send(all->report,
			  &(struct guest_message){.kind = GUEST_STEP,
						  .step = (uint32_t)step,
						  .state = state,
						  .iterations = all->iterations[case_index],
						  .reason = reason});
}

/* The baseline is nobody's to lose: what it cannot do, no variant is measured at. */
static void give_up(struct measurement *all, size_t case_index, size_t variant,
		    enum step_state state, const char *reason)
{
	if (variant > 0) {
		report_step(all, case_index, variant, state, reason);
		return;
	}
	for (size_t i = 0; i < variant_total(all); i++)
		if (!is_over(all->states[plan_step(all->plan, case_index, i)]))
			report_step(all, case_index, i, state, reason);
}

static void report_samples(struct measurement *all, size_t case_index, size_t variant)
{
	const struct guest_pass *pass = all->pass;

	for (uint32_t i = 0; i < pass->sample_count; i++) {
		struct guest_message message = {.kind = GUEST_SAMPLE, .sample = pass->samples[i]};

		message.sample.step = (uint32_t)plan_step(all->plan, case_index, variant);
		message.sample.pass = (uint16_t)all->number;
		message.sample.run = i;
		message.sample.order = (uint32_t)variant * pass->runs + i;
		message.sample.iterations = pass->iterations;
		guest_report_send(all->report, &message);
	}
}

/* With the BPF programs of its variant, which are on their hooks for the time of the pass. */
static int run_with_programs(struct measurement *all)
{
	struct guest_pass *pass = all->pass;
	struct bpf_attachments attachments;
	struct error error = {""};
	int code = bpf_attachments_open(&attachments, pass->request.variant, &error);

	if (code < 0) {
		snprintf(pass->text, sizeof(pass->text), "%s", error.text);
		return code;
	}
	guest_report_drain(all->report);
	code = guest_pass_run(pass);
	bpf_attachments_close(&attachments);
	return code;
}

static void measure_variant(struct measurement *all, size_t case_index, size_t variant,
			    int directory)
{
	struct guest_pass *pass = all->pass;
	const bool last = all->number + 1 == all->plan->passes;
	int code;

	setup_request_fill(&pass->request, all->plan, case_index, &all->ground->scratch,
			   guest_case_variant(all->plan, variant));
	pass->directory = directory;
	pass->iterations = all->iterations[case_index];
	code = run_with_programs(all);
	if (code < 0) {
		give_up(all, case_index, variant, code == -EOPNOTSUPP ? STEP_SKIPPED : STEP_FAILED,
			pass->text);
		return;
	}
	all->iterations[case_index] = pass->iterations;
	report_samples(all, case_index, variant);
	report_step(all, case_index, variant, last ? STEP_DONE : STEP_BETWEEN, NULL);
}

/* One pass of a case under all its variants. */
static void measure_case(struct measurement *all, size_t case_index)
{
	struct error error = {""};
	int directory;

	if (is_over(all->states[plan_step(all->plan, case_index, 0)]))
		return;
	directory = guest_case_build(all->ground, case_index, &error);
	if (directory < 0) {
		give_up(all, case_index, 0, STEP_FAILED, error.text);
		return;
	}
	for (size_t i = 0; i < variant_total(all); i++)
		if (!is_over(all->states[plan_step(all->plan, case_index, i)]))
			measure_variant(all, case_index, i, directory);
	guest_case_remove(all->ground, case_index, directory);
}

/* What cannot work in a guest, or not in this kernel. */
static void check_variant(const char *variant, struct error *error)
{
	struct text_list words = {0};

	if (variant_wrap(variant, &words, error) == 0 && words.count > 0)
		error_set(error, -EOPNOTSUPP,
			  "a guest has no programs: a command cannot be put before the worker");
	else
		variant_available(variant, error);
	text_list_clear(&words);
}

/* Why no guest can measure an operation: in reason, or "". */
static void check_operation(const struct operation *operation, char reason[GUEST_CASE_REASON_SIZE])
{
	if (operation->record)
		snprintf(reason, GUEST_CASE_REASON_SIZE,
			 "it times itself, and what it tells are no instructions");
	else
		guest_case_missing(operation, reason);
}

/* Cases and variants that need not be tried. */
static void leave_out(struct measurement *all)
{
	for (size_t i = 0; i < all->plan->case_count; i++) {
		char reason[GUEST_CASE_REASON_SIZE];

		for (size_t j = variant_total(all); j-- > 0;)
			if (all->unavailable[j].text[0])
				give_up(all, i, j, STEP_SKIPPED, all->unavailable[j].text);
		check_operation(all->plan->cases[i].operation, reason);
		if (reason[0] && !is_over(all->states[plan_step(all->plan, i, 0)]))
			give_up(all, i, 0, STEP_SKIPPED, reason);
	}
}

static void measure_all(struct measurement *all)
{
	for (size_t i = 0; i < variant_total(all); i++)
		check_variant(guest_case_variant(all->plan, i), &all->unavailable[i]);
	leave_out(all);
	all->pass->epoch = guest_batch_now();
	for (all->number = 0; all->number < all->plan->passes; all->number++)
		for (size_t i = 0; i < all->plan->case_count; i++)
			measure_case(all, i);
}

int guest_measure(const struct guest_ground *ground, const struct guest_task *task,
		  struct guest_report *report, struct error *error)
{
	const struct plan *plan = ground->plan;
	struct measurement all = {
		.ground = ground,
		.plan = plan,
		.report = report,
		.pass = guest_pass_make(plan->runs),
		.states = calloc(plan_step_count(plan), sizeof(*all.states)),
		.iterations = calloc(plan->case_count, sizeof(*all.iterations)),
		.unavailable = calloc(plan->variants.count, sizeof(*all.unavailable)),
	};
	int code = 0;

	if (!all.pass || !all.states || !all.iterations || !all.unavailable) {
		code = error_set(error, -ENOMEM, "out of memory");
	} else {
		all.pass->policy = task->policy.module ? &task->policy : NULL;
		measure_all(&all);
	}
	free(all.states);
	free(all.iterations);
	free(all.unavailable);
	return code;
}
