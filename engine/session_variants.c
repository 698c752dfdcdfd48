/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_variants.c - how the workers of a session are confined: what that needs in the scratch
 * roots, how they are started, and the proof, before anything is timed, that each variant works.
 */
#include "engine/session_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/variant.h"

/*
 * A wrapper may set up namespaces, in much less. session_open waits for no longer, so that one that
 * never comes to the worker does not look like a front end that hangs.
 */
#define TRIAL_MS 5000

static const char trial_name[] = "trial";

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
	struct text_list wrapper = {0};
	int code = variant_wrap(session_confinement(session, slot), &wrapper, error);

	if (code == 0)
		code = worker_process_start_wrapped(&session->workers[slot], &wrapper,
						    session->program, session->ring.fd, directory,
						    error);
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

static int make_places(const struct session *session, struct error *error)
{
	const struct plan *plan = &session->result.plan;
	int code = 0;

	for (size_t i = 0; i < session->scratch_count && code == 0; i++)
		code = scratch_deepen(&session->scratches[i], plan->landlock_depth, error);
	if (code == 0 && plan->landlock_rules > 0 && plan_has(plan, "landlock"))
		code = make_fillers(session, error);
	return code;
}

/* Hear the worker of a slot, or that it has ended. 0, or what went wrong. */
static int hear(struct session *session, size_t slot, struct error *error)
{
	struct worker_process *worker = &session->workers[slot];
	struct pollfd control = {.fd = worker->control, .events = POLLIN};
	struct pollfd process = {.fd = worker->process, .events = POLLIN};
	struct worker_reply reply;
	char how[512];
	int ready;

	do {
		ready = poll(&control, 1, TRIAL_MS);
	} while (ready < 0 && errno == EINTR);
	if (ready == 0)
		return error_set(error, -ETIMEDOUT,
				 "no word from the worker in %d s: does the "
				 "command execute what follows it?",
				 TRIAL_MS / 1000);
	if (worker_process_receive(worker, &reply) > 0) {
		if (reply.kind == WORKER_READY)
			return 0;
		return error_set(error, reply.code, "%s", reply.text);
	}
	/* The socket is closed: its process is about to end, and then says how. */
	poll(&process, 1, TRIAL_MS);
	worker_process_describe(worker, how, sizeof(how));
	return error_set(error, -ECHILD, "the worker %s%s", how,
			 strchr(how, ':') ? "" : "; does the command execute what follows it?");
}

/* Start one worker of the variant, let it set up a loop, and end it. */
static int try_out(struct session *session, size_t slot, int directory, struct error *error)
{
	struct worker_request request = {
		.kind = WORKER_SETUP, .cpu = session->result.cpu, .operation = "loop"};
	struct error why = {.text = ""};
	int code = session_spawn_worker(session, slot, directory, &why);

	if (code == 0) {
		session_request_variant(session, slot, 0, &request);
		/* If it has died already, hear says so. */
		worker_process_send(&session->workers[slot], &request);
		code = hear(session, slot, &why);
		worker_process_kill(&session->workers[slot]);
		worker_process_reap(&session->workers[slot], true);
	}
	if (code < 0) {
		char label[VARIANT_SIZE];

		variant_label(session_confinement(session, slot), label, sizeof(label));
		return error_set(error, code, "variant %.100s does not work here: %.600s", label,
				 why.text);
	}
	return 0;
}

static int try_all(struct session *session, int directory, struct error *error)
{
	int code = 0;

	for (size_t i = 0; i < session_variant_count(session) && code == 0; i++) {
		const char *text = session->result.plan.variants.items[i];

		/* The baseline needs nothing, and the A/A variant what the baseline does. */
		if (strcmp(text, VARIANT_NONE) == 0 || strcmp(text, VARIANT_SAME) == 0)
			continue;
		code = variant_available(text, error);
		if (code == 0)
			code = try_out(session, i, directory, error);
	}
	return code;
}

int session_prepare_variants(struct session *session, struct error *error)
{
	const struct scratch *scratch = &session->scratches[0];
	int code = make_places(session, error);
	int directory;

	if (code < 0)
		return code;
	if (mkdirat(scratch->work_fd, trial_name, 0755) < 0)
		return error_set(error, -errno, "%s: %s", scratch->path, error_words(errno));
	directory = openat(scratch->work_fd, trial_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (directory < 0)
		return error_set(error, -errno, "%s/%s: %s", scratch->path, trial_name,
				 error_words(errno));
	/* As open to a worker of another user as a fixture is, whatever our umask says. */
	if (fchmod(directory, 0755) < 0)
		code = error_set(error, -errno, "%s/%s: %s", scratch->path, trial_name,
				 error_words(errno));
	if (code == 0)
		code = try_all(session, directory, error);
	close(directory);
	unlinkat(scratch->work_fd, trial_name, AT_REMOVEDIR);
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

	if (!plan_has(plan, "landlock"))
		return 0;
	code = record(session, "variant.landlock",
		      landlock_describe(landlock_abi(), text, sizeof(text)));
	if (code == 0)
		code = record_count(session, "variant.further_rules", plan->landlock_rules);
	return code < 0 ? code : record_count(session, "variant.depth", plan->landlock_depth);
}
