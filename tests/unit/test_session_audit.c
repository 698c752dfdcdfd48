/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_audit.c - audit records are given to the case during which they came, and said
 * beside denied cases in comparisons and exports.
 */
#include <stdlib.h>

#include "tests/unit/made_comparison.h"

#include "engine/compare/compare.h"
#include "engine/environment/environment_audit.h"
#include "engine/result/step_summary.h"
#include "engine/session/session_private.h"
#include "exports/export.h"
#include "tests/unit/audit_play.h"

#define CASES 3

static const char *const keys[] = {"cases", "stat FFF", "cases", "open-denied", "runs",
				   "10",    "passes",   "3",     NULL};
static const char *const two[] = {"landlock:1", "same", NULL};

static double truth(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	(void)entry;
	(void)variant;
	(void)pass;
	return 400;
}

static void make(struct result *result)
{
	const struct made_plan made = {.keys = keys, .variants = two, .truth = truth, .seed = 4};

	made_compared(&made, result);
	assert_int_equal(result->plan.case_count, 2);
}

static void set(struct result *result, const char *key, const char *value)
{
	assert_int_equal(environment_set(&result->environment, key, value, "test"), 0);
}

static void test_words(void **state)
{
	struct result result;
	char words[160];

	(void)state;
	make(&result);
	environment_clear(&result.environment);
	assert_string_equal(case_audit_words(&result, 1, words, sizeof(words)), "");
	set(&result, "audit.enabled", "off");
	assert_string_equal(case_audit_words(&result, 1, words, sizeof(words)),
			    "audit was off: no record of it was written");
	/* Successful calls have nothing to do with it. */
	assert_string_equal(case_audit_words(&result, 0, words, sizeof(words)), "");
	set(&result, "audit.enabled", "on");
	assert_string_equal(case_audit_words(&result, 1, words, sizeof(words)),
			    "audit was on, its records were not counted");
	set(&result, "during.audit_records", "4710");
	assert_string_equal(case_audit_words(&result, 1, words, sizeof(words)),
			    "0 audit records while it was measured, under all variants together");
	set(&result, "during.audit_records_of_case.2", "4500");
	set(&result, "during.audit_lost", "17");
	assert_string_equal(case_audit_words(&result, 1, words, sizeof(words)),
			    "4500 audit records while it was measured, under all variants "
			    "together; 17 more were lost in the session");
	result_clear(&result);
}

static void assert_note(const struct comparison *comparison, const char *note)
{
	for (size_t i = 0; i < comparison->notes.count; i++) {
		if (strcmp(comparison->notes.items[i], note) == 0)
			return;
	}
	fail_msg("no note says \"%s\"", note);
}

static void test_comparisons_say_it(void **state)
{
	const struct comparison_options options = {0};
	struct comparison comparison;
	struct error error = {""};
	struct figures a;
	struct figures b;
	struct result result;

	(void)state;
	make(&result);
	set(&result, "audit.enabled", "on");
	set(&result, "during.audit_records", "9");
	set(&result, "during.audit_records_of_case.2", "5");
	made_check(compare_variants(&result, &comparison, &error), &error);
	assert_note(&comparison, "open-denied: 5 audit records while it was measured, under all "
				 "variants together");
	assert_int_equal(comparison.notes.count, 1);
	comparison_clear(&comparison);
	made_check(figures_of_result(&result, "a.csv", &a, &error), &error);
	set(&result, "audit.enabled", "off");
	made_check(figures_of_result(&result, "b.csv", &b, &error), &error);
	{
		const struct figures *sessions[] = {&a, &b};
		const struct comparison_group groups[] = {{"A", &sessions[0], 1},
							  {"B", &sessions[1], 1}};

		made_check(compare_sessions(groups, 2, &options, &comparison, &error), &error);
	}
	assert_note(&comparison, "open-denied in a.csv: 5 audit records while it was measured, "
				 "under all variants together");
	assert_note(&comparison,
		    "open-denied in b.csv: audit was off: no record of it was written");
	comparison_clear(&comparison);
	figures_clear(&a);
	figures_clear(&b);
	result_clear(&result);
}

static void test_exports_say_it(void **state)
{
	static const char *const formats[] = {"text", "markdown", "summary"};
	struct result result;

	(void)state;
	make(&result);
	set(&result, "audit.enabled", "on");
	set(&result, "during.audit_records", "9");
	set(&result, "during.audit_records_of_case.2", "5");
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		const struct result *results[] = {&result};
		struct error error = {""};
		char *text = NULL;
		size_t size;
		FILE *file = open_memstream(&text, &size);

		assert_non_null(file);
		assert_non_null(export_format_find(formats[i]));
		made_check(export_format_find(formats[i])->write(results, 1, file, &error), &error);
		fclose(file);
		if (!strstr(text, "open-denied: 5 audit records while it was measured, under all "
				  "variants together\n"))
			fail_msg("%s does not say it:\n%s", formats[i], text);
		free(text);
	}
	result_clear(&result);
}

/* Two records while the first case is measured, three while the last is, one in between. */
static void test_records_belong_to_their_case(void **state)
{
	struct session session = {.audit.fd = -1};
	uint64_t records[CASES] = {0};
	struct plan_case cases[CASES] = {0};
	char key[64];

	(void)state;
	open_or_skip(&session.audit);
	audit_watch_close(&session.audit);
	session.case_audit_records = records;
	session.result.plan.cases = cases;
	session.result.plan.case_count = CASES;
	/* Off, as this machine may be: nothing is listened to, nothing is said. */
	set(&session.result, "audit.enabled", "off");
	session_audit_open(&session);
	session_audit_record(&session);
	assert_null(environment_find(&session.result.environment, AUDIT_RECORDS_KEY));
	set(&session.result, "audit.enabled", "on");
	session_audit_open(&session);
	assert_true(session.audit.fd >= 0);
	for (size_t i = 0; i < CASES; i++) {
		static const int made[] = {2, 0, 3};
		uint64_t before = audit_watch_count(&session.audit);

		session.case_index = i;
		session_audit_begin_case(&session);
		for (int j = 0; j < made[i]; j++)
			assert_int_equal(write_record(), 0);
		counted(&session.audit, before + (uint64_t)made[i]);
		session_audit_end_case(&session);
	}
	session_audit_record(&session);
	assert_true(records[0] >= 2 && records[2] >= 3);
	assert_true(strtoull(environment_value(&session.result.environment, AUDIT_RECORDS_KEY, "0"),
			     NULL, 10) >= 5);
	environment_audit_case_key(2, key, sizeof(key));
	assert_string_equal(key, "during.audit_records_of_case.3");
	assert_non_null(environment_find(&session.result.environment, key));
	assert_true(environment_field_exists(key));
	audit_watch_close(&session.audit);
	environment_clear(&session.result.environment);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_comparisons_say_it),
		cmocka_unit_test(test_exports_say_it),
		cmocka_unit_test(test_records_belong_to_their_case),
	};

	return cmocka_run_group_tests_name("session_audit", tests, NULL, NULL);
}
