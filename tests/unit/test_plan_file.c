/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plan_file.c - a plan file reads back as the plan it was written from, a result gives its
 * plan, and what is neither is refused with a reason.
 */
#include "tests/unit/made_result.h"

#include <unistd.h>

#include "exports/csv/csv_write.h"
#include "exports/signature.h"
#include "tui/plan_file.h"

static char path[PATH_MAX];

static int make_path(void **state)
{
	const char *parent = getenv("TMPDIR");
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "%s/test_plan_file.XXXXXX", parent ? parent : "/var/tmp");
	fd = mkstemp(path);
	return fd < 0 ? -1 : close(fd);
}

static int remove_path(void **state)
{
	(void)state;
	return unlink(path);
}

static void put(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void a_written_plan_reads_back(void **state)
{
	struct error error = {0};
	struct plan plan;
	struct plan back;

	(void)state;
	plan_init(&plan);
	made_check(plan_set(&plan, "ops", "stat,open-close", &error), &error);
	made_check(plan_set(&plan, "paths", "FFF,XXX/FFF", &error), &error);
	made_check(plan_set(&plan, "scratch", "/a b", &error), &error);
	made_check(plan_set(&plan, "precision", "0.5%", &error), &error);
	made_check(plan_set(&plan, "note", "# \"quoted\": yes", &error), &error);
	/* Over what it wrote before; the page writes what it has expanded. */
	made_check(plan_file_write(&plan, path, &error), &error);
	made_check(plan_expand(&plan, &error), &error);
	made_check(plan_file_write(&plan, path, &error), &error);
	plan_init(&back);
	made_check(plan_file_read(&back, path, &error), &error);
	made_check(plan_expand(&back, &error), &error);
	assert_true(plan_equal(&plan, &back));
	assert_string_equal(back.note, plan.note);
	plan_clear(&back);
	plan_clear(&plan);
}

static void a_result_gives_its_plan(void **state)
{
	static const char *const keys[] = {"ops", "loop", "runs", "10", "seed", "7", NULL};
	const struct result *pointer;
	struct error error = {0};
	struct result result;
	struct plan plan;
	FILE *file = fopen(path, "w");

	(void)state;
	assert_non_null(file);
	made_result(&result, keys, made_noise);
	pointer = &result;
	made_check(csv_write_result(&pointer, 1, file, &error), &error);
	assert_int_equal(fclose(file), 0);
	plan_init(&plan);
	made_check(plan_file_read(&plan, path, &error), &error);
	assert_true(plan_equal(&plan, &result.plan));
	plan_clear(&plan);
	result_clear(&result);
}

static void refuse(const char *text, const char *why)
{
	struct error error = {0};
	struct plan plan;

	put(text);
	plan_init(&plan);
	assert_int_equal(plan_file_read(&plan, path, &error), -EINVAL);
	assert_non_null(strstr(error.text, path));
	assert_non_null(strstr(error.text, why));
	plan_clear(&plan);
}

static void other_files_are_refused(void **state)
{
	(void)state;
	refuse("# lsmbench: result 2\n", "newer lsmbench");
	refuse("\xef\xbb\xbf# lsmbench: result 1\r\n", "truncated");
	refuse("# lsmbench: text 1\nSimple stat\n", "not a result of lsmbench");
	refuse("# lsmbench: plan 1\nnonsense\n", "line 2: ");
	refuse("nonsense\n", "line 1: ");
	refuse("", "holds no plan");
	refuse("\xef\xbb\xbf# nothing\r\n \t\n#", "holds no plan");
}

static void a_foreign_file_stays(void **state)
{
	struct error error = {0};
	struct plan plan;

	(void)state;
	put("mine\n");
	plan_init(&plan);
	assert_int_equal(plan_file_write(&plan, path, &error), -EEXIST);
	plan_clear(&plan);
	put("# lsmbench: plan 1\n");
	made_check(plan_file_write(&plan, path, &error), &error);
}

static void the_first_line_tells_the_kind(void **state)
{
	(void)state;
	for (enum signature kind = SIGNATURE_RESULT; kind <= SIGNATURE_PLAN; kind++) {
		const char *line = signature_line(kind);
		char text[SIGNATURE_SIZE];
		int length = snprintf(text, sizeof(text), "\xef\xbb\xbf%s\r\nmore", line);

		assert_int_equal(signature_of(line, strlen(line)), kind);
		assert_int_equal(signature_of(text, (size_t)length), kind);
		snprintf(text, sizeof(text), "%s0\n", line);
		assert_int_equal(signature_of(text, strlen(text)), SIGNATURE_UNKNOWN);
	}
	assert_int_equal(signature_of("", 0), SIGNATURE_NONE);
	assert_int_equal(signature_of("# lsmbench", 10), SIGNATURE_NONE);
}

/* Samples and plans cannot be made again, reports can. */
static void what_cannot_be_made_again_stays(void **state)
{
	(void)state;
	for (enum signature old = SIGNATURE_NONE; old <= SIGNATURE_REPORT; old++) {
		bool precious = old == SIGNATURE_RESULT || old == SIGNATURE_PLAN ||
				old == SIGNATURE_FIGURES;
		bool unknown = old == SIGNATURE_NONE || old == SIGNATURE_UNKNOWN;

		for (enum signature new = SIGNATURE_NONE; new <= SIGNATURE_REPORT; new ++)
			assert_int_equal(signature_may_replace(new, old),
					 !unknown && (!precious || new == old));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_written_plan_reads_back),
		cmocka_unit_test(a_result_gives_its_plan),
		cmocka_unit_test(other_files_are_refused),
		cmocka_unit_test(a_foreign_file_stays),
		cmocka_unit_test(the_first_line_tells_the_kind),
		cmocka_unit_test(what_cannot_be_made_again_stays),
	};

	return cmocka_run_group_tests(tests, make_path, remove_path);
}
