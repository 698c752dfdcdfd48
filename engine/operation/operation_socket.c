/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_socket.c - socket, bind and connect, on AF_UNIX and on loopback TCP. A connection is
 * also accepted and both its ends are closed, so that nothing piles up.
 */
#include "engine/operation/operation_socket.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "engine/operation/loopback.h"

#ifdef SYS_unlink
static const char call_unlink[] = "unlink";
#else
static const char call_unlink[] = "unlinkat";
#endif

static const struct sockaddr_un bound_name = {.sun_family = AF_UNIX, .sun_path = "SSS"};

static int run_socket_close(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++) {
		int fd = socket(AF_UNIX, SOCK_STREAM, 0);

		if (fd < 0 || close(fd) < 0)
			return errno;
	}
	return 0;
}

/* bind, and close whatever became of it. 0 or a positive errno. */
static inline int bind_and_close(int fd)
{
	int code = 0;

	if (bind(fd, (const struct sockaddr *)&bound_name, sizeof(bound_name)) < 0)
		code = errno;
	if (close(fd) < 0)
		code = errno;
	return code;
}

static int run_bind_close(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++) {
		int fd = socket(AF_UNIX, SOCK_STREAM, 0);
		int code = fd < 0 ? errno : bind_and_close(fd);

		if (code)
			return code;
		if (unlink(bound_name.sun_path) < 0)
			return errno;
	}
	return 0;
}

/* The whole life of a connection. 0 or a positive errno. */
static inline int connect_once(const struct context *context, int client)
{
	int accepted = -1;
	int code = 0;

	if (connect(client, (const struct sockaddr *)&context->address, context->address_size) < 0)
		code = errno;
	if (code == 0) {
		accepted = accept(context->fd, NULL, NULL);
		if (accepted < 0 || close(accepted) < 0)
			code = errno;
	}
	/* The accepted end goes first: it lingers for no time, so no address stays in use. */
	if (close(client) < 0 && code == 0)
		code = errno;
	return code;
}

static int run_connect(struct context *context, uint64_t n)
{
	const int family = context->address.ss_family;

	for (uint64_t i = 0; i < n; i++) {
		int client = socket(family, SOCK_STREAM, 0);
		int code = client < 0 ? errno : connect_once(context, client);

		if (code)
			return code;
	}
	return 0;
}

/* A socket of the address's family that listens there, in context->fd. */
static int start_listening(struct context *context, struct error *error)
{
	const struct linger none = {.l_onoff = 1, .l_linger = 0};

	context->fd = socket(context->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (context->fd < 0 ||
	    bind(context->fd, (struct sockaddr *)&context->address, context->address_size) < 0 ||
	    setsockopt(context->fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none)) < 0 ||
	    listen(context->fd, 4) < 0)
		return error_set(error, -errno, "a listening socket: %s", error_words(errno));
	return 0;
}

/* Each worker listens at a name of its own in the directory that all share. */
static int setup_unix(struct context *context, struct error *error)
{
	struct sockaddr_un *address = (struct sockaddr_un *)&context->address;

	context->fd = -1;
	snprintf(context->other, sizeof(context->other), "S%ld", (long)getpid());
	address->sun_family = AF_UNIX;
	snprintf(address->sun_path, sizeof(address->sun_path), "%s", context->other);
	context->address_size = sizeof(*address);
	return start_listening(context, error);
}

static int setup_tcp(struct context *context, struct error *error)
{
	struct sockaddr_in *address = (struct sockaddr_in *)&context->address;
	int code;

	context->fd = -1;
	address->sin_family = AF_INET;
	address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	context->address_size = sizeof(*address);
	code = start_listening(context, error);
	if (code == 0 && getsockname(context->fd, (struct sockaddr *)&context->address,
				     &context->address_size) < 0)
		code = error_set(error, -errno, "getsockname: %s", error_words(errno));
	return code;
}

static void teardown_unix(struct context *context)
{
	if (context->fd >= 0) {
		close(context->fd);
		unlink(context->other);
	}
	context->fd = -1;
}

static void teardown_tcp(struct context *context)
{
	if (context->fd >= 0)
		close(context->fd);
	context->fd = -1;
}

static int failed(int failure, const char *what, struct error *error)
{
	return failure ? error_set(error, -failure, "%s: %s", what, error_words(failure)) : 0;
}

static int verify_socket_close(struct context *context, struct error *error)
{
	return failed(run_socket_close(context, 1), "a socket of AF_UNIX", error);
}

static int verify_bind_close(struct context *context, struct error *error)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	int code = fd < 0 ? errno : bind_and_close(fd);

	(void)context;
	if (code)
		return failed(code, "bind to SSS", error);
	if (unlink(bound_name.sun_path) < 0)
		return error_set(error, -EPROTO, "bind does not make SSS");
	return 0;
}

static int verify_connect(struct context *context, struct error *error)
{
	const int failure = run_connect(context, 1);

	if (context->address.ss_family == AF_UNIX)
		return failed(failure, "connect to a socket in the case's directory", error);
	if (failure == 0)
		return 0;
	errno = failure;
	return loopback_failed("connect", error);
}

const struct operation operation_socket_close = {
	.name = "socket-close",
	.group = "socket",
	.summary = "socket(AF_UNIX, SOCK_STREAM), close",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"socket", 1}, {"close", 1}},
	.period = 1,
	.run = run_socket_close,
	.verify = verify_socket_close,
};

const struct operation operation_bind_close = {
	.name = "bind-close",
	.group = "socket",
	.summary = "socket(AF_UNIX, SOCK_STREAM), bind to SSS, close, unlink",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"socket", 1}, {"bind", 1}, {"close", 1}, {call_unlink, 1}},
	.names_clash = true,
	.period = 1,
	.run = run_bind_close,
	.verify = verify_bind_close,
};

const struct operation operation_connect_unix = {
	.name = "connect-unix",
	.group = "socket",
	.summary = "socket(AF_UNIX), connect by path, accept, close both ends",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"socket", 1}, {"connect", 1}, {"accept", 1}, {"close", 2}},
	.period = 1,
	.setup = setup_unix,
	.run = run_connect,
	.verify = verify_connect,
	.teardown = teardown_unix,
};

const struct operation operation_connect_tcp = {
	.name = "connect-tcp",
	.group = "socket",
	.summary = "socket(AF_INET), connect to 127.0.0.1, accept, close both ends: all in one "
		   "process; tcp-connect has a server",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"socket", 1}, {"connect", 1}, {"accept", 1}, {"close", 2}},
	.period = 1,
	.setup = setup_tcp,
	.run = run_connect,
	.verify = verify_connect,
	.teardown = teardown_tcp,
};
