/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * seccomp.c - two kinds of filters, each of one or two instructions.
 */
#include "engine/variant/seccomp.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int seccomp_check(struct error *error)
{
	const uint32_t action = SECCOMP_RET_ALLOW;

	if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0)
		return 0;
	return error_set(error, -errno,
			 "seccomp filters: the kernel answers %s: take Linux 4.17 or later with "
			 "CONFIG_SECCOMP_FILTER=y",
			 error_words(errno));
}

uint16_t seccomp_filter(enum seccomp_kind kind, struct sock_filter filter[SECCOMP_FILTER_SIZE])
{
	uint16_t length = 0;

	/* What it loads decides nothing, but the kernel does not look so far ahead. */
	if (kind == SECCOMP_READS_ARGUMENT)
		filter[length++] = (struct sock_filter)BPF_STMT(
			BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]));
	filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	return length;
}

static int add_filter(enum seccomp_kind kind)
{
	struct sock_filter filter[SECCOMP_FILTER_SIZE];
	const struct sock_fprog program = {.len = seccomp_filter(kind, filter), .filter = filter};

	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
		    &program) < 0)
		return -errno;
	return 0;
}

int seccomp_confine(enum seccomp_kind kind, uint32_t count, struct error *error)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return error_set(error, -errno, "no_new_privs: %s", error_words(errno));
	for (uint32_t i = 0; i < count; i++) {
		int code = add_filter(kind);

		if (code == -ENOMEM)
			return error_set(error, code,
					 "seccomp filter %u of %u: no memory, or more instructions "
					 "than the kernel allows a process in all its filters",
					 i + 1, count);
		if (code < 0)
			return error_set(error, code, "seccomp filter %u of %u: %s", i + 1, count,
					 error_words(code));
	}
	return 0;
}
