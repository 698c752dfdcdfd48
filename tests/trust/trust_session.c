/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trust_session.c - a session as a person gets it from the default plan, measured and compared.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/session/session.h"
#include "tests/trust/trust.h"

#define PATIENCE_MS 60000

void give_up(const char *what, const char *why)
{
	fprintf(stderr, "trust: %s: %s\n", what, why);
	exit(2);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void set(struct plan *plan, const char *key, const char *value)
{
	struct error error = {""};

	if (plan_set(plan, key, value, &error) < 0)
		give_up("plan", error.text);
}

/* The key "cases" takes one at a time. */
static void set_cases(struct plan *plan, const char *cases)
{
	char copy[256];
	char *rest = copy;
	char *one;

	snprintf(copy, sizeof(copy), "%s", cases);
	while ((one = strsep(&rest, ",")))
		set(plan, "cases", one);
}

static void make_plan(struct plan *plan, const char *cases, const char *variants, uint64_t seed,
		      int cpu)
{
	struct error error = {""};
	char number[32];

	plan_init(plan);
	set_cases(plan, cases);
	set(plan, "variants", variants);
	snprintf(number, sizeof(number), "%llu", (unsigned long long)seed);
	set(plan, "seed", number);
	if (cpu >= 0) {
		snprintf(number, sizeof(number), "%d", cpu);
		set(plan, "cpu", number);
	}
	if (plan_expand(plan, &error) < 0)
		give_up("plan", error.text);
}

static void run_to_the_end(struct session *session)
{
	struct pollfd wait = {.fd = session_fd(session), .events = POLLIN};
	struct session_event event = {.kind = SESSION_NOTICE};

	while (event.kind != SESSION_ENDED) {
		int code;

		if (poll(&wait, 1, PATIENCE_MS) <= 0)
			give_up("session", "nothing has happened for a minute");
		while ((code = session_next(session, &event)) > 0 && event.kind != SESSION_ENDED)
			if (event.kind == SESSION_FAILED)
				give_up("session", event.text);
		if (code < 0)
			give_up("session", "it broke");
	}
	/* A variant that does not work here, or a builder that died: nothing or a part is there. */
	if (session_broken(session))
		give_up("session", session_broken(session));
}

void measure(const char *cases, const char *variants, uint64_t seed, int cpu,
	     struct measured *measured)
{
	struct session *session;
	struct result result;
	struct error error = {""};
	struct plan plan;
	double start;

	memset(measured, 0, sizeof(*measured));
	make_plan(&plan, cases, variants, seed, cpu);
	start = now();
	if (session_open(&session, &plan, NULL, &error) < 0)
		give_up("session", error.text);
	run_to_the_end(session);
	if (session_close(session, &result, &error) < 0)
		give_up("session", error.text);
	measured->seconds = now() - start;
	plan_clear(&plan);
	if (result.partial)
		give_up("session", "it is partial");
	for (size_t i = 0; i < result.sample_count; i++)
		measured->batch_seconds += (double)result.samples[i].duration_ns * 1e-9;
	measured->steps = plan_step_count(&result.plan);
	if (compare_variants(&result, &measured->comparison, &error) < 0)
		give_up("comparison", error.text);
	result_clear(&result);
}

void measured_clear(struct measured *measured)
{
	comparison_clear(&measured->comparison);
}

const struct comparison_row *measured_row(const struct measured *measured, const char *operation,
					  const char *label)
{
	for (size_t i = 0; i < measured->comparison.row_count; i++) {
		const struct comparison_row *row = &measured->comparison.rows[i];

		if (strcmp(row->operation->name, operation) == 0 && strcmp(row->label, label) == 0)
			return row;
	}
	give_up(operation, "the comparison has no such row");
}
