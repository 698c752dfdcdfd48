/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stacker_read.c - sections, benchmarks and groups: whose runs come next. */
#include "exports/workload/stacker_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/workload/stacker_bench.h"
#include "fixtures/text_show.h"

#define SECTIONS_MAXIMUM 16u
/* No remark is longer, in words. */
#define REMARK_WORDS 24u

static const char section_word[] = "RESULTS";

static const struct bench {
	const char *name;
	stacker_follows *follows;
	stacker_take *take;
} benches[] = {
	{"dbench", stacker_throughput_follows, stacker_take_dbench},
	{"tbench", stacker_throughput_follows, stacker_take_tbench},
	{"reaim", stacker_reaim_follows, stacker_take_reaim},
	{"kernbench", stacker_kernbench_follows, stacker_take_kernbench},
};

#define BENCH_COUNT (sizeof(benches) / sizeof(benches[0]))

static const char *const groups[] = {"nostack", "stack"};

#define GROUP_COUNT (sizeof(groups) / sizeof(groups[0]))

bool stacker_is(const char *text, size_t length)
{
	static const char run[] = "clients started";

	return memmem(text, length, section_word, strlen(section_word)) &&
	       memmem(text, length, run, strlen(run));
}

/* Whether the next word is name, perhaps with a colon behind it. */
static bool is_heading(const struct workload_words *words, const char *name)
{
	const struct workload_word *word = workload_word_ahead(words, 0);
	const size_t length = strlen(name);

	return word &&
	       memcmp(word->text, name, word->length < length ? word->length : length) == 0 &&
	       (word->length == length ||
		(word->length == length + 1 && word->text[length] == ':'));
}

static const struct bench *bench_at(const struct workload_words *words)
{
	for (size_t i = 0; i < BENCH_COUNT; i++)
		if (is_heading(words, benches[i].name))
			return &benches[i];
	return NULL;
}

static const char *group_at(const struct workload_words *words)
{
	for (size_t i = 0; i < GROUP_COUNT; i++)
		if (is_heading(words, groups[i]))
			return groups[i];
	return NULL;
}

static bool is_section(const struct workload_words *words)
{
	return workload_word_is(workload_word_ahead(words, 1), section_word);
}

/* What CPU time says of the section that ends. */
static int end_section(struct workload_import *import, const struct stacker_section *section)
{
	if (section->beyond == 0)
		return 0;
	return text_list_add_format(&import->figures->notes,
				    "line %zu, %s: %zu of %zu runs of kernbench show more than "
				    "%u%% CPU, up to %.0f%%: they had more than %u CPU%s",
				    section->line, import->section, section->beyond, section->runs,
				    100 * section->processors, section->percent,
				    section->processors, section->processors == 1 ? "" : "s");
}

/* "SMP RESULTS", "1-cpu RESULTS". */
static int begin_section(struct workload_import *import, struct stacker_section *section,
			 size_t *count, struct error *error)
{
	const struct workload_word *word = workload_word_ahead(&import->words, 0);
	unsigned int processors;

	if (end_section(import, section) < 0)
		return error_set(error, -ENOMEM, "no memory to read a text");
	if (++*count > SECTIONS_MAXIMUM)
		return workload_refuse(&import->words,
				       "the end, since there are too many sections,", error);
	*section = (struct stacker_section){.line = word->line};
	workload_copy_name(import->section, word->text, word->length);
	if (sscanf(import->section, "%4u-cpu", &processors) == 1 && processors > 0)
		section->processors = processors;
	import->words.at += 2;
	return 0;
}

/* "(smp compiled in, ...)": true, and it is a label, when such a remark follows. */
static bool take_remark(struct workload_import *import, const char *about, int *code)
{
	struct workload_words *words = &import->words;
	const struct workload_word *first = workload_word_ahead(words, 0);
	char shown[2 * TEXT_SHOW_SIZE];

	if (!first || first->text[0] != '(')
		return false;
	for (size_t i = 0; i < REMARK_WORDS; i++) {
		const struct workload_word *last = workload_word_ahead(words, i);

		if (!last)
			return false;
		if (last->text[last->length - 1] != ')')
			continue;
		text_show_in(first->text, (size_t)(last->text + last->length - first->text), shown,
			     sizeof(shown));
		words->at += i + 1;
		*code = text_list_add_format(&import->figures->labels, "%s%s%s: %s",
					     import->section, about[0] ? ", " : "", about, shown);
		return true;
	}
	return false;
}

/* All runs of the benchmark and the group whose name comes next. */
static int take_group(struct workload_import *import, const struct bench *bench,
		      struct stacker_section *section, struct error *error)
{
	struct workload_words *words = &import->words;
	char what[64];
	int code = workload_enter_group(import, group_at(words), error);

	words->at++;
	snprintf(what, sizeof(what), "a run of %s", bench->name);
	if (code == 0 && !bench->follows(words))
		return workload_refuse(words, what, error);
	while (code == 0 && bench->follows(words))
		code = bench->take(import, section, error);
	return code;
}

/* The name of a benchmark, and all of its groups. */
static int take_bench(struct workload_import *import, const struct bench *bench,
		      struct stacker_section *section, struct error *error)
{
	struct workload_words *words = &import->words;
	int code = 0;

	words->at++;
	take_remark(import, bench->name, &code);
	if (code < 0)
		return error_set(error, code, "no memory to read a text");
	if (!group_at(words))
		return workload_refuse(words, "\"nostack\" or \"stack\"", error);
	while (code == 0 && group_at(words))
		code = take_group(import, bench, section, error);
	return code;
}

int stacker_read(struct workload_import *import, struct error *error)
{
	struct workload_words *words = &import->words;
	struct stacker_section section = {0};
	size_t count = 0;
	int code = 0;

	while (code == 0 && workload_word_ahead(words, 0)) {
		const struct bench *bench = count > 0 ? bench_at(words) : NULL;

		if (is_section(words))
			code = begin_section(import, &section, &count, error);
		else if (bench)
			code = take_bench(import, bench, &section, error);
		else if (count == 0 || !take_remark(import, "", &code))
			words->at++;
	}
	if (code == -ENOMEM || (code == 0 && end_section(import, &section) < 0))
		code = error_set(error, -ENOMEM, "no memory to read a text");
	return code;
}
