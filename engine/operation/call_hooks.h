/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * call_hooks.h - which kinds of security hooks a system call passes, so that a variant that acts in
 * some of them only is known to spare an operation.
 *
 * Source: the callers of security_*() in Linux 6.1 to 6.18. What is not known passes all of them.
 */
#ifndef LSMBENCH_ENGINE_CALL_HOOKS_H
#define LSMBENCH_ENGINE_CALL_HOOKS_H

enum call_hook {
	HOOK_OPEN = 1u << 0,      /* a file is opened: file_open */
	HOOK_PATH = 1u << 1,      /* a name is made, moved or removed: path_*, inode_create ... */
	HOOK_TRUNCATE = 1u << 2,  /* path_truncate, file_truncate */
	HOOK_IOCTL = 1u << 3,     /* file_ioctl */
	HOOK_ATTRIBUTE = 1u << 4, /* inode_getattr, inode_setattr, xattrs; a path is walked */
	HOOK_USE = 1u << 5,       /* file_permission: an open file is read or written */
	HOOK_MAP = 1u << 6,       /* mmap_file, file_mprotect */
	HOOK_SOCKET = 1u << 7,    /* socket_*, unix_* */
	HOOK_TASK = 1u << 8,      /* task_alloc, cred_prepare, bprm_* */
	HOOK_SIGNAL = 1u << 9,    /* task_kill */
	HOOK_IPC = 1u << 10,      /* sem_*, shm_*, msg_* */
	HOOK_ALL = (1u << 11) - 1,
};

/* The hooks of the system call of that name, as the operation table spells it; 0: none. */
unsigned int call_hooks(const char *name);

#endif
