/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * confined_child.h - what tests of confinement share: a child that confines itself and says by its
 * exit status what became of it, for nothing takes a confinement back.
 */
#ifndef LSMBENCH_TESTS_UNIT_CONFINED_CHILD_H
#define LSMBENCH_TESTS_UNIT_CONFINED_CHILD_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* In the child: say what is wrong and end. */
#define CHILD_CHECK(condition)                                                                     \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition,        \
				strerror(errno));                                                  \
			_exit(1);                                                                  \
		}                                                                                  \
	} while (0)

/* Run work in a child, which has to come to its end. */
static inline void in_child(void (*work)(void *argument), void *argument)
{
	pid_t child;
	int status;

	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		work(argument);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* In the child: let the kernel answer a system call with an error, as a container's filter does. */
static inline void child_forbid(long number, int code)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned int)code),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = 4, .filter = filter};

	CHILD_CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHILD_CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}

/* The number behind "name:" in the status of a process; -1 when there is none. */
static inline long status_number(pid_t pid, const char *name)
{
	char path[64];
	char line[256];
	long number = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':')
			number = strtol(line + strlen(name) + 1, NULL, 10);
	if (file)
		fclose(file);
	return number;
}

#endif
