/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_walk.c - what the walk through a tree of files rests on: what recording a latency costs;
 * the p50 of lstat calls that are timed alone, beside a batch of the same calls in the same order
 * plus the timer; and how fast a tree of 100,000 files is made beside a bare loop that creates and
 * writes files of the same sizes, in memory and on the file system on which scratch directories are
 * made, when that is another.
 *
 * What is compared takes turns. The A/A spread is what two halves of the other side's own times
 * differ by.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "engine/operation/walk_timer.h"
#include "engine/operation/walk_visit.h"
#include "engine/statistics/histogram.h"
#include "engine/statistics/summary.h"
#include "fixtures/fixture.h"
#include "fixtures/scratch.h"
#include "tests/bench/figure.h"

#define LATENCIES 1000000u
#define LATENCY_ROUNDS 20u
#define LATENCY_NS 20.0

#define WALK_FILES 10000u
#define WALK_BYTES ((uint64_t)64 << 20)
#define WALK_ROUNDS 24u

#define TREE_FILES 100000u
#define TREE_BYTES ((uint64_t)256 << 20)
#define TREE_ROUNDS 4u
#define FILES_A_DIRECTORY 10u

static void give_up(const char *what)
{
	fprintf(stderr, "bench_walk: %s\n", what);
	exit(2);
}

static double median_of(const double *values, size_t count, size_t first, size_t stride)
{
	double sorted[WALK_ROUNDS];
	size_t used = 0;

	for (size_t i = first; i < count; i += stride)
		sorted[used++] = values[i];
	sort_values(sorted, used);
	return quantile(sorted, used, 0.5);
}

static double spread_of(const double *values, size_t count)
{
	return fabs(median_of(values, count, 0, 2) / median_of(values, count, 1, 2) - 1);
}

/* Of this thread alone: nothing waits in what is timed so. */
static uint64_t own_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Latencies that look like some: most about 500 ns, a few far above. */
static bool bench_recording(void)
{
	static struct histogram histogram;
	static uint32_t latencies[LATENCIES];
	double times[LATENCY_ROUNDS];
	uint64_t state = 1;

	for (unsigned int i = 0; i < LATENCIES; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		latencies[i] = 450 + (uint32_t)(state >> 57);
		if (state >> 61 == 0)
			latencies[i] <<= state >> 32 & 15;
	}
	histogram_clear(&histogram);
	for (unsigned int round = 0; round < LATENCY_ROUNDS; round++) {
		uint64_t start = own_time();

		for (unsigned int i = 0; i < LATENCIES; i++)
			histogram_add(&histogram, latencies[i]);
		times[round] = (double)(own_time() - start) / LATENCIES;
	}
	if (histogram.count != (uint64_t)LATENCIES * LATENCY_ROUNDS)
		give_up("latencies were lost");
	return figure_ratio(
		"walk: record a latency, ns", median_of(times, LATENCY_ROUNDS, 0, 1), LATENCY_NS,
		false, spread_of(times, LATENCY_ROUNDS) * median_of(times, LATENCY_ROUNDS, 0, 1));
}

static bool go_on(void *argument)
{
	(void)argument;
	return true;
}

/* The p50 of a walk through all directories. */
static double walk_once(struct walk_visit *visit)
{
	visit->over = false;
	visit->end_ns = UINT64_MAX;
	visit->pulse = (struct walk_pulse){.beat = go_on, .next_ns = UINT64_MAX};
	walk_rows_clear(&visit->rows);
	for (uint32_t i = 0; i < visit->tree->shape.directory_count; i++)
		if (walk_visit_directory(visit, i))
			give_up(visit->error->text);
	return histogram_quantile(&visit->rows.rows[WALK_LSTAT], 0.5);
}

/* The names in a directory, in its own order. */
struct names {
	char (*names)[HOME_TREE_NAME_SIZE];
	size_t count;
};

