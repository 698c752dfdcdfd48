/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_csv.c - the native file: written, read back bit for bit, written again byte for byte.
 */
#include "tests/unit/made_result.h"

#include <math.h>
#include <unistd.h>

#include "exports/csv/csv_layout.h"
#include "exports/csv/csv_read.h"
#include "exports/csv/csv_write.h"

static const char *const two_variants[] = {"ops",   "stat,chmod", "paths",    "FFF,XXX/../FFF",
					   "dirs",  "0,10",       "variants", "none,same",
					   "runs",  "7",          "passes",   "3",
					   "label", "made",       NULL};

static char *written(const struct result *result, size_t *length)
{
	struct error error = {0};
	char *text = NULL;
	FILE *file = open_memstream(&text, length);

	assert_non_null(file);
	made_check(csv_write_result(&result, 1, file, &error), &error);
	assert_int_equal(fclose(file), 0);
	return text;
}

/* Read what result is written as, compare, write again, compare. Returns the text. */
static char *round_trip(const struct result *result)
{
	struct error error = {0};
	struct result again;
	size_t length;
	size_t length_again;
	char *text = written(result, &length);
	char *text_again;

	made_check(csv_read_memory(text, length, "made.csv", &again, &error), &error);
	assert_true(result_equal(result, &again));
	text_again = written(&again, &length_again);
	assert_int_equal(length, length_again);
	assert_memory_equal(text, text_again, length);
	free(text_again);
	result_clear(&again);
	return text;
}

static void test_round_trip(void **state)
{
	struct result result;
	char *text;

	(void)state;
	made_result(&result, two_variants, made_noise);
	result.samples[5].flags = SAMPLE_FAILED;
	result.samples[6].flags = SAMPLE_FAILED | SAMPLE_RESUMED;
	result.samples[7].flags = SAMPLE_SUSPENDED;
	text = round_trip(&result);
	assert_non_null(
		strstr(text, "# lsmbench: result 1\n# version: 0.1.0\n# state: complete\n"));
	assert_non_null(strstr(text, "\n# command: lsmbench run "));
	assert_non_null(strstr(text, "\n# started: 2026-11-30T11:28:00Z\n"));
	assert_non_null(strstr(text, "\n# plan.label: made\n"));
	assert_non_null(strstr(text, "\n# env.cpu.model: Made CPU %C2%B5 100%25\n"));
	assert_non_null(strstr(text, "\n# unknown.cpu.governor: /sys has no cpufreq here\n"));
	assert_non_null(strstr(text, "\n# warning.note: a line%0Aand %1B[31mred\n"));
	assert_non_null(strstr(text, "\n" CSV_COLUMNS "\nstat,FFF,none,0,0,0,1000000,"));
	assert_non_null(strstr(text, ",failed+resumed\n"));
	free(text);
	result_clear(&result);
}

/* The line of a text that begins with begin; the text goes on behind it. */
static char *cut_line(char *text, const char *begin)
{
	char *at = strstr(text, begin);
	char *end = at ? strchr(at, '\n') : NULL;

	assert_non_null(end);
	memmove(at, end + 1, strlen(end));
	return text;
}

/* A rung's file: no MB/s even where bytes are moved, and rows that agree with their header. */
static void test_round_trip_of_instructions(void **state)
{
	static const char *const keys[] = {
		"ops", "stat,pipe-bandwidth", "paths", "FFF", "runs", "2", "passes", "2", NULL};
	struct error error = {0};
	struct result result;
	struct result again;
	char *text;

	(void)state;
	made_rung(&result, keys, made_count, "first", "capability");
	text = round_trip(&result);
	assert_non_null(strstr(text, "\n# unit: instructions\n# clock: QEMU icount\n"));
	assert_non_null(strstr(text, "\nstat,FFF,none,0,0,0,1000000,4287000,1000,instructions,"
				     "instructions,4287.0000,\n"));
	assert_non_null(strstr(text,
			       "\npipe-bandwidth,,none,1,1,1,8000000,4359000,1000,instructions,"
			       "instructions,4359.0000,\n"));
	cut_line(text, "# unit:");
	assert_int_equal(csv_read_memory(text, strlen(text), "made.csv", &again, &error), -EINVAL);
	assert_non_null(strstr(error.text, "made.csv: line "));
	assert_non_null(
		strstr(error.text, "column metric: found \"instructions\", expected latency"));
	free(text);
	result_clear(&result);
}

