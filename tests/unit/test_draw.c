/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_draw.c - what reaches the screen: escaped, cut to its rectangle, and drawn to scale.
 */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <ncurses.h>

#include "tui/bars.h"
#include "tui/clipboard.h"
#include "tui/document.h"
#include "tui/draw.h"
#include "tui/text.h"

static const char *clip(const char *text, int columns)
{
	static char buffer[256];

	assert_in_range(text_clip(buffer, sizeof(buffer), text, columns), 0, columns);
	return buffer;
}

static void hostile_text_is_escaped(void **state)
{
	(void)state;
	assert_string_equal(clip("plain", 20), "plain");
	assert_string_equal(clip("a\033[2Jb", 20), "a\\x1b[2Jb");
	assert_string_equal(clip("a\nb\tc\x7f", 40), "a\\x0ab\\x09c\\x7f");
	assert_string_equal(clip("\xff\xfe", 20), "\\xff\\xfe");
	/* C1 controls in UTF-8, and a right-to-left override. */
	assert_string_equal(clip("\xc2\x9b!", 20), "\\x9b!");
	assert_string_equal(clip("\xe2\x80\xae!", 20), "\\u{202e}!");
	assert_string_equal(clip("naïve", 20), "naïve");
}

static void long_text_is_cut_and_says_so(void **state)
{
	char buffer[64];

	(void)state;
	assert_string_equal(clip("abcdef", 6), "abcdef");
	assert_string_equal(clip("abcdefg", 6), "abcde>");
	assert_string_equal(clip("abc", 1), ">");
	assert_string_equal(clip("abc", 0), "");
	/* An escape is not split, a wide character neither. */
	assert_string_equal(clip("ab\033cdef", 5), "ab>");
	assert_string_equal(clip("日本語", 4), "日>");
	text_shorten(buffer, sizeof(buffer), "open-close XXX/YYY/ZZZ/NNN", 18);
	assert_string_equal(buffer, "open-clo../ZZZ/NNN");
	assert_int_equal(text_width(buffer), 18);
}

static void small_buffers_do_not_overflow(void **state)
{
	char buffer[16];
	size_t size;

	(void)state;
	for (size = 0; size < sizeof(buffer); size++) {
		memset(buffer, '#', sizeof(buffer));
		text_clip(buffer, size, "aé\033日z and more", 80);
		assert_int_equal(buffer[size], '#');
		if (size > 0)
			assert_true(strlen(buffer) < size);
	}
}

static void wrapping_loses_nothing(void **state)
{
	const char *text = "governor is powersave on CPU 1: medians drift";
	char joined[128] = "";
	int columns;

	(void)state;
	for (columns = 1; columns < 60; columns++) {
		const char *rest = text;

		joined[0] = '\0';
		while (*rest != '\0') {
			size_t length = text_wrap(rest, columns);

			assert_in_range(length, 1, columns);
			strncat(joined, rest, length);
			rest += length;
			if (*rest == ' ') {
				strcat(joined, " ");
				rest++;
			}
		}
		assert_string_equal(joined, text);
	}
}

static void numbers_keep_to_their_width(void **state)
{
	static const double values[] = {0,   0.004,     9.999, 99.99, 412.34, 1203.449, 1e5,
					1e6, 123456789, 1e12,  1e100, -0.004, -3456.7};
	char buffer[64];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		text_number(buffer, sizeof(buffer), values[i], 8);
		assert_in_range(strlen(buffer), 1, 8);
	}
	text_number(buffer, sizeof(buffer), 412.34, 8);
	assert_string_equal(buffer, "412.3");
	text_number(buffer, sizeof(buffer), 1234567.8, 7);
	assert_string_equal(buffer, "1234568");
	text_number(buffer, sizeof(buffer), NAN, 7);
	assert_string_equal(buffer, "-");
}

static void durations_read_like_clocks(void **state)
{
	char buffer[64];

	(void)state;
	text_duration(buffer, sizeof(buffer), 13.4);
	assert_string_equal(buffer, "0:13");
	text_duration(buffer, sizeof(buffer), 725);
	assert_string_equal(buffer, "12:05");
	text_duration(buffer, sizeof(buffer), 12000);
	assert_string_equal(buffer, "3 h 20 min");
	text_duration(buffer, sizeof(buffer), -1);
	assert_string_equal(buffer, "?");
	text_duration(buffer, sizeof(buffer), NAN);
	assert_string_equal(buffer, "?");
	text_span(buffer, sizeof(buffer), 28.2);
	assert_string_equal(buffer, "29 s");
	text_span(buffer, sizeof(buffer), 125);
	assert_string_equal(buffer, "2 min 5 s");
}