static void read_names(int fd, struct names *names)
{
	DIR *directory = fdopendir(dup(fd));
	const struct dirent *entry;

	names->count = 0;
	if (!directory)
		give_up(strerror(errno));
	while ((entry = readdir(directory)))
		if (entry->d_name[0] != '.')
			snprintf(names->names[names->count++], HOME_TREE_NAME_SIZE, "%.23s",
				 entry->d_name);
	closedir(directory);
}

/*
 * Ns of an lstat of batches, each over all entries of a directory: the value that half of all calls
 * are not above, each call counted with the mean of its batch. What disturbs a batch now and then
 * does not move it, as with the p50 of single calls.
 */
static double batch_once(const struct walk_tree *tree, struct names *names)
{
	static struct histogram calls;

	histogram_clear(&calls);
	for (uint32_t i = 0; i < tree->shape.directory_count; i++) {
		int fd = home_tree_open(tree->top, &tree->shape, i);
		struct stat status;
		uint64_t start;
		uint64_t end;

		read_names(fd, names);
		start = walk_now();
		for (size_t j = 0; j < names->count; j++)
			if (fstatat(fd, names->names[j], &status, AT_SYMLINK_NOFOLLOW) < 0)
				give_up(strerror(errno));
		end = walk_now();
		for (size_t j = 0; j < names->count; j++)
			histogram_add(&calls, (end - start) / names->count);
		close(fd);
	}
	return histogram_quantile(&calls, 0.5);
}

static void make_tree(const struct scratch *scratch, const char *name, uint64_t files,
		      uint64_t bytes)
{
	const struct fixture_spec spec = {
		.kind = FIXTURE_HOME, .files = files, .bytes = bytes, .seed = 1};
	struct error error;

	if (fixture_build(scratch->fd, name, &spec, NULL, NULL, &error) < 0)
		give_up(error.text);
}

static void remove_tree(const struct scratch *scratch, const char *name)
{
	struct error error;

	if (fixture_remove(scratch->fd, name, NULL, NULL, &error) < 0)
		give_up(error.text);
}

static bool bench_lstat(const struct scratch *scratch)
{
	const struct workload workload = {
		.tree_files = WALK_FILES, .tree_bytes = WALK_BYTES, .tree_seed = 1};
	static struct walk_visit visit;
	struct names names = {.names = calloc(WALK_FILES, sizeof(*names.names))};
	struct context context = {.workload = &workload};
	double alone[WALK_ROUNDS];
	double batch[WALK_ROUNDS];
	double timer = walk_timer_cost();
	struct walk_tree tree;
	struct error error;

	if (!names.names)
		give_up("out of memory");
	make_tree(scratch, "walk", WALK_FILES, WALK_BYTES);
	context.directory_fd = openat(scratch->fd, "walk", O_RDONLY | O_DIRECTORY);
	if (walk_tree_open(&tree, &context, &error) < 0)
		give_up(error.text);
	visit.tree = &tree;
	visit.error = &error;
	walk_once(&visit);
	for (unsigned int i = 0; i < WALK_ROUNDS; i++) {
		bool batch_first = i % 4 == 0 || i % 4 == 3;

		if (batch_first)
			batch[i] = batch_once(&tree, &names) + timer;
		alone[i] = walk_once(&visit);
		if (!batch_first)
			batch[i] = batch_once(&tree, &names) + timer;
	}
	walk_tree_close(&tree);
	close(context.directory_fd);
	remove_tree(scratch, "walk");
	free(names.names);
	return figure_equal("walk: p50 of lstat / batch + timer",
			    median_of(alone, WALK_ROUNDS, 0, 1) /
				    median_of(batch, WALK_ROUNDS, 0, 1),
			    0.05, spread_of(batch, WALK_ROUNDS));
}

static int make_directory(int parent, const char *letter, uint64_t number)
{
	char name[32];

	snprintf(name, sizeof(name), "%s%07u", letter, (unsigned int)number);
	if (mkdirat(parent, name, 0700) < 0)
		give_up(strerror(errno));
	return openat(parent, name, O_RDONLY | O_DIRECTORY);
}

