/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_watch.c - audit records counted by a socket that nobody reads in the meantime.
 */
#include "engine/worker/audit_watch.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <sys/socket.h>
#include <unistd.h>

#define RECORD_SIZE 9000 /* the kernel's longest message; what is cut is counted all the same */

int audit_watch_open(struct audit_watch *watch)
{
	const struct sockaddr_nl address = {
		.nl_family = AF_NETLINK,
		.nl_groups = 1U << (AUDIT_NLGRP_READLOG - 1),
	};
	int code = 0;

	*watch = (struct audit_watch){
		.fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_AUDIT)};
	if (watch->fd < 0)
		return -errno;
	if (bind(watch->fd, (const struct sockaddr *)&address, sizeof(address)) < 0) {
		code = -errno;
		audit_watch_close(watch);
	}
	return code;
}

/* What the kernel dropped because the socket was full. */
static uint64_t dropped(int fd)
{
	uint32_t figures[SK_MEMINFO_VARS] = {0};
	socklen_t size = sizeof(figures);

	if (getsockopt(fd, SOL_SOCKET, SO_MEMINFO, figures, &size) < 0)
		return 0;
	return figures[SK_MEMINFO_DROPS];
}

uint64_t audit_watch_count(struct audit_watch *watch)
{
	char record[RECORD_SIZE];

	if (watch->fd < 0)
		return 0;
	for (;;) {
		ssize_t length = recv(watch->fd, record, sizeof(record), MSG_DONTWAIT);

		if (length > 0)
			watch->taken++;
		/* The first answer after a drop tells of it; the records follow. */
		else if (length == 0 || (errno != ENOBUFS && errno != EINTR))
			break;
	}
	return watch->taken + dropped(watch->fd);
}

void audit_watch_close(struct audit_watch *watch)
{
	if (watch->fd >= 0)
		close(watch->fd);
	watch->fd = -1;
}
