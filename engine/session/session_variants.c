/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_variants.c - how the workers of a session are confined: what that needs in the scratch
 * roots, and how they are started.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/variant/variant.h"

const char *session_confinement(const struct session *session, size_t slot)
{
	const struct text_list *list = &session->result.plan.variants;

	return strcmp(list->items[slot], VARIANT_SAME) == 0 ? list->items[0] : list->items[slot];
}

void session_request_variant(const struct session *session, size_t slot, size_t scratch,
			     struct worker_request *request)
{
	const struct plan *plan = &session->result.plan;
	struct stat status;

	snprintf(request->variant, sizeof(request->variant), "%s",
		 session_confinement(session, slot));
	if (fstat(session->scratches[scratch].fd, &status) == 0) {
		request->root_device = status.st_dev;
		request->root_inode = status.st_ino;
	}
	request->root_above = plan->landlock_depth + 1;
	request->landlock_rules = plan->landlock_rules;
	request->longer = variant_longer(request->variant);
}

static uint64_t period_of(const struct plan_case *plan_case)
{
	const struct operation *operation = plan_case->operation;

	return operation_period(operation,
				parameter_number(operation->parameter, plan_case->parameter));
}

/* Whether what each variant runs beyond so many iterations is a whole number of periods. */
static bool is_exact(const struct session *session, uint64_t iterations)
{
	for (size_t i = 0; i < session_variant_count(session); i++) {
		uint64_t beyond = iterations * variant_longer(session_confinement(session, i));

		if (beyond % 1000 != 0 || beyond / 1000 % period_of(session_case(session)) != 0)
			return false;
	}
	return true;
}

/* A difference that a variant makes up is then exactly what it says. */
uint64_t session_round_iterations(const struct session *session, uint64_t iterations)
{
	while (!is_exact(session, iterations))
		iterations += period_of(session_case(session));
	return iterations;
}

int session_spawn_worker(struct session *session, size_t slot, int directory, struct error *error)
{
	const char *special = session_case(session)->operation->program;
	const char *program = session->program;
	struct text_list wrapper = {0};
	char beside[PATH_MAX];
	int code = variant_wrap(session_confinement(session, slot), &wrapper, error);

	if (code == 0 && special) {
		code = worker_process_beside(session->program, special, beside, sizeof(beside),
					     error);
		program = beside;
	}
	if (code == 0)
		code = worker_process_start_wrapped(&session->workers[slot], &wrapper,
						    session_case(session)->operation->record,
						    program, session->ring.fd, directory, error);
	text_list_clear(&wrapper);
	return code;
}

static bool plan_has(const struct plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->variants.count; i++)
		if (variant_has(plan->variants.items[i], name))
			return true;
	return false;
}

/* The files that Landlock's further rules are for. */
static int make_fillers(const struct session *session, struct error *error)
{
	const struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY,
					  .files = session->result.plan.landlock_rules};
	int code = 0;

	for (size_t i = 0; i < session->scratch_count && code == 0; i++)
		code = fixture_build(session->scratches[i].fd, LANDLOCK_FILLER_DIRECTORY, &spec,
				     NULL, NULL, error);
	return code;
}

/* What each variant needs is there. Whether it works is tried out by session_trial.c. */
static int check_all(const struct session *session, struct error *error)
{
	const struct text_list *list = &session->result.plan.variants;
	int code = 0;

	for (size_t i = 0; i < list->count && code == 0; i++)
		code = variant_available(list->items[i], error);
	return code;
}

int session_prepare_variants(struct session *session, struct error *error)
{
	const struct plan *plan = &session->result.plan;
	int code = check_all(session, error);

	if (code == 0 && plan->landlock_rules > 0 && plan_has(plan, "landlock"))
		code = make_fillers(session, error);
	return code;
}

static int record(struct session *session, const char *key, const char *value)
{
	return environment_set(&session->result.environment, key, value, "lsmbench");
}

/* What differs from the usual only: it must not set sessions apart that did not ask for it. */
static int record_count(struct session *session, const char *key, uint32_t count)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", count);
	return count > 0 ? record(session, key, text) : 0;
}

int session_record_variants(struct session *session)
{
	const struct plan *plan = &session->result.plan;
	char text[256];
	int code;

	if (plan_has(plan, "bpf") &&
	    record(session, "variant.bpf",
		   "programs that do nothing, attached for all processes while turns last") < 0)
		return -ENOMEM;
	if (!plan_has(plan, "landlock"))
		return 0;
	code = record(session, "variant.landlock",
		      landlock_describe(landlock_abi(), text, sizeof(text)));
	if (code == 0)
		code = record_count(session, "variant.further_rules", plan->landlock_rules);
	return code < 0 ? code : record_count(session, "variant.depth", plan->landlock_depth);
}
