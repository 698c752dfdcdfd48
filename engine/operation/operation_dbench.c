/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_dbench.c - the file operations that a file server's clients ask for (dbench), and what
 * of it goes over the network (tbench), by the programs that have always measured it.
 *
 * They print a rate: a run's iterations are the bytes that it stands for over the interval. What
 * they leave running, however we end, ends with the worker, which has a keeper.
 */
#include "engine/operation/operation_dbench.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/operation/dbench_output.h"
#include "engine/operation/shell_command.h"
#include "engine/operation/tbench_server.h"

#define DBENCH_PROGRAM "/usr/bin/dbench"
#define TBENCH_PROGRAM "/usr/bin/tbench"
#define LOAD_FILE "/usr/share/dbench/client.txt"
#define SECOND_NS 1000000000u
/* The programs warm up for a fifth of the time they are given, and then begin to count it. */
#define WARMING_PERCENT 20u

/*
 * Whole seconds are all that the programs know, and at least two: what they print stands for the
 * time up to their last second, and after one second says 0.
 */
#define SECONDS_LEAST 2u

/* Beyond its interval a run may take so long, to begin and to clear away. */
static const uint64_t overtime_ns = 120 * (uint64_t)SECOND_NS;

static const enum metric_id tells[] = {METRIC_CLIENT_LATENCY, METRIC_NONE};

/* The programs are found where Debian's package has them, and read and execute these. */
static const char *const uses[] = {"/bin/sh",  DBENCH_PROGRAM, LOAD_FILE,          "/lib", "/lib64",
				   "/usr/lib", "/usr/lib64",   "/etc/ld.so.cache", NULL};

/* And who listens on the server's port, /proc tells. */
static const char *const tbench_uses[] = {
	"/bin/sh",  TBENCH_PROGRAM, TBENCH_SERVER_PROGRAM, LOAD_FILE, "/lib", "/lib64",
	"/usr/lib", "/usr/lib64",   "/etc/ld.so.cache",    "/proc",   NULL};

/* A run while it lasts. */
struct running {
	struct recording *recording;
	const struct shell_output *output;
	uint64_t most_ns;
	bool overdue;
};

static bool tell_live(void *argument, uint64_t elapsed_ns)
{
	struct running *running = argument;
	const struct shell_output *output = running->output;
	char text[64];
	const bool known =
		dbench_read_progress(output->tail, output->tail_size, text, sizeof(text));

	running->overdue = elapsed_ns > running->most_ns;
	return !running->overdue &&
	       running->recording->live(running->recording, known ? text : NULL);
}

/* Plans with other intervals are refused: see SECONDS_LEAST. */
static uint64_t seconds_of(const struct context *context)
{
	return context->workload->interval_ns / SECOND_NS;
}

/* The rate and the latency that the output ends with. 0 or negative errno with a message. */
static int take_output(const struct context *context, const struct shell_end *end,
		       struct recording *recording, struct error *error)
{
	const struct shell_output *output = context->state;
	const uint64_t seconds = seconds_of(context);
	struct dbench_throughput found;
	char how[600];

	if (!shell_end_is_good(end))
		return error_set(error, -EPROTO, "%s",
				 shell_end_describe(end, output, how, sizeof(how)));
	if (!dbench_read_throughput(output->tail, output->tail_size, &found))
		return error_set(
			error, -EPROTO,
			"no line Throughput above 0 in its output (a longer interval or fewer "
			"clients may help): %s",
			shell_end_describe(end, output, how, sizeof(how)));
	recording->duration_ns = seconds * SECOND_NS;
	recording->iterations = (uint64_t)(found.rate * 1e6 * (double)seconds + 0.5);
	if (!isnan(found.latency_max_ms))
		recording_add(recording, METRIC_CLIENT_LATENCY, found.latency_max_ms);
	return 0;
}

/* Run text and read what it prints. 0 or negative errno with a message. */
static int run_program(struct context *context, const char *text, struct recording *recording,
		       struct error *error)
{
	struct running running = {
		.recording = recording,
		.output = context->state,
		.most_ns = seconds_of(context) * SECOND_NS + overtime_ns,
	};
	const struct shell_command command = {
		.text = text,
		.directory = "",
		.cpus = &context->cpus,
		.live = tell_live,
		.argument = &running,
	};
	struct shell_end end = {0};
	int code = shell_command_run(&command, context->state, &end, error);

