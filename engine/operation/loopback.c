/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loopback.c - bind, connect and accept on 127.0.0.1. */
#include "engine/operation/loopback.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

int loopback_failed(const char *what, struct error *error)
{
	const int code = errno;

	switch (code) {
	case EADDRNOTAVAIL:
	case EAFNOSUPPORT:
	case ENETDOWN:
	case ENETUNREACH:
		return error_set(error, -EOPNOTSUPP,
				 "there is no loopback here (%s: %s): set the interface lo up",
				 what, error_words(code));
	default:
		return error_set(error, -code, "%s on 127.0.0.1: %s", what, error_words(code));
	}
}

int loopback_bind(int type, int backlog, int *fd, struct sockaddr_in *address, struct error *error)
{
	socklen_t size = sizeof(*address);

	*address = (struct sockaddr_in){.sin_family = AF_INET,
					.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	*fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
	if (*fd < 0)
		return loopback_failed("socket", error);
	if (bind(*fd, (struct sockaddr *)address, sizeof(*address)) < 0 ||
	    getsockname(*fd, (struct sockaddr *)address, &size) < 0)
		return loopback_failed("bind", error);
	if (type == SOCK_STREAM && listen(*fd, backlog) < 0)
		return loopback_failed("listen", error);
	return 0;
}

int loopback_datagrams(int pair[2], struct error *error)
{
	struct sockaddr_in addresses[2];
	int code;

	pair[0] = pair[1] = -1;
	for (int i = 0; i < 2; i++) {
		code = loopback_bind(SOCK_DGRAM, 0, &pair[i], &addresses[i], error);
		if (code < 0)
			return code;
	}
	for (int i = 0; i < 2; i++)
		if (connect(pair[i], (struct sockaddr *)&addresses[1 - i], sizeof(addresses[0])) <
		    0)
			return loopback_failed("connect", error);
	return 0;
}

/* Small messages are not kept back to be sent together. */
static bool send_at_once(int fd)
{
	const int yes = 1;

	return setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes)) == 0;
}

static int connect_to(int listening, const struct sockaddr_in *address, int pair[2],
		      struct error *error)
{
	struct sockaddr_in peer;
	socklen_t size = sizeof(peer);

	pair[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (pair[0] < 0)
		return loopback_failed("socket", error);
	if (connect(pair[0], (const struct sockaddr *)address, sizeof(*address)) < 0)
		return loopback_failed("connect", error);
	pair[1] = accept4(listening, (struct sockaddr *)&peer, &size, SOCK_CLOEXEC);
	if (pair[1] < 0)
		return loopback_failed("accept", error);
	if (!send_at_once(pair[0]) || !send_at_once(pair[1]))
		return loopback_failed("TCP_NODELAY", error);
	return 0;
}

int loopback_stream(int pair[2], struct error *error)
{
	struct sockaddr_in address;
	int listening;
	int code;

	pair[0] = pair[1] = -1;
	code = loopback_bind(SOCK_STREAM, 1, &listening, &address, error);
	if (code == 0)
		code = connect_to(listening, &address, pair, error);
	if (listening >= 0)
		close(listening);
	return code;
}