/* Files of before the ladder say nothing of a unit; one that says another than its rows is bad. */
static void test_units_in_old_and_wrong_files(void **state)
{
	struct error error = {0};
	struct result result;
	struct result again;
	size_t length;
	char *text;
	char *at;

	(void)state;
	made_result(&result, two_variants, made_noise);
	text = cut_line(written(&result, &length), "# unit: ns");
	made_check(csv_read_memory(text, strlen(text), "old.csv", &again, &error), &error);
	assert_true(result_equal(&result, &again));
	result_clear(&again);
	free(text);
	result.unit = RESULT_INSTRUCTIONS;
	text = written(&result, &length);
	at = strstr(text, ",instructions,instructions,");
	memcpy(at, ",instructions,microseconds", strlen(",instructions,microseconds"));
	assert_int_equal(csv_read_memory(text, length, "bad.csv", &again, &error), -EINVAL);
	assert_non_null(strstr(error.text, "column unit: found \"microseconds"));
	assert_non_null(strstr(error.text, "expected instructions"));
	free(text);
	text = written(&result, &length);
	memcpy(strstr(text, "# unit: instructions"), "# unit: minutesctions", 20);
	assert_int_equal(csv_read_memory(text, length, "bad.csv", &again, &error), -EINVAL);
	assert_non_null(strstr(error.text, "expected ns or instructions"));
	free(text);
	result_clear(&result);
}

/* A plan that derives more cases today than when it was measured: those measured are named. */
static void test_a_plan_that_came_to_less(void **state)
{
	static const char *const keys[] = {
		"ops", "signal-catch,stat", "paths", "FFF", "runs", "2", "passes",
		"1",   "no-controls",       "yes",   NULL};
	static const char line[] = "# plan.no-controls: yes\n";
	struct error error = {0};
	struct result result;
	struct result again;
	size_t length;
	char *text;
	char *at;

	(void)state;
	made_result(&result, keys, made_noise);
	assert_int_equal(result.plan.case_count, 2);
	text = written(&result, &length);
	at = strstr(text, line);
	assert_non_null(at);
	memmove(at, at + strlen(line), strlen(at + strlen(line)) + 1);
	made_check(csv_read_memory(text, length - strlen(line), "made.csv", &again, &error),
		   &error);
	assert_int_equal(again.plan.case_count, 2);
	assert_string_equal(again.plan.cases[0].operation->name, "signal-catch");
	assert_int_equal(again.sample_count, result.sample_count);
	result_clear(&again);
	result_clear(&result);
	free(text);
}

static void test_round_trip_of_the_published_suite(void **state)
{
	static const char *const keys[] = {"suite", "published", "runs", "3", NULL};
	struct result result;

	(void)state;
	made_result(&result, keys, made_noise);
	assert_int_equal(result.plan.case_count, 47);
	free(round_trip(&result));
	result_clear(&result);
}

/* Values that need quotes, escapes, or all the digits of a double. */
static void test_round_trip_of_odd_values(void **state)
{
	static const char *const keys[] = {"ops",     "stat,chmod",  "path",    "/a, b/+c",
					   "path",    "/etc/x",      "scratch", "/tmp/one",
					   "scratch", "/tmp/t, wo",  "runs",    "2",
					   "note",    "=cmd 100%\"", NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, made_noise);
	result.partial = true;
	result.suspended = true;
	result.started = 0;
	result.cpu = -1;
	result.clock_cost_ns = 0.1 + 0.2;
	result.clock_step_ns = 1e-300;
	result.loop_ns = -0.0;
	result.steps[0].state = STEP_FAILED;
	result.steps[0].reason = strdup("EIO in pass 1,\r\n 50% done");
	result.steps[1].state = STEP_EARLY;
	result.steps[1].fixture_reused = true;
	result.steps[1].reason = strdup("precision reached");
	result.samples[0].duration_ns = INT64_MAX;
	result.samples[0].iterations = 1;
	result.samples[1].iterations = 0;
	result.samples[1].flags = SAMPLE_FAILED;
	text = round_trip(&result);
	assert_non_null(strstr(text, "\nstat,\"/a, b/+c\",none,0,0,0,"));
	assert_non_null(strstr(text, "\nchmod,\"DIR0 on /tmp/t, wo\",none,0,0,0,"));
	assert_non_null(strstr(text, "\n# plan.note: =cmd 100%25\"\n"));
	assert_non_null(
		strstr(text, ",9223372036854775807,1,latency,ns,9223372036854775807.0000,"));
	assert_non_null(strstr(text, ",0,latency,ns,,failed\n"));
	free(text);
	result_clear(&result);
}

