/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_block.c - the blocks of a raw LMbench file: a title and the lines under it, up to an
 * empty one.
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "exports/lmbench/lmbench_raw_private.h"

/* Sizes in the tables of bandwidths are in units of 10^6 bytes, in those of latencies of 2^20. */
#define MEGABYTE 1e6
#define MEBIBYTE 1048576.0
/* Larger sizes are no memory's. */
#define BYTES_MAXIMUM 0x1p50

static bool begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

/* Half of what the last decimal of text stands for. */
static double half_unit(const char *text)
{
	const char *point = strchr(text, '.');

	return point ? 0.5 * pow(10, -(double)strspn(point + 1, "0123456789")) : 0.5;
}

/*
 * The roundest number of bytes that is printed as text in units of unit bytes: the multiple of the
 * largest power of two. 0 when text is no size.
 */
static double bytes_of(const char *text, double unit)
{
	double value = lmbench_number(text);
	double allowed = half_unit(text) * unit * (1 + 1e-9);
	double bytes = value * unit;

	if (!(value > 0) || bytes > BYTES_MAXIMUM)
		return 0;
	for (int exponent = 50; exponent >= 0; exponent--) {
		double power = ldexp(1, exponent);
		double multiple = round(bytes / power) * power;

		if (multiple > 0 && fabs(multiple - bytes) <= allowed)
			return multiple;
	}
	return round(bytes);
}

/* "512", "16K", "8M": bytes as our parameters spell them, in buffer, which is returned. */
static const char *show_bytes(double bytes, char *buffer, size_t size)
{
	static const char units[] = "KMG";
	uint64_t count = (uint64_t)bytes;
	size_t unit = 0;

	while (unit < sizeof(units) - 1 && count > 0 && count % 1024 == 0) {
		count /= 1024;
		unit++;
	}
	if (unit)
		snprintf(buffer, size, "%ju%c", (uintmax_t)count, units[unit - 1]);
	else
		snprintf(buffer, size, "%ju", (uintmax_t)count);
	return buffer;
}

/* What a title opens. */
struct opening {
	enum lmbench_block block;
	const struct lmbench_block_rule *rule;
	enum lmbench_latency latency; /* of the blocks that follow; UNSAID: as before */
	const char *size;             /* what stands behind "size=" or "stride=", or "" */
};

static int find_rule(const char *title, struct opening *opening)
{
	for (size_t i = 0; i < lmbench_block_rule_count; i++) {
		if (!begins_with(title, lmbench_block_rules[i].start))
			continue;
		opening->block = LMBENCH_BLOCK_LAST;
		opening->rule = &lmbench_block_rules[i];
		return 1;
	}
	return 0;
}

/* 1 when line is a title. */
static int find_opening(const char *line, struct opening *opening)
{
	bool is_quoted = line[0] == '"';
	const char *title = line + is_quoted;

	*opening = (struct opening){.size = ""};
	if (begins_with(title, "Memory load latency")) {
		opening->latency = LMBENCH_LATENCY_LOAD;
	} else if (begins_with(title, "Random load latency")) {
		opening->latency = LMBENCH_LATENCY_RANDOM;
	} else if (is_quoted && begins_with(title, "size=")) {
		opening->block = LMBENCH_BLOCK_CONTEXTS;
		opening->size = title + strlen("size=");
	} else if (is_quoted && begins_with(title, "stride=")) {
		opening->block = LMBENCH_BLOCK_STRIDE;
		opening->size = title + strlen("stride=");
	} else if (is_quoted && begins_with(title, "random stride=")) {
		/* Ours: LMbench's own have a stride of 16, and its scripts take 128 for loads. */
		opening->block = LMBENCH_BLOCK_STRIDE;
		opening->latency = LMBENCH_LATENCY_RANDOM;
		opening->size = title + strlen("random stride=");
	} else if (begins_with(title, "File system latency")) {
		opening->block = LMBENCH_BLOCK_FILES;
	} else if (begins_with(title, "Socket bandwidth using ") && !strchr(title, ':')) {
		opening->block = strstr(title, "using localhost") ? LMBENCH_BLOCK_SOCKETS
								  : LMBENCH_BLOCK_IGNORED;
	} else {
		return find_rule(title, opening);
	}
	return 1;
}

