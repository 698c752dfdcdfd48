/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_export.c - every format of a comparison is well-formed, says the same, and is fit
 * for where it goes: 72 ASCII columns for a mail, no colour for print, no NaN for programs.
 */
#include <csv.h>
#include <ctype.h>

#include "tests/unit/compare_subject.h"

#include "exports/number.h"

static void assert_ascii(const char *text)
{
	for (; *text; text++)
		assert_true(*text == '\n' || (*text >= ' ' && *text < 127));
}

static void look_at_text(const struct subject *subject, const char *text)
{
	const char *table = strstr(text, " CASE / COMPARED");

	assert_ascii(text);
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		assert_true(strcspn(line, "\n") <= 72);
	assert_non_null(table);
	assert_non_null(strstr(table, "\nHow it was measured\n"));
	assert_int_equal(count(table, "% ") >= subject->report.comparison->row_count, 1);
	if (!subject->is_published) {
		assert_non_null(strstr(table, "landlock:16 ctrl"));
		assert_non_null(strstr(table, "slower"));
		assert_non_null(strstr(table, "faster"));
		assert_non_null(strstr(table, "====="));
		assert_non_null(strstr(table, "untrustworthy\n"));
		assert_null(strstr(text, "Environment difference"));
		return;
	}
	assert_non_null(strstr(text, "Environment difference\n  unknown: both sides"));
	assert_true(strstr(text, "Environment difference") < table);
	assert_non_null(strstr(text, "\n31 of 47 cases above 20%, worst +80.6% "
				     "(stat NNN/YYY/ZZZ/FFF)\nno verdict: one boot each, "
				     "environment unknown\n"));
	assert_non_null(strstr(text, "stat NNN/YYY/ZZZ/FFF  base 392.8 ns, 1 syscall\n"
				     " MAC                 +316.5   +80.6% |"));
	assert_int_equal(count(table, "no verdict\n"), 47);
}

static void test_text(void **state)
{
	(void)state;
	check_both("text", look_at_text);
}

struct csv_count {
	size_t cells;
	size_t rows;
};

static void take_cell(void *cell, size_t length, void *what)
{
	struct csv_count *counted = what;
	const char *text = cell;

	/* Nothing that a spreadsheet takes for a formula, but for numbers. */
	if (length > 0 && strchr("=+@", text[0]))
		fail_msg("a cell begins with %c", text[0]);
	counted->cells++;
}

static void take_row(int end, void *what)
{
	struct csv_count *counted = what;

	(void)end;
	assert_int_equal(counted->cells, 30);
	counted->cells = 0;
	counted->rows++;
}

static void look_at_csv(const struct subject *subject, const char *text)
{
	struct csv_count counted = {0};
	struct csv_parser parser;

	assert_ascii(text);
	assert_true(strncmp(text, "# lsmbench: comparison 1\n", 25) == 0);
	while (*text == '#')
		text += strcspn(text, "\n") + 1;
	assert_int_equal(csv_init(&parser, CSV_STRICT), 0);
	assert_int_equal(csv_parse(&parser, text, strlen(text), take_cell, take_row, &counted),
			 strlen(text));
	csv_fini(&parser, take_cell, take_row, &counted);
	csv_free(&parser);
	assert_int_equal(counted.rows, subject->report.comparison->row_count + 1);
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
}

static void test_csv(void **state)
{
	(void)state;
	check_both("csv", look_at_csv);
}

/* A value of JSON from at on; returns its end. Fails the test on anything else. */
static const char *json_value(const char *at, int depth);

static const char *json_blank(const char *at)
{
	return at + strspn(at, " \n");
}

static const char *json_string(const char *at)
{
	assert_int_equal(*at++, '"');
	for (; *at != '"'; at++) {
		assert_true(*at >= ' ');
		if (*at != '\\')
			continue;
		at++;
		assert_non_null(strchr("\"\\/bfnrtu", *at));
		for (int i = 0; *at == 'u' && i < 4; i++)
			assert_true(isxdigit((unsigned char)at[i + 1]));
	}
	return at + 1;
}

static const char *json_members(const char *at, char close, int depth)
{
	at = json_blank(at + 1);
	if (*at == close)
		return at + 1;
	for (;;) {
		if (close == '}') {
			at = json_blank(json_string(at));
			assert_int_equal(*at++, ':');
		}
		at = json_blank(json_value(json_blank(at), depth + 1));
		if (*at == close)
			return at + 1;
		assert_int_equal(*at, ',');
		at = json_blank(at + 1);
	}
}

static const char *json_value(const char *at, int depth)
{
	static const char *const words[] = {"true", "false", "null"};
	char number[NUMBER_SIZE];
	size_t length = strspn(at, "0123456789+-.eE");
	double value;

	assert_true(depth < 10);
	if (*at == '{')
		return json_members(at, '}', depth);
	if (*at == '[')
		return json_members(at, ']', depth);
	if (*at == '"')
		return json_string(at);
	for (size_t i = 0; i < 3; i++) {
		if (strncmp(at, words[i], strlen(words[i])) == 0)
			return at + strlen(words[i]);
	}
	assert_true(length > 0 && length < sizeof(number));
	snprintf(number, sizeof(number), "%.*s", (int)length, at);
	assert_int_equal(number_parse_double(number, &value), 0);
	return at + length;
}

