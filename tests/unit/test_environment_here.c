/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment_here.c - the machine that runs the tests, each fact found by a second way.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/environment/lsm.h"
#include "engine/text/version.h"
#include "tests/unit/environment_check.h"

#define SKIPPED 77

static void collect_here(struct environment *environment)
{
	char *paths[] = {"/dev/shm", "/proc", "/no/such/directory"};
	struct text_list list = {paths, 3};
	struct environment_request request = {&list, 0};
	struct error error = {""};

	assert_int_equal(environment_collect(environment, &request, &error), 0);
}

/* The first line that command prints. */
static void first_line(const char *command, char *line, size_t size)
{
	FILE *pipe = popen(command, "r");

	assert_non_null(pipe);
	if (!fgets(line, (int)size, pipe))
		line[0] = '\0';
	line[strcspn(line, "\n")] = '\0';
	pclose(pipe);
}

static void names_are_those_of_uname(void **state)
{
	struct environment here;
	struct utsname names;

	(void)state;
	collect_here(&here);
	assert_int_equal(uname(&names), 0);
	assert_value(&here, "kernel.release", names.release);
	assert_value(&here, "kernel.version", names.version);
	assert_value(&here, "kernel.machine", names.machine);
	assert_value(&here, "host.name", names.nodename);
	assert_value(&here, "lsmbench.version", LSMBENCH_VERSION);
	environment_clear(&here);
}

static void cpus_are_those_of_libc(void **state)
{
	struct environment here;

	(void)state;
	collect_here(&here);
	assert_int_equal(strtol(environment_value(&here, "cpu.online", "0"), NULL, 10),
			 sysconf(_SC_NPROCESSORS_ONLN));
	assert_value(&here, "cpu.worker", "0");
	environment_clear(&here);
}

static void memory_is_that_of_libc(void **state)
{
	struct environment here;
	long pages = sysconf(_SC_PHYS_PAGES), kib = sysconf(_SC_PAGE_SIZE) / 1024;

	(void)state;
	collect_here(&here);
	assert_int_equal(strtol(environment_value(&here, "machine.memory", "0"), NULL, 10),
			 pages * kib);
	environment_clear(&here);
}

/* gzip and sha256sum, or plain sha256sum, on the file that the item names. */
static void the_configurations_hash_is_that_of_sha256sum(void **state)
{
	char command[512], line[128];
	struct environment here;
	const char *source;

	(void)state;
	collect_here(&here);
	source = environment_value(&here, "kernel.config_source", NULL);
	if (!source) {
		environment_clear(&here);
		skip();
		return;
	}
	snprintf(command, sizeof(command), "%s '%s' | sha256sum | cut -d' ' -f1",
		 strstr(source, ".gz") ? "gzip -dc" : "cat", source);
	first_line(command, line, sizeof(line));
	assert_value(&here, "kernel.config_sha256", line);
	snprintf(command, sizeof(command), "%s '%s' | sed -n 's/^CONFIG_HZ=//p'",
		 strstr(source, ".gz") ? "gzip -dc" : "cat", source);
	first_line(command, line, sizeof(line));
	assert_value(&here, "config.hz", line);
	environment_clear(&here);
}

static void scratches_are_those_of_statvfs(void **state)
{
	struct environment here;
	struct statvfs space;
	char size[64];

	(void)state;
	collect_here(&here);
	assert_int_equal(statvfs("/dev/shm", &space), 0);
	snprintf(size, sizeof(size), " of %llu MiB",
		 (unsigned long long)space.f_blocks * space.f_frsize >> 20);
	assert_non_null(strstr(environment_value(&here, "scratch.0.free_space", ""), size));
	assert_value(&here, "scratch.1.type", "proc");
	assert_unknown(&here, "scratch.2.path", "No such file or directory");
	environment_clear(&here);
}

/* Two links that mount(8) is not needed for: df names type and device of where we stand. */
static void the_mount_is_that_of_df(void **state)
{
	char *paths[] = {"."};
	struct text_list list = {paths, 1};
	struct environment_request request = {&list, -1};
	struct environment here;
	struct error error;
	char line[4096];

	(void)state;
	assert_int_equal(environment_collect(&here, &request, &error), 0);
	first_line("df --output=fstype . | tail -n 1", line, sizeof(line));
	assert_value(&here, "scratch.0.type", line);
	first_line("df --output=target . | tail -n 1", line, sizeof(line));
	assert_value(&here, "scratch.0.mount_point", line);
	first_line("pwd -P", line, sizeof(line));
	assert_value(&here, "scratch.0.path", line);
	environment_clear(&here);
}

/* Run check in a process of its own; SKIPPED skips. */
static void in_a_child(int (*check)(void))
{
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0)
		_exit(check());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == SKIPPED)
		skip();
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* A mount namespace of its own sees securityfs, and nobody else does. */
static int mount_securityfs(void)
{
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return SKIPPED;
	if (mount("securityfs", "/sys/kernel/security", "securityfs", 0, NULL) && errno != EBUSY)
		return SKIPPED;
	return 0;
}

