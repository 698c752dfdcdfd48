/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_shown.c - what moves bytes is shown as a rate, where more is better, in every format
 * and in the headline; the verdict stays that of the time.
 */
#include "tests/unit/compare_subject.h"

#include "exports/compare/compare_show.h"

static void assert_near(double actual, double expected)
{
	if (!(fabs(actual - expected) <= 1e-9 * fabs(expected)))
		fail_msg("%.12g is not %.12g", actual, expected);
}

/* 64 KiB in 32768 ns are 2000 MB/s; in 40960 ns, a quarter more, 1600: a fifth less. */
static void make_rate(struct comparison_row *row)
{
	row->bytes = 65536;
	row->base_ns = 32768;
	row->other_ns = 40960;
	row->estimate = log(1.25);
	row->low = log(1.2);
	row->high = log(1.3);
	row->spread_low = log(1.1);
	row->spread_high = log(1.6);
}

static void test_figures(void **state)
{
	struct comparison_row time = {.base_ns = 400, .estimate = log(1.25)};
	struct comparison_row rate = {0};
	struct comparison_span span;
	char text[COMPARISON_PERCENT_SIZE];

	(void)state;
	make_rate(&rate);
	assert_string_equal(comparison_unit(&rate), "MB/s");
	assert_near(comparison_shown(&rate, rate.base_ns), 2000);
	assert_near(comparison_shown(&rate, rate.other_ns), 1600);
	assert_near(comparison_shown_difference(&rate), -400);
	assert_near(comparison_row_percent(&rate, rate.estimate), -20);
	assert_near(comparison_loss(&rate), 20);
	span = comparison_shown_span(&rate, rate.low, rate.high);
	assert_near(span.low, 100 / 1.3 - 100);
	assert_near(span.high, 100 / 1.2 - 100);
	assert_string_equal(comparison_show_row_percent(&rate, rate.estimate, text), "-20.0%");
	rate.calls = 2;
	assert_true(isnan(comparison_ns_per_call(&rate)));
	assert_string_equal(comparison_unit(&time), "ns");
	assert_near(comparison_shown(&time, 400), 400);
	assert_near(comparison_shown_difference(&time), 100);
	assert_near(comparison_loss(&time), 25);
	assert_string_equal(comparison_show_row_percent(&time, time.estimate, text), "+25.0%");
}

static void find_all(const struct subject *subject, const char *format, const char *const *parts)
{
	char *text = written(subject, format);

	for (; *parts; parts++) {
		if (!strstr(text, *parts))
			fail_msg("%s does not hold \"%s\":\n%s", format, *parts, text);
	}
	free(text);
}

static void test_formats(void **state)
{
	static const char *const text[] = {"CASE / COMPARED  +ns, MB/s",
					   "stat default  base 2000.0 MB/s, 1 syscall\n",
					   " MAC                 -400.0   -20.0% ",
					   "stat FFF  base 538.1 ns, 1 syscall\n",
					   "minus is",
					   NULL};
	static const char *const markdown[] = {
		"| stat default | MAC |  | 2000.0 MB/s | -400.0 MB/s | - | -20.0% | -23.1% .. "
		"-16.7% | no verdict |",
		NULL};
	static const char *const csv[] = {
		",verdict,unit,base,other,difference,difference_per_system_call,resolution\n",
		"stat,default,,stat default,MAC,test,1,32768.0000,40960.0000,8192.0000,,",
		",-20.0000,-23.0769,-16.6667,-37.5000,-9.0909,",
		",none,MB/s,2000.0000,1600.0000,-400.0000,,\n",
		",none,ns,538.",
		NULL};
	static const char *const json[] = {
		"\"unit\":\"MB/s\",\"base\":2000,\"other\":1600,\"difference\":-400,"
		"\"difference_per_system_call\":null,\"resolution\":null,\"percent\":-20,",
		NULL};
	static const char *const svg[] = {"stat default, base 2000.0 MB/s",
					  "-20.0%  -400.0 MB/s  no verdict", NULL};
	struct subject subject;
	struct error error = {""};

	(void)state;
	make_published(&subject);
	make_rate(&subject.published.comparison.rows[0]);
	compare_report_clear(&subject.report);
	made_check(compare_report_make(&subject.published.comparison, 20, &subject.report, &error),
		   &error);
	find_all(&subject, "text", text);
	find_all(&subject, "markdown", markdown);
	find_all(&subject, "csv", csv);
	find_all(&subject, "json", json);
	find_all(&subject, "svg", svg);
	clear(&subject);
}

/* A base that jumps: no difference in ns beside percent of another estimate, but why there is none.
 */
