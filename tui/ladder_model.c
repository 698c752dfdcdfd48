/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_model.c - what the person chooses on the Ladder page.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/ladder_model.h"
#include "tui/ladder_model_private.h"

/* A further word that every kernel understands and that costs: what auditing adds. */
#define AUDIT_WORD "audit=1"

static int no_memory(struct error *error)
{
	return error_set(error, -ENOMEM, "out of memory");
}

void ladder_model_init(struct ladder_model *model)
{
	memset(model, 0, sizeof(*model));
	ladder_plan_init(&model->plan);
	model->plan.hooks = true;
	plan_init(&model->cases);
	ladder_model_derive(model);
}

static void clear_policies(struct guest_policy *policies, size_t count)
{
	for (size_t i = 0; i < count; i++)
		guest_policy_clear(&policies[i]);
	free(policies);
}

void ladder_model_clear(struct ladder_model *model)
{
	ladder_model_forget(model);
	ladder_plan_clear(&model->plan);
	text_list_clear(&model->texts);
	text_list_clear(&model->dropped);
	clear_policies(model->policies, model->policy_count);
	plan_clear(&model->cases);
	free(model->rows);
	free(model->shown);
	memset(model, 0, sizeof(*model));
}

char *ladder_model_key(const struct ladder_plan *plan, size_t index)
{
	const struct ladder_rung *rung = &plan->rungs[index];
	const struct guest_policy *policy = &rung->policy;
	char *key;

	if (asprintf(&key, "%s|%d|%s|%s|%s|%s|%s", plan->kernels[rung->kernel].path,
		     (int)rung->kind, rung->lsm != NULL ? rung->lsm : "",
		     rung->append != NULL ? rung->append : "",
		     policy->module != NULL ? policy->module : "",
		     policy->file != NULL ? policy->file : "",
		     policy->domain != NULL ? policy->domain : "") < 0)
		return NULL;
	return key;
}

/* What would be measured, so that its columns are there before anything is. */
static void expand_cases(struct ladder_model *model)
{
	struct ladder_plan copy;

	plan_clear(&model->cases);
	plan_init(&model->cases);
	model->cases_error.text[0] = '\0';
	if (ladder_plan_copy(&copy, &model->plan) < 0)
		return;
	if (ladder_plan_expand(&copy, &model->cases_error) == 0) {
		plan_clear(&model->cases);
		model->cases = copy.plan;
		plan_init(&copy.plan);
	}
	ladder_plan_clear(&copy);
}

void ladder_model_derive(struct ladder_model *model)
{
	expand_cases(model);
	ladder_model_make_rows(model);
	ladder_model_show_cases(model);
}

/* Make the rungs of the plan anew from texts and policies, which are taken over on success. */
static int set_rungs(struct ladder_model *model, struct text_list *texts,
		     struct guest_policy *policies, size_t policy_count, struct error *error)
{
	int status = 0;

	if (model->plan.kernel_count > 0)
		status = ladder_plan_set_rungs(&model->plan, texts, "", policies, policy_count,
					       true, error);
	if (status < 0) {
		ladder_model_derive(model);
		return status;
	}
	if (texts != &model->texts) {
		text_list_clear(&model->texts);
		model->texts = *texts;
		memset(texts, 0, sizeof(*texts));
	}
	model->policies = policies;
	model->policy_count = policy_count;
	ladder_model_derive(model);
	return 0;
}

static int renew_rungs(struct ladder_model *model, struct error *error)
{
	return set_rungs(model, &model->texts, model->policies, model->policy_count, error);
}

size_t ladder_model_find_kernel(const struct ladder_model *model, const char *path)
{
	for (size_t i = 0; i < model->plan.kernel_count; i++)
		if (strcmp(model->plan.kernels[i].path, path) == 0)
			return i;
	return LADDER_NONE;
}

/* The rungs that a kernel can build, and what auditing costs beside the first of them. */
static int default_texts(const struct kernel_image *kernel, struct text_list *texts)
{
	int status = ladder_rung_defaults(kernel, texts);

	if (status == 0 && texts->count > 0)
		status = text_list_add_format(texts, "%s " AUDIT_WORD, texts->items[0]);
	return status;
}

int ladder_model_add_kernel(struct ladder_model *model, struct kernel_image *kernel,
			    struct error *error)
{
	int status = 0;

	if (model->texts.count == 0 && default_texts(kernel, &model->texts) < 0)
		status = no_memory(error);
	if (status == 0)
		status = ladder_plan_add_kernel(&model->plan, kernel, error);
	if (status < 0) {
		kernel_image_clear(kernel);
		return status;
	}
	return renew_rungs(model, error);
}

