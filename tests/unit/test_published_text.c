/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_published_text.c - the text export has the lines of the published suite, and the figures in
 * them are what one works out by hand.
 */
#include "tests/unit/made_export.h"

static char *exported(const struct result *result)
{
	const struct export_options options = {0};

	return made_export("text", &result, 1, &options);
}

static bool is_number(char byte)
{
	return (byte >= '0' && byte <= '9') || byte == '.';
}

/* Make each number of a line of figures one "N"; other lines stay. */
static void mask_numbers(char *line)
{
	char *out = line;

	if (strncmp(line, "Simple ", 7) != 0 && strncmp(line, "var: ", 5) != 0)
		return;
	while (*line) {
		if (is_number(*line)) {
			line += strspn(line, "0123456789.");
			*out++ = 'N';
		} else {
			*out++ = *line++;
		}
	}
	*out = '\0';
}

/*
 * The next line of a published file that carries a figure or a name, masked; NULL at the end. The
 * progress notes are dropped; one of them has a parameter line glued to it.
 */
static char *next_published(FILE *file, char *buffer, int size)
{
	static const char note[] = "Creating benchmark environment...";

	while (fgets(buffer, size, file)) {
		char *line = buffer;

		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "Running ", 8) == 0)
			continue;
		if (strncmp(line, note, strlen(note)) == 0)
			line += strlen(note);
		if (line[0] == '\0' || strcmp(line, "done.") == 0)
			continue;
		mask_numbers(line);
		return line;
	}
	return NULL;
}

static void compare_with(const char *path)
{
	static const char *const keys[] = {"suite", "published", "runs", "300", NULL};
	FILE *published = fopen(path, "r");
	struct result result;
	char buffer[256];
	char *text;
	char *ours;
	char *rest;
	char *theirs;
	size_t lines = 0;

	assert_non_null(published);
	made_result(&result, keys, made_noise);
	text = exported(&result);
	ours = strtok_r(text, "\n", &rest);
	while (ours && ours[0] == '#')
		ours = strtok_r(NULL, "\n", &rest);
	while ((theirs = next_published(published, buffer, sizeof(buffer))) && ours) {
		mask_numbers(ours);
		assert_string_equal(ours, theirs);
		ours = strtok_r(NULL, "\n", &rest);
		lines++;
	}
	assert_null(ours);
	assert_null(theirs);
	/* 47 cases with 4 lines of figures; 3 have no parameter line; 11 titles. */
	assert_int_equal(lines, 47 * 4 + 44 + 11);
	free(text);
	fclose(published);
	result_clear(&result);
}

static void test_lines_are_those_of_the_published_file(void **state)
{
	(void)state;
	compare_with("tests/data/published/vfs-v5.3-dac.txt");
}

/* 1, 2, 3, 4 and 10 microseconds: median 3, mean 4, variance 12.5, t(4) = 2.7764. */
static uint64_t five_values(const struct sample *sample, size_t index)
{
	static const uint64_t values[] = {4000000, 1000000, 10000000, 3000000, 2000000};

	(void)index;
	return values[sample->run % 5];
}

static void test_figures(void **state)
{
	static const char *const keys[] = {"ops", "open-close", "paths", "FFF", "runs",
					   "5",   "passes",     "1",     NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, five_values);
	text = exported(&result);
	assert_non_null(strstr(text, "\nopen\nFFF\n"
				     "Simple open/close median=3.0000 [mean=4.0000 +/-4.3899] "
				     "microseconds\nvar: 12.500000 sd: 3.535534 runs: 5\n"));
	free(text);
	result_clear(&result);
}

/* From 120 runs on the published rule holds: 1.96 sd / sqrt(n). */
static uint64_t one_or_three(const struct sample *sample, size_t index)
{
	(void)index;
	return sample->run % 2 ? 3000000 : 1000000;
}

static void test_interval_of_many_runs(void **state)
{
	static const char *const keys[] = {"ops", "loop", "runs", "300", "passes", "1", NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, one_or_three);
	text = exported(&result);
	/* variance 300/299; 1.96 * sqrt(300/299) / sqrt(300) = 0.11335 */
	assert_non_null(strstr(text, "\nloop\nSimple loop median=2.0000 [mean=2.0000 +/-0.1133] "
				     "microseconds\nvar: 1.003344 sd: 1.001671 runs: 300\n"));
	free(text);
	result_clear(&result);
}

static void test_one_run_has_no_spread(void **state)
{
	static const char *const keys[] = {"ops", "loop", "runs", "1", "passes", "1", NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, one_or_three);
	text = exported(&result);
	assert_non_null(strstr(text, "median=1.0000 [mean=1.0000 +/--] microseconds\n"
				     "var: - sd: - runs: 1\n"));
	assert_null(strstr(text, "nan"));
	free(text);
	result_clear(&result);
}

static void test_variants_and_scratches_are_named(void **state)
{
	static const char *const keys[] = {
		"ops",     "chmod,loop", "dirs", "10", "variants", "none,same", "scratch", "/tmp/a",
		"scratch", "/tmp/b",     "runs", "3",  "passes",   "1",         NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, one_or_three);
	text = exported(&result);
	assert_non_null(strstr(text, "\nchmod\nDIR10 on /tmp/a (variant none)\nSimple chmod "));
	assert_non_null(strstr(text, "\nDIR10 on /tmp/b (variant same)\nSimple chmod "));
	assert_non_null(strstr(text, "\nloop\n(variant none)\nSimple loop "));
	free(text);
	result_clear(&result);
}

static void test_what_was_not_measured_says_why(void **state)
{
	static const char *const keys[] = {"ops", "stat",   "paths", "FFF,XXX/FFF", "runs",
					   "3",   "passes", "2",     NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, one_or_three);
	result.sample_count = 4;
	result.partial = true;
	result.steps[0].state = STEP_FAILED;
	result.steps[0].reason = strdup("EIO \x1b[2J");
	result.steps[1].state = STEP_SKIPPED;
	result.samples[3].flags = SAMPLE_FAILED;
	text = exported(&result);
	assert_non_null(strstr(text, "runs: 3\nSimple stat not measured to the end: failed: EIO "
				     "\\x1b[2J\n"));
	assert_non_null(strstr(text, "XXX/FFF\nSimple stat not measured: skipped\n"));
	assert_non_null(strstr(text, "Z, partial\n"));
	free(text);
	result_clear(&result);
}

static void test_it_says_where_and_how_to_repeat(void **state)
{
	static const char *const keys[] = {"ops", "loop", "runs", "3", "seed", "7", NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, one_or_three);
	text = exported(&result);
	assert_ptr_equal(strstr(text, "# lsmbench: text 1\n# measured by: lsmbench 0.1.0, "
				      "2026-11-30T11:28:00Z\n"),
			 text);
	assert_non_null(strstr(text, "\n# kernel: 6.12.1-made\n"));
	assert_non_null(strstr(text, "\n# LSMs active: capability,landlock\n"));
	assert_non_null(strstr(text, "\n# warning: steal 3%: use another host\n"));
	assert_non_null(
		strstr(text, "\n# repeat with: lsmbench run --ops loop --runs 3 --seed 7\n"));
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_are_those_of_the_published_file),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_interval_of_many_runs),
		cmocka_unit_test(test_one_run_has_no_spread),
		cmocka_unit_test(test_variants_and_scratches_are_named),
		cmocka_unit_test(test_what_was_not_measured_says_why),
		cmocka_unit_test(test_it_says_where_and_how_to_repeat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
