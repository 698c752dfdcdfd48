/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_redact.c - with redaction no format names host, user, UUID or path, and the native file
 * still reads back with the same cases and samples.
 */
#include "tests/unit/made_export.h"

#include "exports/csv/csv_read.h"

static const char *const keys[] = {"ops",
				   "stat,chmod",
				   "paths",
				   "FFF",
				   "dirs",
				   "0",
				   "path",
				   "/home/someone/secret",
				   "path",
				   "/srv/b",
				   "cases",
				   "access /srv/b",
				   "scratch",
				   "/mnt/disk-one",
				   "scratch",
				   "/mnt/disk-two",
				   "default-path",
				   "/srv/default",
				   "label",
				   "night on made-host",
				   "note",
				   "see /home/someone/notes",
				   "runs",
				   "3",
				   NULL};

static const char *const secrets[] = {
	"made-host", "someone", "01234567-89ab-cdef-0123-456789abcdef", "/home", "/srv", "/mnt",
	"secret",    "disk-one"};

static char *exported(const char *format, const struct result *result, bool redact)
{
	const struct export_options options = {.redact = redact};

	return made_export(format, &result, 1, &options);
}

static void make(struct result *result)
{
	made_result(result, keys, made_noise);
	assert_int_equal(environment_warn(&result->environment, WARNING_ALARM,
					  "/mnt/disk-one of made-host is slow: move it"),
			 0);
	result->steps[0].state = STEP_FAILED;
	result->steps[0].reason = strdup("EIO below /mnt/disk-two");
}

static void test_no_format_names_what_is_private(void **state)
{
	struct result result;

	(void)state;
	make(&result);
	for (size_t i = 0; i < export_format_count; i++) {
		char *open = exported(export_formats[i].name, &result, false);
		char *redacted = exported(export_formats[i].name, &result, true);

		assert_non_null(strstr(open, "made-host"));
		for (size_t j = 0; j < sizeof(secrets) / sizeof(secrets[0]); j++) {
			if (strstr(redacted, secrets[j]))
				fail_msg("%s: \"%s\" in\n%s", export_formats[i].name, secrets[j],
					 redacted);
		}
		assert_non_null(strstr(redacted, "6.12.1-made"));
		free(open);
		free(redacted);
	}
	result_clear(&result);
}

static void test_a_redacted_file_reads_back(void **state)
{
	struct error error = {0};
	struct result result;
	struct result again;
	char *text;

	(void)state;
	make(&result);
	text = exported("csv", &result, true);
	made_check(csv_read_memory(text, strlen(text), "redacted.csv", &again, &error), &error);
	assert_int_equal(again.plan.case_count, result.plan.case_count);
	assert_int_equal(again.sample_count, result.sample_count);
	for (size_t i = 0; i < again.sample_count; i++) {
		assert_int_equal(again.samples[i].step, result.samples[i].step);
		assert_int_equal(again.samples[i].duration_ns, result.samples[i].duration_ns);
	}
	assert_int_equal(again.environment.item_count, result.environment.item_count);
	assert_non_null(strstr(text, "\nstat,/redacted/path-1,none,0,0,"));
	assert_non_null(strstr(text, "\naccess,/redacted/path-2,none,0,0,"));
	assert_non_null(strstr(text, "\nchmod,DIR0 on /redacted/scratch-2,none,0,0,"));
	assert_non_null(strstr(text, "\n# env.kernel.command_line: root=UUID=<redacted> quiet\n"));
	free(text);
	result_clear(&again);
	result_clear(&result);
}

/* What is redacted is a copy. */
static void test_the_result_itself_stays(void **state)
{
	struct result result;
	struct result same;

	(void)state;
	make(&result);
	make(&same);
	same.plan.seed = result.plan.seed;
	free(exported("text", &result, true));
	assert_true(result_equal(&result, &same));
	result_clear(&result);
	result_clear(&same);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_format_names_what_is_private),
		cmocka_unit_test(test_a_redacted_file_reads_back),
		cmocka_unit_test(test_the_result_itself_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
