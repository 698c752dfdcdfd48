/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_walk.c - for an interval, the directories of a tree in random order, each again only
 * after all others, and in each of them every call timed alone.
 *
 * All memory is had, and touched, before a run starts: during it nothing is allocated.
 */
#include "engine/operation/operation_walk.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/walk_timer.h"
#include "engine/operation/walk_visit.h"
#include "engine/operation/walk_writer.h"
#include "engine/text/random.h"

#define FIRST_BEAT_NS 1000000000u

struct walk {
	struct walk_tree tree;
	struct random_source random;
	unsigned int *order; /* of directories */
	size_t next;         /* place in it */
	uint64_t visited;    /* directories, in the run at hand */
	uint64_t cold_rounds;
	double timer_ns;
	struct walk_writers writers;
	struct recording *recording; /* of the run at hand */
	uint64_t start_ns;
	struct walk_visit visit;
};

static void next_order(struct walk *walk)
{
	random_permutation(&walk->random, walk->order, walk->tree.shape.directory_count);
	walk->next = 0;
}

/*
 * What one round has looked up, the next would find cached. Dropping it takes a while, which the
 * interval does not pay for.
 */
static void begin_round(struct walk *walk)
{
	const uint64_t start = walk_now();

	next_order(walk);
	if (walk->visit.cold && walk_tree_drop_caches())
		walk->cold_rounds++;
	walk->visit.end_ns += walk_now() - start;
}

static void teardown(struct context *context)
{
	struct walk *walk = context->state;

	if (!walk)
		return;
	walk_tree_close(&walk->tree);
	free(walk->order);
	free(walk);
	context->state = NULL;
}

/* While writers end nothing is there to be told. */
static bool beat_silently(void *argument)
{
	const struct walk *walk = argument;

	return walk->recording->live(walk->recording, NULL);
}

static void prepare_writers(const struct context *context, struct walk *walk)
{
	walk->writers = (struct walk_writers){
		.count = (unsigned int)context->number,
		.directory = context->directory_fd,
		.sizes = walk->tree.shape.sizes,
		.size_count = walk->tree.shape.file_count,
		.seed = context->workload->seed,
		.sync = context->workload->sync,
		.cpus = context->cpus,
		.beat = beat_silently,
		.argument = walk,
		.area = -1,
	};
}

/* What lives in memory is never cold. */
static int refuse_memory(const struct context *context, const struct walk_tree *tree,
			 struct error *error)
{
	const char *file_system;

	if (!context->workload->cold || !walk_tree_is_in_memory(tree, &file_system))
		return 0;
	return error_set(error, -EOPNOTSUPP,
			 "a file system that lives in memory (%s) is never cold: choose another "
			 "directory with %s, or leave out --cold",
			 file_system, context->workload->tree[0] ? "--tree" : "--scratch");
}

static int setup(struct context *context, struct error *error)
{
	struct walk *walk = calloc(1, sizeof(*walk));
	int code;

	if (!walk)
		return error_set(error, -ENOMEM, "the walk: out of memory");
	context->state = walk;
	walk->tree.top = -1;
	code = walk_tree_open(&walk->tree, context, error);
	if (code < 0)
		return code;
	code = refuse_memory(context, &walk->tree, error);
	if (code < 0)
		return code;
	walk->order = calloc(walk->tree.shape.directory_count, sizeof(*walk->order));
	if (!walk->order)
		return error_set(error, -ENOMEM, "the walk: out of memory");
	random_start(&walk->random, context->workload->seed, 0);
	next_order(walk);
	prepare_writers(context, walk);
	walk->visit.tree = &walk->tree;
	walk->visit.cold = context->workload->cold;
	walk_rows_clear(&walk->visit.rows);
	walk->timer_ns = walk_timer_cost();
	return 0;
}

/* The tree while it is made ready for a run. */
struct readying {
	const struct walk *walk;
	struct walk_pulse pulse;
};

/* That takes a while when the tree is large. */
static bool beat_readying(void *argument)
{
	const struct readying *readying = argument;
	const struct walk_pulse *pulse = &readying->pulse;
	struct recording *recording = readying->walk->recording;
	char text[RECORDING_LIVE_SIZE];

	if (pulse->done == 0)
		return recording->live(recording, NULL);
	snprintf(text, sizeof(text), "%s, %ju of %ju files", pulse->doing, (uintmax_t)pulse->done,
		 (uintmax_t)pulse->total);
	return recording->live(recording, text);
}

static double megabytes_a_second(uint64_t bytes, uint64_t ns)
{
	return ns > 0 ? 1000 * (double)bytes / (double)ns : 0;
}

