/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_subject.h - the comparisons that the tests of formats write: the published files, and
 * variants of one session.
 */
#ifndef LSMBENCH_TESTS_COMPARE_SUBJECT_H
#define LSMBENCH_TESTS_COMPARE_SUBJECT_H

#include "tests/unit/made_comparison.h"

#include "exports/compare/compare_export.h"
#include "tests/unit/published.h"

/* A comparison and its report. */
struct subject {
	struct published published;
	struct result result;
	struct comparison variants;
	struct compare_report report;
	bool is_published;
};

static inline void make_published(struct subject *subject)
{
	struct error error = {""};

	memset(subject, 0, sizeof(*subject));
	subject->is_published = true;
	published_compare(&subject->published);
	made_check(
		compare_report_make(&subject->published.comparison, 20, &subject->report, &error),
		&error);
	assert_int_equal(
		compare_report_about(&subject->report, "DAC", &subject->published.base.figures), 0);
}

static inline double truth(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	double base = strcmp(entry->operation->name, "open-close") == 0 ? 1200 : 400;

	(void)pass;
	if (strncmp(variant, "landlock", 8) == 0 && base == 1200)
		return base * 1.3;
	if (strncmp(variant, "exec", 4) != 0)
		return base;
	/* A control that moves, too, though less than would matter to the others. */
	return base * (strcmp(entry->operation->name, "loop") == 0 ? 0.98 : 0.9);
}

static inline void make_variants(struct subject *subject)
{
	/* Characters that formats have to escape, and too long for any column. */
	static const char wrapper[] = "exec:very-long-\xc3\xa9<&>|\x1b[31m=setpriv --reuid 1 "
				      "-- and still longer than a line ";
	static const char *const keys[] = {"ops",    "stat,open-close,loop",
					   "paths",  "FFF,XXX/FFF,XXX/YYY/ZZZ/FFF",
					   "runs",   "10",
					   "passes", "12",
					   NULL};
	static const char *const four[] = {"none", "same", "landlock:16", wrapper, NULL};
	const struct made_plan made = {.keys = keys,
				       .variants = four,
				       .truth = truth,
				       .noise = 0.01,
				       .noise_passes = 0.001,
				       .seed = 9};
	struct error error = {""};

	memset(subject, 0, sizeof(*subject));
	made_compared(&made, &subject->result);
	subject->result.steps[1].state = STEP_FAILED;
	subject->result.steps[1].reason = strdup("\"EIO\" in <pass> 1\n");
	made_check(compare_variants(&subject->result, &subject->variants, &error), &error);
	made_check(compare_report_make(&subject->variants, 20, &subject->report, &error), &error);
}

static inline void clear(struct subject *subject)
{
	compare_report_clear(&subject->report);
	if (subject->is_published) {
		published_clear(&subject->published);
		return;
	}
	comparison_clear(&subject->variants);
	result_clear(&subject->result);
}

static inline char *written(const struct subject *subject, const char *format)
{
	struct error error = {""};
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	made_check(compare_format_find(format)->write(&subject->report, file, &error), &error);
	fclose(file);
	assert_int_equal(strlen(text), length);
	return text;
}

typedef void check(const struct subject *subject, const char *text);

/* Both subjects in one format. */
static inline void check_both(const char *format, check *look)
{
	struct subject subject;
	char *text;

	make_published(&subject);
	text = written(&subject, format);
	look(&subject, text);
	free(text);
	clear(&subject);
	make_variants(&subject);
	text = written(&subject, format);
	look(&subject, text);
	free(text);
	clear(&subject);
}

static inline size_t count(const char *text, const char *what)
{
	size_t found = 0;

	for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
		found++;
	return found;
}

#endif