int lmbench_block_open(struct lmbench_raw *raw)
{
	struct opening opening;
	size_t length;
	int status;

	if (!find_opening(raw->line, &opening))
		return 0;
	status = lmbench_block_close(raw);
	if (status < 0)
		return status;
	raw->block = opening.block;
	raw->rule = opening.rule;
	if (opening.latency != LMBENCH_LATENCY_UNSAID)
		raw->latency = opening.latency;
	/* "16k" of "size=16k ovr=0.9" */
	length = strcspn(opening.size, " \t,");
	snprintf(raw->size, sizeof(raw->size), "%.*s", (int)(length < 16 ? length : 16),
		 opening.size);
	return 1;
}

/* "8.39 5843.17": keep the value as the last, and add a figure of that size. */
static int read_last(struct lmbench_raw *raw)
{
	char size[LMBENCH_WORD_SIZE];
	char value[LMBENCH_WORD_SIZE];
	char parameter[LMBENCH_PARAMETER_SIZE];
	double bytes;

	if (!lmbench_raw_word(raw, 0, size) || !lmbench_raw_word(raw, 1, value))
		return lmbench_raw_skip(raw, "without its value");
	/* The scripts take a line for one of a block by its decimal point. */
	if (size[strspn(size, "0123456789")] != '.')
		return lmbench_raw_skip(raw, "without a size");
	memcpy(raw->last[LMBENCH_2], value, sizeof(value));
	if (!raw->is_broken)
		memcpy(raw->last[LMBENCH_3], value, sizeof(value));
	bytes = bytes_of(size, MEGABYTE);
	raw->last_bytes = bytes;
	if (!(lmbench_whole_number(value) > 0))
		return lmbench_raw_skip(raw, "no number above 0");
	if (raw->block != LMBENCH_BLOCK_LAST || !raw->rule->operation)
		return 0;
	if (!(bytes > 0))
		return lmbench_raw_skip(raw, "without a size");
	return lmbench_raw_add(raw, raw->rule->operation,
			       show_bytes(bytes, parameter, sizeof(parameter)), value,
			       raw->rule->unit, false);
}

static int set_contexts(struct lmbench_raw *raw, unsigned int processes, const char *value)
{
	int status = 0;

	for (size_t i = 0; i < lmbench_context_rule_count && status == 0; i++) {
		const struct lmbench_context_rule *rule = &lmbench_context_rules[i];

		if (rule->processes != processes)
			continue;
		if (begins_with(raw->size, rule->size))
			status = lmbench_raw_set(raw, LMBENCH_2, rule->column, value);
		if (status == 0 && begins_with(raw->size, rule->size_3))
			status = lmbench_raw_set(raw, LMBENCH_3, rule->column, value);
	}
	return status;
}

/* "16 4.21" under "size=16k ovr=0.93" (2.x: "size=16 ..."): 16 processes, 16 KiB. */
static int read_context(struct lmbench_raw *raw)
{
	char word[LMBENCH_WORD_SIZE];
	char value[LMBENCH_WORD_SIZE];
	char parameter[LMBENCH_PARAMETER_SIZE];
	double processes;
	double size = lmbench_number(raw->size);
	int status;

	if (!lmbench_raw_word(raw, 0, word) || !lmbench_raw_word(raw, 1, value))
		return lmbench_raw_skip(raw, "without its value");
	processes = lmbench_number(word);
	if (word[strspn(word, "0123456789")] || !(processes >= 1 && processes < 1e6) ||
	    size > 1e6 || !is_digit(raw->size[0]))
		return lmbench_raw_skip(raw, "not understood");
	status = set_contexts(raw, (unsigned int)processes, value);
	if (status < 0)
		return status;
	snprintf(parameter, sizeof(parameter), "%.0fp/%.0fK", processes, size);
	return lmbench_raw_add(raw, "context-switch", parameter, value, LMBENCH_MICROSECOND, true);
}