	if (code == -ECANCELED && running.overdue)
		return error_set(error, -ETIMEDOUT, "not done %u s after its time, and so ended",
				 (unsigned int)(overtime_ns / SECOND_NS));
	return code < 0 ? code : take_output(context, &end, recording, error);
}

static int tell_removal(void *argument, uint64_t done, uint64_t total)
{
	struct recording *recording = argument;
	char text[64];

	(void)total;
	snprintf(text, sizeof(text), "removing what its clients left: %llu files",
		 (unsigned long long)done);
	/* Whoever wants us to end has it removed by the builder. */
	return recording->live(recording, text) ? 0 : -1;
}

static int record_dbench(struct context *context, struct recording *recording, struct error *error)
{
	struct error ignored;
	char text[256];
	int code;

	snprintf(text, sizeof(text), "exec %s -D . -t %llu -c %s %llu", DBENCH_PROGRAM,
		 (unsigned long long)seconds_of(context), LOAD_FILE,
		 (unsigned long long)context->number);
	code = run_program(context, text, recording, error);
	/* What its clients have made there; it leaves it behind when it fails, and else the top. */
	fixture_remove(context->directory_fd, "clients", tell_removal, recording, &ignored);
	return -code;
}

static int record_tbench(struct context *context, struct recording *recording, struct error *error)
{
	const struct shell_output *output = context->state;
	struct tbench_server server;
	char text[256];
	int code = tbench_server_start(&server, &context->cpus, output->into, recording, error);

	if (code < 0)
		return -code;
	snprintf(text, sizeof(text), "exec %s -t %llu -c %s %llu 127.0.0.1", TBENCH_PROGRAM,
		 (unsigned long long)seconds_of(context), LOAD_FILE,
		 (unsigned long long)context->number);
	code = run_program(context, text, recording, error);
	tbench_server_stop(&server);
	return -code;
}

static int setup(struct context *context, struct error *error)
{
	struct shell_output *output = calloc(1, sizeof(*output));
	int code = output ? shell_output_open(output, error)
			  : error_set(error, -ENOMEM, "out of memory");

	if (code < 0)
		free(output);
	else
		context->state = output;
	return code;
}

static void teardown(struct context *context)
{
	struct shell_output *output = context->state;

	if (!output)
		return;
	shell_output_close(output);
	free(output);
	context->state = NULL;
}

/* What a case of these cannot do without. -EOPNOTSUPP names the package. */
static int check_installed(const char *program, int mode, struct error *error)
{
	if (access(program, mode) == 0)
		return 0;
	return error_set(error, -EOPNOTSUPP, "%s: %s: install it (apt-get install dbench)", program,
			 error_words(errno));
}

static int verify_dbench(struct context *context, struct error *error)
{
	int code = check_installed(DBENCH_PROGRAM, X_OK, error);

	(void)context;
	return code < 0 ? code : check_installed(LOAD_FILE, R_OK, error);
}

static int verify_tbench(struct context *context, struct error *error)
{
	int code = check_installed(TBENCH_PROGRAM, X_OK, error);

	(void)context;
	if (code == 0)
		code = check_installed(TBENCH_SERVER_PROGRAM, X_OK, error);
	return code < 0 ? code : check_installed(LOAD_FILE, R_OK, error);
}

const struct operation operation_dbench = {
	.name = "dbench",
	.group = "workload",
	.summary = "move a byte by the file operations of a file server's clients (dbench)",
	.parameter = &parameter_clients,
	.fixture = FIXTURE_DIRECTORY,
	.calls_note = "what calls a byte takes is up to dbench",
	.period = 1,
	.bytes = 1,
	.outside = uses,
	.setup = setup,
	.record = record_dbench,
	.before_interval = WARMING_PERCENT,
	.whole_seconds = SECONDS_LEAST,
	.metrics = tells,
	.verify = verify_dbench,
	.teardown = teardown,
};

const struct operation operation_tbench = {
	.name = "tbench",
	.group = "workload",
	.summary = "move a byte between a file server's clients and its server, by TCP (tbench)",
	.parameter = &parameter_clients,
	.fixture = FIXTURE_NONE,
	.calls_note = "what calls a byte takes is up to tbench",
	.period = 1,
	.bytes = 1,
	.outside = tbench_uses,
	.setup = setup,
	.record = record_tbench,
	.before_interval = WARMING_PERCENT,
	.whole_seconds = SECONDS_LEAST,
	.metrics = tells,
	.verify = verify_tbench,
	.teardown = teardown,
};
