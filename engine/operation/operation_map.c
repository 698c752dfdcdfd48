/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_map.c - a file that is in the page cache, mapped into memory: what it costs to map and
 * unmap it, and what to touch a page for the first time.
 *
 * The mapping is made, touched and removed as LMbench does it: the first tenth of it is written to,
 * a byte in every 16 KiB.
 */
#include "engine/operation/operation_map.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/operation/memory_room.h"

#define KIB 1024u
#define MIB (1024u * KIB)

#define TOUCHED_PART 10u
#define TOUCHED_STEP (16u * KIB)

/*
 * A fault on a file also maps what is in the cache around the page, in a window of 64 KiB
 * (fault_around_bytes, mm/memory.c): the next page that surely faults is in the next window.
 */
#define WINDOW (64u * KIB)
/* The most faults of a batch, for which there have to be as many windows. */
#define FAULTS_MOST 128u
/* A variant may have a batch run so many more than it reports. */
#define FAULTS_ROOM (2u * FAULTS_MOST)
#define FAULT_BYTES ((size_t)FAULTS_ROOM * WINDOW)

static const char file_name[] = "FFF";
static const uint64_t sizes[] = {512u * KIB, 2u * MIB, 8u * MIB, 32u * MIB};

static const struct parameter parameter_mapping = {
	.name = "size",
	.option = "sizes",
	.type = PARAMETER_NUMBER,
	.unit = "bytes",
	.is_bytes = true,
	.minimum = 4u * KIB,
	.maximum = 16ul << 30,
	.defaults = sizes,
	.default_count = sizeof(sizes) / sizeof(sizes[0]),
	.help = "how large the mapped file is",
};

/* Where the part that is touched ends. */
static uint64_t touched_end(const struct context *context)
{
	return context->number / TOUCHED_PART;
}

static int run_mmap(struct context *context, uint64_t n)
{
	const uint64_t end = touched_end(context);

	for (uint64_t i = 0; i < n; i++) {
		volatile char *memory = mmap(NULL, context->number, PROT_READ | PROT_WRITE,
					     MAP_SHARED, context->fd, 0);

		if (memory == MAP_FAILED)
			return errno;
		for (uint64_t at = 0; at < end; at += TOUCHED_STEP)
			memory[at] = (char)(i + 1);
		if (munmap((void *)memory, context->number) < 0)
			return errno;
	}
	return 0;
}

static int run_fault(struct context *context, uint64_t n)
{
	const volatile unsigned char *memory = context->memory;
	uint64_t sum = context->result;

	for (uint64_t i = 0; i < n; i++)
		sum += memory[i * WINDOW];
	context->result = sum;
	return 0;
}

/* What the first byte of each window is. */
static unsigned char mark_of(uint64_t window)
{
	return (unsigned char)(window * 7 + 1);
}

/* Fill FFF up to size, so that its pages are in the cache. 0 or a positive errno. */
static int fill(int fd, uint64_t size)
{
	unsigned char chunk[WINDOW] = {0};

	for (uint64_t at = 0; at < size; at += WINDOW) {
		size_t length = size - at < WINDOW ? (size_t)(size - at) : WINDOW;
		ssize_t written;

		chunk[0] = mark_of(at / WINDOW);
		written = pwrite(fd, chunk, length, (off_t)at);
		if (written != (ssize_t)length)
			return written < 0 ? errno : ENOSPC;
	}
	return 0;
}

static int open_file(struct context *context, uint64_t size, uint64_t filled, struct error *error)
{
	const uint64_t available = memory_available();
	int failure = 0;

	if (available > 0 && filled > available / 4)
		return error_set(error, -EOPNOTSUPP,
				 "a file of %llu MiB needs more memory than there is free: take a "
				 "smaller size",
				 (unsigned long long)(filled / MIB));
	context->fd = open(file_name, O_RDWR | O_CLOEXEC);
	if (context->fd < 0 || ftruncate(context->fd, (off_t)size) < 0)
		failure = errno;
	if (!failure)
		failure = fill(context->fd, filled);
	return failure ? error_set(error, -failure, "FFF of %llu bytes: %s",
				   (unsigned long long)size, error_words(failure))
		       : 0;
}