/* A stopped session: steps that have nothing, and a pass that ends in the middle. */
static void test_round_trip_of_a_partial_result(void **state)
{
	struct result result;

	(void)state;
	made_result(&result, two_variants, made_noise);
	result.partial = true;
	result.sample_count = 31;
	for (size_t i = 3; i < plan_step_count(&result.plan); i++)
		result.steps[i] = (struct step){.state = STEP_STOPPED, .reason = strdup("stopped")};
	free(round_trip(&result));
	result.sample_count = 0;
	free(round_trip(&result));
	result_clear(&result);
}

/* The value's last decimal is rounded, halves up, without a detour over doubles. */
static void test_value_is_rounded(void **state)
{
	static const char *const keys[] = {"ops", "loop", "runs", "5", "passes", "1", NULL};
	static const uint64_t made[][2] = {
		{1, 3}, {2, 3}, {99999, 100000}, {1999999, 20000}, {9007199254740993, 1}};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, made_noise);
	for (size_t i = 0; i < 5; i++) {
		result.samples[i].duration_ns = made[i][0];
		result.samples[i].iterations = made[i][1];
	}
	text = round_trip(&result);
	assert_non_null(strstr(text, ",1,3,latency,ns,0.3333,\n"));
	assert_non_null(strstr(text, ",2,3,latency,ns,0.6667,\n"));
	assert_non_null(strstr(text, ",99999,100000,latency,ns,1.0000,\n"));
	assert_non_null(strstr(text, ",1999999,20000,latency,ns,100.0000,\n"));
	assert_non_null(strstr(text, ",9007199254740993,1,latency,ns,9007199254740993.0000,\n"));
	free(text);
	result_clear(&result);
}

/* text with each LF made CR LF, and a byte order mark in front. */
static char *as_windows(const char *text, size_t *length)
{
	char *changed = malloc(2 * strlen(text) + 4);
	char *out = changed;

	assert_non_null(changed);
	memcpy(out, "\xef\xbb\xbf", 3);
	out += 3;
	for (; *text; text++) {
		if (*text == '\n')
			*out++ = '\r';
		*out++ = *text;
	}
	*length = (size_t)(out - changed);
	return changed;
}

static void test_windows_line_ends_and_byte_order_mark_are_read(void **state)
{
	struct error error = {0};
	struct result result;
	struct result again;
	size_t length;
	char *text;
	char *changed;

	(void)state;
	made_result(&result, two_variants, made_noise);
	text = written(&result, &length);
	changed = as_windows(text, &length);
	made_check(csv_read_memory(changed, length, "windows.csv", &again, &error), &error);
	assert_true(result_equal(&result, &again));
	free(changed);
	free(text);
	result_clear(&again);
	result_clear(&result);
}

/* A file goes through the pieces of a buffer, and a pipe through whatever comes. */
static void test_a_file_reads_as_memory_does(void **state)
{
	static const char *const keys[] = {"suite", "published", "runs", "40", NULL};
	const char *parent = getenv("TMPDIR");
	char path[PATH_MAX];
	struct error error = {0};
	struct result result;
	struct result again;
	size_t length;
	char *text;
	int fd;

	(void)state;
	made_result(&result, keys, made_noise);
	text = written(&result, &length);
	assert_true(length > 200000);
	snprintf(path, sizeof(path), "%s/lsmbench-csv.XXXXXX", parent ? parent : "/tmp");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, length), length);
	close(fd);
	made_check(csv_read_file(path, &again, &error), &error);
	unlink(path);
	assert_true(result_equal(&result, &again));
	free(text);
	result_clear(&again);
	result_clear(&result);
}

