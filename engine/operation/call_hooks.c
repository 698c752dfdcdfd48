/* SPDX-License-Identifier: GPL-2.0-or-later */
/* call_hooks.c - system calls and the kinds of hooks that they pass. */
#include "engine/operation/call_hooks.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	unsigned int hooks;
} calls[] = {
	{"open", HOOK_OPEN},
	{"openat", HOOK_OPEN},
	{"creat", HOOK_OPEN | HOOK_PATH},
	{"mkdir", HOOK_PATH},
	{"mkdirat", HOOK_PATH},
	{"rmdir", HOOK_PATH},
	{"unlink", HOOK_PATH},
	{"unlinkat", HOOK_PATH},
	{"rename", HOOK_PATH},
	{"renameat", HOOK_PATH},
	{"link", HOOK_PATH},
	{"linkat", HOOK_PATH},
	{"symlink", HOOK_PATH},
	{"symlinkat", HOOK_PATH},
	{"truncate", HOOK_TRUNCATE},
	{"ftruncate", HOOK_TRUNCATE},
	{"fallocate", HOOK_USE},
	{"ioctl", HOOK_IOCTL},
	{"stat", HOOK_ATTRIBUTE},
	{"fstat", HOOK_ATTRIBUTE},
	{"newfstatat", HOOK_ATTRIBUTE},
	{"fstatat", HOOK_ATTRIBUTE},
	{"fstatat64", HOOK_ATTRIBUTE},
	{"statx", HOOK_ATTRIBUTE},
	{"access", HOOK_ATTRIBUTE},
	{"faccessat", HOOK_ATTRIBUTE},
	{"chmod", HOOK_ATTRIBUTE},
	{"fchmodat", HOOK_ATTRIBUTE},
	{"getxattr", HOOK_ATTRIBUTE},
	{"setxattr", HOOK_ATTRIBUTE},
	{"read", HOOK_USE},
	{"pread64", HOOK_USE},
	{"write", HOOK_USE},
	{"pwrite64", HOOK_USE},
	{"getdents64", HOOK_USE},
	{"close", 0},
	{"select", 0},
	{"pselect6", 0},
	{"mmap", HOOK_MAP},
	{"mprotect", HOOK_MAP},
	{"munmap", 0},
	{"semop", HOOK_IPC},
	{"semtimedop", HOOK_IPC},
	{"kill", HOOK_SIGNAL},
	{"rt_sigaction", 0},
	{"rt_sigprocmask", 0},
	{"rt_sigreturn", 0},
	{"getppid", 0},
	{"wait4", 0},
	{"poll", 0},
	{"ppoll", 0},
	{"clone", HOOK_TASK},
	{"execve", HOOK_TASK | HOOK_OPEN},
	{"socket", HOOK_SOCKET},
	{"bind", HOOK_SOCKET},
	{"connect", HOOK_SOCKET},
	{"accept", HOOK_SOCKET},
	{"sendto", HOOK_SOCKET},
	{"recvfrom", HOOK_SOCKET},
	{"sendmsg", HOOK_SOCKET},
	{"recvmsg", HOOK_SOCKET},
};

unsigned int call_hooks(const char *name)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (strcmp(calls[i].name, name) == 0)
			return calls[i].hooks;
	return HOOK_ALL;
}
