/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_tcp_connect.c - connections to a server of its own. As in LMbench the client closes
 * first and the server after it has seen that; unlike there, a batch is over when the server has
 * closed all of its connections, the backlog holds a whole batch, and a batch in which a SYN had to
 * be sent again counts as failed.
 *
 * The server does not linger: its close resets what is left of a connection, so that no port is
 * kept for a minute and none runs out.
 */
#include "engine/operation/operation_tcp_connect.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/operation/child.h"
#include "engine/operation/loopback.h"
#include "engine/operation/tcp_counter.h"

/* Connections of a batch at most, and room for more than that to wait for the server. */
#define BATCH_MOST 100
#define BACKLOG 200

struct server {
	pid_t process;  /* 0: none */
	int listening;  /* -1: not open, or handed over */
	int control[2]; /* ours, and the server's */
	struct sockaddr_in address;
	struct tcp_counter counter;
	uint64_t retransmitted; /* what it said before the batch */
};

/* What the server says after a batch. */
struct report {
	uint64_t connections;
	uint64_t ports; /* the sum of the clients' */
};

/* A connection from the accept to the close. False when it did not go as it should. */
static bool serve_one(int listening, struct report *report)
{
	struct sockaddr_in client = {0};
	socklen_t size = sizeof(client);
	int fd = accept(listening, (struct sockaddr *)&client, &size);
	char byte;
	bool closed;

	if (fd < 0)
		return false;
	report->connections++;
	report->ports += ntohs(client.sin_port);
	closed = read(fd, &byte, 1) == 0;
	return close(fd) == 0 && closed;
}

static int serve(void *argument)
{
	const struct server *server = argument;
	const int control = server->control[1];
	uint64_t n;

	while (read(control, &n, sizeof(n)) == sizeof(n)) {
		struct report report = {0};

		while (report.connections < n)
			if (!serve_one(server->listening, &report))
				return 1;
		if (write(control, &report, sizeof(report)) != sizeof(report))
			return 1;
	}
	return 0;
}

static int announce(const struct server *server, uint64_t n)
{
	if (write(server->control[0], &n, sizeof(n)) == sizeof(n))
		return 0;
	return errno;
}

/* The server has closed all that it was told of. 0 or the positive errno. */
static int hear(const struct server *server, uint64_t n, struct report *report)
{
	ssize_t size = read(server->control[0], report, sizeof(*report));

	if (size != sizeof(*report))
		return size < 0 ? errno : EPIPE;
	return report->connections == n ? 0 : EPROTO;
}

static int before(struct context *context, uint64_t n)
{
	struct server *server = context->state;
	int failure = tcp_counter_read(&server->counter, &server->retransmitted);

	return failure ? failure : announce(server, n);
}

static int after(struct context *context, uint64_t n)
{
	const struct server *server = context->state;
	uint64_t now;
	int failure = tcp_counter_read(&server->counter, &now);

	(void)n;
	if (failure)
		return failure;
	return now == server->retransmitted ? 0 : ETIMEDOUT;
}

static int run(struct context *context, uint64_t n)
{
	const struct server *server = context->state;
	const struct sockaddr *address = (const struct sockaddr *)&server->address;
	struct report report;

	for (uint64_t i = 0; i < n; i++) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);

		if (fd < 0)
			return errno;
		if (connect(fd, address, sizeof(server->address)) < 0) {
			int failure = errno;

			close(fd);
			return failure;
		}
		if (close(fd) < 0)
			return errno;
	}
	return hear(server, n, &report);
}

/* What the kernel made of the backlog: net.core.somaxconn bounds it. */
static int check_backlog(int listening, struct error *error)
{
	struct tcp_info info = {0};
	socklen_t size = sizeof(info);

	if (getsockopt(listening, IPPROTO_TCP, TCP_INFO, &info, &size) < 0)
		return error_set(error, -errno, "TCP_INFO: %s", error_words(errno));
	/* Of a listening socket, "sacked" is the longest that its queue may get. */
	if (info.tcpi_sacked < BATCH_MOST)
		return error_set(error, -EOPNOTSUPP,
				 "only %u connections may wait for the server, and %d are needed: "
				 "raise net.core.somaxconn",
				 info.tcpi_sacked, BATCH_MOST);
	return 0;
}

