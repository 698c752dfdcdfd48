/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_instructions.c - a result that counts instructions is never shown as if it were times: each
 * format says what it counts, or refuses.
 */
#include "tests/unit/made_export.h"

#include "exports/csv/figures_csv.h"
#include "exports/text_read.h"

static const char *const keys[] = {
	"ops", "stat,pipe-bandwidth", "paths", "FFF", "runs", "3", "passes", "2", NULL};

static char *exported(const char *format, const struct result *result)
{
	const struct export_options options = {0};

	return made_export(format, &result, 1, &options);
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in:\n%s", part, text);
}

/* Every hundredth does not come out whole. */
static uint64_t count_with_a_tick(const struct sample *sample, size_t index)
{
	return made_count(sample, index) + (sample->run == 2 ? 500 : 0);
}

static void test_formats_for_people(void **state)
{
	struct result result;
	char *text;

	(void)state;
	made_rung(&result, keys, count_with_a_tick, "first", "capability");
	result.plan.subtract_loop = true;
	text = exported("text", &result);
	assert_has(text, "\n# unit: instructions, not time\n");
	assert_has(text, "# subtracted: 2 instructions an iteration");
	assert_has(text, "\nFFF\nSimple stat median=4285 [mean=4285.1667 +/-");
	assert_has(text, "] instructions\n");
	assert_null(strstr(text, "microseconds"));
	assert_null(strstr(text, "MB/s"));
	free(text);
	text = exported("markdown", &result);
	assert_has(text, "| median instructions |");
	assert_has(text, "| mean instructions |");
	assert_has(text, "|                4285 |");
	assert_has(text, "Figures are instructions, not time:");
	assert_has(text, "    unit: instructions, not time\n");
	assert_has(text, "    repeat with: lsmbench ladder --kernel ");
	assert_null(strstr(text, " ns "));
	free(text);
	text = exported("summary", &result);
	assert_has(text, "# session 1: unit: instructions, not time\n");
	assert_has(text, "1,stat,FFF,none,all,done,1,instructions,6,");
	assert_has(text, "1,pipe-bandwidth,,none,all,done,");
	assert_null(strstr(text, ",ns,"));
	assert_null(strstr(text, "MB/s"));
	free(text);
	result_clear(&result);
}

/* LMbench's tables hold times, whichever way they are written. */
static void test_tables_of_times_refuse(void **state)
{
	static const char *const formats[] = {"lmbench", "lmbench3", "lmbench-raw", "reaim",
					      "time",    "scaling",  "latencies"};
	const struct export_options options = {0};
	const struct result *one;
	struct result result;

	(void)state;
	made_rung(&result, keys, made_count, "first", "capability");
	one = &result;
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		struct error error = {0};
		FILE *file = tmpfile();

		assert_non_null(file);
		assert_int_equal(export_write(export_format_find(formats[i]), &one, 1, &options,
					      file, &error),
				 -EINVAL);
		assert_has(error.text, "holds times, and the result counts instructions");
		assert_int_equal(ftell(file), 0);
		fclose(file);
	}
	result_clear(&result);
}

/* The lines of the published suite, read back, keep their unit; two of them in one text do not fit.
 */
static void test_text_reads_back(void **state)
{
	struct error error = {0};
	struct figures figures;
	struct result result;
	char *text;
	char *at;

	(void)state;
	made_rung(&result, keys, made_count, "first", "capability");
	text = exported("text", &result);
	made_check(text_read_memory(text, strlen(text), "rung.txt", &figures, &error), &error);
	assert_int_equal(figures.unit, RESULT_INSTRUCTIONS);
	assert_true(figures.cases[0].passes[1].median == 4287);
	figures_clear(&figures);
	at = strstr(strstr(text, "] instructions") + 1, "] instructions");
	memcpy(at, "] microseconds", strlen("] microseconds"));
	assert_int_equal(text_read_memory(text, strlen(text), "rung.txt", &figures, &error),
			 -EINVAL);
	assert_has(error.text, "times and instructions in one text");
	free(text);
	result_clear(&result);
}

static void test_figures_read_back(void **state)
{
	struct error error = {0};
	struct figures figures;
	struct figures again;
	struct result result;
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	(void)state;
	assert_non_null(file);
	made_rung(&result, keys, made_count, "first", "capability");
	made_check(figures_of_result(&result, "rung.csv", &figures, &error), &error);
	made_check(figures_csv_write(&figures, file, &error), &error);
	fclose(file);
	assert_has(text, "figures; instructions, not time\n");
	assert_has(text, "\n# unit: instructions\n");
	made_check(figures_csv_read(text, length, "x", &again, &error), &error);
	assert_int_equal(again.unit, RESULT_INSTRUCTIONS);
	figures_clear(&again);
	memcpy(strstr(text, "# unit: instructions"), "# unit: lightyears  ", 20);
	assert_int_equal(figures_csv_read(text, length, "x", &again, &error), -EINVAL);
	assert_has(error.text, "unit: expected ns or instructions");
	free(text);
	figures_clear(&figures);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_formats_for_people),
		cmocka_unit_test(test_tables_of_times_refuse),
		cmocka_unit_test(test_text_reads_back),
		cmocka_unit_test(test_figures_read_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
