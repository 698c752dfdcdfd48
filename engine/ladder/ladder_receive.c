/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ladder_receive.c - what a guest tells becomes a result and a table of hooks. */
#include "engine/ladder/ladder_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/text/version.h"

void ladder_drop_result(struct rung_run *run)
{
	result_clear(&run->result);
	result_init(&run->result);
	hook_table_clear(&run->hooks);
	run->hooks = (struct hook_table){.release = NULL};
	run->begun = false;
	run->booted = false;
	run->listed = false;
	run->reported[0] = '\0';
	run->steps_done = 0;
	run->receive_code = 0;
}

int ladder_begin_result(struct rung_run *run)
{
	struct result *result = &run->result;
	struct plan copy;
	int code;

	if (plan_copy(&copy, &run->ladder->plan.plan) < 0)
		return -ENOMEM;
	code = result_begin(result, &copy, NULL);
	/* Moved or not, it is an initialised plan. */
	plan_clear(&copy);
	if (code < 0)
		return code;
	run->begun = true;
	result->unit = RESULT_INSTRUCTIONS;
	result->partial = true;
	result->cpu = 0;
	result->started = time(NULL);
	result->clock_step_ns = 1;
	snprintf(result->clock, sizeof(result->clock), "QEMU's instruction counter");
	snprintf(result->version, sizeof(result->version), "%s", LSMBENCH_VERSION);
	return ladder_record_facts(run);
}

/* Without CONFIG_SECURITY there is nothing that could list modules. */
static bool has_no_framework(const struct rung_run *run)
{
	const struct kernel_image *image = &run->ladder->plan.kernels[rung_of(run)->kernel];
	char value[8];

	return image->config && !kernel_image_option(image, "SECURITY", value, sizeof(value));
}

/* Where the kernel itself cannot tell, and nothing else can, the rung keeps the name asked for. */
static int take_list(struct rung_run *run, const char *value)
{
	if (!value && !has_no_framework(run))
		return 0;
	if (!value || strcmp(value, "none") == 0)
		value = "";
	snprintf(run->reported, sizeof(run->reported), "%s", value);
	run->listed = true;
	return ladder_record_name(run);
}

static int take_item(struct rung_run *run, const struct guest_message *message)
{
	const char *source = message->value ? message->source : message->reason;
	int code;

	if (!message->key)
		return -EPROTO;
	code = environment_set(&run->result.environment, message->key, message->value,
			       source ? source : "");
	if (code == 0 && strcmp(message->key, "lsm.active") == 0)
		code = take_list(run, message->value);
	if (code == 0 && strcmp(message->key, "kernel.release") == 0 && message->value)
		code = hook_table_set_release(&run->hooks, message->value);
	return code == -EINVAL ? -EPROTO : code;
}

static int take_state(struct rung_run *run, const struct guest_message *message)
{
	static const enum rung_state states[] = {RUNG_SETTLING, RUNG_MEASURING, RUNG_COUNTING};

	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		if (message->text && strcmp(message->text, rung_state_name(states[i])) == 0)
			ladder_set_state(run, states[i]);
	}
	return 0;
}

static bool is_over(enum step_state state)
{
	return state >= STEP_DONE;
}

/* Whether a rung before this one has told the same. */
static bool is_known(const struct rung_run *run, size_t index, const char *reason)
{
	const struct ladder *ladder = run->ladder;

	for (size_t i = 0; i < ladder->plan.rung_count; i++) {
		const struct rung_run *other = &ladder->runs[i];
		const struct step *step = other->begun ? &other->result.steps[index] : NULL;

		if (other != run && step && step->reason && strcmp(step->reason, reason) == 0)
			return true;
	}
	return false;
}

static void tell_reason(struct rung_run *run, size_t index, const char *reason)
{
	const struct plan *plan = &run->result.plan;
	const bool several = plan->variants.count > 1;
	char name[PLAN_LABEL_SIZE];
	char label[PLAN_LABEL_SIZE];

	if (is_known(run, index, reason))
		return;
	plan_case_name(plan, index / plan->variants.count, name, sizeof(name));
	ladder_tell(run->ladder, LADDER_NOTICE, rung_index(run), "%s%s%s: %s", name,
		    several ? " under " : "", several ? plan_step_label(plan, index, label) : "",
		    reason);
}

