/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_hook_counter.c - the counter against a directory that is laid out as tracefs: which events
 * it makes and removes, what it reads of a profile, and how counts become those of an iteration.
 * That the kernel counts so is shown by tests/ladder/test_hooks.sh.
 */
#include <math.h>

#include "engine/hooks/hook_case.h"
#include "tests/unit/tracefs_play.h"

static void read_events(const struct tracefs *played, char *text, size_t size)
{
	int fd = open(playground_join(played->tracefs, "kprobe_events").text, O_RDONLY | O_CLOEXEC);
	ssize_t got = read(fd, text, size - 1);

	assert_true(got > 0);
	text[got] = '\0';
	close(fd);
}

static void events_are_made_and_removed(void **state)
{
	struct hook_counter *counter;
	struct tracefs played;
	char text[4096];
	char line[256];

	tracefs_make(*state, &played);
	tracefs_open_counter(&played, &counter);
	assert_int_equal(hook_counter_hooks(counter)->count, 3);
	for (size_t i = 0; i < 3; i++)
		assert_string_equal(hook_counter_hooks(counter)->items[i], tracefs_hooks[i]);
	/* Nothing enables this one. */
	assert_int_equal(hook_counter_refused(counter)->count, 1);
	assert_string_equal(hook_counter_refused(counter)->items[0],
			    "file_open: No such file or directory");
	read_events(&played, text, sizeof(text));
	snprintf(line, sizeof(line), "\n-:lsmbench_%d/p%d_inode_getattr\n", INT_MAX, INT_MAX);
	assert_non_null(strstr(text, line));
	assert_null(strstr(text, "-:lsmbench_1/"));
	assert_null(strstr(text, "-:kprobes"));
	assert_null(strstr(text, "compute_av"));
	snprintf(line, sizeof(line), "\np:lsmbench_%d/p%d_path_mkdir security_path_mkdir\n",
		 (int)getpid(), (int)getpid());
	assert_non_null(strstr(text, line));
	hook_counter_close(counter);
	read_events(&played, text, sizeof(text));
	for (size_t i = 0; i < 3; i++) {
		snprintf(line, sizeof(line), "\n-:lsmbench_%d/p%d_%s\n", (int)getpid(),
			 (int)getpid(), tracefs_hooks[i]);
		assert_non_null(strstr(text, line));
	}
}

static void hits_are_read_with_those_missed(void **state)
{
	struct hook_counter *counter;
	struct error error = {""};
	struct tracefs played;
	uint64_t hits[3];

	tracefs_make(*state, &played);
	played.calls[1] = 40;
	tracefs_write_profile(&played);
	tracefs_open_counter(&played, &counter);
	assert_int_equal(hook_counter_read(counter, hits, &error), 0);
	assert_int_equal(hits[0], 1);
	assert_int_equal(hits[1], 41);
	assert_int_equal(hits[2], 1);
	hook_counter_close(counter);
}

/* Four calls of one hook, one in two of another; now and then one of somebody else. */
static int play(void *what, uint64_t n)
{
	struct tracefs *played = what;

	played->calls[1] += 4 * n + (played->batch++ % 2 ? 300 : 0);
	played->calls[2] += n / 2;
	tracefs_write_profile(played);
	return 0;
}

static int play_nothing(void *what, uint64_t n)
{
	(void)what;
	(void)n;
	return 0;
}

static int play_failure(void *what, uint64_t n)
{
	(void)what;
	(void)n;
	return ENOSPC;
}

static int play_growth(void *what, uint64_t n)
{
	struct tracefs *played = what;

	played->calls[0] += n * ++played->batch;
	tracefs_write_profile(played);
	return 0;
}

static void counts_are_of_an_iteration(void **state)
{
	struct hook_case hook_case = {.operation = "stat",
				      .parameter = "FFF",
				      .batches = 2,
				      .iterations = HOOK_CASE_ITERATIONS,
				      .run = play};
	struct hook_table table = {0};
	struct hook_counter *counter;
	struct error error = {""};
	struct tracefs played;

	tracefs_make(*state, &played);
	hook_case.argument = &played;
	tracefs_open_counter(&played, &counter);
	assert_int_equal(hook_case_count(counter, &hook_case, &table, &error), 0);
	assert_int_equal(table.count_count, 2);
	assert_true(hook_table_count(&table, "stat", "FFF", "inode_permission") == 4);
	assert_true(hook_table_count(&table, "stat", "FFF", "path_mkdir") == 0.5);
	assert_false(table.counts[0].varies);
	hook_case.operation = "loop";
	hook_case.parameter = "";
	hook_case.run = play_nothing;
	assert_int_equal(hook_case_count(counter, &hook_case, &table, &error), 0);
	assert_true(hook_table_has_case(&table, "loop", ""));
	assert_string_equal(table.counts[2].hook, "");
	hook_case.operation = "grow";
	hook_case.run = play_growth;
	played.batch = 0;
	assert_int_equal(hook_case_count(counter, &hook_case, &table, &error), 0);
	assert_true(hook_table_count(&table, "grow", "", "inode_getattr") == 3);
	assert_true(table.counts[3].varies);
	hook_case.run = play_failure;
	assert_int_equal(hook_case_count(counter, &hook_case, &table, &error), -ENOSPC);
	assert_non_null(strstr(error.text, "grow: No space"));
	hook_table_clear(&table);
	hook_counter_close(counter);
}

static void what_is_missing_is_told(void **state)
{
	const struct playground *playground = *state;
	struct hook_counter *counter;
	struct error error = {""};
	struct tracefs played;

	assert_int_equal(hook_counter_open_at(&counter, playground->path, "/dev/null", &error),
			 -ENOENT);
	assert_non_null(strstr(error.text, "mount -t tracefs"));
	assert_null(counter);
	tracefs_make(playground, &played);
	assert_int_equal(hook_counter_open_at(&counter, played.tracefs, "/dev/null", &error),
			 -ENODATA);
	playground_write(played.symbols, "0 T security_inode_permission\n");
	unlink(playground_join(played.tracefs, "kprobe_profile").text);
	assert_int_equal(hook_counter_open_at(&counter, played.tracefs, played.symbols, &error),
			 -ENOENT);
	assert_non_null(strstr(error.text, "kprobe_profile"));
	hook_counter_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(events_are_made_and_removed),
		PLAY(hits_are_read_with_those_missed),
		PLAY(counts_are_of_an_iteration),
		PLAY(what_is_missing_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
