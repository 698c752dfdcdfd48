/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * process.h - what the kernel tells about a process, for tests.
 */
#ifndef LSMBENCH_TESTS_SCREEN_PROCESS_H
#define LSMBENCH_TESTS_SCREEN_PROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* CPU time used so far by a process, its ended children left out, in clock ticks; -1: gone. */
int64_t process_cpu_ticks(pid_t pid);

/* How often it has waited or been preempted; -1: gone. */
int64_t process_switches(pid_t pid);

/* The living processes of a session (zombies left out), at most size of them in pids; how many. */
size_t process_of_session(pid_t session, pid_t *pids, size_t size);

#endif