static bool beat(void *argument)
{
	struct walk *walk = argument;
	const struct walk_rows *rows = &walk->visit.rows;
	const struct histogram *lstat = &rows->rows[WALK_LSTAT];
	const uint64_t now = walk_now();
	const uint64_t written = walk_writers_watch(&walk->writers, now);
	char text[RECORDING_LIVE_SIZE];
	size_t used;

	used = (size_t)snprintf(text, sizeof(text),
				"%ju calls, lstat p50 %.3f us p99 %.3f us, read %.1f MB/s",
				(uintmax_t)rows->calls, histogram_quantile(lstat, 0.5) / 1000,
				histogram_quantile(lstat, 0.99) / 1000, walk_rows_read_rate(rows));
	if (walk->writers.count > 0 && used < sizeof(text))
		snprintf(text + used, sizeof(text) - used, ", %u writers %.1f MB/s",
			 walk->writers.count, megabytes_a_second(written, now - walk->start_ns));
	return walk->recording->live(walk->recording, text);
}

static bool always(void *argument)
{
	(void)argument;
	return true;
}

/* Visit one directory that has files, and see that all that is in it was seen and read. */
static int verify(struct context *context, struct error *error)
{
	struct walk *walk = context->state;
	const struct home_tree_shape *shape = &walk->tree.shape;
	const struct walk_rows *rows = &walk->visit.rows;
	const struct home_tree_directory *directory = shape->directories;
	uint64_t bytes = 0;
	int failure;

	while (directory->files == 0)
		directory++;
	for (uint64_t i = 0; i < directory->files; i++)
		bytes += shape->sizes[directory->first_file + i];
	walk->visit.error = error;
	walk->visit.over = false;
	walk->visit.end_ns = UINT64_MAX;
	walk->visit.pulse = (struct walk_pulse){.beat = always, .next_ns = UINT64_MAX};
	walk_rows_clear(&walk->visit.rows);
	failure = walk_visit_directory(&walk->visit, (uint32_t)(directory - shape->directories));
	if (failure)
		return -failure;
	if (rows->rows[WALK_LSTAT].count == directory->files + directory->directories &&
	    rows->rows[WALK_READDIR].count == rows->rows[WALK_LSTAT].count + 2 &&
	    rows->rows[WALK_OPEN].count == directory->files &&
	    rows->rows[WALK_FIRST_BYTE].count == directory->files && rows->read_bytes == bytes)
		return 0;
	return error_set(error, -EPROTO,
			 "the walk saw other files than the tree has: was it changed?");
}

/* Bring the page cache into the state that was asked for, and see what state that is. */
static int make_ready(struct walk *walk, double *cached, struct error *error)
{
	struct readying readying = {.walk = walk, .pulse = {.beat = beat_readying}};
	struct walk_pulse *pulse = &readying.pulse;
	int code;

	pulse->argument = &readying;
	code = walk->visit.cold ? walk_tree_chill(&walk->tree, pulse, error)
				: walk_tree_warm(&walk->tree, pulse, error);

	/* What could not be dropped so is counted, and may be left. */
	if (code == 0 && walk->visit.cold)
		(void)walk_tree_drop_caches();
	if (code == 0)
		code = walk_tree_cached(&walk->tree, pulse, cached, error);
	return code;
}

/*
 * Write to what the run will write to: since writers were forked, the first write to a page copies
 * it, which is not to happen within a call that is timed.
 */
static void touch(struct walk *walk)
{
	volatile unsigned int *order = walk->order;

	memset(walk->visit.piece, 1, sizeof(walk->visit.piece));
	memset(walk->visit.entries.buffer, 1, sizeof(walk->visit.entries.buffer));
	for (uint32_t i = 0; i < walk->tree.shape.directory_count; i++) {
		const unsigned int directory = order[i];

		order[i] = directory;
	}
}

static int run_for(struct walk *walk, uint64_t interval_ns)
{
	struct walk_visit *visit = &walk->visit;
	int failure = 0;

	walk_rows_clear(&visit->rows);
	walk->start_ns = walk_now();
	visit->over = false;
	visit->end_ns = walk->start_ns + interval_ns;
	visit->pulse = (struct walk_pulse){
		.beat = beat, .argument = walk, .next_ns = walk->start_ns + FIRST_BEAT_NS};
	walk->visited = 0;
	walk->cold_rounds = 0;
	begin_round(walk);
	while (!visit->over && !failure) {
		if (walk->next == walk->tree.shape.directory_count)
			begin_round(walk);
		failure = walk_visit_directory(visit, walk->order[walk->next++]);
		walk->visited++;
	}
	return failure;
}