static void bars_are_to_scale(void **state)
{
	char bar[128];

	(void)state;
	bars_progress(bar, sizeof(bar), 12, 0.5);
	assert_string_equal(bar, "[#####.....]");
	bars_progress(bar, sizeof(bar), 12, 7);
	assert_string_equal(bar, "[##########]");
	bars_progress(bar, sizeof(bar), 12, NAN);
	assert_string_equal(bar, "[..........]");
	bars_progress(bar, sizeof(bar), 2, 1);
	assert_string_equal(bar, "");
	bars_horizontal(bar, sizeof(bar), 10, 0.5, false);
	assert_string_equal(bar, "#####");
	bars_horizontal(bar, sizeof(bar), 10, 0.55, true);
	assert_string_equal(bar, "█████▌");
	bars_horizontal(bar, sizeof(bar), 10, 0.0001, false);
	assert_string_equal(bar, "#");
	bars_horizontal(bar, sizeof(bar), 10, 0.0001, true);
	assert_string_equal(bar, "▏");
	bars_horizontal(bar, sizeof(bar), 10, 0, true);
	assert_string_equal(bar, "");
	bars_progress(bar, 5, 12, 1);
	assert_true(strlen(bar) < 5);
}

static void sequence_follows_the_values(void **state)
{
	const double rising[] = {0, 1, 2, 3, 4, 5, 6, 7};
	const double gaps[] = {NAN, 0, 7, NAN};
	struct sequence_chart chart = {0, 7, 1, false};
	char line[128];

	(void)state;
	bars_sequence(line, sizeof(line), 8, rising, 8, &chart, 0);
	assert_string_equal(line, "_.:-=+*#");
	bars_sequence(line, sizeof(line), 4, rising, 8, &chart, 0);
	assert_int_equal(strlen(line), 4);
	chart.blocks = true;
	bars_sequence(line, sizeof(line), 8, rising, 8, &chart, 0);
	assert_string_equal(line, "▁▂▃▄▅▆▇█");
	/* Two lines: the upper one shows the upper half only. */
	chart.rows = 2;
	bars_sequence(line, sizeof(line), 8, rising, 8, &chart, 0);
	assert_memory_equal(line, "    ", 4);
	bars_sequence(line, sizeof(line), 8, rising, 8, &chart, 1);
	assert_string_equal(line + 4 * strlen("█"), "████");
	/* What is no value has no height at all. */
	chart = (struct sequence_chart){0, 7, 1, false};
	bars_sequence(line, sizeof(line), 4, gaps, 4, &chart, 0);
	assert_string_equal(line, " _# ");
	/* All the same, and none. */
	chart = (struct sequence_chart){5, 5, 1, false};
	bars_sequence(line, sizeof(line), 8, rising, 8, &chart, 0);
	assert_string_equal(line, "________");
	bars_sequence(line, sizeof(line), 8, rising, 0, &chart, 0);
	assert_string_equal(line, "");
}

static void check_histogram(const double *sorted, size_t count, size_t bins)
{
	struct histogram histogram;
	size_t sum;
	size_t i;

	histogram_fill(&histogram, sorted, count, bins);
	assert_in_range(histogram.bins, 1, bins);
	sum = histogram.above;
	for (i = 0; i < histogram.bins; i++) {
		sum += histogram.counts[i];
		assert_true(histogram.counts[i] <= histogram.largest);
	}
	assert_int_equal(sum, count);
	assert_true(histogram.low <= sorted[0]);
}

static void histogram_counts_every_value(void **state)
{
	double values[1000];
	size_t bins;
	size_t i;
	struct histogram histogram;

	(void)state;
	for (i = 0; i < 1000; i++)
		values[i] = 400 + (double)i * 0.037 + (i > 990 ? 1000.0 * (double)i : 0);
	for (bins = 1; bins <= HISTOGRAM_BINS_MAXIMUM; bins++) {
		check_histogram(values, 1000, bins);
		check_histogram(values, 1, bins);
		check_histogram(values, 7, bins);
	}
	/* What lies beyond Tukey's outer fence does not squeeze the rest into one bin. */
	histogram_fill(&histogram, values, 1000, 10);
	assert_int_equal(histogram.above, 9);
	for (i = 0; i < 5; i++)
		values[i] = 42;
	check_histogram(values, 5, 8);
	histogram_fill(&histogram, values, 0, 8);
	assert_int_equal(histogram.bins, 0);
}

