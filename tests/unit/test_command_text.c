/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_command_text.c - the lines about times of commands, against those published in 2005: kernel
 * compiles and kernbench under the stacker security module (linux-security-module list, 2005).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/operation/parameter.h"
#include "engine/text/shell_word.h"
#include "engine/text/words.h"
#include "exports/command_text.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Compare what stands in file so far with line, and begin anew. */
static void check(FILE *file, char **text, const char *line)
{
	fputc('\0', file);
	fflush(file);
	assert_string_equal(*text, line);
	rewind(file);
}

static void test_elements_are_those_published(void **state)
{
	static const double without[] = {71.438, 71.323, 72.112};
	static const double with[] = {71.624, 71.816, 72.173};
	static const double modified[] = {71.149, 71.394, 71.215, 71.399, 71.696};
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	(void)state;
	assert_non_null(file);
	command_text_elements(without, COUNT(without), file);
	check(file, &text, "# elements: 3, mean 71.624333, variance 0.121114, std dev 0.348014\n");
	command_text_elements(with, COUNT(with), file);
	check(file, &text, "# elements: 3, mean 71.871000, variance 0.051746, std dev 0.227477\n");
	command_text_elements(modified, COUNT(modified), file);
	check(file, &text, "# elements: 5, mean 71.370600, variance 0.036111, std dev 0.190030\n");
	command_text_elements(without, 1, file);
	check(file, &text, "# elements: 1, mean 71.438000, variance 0.000000, std dev 0.000000\n");
	fclose(file);
	free(text);
}

static void test_kernbench_is_what_was_published(void **state)
{
	static const double without[] = {30.91, 30.44, 30.67, 30.39, 30.44, 30.59};
	static const double with[] = {31.18, 31.34, 31.09, 30.90, 31.11, 30.92};
	static const double one_cpu[] = {29.27, 29.69, 29.46};
	static const double one_cpu_with[] = {29.42, 29.52, 29.28};
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	(void)state;
	assert_non_null(file);
	/* bc wrote ".178948" and ".150555"; the other two came with the zero. */
	command_text_system(without, COUNT(without), file);
	check(file, &text, "sys average: 30.573333 stdev 0.178948\n");
	command_text_system(with, COUNT(with), file);
	check(file, &text, "sys average: 31.090000 stdev 0.150555\n");
	command_text_system(one_cpu, COUNT(one_cpu), file);
	check(file, &text, "sys average: 29.473333 stdev 0.171723\n");
	command_text_system(one_cpu_with, COUNT(one_cpu_with), file);
	check(file, &text, "sys average: 29.406667 stdev 0.098432\n");
	fclose(file);
	free(text);
}

static void test_lines_are_those_of_time(void **state)
{
	static const struct {
		struct command_figures figures;
		const char *line;
	} lines[] = {
		{{169.13, 30.91, 100.91, 0},
		 "169.13user 30.91system 1:40.91elapsed 198%CPU (0avgtext+0avgdata "
		 "0maxresident)k\n"},
		{{168.60, 29.42, 100.05, 123},
		 "168.60user 29.42system 1:40.05elapsed 197%CPU (0avgtext+0avgdata "
		 "123maxresident)k\n"},
		/* Nothing is rounded up. */
		{{0.999999, 0.004, 59.999999, 1500},
		 "0.99user 0.00system 0:59.99elapsed 1%CPU (0avgtext+0avgdata "
		 "1500maxresident)k\n"},
		{{0.0049, 0.0039, 0.0089, 1},
		 "0.00user 0.00system 0:00.00elapsed 87%CPU (0avgtext+0avgdata "
		 "1maxresident)k\n"},
		{{0, 0, 3599.999, 1},
		 "0.00user 0.00system 59:59.99elapsed 0%CPU (0avgtext+0avgdata "
		 "1maxresident)k\n"},
		{{3600, 36000, 36000, 1},
		 "3600.00user 36000.00system 10:00:00elapsed 110%CPU (0avgtext+0avgdata "
		 "1maxresident)k\n"},
		{{1, 2, 3661.4, 1},
		 "1.00user 2.00system 1:01:01elapsed 0%CPU (0avgtext+0avgdata 1maxresident)k\n"},
		{{0, 0, 0, 1},
		 "0.00user 0.00system 0:00.00elapsed ?%CPU (0avgtext+0avgdata 1maxresident)k\n"},
	};
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	(void)state;
	assert_non_null(file);
	for (size_t i = 0; i < COUNT(lines); i++) {
		command_text_time(&lines[i].figures, file);
		check(file, &text, lines[i].line);
	}
	fclose(file);
	free(text);
}

