/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_trial.c - the proof, before anything is timed, that each variant works here: one worker
 * of each is started, sets up a loop, and is ended. What a variant attaches is attached before, and
 * taken off. Like in session_case.c, nothing waits.
 */
#include "engine/session/session_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/variant/variant.h"

/*
 * A wrapper may set up namespaces, in much less. One that never comes to the worker is given up
 * then, or earlier where the watchdog is less patient.
 */
#define TRIAL_SECONDS 5u
/* What does not even end when it is killed is thought of no more. */
#define TRIAL_KILLED_NS (10 * (uint64_t)SECOND_NS)

static const char trial_name[] = "trial";

/* 0 or negative errno. */
static int open_directory(struct session *session)
{
	const struct scratch *scratch = &session->scratches[0];

	if (mkdirat(scratch->work_fd, trial_name, 0755) < 0)
		return -errno;
	session->trial_directory =
		openat(scratch->work_fd, trial_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* As open to a worker of another user as a fixture is, whatever our umask says. */
	if (session->trial_directory < 0 || fchmod(session->trial_directory, 0755) < 0)
		return -errno;
	return 0;
}

/* No variant is tried any more: the first case can begin, or the session ends. */
static void end_trials(struct session *session)
{
	if (session->trial_directory >= 0) {
		close(session->trial_directory);
		unlinkat(session->scratches[0].work_fd, trial_name, AT_REMOVEDIR);
	}
	session->trial_directory = -1;
	session_let_go(session);
	session->stage = STAGE_IDLE;
	/* The first case's time begins now. */
	session->last_sign_ns = session_now(session);
}

/* The session ends before anything was measured, unless it was told to end already. */
static void refuse(struct session *session, const char *why)
{
	char label[VARIANT_SIZE];

	if (session->stopping)
		return;
	variant_label(session_confinement(session, session->trial_slot), label, sizeof(label));
	snprintf(session->stop_reason, sizeof(session->stop_reason),
		 "variant %.100s does not work here: %.600s", label, why);
	session->stopping = true;
	session->broken = true;
	session->refused = true;
}

/* Start a worker of the variant and ask it to set up a loop. */
static int start_trial(struct session *session, size_t slot, struct error *error)
{
	struct worker_request request = {
		.kind = WORKER_SETUP, .cpu = session->result.cpu, .operation = "loop"};
	int code = session_spawn_worker(session, slot, session->trial_directory, error);

	if (code < 0)
		return code;
	code = session_watch_worker(session, slot);
	if (code < 0)
		return error_set(error, code, "cannot watch a worker: %s", error_words(code));
	session_request_variant(session, slot, 0, &request);
	/* If it has died already, its descriptor will tell. */
	worker_process_send(&session->workers[slot], &request);
	return 0;
}

/* The baseline needs nothing, and the A/A variant what the baseline does. */
static bool needs_trial(const struct session *session, size_t slot)
{
	const char *text = session->result.plan.variants.items[slot];

	return strcmp(text, VARIANT_NONE) != 0 && strcmp(text, VARIANT_SAME) != 0;
}

static void try_worker(struct session *session)
{
	struct error why = {.text = ""};
	int code = 0;

	session->last_sign_ns = session_now(session);
	if (session->trial_directory < 0 && (code = open_directory(session)) < 0)
		error_set(&why, code, "%s/%s: %s", session->scratches[0].path, trial_name,
			  error_words(code));
	if (code == 0)
		code = start_trial(session, session->trial_slot, &why);
	if (code == 0)
		return;
	refuse(session, why.text);
	session_end_trial(session);
}

/* Try the variants from trial_slot on, until there is one to wait for. */
static void try_next(struct session *session)
{
	const size_t count = session_variant_count(session);
	const char *text;

	while (session->trial_slot < count && !needs_trial(session, session->trial_slot))
		session->trial_slot++;
	if (session->stopping || session->trial_slot == count) {
		end_trials(session);
		return;
	}
	text = session_confinement(session, session->trial_slot);
	session->trial_passed = false;
	session->trial_attached = false;
	session->last_sign_ns = session_now(session);
	/* What becomes of it is told by session_on_trial_attached. */
	if (!session->alone[session->trial_slot] || bpf_holder_want(session->holder, text) == 1)
		try_worker(session);
}

void session_on_trial_attached(struct session *session, int code, const struct error *error)
{
	if (code < 0) {
		refuse(session, error->text);
		session_end_trial(session);
		return;
	}
	if (!session->trial_attached) {
		session->trial_attached = true;
		session_let_go(session);
	} else {
		try_worker(session);
	}
}

void session_start_trials(struct session *session)
{
	session->stage = STAGE_TRIAL;
	session->trial_slot = 0;
	try_next(session);
}

void session_end_trial(struct session *session)
{
	struct worker_process *worker = &session->workers[session->trial_slot];

	worker_process_kill(worker);
	worker_process_dismiss(worker);
	session->last_sign_ns = session_now(session);
	/* It could not even be started, so no exit will be reported. */
	if (worker->pid <= 0)
		end_trials(session);
}

void session_on_trial_reply(struct session *session, const struct worker_reply *reply)
{
	if (reply->kind == WORKER_READY)
		session->trial_passed = true;
	else
		refuse(session, reply->text);
	session_end_trial(session);
}

void session_on_trial_exit(struct session *session)
{
	struct worker_process *worker = &session->workers[session->trial_slot];
	char how[512];
	char why[640];

	if (!session->trial_passed && !session->stopping) {
		worker_process_describe(worker, how, sizeof(how));
		snprintf(why, sizeof(why), "the worker %s%s", how,
			 strchr(how, ':') ? "" : "; does the command execute what follows it?");
		refuse(session, why);
	}
	if (!worker_process_reap(worker, false))
		return;
	session->trial_slot++;
	try_next(session);
}

void session_check_trial(struct session *session)
{
	const unsigned int watchdog = session->result.plan.watchdog_seconds;
	const unsigned int seconds = watchdog < TRIAL_SECONDS ? watchdog : TRIAL_SECONDS;
	struct worker_process *worker = &session->workers[session->trial_slot];
	const uint64_t silent = session_since(session, session->last_sign_ns);
	char why[160];

	/* No worker of it runs yet. */
	if (!session_has_let_go(session)) {
		if (silent < SESSION_ATTACH_SECONDS * (uint64_t)SECOND_NS)
			return;
		refuse(session, SESSION_ATTACH_LATE);
		session_end_trial(session);
		return;
	}
	if (session->trial_passed || session->stopping) {
		if (silent < TRIAL_KILLED_NS)
			return;
		worker_process_abandon(worker);
		session->trial_slot++;
		try_next(session);
	} else if (silent >= seconds * (uint64_t)SECOND_NS) {
		snprintf(why, sizeof(why),
			 "no word from the worker in %u s: does the command execute what follows "
			 "it?",
			 seconds);
		refuse(session, why);
		session_end_trial(session);
	}
}
