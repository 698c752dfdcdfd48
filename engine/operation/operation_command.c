/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_command.c - a command of the person's own, timed from its start to its end.
 *
 * It runs where the person stands (workload.directory), on all CPUs that the session may use, and
 * is charged what wait4(2) says of the shell and all that was waited for. The worker was started
 * with a keeper (engine/worker/keeper.h): whatever a command leaves running ends with it.
 */
#include "engine/operation/operation_command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/operation/shell_command.h"
#include "engine/text/words.h"

struct state {
	struct shell_output output;
	uint32_t warmups; /* runs still to be made that do not count */
};

static const enum metric_id tells[] = {
	METRIC_USER,     METRIC_SYSTEM,      METRIC_CPU,
	METRIC_RESIDENT, METRIC_SWITCHES,    METRIC_SWITCHES_FORCED,
	METRIC_FAULTS,   METRIC_FAULTS_DISK, METRIC_EXIT_STATUS,
	METRIC_NONE,
};

/* One of the commands of a run, while it runs. */
struct running {
	struct recording *recording;
	const char *what; /* "" for the one that is timed, else "prepare" ... */
	bool is_command;  /* neither prepare nor cleanup */
};

static bool tell_live(void *argument, uint64_t elapsed_ns)
{
	const struct running *running = argument;
	char text[64];

	snprintf(text, sizeof(text), "%s%s%u s", running->what, running->what[0] ? ", " : "",
		 (unsigned int)(elapsed_ns / 1000000000u));
	return running->recording->live(running->recording, text);
}

/*
 * Whether the run goes on as if it had succeeded. What could not be started is no run, whatever its
 * status.
 */
static bool is_fine(const struct context *context, const struct running *running,
		    const struct shell_end *end)
{
	return shell_end_is_good(end) ||
	       (running->is_command && context->workload->ignore_failure &&
		!shell_end_is_not_started(end));
}

/* Run text, when there is any. 0, or negative errno with a message, also when it failed. */
static int run_one(struct context *context, struct running *running, const char *text,
		   struct shell_end *end, struct error *error)
{
	struct state *state = context->state;
	const struct shell_command command = {
		.text = text,
		.no_shell = running->is_command && context->workload->no_shell,
		.directory = context->workload->directory,
		.cpus = &context->cpus,
		.live = tell_live,
		.argument = running,
	};
	char how[600];
	int code;

	if (!text[0])
		return 0;
	code = shell_command_run(&command, &state->output, end, error);
	if (code < 0 || is_fine(context, running, end))
		return code;
	shell_end_describe(end, &state->output, how, sizeof(how));
	return error_set(error, -EPROTO, "%s%s%s", running->what, running->what[0] ? ": " : "",
			 how);
}

/* Prepare, the command, clean up, also when it failed. */
static int run_all(struct context *context, struct recording *recording, const char *what,
		   struct shell_end *end, struct error *error)
{
	const struct workload *workload = context->workload;
	struct running prepare = {recording, "prepare", false};
	struct running timed = {recording, what, true};
	struct running cleanup = {recording, "cleanup", false};
	struct shell_end ignored;
	struct error why;
	int code = run_one(context, &prepare, workload->prepare, &ignored, error);
	int after;

	if (code < 0)
		return code;
	code = run_one(context, &timed, workload->command, end, error);
	if (code == -ECANCELED)
		return code;
	after = run_one(context, &cleanup, workload->cleanup, &ignored, &why);
	if (code == 0 && after < 0)
		return error_set(error, after, "%s", why.text);
	return code;
}

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static void take_usage(const struct shell_end *end, struct recording *recording)
{
	const struct rusage *usage = &end->usage;
	const double user = seconds_of(&usage->ru_utime);
	const double system = seconds_of(&usage->ru_stime);

	recording->duration_ns = end->elapsed_ns;
	recording->iterations = 1;
	recording_add(recording, METRIC_USER, user);
	recording_add(recording, METRIC_SYSTEM, system);
	recording_add(recording, METRIC_CPU, 100 * (user + system) * 1e9 / (double)end->elapsed_ns);
	recording_add(recording, METRIC_RESIDENT, (double)usage->ru_maxrss);
	recording_add(recording, METRIC_SWITCHES, (double)usage->ru_nvcsw);
	recording_add(recording, METRIC_SWITCHES_FORCED, (double)usage->ru_nivcsw);
	recording_add(recording, METRIC_FAULTS, (double)usage->ru_minflt);
	recording_add(recording, METRIC_FAULTS_DISK, (double)usage->ru_majflt);
}

static int record(struct context *context, struct recording *recording, struct error *error)
{
	struct state *state = context->state;
	struct shell_end end = {0};
	int code = 0;

	for (; state->warmups > 0 && code == 0; state->warmups--)
		code = run_all(context, recording, "warm-up", &end, error);
	if (code == 0)
		code = run_all(context, recording, "", &end, error);
	if (code == 0)
		take_usage(&end, recording);
	if (code == 0 && context->workload->ignore_failure)
		recording_add(recording, METRIC_EXIT_STATUS, shell_end_code(&end));
	return -code;
}

static int setup(struct context *context, struct error *error)
{
	struct state *state = calloc(1, sizeof(*state));
	int code;

	if (!state)
		return error_set(error, -ENOMEM, "out of memory");
	code = shell_output_open(&state->output, error);
	if (code < 0) {
		free(state);
		return code;
	}
	state->warmups = context->workload->warmups;
	context->state = state;
	return 0;
}

/* Nothing is run before it is timed or meant to warm up. */
static int verify(struct context *context, struct error *error)
{
	struct text_list words = {0};
	int code;

	if (!context->workload->command[0])
		return error_set(error, -EINVAL, "no command is named: give one with --command");
	if (!context->workload->no_shell)
		return 0;
	code = words_split(context->workload->command, &words, error);
	text_list_clear(&words);
	return code;
}

static void teardown(struct context *context)
{
	struct state *state = context->state;

	if (!state)
		return;
	shell_output_close(&state->output);
	free(state);
	context->state = NULL;
}

const struct operation operation_command = {
	.name = "command",
	.group = "workload",
	.summary = "run a command of your own by sh -c in the current directory, on all CPUs",
	.parameter = &parameter_command,
	.fixture = FIXTURE_NONE,
	.calls_note = "what calls a command makes nobody knows before",
	.only_by_name = true,
	.starts_commands = true,
	.in_seconds = true,
	.period = 1,
	.setup = setup,
	.record = record,
	.metrics = tells,
	.verify = verify,
	.teardown = teardown,
};