/* The whole of a file; malloc'ed. */
static char *read_file(const char *path)
{
	char *text = calloc(1, 65536);
	FILE *file = fopen(path, "r");

	assert_non_null(text);
	assert_non_null(file);
	assert_true(fread(text, 1, 65535, file) > 0);
	fclose(file);
	return text;
}

/* What ours makes of the same figures stands at the same place. */
static void check_at(const char *at, const char *ours)
{
	const size_t length = strcspn(ours, "\n");

	if (strncmp(at, ours, length) != 0)
		fail_msg("%s instead of %.*s", ours, (int)length, at);
}

/* Every line of time(1) in the published file, to the letter. */
static void test_all_published_lines_of_time(void **state)
{
	char *published = read_file("tests/data/published/stacker-2005-macro.txt");
	unsigned int found = 0;

	(void)state;
	for (char *at = published; (at = strstr(at, "user ")) != NULL; at++) {
		struct command_figures figures = {0};
		unsigned int minutes;
		char ours[256];
		FILE *file = fmemopen(ours, sizeof(ours), "w");
		char *begin = at;

		while (begin > published && strchr("0123456789.", begin[-1]))
			begin--;
		assert_int_equal(sscanf(begin, "%lfuser %lfsystem %u:%lfelapsed", &figures.user,
					&figures.system, &minutes, &figures.elapsed),
				 4);
		figures.elapsed += 60 * minutes;
		command_text_time(&figures, file);
		fclose(file);
		check_at(begin, ours);
		found++;
	}
	assert_int_equal(found, 18);
	free(published);
}

/* Every line of elements in the published file, of the times above it. */
static void test_all_published_elements(void **state)
{
	char *published = read_file("tests/data/published/kernel-compile-2005.txt");
	double values[8];
	size_t count = 0;
	unsigned int found = 0;

	(void)state;
	for (char *line = published; line && *line; line = strchr(line, '\n')) {
		unsigned int minutes;
		char ours[256];

		line += *line == '\n';
		if (strncmp(line, "# elements", 10) == 0) {
			FILE *file = fmemopen(ours, sizeof(ours), "w");

			command_text_elements(values, count, file);
			fclose(file);
			check_at(line, ours);
			count = 0;
			found++;
		} else if (sscanf(line, "%um%lfs", &minutes, &values[count]) == 2) {
			values[count++] += 60 * minutes;
		} else {
			count += sscanf(line, "%lf", &values[count]) == 1;
		}
		assert_true(count < 8);
	}
	assert_int_equal(found, 3);
	free(published);
}

/* What is quoted is read back as one word, the same. */
static void test_words_survive_the_shell(void **state)
{
	static const char *const texts[] = {"make", "-j8",   "",    "a  b", "it's", "$HOME",
					    "*",    "\"x\\", "a=b", "~",    "#",    "--"};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct text_list list = {0};
		char *text = NULL;
		size_t size;
		FILE *file = open_memstream(&text, &size);

		assert_non_null(file);
		shell_word_write(texts[i], file);
		fclose(file);
		assert_int_equal(words_split(text, &list, NULL), 0);
		assert_int_equal(list.count, 1);
		assert_string_equal(list.items[0], texts[i]);
		text_list_clear(&list);
		free(text);
	}
}

/* Two commands never have one name, and every name may stand in a result. */
static void test_commands_have_names_of_their_own(void **state)
{
	static const char *const commands[] = {
		"make -j8",
		"make  -j8",
		"make -j8 ",
		"make '-j8'",
		"make -j8 > x",
		"make -j8 < x",
		"make -j8 --with-a-very-long-list-of-words-behind-it one",
		"make -j8 --with-a-very-long-list-of-words-behind-it two",
		"/usr/bin/make -j8",
		"'",
		"\303\244",
	};
	char names[COUNT(commands)][PARAMETER_COMMAND_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT(commands); i++) {
		char *value = NULL;

		parameter_command_name(commands[i], names[i]);
		assert_int_equal(parameter_parse(&parameter_command, names[i], &value, NULL), 0);
		assert_string_equal(value, names[i]);
		free(value);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(names[i], names[j]);
	}
	assert_string_equal(names[0], "make -j8");
	assert_string_equal(names[8], "/usr/bin/make -j8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_elements_are_those_published),
		cmocka_unit_test(test_kernbench_is_what_was_published),
		cmocka_unit_test(test_lines_are_those_of_time),
		cmocka_unit_test(test_all_published_lines_of_time),
		cmocka_unit_test(test_all_published_elements),
		cmocka_unit_test(test_words_survive_the_shell),
		cmocka_unit_test(test_commands_have_names_of_their_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
