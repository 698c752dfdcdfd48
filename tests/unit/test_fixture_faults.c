/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixtures when system calls fail, made to by a seccomp filter in a child, and when descriptors run
 * out. Each failure must come with one clear line and leave nothing behind.
 */
#include "tests/unit/fault.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "fixtures/builder.h"

/* From now on the system call number fails with code (positive). */
static void inject(long number, int code)
{
	struct sock_filter code_of[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned int)code),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {4, code_of};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
		return;
	printf("skipped: no seccomp filter here: %s\n", strerror(errno));
	fflush(stdout);
	_exit(SKIPPED);
}

static int injected; /* the errno of the test at hand: a body takes no argument for it */

static void failing_mknod(const struct playground *play)
{
	struct fixture_spec directory = directory_of(10);
	struct fixture_spec path = path_of(3);
	struct scratch scratch;

	create(&scratch, play);
	inject(SYS_mknodat, injected);
	demand_failure(&scratch, &directory, -injected);
	demand_failure(&scratch, &path, -injected);
	finish(&scratch, play);
}

static void failing_symlink(const struct playground *play)
{
	struct fixture_spec path = path_of(3);
	struct scratch scratch;

	create(&scratch, play);
	inject(SYS_symlinkat, injected);
	demand_failure(&scratch, &path, -injected);
	finish(&scratch, play);
}

static void failing_mkdir(const struct playground *play)
{
	struct fixture_spec directory = directory_of(10);
	struct scratch scratch;

	create(&scratch, play);
	inject(SYS_mkdirat, injected);
	demand_failure(&scratch, &directory, -injected);
	finish(&scratch, play);
#ifdef SYS_mkdir
	inject(SYS_mkdir, injected);
	demand(try_root(play, -injected) < 0, "a root without mkdir");
#endif
}

/* The first directories are entered by openat2; what the C library and the way down use is this. */
static void failing_openat(const struct playground *play)
{
	struct fixture_spec path = path_of(3);
	struct error error = {""};
	struct scratch scratch;

	create(&scratch, play);
	inject(SYS_openat, injected);
	demand_code(fixture_build(scratch.fd, "case", &path, NULL, NULL, &error), -injected,
		    &error);
	demand_message(&error, scratch.path);
	demand(faccessat(scratch.fd, "case", F_OK, 0) < 0, "what the failed build made");
	demand_code(scratch_remove(&scratch, &error), 0, &error);
}

static void failing_marker(const struct playground *play)
{
	inject(SYS_openat, injected);
	/* Looking at the directory would need the call that fails: the parent does it. */
	demand(scratch_create(&(struct scratch){0}, play->path, NULL) == -injected, "a root");
}

static void failing_write(const struct playground *play)
{
	struct scratch scratch;

	inject(SYS_write, injected);
	_exit(scratch_create(&scratch, play->path, NULL) == -injected ? 0 : 1);
}

static void for_each_errno(const struct playground *play, body *what)
{
	static const int codes[] = {ENOSPC, EDQUOT, EROFS,  EACCES,  EIO,
				    ESTALE, EMFILE, ENFILE, ENOTCONN};

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		injected = codes[i];
		in_child(play, what);
	}
}

static void test_failing_calls_leave_nothing(void **state)
{
	for_each_errno(*state, failing_mknod);
	for_each_errno(*state, failing_symlink);
	for_each_errno(*state, failing_mkdir);
	for_each_errno(*state, failing_openat);
	for_each_errno(*state, failing_marker);
	for_each_errno(*state, failing_write);
}

static void failing_flock(const struct playground *play)
{
	inject(SYS_flock, injected);
	demand(try_root(play, -EOPNOTSUPP) == -EOPNOTSUPP, "a root without locks");
}

static void test_file_system_without_locks_is_refused(void **state)
{
	injected = EOPNOTSUPP;
	in_child(*state, failing_flock);
	injected = EINVAL;
	in_child(*state, failing_flock);
}

/* Building and undoing fail: the sentence says that something remains, and it can be cleaned. */
static void failing_undo(const struct playground *play)
{
	struct fixture_spec path = path_of(3);
	struct error error = {""};
	struct scratch scratch;

	create(&scratch, play);
	inject(SYS_symlinkat, ENOSPC);
	inject(SYS_unlinkat, EIO);
	demand_code(fixture_build(scratch.fd, "case", &path, NULL, NULL, &error), -ENOSPC, &error);
	demand(strstr(error.text, "remains"), error.text);
	demand_message(&error, scratch.path);
	demand_code(scratch_remove_root(&scratch, NULL, NULL, &error), -EIO, &error);
	demand_message(&error, scratch.path);
}

static void test_failing_undo_is_told(void **state)
{
	const struct playground *play = *state;
	struct scratch_leftover *list;
	size_t count;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		failing_undo(play);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED)
		skip();
	assert_int_equal(status, 0);
	assert_int_equal(scratch_find_leftovers(play->path, &list, &count, NULL), 0);
	assert_int_equal(count, 1);
	assert_int_equal(scratch_remove_leftover(&list[0], NULL), 0);
	free(list);
	assert_int_equal(playground_entries(play->path), 0);
}

static void without_openat2(const struct playground *play)
{
	struct fixture_spec directory = directory_of(300);
	struct fixture_spec path = path_of(300);
	struct error error = {""};
	struct scratch scratch;

	inject(SYS_openat2, injected);
	create(&scratch, play);
	demand_success(&scratch, &directory);
	demand_success(&scratch, &path);
	demand(symlinkat(play->canary, scratch.fd, "link") == 0, "symlink");
	demand(fixture_remove(scratch.fd, "link", NULL, NULL, &error) < 0,
	       "removal through a link");
	finish(&scratch, play);
}