int ladder_model_remove_kernel(struct ladder_model *model, size_t kernel, struct error *error)
{
	struct ladder_plan *plan = &model->plan;

	kernel_image_clear(&plan->kernels[kernel]);
	plan->kernel_count--;
	memmove(&plan->kernels[kernel], &plan->kernels[kernel + 1],
		(plan->kernel_count - kernel) * sizeof(*plan->kernels));
	for (size_t i = 0; i < plan->rung_count; i++)
		ladder_rung_clear(&plan->rungs[i]);
	plan->rung_count = 0;
	return renew_rungs(model, error);
}

int ladder_model_add_rung(struct ladder_model *model, const char *text, struct error *error)
{
	struct text_list texts = {NULL, 0};
	struct ladder_rung rung = {0};
	int status = ladder_rung_parse(text, &rung, error);

	ladder_rung_clear(&rung);
	if (status < 0)
		return status;
	if (text_list_has(&model->texts, text))
		return error_set(error, -EEXIST, "there is such a rung already");
	if (text_list_copy(&texts, &model->texts) < 0 || text_list_add(&texts, text) < 0)
		status = no_memory(error);
	else
		status = set_rungs(model, &texts, model->policies, model->policy_count, error);
	text_list_clear(&texts);
	return status;
}

static bool names_module(const char *text, const char *module)
{
	size_t length = strlen(module);
	size_t end = strcspn(text, " ");

	for (size_t at = 0; at < end; at += strcspn(text + at, ", ") + 1)
		if (strncmp(text + at, module, length) == 0 && strcspn(text + at, ", ") == length)
			return true;
	return false;
}

/* A policy of a module that no rung names would confine nobody. */
static int name_module(struct text_list *texts, const char *module)
{
	/* It is at work whatever the list says. */
	if (strcmp(module, "ima") == 0)
		return 0;
	for (size_t i = 0; i < texts->count; i++)
		if (names_module(texts->items[i], module))
			return 0;
	return text_list_add_format(texts, "%s,capability", module);
}

/* All policies once more, and another one, which is taken over. */
static struct guest_policy *more_policies(const struct ladder_model *model,
					  struct guest_policy *policy)
{
	struct guest_policy *list = calloc(model->policy_count + 1, sizeof(*list));
	size_t i = 0;

	while (list != NULL && i < model->policy_count &&
	       guest_policy_copy(&list[i], &model->policies[i]) == 0)
		i++;
	if (list == NULL || i < model->policy_count) {
		clear_policies(list, i);
		guest_policy_clear(policy);
		return NULL;
	}
	list[i] = *policy;
	memset(policy, 0, sizeof(*policy));
	return list;
}

static int replace_policies(struct ladder_model *model, struct text_list *texts,
			    struct guest_policy *policies, size_t count, struct error *error)
{
	struct guest_policy *old = model->policies;
	size_t old_count = model->policy_count;
	int status = set_rungs(model, texts, policies, count, error);

	if (status < 0)
		clear_policies(policies, count);
	else
		clear_policies(old, old_count);
	return status;
}

static bool is_same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool has_policy(const struct ladder_model *model, const struct guest_policy *policy)
{
	for (size_t i = 0; i < model->policy_count; i++) {
		const struct guest_policy *there = &model->policies[i];

		if (is_same_text(there->module, policy->module) &&
		    is_same_text(there->file, policy->file) &&
		    is_same_text(there->domain, policy->domain))
			return true;
	}
	return false;
}

int ladder_model_add_policy(struct ladder_model *model, const char *text, struct error *error)
{
	struct text_list texts = {NULL, 0};
	struct guest_policy policy = {NULL, NULL, NULL};
	struct guest_policy *policies;
	int status;

	if (*text == '\0')
		return replace_policies(model, &model->texts, NULL, 0, error);
	status = guest_policy_parse(text, &policy, error);
	if (status < 0)
		return status;
	if (has_policy(model, &policy)) {
		guest_policy_clear(&policy);
		return error_set(error, -EEXIST, "there is a rung with this policy already");
	}
	if (text_list_copy(&texts, &model->texts) < 0 || name_module(&texts, policy.module) < 0) {
		guest_policy_clear(&policy);
		text_list_clear(&texts);
		return no_memory(error);
	}
	policies = more_policies(model, &policy);
	status = policies == NULL ? no_memory(error)
				  : replace_policies(model, &texts, policies,
						     model->policy_count + 1, error);
	text_list_clear(&texts);
	return status;
}

static long dropped_index(const struct ladder_model *model, size_t rung)
{
	char *key = ladder_model_key(&model->plan, rung);
	long found = -1;

	for (size_t i = 0; key != NULL && i < model->dropped.count && found < 0; i++)
		if (strcmp(model->dropped.items[i], key) == 0)
			found = (long)i;
	free(key);
	return found;
}