static void look_at_json(const struct subject *subject, const char *text)
{
	assert_ascii(text);
	assert_string_equal(json_blank(json_value(text, 0)), "");
	assert_int_equal(count(text, "{\"case\":"), subject->report.comparison->row_count);
	if (subject->is_published) {
		assert_non_null(strstr(text, "\"state\":\"no verdict: one boot each, environment "
					     "unknown\""));
		assert_non_null(strstr(text, "\"summaries_only\":true"));
	}
}

static void test_json(void **state)
{
	(void)state;
	check_both("json", look_at_json);
}

/* Every element is closed, in order; returns how many "name" there are. */
static void check_elements(const char *text)
{
	char open[8][16];
	size_t depth = 0;

	for (const char *at = text; (at = strchr(at, '<')); at++) {
		size_t length = strcspn(at + 1, " >/");
		const char *end = strchr(at, '>');

		assert_non_null(end);
		if (strncmp(at, "<!--", 4) == 0)
			continue;
		if (at[1] == '/') {
			length = strcspn(at + 2, ">");
			assert_true(depth > 0);
			depth--;
			assert_true(strlen(open[depth]) == length &&
				    strncmp(open[depth], at + 2, length) == 0);
		} else if (end[-1] != '/') {
			assert_true(depth < 8 && length < sizeof(open[0]));
			snprintf(open[depth++], sizeof(open[0]), "%.*s", (int)length, at + 1);
		}
	}
	assert_int_equal(depth, 0);
}

/* All paint is black, white, grey or the hatching. */
static void check_paint(const char *text, const char *attribute)
{
	for (const char *at = text; (at = strstr(at, attribute)); at++) {
		const char *value = at + strlen(attribute);
		bool is_grey = value[0] == '#' && strncmp(value + 1, value + 3, 2) == 0 &&
			       strncmp(value + 1, value + 5, 2) == 0;

		assert_true(is_grey || strncmp(value, "black\"", 6) == 0 ||
			    strncmp(value, "white\"", 6) == 0 ||
			    strncmp(value, "url(#control)\"", 14) == 0);
	}
}

static void look_at_svg(const struct subject *subject, const char *text)
{
	const struct comparison *comparison = subject->report.comparison;
	size_t bars = 0;

	assert_ascii(text);
	check_elements(text);
	check_paint(text, " fill=\"");
	check_paint(text, " stroke=\"");
	for (size_t i = 0; i < comparison->row_count; i++)
		bars += isfinite(comparison->rows[i].estimate) != 0;
	/* Two rectangles are the ground and part of the hatching. */
	assert_int_equal(count(text, "<rect "), bars + 2);
	assert_null(strstr(text, "nan"));
	if (!subject->is_published)
		assert_non_null(strstr(text, "&lt;&amp;&gt;"));
}

static void test_svg(void **state)
{
	(void)state;
	check_both("svg", look_at_svg);
}

static size_t count_bars(const char *line)
{
	size_t bars = 0;

	for (; *line && *line != '\n'; line++) {
		if (*line == '\\' && line[1])
			line++;
		else
			bars += *line == '|';
	}
	return bars;
}

static void look_at_markdown(const struct subject *subject, const char *text)
{
	size_t rows = 0;

	assert_ascii(text);
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
		if (*line != '|')
			continue;
		assert_int_equal(count_bars(line), 10);
		rows++;
	}
	assert_int_equal(rows, subject->report.comparison->row_count + 2);
}

static void test_markdown(void **state)
{
	(void)state;
	check_both("markdown", look_at_markdown);
}

static void test_a_full_disk_is_told(void **state)
{
	struct subject subject;

	(void)state;
	make_published(&subject);
	for (size_t i = 0; i < compare_format_count; i++) {
		struct error error = {""};
		FILE *file = fopen("/dev/full", "w");

		assert_non_null(file);
		assert_int_equal(compare_formats[i].write(&subject.report, file, &error), -ENOSPC);
		assert_non_null(strstr(error.text, "writing failed"));
		fclose(file);
	}
	clear(&subject);
}

static void test_formats_by_name(void **state)
{
	(void)state;
	assert_string_equal(compare_format_of("/x/y.svg")->name, "svg");
	assert_string_equal(compare_format_of("a.b.md")->name, "markdown");
	assert_null(compare_format_of("svg"));
	assert_null(compare_format_of(".svg"));
	assert_null(compare_format_find("pdf"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_svg),
		cmocka_unit_test(test_markdown),
		cmocka_unit_test(test_a_full_disk_is_told),
		cmocka_unit_test(test_formats_by_name),
	};

	return cmocka_run_group_tests_name("compare_export", tests, NULL, NULL);
}