static void test_old_kernels_and_sandboxes(void **state)
{
	injected = ENOSYS;
	in_child(*state, without_openat2);
	injected = EPERM;
	in_child(*state, without_openat2);
}

static void other_device_without_openat2(const struct playground *play)
{
	struct error error = {""};
	struct scratch scratch;
	char place[PATH_MAX + 16];

	enter_namespace();
	create(&scratch, play);
	snprintf(place, sizeof(place), "%s/a", scratch.path);
	demand(mkdir(place, 0700) == 0, place);
	demand(mount("none", place, "tmpfs", 0, "size=64k") == 0, "tmpfs");
	inject(SYS_openat2, ENOSYS);
	demand_code(fixture_remove(scratch.fd, "a", NULL, NULL, &error), -EXDEV, &error);
	demand(umount(place) == 0, "unmount");
	finish(&scratch, play);
}

static void test_mounts_are_seen_without_openat2(void **state)
{
	in_child(*state, other_device_without_openat2);
}

static void builder_without_close_range(const struct playground *play)
{
	struct fixture_spec directory = directory_of(10);
	struct builder_event event = {.kind = BUILDER_PROGRESS};
	struct error error = {""};
	struct scratch scratch;
	struct builder *builder;
	char fds[64];

	inject(SYS_close_range, ENOSYS);
	create(&scratch, play);
	demand(fcntl(0, F_DUPFD, 50) == 50, "another descriptor");
	demand_code(builder_start(&builder, &scratch, 1, -1, &error), 0, &error);
	demand_code(builder_build(builder, 0, "case", &directory, &error), 0, &error);
	while (event.kind == BUILDER_PROGRESS) {
		struct pollfd poller = {.fd = builder_fd(builder), .events = POLLIN};

		demand(poll(&poller, 1, 60000) == 1, "the builder's answer");
		demand(builder_next(builder, &event) >= 0, "the builder's event");
	}
	demand_code(event.code, 0, &event.error);
	snprintf(fds, sizeof(fds), "/proc/%ld/fd", (long)builder_pid(builder));
	demand(entries(fds) == 3 + 1 + 4, "the builder's descriptors");
	demand_code(builder_stop(builder, &error), 0, &error);
}

static void test_builder_without_close_range(void **state)
{
	in_child(*state, builder_without_close_range);
}

static int build_with_few(const struct scratch *scratch, const struct fixture_spec *spec,
			  unsigned int room)
{
	struct error error = {""};
	struct rlimit before;
	int result;

	playground_leave_descriptors(&before, room);
	result = fixture_build(scratch->fd, "case", spec, NULL, NULL, &error);
	setrlimit(RLIMIT_NOFILE, &before);
	demand(result == 0 || result == -EMFILE, error.text);
	if (result < 0)
		demand_message(&error, "ulimit -n");
	demand(entries(scratch->path) == (result == 0 ? 2 : 1), "entries");
	return result;
}

static int remove_with_few(const struct scratch *scratch, unsigned int room)
{
	struct error error = {""};
	struct rlimit before;
	int result;

	playground_leave_descriptors(&before, room);
	result = fixture_remove(scratch->fd, "case", NULL, NULL, &error);
	setrlimit(RLIMIT_NOFILE, &before);
	demand(result == 0 || result == -EMFILE, error.text);
	if (result < 0) {
		demand_message(&error, "ulimit -n");
		demand_code(fixture_remove(scratch->fd, "case", NULL, NULL, &error), 0, &error);
	}
	demand(entries(scratch->path) == 1, "entries after removal");
	return result;
}

static void few_descriptors(const struct playground *play)
{
	struct fixture_spec specs[] = {directory_of(10), path_of(20)};
	struct scratch scratch;
	unsigned int built = 0;
	unsigned int removed = 0;

	create(&scratch, play);
	for (unsigned int room = 0; room < 6; room++) {
		for (size_t i = 0; i < 2; i++) {
			struct error error = {""};

			if (build_with_few(&scratch, &specs[i], room) < 0)
				demand_code(fixture_build(scratch.fd, "case", &specs[i], NULL, NULL,
							  &error),
					    0, &error);
			else
				built++;
			removed += remove_with_few(&scratch, room) == 0;
		}
	}
	/* Both happen: with no room nothing is built, with three descriptors everything. */
	demand(built == 6 && removed >= 6 && removed < 12, "builds with few descriptors");
	finish(&scratch, play);
}

static void test_few_descriptors(void **state)
{
	in_child(*state, few_descriptors);
}

static void no_descriptor_for_a_root(const struct playground *play)
{
	unsigned int made = 0;

	for (unsigned int room = 0; room < 6; room++) {
		struct rlimit before;
		struct scratch scratch;
		struct error error = {""};
		int result;

		playground_leave_descriptors(&before, room);
		result = scratch_create(&scratch, play->path, &error);
		setrlimit(RLIMIT_NOFILE, &before);
		demand(result == 0 || result == -EMFILE, error.text);
		made += result == 0;
		demand_code(scratch_remove(&scratch, &error), 0, &error);
		demand(entries(play->path) == 0, "entries");
	}
	demand(made > 0 && made < 6, "roots with few descriptors");
}

static void test_no_descriptor_for_a_root(void **state)
{
	in_child(*state, no_descriptor_for_a_root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_failing_calls_leave_nothing),
		PLAY(test_file_system_without_locks_is_refused),
		PLAY(test_failing_undo_is_told),
		PLAY(test_old_kernels_and_sandboxes),
		PLAY(test_mounts_are_seen_without_openat2),
		PLAY(test_builder_without_close_range),
		PLAY(test_few_descriptors),
		PLAY(test_no_descriptor_for_a_root),
	};

	return cmocka_run_group_tests_name("fixture faults", tests, NULL, NULL);
}
