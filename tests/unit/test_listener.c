/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_listener.c - whose socket listens on a port: ours, another's, nobody's.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/operation/listener.h"

/* A socket that listens on a port that the kernel chooses. */
static int listen_somewhere(int family, uint16_t *port)
{
	struct sockaddr_storage address = {.ss_family = (sa_family_t)family};
	socklen_t size =
		family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
	const int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
	assert_int_equal(listen(fd, 1), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
	*port = ntohs(family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port
					: ((struct sockaddr_in6 *)&address)->sin6_port);
	return fd;
}

/* A child that has not the descriptor. */
static pid_t start_child_without(int fd)
{
	const pid_t child = fork();

	if (child == 0) {
		close(fd);
		pause();
		_exit(0);
	}
	assert_true(child > 0);
	return child;
}

static void end_child(pid_t child)
{
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
}

static void check_family(int family)
{
	char expected[LISTENER_SIZE];
	char text[LISTENER_SIZE];
	uint16_t port = 0;
	int fd = listen_somewhere(family, &port);
	pid_t child;

	if (fd < 0)
		return;
	child = start_child_without(fd);
	snprintf(expected, sizeof(expected), "test_listener (%d)", (int)getpid());
	assert_int_equal(listener_of(port, getpid()), LISTENER_GIVEN);
	assert_string_equal(listener_describe(port, text), expected);
	/* The child may not have closed its own yet. */
	for (int i = 0; i < 500 && listener_of(port, child) == LISTENER_GIVEN; i++)
		usleep(10000);
	assert_int_equal(listener_of(port, child), LISTENER_OTHER);
	close(fd);
	assert_int_equal(listener_of(port, getpid()), LISTENER_NOBODY);
	assert_string_equal(listener_describe(port, text), "somebody");
	end_child(child);
}

static void the_owner_of_a_port_is_found(void **state)
{
	(void)state;
	check_family(AF_INET);
	check_family(AF_INET6);
}

static void who_is_gone_owns_nothing(void **state)
{
	const pid_t child = start_child_without(-1);

	(void)state;
	end_child(child);
	assert_int_equal(listener_of(1, child), LISTENER_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_owner_of_a_port_is_found),
		cmocka_unit_test(who_is_gone_owns_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
