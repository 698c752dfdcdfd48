/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ladder_plan_rungs.c - the boots that a person's lists of modules and policies come to. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/environment/security_module.h"
#include "engine/ladder/ladder.h"

/* What rungs are made of, and those made so far. */
struct making {
	const struct ladder_plan *plan;
	const char *append;
	const struct guest_policy *policies;
	size_t policy_count;
	bool *policy_used;
	bool repeats;
	size_t kernel;
	struct ladder_rung *rungs;
	size_t count;
};

/* Room for one more, which is a copy of rung as another kind; NULL without memory. */
static struct ladder_rung *add(struct making *making, const struct ladder_rung *rung,
			       enum rung_kind kind)
{
	struct ladder_rung copy;
	struct ladder_rung *more;

	/* First: rung may be one of those that move. */
	if (ladder_rung_copy(&copy, rung) < 0)
		return NULL;
	more = reallocarray(making->rungs, making->count + 1, sizeof(*more));
	if (!more) {
		ladder_rung_clear(&copy);
		return NULL;
	}
	making->rungs = more;
	more[making->count] = copy;
	more[making->count].kind = kind;
	return &more[making->count++];
}

/* The A/A needs another seed: with the same one the boots would be equal to the byte. */
static int add_repeats(struct making *making, const struct ladder_rung *rung)
{
	struct ladder_rung *same = add(making, rung, RUNG_SAME);

	if (!same)
		return -ENOMEM;
	same->seed = rung->seed + 1 ? rung->seed + 1 : LADDER_SEED;
	return add(making, rung, RUNG_PLACEBO) ? 0 : -ENOMEM;
}

/* Whether a rung starts a module, as far as its list or the kernel's own one tells. */
static bool has_module(const struct making *making, const struct ladder_rung *rung,
		       const char *module)
{
	char list[512] = "";

	if (rung->lsm[0])
		return module_list_has(rung->lsm, module);
	if (!kernel_image_option(&making->plan->kernels[making->kernel], "LSM", list, sizeof(list)))
		return false;
	return module_list_has(list, module);
}

static int add_policies(struct making *making, const struct ladder_rung *rung)
{
	for (size_t i = 0; i < making->policy_count; i++) {
		const struct guest_policy *policy = &making->policies[i];
		struct ladder_rung *with;

		if (!has_module(making, rung, policy->module))
			continue;
		making->policy_used[i] = true;
		with = add(making, rung, RUNG_OTHER);
		if (!with || guest_policy_copy(&with->policy, policy) < 0)
			return -ENOMEM;
	}
	return 0;
}

/* What one text of a kernel comes to. */
static int add_text(struct making *making, const char *text, bool first, struct error *error)
{
	const uint64_t seed = making->plan->plan.seed;
	struct ladder_rung rung;
	char *whole = NULL;
	int code;

	if (asprintf(&whole, "%s%s%s", text, making->append[0] ? " " : "", making->append) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	code = ladder_rung_parse(whole, &rung, error);
	free(whole);
	if (code < 0)
		return code;
	rung.kernel = making->kernel;
	rung.seed = seed ? seed : LADDER_SEED;
	code = add(making, &rung, first ? RUNG_FIRST : RUNG_OTHER) ? 0 : -ENOMEM;
	if (code == 0 && first && making->repeats)
		code = add_repeats(making, &rung);
	if (code == 0)
		code = add_policies(making, &rung);
	ladder_rung_clear(&rung);
	return code < 0 ? error_set(error, code, "out of memory") : 0;
}

/* IMA runs whatever the list says: where none names it, the first rung has the policy. */
static int add_unlisted(struct making *making, size_t begin, struct error *error)
{
	for (size_t i = 0; i < making->policy_count; i++) {
		struct ladder_rung *with;

		if (making->policy_used[i] || strcmp(making->policies[i].module, "ima") != 0)
			continue;
		with = add(making, &making->rungs[begin], RUNG_OTHER);
		if (!with || guest_policy_copy(&with->policy, &making->policies[i]) < 0)
			return error_set(error, -ENOMEM, "out of memory");
	}
	return 0;
}

static int add_kernel(struct making *making, const struct text_list *given, struct error *error)
{
	struct text_list texts = {NULL, 0};
	const size_t begin = making->count;
	int code = 0;

	if (given && given->count > 0)
		code = text_list_copy(&texts, given);
	else
		code = ladder_rung_defaults(&making->plan->kernels[making->kernel], &texts);
	if (code < 0)
		error_set(error, code, "out of memory");
	for (size_t i = 0; i < texts.count && code == 0; i++)
		code = add_text(making, texts.items[i], i == 0, error);
	text_list_clear(&texts);
	return code < 0 ? code : add_unlisted(making, begin, error);
}

/* A policy that no rung can have would be missed without a word. */
static int check_policies(const struct making *making, struct error *error)
{
	for (size_t i = 0; i < making->policy_count; i++) {
		const char *module = making->policies[i].module;

		if (!making->policy_used[i] && strcmp(module, "ima") != 0)
			return error_set(error, -EINVAL,
					 "no rung starts %s, whose policy %s is given: add --lsm "
					 "%s,capability",
					 module, making->policies[i].file, module);
	}
	return 0;
}

static void drop(struct ladder_rung *rungs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		ladder_rung_clear(&rungs[i]);
	free(rungs);
}

int ladder_plan_set_rungs(struct ladder_plan *plan, const struct text_list *texts,
			  const char *append, const struct guest_policy *policies,
			  size_t policy_count, bool repeats, struct error *error)
{
	struct making making = {
		.plan = plan,
		.append = append ? append : "",
		.policies = policies,
		.policy_count = policy_count,
		.policy_used = calloc(policy_count + 1, sizeof(bool)),
		.repeats = repeats,
	};
	int code = making.policy_used ? 0 : error_set(error, -ENOMEM, "out of memory");

	for (; making.kernel < plan->kernel_count && code == 0; making.kernel++)
		code = add_kernel(&making, texts, error);
	if (code == 0)
		code = check_policies(&making, error);
	free(making.policy_used);
	if (code < 0) {
		drop(making.rungs, making.count);
		return code;
	}
	drop(plan->rungs, plan->rung_count);
	plan->rungs = making.rungs;
	plan->rung_count = making.count;
	return 0;
}