/* "10k	586	56422	92190": of 10 KiB, files created and deleted in a second. */
static int read_files(struct lmbench_raw *raw)
{
	char word[LMBENCH_WORD_SIZE];
	char created[LMBENCH_WORD_SIZE];
	char deleted[LMBENCH_WORD_SIZE];
	char parameter[LMBENCH_PARAMETER_SIZE];
	bool is_0k;
	int status = 0;

	if (!lmbench_raw_word(raw, 0, word) || !lmbench_raw_word(raw, 2, created) ||
	    !lmbench_raw_word(raw, 3, deleted))
		return lmbench_raw_skip(raw, "without its values");
	is_0k = begins_with(word, "0k");
	for (enum lmbench_generation i = LMBENCH_2; i <= LMBENCH_3 && status == 0; i++) {
		if (!is_0k && !begins_with(word, "10k"))
			continue;
		status = lmbench_raw_set(raw, i, is_0k ? LMBENCH_CREATE_0K : LMBENCH_CREATE_10K,
					 created);
		if (status == 0)
			status = lmbench_raw_set(
				raw, i, is_0k ? LMBENCH_DELETE_0K : LMBENCH_DELETE_10K, deleted);
	}
	snprintf(parameter, sizeof(parameter), "%.0fK", lmbench_number(word));
	if (status == 0)
		status = lmbench_raw_add(raw, "file-create", parameter, created, LMBENCH_PER_SECOND,
					 false);
	if (status == 0)
		status = lmbench_raw_add(raw, "file-delete", parameter, deleted, LMBENCH_PER_SECOND,
					 false);
	return status;
}

/* Set a column of the block "stride=128": 3.0 takes it only from loads in order. */
static int set_latency(struct lmbench_raw *raw, enum lmbench_column column, const char *value)
{
	int status = 0;

	if (raw->latency != LMBENCH_LATENCY_RANDOM)
		status = lmbench_raw_set(raw, LMBENCH_2, column, value);
	if (status == 0 && raw->latency == LMBENCH_LATENCY_LOAD)
		status = lmbench_raw_set(raw, LMBENCH_3, column, value);
	return status;
}

/* "0.00098 1.906" under "stride=128": an array of 1 KiB. */
static int read_stride(struct lmbench_raw *raw)
{
	const char *operation =
		raw->latency == LMBENCH_LATENCY_RANDOM ? "memory-latency-random" : "memory-latency";
	char size[LMBENCH_WORD_SIZE];
	char value[LMBENCH_WORD_SIZE];
	char bytes[LMBENCH_PARAMETER_SIZE / 2];
	char stride[LMBENCH_PARAMETER_SIZE / 2];
	char parameter[LMBENCH_PARAMETER_SIZE];
	bool is_128 = begins_with(raw->size, "128");
	int status = 0;

	if (!lmbench_raw_word(raw, 0, size) || !lmbench_raw_word(raw, 1, value))
		return lmbench_raw_skip(raw, "without its value");
	if (!(bytes_of(size, MEBIBYTE) > 0) || !(lmbench_number(raw->size) >= 1) ||
	    lmbench_number(raw->size) > BYTES_MAXIMUM)
		return lmbench_raw_skip(raw, "without a size");
	memcpy(raw->last[LMBENCH_2], value, sizeof(value));
	memcpy(raw->last[LMBENCH_3], value, sizeof(value));
	if (is_128 && lmbench_number(size) == 0.00098)
		status = set_latency(raw, LMBENCH_L1, value);
	else if (is_128 && lmbench_number(size) == 0.125)
		status = set_latency(raw, LMBENCH_L2, value);
	if (status < 0)
		return status;
	show_bytes(bytes_of(size, MEBIBYTE), bytes, sizeof(bytes));
	show_bytes(lmbench_number(raw->size), stride, sizeof(stride));
	snprintf(parameter, sizeof(parameter), "%s/%s", bytes, stride);
	return lmbench_raw_add(raw, operation, parameter, value, LMBENCH_NANOSECOND, false);
}

