/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_rpc.c - the entries of the operations whose functions only their own worker has. */
#include "engine/operation/operation_rpc.h"

#include <sys/syscall.h>

#ifdef SYS_poll
static const char call_poll[] = "poll";
#else
static const char call_poll[] = "ppoll";
#endif

static const char program[] = "lsmbench-worker-rpc";

const struct operation operation_rpc_udp_latency = {
	.name = "rpc-udp-latency",
	.group = "latency",
	.summary =
		"a remote procedure call of another process on the same CPU, by UDP on 127.0.0.1: "
		"a number there, the next one back",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"sendto", 1},
		  {"recvmsg", 1},
		  {"sendmsg", 1},
		  {"recvfrom", 1},
		  {call_poll, 2},
		  {"rt_sigprocmask", 2}},
	.period = 1,
	.program = program,
	.setup = rpc_setup_udp,
	.run = rpc_run,
	.verify = rpc_verify,
	.teardown = rpc_teardown,
};

const struct operation operation_rpc_tcp_latency = {
	.name = "rpc-tcp-latency",
	.group = "latency",
	.summary =
		"a remote procedure call of another process on the same CPU, by TCP on 127.0.0.1: "
		"a number there, the next one back",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 2}, {"read", 2}, {call_poll, 3}, {"rt_sigprocmask", 2}},
	.period = 1,
	.program = program,
	.setup = rpc_setup_tcp,
	.run = rpc_run,
	.verify = rpc_verify,
	.teardown = rpc_teardown,
};