static int listen_there(struct server *server, struct error *error)
{
	const struct linger none = {.l_onoff = 1, .l_linger = 0};
	int code = loopback_bind(SOCK_STREAM, BACKLOG, &server->listening, &server->address, error);

	if (code == 0 &&
	    setsockopt(server->listening, SOL_SOCKET, SO_LINGER, &none, sizeof(none)) < 0)
		code = error_set(error, -errno, "SO_LINGER: %s", error_words(errno));
	return code == 0 ? check_backlog(server->listening, error) : code;
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* From then on only the server listens: if it ends, connecting fails at once. */
static int start(struct server *server, struct error *error)
{
	const int keep[] = {server->listening, server->control[1]};

	signal(SIGPIPE, SIG_IGN);
	server->process = child_start(keep, 2, serve, server, error);
	close_end(&server->listening);
	close_end(&server->control[1]);
	return server->process < 0 ? server->process : 0;
}

static int setup(struct context *context, struct error *error)
{
	struct server *server = malloc(sizeof(*server));
	int code;

	context->state = server;
	if (!server)
		return error_set(error, -ENOMEM, "out of memory");
	*server = (struct server){.listening = -1, .control = {-1, -1}, .counter.fd = -1};
	code = listen_there(server, error);
	if (code == 0)
		code = tcp_counter_open(&server->counter, error);
	if (code == 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, server->control) < 0)
		code = error_set(error, -errno, "socketpair: %s", error_words(errno));
	return code == 0 ? start(server, error) : code;
}

/* Connect once, and add the port that we had to *ports. 0 or the positive errno. */
static int connect_known(const struct server *server, uint64_t *ports)
{
	struct sockaddr_in ours = {0};
	socklen_t size = sizeof(ours);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	int failure = 0;

	if (fd < 0 ||
	    connect(fd, (const struct sockaddr *)&server->address, sizeof(server->address)) < 0 ||
	    getsockname(fd, (struct sockaddr *)&ours, &size) < 0)
		failure = errno;
	if (fd >= 0)
		close(fd);
	if (!failure)
		*ports += ntohs(ours.sin_port);
	return failure;
}

/* It is our connections that the server has closed. */
static int verify(struct context *context, struct error *error)
{
	const struct server *server = context->state;
	const uint64_t n = 3;
	struct report report;
	uint64_t ports = 0;
	int failure = announce(server, n);

	for (uint64_t i = 0; i < n && !failure; i++)
		failure = connect_known(server, &ports);
	if (failure) {
		errno = failure;
		return loopback_failed("connect", error);
	}
	failure = hear(server, n, &report);
	if (failure)
		return error_set(error, -failure, "the server: %s", error_words(failure));
	if (report.ports != ports)
		return error_set(error, -EPROTO, "the server has served other clients");
	return 0;
}

static void teardown(struct context *context)
{
	struct server *server = context->state;

	if (!server)
		return;
	child_end(&server->process);
	close_end(&server->listening);
	close_end(&server->control[0]);
	close_end(&server->control[1]);
	close_end(&server->counter.fd);
	free(server);
	context->state = NULL;
}

/* The directory: the kernel makes the file anew whenever nobody has it open. */
static const char *const outside[] = {TCP_COUNTER_DIRECTORY, NULL};

const struct operation operation_tcp_connect = {
	.name = "tcp-connect",
	.group = "latency",
	.summary =
		"socket, connect to 127.0.0.1, close; a server, another process on the same CPU, "
		"accepts, reads the end and closes, within the batch; fails when a SYN is sent "
		"again",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"socket", 1}, {"connect", 1}, {"accept", 1}, {"read", 1}, {"close", 2}},
	.calls_note = "and one read and one write in each batch",
	.batch_calls = {{"read", 1}, {"write", 1}},
	.period = 1,
	.most = BATCH_MOST,
	.outside = outside,
	.setup = setup,
	.run = run,
	.before = before,
	.after = after,
	.verify = verify,
	.teardown = teardown,
};
