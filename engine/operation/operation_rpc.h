/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_rpc.h - operations that call a remote procedure. What they do is in rpc_round_trip.c,
 * which needs libtirpc and is linked into a worker program of its own: the library brings others
 * along, and any other worker would take longer to start.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_RPC_H
#define LSMBENCH_ENGINE_OPERATION_RPC_H

#include "engine/operation/operation.h"

extern const struct operation operation_rpc_udp_latency;
extern const struct operation operation_rpc_tcp_latency;

/* NULL in programs that are linked without it. */
int rpc_setup_udp(struct context *context, struct error *error) __attribute__((weak));
int rpc_setup_tcp(struct context *context, struct error *error) __attribute__((weak));
int rpc_run(struct context *context, uint64_t n) __attribute__((weak));
int rpc_verify(struct context *context, struct error *error) __attribute__((weak));
void rpc_teardown(struct context *context) __attribute__((weak));

#endif