int lmbench_block_line(struct lmbench_raw *raw)
{
	int status = 0;

	if (!is_digit(raw->line[0]))
		return 0;
	switch (raw->block) {
	case LMBENCH_BLOCK_LAST:
	case LMBENCH_BLOCK_SOCKETS:
		status = read_last(raw);
		break;
	case LMBENCH_BLOCK_CONTEXTS:
		status = read_context(raw);
		break;
	case LMBENCH_BLOCK_FILES:
		status = read_files(raw);
		break;
	case LMBENCH_BLOCK_STRIDE:
		status = read_stride(raw);
		break;
	case LMBENCH_BLOCK_IGNORED:
		break;
	case LMBENCH_BLOCK_NONE:
		return 0;
	}
	return status < 0 ? status : 1;
}

/* The last value of a block with a column. */
static int close_last(struct lmbench_raw *raw, enum lmbench_column column)
{
	int status = 0;

	if (column == LMBENCH_NO_COLUMN)
		return 0;
	if (raw->last[LMBENCH_2][0])
		status = lmbench_raw_set(raw, LMBENCH_2, column, raw->last[LMBENCH_2]);
	if (status == 0 && raw->last[LMBENCH_3][0])
		status = lmbench_raw_set(raw, LMBENCH_3, column, raw->last[LMBENCH_3]);
	return status;
}

/* The bandwidth of TCP: this block is 3.0's, and the last transfer size is the one of the table. */
static int close_sockets(struct lmbench_raw *raw)
{
	int status = 0;

	if (!raw->last[LMBENCH_2][0])
		return 0;
	if (raw->last[LMBENCH_3][0])
		status = lmbench_raw_set(raw, LMBENCH_3, LMBENCH_TCP_BANDWIDTH,
					 raw->last[LMBENCH_3]);
	if (status < 0)
		return status;
	/* The line in front of the block had it, or nobody has. */
	if (raw->is_torn || raw->record->values[LMBENCH_2][LMBENCH_TCP_BANDWIDTH])
		return 0;
	/* LMbench sends 10 MB at last; a run that broke off before says nothing about that. */
	if (raw->last_bytes < MEGABYTE)
		return lmbench_raw_note(raw, "TCP bandwidth without large transfers, no figure",
					raw->last[LMBENCH_2]);
	return lmbench_raw_add(raw, "tcp-bandwidth", "", raw->last[LMBENCH_2], LMBENCH_MEGABYTES,
			       false);
}

static int close_stride(struct lmbench_raw *raw)
{
	if (!raw->last[LMBENCH_2][0])
		return 0;
	if (raw->latency == LMBENCH_LATENCY_RANDOM && begins_with(raw->size, "16"))
		return close_last(raw, LMBENCH_RANDOM_MEMORY);
	return begins_with(raw->size, "128")
		       ? set_latency(raw, LMBENCH_MAIN_MEMORY, raw->last[LMBENCH_2])
		       : 0;
}

int lmbench_block_close(struct lmbench_raw *raw)
{
	int status = 0;

	if (raw->block == LMBENCH_BLOCK_LAST)
		status = close_last(raw, raw->rule->column);
	else if (raw->block == LMBENCH_BLOCK_SOCKETS)
		status = close_sockets(raw);
	else if (raw->block == LMBENCH_BLOCK_STRIDE)
		status = close_stride(raw);
	raw->block = LMBENCH_BLOCK_NONE;
	raw->is_broken = false;
	raw->last[LMBENCH_2][0] = '\0';
	raw->last[LMBENCH_3][0] = '\0';
	return status;
}