static void make_file(int directory, uint64_t number, uint64_t size)
{
	static char bytes[1 << 20];
	char name[32];
	int fd;

	snprintf(name, sizeof(name), "f%08u", (unsigned int)number);
	fd = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL, 0600);
	while (size > 0) {
		ssize_t done = write(fd, bytes, size < sizeof(bytes) ? size : sizeof(bytes));

		if (done <= 0)
			give_up(strerror(errno));
		size -= (uint64_t)done;
	}
	close(fd);
}

/*
 * Files of the same sizes in as many directories, a hundred of them in one above, with no check and
 * no random bytes.
 */
static double bare_tree(const struct scratch *scratch, const struct home_tree_shape *shape,
			uint64_t (*clock)(void))
{
	uint64_t start = clock();
	int top = make_directory(scratch->fd, "bare", 0);
	int above = make_directory(top, "a", 0);
	int directory = make_directory(above, "d", 0);

	for (uint64_t i = 0; i < shape->file_count; i++) {
		if (i > 0 && i % (100 * FILES_A_DIRECTORY) == 0) {
			close(above);
			above = make_directory(top, "a", i);
		}
		if (i > 0 && i % FILES_A_DIRECTORY == 0) {
			close(directory);
			directory = make_directory(above, "d", i);
		}
		make_file(directory, i, shape->sizes[i]);
	}
	close(directory);
	close(above);
	close(top);
	return (double)(clock() - start);
}

static double our_tree(const struct scratch *scratch, uint64_t (*clock)(void))
{
	uint64_t start = clock();

	make_tree(scratch, "ours", TREE_FILES, TREE_BYTES);
	return (double)(clock() - start);
}

static bool bench_tree(const struct scratch *scratch, const char *name, uint64_t (*clock)(void))
{
	struct home_tree_shape shape;
	double bare[TREE_ROUNDS];
	double ours[TREE_ROUNDS];
	struct error error;

	if (home_tree_shape_draw(&shape, TREE_FILES, TREE_BYTES, 1, &error) < 0)
		give_up(error.text);
	/* What the file system has to make for itself, such as tables of inodes, it makes once. */
	bare_tree(scratch, &shape, clock);
	remove_tree(scratch, "bare0000000");
	for (unsigned int i = 0; i < 2 * TREE_ROUNDS; i++) {
		bool is_bare = i % 4 == 0 || i % 4 == 3;

		if (is_bare)
			bare[i / 2] = bare_tree(scratch, &shape, clock);
		else
			ours[i / 2] = our_tree(scratch, clock);
		remove_tree(scratch, is_bare ? "bare0000000" : "ours");
	}
	home_tree_shape_clear(&shape);
	return figure_ratio(name,
			    median_of(bare, TREE_ROUNDS, 0, 1) / median_of(ours, TREE_ROUNDS, 0, 1),
			    0.7, true, spread_of(bare, TREE_ROUNDS));
}

static bool is_memory(const char *path)
{
	struct statfs about;

	return statfs(path, &about) == 0 && about.f_type == TMPFS_MAGIC;
}

static bool bench_tree_in(const char *parent, const char *name, uint64_t (*clock)(void))
{
	struct scratch scratch;
	struct error error;
	bool met;

	if (scratch_create(&scratch, parent, &error) < 0)
		give_up(error.text);
	met = bench_tree(&scratch, name, clock);
	if (scratch_remove(&scratch, &error) < 0)
		give_up(error.text);
	return met;
}

int main(void)
{
	static const char memory[] = "/dev/shm";
	const char *usual = scratch_default_parent();
	struct scratch scratch;
	struct error error;
	bool met = bench_recording();

	if (scratch_create(&scratch, usual, &error) < 0)
		give_up(error.text);
	met = bench_lstat(&scratch) && met;
	if (scratch_remove(&scratch, &error) < 0)
		give_up(error.text);
	/* In memory, where a file costs least, no disk hides what is ours, and nothing waits. */
	if (access(memory, W_OK) == 0 && is_memory(memory))
		met = bench_tree_in(memory, "walk: make 100,000 files, memory", own_time) && met;
	if (!is_memory(usual))
		met = bench_tree_in(usual, "walk: make 100,000 files, disk", walk_now) && met;
	return met ? 0 : 1;
}
