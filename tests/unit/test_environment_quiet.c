/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment_quiet.c - looking changes nothing: traced by strace, a collection starts no
 * process, opens nothing for writing, mounts nothing and sleeps at most once.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/environment_check.h"

/* What the traced program does: all of it lies between two marks that a trace can show. */
static int collect_and_finish(void)
{
	struct environment_request request = {NULL, 0};
	struct environment environment;
	struct error error;

	if (!access("/collection/begins", F_OK))
		return 1;
	if (environment_collect(&environment, &request, &error) ||
	    environment_finish(&environment, &request, &error))
		return 1;
	environment_clear(&environment);
	return access("/collection/ends", F_OK) ? 0 : 1;
}

static bool has_word(const char *line, const char *const *words)
{
	for (; *words; words++)
		if (strstr(line, *words))
			return true;
	return false;
}

/* The counts of what stands between the marks. */
struct trace {
	bool whole;
	size_t calls, harmful, sleeps;
	char example[512];
};

static void read_trace(FILE *file, struct trace *trace)
{
	static const char *const harmful[] = {
		"fork(",     "clone(",  "clone3(", "execve(",  "O_WRONLY", "O_RDWR",  "O_CREAT",
		"mount(",    "mkdir",   "unlink",  "rename",   "chmod",    "write(",  "writev(",
		"truncate(", "symlink", "link(",   "setxattr", "prctl(",   "setuid(", NULL};
	static const char *const sleeps[] = {"nanosleep(", NULL};
	bool inside = false;
	char line[4096];

	while (fgets(line, sizeof(line), file)) {
		if (strstr(line, "/collection/ends"))
			trace->whole = inside;
		if (inside && !strstr(line, "/collection/ends")) {
			trace->calls++;
			trace->sleeps += has_word(line, sleeps);
			if (has_word(line, harmful)) {
				trace->harmful++;
				snprintf(trace->example, sizeof(trace->example), "%.500s", line);
			}
		}
		inside = inside || strstr(line, "/collection/begins");
	}
}

static void run_traced(const char *program, const char *log)
{
	char command[2048];
	int status;

	snprintf(command, sizeof(command),
		 "exec env ASAN_OPTIONS=detect_leaks=0 strace -f -s 0 -e signal=none -o '%s' '%s' "
		 "--collect",
		 log, program);
	status = system(command);
	assert_true(status >= 0 && WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void looking_changes_nothing(void **state)
{
	const char *directory = getenv("TMPDIR");
	struct trace trace = {0};
	char log[256];
	FILE *file;
	int fd;

	snprintf(log, sizeof(log), "%s/environment.XXXXXX", directory ? directory : "/tmp");
	fd = mkstemp(log);
	assert_true(fd >= 0);
	run_traced(*state, log);
	file = fdopen(fd, "r");
	assert_non_null(file);
	read_trace(file, &trace);
	fclose(file);
	unlink(log);
	assert_true(trace.whole);
	assert_true(trace.calls > 100);
	if (trace.harmful)
		fail_msg("%zu calls change something: %s", trace.harmful, trace.example);
	assert_int_equal(trace.sleeps, 1);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(looking_changes_nothing, argv[0]),
	};

	if (argc > 1 && !strcmp(argv[1], "--collect"))
		return collect_and_finish();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
