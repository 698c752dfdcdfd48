/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_select.c - select on many descriptors, all of them ready: files, or TCP connections
 * over the loopback interface.
 *
 * Each descriptor is opened for itself: none is a duplicate, whose object would be in the cache
 * already. The other ends of the connections stand above FD_SETSIZE, so that those asked about have
 * consecutive numbers, as they would have in a server.
 */
#include "engine/operation/operation_select.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/operation/loopback.h"

/* From 2.34 on the GNU C library's select is pselect6 to the kernel. */
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
static const char call_select[] = "pselect6";
#else
static const char call_select[] = "select";
#endif

static const char file_name[] = "FFF";

struct select_state {
	fd_set set;
	int highest;      /* the highest descriptor of the set */
	int count;        /* how many of the set are open */
	int *descriptors; /* those of the set */
	int *peers;       /* the other ends, -1 where there is none */
	rlim_t needed;    /* of descriptors, for those of the set and their other ends */
	struct rlimit former;
};

/* Descriptors that a worker has beside those that are asked about, and some to spare. */
#define OTHERS 16u

static int run(struct context *context, uint64_t n)
{
	const struct select_state *state = context->state;
	const int expected = state->count;

	for (uint64_t i = 0; i < n; i++) {
		fd_set ready = state->set;
		struct timeval at_once = {.tv_sec = 0};
		int count = select(state->highest + 1, NULL, &ready, NULL, &at_once);

		if (count != expected)
			return count < 0 ? errno : EPROTO;
	}
	return 0;
}

/* Close what is open; an accepted end first, which lingers for no time, so no address stays in use.
 */
static void close_all(struct select_state *state)
{
	for (int i = 0; i < state->count; i++) {
		if (state->peers[i] >= 0)
			close(state->peers[i]);
		close(state->descriptors[i]);
	}
	state->count = 0;
}

static void teardown(struct context *context)
{
	struct select_state *state = context->state;

	if (!state)
		return;
	close_all(state);
	setrlimit(RLIMIT_NOFILE, &state->former);
	free(state->descriptors);
	free(state->peers);
	free(state);
	context->state = NULL;
}

static int cannot_open(const struct context *context, int code, struct error *error)
{
	const struct select_state *state = context->state;

	if (code == EMFILE || code == EINVAL)
		return error_set(error, -EMFILE,
				 "%d of %llu descriptors could be opened: raise the hard limit of "
				 "open files to %llu (ulimit -Hn)",
				 state->count, (unsigned long long)context->number,
				 (unsigned long long)state->needed);
	if (code == ERANGE)
		return error_set(error, -ERANGE,
				 "select knows descriptors below %d only: ask about fewer than "
				 "%llu, or start lsmbench with fewer open",
				 FD_SETSIZE, (unsigned long long)context->number);
	return error_set(error, -code, "descriptor %d of %llu: %s", state->count + 1,
			 (unsigned long long)context->number, error_words(code));
}

/* Room for the descriptors, and the right to open so many of them beyond the first below ones. */
static int prepare(struct context *context, rlim_t below, struct error *error)
{
	struct select_state *state = calloc(1, sizeof(*state));
	struct rlimit limit;

	context->state = state;
	if (!state)
		return error_set(error, -ENOMEM, "out of memory");
	getrlimit(RLIMIT_NOFILE, &state->former);
	state->descriptors = calloc(context->number, sizeof(*state->descriptors));
	state->peers = calloc(context->number, sizeof(*state->peers));
	if (!state->descriptors || !state->peers)
		return error_set(error, -ENOMEM, "out of memory");
	FD_ZERO(&state->set);
	state->needed = below + context->number;
	limit = state->former;
	limit.rlim_cur = limit.rlim_max;
	/* Raising the soft limit is always allowed; where it does not help, opening says so. */
	setrlimit(RLIMIT_NOFILE, &limit);
	return 0;
}

/* Take a descriptor into the set, or close it. 0 or a positive errno. */
static int add(struct select_state *state, int fd, int peer)
{
	if (fd >= FD_SETSIZE) {
		close(fd);
		if (peer >= 0)
			close(peer);
		return ERANGE;
	}
	FD_SET(fd, &state->set);
	if (fd > state->highest)
		state->highest = fd;
	state->descriptors[state->count] = fd;
	state->peers[state->count] = peer;
	state->count++;
	return 0;
}

static int setup_file(struct context *context, struct error *error)
{
	int code = prepare(context, OTHERS, error);
	struct select_state *state = context->state;

	for (uint64_t i = 0; i < context->number && code == 0; i++) {
		int fd = open(file_name, O_RDONLY | O_CLOEXEC);
		int failure = fd < 0 ? errno : add(state, fd, -1);

		if (failure)
			code = cannot_open(context, failure, error);
	}
	if (code < 0)
		teardown(context);
	return code;
}

