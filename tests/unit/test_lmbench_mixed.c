/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_mixed.c - rows of several kinds in LMbench's tables: results of ours, LMbench's raw
 * files, printed summaries.
 */
#include "tests/unit/made_result.h"

#include "exports/export.h"
#include "exports/input_read.h"
#include "tests/unit/lmbench_files.h"

static char *write_items(const char *format, const struct export_item *items, size_t count,
			 const struct export_options *options)
{
	struct error error = {""};
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	made_check(
		export_write_items(export_format_find(format), items, count, options, file, &error),
		&error);
	fclose(file);
	return text;
}

static void read_input(const char *path, struct input *input)
{
	struct error error = {""};

	made_check(input_read(path, NULL, input, &error), &error);
}

/* Lines of text that begin so. */
static size_t count_lines(const char *text, const char *start)
{
	size_t count = strncmp(text, start, strlen(start)) == 0;

	for (const char *at = strchr(text, '\n'); at; at = strchr(at + 1, '\n'))
		count += strncmp(at + 1, start, strlen(start)) == 0;
	return count;
}

/* text with every run of blanks made one, and none at a line's end; malloc'ed. */
static char *squeezed(const char *text)
{
	char *made = malloc(strlen(text) + 2);
	size_t used = 0;

	assert_non_null(made);
	for (; *text; text++) {
		if (*text == ' ' && (used == 0 || made[used - 1] == ' '))
			continue;
		if (*text == '\n' && used > 0 && made[used - 1] == ' ')
			used--;
		made[used++] = *text;
	}
	made[used] = '\0';
	return made;
}

/* Rows of one text that stand in the other, cell by cell. */
static int count_rows(const char *text, const char *other)
{
	int count = 0;

	for (const char *at = strstr(text, "\nhost2005 "); at; at = strstr(at + 1, "\nhost2005 ")) {
		char line[256];

		snprintf(line, sizeof(line), "%.*s\n", (int)strcspn(at + 1, "\n") + 1, at);
		count += strstr(other, line) != NULL;
	}
	return count;
}

/* A table that was read off an archive comes out with every cell that has a column. */
static void test_a_printed_summary(void **state)
{
	static const char *const paths[] = {"tests/data/published/lmbench-2005-a.txt",
					    "tests/data/published/lmbench-2005-b.txt",
					    "tests/data/published/lmbench-2005-c.txt"};
	const struct export_options exact = {.exact = true};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct export_item item = {0};
		struct input input;
		size_t length;
		char *published = lmbench_file(paths[i], &length);
		char *theirs = squeezed(published);
		char *text;
		char *ours;

		read_input(paths[i], &input);
		item.figures = &input.figures;
		text = write_items("lmbench", &item, 1, &exact);
		ours = squeezed(text);
		/* Five rows of each table, but for the one that lost its columns in the archive. */
		assert_int_equal(count_rows(ours, theirs), 6 * 5);
		assert_int_equal(count_rows(theirs, ours), 6 * 5);
		/* Not measured by us, and nothing says so. */
		assert_null(strstr(text, "measured by lsmbench"));
		free(ours);
		free(text);
		free(theirs);
		free(published);
		input_clear(&input);
	}
}

static void test_all_kinds_in_one_table(void **state)
{
	static const char *const keys[] = {"ops", "stat,open-close", "paths", "default", "runs",
					   "3",   "passes",          "2",     NULL};
	const struct export_options options = {0};
	const struct export_options redacted = {.redact = true};
	struct lmbench_record record;
	struct input input;
	struct result result;
	struct export_item items[3] = {0};
	char *text;

	(void)state;
	made_result(&result, keys, made_noise);
	lmbench_read_path(LMBENCH_FILES "raw/akawashiro_masumi.1", &record);
	read_input("tests/data/published/lmbench-2005-a.txt", &input);
	items[0].record = &record;
	items[1].result = &result;
	items[2].figures = &input.figures;
	text = write_items("lmbench", items, 3, &options);
	assert_non_null(strstr(text, "\nLMbench 2.0 layout, measured by lsmbench 0.1.0\n"));
	assert_non_null(strstr(text, "\nMeasured by LMbench: akawashiro_masumi, "));
	assert_non_null(strstr(text, "\nakawashir Linux 6.14.0-                     raw 4952\n"
				     "made-host Linux 6.12.1-                 unknown     \n"));
	assert_non_null(strstr(text, "\nImported, as far as printed figures go: "
				     "tests/data/published/lmbench-2005-a.txt\n"));
	assert_non_null(strstr(text, "\nOf LMbench's files 5 lines were skipped; "));
	/* Seven tables with it, and none of ours. */
	assert_int_equal(count_lines(text, "akawashir Linux 6.14.0-"), 7);
	assert_int_equal(count_lines(text, "Path shapes, "), 2);
	assert_int_equal(count_lines(text, "made-host Linux 6.12.1-"), 7 + 2);
	free(text);
	text = write_items("lmbench3", items, 3, &redacted);
	assert_null(strstr(text, "akawashir"));
	assert_null(strstr(text, "made-host"));
	assert_null(strstr(text, "lmbench-2005"));
	assert_non_null(strstr(text, "\nredacted  Linux 6.14.0- 4952 0.13 "));
	free(text);
	result_clear(&result);
	lmbench_record_clear(&record);
	input_clear(&input);
}