static int take_step(struct rung_run *run, const struct guest_message *message)
{
	struct step *step;

	if (message->step >= plan_step_count(&run->result.plan))
		return -EPROTO;
	step = &run->result.steps[message->step];
	run->steps_done += is_over(message->state);
	run->steps_done -= is_over(step->state);
	step->state = message->state;
	step->iterations = message->iterations;
	free(step->reason);
	step->reason = message->reason ? strdup(message->reason) : NULL;
	if (message->reason && !step->reason)
		return -ENOMEM;
	if (step->reason && (step->state == STEP_FAILED || step->state == STEP_SKIPPED))
		tell_reason(run, message->step, step->reason);
	if (is_over(step->state) || step->state == STEP_BETWEEN)
		ladder_tell(run->ladder, LADDER_SAMPLES, rung_index(run), "%s", "");
	return 0;
}

/* Runs of a step come in their order, pass after pass: none twice, and none that nobody asked for.
 */
static bool is_next(const struct result *result, const struct sample *sample)
{
	size_t variants = result->plan.variants.count;
	uint64_t runs = plan_case_runs(&result->plan, sample->step / variants);

	if (sample->pass >= result->plan.passes || sample->run >= runs ||
	    sample->order >= runs * variants)
		return false;
	for (size_t i = result->sample_count; i > 0; i--) {
		const struct sample *last = &result->samples[i - 1];

		if (last->step == sample->step && last->pass == sample->pass)
			return sample->run > last->run;
	}
	return true;
}

static int take_sample(struct rung_run *run, const struct guest_message *message)
{
	const struct sample *sample = &message->sample;
	struct result *result = &run->result;
	int code;

	if (sample->step >= plan_step_count(&result->plan) || sample->iterations == 0 ||
	    !is_next(result, sample))
		return -EPROTO;
	/* No call takes none: the counter stood still. */
	if (sample->duration_ns == 0 && !(sample->flags & SAMPLE_FAILED))
		return -ENODATA;
	code = result_add(result, sample);
	if (code < 0)
		return code == -EEXIST ? -EPROTO : code;
	if (sample->flags & SAMPLE_FAILED)
		result->steps[sample->step].failed_runs++;
	return 0;
}

static int take_hook(struct rung_run *run, const struct guest_message *message)
{
	const struct plan *plan = &run->result.plan;
	char parameter[PLAN_LABEL_SIZE];
	struct hook_count count = {
		.parameter = parameter, .count = message->count, .varies = message->varies};
	const struct plan_case *entry;

	if (message->step >= plan_step_count(plan))
		return -EPROTO;
	entry = plan_step_case(plan, message->step);
	plan_case_parameter(plan, message->step / plan->variants.count, parameter,
			    sizeof(parameter));
	/* Copied there. */
	count.operation = (char *)(uintptr_t)entry->operation->name;
	count.hook = (char *)(uintptr_t)(message->hook ? message->hook : "");
	return hook_table_add(&run->hooks, &count);
}

static int take_user(struct rung_run *run, const struct guest_message *message)
{
	if (!message->key || !message->hook)
		return -EPROTO;
	return hook_table_add_user(&run->hooks, message->key, message->hook);
}

static int take(struct rung_run *run, const struct guest_message *message)
{
	switch (message->kind) {
	case GUEST_ITEM:
		return take_item(run, message);
	case GUEST_STATE:
		return take_state(run, message);
	case GUEST_STEP:
		return take_step(run, message);
	case GUEST_SAMPLE:
		return take_sample(run, message);
	case GUEST_HOOK:
		return take_hook(run, message);
	case GUEST_USER:
		return take_user(run, message);
	case GUEST_UNWATCHED:
		return text_list_add(&run->hooks.uncounted, message->text ? message->text : "");
	case GUEST_HELLO:
	case GUEST_TROUBLE:
	case GUEST_END:
		break;
	}
	return 0;
}

void ladder_receive(void *argument, const struct guest_message *message)
{
	struct rung_run *run = argument;

	/* Its environment is told first, and at once. */
	if (message->kind != GUEST_HELLO && message->kind != GUEST_ITEM && run->listed)
		run->booted = true;
	if (run->receive_code == 0)
		run->receive_code = take(run, message);
}

/* Whether all that can be measured of a step was. */
static bool is_whole(const struct step *step)
{
	return step->state == STEP_DONE || step->state == STEP_EARLY ||
	       (step->state == STEP_SKIPPED && step->reason);
}

void ladder_finish_result(struct rung_run *run, const char *reason)
{
	struct result *result = &run->result;

	if (!run->begun)
		return;
	result->ended = time(NULL);
	result->partial = reason != NULL;
	for (size_t i = 0; i < plan_step_count(&result->plan); i++) {
		struct step *step = &result->steps[i];

		if (reason && !is_over(step->state)) {
			step->state = STEP_STOPPED;
			free(step->reason);
			step->reason = strdup(reason);
		}
		if (!is_whole(step))
			result->partial = true;
	}
}
