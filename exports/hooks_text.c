/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_text.c - a table of hooks for people.
 */
#include "exports/hooks_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hooks/hook_line.h"
#include "fixtures/text_show.h"

#define INDENT "  "

/* One operation, as it is written. */
struct block {
	const struct hook_table *table;
	const char *operation;
	const struct operation *known; /* NULL: an operation of another version */
	const char **cases;            /* parameters, in the table's order */
	size_t case_count;
	const char **hooks;
	size_t hook_count;
	size_t name_width;
	size_t width; /* of a line */
	FILE *file;
};

static bool listed(const char *const *texts, size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(texts[i], text) == 0)
			return true;
	return false;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* 0 or -ENOMEM. */
static int block_fill(struct block *block)
{
	const struct hook_table *table = block->table;

	block->cases = calloc(table->count_count, sizeof(*block->cases));
	block->hooks = calloc(table->count_count, sizeof(*block->hooks));
	if (!block->cases || !block->hooks)
		return -ENOMEM;
	block->name_width = strlen(block->operation);
	for (size_t i = 0; i < table->count_count; i++) {
		const struct hook_count *count = &table->counts[i];

		if (strcmp(count->operation, block->operation) != 0)
			continue;
		if (!listed(block->cases, block->case_count, count->parameter))
			block->cases[block->case_count++] = count->parameter;
		if (count->hook[0] == '\0' || listed(block->hooks, block->hook_count, count->hook))
			continue;
		block->hooks[block->hook_count++] = count->hook;
		if (strlen(INDENT) + strlen(count->hook) > block->name_width)
			block->name_width = strlen(INDENT) + strlen(count->hook);
	}
	qsort(block->hooks, block->hook_count, sizeof(*block->hooks), by_text);
	return 0;
}

static void block_clear(struct block *block)
{
	free(block->cases);
	free(block->hooks);
}

/* Whether parameter is a plain relative path, and of how many components. */
static bool has_depth(const struct operation *known, const char *parameter, double *depth)
{
	return known && known->parameter->type == PARAMETER_PATH &&
	       strcmp(parameter, "default") != 0 && parameter[0] != '/' &&
	       hook_line_place(known, parameter, depth);
}

/* "d4" of a plain relative path of four components, else the parameter as it is. */
static const char *label_of(const struct block *block, const char *parameter,
			    char buffer[TEXT_SHOW_SIZE])
{
	double depth;

	if (parameter[0] == '\0')
		return "calls";
	if (has_depth(block->known, parameter, &depth)) {
		snprintf(buffer, TEXT_SHOW_SIZE, "d%g", depth);
		return buffer;
	}
	return text_show(parameter, strlen(parameter), buffer);
}

static const struct hook_count *count_of(const struct block *block, const char *parameter,
					 const char *hook)
{
	for (size_t i = 0; i < block->table->count_count; i++) {
		const struct hook_count *count = &block->table->counts[i];

		if (strcmp(count->operation, block->operation) == 0 &&
		    strcmp(count->parameter, parameter) == 0 && strcmp(count->hook, hook) == 0)
			return count;
	}
	return NULL;
}

static void show_count(const struct hook_count *count, char buffer[32])
{
	snprintf(buffer, 32, "%.10g%s", count ? count->count : 0,
		 count && count->varies ? "*" : "");
}

/* How wide a case's column is, the blanks before it included. */
static size_t column_width(const struct block *block, const char *parameter)
{
	char label[TEXT_SHOW_SIZE];
	size_t width = strlen(label_of(block, parameter, label));

	for (size_t i = 0; i < block->hook_count; i++) {
		char number[32];

		show_count(count_of(block, parameter, block->hooks[i]), number);
		if (strlen(number) > width)
			width = strlen(number);
	}
	return (width < 2 ? 2 : width) + 2;
}

/* The first case that finds no room on a line with those from begin on. */
static size_t end_of_line(const struct block *block, size_t begin)
{
	size_t used = block->name_width;
	size_t end = begin;

	while (end < block->case_count) {
		used += column_width(block, block->cases[end]);
		if (end > begin && used > block->width)
			break;
		end++;
	}
	return end;
}

