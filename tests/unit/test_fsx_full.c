/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The exerciser of one file where the file system is full: whatever call runs out of room, also a
 * write to a mapping, which can only be told by a signal, it says so, and finds no mistake.
 */
#include "tests/unit/fault.h"

#include <signal.h>
#include <sys/mman.h>

#include "engine/operation/fsx.h"
#include "engine/operation/fsx_map.h"
#include "engine/operation/fsx_report.h"

#define NAME "exercised"
#define SIZE_MOST 65536u

static void exercise_full(struct fsx *fsx, int directory, uint64_t seed)
{
	struct fsx_outcome outcome = {.verdict = FSX_FINE};
	const struct fsx_place place = {.scratch = NULL};
	struct error error = {""};

	demand_code(fsx_begin(fsx, directory, NAME, seed, &error), 0, &error);
	while (fsx->step < 100000 && fsx_advance(fsx, &outcome))
		;
	demand_code(fsx_report(fsx, &outcome, &place, &error), ENOSPC, &error);
	demand(strstr(error.text, "no room for the file of 64 KiB to exercise (No space left"),
	       error.text);
	demand(strstr(error.text, "; found in step "), error.text);
	demand(!strstr(error.text, "replay"), error.text);
}

/* Rooms of half the file's size, from seed to seed: each kind of step that takes some meets it. */
static void on_a_full_file_system(const struct playground *play)
{
	bool seen[FSX_KINDS] = {false};
	struct error error = {""};
	struct fsx fsx;
	int directory;

	enter_namespace();
	demand(mount("none", play->path, "tmpfs", 0, "size=32k,mode=0700") == 0, "tmpfs");
	directory = open(play->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	demand_code(fsx_make(&fsx, SIZE_MOST, &error), 0, &error);
	for (uint64_t seed = 1; seed <= 200; seed++) {
		exercise_full(&fsx, directory, seed);
		seen[fsx.log[(fsx.step - 1) % FSX_LOG].kind] = true;
		fsx_end(&fsx);
		demand(entries(play->path) == 0, "the file");
	}
	demand(seen[FSX_WRITE] && seen[FSX_ALLOCATE], "a write and an allocation without room");
	demand(seen[FSX_MAP_WRITE], "a write to a mapping without room");
	demand(seen[FSX_MAP_READ], "a mapping of a hole without room, which takes some on tmpfs");
	fsx_free(&fsx);
	close(directory);
}

static void test_full_file_system(void **state)
{
	in_child(*state, on_a_full_file_system);
}

static void without_any_room(const struct playground *play)
{
	struct error error = {""};
	struct fsx fsx;
	int directory;

	enter_namespace();
	demand(mount("none", play->path, "tmpfs", 0, "size=4k,mode=0700") == 0, "tmpfs");
	playground_write(playground_join(play->path, "full").text, "full");
	directory = open(play->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	demand_code(fsx_make(&fsx, SIZE_MOST, &error), 0, &error);
	demand_code(fsx_begin(&fsx, directory, NAME, 1, &error), -ENOSPC, &error);
	demand(strstr(error.text, "No space left on device: free some, or name another place"),
	       error.text);
	fsx_free(&fsx);
	close(directory);
}

static void test_without_any_room(void **state)
{
	in_child(*state, without_any_room);
}

/* A file that somebody else has cut off is no full file system; nor is it tried for ever. */
static void test_missing_for_another_reason(void **state)
{
	const struct playground *play = *state;
	const struct joined path = playground_join(play->path, NAME);
	const struct fsx_step step = {.kind = FSX_MAP_READ, .offset = 4096, .length = 8192};
	static unsigned char buffer[8192];
	struct fsx_transfer transfer = {.buffer = buffer};
	struct fsx_file file = {.page = (size_t)sysconf(_SC_PAGESIZE)};

	playground_write(path.text, "short");
	file.fd = open(path.text, O_RDWR | O_CLOEXEC);
	fsx_map_begin();
	assert_int_equal(fsx_map_perform(&file, &step, &transfer), EIO);
	assert_int_equal(ftruncate(file.fd, 4096 + 8192), 0);
	assert_int_equal(fsx_map_perform(&file, &step, &transfer), 0);
	assert_int_equal(transfer.moved, 8192);
	fsx_map_end();
	close(file.fd);
}

/* What no step has raised ends the process, as it would without us. */
static void test_signals_of_others_are_not_hidden(void **state)
{
	const struct playground *play = *state;
	const struct joined path = playground_join(play->path, NAME);
	int status;
	pid_t pid;

	playground_write(path.text, "");
	pid = fork();
	if (pid == 0) {
		int fd = open(path.text, O_RDWR | O_CLOEXEC);
		volatile char *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
		const struct rlimit no_core = {0, 0};

		setrlimit(RLIMIT_CORE, &no_core);
		signal(SIGBUS, SIG_DFL);
		fsx_map_begin();
		_exit(map[0]);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGBUS);
}

#define PLAY(test) cmocka_unit_test_setup_teardown(test, playground_make, playground_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_full_file_system),
		PLAY(test_without_any_room),
		PLAY(test_missing_for_another_reason),
		PLAY(test_signals_of_others_are_not_hidden),
	};

	return cmocka_run_group_tests_name("fsx on a full file system", tests, NULL, NULL);
}
