/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tbench_server.c - start tbench_srv, wait until it listens, end it. */
#include "engine/operation/tbench_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/operation/child.h"

/* How often it is asked whether it listens, and how long in between: 10 seconds in all. */
#define ATTEMPTS 1000
#define ATTEMPT_NS 10000000

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

/* Whether the server could have its port: as it asks for it, so that one just closed is free. */
static int check_port(struct error *error)
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
	if (code == -EADDRINUSE)
		return error_set(error, code,
				 "port %d, the only one that tbench_srv knows, is in use: end what "
				 "listens there (ss -ltnp)",
				 TBENCH_SERVER_PORT);
	return code < 0 ? error_set(error, code, "port %d of tbench_srv: %s", TBENCH_SERVER_PORT,
				    error_words(code))
			: 0;
}

static bool answers(void)
{
	const struct sockaddr_in address = address_of(INADDR_LOOPBACK);
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool connected;

	if (fd < 0)
		return false;
	connected = connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0;
	close(fd);
	return connected;
}

static bool has_ended(pid_t server)
{
	siginfo_t how = {0};

	return waitid(P_PID, (id_t)server, &how, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	       how.si_pid == server;
}

static int wait_until_it_answers(pid_t server, struct error *error)
{
	const struct timespec pause = {.tv_nsec = ATTEMPT_NS};

	for (int i = 0; i < ATTEMPTS; i++) {
		if (has_ended(server))
			return error_set(error, -EPROTO,
					 "tbench_srv ended before a client had come: can %s be "
					 "started by hand?",
					 TBENCH_SERVER_PROGRAM);
		if (answers())
			return 0;
		nanosleep(&pause, NULL);
	}
	return error_set(error, -ETIMEDOUT, "tbench_srv does not listen on port %d of 127.0.0.1",
			 TBENCH_SERVER_PORT);
}

pid_t tbench_server_start(const cpu_set_t *cpus, int output, struct error *error)
{
	struct start start = {cpus, output};
	pid_t server;
	int code = check_port(error);

	if (code < 0)
		return code;
	server = child_start(&output, 1, become_server, &start, error);
	if (server < 0)
		return server;
	code = wait_until_it_answers(server, error);
	if (code == 0)
		return server;
	tbench_server_stop(&server);
	return code;
}

void tbench_server_stop(pid_t *server)
{
	/* It has one process for each client. Not waited for yet, so the number is still its own.
	 */
	if (*server > 0)
		kill(-*server, SIGKILL);
	child_end(server);
}