bool ladder_model_is_picked(const struct ladder_model *model, size_t rung)
{
	return dropped_index(model, rung) < 0;
}

int ladder_model_toggle(struct ladder_model *model, size_t rung, struct error *error)
{
	long index = dropped_index(model, rung);
	char *key;
	int status;

	if (model->plan.rungs[rung].kind == RUNG_FIRST)
		return error_set(error, -EBUSY,
				 "the others are compared with this one: b on another makes that "
				 "the first");
	if (index >= 0) {
		text_list_remove(&model->dropped, (size_t)index);
		return 0;
	}
	key = ladder_model_key(&model->plan, rung);
	status = key != NULL ? text_list_add(&model->dropped, key) : -ENOMEM;
	free(key);
	return status < 0 ? no_memory(error) : 0;
}

/* The text that a rung was made from, or LADDER_NONE. */
static size_t text_of(const struct ladder_model *model, const struct ladder_rung *rung)
{
	size_t found = LADDER_NONE;

	for (size_t i = 0; i < model->texts.count && found == LADDER_NONE; i++) {
		struct ladder_rung parsed = {0};

		if (ladder_rung_parse(model->texts.items[i], &parsed, NULL) == 0 &&
		    strcmp(parsed.lsm, rung->lsm) == 0 && strcmp(parsed.append, rung->append) == 0)
			found = i;
		ladder_rung_clear(&parsed);
	}
	return found;
}

int ladder_model_set_first(struct ladder_model *model, size_t rung, struct error *error)
{
	const struct ladder_rung *chosen = &model->plan.rungs[rung];
	size_t index = text_of(model, chosen);
	struct text_list *texts = &model->texts;
	char *text;
	long dropped;

	if (chosen->kind == RUNG_SAME || chosen->kind == RUNG_PLACEBO ||
	    chosen->policy.module != NULL || index == LADDER_NONE)
		return error_set(error, -EINVAL,
				 "a repeat or a rung with a policy cannot be the first");
	dropped = dropped_index(model, rung);
	if (dropped >= 0)
		text_list_remove(&model->dropped, (size_t)dropped);
	text = texts->items[index];
	memmove(&texts->items[1], &texts->items[0], index * sizeof(*texts->items));
	texts->items[0] = text;
	return renew_rungs(model, error);
}

int ladder_model_set(struct ladder_model *model, const char *key, const char *text,
		     struct error *error)
{
	struct plan *plan = &model->plan.plan;
	struct plan copy;
	int status;

	if (plan_copy(&copy, plan) < 0)
		return no_memory(error);
	status = plan_set(&copy, key, "", error);
	if (status == 0 && *text != '\0')
		status = plan_set(&copy, key, text, error);
	if (status < 0) {
		plan_clear(&copy);
		return status;
	}
	plan_clear(plan);
	*plan = copy;
	ladder_model_derive(model);
	return 0;
}

struct use {
	struct plan *plan;
	struct error *error;
};

static int take_key(const struct plan_key *key, const char *value, void *argument)
{
	struct use *use = argument;

	if (!key->selects && strcmp(key->name, "variants") != 0)
		return 0;
	return plan_set(use->plan, key->name, value, use->error);
}

int ladder_model_use(struct ladder_model *model, const struct plan *plan, struct error *error)
{
	struct plan copy;
	struct use use = {&copy, error};
	int status;

	if (plan_copy(&copy, &model->plan.plan) < 0)
		return no_memory(error);
	status = plan_deselect(&copy);
	if (status == 0)
		status = plan_set(&copy, "variants", "", error);
	if (status == 0)
		status = plan_each(plan, take_key, &use);
	if (status < 0) {
		plan_clear(&copy);
		return status;
	}
	plan_clear(&model->plan.plan);
	model->plan.plan = copy;
	ladder_model_derive(model);
	return 0;
}

/* Take the rungs out of run, a copy of the model's plan, that are not picked. */
static void drop_rungs(const struct ladder_model *model, struct ladder_plan *run)
{
	size_t kept = 0;

	for (size_t i = 0; i < run->rung_count; i++) {
		if (ladder_model_is_picked(model, i))
			run->rungs[kept++] = run->rungs[i];
		else
			ladder_rung_clear(&run->rungs[i]);
	}
	run->rung_count = kept;
}

int ladder_model_run(const struct ladder_model *model, struct ladder_plan *run, struct error *error)
{
	int status;

	if (model->plan.kernel_count == 0)
		return error_set(error, -EINVAL, "no kernel is chosen: K chooses one");
	if (ladder_plan_copy(run, &model->plan) < 0)
		return no_memory(error);
	drop_rungs(model, run);
	status = ladder_plan_expand(run, error);
	if (status < 0)
		ladder_plan_clear(run);
	return status;
}