static void tell(struct walk *walk, double cached, struct recording *recording)
{
	const struct walk_rows *rows = &walk->visit.rows;
	struct walk_writers *writers = &walk->writers;
	const uint64_t now = walk_now();
	const uint64_t written = walk_writers_watch(writers, now);
	const double disk = walk_writers_disk(writers);

	recording->duration_ns = rows->total_ns;
	recording->iterations = rows->calls;
	walk_rows_record(rows, recording);
	recording_add(recording, METRIC_WALK_TIMER, walk->timer_ns);
	recording_add(recording, METRIC_TREE_CACHED, cached);
	recording_add(recording, METRIC_WALK_ROUNDS,
		      (double)walk->visited / walk->tree.shape.directory_count);
	if (walk->visit.cold)
		recording_add(recording, METRIC_WALK_ROUNDS_COLD, (double)walk->cold_rounds);
	if (writers->count == 0)
		return;
	recording_add(recording, METRIC_WRITER_RATE,
		      megabytes_a_second(written, now - walk->start_ns));
	/* Where the kernel does not say it, nor do we. Of a file it is told at its end only. */
	if (!isnan(disk))
		recording_add(recording, METRIC_WRITER_DISK_RATE,
			      megabytes_a_second((uint64_t)fmin(disk, (double)written),
						 now - walk->start_ns));
	recording_add(recording, METRIC_WRITER_FILES, (double)walk_writers_files(writers));
	recording_add(recording, METRIC_WRITERS_BEHIND, walk_writers_behind(writers));
}

static int record(struct context *context, struct recording *recording, struct error *error)
{
	struct walk *walk = context->state;
	double cached = 0;
	int failure;
	int code;

	walk->recording = recording;
	walk->visit.error = error;
	code = make_ready(walk, &cached, error);
	if (code == 0)
		code = walk_writers_start(&walk->writers, error);
	if (code < 0)
		return code == -EINTR ? ECANCELED : -code;
	touch(walk);
	walk_writers_begin(&walk->writers, walk_now());
	failure = run_for(walk, context->workload->interval_ns);
	if (!failure)
		tell(walk, cached, recording);
	walk_writers_stop(&walk->writers);
	return failure;
}

/* The writers' own counts are there, and what drops the caches. */
static const char *const uses[] = {"/proc", NULL};

#define ROW(row)                                                                                   \
	METRIC_WALK_##row + LATENCY_COUNT, METRIC_WALK_##row + LATENCY_MINIMUM,                    \
		METRIC_WALK_##row + LATENCY_MAXIMUM, METRIC_WALK_##row + LATENCY_MEAN,             \
		METRIC_WALK_##row + LATENCY_SD, METRIC_WALK_##row + LATENCY_P50,                   \
		METRIC_WALK_##row + LATENCY_P90, METRIC_WALK_##row + LATENCY_P99,                  \
		METRIC_WALK_##row + LATENCY_P999

static const enum metric_id read_off[] = {
	ROW(READDIR),
	ROW(LSTAT),
	ROW(OPEN),
	ROW(FIRST_BYTE),
	METRIC_WALK_READ_RATE,
	METRIC_WALK_TIMER,
	METRIC_TREE_CACHED,
	METRIC_WALK_ROUNDS,
	METRIC_WALK_ROUNDS_COLD,
	METRIC_WRITER_RATE,
	METRIC_WRITER_DISK_RATE,
	METRIC_WRITER_FILES,
	METRIC_WRITERS_BEHIND,
	METRIC_NONE,
};

const struct operation operation_walk = {
	.name = "walk",
	.group = "workload",
	.summary = "one call of a walk through a tree of files, timed alone: read a directory "
		   "entry, lstat it, open a file, read its first byte, read on by 256 KiB",
	.parameter = &parameter_writers,
	.fixture = FIXTURE_HOME,
	.outside = uses,
	/* Of the tree that plans have unless they say otherwise. */
	.calls = {{"getdents64", 0.038}, {"newfstatat", 0.203}, {"openat", 0.185}, {"read", 0.371}},
	.calls_note = "on average; untimed: openat2 of a directory, close; "
		      "page cache: warm (all of the tree is read before), or cold with --cold "
		      "(posix_fadvise after each file; as root drop_caches before each round, for "
		      "names and inodes)",
	.period = 1,
	.setup = setup,
	.record = record,
	.metrics = read_off,
	.verify = verify,
	.teardown = teardown,
};