/* A context switch as measured, in figures without its overhead, is not what the column shows. */
static void test_a_difference_is_not_made_up(void **state)
{
	const struct pass_figures pass = {.runs = 1, .median = 5000};
	const struct export_options options = {0};
	struct figures figures;
	struct export_item item = {.figures = &figures};
	char *text;

	(void)state;
	figures_init(&figures);
	figures.source = strdup("a.csv");
	assert_int_equal(figures_add_pass(figures_case(&figures, operation_find("context-switch"),
						       "2p/0K", "", "none"),
					  &pass),
			 0);
	assert_int_equal(figures_add_pass(figures_case(&figures, operation_find("stat"), "default",
						       "", "none"),
					  &pass),
			 0);
	text = write_items("lmbench", &item, 1, &options);
	assert_non_null(strstr(text, " 5.00 "));
	assert_null(strstr(text, " 5.000 "));
	free(text);
	figures_clear(&figures);
}

/* Formats with samples refuse what has none. */
static void test_who_needs_samples(void **state)
{
	const struct export_options options = {0};
	struct lmbench_record record;
	struct export_item item = {0};
	struct error error = {""};
	FILE *file = tmpfile();

	(void)state;
	assert_non_null(file);
	lmbench_read_path(LMBENCH_FILES "raw/akawashiro_masumi.1", &record);
	item.record = &record;
	for (size_t i = 0; i < export_format_count; i++) {
		bool is_table = strcmp(export_formats[i].name, "lmbench") == 0 ||
				strcmp(export_formats[i].name, "lmbench3") == 0;
		int status =
			export_write_items(&export_formats[i], &item, 1, &options, file, &error);

		assert_int_equal(status, is_table ? 0 : -EINVAL);
		assert_true(is_table || error.text[0] != '\0');
	}
	fclose(file);
	lmbench_record_clear(&record);
}

/* Groups of a host stand together with statistics, however they were given. */
static void test_groups_with_statistics(void **state)
{
	const struct export_options options = {.stats = true};
	struct lmbench_record records[4];
	struct export_item items[4] = {0};
	const char *table;
	char *text;

	(void)state;
	lmbench_read_path(LMBENCH_FILES "lsm-pair/lsm_off.1", &records[0]);
	lmbench_read_path(LMBENCH_FILES "lsm-pair/lsm_on.1", &records[1]);
	lmbench_read_path(LMBENCH_FILES "lsm-pair/lsm_off.2", &records[2]);
	lmbench_read_path(LMBENCH_FILES "lsm-pair/lsm_on.2", &records[3]);
	for (size_t i = 0; i < 4; i++)
		items[i].record = &records[i];
	text = write_items("lmbench", items, 4, &options);
	table = strstr(text, "\nContext switching");
	assert_non_null(table);
	/* By hand: off 2.11, 2.01 and on 2.19, 2.17; t of one degree is 12.706. */
	assert_non_null(strstr(table, "\nlsm_off   Linux 6.6.0-5 2.110 "));
	assert_non_null(strstr(table, "\nMEAN                    2.060 "));
	assert_non_null(strstr(table, "\nSTDEV                   0.071 "));
	assert_non_null(strstr(table, "\n95% CI +-               0.635 "));
	assert_non_null(strstr(table, "\nMEAN                    2.180 "));
	assert_non_null(strstr(table, "\nSTDEV                   0.014 "));
	assert_true(strstr(table, "\nlsm_on ") > strstr(table, "\nMEAN "));
	assert_int_equal(count_lines(text, "MEAN"), 2 * 6);
	free(text);
	for (size_t i = 0; i < 4; i++)
		lmbench_record_clear(&records[i]);
}

/* Rows without a variant's name do not stand under the name of the rows before them. */
static void test_no_row_stands_under_another_variant(void **state)
{
	static const char *const two[] = {"ops",    "stat", "paths",    "default",   "runs", "3",
					  "passes", "2",    "variants", "none,same", NULL};
	static const char *const one[] = {"ops", "stat",   "paths", "default", "runs",
					  "3",   "passes", "2",     NULL};
	const struct export_options options = {0};
	struct lmbench_record record;
	struct result results[2];
	struct export_item items[3] = {0};
	char *text;

	(void)state;
	made_result(&results[0], two, made_noise);
	made_result(&results[1], one, made_noise);
	lmbench_read_path(LMBENCH_FILES "raw/akawashiro_masumi.1", &record);
	items[0].result = &results[0];
	items[1].result = &results[1];
	items[2].record = &record;
	for (size_t i = 0; i < 2; i++) {
		text = write_items(i ? "lmbench3" : "lmbench", items, 3, &options);
		assert_non_null(strstr(text, "\nno variant named:\nakawashir Linux "));
		/* In LMbench's table and in ours: both of the first result, and the second's. */
		assert_true(count_lines(text, "variant none:") >= 4);
		assert_int_equal(count_lines(text, "variant none:"),
				 2 * count_lines(text, "variant same:"));
		free(text);
	}
	/* Where nothing has a name, nothing needs one. */
	text = write_items("lmbench", items + 1, 2, &options);
	assert_null(strstr(text, "variant none:"));
	assert_null(strstr(text, "no variant named:"));
	free(text);
	lmbench_record_clear(&record);
	result_clear(&results[0]);
	result_clear(&results[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_printed_summary),
		cmocka_unit_test(test_all_kinds_in_one_table),
		cmocka_unit_test(test_a_difference_is_not_made_up),
		cmocka_unit_test(test_who_needs_samples),
		cmocka_unit_test(test_groups_with_statistics),
		cmocka_unit_test(test_no_row_stands_under_another_variant),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