static void write_part(const struct block *block, size_t begin, size_t end)
{
	char label[TEXT_SHOW_SIZE];

	fprintf(block->file, "%-*s", (int)block->name_width, block->operation);
	for (size_t i = begin; i < end; i++)
		fprintf(block->file, "%*s", (int)column_width(block, block->cases[i]),
			label_of(block, block->cases[i], label));
	fputc('\n', block->file);
	for (size_t i = 0; i < block->hook_count; i++) {
		fprintf(block->file, INDENT "%-*s", (int)(block->name_width - strlen(INDENT)),
			block->hooks[i]);
		for (size_t j = begin; j < end; j++) {
			char number[32];

			show_count(count_of(block, block->cases[j], block->hooks[i]), number);
			fprintf(block->file, "%*s", (int)column_width(block, block->cases[j]),
				number);
		}
		fputc('\n', block->file);
	}
}

/* How calls depend on the case, in lines of the width. */
static void write_words(const struct block *block)
{
	char text[HOOKS_TEXT_CASE_SIZE] = "";
	size_t used = 0;
	char *state;

	if (block->known)
		hooks_text_operation(block->table, block->known, text);
	for (const char *word = strtok_r(text, " ", &state); word;
	     word = strtok_r(NULL, " ", &state)) {
		size_t length = strlen(word);

		if (used > 0 && used + 1 + length > block->width) {
			fputc('\n', block->file);
			used = 0;
		}
		fprintf(block->file, "%s%s", used > 0 ? " " : INDENT, word);
		used += length + (used > 0 ? 1 : strlen(INDENT));
	}
	if (used > 0)
		fputc('\n', block->file);
}

static int write_block(struct block *block)
{
	int status = block_fill(block);

	if (status == 0 && block->hook_count == 0) {
		fprintf(block->file, "%s\n" INDENT "calls no hook\n", block->operation);
	} else if (status == 0) {
		size_t begin = 0;

		while (begin < block->case_count) {
			size_t end = end_of_line(block, begin);

			write_part(block, begin, end);
			begin = end;
		}
		write_words(block);
	}
	block_clear(block);
	return status;
}

static bool is_first_of_operation(const struct hook_table *table, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (strcmp(table->counts[i].operation, table->counts[index].operation) == 0)
			return false;
	return true;
}

/* A depth that stands above a column, 4 where there are several; 0: none does. */
static double depth_to_explain(const struct hook_table *table)
{
	double found = 0;
	double depth;

	for (size_t i = 0; i < table->count_count; i++) {
		const struct hook_count *count = &table->counts[i];

		if (has_depth(operation_find(count->operation), count->parameter, &depth) &&
		    (found <= 0 || fabs(depth - 4) < 0.5))
			found = depth;
	}
	return found;
}

static void write_title(const struct hook_table *table, FILE *file)
{
	char shown[TEXT_SHOW_SIZE];
	const char *release = table->release ? table->release : "of unknown release";
	const double depth = depth_to_explain(table);

	fprintf(file, "Calls of security hooks per iteration, Linux %s\n",
		text_show(release, strlen(release), shown));
	if (depth > 0)
		fprintf(file, "d%g: a relative path of %g component%s\n", depth, depth,
			depth > 1 ? "s" : "");
}

static void write_feet(const struct hook_table *table, FILE *file)
{
	bool varies = false;

	for (size_t i = 0; i < table->count_count; i++)
		varies |= table->counts[i].varies;
	if (varies)
		fputs("\n* two countings disagreed: the second one's number\n", file);
	if (table->uncounted.count > 0)
		fputs("\nNot counted:\n", file);
	for (size_t i = 0; i < table->uncounted.count; i++) {
		char shown[TEXT_SHOW_SIZE];
		const char *text = table->uncounted.items[i];

		fprintf(file, INDENT "%s\n", text_show(text, strlen(text), shown));
	}
}