static void base64_as_in_the_rfc(void **state)
{
	/* RFC 4648, section 10. */
	static const char *const pairs[][2] = {{"", ""},
					       {"f", "Zg=="},
					       {"fo", "Zm8="},
					       {"foo", "Zm9v"},
					       {"foob", "Zm9vYg=="},
					       {"fooba", "Zm9vYmE="},
					       {"foobar", "Zm9vYmFy"}};
	char expected[64];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		char *sequence = clipboard_sequence(pairs[i][0]);

		snprintf(expected, sizeof(expected), "\033]52;c;%s\a", pairs[i][1]);
		assert_string_equal(sequence, expected);
		free(sequence);
	}
}

/* What stands in a row of the screen. */
static const char *row_of(int row)
{
	static char text[512];

	mvinnstr(row, 0, text, (int)sizeof(text) - 1);
	return text;
}

static void drawing_stays_in_its_rectangle(void **state)
{
	const struct rectangle area = {1, 5, 2, 10};
	struct rectangle inside;

	(void)state;
	erase();
	draw_text(&area, 0, 0, ROLE_NORMAL, "much longer than the area");
	draw_text(&area, 1, 8, ROLE_NORMAL, "abc");
	draw_text(&area, 2, 0, ROLE_NORMAL, "below");
	draw_text(&area, -1, 0, ROLE_NORMAL, "above");
	draw_text(&area, 0, 10, ROLE_NORMAL, "right");
	assert_string_equal(row_of(0), "                    ");
	assert_string_equal(row_of(1), "     much long>     ");
	assert_string_equal(row_of(2), "             a>     ");
	assert_string_equal(row_of(3), "                    ");
	draw_right(&area, 0, ROLE_NORMAL, "| end");
	assert_string_equal(row_of(1), "     much | end     ");
	draw_box(&area, "title", &inside);
	assert_string_equal(row_of(1), "                    ");
}

static void a_document_scrolls_and_finds(void **state)
{
	const struct rectangle area = {0, 0, 3, 20};
	struct document document = {0};
	int i;

	(void)state;
	for (i = 0; i < 10; i++)
		document_add(&document, ROLE_NORMAL, "line %d", i);
	erase();
	document_draw(&document, &area, true);
	assert_string_equal(row_of(2), "line 2              ");
	assert_true(document_act(&document, ACTION_LAST));
	erase();
	document_draw(&document, &area, true);
	assert_string_equal(row_of(2), "line 9              ");
	assert_true(document_find(&document, "LINE 4"));
	assert_int_equal(document.selected, 4);
	assert_true(document_find(&document, "line"));
	assert_int_equal(document.selected, 5);
	assert_false(document_find(&document, "absent"));
	assert_false(document_act(&document, ACTION_PAUSE));
	document_clear(&document);
	assert_false(document_find(&document, "x"));
	document_draw(&document, &area, true);
}

/* A screen of 20 columns and 5 rows that nobody sees. */
static int start_screen(void **state)
{
	FILE *null = fopen("/dev/null", "r+");

	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	if (null == NULL || newterm("vt100", null, null) == NULL)
		return -1;
	resizeterm(5, 20);
	theme_start(THEME_MONO, false);
	return 0;
}

static int end_screen(void **state)
{
	(void)state;
	endwin();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hostile_text_is_escaped),
		cmocka_unit_test(long_text_is_cut_and_says_so),
		cmocka_unit_test(small_buffers_do_not_overflow),
		cmocka_unit_test(wrapping_loses_nothing),
		cmocka_unit_test(numbers_keep_to_their_width),
		cmocka_unit_test(durations_read_like_clocks),
		cmocka_unit_test(bars_are_to_scale),
		cmocka_unit_test(sequence_follows_the_values),
		cmocka_unit_test(histogram_counts_every_value),
		cmocka_unit_test(base64_as_in_the_rfc),
		cmocka_unit_test(drawing_stays_in_its_rectangle),
		cmocka_unit_test(a_document_scrolls_and_finds),
	};

	return cmocka_run_group_tests(tests, start_screen, end_screen);
}
