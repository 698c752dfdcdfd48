/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tcp_counter.h - how often a SYN was sent again in this network namespace, as the kernel counts
 * it: TCPSynRetrans of /proc/self/net/netstat. A connection whose SYN is lost takes a second
 * longer, which is no cost of connecting.
 */
#ifndef LSMBENCH_ENGINE_TCP_COUNTER_H
#define LSMBENCH_ENGINE_TCP_COUNTER_H

#include <stdint.h>

#include "fixtures/error.h"

#define TCP_COUNTER_DIRECTORY "/proc/self/net"
#define TCP_COUNTER_FILE TCP_COUNTER_DIRECTORY "/netstat"

struct tcp_counter {
	int fd;              /* -1: not open */
	unsigned int column; /* of the counter in its line */
};

/*
 * Open it. 0 or -EOPNOTSUPP with a message when it cannot be read, as without /proc. Close fd.
 */
int tcp_counter_open(struct tcp_counter *counter, struct error *error);

/* Its value now. 0 or the positive errno. */
int tcp_counter_read(const struct tcp_counter *counter, uint64_t *value);

/*
 * Which of a line's words, counted from 0, is the counter's name; the line is the first that begins
 * with "TcpExt:". -1 when text has none.
 */
int tcp_counter_column(const char *text);

/* The word of that number in the second line that begins so. 0, or EPROTO when there is none. */
int tcp_counter_value(const char *text, unsigned int column, uint64_t *value);

#endif