static void test_unknown_keys_and_comments_are_let_pass(void **state)
{
	struct error error = {0};
	struct result result;
	struct result again;
	size_t length;
	char *text;
	char *changed;
	char *rows;

	(void)state;
	made_result(&result, two_variants, made_noise);
	text = written(&result, &length);
	rows = strstr(text, CSV_COLUMNS);
	assert_non_null(rows);
	assert_true(
		asprintf(&changed,
			 "%.*s# colour: 100%%\n# plan.weather: %%1B\n# no key\n#\n%s# the end\n",
			 (int)(rows - text), text, rows) > 0);
	made_check(csv_read_memory(changed, strlen(changed), "new.csv", &again, &error), &error);
	assert_true(result_equal(&result, &again));
	free(changed);
	free(text);
	result_clear(&again);
	result_clear(&result);
}

/* text with the first old replaced by new; text is freed. */
static char *replaced(char *text, const char *old, const char *new)
{
	const char *at = strstr(text, old);
	char *changed;

	assert_non_null(at);
	assert_true(asprintf(&changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old)) >
		    0);
	free(text);
	return changed;
}

/* As if a version with other shapes, sizes or A/A rules had measured: the steps count. */
static void test_steps_count_where_the_plan_means_something_else(void **state)
{
	static const char *const keys[] = {"ops",     "stat,chmod", "paths",    "FFF",
					   "dirs",    "0,10",       "scratch",  "/tmp/a b",
					   "scratch", "/tmp/c",     "variants", "none,same",
					   "runs",    "3",          NULL};
	struct error error = {0};
	struct result result;
	struct result again;
	size_t length;
	char *text;

	(void)state;
	made_result(&result, keys, made_noise);
	text = written(&result, &length);
	text = replaced(text, "# plan.paths: FFF\n", "");
	text = replaced(text, "# plan.variants: none,same\n", "# plan.variants: none\n");
	text = replaced(text, "# version: 0.1.0\n", "# version: 0.0.9\n");
	made_check(csv_read_memory(text, strlen(text), "old.csv", &again, &error), &error);
	assert_int_equal(again.plan.case_count, result.plan.case_count);
	assert_int_equal(again.sample_count, result.sample_count);
	for (size_t i = 0; i < result.sample_count; i++)
		assert_int_equal(again.samples[i].step, result.samples[i].step);
	assert_non_null(strstr(again.environment.warnings[again.environment.warning_count - 1].text,
			       "lsmbench 0.0.9, which measured this"));
	free(text);
	free(round_trip(&again));
	result_clear(&again);
	result_clear(&result);
}

static void test_only_one_result_fits(void **state)
{
	struct error error = {0};
	struct result result;
	const struct result *two[] = {&result, &result};

	(void)state;
	made_result(&result, two_variants, made_noise);
	assert_int_equal(csv_write_result(two, 2, stderr, &error), -EINVAL);
	assert_non_null(strstr(error.text, "one result"));
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_round_trip_of_instructions),
		cmocka_unit_test(test_units_in_old_and_wrong_files),
		cmocka_unit_test(test_a_plan_that_came_to_less),
		cmocka_unit_test(test_round_trip_of_the_published_suite),
		cmocka_unit_test(test_round_trip_of_odd_values),
		cmocka_unit_test(test_round_trip_of_a_partial_result),
		cmocka_unit_test(test_value_is_rounded),
		cmocka_unit_test(test_windows_line_ends_and_byte_order_mark_are_read),
		cmocka_unit_test(test_a_file_reads_as_memory_does),
		cmocka_unit_test(test_unknown_keys_and_comments_are_let_pass),
		cmocka_unit_test(test_steps_count_where_the_plan_means_something_else),
		cmocka_unit_test(test_only_one_result_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
