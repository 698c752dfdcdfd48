/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_reread.c - a file that is in the page cache, read again.
 *
 * The file is written by setup, in the case's directory. What is read is added up, and the sum
 * checked against one that was never read (word_pattern.h).
 */
#include "engine/operation/operation_reread.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/operation/memory_room.h"
#include "engine/operation/word_pattern.h"

#define CHUNK_BYTES 65536u
#define CHUNK_WORDS (CHUNK_BYTES / sizeof(uint64_t))

static const char file_name[] = "FFF";
static const uint64_t reread_sizes[] = {512u << 10, 8u << 20};

static const struct parameter parameter_reread = {
	.name = "size",
	.option = "sizes",
	.type = PARAMETER_NUMBER,
	.unit = "bytes",
	.is_bytes = true,
	.minimum = CHUNK_BYTES,
	.maximum = 16ul << 30,
	.multiple = CHUNK_BYTES,
	.defaults = reread_sizes,
	.default_count = sizeof(reread_sizes) / sizeof(reread_sizes[0]),
	.help = "how large the file is, in 64 KiB",
};

static int run_read(struct context *context, uint64_t n)
{
	uint64_t *words = context->memory;

	for (uint64_t i = 0; i < n; i++) {
		for (uint64_t at = 0; at < context->number; at += CHUNK_BYTES) {
			ssize_t got = pread(context->fd, words, CHUNK_BYTES, (off_t)at);

			if (got != CHUNK_BYTES)
				return got < 0 ? errno : EPROTO;
			context->result += pattern_read(words, CHUNK_WORDS);
		}
	}
	return 0;
}

static int run_mapped(struct context *context, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		context->result +=
			pattern_read(context->memory, context->number / sizeof(uint64_t));
		__asm__ volatile("" ::: "memory");
	}
	return 0;
}

static int write_chunks(struct context *context, uint64_t *words, struct error *error)
{
	for (uint64_t at = 0; at < context->number; at += CHUNK_BYTES) {
		ssize_t put;

		pattern_fill(words, at / sizeof(uint64_t), CHUNK_WORDS);
		put = pwrite(context->fd, words, CHUNK_BYTES, (off_t)at);
		if (put != CHUNK_BYTES)
			return error_set(error, put < 0 ? -errno : -ENOSPC,
					 "writing FFF of %llu bytes: %s",
					 (unsigned long long)context->number,
					 error_words(put < 0 ? errno : ENOSPC));
	}
	return 0;
}

/* The page cache must hold it: as much memory as the size is taken for a moment. */
static int make_file(struct context *context, struct error *error)
{
	void *room;
	int code;

	if (context->number % CHUNK_BYTES)
		return error_set(error, -EINVAL, "%llu bytes: give a multiple of 64K",
				 (unsigned long long)context->number);
	code = memory_take(context->number, &room, error);
	if (code < 0)
		return code;
	context->fd = open(file_name, O_RDWR | O_CLOEXEC);
	if (context->fd < 0)
		code = error_set(error, -errno, "FFF: %s", error_words(errno));
	else
		code = write_chunks(context, room, error);
	munmap(room, context->number);
	return code;
}

static int set_up_read(struct context *context, struct error *error)
{
	int code;

	context->fd = -1;
	code = make_file(context, error);
	if (code == 0)
		code = memory_take(CHUNK_BYTES, &context->memory, error);
	return code;
}

static int set_up_mapped(struct context *context, struct error *error)
{
	void *memory;
	int code;

	context->fd = -1;
	code = make_file(context, error);
	if (code < 0)
		return code;
	memory = mmap(NULL, context->number, PROT_READ, MAP_SHARED | MAP_POPULATE, context->fd, 0);
	if (memory == MAP_FAILED)
		return error_set(error, -errno, "mapping FFF: %s", error_words(errno));
	context->memory = memory;
	return 0;
}

static void close_file(struct context *context)
{
	if (context->fd >= 0)
		close(context->fd);
	context->fd = -1;
}

static void tear_down_read(struct context *context)
{
	if (context->memory)
		munmap(context->memory, CHUNK_BYTES);
	context->memory = NULL;
	close_file(context);
}

static void tear_down_mapped(struct context *context)
{
	if (context->memory)
		munmap(context->memory, context->number);
	context->memory = NULL;
	close_file(context);
}

static int verify_sum(struct context *context, int (*run)(struct context *, uint64_t),
		      struct error *error)
{
	const uint64_t n = 2;
	uint64_t before = context->result;
	int failure = run(context, n);

	if (failure)
		return error_set(error, -failure, "reading FFF: %s", error_words(failure));
	if (context->result - before != n * pattern_sum(context->number / sizeof(uint64_t), 1))
		return error_set(error, -EPROTO, "what is read from FFF is not what was written");
	return 0;
}

static int verify_read(struct context *context, struct error *error)
{
	return verify_sum(context, run_read, error);
}

static int verify_mapped(struct context *context, struct error *error)
{
	return verify_sum(context, run_mapped, error);
}

const struct operation operation_file_reread = {
	.name = "file-reread",
	.group = "bandwidth",
	.summary = "pread a cached file whole, 64 KiB at a time, and add up its words",
	.parameter = &parameter_reread,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{"pread64", 1}},
	.calls_note = "pread64 for each 64 KiB",
	.calls_until = CHUNK_BYTES,
	.period = 1,
	.moves_number = true,
	.setup = set_up_read,
	.run = run_read,
	.verify = verify_read,
	.teardown = tear_down_read,
};

const struct operation operation_mmap_reread = {
	.name = "mmap-reread",
	.group = "bandwidth",
	.summary = "add up the words of a cached file through a mapping that is there already",
	.parameter = &parameter_reread,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.period = 1,
	.moves_number = true,
	.setup = set_up_mapped,
	.run = run_mapped,
	.verify = verify_mapped,
	.teardown = tear_down_mapped,
};
