/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_latency.c - a token goes to another process and comes back, through pipes, FIFOs and
 * sockets. LMbench, too, gives the time of the whole round trip.
 */
#include "engine/operation/operation_latency.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/operation/partner.h"

/* How long a datagram may be on its way before it counts as lost. */
#define ANSWER_SECONDS 1

static int run_stream(struct context *context, uint64_t n)
{
	return partner_round_trips(context->state, n);
}

static int run_datagrams(struct context *context, uint64_t n)
{
	struct partner *partner = context->state;

	for (uint64_t i = 0; i < n; i++) {
		const uint32_t token = partner->token++;
		uint32_t answer;
		ssize_t size = send(partner->ours[1], &token, sizeof(token), 0);

		if (size == sizeof(token))
			size = recv(partner->ours[0], &answer, sizeof(answer), 0);
		if (size < 0)
			return errno == EAGAIN ? ETIMEDOUT : errno;
		if (size != sizeof(answer) || answer != token + 1)
			return EPROTO;
	}
	return 0;
}

/* The partner's part of a datagram's way. */
static int answer_datagrams(void *argument)
{
	const struct partner *partner = argument;
	uint32_t token;

	while (recv(partner->theirs[0], &token, sizeof(token), 0) == sizeof(token)) {
		token++;
		if (send(partner->theirs[1], &token, sizeof(token), 0) != sizeof(token))
			return 1;
	}
	return 1;
}

/* An answer that came too late is not taken for the next one. */
static void drain_datagrams(struct context *context)
{
	const struct partner *partner = context->state;
	uint32_t late;

	while (recv(partner->ours[0], &late, sizeof(late), MSG_DONTWAIT) >= 0)
		;
}

/*
 * Both ends of a FIFO, whose name is gone again: nobody else finds it, and nothing stays behind. A
 * reader that does not wait for a writer comes first, then the writer, which need not wait.
 */
static int open_fifo(const char *name, int *reading, int *writing, struct error *error)
{
	int code = 0;

	if (mkfifo(name, 0600) < 0)
		return error_set(error, -errno, "mkfifo %s: %s", name, error_words(errno));
	*reading = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	*writing = *reading < 0 ? -1 : open(name, O_WRONLY | O_CLOEXEC);
	if (*writing < 0 || fcntl(*reading, F_SETFL, 0) < 0)
		code = error_set(error, -errno, "FIFO %s: %s", name, error_words(errno));
	unlink(name);
	return code;
}

/* Other workers stand in the same directory, so the name is of this process. */
static int open_fifos(struct partner *partner, struct error *error)
{
	char name[32];
	int code;

	snprintf(name, sizeof(name), "F%ld", (long)getpid());
	code = open_fifo(name, &partner->theirs[0], &partner->ours[1], error);
	if (code == 0)
		code = open_fifo(name, &partner->ours[0], &partner->theirs[1], error);
	return code;
}

static int open_datagrams(struct partner *partner, struct error *error)
{
	const struct timeval patience = {.tv_sec = ANSWER_SECONDS};
	int code = partner_open_udp(partner, error);

	if (code == 0 &&
	    setsockopt(partner->ours[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) < 0)
		code = error_set(error, -errno, "SO_RCVTIMEO: %s", error_words(errno));
	return code;
}

static int setup(struct context *context, int (*open_channel)(struct partner *, struct error *),
		 int (*body)(void *partner), struct error *error)
{
	struct partner *partner = partner_new(error);
	int code;

	/* First of all, so that teardown finds what there is. */
	context->state = partner;
	if (!partner)
		return -ENOMEM;
	code = open_channel(partner, error);
	return code == 0 ? partner_start(partner, body, error) : code;
}

static int setup_pipe(struct context *context, struct error *error)
{
	return setup(context, partner_open_pipes, partner_answer, error);
}

static int setup_fifo(struct context *context, struct error *error)
{
	return setup(context, open_fifos, partner_answer, error);
}

static int setup_unix(struct context *context, struct error *error)
{
	return setup(context, partner_open_unix, partner_answer, error);
}

static int setup_tcp(struct context *context, struct error *error)
{
	return setup(context, partner_open_tcp, partner_answer, error);
}

static int setup_udp(struct context *context, struct error *error)
{
	return setup(context, open_datagrams, answer_datagrams, error);
}

static void teardown(struct context *context)
{
	partner_free(context->state);
	context->state = NULL;
}

static int judge(int failure, struct error *error)
{
	return failure ? error_set(error, -failure, "a round trip to another process: %s",
				   error_words(failure))
		       : 0;
}

/* The partner has answered with what only it adds. */
static int verify_stream(struct context *context, struct error *error)
{
	return judge(run_stream(context, 20), error);
}

static int verify_datagrams(struct context *context, struct error *error)
{
	return judge(run_datagrams(context, 20), error);
}

const struct operation operation_pipe_latency = {
	.name = "pipe-latency",
	.group = "latency",
	.summary = "1 byte to another process on the same CPU and back, through two pipes",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 2}, {"read", 2}},
	.period = 1,
	.setup = setup_pipe,
	.run = run_stream,
	.verify = verify_stream,
	.teardown = teardown,
};

const struct operation operation_unix_latency = {
	.name = "unix-latency",
	.group = "latency",
	.summary = "1 byte to another process on the same CPU and back, through an AF_UNIX stream",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 2}, {"read", 2}},
	.period = 1,
	.setup = setup_unix,
	.run = run_stream,
	.verify = verify_stream,
	.teardown = teardown,
};

const struct operation operation_udp_latency = {
	.name = "udp-latency",
	.group = "latency",
	.summary = "4 bytes to another process on the same CPU and back, by UDP on 127.0.0.1",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"sendto", 2}, {"recvfrom", 2}},
	.period = 1,
	.setup = setup_udp,
	.run = run_datagrams,
	.restore = drain_datagrams,
	.verify = verify_datagrams,
	.teardown = teardown,
};

const struct operation operation_tcp_latency = {
	.name = "tcp-latency",
	.group = "latency",
	.summary = "1 byte to another process on the same CPU and back, by TCP on 127.0.0.1",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 2}, {"read", 2}},
	.period = 1,
	.setup = setup_tcp,
	.run = run_stream,
	.verify = verify_stream,
	.teardown = teardown,
};

const struct operation operation_fifo_latency = {
	.name = "fifo-latency",
	.group = "latency",
	.summary = "1 byte to another process on the same CPU and back, through two FIFOs",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 2}, {"read", 2}},
	.period = 1,
	.setup = setup_fifo,
	.run = run_stream,
	.verify = verify_stream,
	.teardown = teardown,
};