static void test_jumping_base(void **state)
{
	static const char *const text[] = {" MAC                      -   +25.0% ",
					   " no verdict;\n                                       "
					   "                 base x7.6\n",
					   NULL};
	static const char *const markdown[] = {"| 400.0 | - | - | +25.0% | ",
					       " | no verdict; base x7.6 |", NULL};
	static const char *const svg[] = {"+25.0%  -   no verdict; base x7.6", NULL};
	static const char *const csv[] = {",400.0000,500.0000,-90.0000,", NULL};
	struct comparison_row *row;
	struct subject subject;

	(void)state;
	make_published(&subject);
	row = &subject.published.comparison.rows[0];
	row->base_ns = 400;
	row->other_ns = 500;
	row->estimate = log(1.25);
	row->base_range = log(7.6);
	row->paired_ns = -90;
	find_all(&subject, "text", text);
	find_all(&subject, "markdown", markdown);
	find_all(&subject, "svg", svg);
	find_all(&subject, "csv", csv);
	clear(&subject);
}

/* A largest latency that is off a thousandfold leaves the axis to the others, and is marked. */
static void test_axis_is_cut(void **state)
{
	static const char *const text[] = {"+437594.8%", "========> no verdict\n",
					   "The axis of the bars is cut", NULL};
	static const char *const svg[] = {">&gt;</text>\n", "&gt; &lt;: beyond the axis", NULL};
	struct error error = {""};
	struct compare_axis before;
	struct compare_axis axis;
	struct subject subject;
	struct comparison *comparison;

	(void)state;
	make_published(&subject);
	comparison = &subject.published.comparison;
	comparison->rows[0].estimate = 0;
	comparison->rows[0].low = comparison->rows[0].high = NAN;
	comparison->rows[0].spread_low = comparison->rows[0].spread_high = NAN;
	before = compare_axis_of(comparison);
	comparison->rows[0].metric = &metrics[metric_find("readdir-max")];
	comparison->rows[0].estimate = log(4376.948);
	axis = compare_axis_of(comparison);
	assert_near(axis.high, before.high);
	assert_near(axis.low, before.low);
	assert_int_equal(compare_axis_beyond(&axis, 437594), 1);
	assert_int_equal(compare_axis_beyond(&axis, axis.high), 0);
	assert_int_equal(compare_axis_beyond(&axis, axis.low - 1), -1);
	compare_report_clear(&subject.report);
	made_check(compare_report_make(comparison, 20, &subject.report, &error), &error);
	find_all(&subject, "text", text);
	find_all(&subject, "svg", svg);
	/* A figure of the runs themselves is what the axis is for, however large. */
	comparison->rows[0].metric = NULL;
	assert_true(compare_axis_of(comparison).high > 437594);
	clear(&subject);
}

/* No sign where no digit shows one, and a digit where there is a difference. */
static void test_signs(void **state)
{
	const struct comparison_row row = {.unit = RESULT_NS};
	const struct comparison_row count = {.unit = RESULT_INSTRUCTIONS};
	char text[COMPARISON_PERCENT_SIZE];
	char ns[NUMBER_SIZE];

	(void)state;
	assert_string_equal(comparison_show_percent(-0.00001, text), "0.00%");
	assert_string_equal(comparison_show_percent(-0.0002, text), "-0.02%");
	assert_string_equal(comparison_show_percent(0.002, text), "+0.2%");
	assert_string_equal(compare_show_figure(&row, -0.0001, true, ns), "0.00");
	assert_string_equal(compare_show_figure(&row, -0.0043, true, ns), "-0.004");
	assert_string_equal(compare_show_figure(&row, 0.28, true, ns), "+0.28");
	assert_string_equal(compare_show_figure(&row, 72, true, ns), "+72.0");
	assert_string_equal(compare_show_figure(&count, 72.0000000001, true, ns), "+72");
	assert_string_equal(compare_show_figure(&count, 0, true, ns), "0");
	assert_string_equal(compare_show_figure(&count, 4287.25, false, ns), "4287.2");
}

/* A rate that is lost counts as what takes longer does; above 20% it must lose more than that. */
static void test_headline(void **state)
{
	struct comparison_headline headline;
	struct published published;
	struct comparison *comparison = &published.comparison;
	char text[256];

	(void)state;
	published_compare(&published);
	for (size_t i = 1; i < comparison->row_count; i++)
		comparison->rows[i].role = ROW_CONTROL;
	make_rate(&comparison->rows[0]);
	comparison_headline_of(comparison, 22, &headline);
	assert_int_equal(headline.above, 0);
	comparison_headline_of(comparison, 19, &headline);
	assert_int_equal(headline.above, 1);
	comparison_headline(comparison, 19, text, sizeof(text));
	assert_string_equal(text, "1 of 1 case above 19%, worst -20.0% MB/s (stat default)");
	published_clear(&published);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures),      cmocka_unit_test(test_formats),
		cmocka_unit_test(test_jumping_base), cmocka_unit_test(test_axis_is_cut),
		cmocka_unit_test(test_signs),        cmocka_unit_test(test_headline),
	};

	return cmocka_run_group_tests_name("compare_shown", tests, NULL, NULL);
}