static int setup_mmap(struct context *context, struct error *error)
{
	return open_file(context, context->number, touched_end(context) + 1, error);
}

static int setup_fault(struct context *context, struct error *error)
{
	int code = open_file(context, FAULT_BYTES, FAULT_BYTES, error);
	void *memory;

	if (code < 0)
		return code;
	context->state = calloc(1, sizeof(uint64_t));
	if (!context->state)
		return error_set(error, -ENOMEM, "out of memory");
	memory = mmap(NULL, FAULT_BYTES, PROT_READ, MAP_SHARED, context->fd, 0);
	if (memory == MAP_FAILED)
		return error_set(error, -errno, "mmap FFF: %s", error_words(errno));
	context->memory = memory;
	return 0;
}

static void teardown(struct context *context)
{
	if (context->memory)
		munmap(context->memory, FAULT_BYTES);
	if (context->fd >= 0)
		close(context->fd);
	free(context->state);
	context->memory = NULL;
	context->state = NULL;
	context->fd = -1;
}

/* Faults of this process so far that found their page in the cache. */
static uint64_t faults_so_far(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_minflt;
}

/* No page of the mapping is mapped any more, though all are in the cache. */
static int before_fault(struct context *context, uint64_t n)
{
	uint64_t *faults = context->state;

	if (n > FAULTS_ROOM)
		return E2BIG;
	if (madvise(context->memory, FAULT_BYTES, MADV_DONTNEED) < 0)
		return errno;
	*faults = faults_so_far();
	return 0;
}

/* The kernel's count says whether each iteration faulted, and waited for no disk. */
static int after_fault(struct context *context, uint64_t n)
{
	const uint64_t *faults = context->state;

	return faults_so_far() - *faults < n ? EPROTO : 0;
}

/* What another descriptor reads is what was written through the mapping. */
static int verify_mmap(struct context *context, struct error *error)
{
	const uint64_t before = faults_so_far();
	int failure = run_mmap(context, 2);

	if (failure)
		return error_set(error, -failure, "mmap FFF: %s", error_words(failure));
	if (faults_so_far() - before < 2)
		return error_set(error, -EPROTO, "to write to a new mapping is no page fault");
	for (uint64_t at = 0; at < touched_end(context); at += TOUCHED_STEP) {
		char byte = 0;

		if (pread(context->fd, &byte, 1, (off_t)at) != 1 || byte != 2)
			return error_set(error, -EPROTO,
					 "byte %llu of FFF is not what was written to the mapping",
					 (unsigned long long)at);
	}
	return 0;
}

static int verify_fault(struct context *context, struct error *error)
{
	uint64_t expected = 0;
	int failure = before_fault(context, FAULTS_ROOM);

	for (uint64_t i = 0; i < FAULTS_ROOM; i++)
		expected += mark_of(i);
	context->result = 0;
	if (!failure)
		failure = run_fault(context, FAULTS_ROOM);
	if (failure)
		return error_set(error, -failure, "a mapping of FFF: %s", error_words(failure));
	if (context->result != expected)
		return error_set(error, -EPROTO, "the mapping of FFF holds something else");
	if (after_fault(context, FAULTS_ROOM) != 0)
		return error_set(error, -EOPNOTSUPP,
				 "a page fault maps more than 64 KiB here (huge pages of the file "
				 "system, or a larger fault_around_bytes), so pages cannot be "
				 "counted: name another file system with --scratch");
	return 0;
}

const struct operation operation_mmap_latency = {
	.name = "mmap-latency",
	.group = "file-memory",
	.summary = "map a file, write a byte in each 16 KiB of its first tenth, unmap",
	.parameter = &parameter_mapping,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{"mmap", 1}, {"munmap", 1}},
	.period = 1,
	.setup = setup_mmap,
	.run = run_mmap,
	.verify = verify_mmap,
	.teardown = teardown,
};

const struct operation operation_page_fault = {
	.name = "page-fault",
	.group = "file-memory",
	.summary =
		"first read of a page of a mapped file that is cached, in another 64 KiB each time",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.period = 1,
	.most = FAULTS_MOST,
	.setup = setup_fault,
	.run = run_fault,
	.before = before_fault,
	.after = after_fault,
	.verify = verify_fault,
	.teardown = teardown,
};
