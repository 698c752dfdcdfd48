/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The walk through a tree of files: its counts add up, nothing is allocated while it lasts, and
 * whatever its writers do, none of them and nothing of theirs stays.
 */
#include "tests/unit/operation_play.h"

#include <linux/magic.h>
#include <malloc.h>
#include <math.h>
#include <sys/vfs.h>

#include "engine/operation/operation_walk.h"
#include "engine/operation/walk_timer.h"
#include "engine/operation/walk_writer.h"
#include "engine/statistics/histogram.h"
#include "fixtures/home_tree.h"

#define FILES 300u
#define BYTES 3000000u

/* One case: its directory with the tree, and a context as a worker has it. */
struct walk_play {
	struct scratch *scratch;
	int directory;
	struct workload workload;
	struct context context;
	struct recording recording;
	struct error error;
	unsigned int beats;
	size_t memory; /* at the first beat */
	bool memory_grows;
	char text[RECORDING_LIVE_SIZE];
	pid_t victim; /* to be killed at the first beat */
};

static struct walk_play play;

static size_t memory_in_use(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

/* A child of ours that is not the first one we find: any will do. */
static pid_t find_child(void)
{
	char path[64];
	FILE *file;
	int child = 0;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	file = fopen(path, "re");
	if (file && fscanf(file, "%d", &child) != 1)
		child = 0;
	if (file)
		fclose(file);
	return child;
}

static bool live(struct recording *recording, const char *text)
{
	(void)recording;
	if (!text)
		return true;
	if (play.beats++ == 0)
		play.memory = memory_in_use();
	else if (memory_in_use() != play.memory)
		play.memory_grows = true;
	snprintf(play.text, sizeof(play.text), "%s", text);
	if (play.victim == -1) {
		play.victim = find_child();
		play.memory = 0;
		kill(play.victim, SIGKILL);
	}
	return true;
}

static bool refuse_live(struct recording *recording, const char *text)
{
	(void)recording;
	return text == NULL;
}

/* A front end that takes its time: by then the next is due. */
static bool live_slowly(struct recording *recording, const char *text)
{
	const struct timespec nap = {.tv_nsec = 600000000};

	(void)recording;
	if (text && !strstr(play.text, " files"))
		snprintf(play.text, sizeof(play.text), "%s", text);
	else if (!text)
		nanosleep(&nap, NULL);
	return true;
}

static int begin(void **state, const char *writers)
{
	struct scratch *scratch = *state;
	struct fixture_spec spec = {
		.kind = FIXTURE_HOME, .files = FILES, .bytes = BYTES, .seed = 7};

	memset(&play, 0, sizeof(play));
	play.scratch = scratch;
	play.workload = (struct workload){.interval_ns = 200000000u,
					  .tree_files = FILES,
					  .tree_bytes = BYTES,
					  .tree_seed = 7,
					  .seed = 1};
	if (fixture_build(scratch->work_fd, "case", &spec, NULL, NULL, &play.error) < 0)
		fail_msg("%s", play.error.text);
	play.directory = openat(scratch->work_fd, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	prepare(&play.context, &operation_walk, writers, play.directory);
	play.context.workload = &play.workload;
	play.recording = (struct recording){.live = live};
	return 0;
}

static void set_up(void)
{
	if (operation_walk.setup(&play.context, &play.error) < 0 ||
	    operation_walk.verify(&play.context, &play.error) < 0)
		fail_msg("%s", play.error.text);
}

static void end(void)
{
	operation_walk.teardown(&play.context);
	close(play.directory);
	assert_int_equal(fixture_remove(play.scratch->work_fd, "case", NULL, NULL, &play.error), 0);
}

static double reading(enum metric_id metric)
{
	for (size_t i = 0; i < play.recording.reading_count; i++)
		if (play.recording.readings[i].metric == metric)
			return play.recording.readings[i].value;
	return NAN;
}

static void run(void)
{
	int failure;

	play.recording.reading_count = 0;
	play.recording.histogram_count = 0;
	failure = operation_walk.record(&play.context, &play.recording, &play.error);
	if (failure)
		fail_msg("%s (%d)", play.error.text, failure);
}

/* Only the tree stands in the case's directory, and we have no child. */
static void check_nothing_left(void)
{
	uint64_t count;

	assert_int_equal(fixture_count(play.directory, &count, NULL), 0);
	assert_int_equal(count, 1);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

/* The order of the statistics of a row that has many values. */
static void check_row(enum metric_id row)
{
	assert_true(reading(row + LATENCY_COUNT) > 10);
	assert_true(reading(row + LATENCY_MINIMUM) <= reading(row + LATENCY_P50));
	assert_true(reading(row + LATENCY_P50) <= reading(row + LATENCY_P90));
	assert_true(reading(row + LATENCY_P90) <= reading(row + LATENCY_P99));
	assert_true(reading(row + LATENCY_P99) <= reading(row + LATENCY_P999));
	assert_true(reading(row + LATENCY_P999) <= reading(row + LATENCY_MAXIMUM));
	assert_true(reading(row + LATENCY_MEAN) > 0);
	assert_true(reading(row + LATENCY_SD) > 0);
}

/* Each row's histogram holds the calls that its statistics are of. */
static void check_histograms(void)
{
	assert_int_equal(play.recording.histogram_count, LATENCY_ROWS);
	for (size_t i = 0; i < LATENCY_ROWS; i++) {
		const struct recording_histogram *told = &play.recording.histograms[i];
		const enum metric_id first = latency_rows[told->row].first;

		assert_int_equal(told->row, i);
		assert_true((double)told->histogram->count == reading(first + LATENCY_COUNT));
		assert_true(histogram_quantile(told->histogram, 0.99) ==
			    reading(first + LATENCY_P99));
	}
}

static void test_alone(void **state)
{
	double counts;
	size_t told = 0;

	begin(state, "0w");
	set_up();
	run();
	check_row(METRIC_WALK_READDIR);
	check_row(METRIC_WALK_LSTAT);
	check_row(METRIC_WALK_OPEN);
	check_row(METRIC_WALK_FIRST_BYTE);
	check_histograms();
	assert_true(reading(METRIC_WALK_READDIR) > reading(METRIC_WALK_LSTAT));
	assert_true(reading(METRIC_WALK_LSTAT) > reading(METRIC_WALK_OPEN));
	assert_true(reading(METRIC_WALK_OPEN) - reading(METRIC_WALK_FIRST_BYTE) <= 1);
	/* Each file is read on with one call or more. */
	counts = reading(METRIC_WALK_READDIR) + reading(METRIC_WALK_LSTAT) +
		 reading(METRIC_WALK_OPEN) + 2 * reading(METRIC_WALK_FIRST_BYTE);
	assert_true((double)play.recording.iterations >= counts);
	assert_true(play.recording.duration_ns > 0);
	assert_true(reading(METRIC_WALK_READ_RATE) > 0);
	assert_true(reading(METRIC_WALK_TIMER) > 0);
	assert_true(reading(METRIC_TREE_CACHED) >= 100);
	assert_true(isnan(reading(METRIC_WRITER_RATE)));
	while (operation_walk.metrics[told] != METRIC_NONE)
		told++;
	/* All that it says it tells, but what is of writers, and of a cold cache. */
	assert_int_equal(play.recording.reading_count, told - 5);
	check_nothing_left();
	end();
}

/* Neither by the walk nor by what it tells each second. */
static void test_nothing_is_allocated(void **state)
{
	begin(state, "2w");
	play.workload.interval_ns = 3200000000u;
	set_up();
	run();
	assert_in_range(play.beats, 2, 3);
	assert_false(play.memory_grows);
	assert_non_null(strstr(play.text, "lstat p50"));
	assert_non_null(strstr(play.text, "2 writers"));
	check_nothing_left();
	end();
}

static void test_with_writers(void **state)
{
	begin(state, "3w");
	play.workload.sync = true;
	set_up();
	run();
	assert_true(reading(METRIC_WRITER_RATE) > 0);
	assert_true(reading(METRIC_WRITER_DISK_RATE) >= 0);
	assert_true(reading(METRIC_WRITER_DISK_RATE) <= reading(METRIC_WRITER_RATE));
	assert_true(reading(METRIC_WRITER_FILES) >= 0);
	check_nothing_left();
	run();
	check_nothing_left();
	end();
}

static bool count_beat(void *argument)
{
	++*(unsigned int *)argument;
	return false;
}

static bool lives_in_memory(int directory)
{
	struct statfs about;

	assert_int_equal(fstatfs(directory, &about), 0);
	return about.f_type == TMPFS_MAGIC || about.f_type == RAMFS_MAGIC;
}

static uint64_t wait_for_files(const struct walk_writers *writers, uint64_t files)
{
	for (unsigned int i = 0; i < 60000 && walk_writers_files(writers) < files; i++)
		usleep(1000);
	return walk_writers_files(writers);
}

/* Eight times as many files as a writer keeps: all but those on the way were written by the disk
 * before they were deleted. */
static void test_what_is_deleted_was_written(void **state)
{
	const uint64_t size = 4096;
	const uint64_t on_the_way = size * (WALK_UNWRITTEN_FILES + 2);
	unsigned int beats = 0;
	struct walk_writers writers = {
		.count = 1,
		.sizes = &size,
		.size_count = 1,
		.seed = 1,
		.beat = count_beat,
		.argument = &beats,
	};
	const struct scratch *scratch = *state;
	double disk;

	writers.directory = scratch->work_fd;
	CPU_ZERO(&writers.cpus);
	assert_int_equal(walk_writers_start(&writers, &play.error), 0);
	walk_writers_begin(&writers, walk_now());
	assert_true(wait_for_files(&writers, 8 * WALK_WRITER_FILES) >= 8 * WALK_WRITER_FILES);
	disk = walk_writers_disk(&writers);
	if (lives_in_memory(scratch->work_fd))
		assert_true(disk == 0);
	else
		assert_true(disk >= (double)(8 * WALK_WRITER_FILES * size - on_the_way));
	/* It is told that we are alive while a writer takes its time to end. */
	writers.beat_ns = 0;
	walk_writers_stop(&writers);
	assert_true(beats > 0);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void test_writer_killed(void **state)
{
	begin(state, "2w");
	play.workload.interval_ns = 1500000000u;
	play.victim = -1;
	set_up();
	run();
	assert_true(play.victim > 0);
	assert_true(reading(METRIC_WRITERS_BEHIND) >= 1);
	check_nothing_left();
	end();
}

/* What is done with a large tree before the run begins is told, too. */
static void test_readying_is_told(void **state)
{
	begin(state, "0w");
	set_up();
	play.recording.live = live_slowly;
	assert_int_equal(operation_walk.record(&play.context, &play.recording, &play.error), 0);
	assert_string_equal(play.text, "reading the tree through, 1 of 300 files");
	end();
}

static void test_told_to_end(void **state)
{
	begin(state, "1w");
	play.workload.interval_ns = 60000000000u;
	set_up();
	play.recording.live = refuse_live;
	assert_int_equal(operation_walk.record(&play.context, &play.recording, &play.error),
			 ECANCELED);
	check_nothing_left();
	end();
}

static void test_cold_is_measured_as_such(void **state)
{
	struct statfs about;

	begin(state, "0w");
	play.workload.cold = true;
	/* A file system that lives in memory has nothing to drop, and is skipped. */
	assert_int_equal(fstatfs(play.directory, &about), 0);
	if (about.f_type == TMPFS_MAGIC) {
		assert_int_equal(operation_walk.setup(&play.context, &play.error), -EOPNOTSUPP);
		assert_non_null(strstr(play.error.text, "lives in memory (tmpfs)"));
		end();
		return;
	}
	set_up();
	run();
	assert_true(reading(METRIC_TREE_CACHED) >= 0 && reading(METRIC_TREE_CACHED) <= 100);
	assert_true(reading(METRIC_WALK_LSTAT) > 0);
	/* Names and inodes are dropped before each round, or never. */
	assert_true(reading(METRIC_WALK_ROUNDS) > 0);
	if (geteuid() != 0 || access("/proc/sys/vm/drop_caches", W_OK) < 0)
		assert_true(reading(METRIC_WALK_ROUNDS_COLD) == 0);
	else
		assert_true(reading(METRIC_WALK_ROUNDS_COLD) >= reading(METRIC_WALK_ROUNDS));
	end();
}

/* A file that is gone since it was verified, and one that a link took the place of. */
static void test_tree_changed(void **state)
{
	struct home_tree_shape shape;
	uint32_t number = 0;
	char name[HOME_TREE_NAME_SIZE];
	int fd;

	begin(state, "1w");
	assert_int_equal(home_tree_shape_draw(&shape, FILES, BYTES, 7, NULL), 0);
	while (shape.directories[number].files == 0)
		number++;
	fd = home_tree_open(play.directory, &shape, number);
	assert_true(fd >= 0);
	home_tree_file(shape.directories[number].first_file, name);
	assert_int_equal(operation_walk.setup(&play.context, &play.error), 0);
	assert_int_equal(unlinkat(fd, name, 0), 0);
	assert_int_equal(symlinkat("/etc/hostname", fd, name), 0);
	assert_int_equal(operation_walk.verify(&play.context, &play.error), -EPROTO);
	assert_non_null(strstr(play.error.text, "other files"));
	/* Warming goes by the tree's names, and follows no link. */
	assert_int_equal(operation_walk.record(&play.context, &play.recording, &play.error), ELOOP);
	assert_non_null(strstr(play.error.text, name));
	check_nothing_left();
	close(fd);
	home_tree_shape_clear(&shape);
	end();
}

static void test_floor(void **state)
{
	const uint64_t gigabyte = 1000000000u;

	(void)state;
	assert_false(walk_writer_is_low(100 * gigabyte, gigabyte));
	assert_true(walk_writer_is_low(100 * gigabyte, gigabyte - 1));
	assert_false(walk_writer_is_low(4000000, 400000));
	assert_true(walk_writer_is_low(4000000, 399999));
}

static void test_timer_has_a_cost(void **state)
{
	double cost = walk_timer_cost();

	(void)state;
	assert_true(cost > 0 && cost < 1e6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alone),
		cmocka_unit_test(test_nothing_is_allocated),
		cmocka_unit_test(test_with_writers),
		cmocka_unit_test(test_what_is_deleted_was_written),
		cmocka_unit_test(test_writer_killed),
		cmocka_unit_test(test_readying_is_told),
		cmocka_unit_test(test_told_to_end),
		cmocka_unit_test(test_cold_is_measured_as_such),
		cmocka_unit_test(test_tree_changed),
		cmocka_unit_test(test_floor),
		cmocka_unit_test(test_timer_has_a_cost),
	};

	return cmocka_run_group_tests_name("operation walk", tests, make_scratch, remove_scratch);
}