int hooks_text_write(const struct hook_table *table, size_t width, FILE *file, struct error *error)
{
	int status = 0;

	write_title(table, file);
	for (size_t i = 0; i < table->count_count && status == 0; i++) {
		struct block block = {.table = table,
				      .operation = table->counts[i].operation,
				      .known = operation_find(table->counts[i].operation),
				      .width = width,
				      .file = file};

		if (!is_first_of_operation(table, i))
			continue;
		fputc('\n', file);
		status = write_block(&block);
	}
	if (status < 0)
		return error_set(error, status, "no memory to write hooks");
	write_feet(table, file);
	errno = 0;
	if (fflush(file) == 0 && !ferror(file))
		return 0;
	return error_set(error, errno ? -errno : -EIO, "writing failed: %s",
			 error_words(errno ? errno : EIO));
}

/* The more often called first, then by name. */
static int by_count(const void *a, const void *b)
{
	const struct hook_count *first = a;
	const struct hook_count *second = b;

	if (first->count > second->count)
		return -1;
	if (first->count < second->count)
		return 1;
	return strcmp(first->hook, second->hook);
}

const char *hooks_text_case(const struct hook_table *table, const char *operation,
			    const char *parameter, char buffer[HOOKS_TEXT_CASE_SIZE])
{
	struct hook_count counts[64]; /* texts are the table's */
	size_t count = 0;
	size_t used = 0;

	buffer[0] = '\0';
	if (!hook_table_has_case(table, operation, parameter))
		return buffer;
	for (size_t i = 0; i < table->count_count && count < 64; i++) {
		const struct hook_count *one = &table->counts[i];

		if (strcmp(one->operation, operation) == 0 &&
		    strcmp(one->parameter, parameter) == 0 && one->hook[0])
			counts[count++] = *one;
	}
	qsort(counts, count, sizeof(counts[0]), by_count);
	for (size_t i = 0; i < count && used < HOOKS_TEXT_CASE_SIZE; i++)
		used += (size_t)snprintf(buffer + used, HOOKS_TEXT_CASE_SIZE - used, "%s%s %.10g",
					 i ? ", " : "", counts[i].hook, counts[i].count);
	if (count == 0)
		snprintf(buffer, HOOKS_TEXT_CASE_SIZE, "none");
	return buffer;
}

/* Counts of one depth only say nothing of others. */
static bool tells_all(const struct hook_line *line, const struct operation *operation)
{
	return line->cases > 0 &&
	       (operation->parameter->type != PARAMETER_PATH || line->places > 1);
}

/* The words for one of a block's hooks; "" where its cases do not tell. */
static const char *words_of(const struct block *block, size_t index, char words[128])
{
	struct hook_line line;

	words[0] = '\0';
	hook_line_of(block->table, block->known, block->hooks[index], &line);
	if (tells_all(&line, block->known))
		hook_line_words(&line, block->known, words, 128);
	return words;
}

/* Append "WORDS: HOOK, HOOK" of all hooks that have the words of the one at index. */
static size_t add_alike(const struct block *block, size_t index, char *buffer, size_t used)
{
	char words[128];
	char other[128];
	const char *mark = ": ";

	words_of(block, index, words);
	for (size_t i = 0; i < index; i++)
		if (strcmp(words_of(block, i, other), words) == 0)
			return used;
	used += (size_t)snprintf(buffer + used, HOOKS_TEXT_CASE_SIZE - used, "%s%s",
				 used ? "; " : "", words);
	for (size_t i = index; i < block->hook_count && used < HOOKS_TEXT_CASE_SIZE; i++) {
		if (strcmp(words_of(block, i, other), words) != 0)
			continue;
		used += (size_t)snprintf(buffer + used, HOOKS_TEXT_CASE_SIZE - used, "%s%s", mark,
					 block->hooks[i]);
		mark = ", ";
	}
	return used;
}

const char *hooks_text_operation(const struct hook_table *table, const struct operation *operation,
				 char buffer[HOOKS_TEXT_CASE_SIZE])
{
	struct block block = {.table = table, .operation = operation->name, .known = operation};
	char words[128];
	size_t used = 0;

	buffer[0] = '\0';
	if (table->count_count == 0 || block_fill(&block) < 0)
		block.hook_count = 0;
	if (block.hook_count > 0 && words_of(&block, 0, words)[0] == '\0')
		block.hook_count = 0;
	for (size_t i = 0; i < block.hook_count && used < HOOKS_TEXT_CASE_SIZE; i++)
		used = add_alike(&block, i, buffer, used);
	block_clear(&block);
	return buffer;
}