/* A socket that listens on the loopback interface, at an address that is found out. */
static int start_listening(struct context *context)
{
	struct sockaddr_in *address = (struct sockaddr_in *)&context->address;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	memset(address, 0, sizeof(*address));
	address->sin_family = AF_INET;
	address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	context->address_size = sizeof(*address);
	if (fd < 0)
		return -errno;
	if (bind(fd, (struct sockaddr *)address, sizeof(*address)) < 0 || listen(fd, 4) < 0 ||
	    getsockname(fd, (struct sockaddr *)address, &context->address_size) < 0) {
		int code = -errno;

		close(fd);
		return code;
	}
	return fd;
}

static int forget_at_once(int fd)
{
	const struct linger none = {.l_onoff = 1, .l_linger = 0};

	return setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none)) < 0 ? errno : 0;
}

/* The accepted end of a connection, moved out of the way. A descriptor or a negative errno. */
static int accept_above(int listener)
{
	int low = accept(listener, NULL, NULL);
	int high;

	if (low < 0)
		return -errno;
	high = fcntl(low, F_DUPFD_CLOEXEC, FD_SETSIZE);
	if (high < 0)
		high = -errno;
	close(low);
	return high;
}

/* 0 or a positive errno. */
static int connect_one(struct context *context, int listener)
{
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int peer;
	int failure;

	if (client < 0)
		return errno;
	failure = forget_at_once(client);
	if (!failure &&
	    connect(client, (const struct sockaddr *)&context->address, context->address_size) < 0)
		failure = errno;
	peer = failure ? -failure : accept_above(listener);
	if (peer >= 0) {
		failure = add(context->state, client, peer);
		return failure ? failure : forget_at_once(peer);
	}
	close(client);
	return -peer;
}

static int setup_tcp(struct context *context, struct error *error)
{
	int code = prepare(context, FD_SETSIZE, error);
	int listener = code < 0 ? -1 : start_listening(context);

	if (code == 0 && listener < 0) {
		errno = -listener;
		code = loopback_failed("listen", error);
	}
	for (uint64_t i = 0; i < context->number && code == 0; i++) {
		int failure = connect_one(context, listener);

		/* Without a network the first one says it. */
		if (failure && i == 0 && failure != EMFILE && failure != EINVAL &&
		    failure != ERANGE) {
			errno = failure;
			code = loopback_failed("connect", error);
		} else if (failure) {
			code = cannot_open(context, failure, error);
		}
	}
	if (listener >= 0)
		close(listener);
	if (code < 0)
		teardown(context);
	return code;
}

static int verify_ready(struct context *context, struct error *error)
{
	const struct select_state *state = context->state;
	fd_set ready = state->set;
	struct timeval at_once = {.tv_sec = 0};
	int count = select(state->highest + 1, NULL, &ready, NULL, &at_once);

	if (count < 0)
		return error_set(error, -errno, "select: %s", error_words(errno));
	if ((uint64_t)count != context->number || memcmp(&ready, &state->set, sizeof(ready)) != 0)
		return error_set(error, -EPROTO, "%d of %llu descriptors are ready", count,
				 (unsigned long long)context->number);
	return 0;
}

/* That both ends are each other's, over a connection that stands. */
static bool is_connected(int fd, int peer)
{
	struct sockaddr_in there = {.sin_port = 0};
	struct sockaddr_in here = {.sin_port = 0};
	socklen_t there_size = sizeof(there);
	socklen_t here_size = sizeof(here);

	return getpeername(fd, (struct sockaddr *)&there, &there_size) == 0 &&
	       getpeername(peer, (struct sockaddr *)&here, &here_size) == 0 &&
	       getsockname(fd, (struct sockaddr *)&here, &here_size) == 0 && there.sin_port != 0 &&
	       there.sin_addr.s_addr == htonl(INADDR_LOOPBACK) && here.sin_port != 0;
}

static int verify_tcp(struct context *context, struct error *error)
{
	const struct select_state *state = context->state;

	for (int i = 0; i < state->count; i++)
		if (!is_connected(state->descriptors[i], state->peers[i]))
			return error_set(error, -EPROTO, "descriptor %d is not connected",
					 state->descriptors[i]);
	return verify_ready(context, error);
}

const struct operation operation_select_file = {
	.name = "select-file",
	.group = "processor",
	.summary = "select: can so many descriptors of the file FFF be written? all can",
	.parameter = &parameter_descriptors,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{call_select, 1}},
	.period = 1,
	.setup = setup_file,
	.run = run,
	.verify = verify_ready,
	.teardown = teardown,
};

const struct operation operation_select_tcp = {
	.name = "select-tcp",
	.group = "processor",
	.summary = "select: can so many TCP connections over loopback be written? all can",
	.parameter = &parameter_descriptors,
	.fixture = FIXTURE_NONE,
	.calls = {{call_select, 1}},
	.period = 1,
	.setup = setup_tcp,
	.run = run,
	.verify = verify_tcp,
	.teardown = teardown,
};