static int compare_lists(void)
{
	char from_call[1024], from_file[1024] = "";
	struct environment here;
	struct error error;
	FILE *file;
	int code = mount_securityfs();

	if (code || lsm_list(from_call, sizeof(from_call)))
		return SKIPPED;
	file = fopen("/sys/kernel/security/lsm", "r");
	if (!file || !fgets(from_file, sizeof(from_file), file))
		return 2;
	fclose(file);
	from_file[strcspn(from_file, "\n")] = '\0';
	if (strcmp(from_call, from_file) != 0)
		return 3;
	if (environment_collect(&here, &(struct environment_request){NULL, -1}, &error))
		return 4;
	if (strcmp(environment_value(&here, "lsm.active", ""), from_file) != 0)
		return 5;
	if (strcmp(environment_value(&here, "lsm.securityfs", ""), "mounted") != 0)
		return 6;
	environment_clear(&here);
	return 0;
}

static void the_call_lists_what_securityfs_lists(void **state)
{
	(void)state;
	in_a_child(compare_lists);
}

static int add_filter(void)
{
	struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	struct sock_fprog program = {1, allow};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

static int collect_under_filters(void)
{
	struct environment before, after;
	struct environment_request request = {NULL, -1};
	unsigned long filters;
	struct error error;

	if (environment_collect(&before, &request, &error))
		return 1;
	if (!environment_value(&before, "self.seccomp_filters", NULL) || add_filter() ||
	    add_filter() || add_filter())
		return SKIPPED;
	if (environment_collect(&after, &request, &error))
		return 2;
	filters = strtoul(environment_value(&after, "self.seccomp_filters", "0"), NULL, 10);
	if (filters !=
	    strtoul(environment_value(&before, "self.seccomp_filters", "0"), NULL, 10) + 3)
		return 3;
	if (strcmp(environment_value(&after, "self.seccomp", ""), "filter") != 0)
		return 4;
	if (!find_warning(&after, "seccomp filters, \"none\" includes them"))
		return 5;
	environment_clear(&before);
	environment_clear(&after);
	return 0;
}

static void own_filters_are_counted(void **state)
{
	(void)state;
	in_a_child(collect_under_filters);
}

static int collect_as_nobody(void)
{
	struct environment here;
	struct error error;

	if (geteuid() == 0 && (setgid(65534) || setuid(65534)))
		return SKIPPED;
	if (environment_collect(&here, &(struct environment_request){NULL, 0}, &error))
		return 1;
	if (!environment_value(&here, "kernel.release", NULL) ||
	    !environment_value(&here, "cpu.model", NULL) ||
	    !environment_value(&here, "load.average", NULL))
		return 2;
	if (environment_value(&here, "audit.enabled", NULL)) /* only root may ask */
		return 3;
	if (environment_finish(&here, &(struct environment_request){NULL, 0}, &error))
		return 4;
	if (strcmp(environment_value(&here, "during.changed", ""), "nothing") != 0)
		return 5;
	environment_clear(&here);
	return 0;
}

static void no_privilege_is_needed(void **state)
{
	(void)state;
	in_a_child(collect_as_nobody);
}

/* A process that computes for a while, so that it is the busiest of this moment. */
static pid_t start_busy_process(void)
{
	pid_t child = fork();

	assert_true(child >= 0);
	if (child)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NAME, "test) busy (one");
	for (;;)
		__asm__ volatile("");
}

/* It is listed by its own name; which place it takes depends on what else runs here. */
static bool is_listed(const struct environment *environment, pid_t pid)
{
	char part[64];

	snprintf(part, sizeof(part), "test) busy (one (%d): ", (int)pid);
	for (size_t i = 0; i < environment->item_count; i++)
		if (!strncmp(environment->items[i].key, "process.busiest.", 16) &&
		    strstr(environment->items[i].value, part))
			return true;
	return false;
}

static void a_busy_process_is_found(void **state)
{
	pid_t child = start_busy_process();
	struct environment here;
	bool found = false;

	(void)state;
	for (int i = 0; i < 100 && !found; i++) {
		collect_here(&here);
		found = is_listed(&here, child);
		environment_clear(&here);
	}
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	assert_true(found);
}

/* No two items share a key, and each has a value with its source or a reason. */
static void every_item_is_whole(void **state)
{
	struct environment here, copy;

	(void)state;
	collect_here(&here);
	for (size_t i = 0; i < here.item_count; i++) {
		const struct environment_item *item = &here.items[i];

		assert_ptr_equal(environment_find(&here, item->key), item);
		assert_true(item->value ? item->source && !item->reason
					: item->reason && !item->source);
		for (const char *c = item->value ? item->value : item->reason; *c; c++)
			if (iscntrl((unsigned char)*c))
				fail_msg("%s has a control character", item->key);
	}
	assert_int_equal(environment_copy(&copy, &here), 0);
	assert_true(environment_equal(&copy, &here));
	environment_clear(&copy);
	environment_clear(&here);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_those_of_uname),
		cmocka_unit_test(cpus_are_those_of_libc),
		cmocka_unit_test(memory_is_that_of_libc),
		cmocka_unit_test(the_configurations_hash_is_that_of_sha256sum),
		cmocka_unit_test(scratches_are_those_of_statvfs),
		cmocka_unit_test(the_mount_is_that_of_df),
		cmocka_unit_test(the_call_lists_what_securityfs_lists),
		cmocka_unit_test(own_filters_are_counted),
		cmocka_unit_test(no_privilege_is_needed),
		cmocka_unit_test(a_busy_process_is_found),
		cmocka_unit_test(every_item_is_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
