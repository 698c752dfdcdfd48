/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tbench_server.c - take turns, start tbench_srv, wait until it listens, end it. */
#include "engine/operation/tbench_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/operation/child.h"
#include "engine/operation/listener.h"

/* How often something is asked for, and how long in between. */
#define ATTEMPT_NS 10000000
#define ATTEMPTS_A_SECOND 100
/* The server has 10 seconds to begin; what is left of one before has 2 to let the port go. */
#define ATTEMPTS_BEGIN (10 * ATTEMPTS_A_SECOND)
#define ATTEMPTS_PORT (2 * ATTEMPTS_A_SECOND)
/* Other sessions may have several runs in a row before it is our turn. */
#define ATTEMPTS_TURN (600 * ATTEMPTS_A_SECOND)

/* What the child needs to become the server. */
struct start {
	const cpu_set_t *cpus;
	int output;
};

static int become_server(void *argument)
{
	const struct start *start = argument;

	setpgid(0, 0);
	if (dup2(start->output, STDOUT_FILENO) < 0 || dup2(start->output, STDERR_FILENO) < 0)
		return 1;
	close(start->output);
	if (sched_setaffinity(0, sizeof(*start->cpus), start->cpus) < 0)
		return 1;
	execl(TBENCH_SERVER_PROGRAM, "tbench_srv", (char *)NULL);
	return 1;
}

static struct sockaddr_in address_of(in_addr_t host)
{
	struct sockaddr_in address;

	memset(&address, 0, sizeof(address));
	address.sin_family = AF_INET;
	address.sin_port = htons(TBENCH_SERVER_PORT);
	address.sin_addr.s_addr = htonl(host);
	return address;
}

static void pause_a_moment(void)
{
	const struct timespec pause = {.tv_nsec = ATTEMPT_NS};

	nanosleep(&pause, NULL);
}

/*
 * A name that is bound once in a network namespace, as the port is, and gone with whoever has bound
 * it. The descriptor, or negative errno.
 */
static int try_turn(void)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int length;
	int code;

	if (fd < 0)
		return -errno;
	/* The first byte stays 0: no file. */
	length = snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "lsmbench tbench %d",
			  TBENCH_SERVER_PORT);
	if (bind(fd, (const struct sockaddr *)&name,
		 (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)) == 0)
		return fd;
	code = -errno;
	close(fd);
	return code;
}

/* Wait for our turn. Where nothing can be bound, the port alone tells. */
static int wait_for_turn(struct tbench_server *server, struct recording *recording,
			 struct error *error)
{
	for (int i = 0; i < ATTEMPTS_TURN; i++) {
		server->turn = try_turn();
		if (server->turn != -EADDRINUSE)
			return 0;
		if (i % ATTEMPTS_A_SECOND == 0 &&
		    !recording->live(recording, "waiting for another session's tbench"))
			return error_set(error, -ECANCELED, "the run was ended");
		pause_a_moment();
	}
	return error_set(
		error, -EADDRINUSE,
		"another session's tbench has port %d, the only one that tbench_srv knows, "
		"for more than 10 minutes: wait for its end",
		TBENCH_SERVER_PORT);
}

/* Whether the server could have its port: as it asks for it, so that one just closed is free. */
static int try_port(void)
{
	const struct sockaddr_in address = address_of(INADDR_ANY);
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	const int yes = 1;
	int code = fd < 0 ? -errno : 0;

	if (code == 0 && (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) < 0 ||
			  bind(fd, (const struct sockaddr *)&address, sizeof(address)) < 0))
		code = -errno;
	if (fd >= 0)
		close(fd);
	return code;
}

static int check_port(struct error *error)
{
	char owner[LISTENER_SIZE];
	int code = try_port();

	/* Who served the last run's clients may still be about to end. */
	for (int i = 0; i < ATTEMPTS_PORT && code == -EADDRINUSE; i++) {
		pause_a_moment();
		code = try_port();
	}
	if (code == -EADDRINUSE)
		return error_set(error, code,
				 "port %d, the only one that tbench_srv knows, is taken by %s: end "
				 "that, or wait for its end",
				 TBENCH_SERVER_PORT, listener_describe(TBENCH_SERVER_PORT, owner));
	return code < 0 ? error_set(error, code, "port %d of tbench_srv: %s", TBENCH_SERVER_PORT,
				    error_words(code))
			: 0;
}

static bool has_ended(pid_t server)
{
	siginfo_t how = {0};

	return waitid(P_PID, (id_t)server, &how, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	       how.si_pid == server;
}

static int wait_until_it_listens(pid_t server, struct recording *recording, struct error *error)
{
	char owner[LISTENER_SIZE];

	for (int i = 0; i < ATTEMPTS_BEGIN; i++) {
		const enum listener_owner who = listener_of(TBENCH_SERVER_PORT, server);

		if (who == LISTENER_OTHER)
			return error_set(
				error, -EADDRINUSE,
				"port %d of tbench_srv was taken by %s in this moment: end "
				"that, or wait for its end",
				TBENCH_SERVER_PORT, listener_describe(TBENCH_SERVER_PORT, owner));
		if (has_ended(server))
			return error_set(error, -EPROTO,
					 "tbench_srv ended before a client had come: can %s be "
					 "started by hand?",
					 TBENCH_SERVER_PROGRAM);
		if (who == LISTENER_GIVEN)
			return 0;
		if (i % ATTEMPTS_A_SECOND == 0 && !recording->live(recording, NULL))
			return error_set(error, -ECANCELED, "the run was ended");
		if (who == LISTENER_UNKNOWN)
			return error_set(error, -EOPNOTSUPP,
					 "/proc does not tell whether it is our tbench_srv that "
					 "listens on port %d, and no other is to be talked to",
					 TBENCH_SERVER_PORT);
		pause_a_moment();
	}
	return error_set(error, -ETIMEDOUT, "tbench_srv does not listen on port %d",
			 TBENCH_SERVER_PORT);
}

int tbench_server_start(struct tbench_server *server, const cpu_set_t *cpus, int output,
			struct recording *recording, struct error *error)
{
	struct start start = {cpus, output};
	int code;

	*server = (struct tbench_server){.turn = -1};
	code = wait_for_turn(server, recording, error);
	if (code == 0)
		code = check_port(error);
	if (code == 0) {
		server->pid = child_start(&output, 1, become_server, &start, error);
		code = server->pid < 0 ? server->pid
				       : wait_until_it_listens(server->pid, recording, error);
	}
	if (code < 0)
		tbench_server_stop(server);
	return code;
}

void tbench_server_stop(struct tbench_server *server)
{
	/* It has one process for each client. Not waited for yet, so the number is still its own.
	 */
	if (server->pid > 0)
		kill(-server->pid, SIGKILL);
	child_end(&server->pid);
	if (server->turn >= 0)
		close(server->turn);
	server->turn = -1;
}
