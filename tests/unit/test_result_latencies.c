/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_result_latencies.c - the histograms of runs: kept in order, joined over a step's good runs,
 * and what a worker says is taken only when it is one of a run that is there.
 */
#include "tests/unit/made_latencies.h"

#include "engine/session/session_private.h"

static void they_stand_with_their_runs(void **state)
{
	struct result *result = *state;
	const struct run_latencies *told;
	size_t count;

	assert_int_equal(made_latencies_add(result, 4, LATENCY_ROW_OPEN, 100, 3, 900), 0);
	assert_int_equal(made_latencies_add(result, 1, LATENCY_ROW_LSTAT, 100, 2, 900), 0);
	assert_int_equal(made_latencies_add(result, 4, LATENCY_ROW_LSTAT, 200, 1, 300), 0);
	told = result_latencies_of(result, &result->samples[4], &count);
	assert_int_equal(count, 2);
	assert_int_equal(told[0].row, LATENCY_ROW_LSTAT);
	assert_int_equal(told[1].latencies.count, 4);
	assert_null(result_latencies_of(result, &result->samples[0], &count));
	assert_int_equal(count, 0);
}

/* What is told of one run and row comes in pieces. */
static void pieces_of_a_run_are_joined(void **state)
{
	struct result *result = *state;
	const struct run_latencies *told;
	size_t count;

	assert_int_equal(made_latencies_add(result, 0, LATENCY_ROW_OPEN, 1000, 3, 2000), 0);
	assert_int_equal(made_latencies_add(result, 0, LATENCY_ROW_OPEN, 100, 3, 200), 0);
	told = result_latencies_of(result, &result->samples[0], &count);
	assert_int_equal(count, 1);
	assert_true(latencies_valid(&told->latencies));
	assert_int_equal(told->latencies.minimum, 100);
	assert_int_equal(told->latencies.bucket_count, 4);
}

static void nonsense_is_refused(void **state)
{
	struct result *result = *state;
	const uint64_t most = LATENCIES_COUNT_MAXIMUM - 1;

	assert_int_equal(made_latencies_add(result, 0, LATENCY_ROWS, 100, 3, 900), -EINVAL);
	assert_int_equal(made_latencies_add(result, 0, LATENCY_ROW_OPEN, 900, 3, 100), -EINVAL);
	assert_int_equal(result->latencies_count, 0);
	/* No more in one run than a file may say. */
	assert_int_equal(made_latencies_add(result, 0, LATENCY_ROW_OPEN, 100, most, 900), 0);
	assert_int_equal(made_latencies_add(result, 0, LATENCY_ROW_OPEN, 100, 3, 900), -EINVAL);
	assert_true(latencies_valid(&result->latencies[0].latencies));
}

static void a_step_has_those_of_its_good_runs(void **state)
{
	struct result *result = *state;
	const size_t step = result->samples[0].step;
	struct latencies joined;
	uint64_t passes[2] = {0};

	for (size_t i = 0; i < result->sample_count; i++) {
		const struct sample *sample = &result->samples[i];
		/* A good one of each run counts two calls; what is not ours, many. */
		const uint64_t count = sample->step == step ? 1 : 1000;

		assert_int_equal(
			made_latencies_add(result, i, LATENCY_ROW_OPEN, 100 + i, count, 5000), 0);
		if (sample->step == step)
			passes[sample->pass] += 2;
	}
	assert_int_equal(made_latencies_add(result, 0, LATENCY_ROW_LSTAT, 7, 50, 5000), 0);
	result->samples[0].flags |= SAMPLE_FAILED;
	assert_int_equal(
		result_step_latencies(result, step, LATENCY_ROW_OPEN, RESULT_ALL_PASSES, &joined),
		0);
	assert_int_equal(joined.count, passes[0] + passes[1] - 2);
	assert_true(joined.minimum > 100);
	latencies_clear(&joined);
	assert_int_equal(result_step_latencies(result, step, LATENCY_ROW_OPEN, 1, &joined), 0);
	assert_int_equal(joined.count, passes[1]);
	latencies_clear(&joined);
	assert_int_equal(result_step_latencies(result, step, LATENCY_ROW_READDIR, 1, &joined), 0);
	assert_int_equal(joined.count, 0);
	latencies_clear(&joined);
}

/* A worker's word on run 1 of the first step. */
static struct worker_reply said(void)
{
	struct worker_reply reply = {.kind = WORKER_LATENCIES, .run = 1};

	reply.latencies = (struct latency_piece){
		.row = LATENCY_ROW_OPEN,
		.bucket_count = 2,
		.minimum = 100,
		.maximum = 900,
		.buckets = {{latencies_bucket(100), 7}, {latencies_bucket(900), 1}},
	};
	return reply;
}

static void a_worker_is_not_trusted(void **state)
{
	struct result *result = *state;
	struct session *session = calloc(1, sizeof(*session));
	struct worker_reply reply = said();

	assert_non_null(session);
	session->result = *result;
	session_take_latencies(session, 0, &reply);
	assert_int_equal(session->result.latencies_count, 1);
	assert_int_equal(session->result.latencies[0].run, 1);
	assert_int_equal(session->result.latencies[0].latencies.count, 8);
	reply.run = 3; /* the plan has three */
	session_take_latencies(session, 0, &reply);
	reply = said();
	reply.run = 2;
	reply.latencies.row = LATENCY_ROWS;
	session_take_latencies(session, 0, &reply);
	reply.latencies.row = UINT32_MAX;
	session_take_latencies(session, 0, &reply);
	reply.latencies.row = 0x10000; /* the row's low bits alone are those of a known one */
	session_take_latencies(session, 0, &reply);
	reply = said();
	reply.run = 2;
	reply.latencies.bucket_count = LATENCY_PIECE_BUCKETS + 1;
	session_take_latencies(session, 0, &reply);
	reply.latencies.bucket_count = 0;
	session_take_latencies(session, 0, &reply);
	reply = said();
	reply.run = 2;
	reply.latencies.buckets[1].number = LATENCIES_BUCKETS;
	session_take_latencies(session, 0, &reply);
	reply = said();
	reply.run = 2;
	reply.latencies.buckets[1].count = UINT64_MAX;
	session_take_latencies(session, 0, &reply);
	assert_int_equal(session->result.latencies_count, 1);
	*result = session->result;
	free(session);
}

/* However often it says so, a run told no more readings than an operation can tell. */
static void readings_of_a_run_are_bounded(void **state)
{
	struct result *result = *state;
	struct session *session = calloc(1, sizeof(*session));
	struct worker_reply reply = {.kind = WORKER_READINGS, .reading_count = UINT32_MAX};

	assert_non_null(session);
	for (size_t i = 0; i < RECORDING_READINGS_MAXIMUM; i++)
		reply.readings[i] = (struct reading_value){METRIC_USER, (double)i};
	session->result = *result;
	session_take_readings(session, 0, &reply);
	session_take_readings(session, 0, &reply);
	assert_int_equal(session->result.reading_count, RECORDING_READINGS_MAXIMUM);
	*result = session->result;
	free(session);
}

#define WITH_RESULT(test)                                                                          \
	cmocka_unit_test_setup_teardown(test, made_latencies_make, made_latencies_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_RESULT(they_stand_with_their_runs),
		WITH_RESULT(pieces_of_a_run_are_joined),
		WITH_RESULT(nonsense_is_refused),
		WITH_RESULT(a_step_has_those_of_its_good_runs),
		WITH_RESULT(a_worker_is_not_trusted),
		WITH_RESULT(readings_of_a_run_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
