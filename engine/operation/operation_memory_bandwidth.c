/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_memory_bandwidth.c - memory read, written and copied.
 *
 * One iteration goes over the whole size once. What is read is added up and the sum checked against
 * one that was never read from memory (word_pattern.h); what is written is looked at afterwards; so
 * neither the compiler nor we can leave anything out.
 */
#include "engine/operation/operation_memory_bandwidth.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/operation/memory_room.h"
#include "engine/operation/word_pattern.h"

/* "partial" touches one word of so many: all cache lines, but a part of the words. */
#define PARTIAL_STEP 4u
/* The loops take so many bytes at a time, and have no tail for what would remain. */
#define BLOCK_BYTES 256u

static const uint64_t block_sizes[] = {32u << 10, 512u << 10, 8u << 20, 64u << 20};
static const struct parameter parameter_blocks = {
	.name = "size",
	.option = "sizes",
	.type = PARAMETER_NUMBER,
	.unit = "bytes",
	.is_bytes = true,
	.minimum = 512,
	.maximum = 16ul << 30,
	.multiple = BLOCK_BYTES,
	.defaults = block_sizes,
	.default_count = sizeof(block_sizes) / sizeof(block_sizes[0]),
	.help = "how much memory is worked on",
};

/* Between two iterations: memory may have changed, so it has to be read and written again. */
static inline void memory_changed(void)
{
	__asm__ volatile("" ::: "memory");
}

static uint64_t words_of(const struct context *context)
{
	return context->number / sizeof(uint64_t);
}

static uint64_t *target_of(const struct context *context)
{
	return (uint64_t *)context->memory + words_of(context);
}

static int run_read(struct context *context, uint64_t n)
{
	const uint64_t *words = context->memory;
	uint64_t count = words_of(context);

	for (uint64_t i = 0; i < n; i++) {
		context->result += pattern_read(words, count);
		memory_changed();
	}
	return 0;
}

static int run_read_partial(struct context *context, uint64_t n)
{
	const uint64_t *words = context->memory;
	uint64_t count = words_of(context);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t sums[2] = {0};

		for (uint64_t j = 0; j < count; j += 4 * PARTIAL_STEP) {
			sums[0] += words[j] + words[j + PARTIAL_STEP];
			sums[1] += words[j + 2 * PARTIAL_STEP] + words[j + 3 * PARTIAL_STEP];
		}
		context->result += sums[0] + sums[1];
		memory_changed();
	}
	return 0;
}

/* Each iteration writes another value, which verify looks for. */
static int run_write(struct context *context, uint64_t n)
{
	volatile uint64_t *words = context->memory;
	uint64_t count = words_of(context);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t value = ++context->result;

		for (uint64_t j = 0; j < count; j += 8) {
			words[j] = value;
			words[j + 1] = value;
			words[j + 2] = value;
			words[j + 3] = value;
			words[j + 4] = value;
			words[j + 5] = value;
			words[j + 6] = value;
			words[j + 7] = value;
		}
	}
	return 0;
}

static int run_write_partial(struct context *context, uint64_t n)
{
	volatile uint64_t *words = context->memory;
	uint64_t count = words_of(context);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t value = ++context->result;

		for (uint64_t j = 0; j < count; j += 4 * PARTIAL_STEP) {
			words[j] = value;
			words[j + PARTIAL_STEP] = value;
			words[j + 2 * PARTIAL_STEP] = value;
			words[j + 3 * PARTIAL_STEP] = value;
		}
	}
	return 0;
}

static int run_copy_libc(struct context *context, uint64_t n)
{
	uint64_t *to = target_of(context);

	for (uint64_t i = 0; i < n; i++) {
		memcpy(to, context->memory, words_of(context) * sizeof(uint64_t));
		memory_changed();
	}
	return 0;
}

/* volatile: the compiler would see that this is a copy, and call the library's. */
static int run_copy_unrolled(struct context *context, uint64_t n)
{
	const uint64_t *from = context->memory;
	volatile uint64_t *to = target_of(context);
	uint64_t count = words_of(context);

	for (uint64_t i = 0; i < n; i++) {
		for (uint64_t j = 0; j < count; j += 8) {
			to[j] = from[j];
			to[j + 1] = from[j + 1];
			to[j + 2] = from[j + 2];
			to[j + 3] = from[j + 3];
			to[j + 4] = from[j + 4];
			to[j + 5] = from[j + 5];
			to[j + 6] = from[j + 6];
			to[j + 7] = from[j + 7];
		}
		memory_changed();
	}
	return 0;
}

/* Take so many times the size, of which the first holds the pattern. */
static int set_up(struct context *context, uint64_t times, struct error *error)
{
	int code;

	if (context->number % BLOCK_BYTES)
		return error_set(error, -EINVAL, "%llu bytes: give a multiple of %u",
				 (unsigned long long)context->number, BLOCK_BYTES);
	code = memory_take(times * context->number, &context->memory, error);
	if (code == 0)
		pattern_fill(context->memory, 0, words_of(context));
	return code;
}

