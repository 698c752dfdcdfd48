/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_tcp_connect.c - connecting leaves no port behind, and a SYN that had to be sent again makes
 * the batch fail. In a network namespace of our own, where nobody else connects.
 */
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "engine/operation/tcp_counter.h"
#include "engine/worker/batch.h"
#include "tests/unit/operation_play.h"

static const char two_lines[] = "TcpExt: SyncookiesSent TCPSynRetrans TCPSynRetransmitted Last\n"
				"TcpExt: 1 22 333 4444\n"
				"IpExt: InNoRoutes TCPSynRetrans\n"
				"IpExt: 5 6\n";

static void test_counter_is_found_by_its_name(void **state)
{
	uint64_t value = 0;

	(void)state;
	assert_int_equal(tcp_counter_column(two_lines), 2);
	assert_int_equal(tcp_counter_value(two_lines, 2, &value), 0);
	assert_int_equal(value, 22);
	assert_int_equal(tcp_counter_value(two_lines, 4, &value), 0);
	assert_int_equal(value, 4444);
	assert_int_equal(tcp_counter_value(two_lines, 5, &value), EPROTO);
	assert_int_equal(tcp_counter_value("TcpExt: TCPSynRetrans\n", 1, &value), EPROTO);
	assert_int_equal(tcp_counter_value("TcpExt: a b\nTcpExt: 1 x2\n", 2, &value), EPROTO);
	assert_int_equal(tcp_counter_column("IpExt: TCPSynRetrans\nIpExt: 1\n"), -1);
	assert_int_equal(tcp_counter_column("TcpExt: TCPSynRetransmitted\nTcpExt: 1\n"), -1);
	assert_int_equal(tcp_counter_column(""), -1);
}

static bool has_network_of_its_own;

/* Our own loopback, set up. */
static int make_network(void **state)
{
	struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP};
	int fd;

	(void)state;
	if (unshare(CLONE_NEWUSER | CLONE_NEWNET) < 0)
		return 0;
	fd = socket(AF_INET, SOCK_DGRAM, 0);
	has_network_of_its_own = fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &request) == 0;
	close(fd);
	return 0;
}

static void need_network(void)
{
	if (has_network_of_its_own)
		return;
	print_message("no network namespace can be made here\n");
	skip();
}

static const struct operation *begin(struct context *context)
{
	const struct operation *operation = operation_find("tcp-connect");
	struct error error = {.text = ""};

	prepare(context, operation, "", AT_FDCWD);
	if (operation->setup(context, &error) < 0 || operation->verify(context, &error) < 0)
		fail_msg("%s", error.text);
	return operation;
}

/* Sockets in this network, listening ones and those of the past included. */
static unsigned int count_sockets(void)
{
	FILE *file = fopen("/proc/thread-self/net/tcp", "r");
	unsigned int lines = 0;
	int byte;

	assert_non_null(file);
	while ((byte = fgetc(file)) != EOF)
		lines += byte == '\n';
	fclose(file);
	return lines - 1;
}

static void test_no_connection_is_left(void **state)
{
	static struct context context;
	const struct operation *operation;

	(void)state;
	need_network();
	assert_int_equal(count_sockets(), 0);
	operation = begin(&context);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(batch_run(operation, &context, operation->most), 0);
		/* The one that listens. */
		assert_int_equal(count_sockets(), 1);
	}
	operation->teardown(&context);
	assert_int_equal(count_sockets(), 0);
}

static pid_t only_child(void)
{
	FILE *file = fopen("/proc/thread-self/children", "r");
	long child = 0;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld", &child), 1);
	fclose(file);
	return (pid_t)child;
}

/* Have the server sleep until its queue has been full for longer than a SYN waits. */
static pid_t stop_for_a_while(pid_t server)
{
	const struct timespec while_full = {.tv_sec = 1, .tv_nsec = 500000000};
	pid_t waker;

	assert_int_equal(kill(server, SIGSTOP), 0);
	waker = fork();
	if (waker == 0) {
		nanosleep(&while_full, NULL);
		_exit(kill(server, SIGCONT) < 0);
	}
	return waker;
}

static void test_a_second_syn_is_noticed(void **state)
{
	static struct context context;
	const struct operation *operation;
	pid_t waker;

	(void)state;
	need_network();
	operation = begin(&context);
	waker = stop_for_a_while(only_child());
	/* More connections than may wait for a server that does not serve. */
	assert_int_equal(batch_run(operation, &context, 500), ETIMEDOUT);
	assert_int_equal(waitpid(waker, NULL, 0), waker);
	/* The next batch is as good as any. */
	assert_int_equal(batch_run(operation, &context, operation->most), 0);
	operation->teardown(&context);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counter_is_found_by_its_name),
		cmocka_unit_test(test_no_connection_is_left),
		cmocka_unit_test(test_a_second_syn_is_noticed),
	};

	return cmocka_run_group_tests_name("tcp-connect", tests, make_network, NULL);
}
