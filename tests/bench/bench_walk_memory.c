/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_walk_memory.c - what a walk of 30 s beside two writers has of memory after its start:
 * nothing. Counted are the C library's allocations and changes of the process's map of memory (seen
 * to each second) from the moment in which the writers have begun, and page faults from the first
 * second on.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/operation/operation_walk.h"
#include "engine/operation/parameter.h"
#include "engine/operation/walk_timer.h"
#include "fixtures/fixture.h"
#include "fixtures/scratch.h"
#include "tests/bench/figure.h"

#define FILES 10000u
#define BYTES ((uint64_t)64 << 20)
#define WRITERS 2u
#define INTERVAL_NS 30000000000u
#define MAP_ROOM 65536u

/* What the C library's own functions are called. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

struct map {
	char text[MAP_ROOM];
	ssize_t length;
};

static struct {
	uint64_t allocations;
	long faults;
	struct map start;
	struct map now;
	unsigned int beats;
	unsigned int changes;
} seen;

void *malloc(size_t size)
{
	seen.allocations++;
	return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	seen.allocations++;
	return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	seen.allocations++;
	return __libc_realloc(old, size);
}

static void give_up(const char *what)
{
	fprintf(stderr, "bench_walk_memory: %s\n", what);
	exit(2);
}

static long faults_so_far(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt + usage.ru_majflt;
}

static void read_map(struct map *map)
{
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	ssize_t got;

	map->length = 0;
	while ((got = read(fd, map->text + map->length, MAP_ROOM - (size_t)map->length)) > 0)
		map->length += got;
	close(fd);
}

/* Writers are waited for with naps; the last of them ends when the walk begins. */
int nanosleep(const struct timespec *wanted, struct timespec *left)
{
	int code = clock_nanosleep(CLOCK_MONOTONIC, 0, wanted, left);

	/* Twice, so that ours is touched, too. */
	read_map(&seen.now);
	read_map(&seen.start);
	seen.allocations = 0;
	errno = code;
	return code ? -1 : 0;
}

static bool live(struct recording *recording, const char *text)
{
	(void)recording;
	if (!text)
		return true;
	/* Before the first of them the walk touches all that it will write to. */
	if (seen.beats++ == 0)
		seen.faults = faults_so_far();
	read_map(&seen.now);
	seen.changes += seen.now.length != seen.start.length ||
			memcmp(seen.now.text, seen.start.text, (size_t)seen.now.length) != 0;
	return true;
}

static bool walk_for_long(const struct scratch *scratch)
{
	const struct workload workload = {.tree_files = FILES,
					  .tree_bytes = BYTES,
					  .tree_seed = 1,
					  .seed = 1,
					  .interval_ns = INTERVAL_NS};
	static struct recording recording;
	struct context context = {.workload = &workload, .number = WRITERS};
	struct error error = {""};
	uint64_t allocations;
	long faults;

	recording.live = live;
	context.directory_fd = openat(scratch->fd, "walk", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	sched_getaffinity(0, sizeof(context.cpus), &context.cpus);
	if (operation_walk.setup(&context, &error) < 0 ||
	    operation_walk.verify(&context, &error) < 0 ||
	    operation_walk.record(&context, &recording, &error) != 0)
		give_up(error.text);
	allocations = seen.allocations;
	faults = faults_so_far() - seen.faults;
	operation_walk.teardown(&context);
	close(context.directory_fd);
	if (seen.beats < INTERVAL_NS / 1000000000u / 2 || seen.start.length == 0)
		give_up("the walk told too little of itself to be watched");
	return figure_ratio("walk: allocations in 30 s", (double)allocations, 0, false, 0) &
	       figure_ratio("walk: changes of memory map in 30 s", seen.changes, 0, false, 0) &
	       figure_ratio("walk: page faults in 30 s", (double)faults, 16, false, 0);
}

int main(void)
{
	const struct fixture_spec spec = {
		.kind = FIXTURE_HOME, .files = FILES, .bytes = BYTES, .seed = 1};
	struct scratch scratch;
	struct error error;
	bool met;

	if (scratch_create(&scratch, scratch_default_parent(), &error) < 0 ||
	    fixture_build(scratch.fd, "walk", &spec, NULL, NULL, &error) < 0)
		give_up(error.text);
	met = walk_for_long(&scratch);
	if (fixture_remove(scratch.fd, "walk", NULL, NULL, &error) < 0 ||
	    scratch_remove(&scratch, &error) < 0)
		give_up(error.text);
	return met ? 0 : 1;
}