static int set_up_one(struct context *context, struct error *error)
{
	return set_up(context, 1, error);
}

static int set_up_two(struct context *context, struct error *error)
{
	return set_up(context, 2, error);
}

static void tear_down_one(struct context *context)
{
	if (context->memory)
		munmap(context->memory, context->number);
	context->memory = NULL;
}

static void tear_down_two(struct context *context)
{
	if (context->memory)
		munmap(context->memory, 2 * context->number);
	context->memory = NULL;
}

static int not_all(struct error *error, const char *what)
{
	return error_set(error, -EPROTO, "not all words are %s: build with -O2", what);
}

static int verify_sum(struct context *context, uint64_t step,
		      int (*run)(struct context *, uint64_t), struct error *error)
{
	const uint64_t n = 3;
	uint64_t before = context->result;

	run(context, n);
	if (context->result - before != n * pattern_sum(words_of(context), step))
		return not_all(error, "read once");
	return 0;
}

static int verify_read(struct context *context, struct error *error)
{
	return verify_sum(context, 1, run_read, error);
}

static int verify_read_partial(struct context *context, struct error *error)
{
	return verify_sum(context, PARTIAL_STEP, run_read_partial, error);
}

/* Every step'th word holds what was written last, and the words between do not. */
static int verify_written(struct context *context, uint64_t step,
			  int (*run)(struct context *, uint64_t), struct error *error)
{
	const uint64_t *words = context->memory;
	uint64_t before = context->result;

	run(context, 2);
	if (context->result - before != 2)
		return not_all(error, "written in each iteration");
	for (uint64_t i = 0; i < words_of(context); i++)
		if ((words[i] == context->result) != (i % step == 0))
			return not_all(error, "written as they should be");
	return 0;
}

static int verify_write(struct context *context, struct error *error)
{
	return verify_written(context, 1, run_write, error);
}

static int verify_write_partial(struct context *context, struct error *error)
{
	return verify_written(context, PARTIAL_STEP, run_write_partial, error);
}

static int verify_copied(struct context *context, int (*run)(struct context *, uint64_t),
			 struct error *error)
{
	uint64_t *to = target_of(context);
	uint64_t bytes = words_of(context) * sizeof(uint64_t);

	memset(to, 0, bytes);
	run(context, 1);
	return memcmp(to, context->memory, bytes) == 0 ? 0 : not_all(error, "copied");
}

static int verify_copy_libc(struct context *context, struct error *error)
{
	return verify_copied(context, run_copy_libc, error);
}

static int verify_copy_unrolled(struct context *context, struct error *error)
{
	return verify_copied(context, run_copy_unrolled, error);
}

const struct operation operation_copy_libc = {
	.name = "copy-libc",
	.group = "bandwidth",
	.summary = "copy the size with the C library's memcpy; bytes count once",
	.parameter = &parameter_blocks,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.moves_number = true,
	.setup = set_up_two,
	.run = run_copy_libc,
	.verify = verify_copy_libc,
	.teardown = tear_down_two,
};

const struct operation operation_copy_unrolled = {
	.name = "copy-unrolled",
	.group = "bandwidth",
	.summary = "copy the size word by word in a loop of eight words; bytes count once",
	.parameter = &parameter_blocks,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.moves_number = true,
	.setup = set_up_two,
	.run = run_copy_unrolled,
	.verify = verify_copy_unrolled,
	.teardown = tear_down_two,
};

const struct operation operation_memory_read = {
	.name = "memory-read",
	.group = "bandwidth",
	.summary = "add up all 8-byte words of the size",
	.parameter = &parameter_blocks,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.moves_number = true,
	.setup = set_up_one,
	.run = run_read,
	.verify = verify_read,
	.teardown = tear_down_one,
};

const struct operation operation_memory_read_partial = {
	.name = "memory-read-partial",
	.group = "bandwidth",
	.summary = "add up one 8-byte word in four of the size; all its bytes count",
	.parameter = &parameter_blocks,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.moves_number = true,
	.setup = set_up_one,
	.run = run_read_partial,
	.verify = verify_read_partial,
	.teardown = tear_down_one,
};

const struct operation operation_memory_write = {
	.name = "memory-write",
	.group = "bandwidth",
	.summary = "write all 8-byte words of the size",
	.parameter = &parameter_blocks,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.moves_number = true,
	.setup = set_up_one,
	.run = run_write,
	.verify = verify_write,
	.teardown = tear_down_one,
};

const struct operation operation_memory_write_partial = {
	.name = "memory-write-partial",
	.group = "bandwidth",
	.summary = "write one 8-byte word in four of the size; all its bytes count",
	.parameter = &parameter_blocks,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.moves_number = true,
	.setup = set_up_one,
	.run = run_write_partial,
	.verify = verify_write_partial,
	.teardown = tear_down_one,
};
