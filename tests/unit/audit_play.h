/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_play.h - audit records of our own making: a user's message (AUDIT_USER_AVC), which the
 * kernel writes even while audit is off.
 */
#ifndef LSMBENCH_TESTS_AUDIT_PLAY_H
#define LSMBENCH_TESTS_AUDIT_PLAY_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/netlink.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/worker/audit_watch.h"

/* Have the kernel write a record. 0 or a negative errno: there may be no right to do so. */
static inline int write_record(void)
{
	const struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
	struct {
		struct nlmsghdr header;
		char text[32];
	} message = {
		.header = {.nlmsg_len = sizeof(message),
			   .nlmsg_type = AUDIT_USER_AVC,
			   .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK},
		.text = "lsmbench tests its counting",
	};
	struct {
		struct nlmsghdr header;
		struct nlmsgerr error;
		char rest[256];
	} answer = {.error = {.error = -ETIMEDOUT}};
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_AUDIT);
	struct pollfd ready = {.fd = fd, .events = POLLIN};

	if (fd < 0)
		return -errno;
	if (sendto(fd, &message, sizeof(message), 0, (const struct sockaddr *)&kernel,
		   sizeof(kernel)) < 0)
		answer.error.error = -errno;
	else if (poll(&ready, 1, 1000) == 1)
		(void)!recv(fd, &answer, sizeof(answer), 0);
	close(fd);
	return answer.error.error;
}

/* A thread of the kernel's copies the records: not at once. */
static inline uint64_t counted(struct audit_watch *watch, uint64_t expected)
{
	uint64_t count = audit_watch_count(watch);

	for (int i = 0; i < 200 && count < expected; i++) {
		poll(NULL, 0, 5);
		count = audit_watch_count(watch);
	}
	return count;
}

static inline void open_or_skip(struct audit_watch *watch)
{
	int code = audit_watch_open(watch);

	if (code == 0 && write_record() == 0)
		return;
	audit_watch_close(watch);
	print_message("skipped: no right to read or write audit records here\n");
	skip();
}

#endif
