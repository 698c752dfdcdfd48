/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rpc_round_trip.c - a server process and calls of its one procedure, by libtirpc.
 *
 * The server is known to nobody but us: it is given its socket, and no port mapper is asked or
 * told. A message that is lost is not sent again, it fails the batch.
 */
#include <errno.h>
#include <rpc/rpc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "engine/operation/loopback.h"
#include "engine/operation/operation_rpc.h"
#include "engine/operation/partner.h"

/* Numbers of those that are free for private use. */
#define PROGRAM 0x20004c53u
#define VERSION 1u
#define NEXT_NUMBER 1u

/* How long an answer may take before it counts as lost. */
#define ANSWER_SECONDS 1

struct caller {
	struct partner *partner;
	CLIENT *client; /* NULL: none */
	u_int number;
};

/* The procedure: the number after the one that was sent. */
static void answer(struct svc_req *request, SVCXPRT *transport)
{
	u_int number = 0;

	if (request->rq_proc != NEXT_NUMBER) {
		svcerr_noproc(transport);
		return;
	}
	if (!svc_getargs(transport, (xdrproc_t)xdr_u_int, (char *)&number)) {
		svcerr_decode(transport);
		return;
	}
	number++;
	svc_sendreply(transport, (xdrproc_t)xdr_u_int, (char *)&number);
}

/* Serve at a transport until killed; 1 when there is none. */
static int serve(SVCXPRT *transport)
{
	if (!transport || !svc_reg(transport, PROGRAM, VERSION, answer, NULL))
		return 1;
	svc_run();
	return 1;
}

static int serve_udp(void *argument)
{
	const struct partner *partner = argument;

	return serve(svc_dg_create(partner->theirs[0], 0, 0));
}

static int serve_tcp(void *argument)
{
	const struct partner *partner = argument;

	return serve(svc_fd_create(partner->theirs[0], 0, 0));
}

/* The client's end, for which server is the address of the other. */
static int make_client(struct caller *caller,
		       CLIENT *(*create)(int fd, const struct netbuf *server, rpcprog_t program,
					 rpcvers_t version, u_int send_size, u_int receive_size),
		       struct error *error)
{
	const int fd = caller->partner->ours[0];
	struct sockaddr_in address;
	socklen_t size = sizeof(address);
	struct netbuf server = {.maxlen = sizeof(address), .len = sizeof(address), .buf = &address};

	if (getpeername(fd, (struct sockaddr *)&address, &size) < 0)
		return error_set(error, -errno, "getpeername: %s", error_words(errno));
	caller->client = create(fd, &server, PROGRAM, VERSION, 0, 0);
	if (!caller->client)
		return error_set(error, -EIO, "libtirpc makes no client: %s",
				 clnt_sperrno(rpc_createerr.cf_stat));
	return 0;
}

static struct caller *begin(struct context *context, struct error *error)
{
	struct caller *caller = calloc(1, sizeof(*caller));

	context->state = caller;
	if (caller)
		caller->partner = partner_new(error);
	if (!caller || !caller->partner) {
		error_set(error, -ENOMEM, "out of memory");
		return NULL;
	}
	return caller;
}

int rpc_setup_udp(struct context *context, struct error *error)
{
	struct caller *caller = begin(context, error);
	int code = caller ? partner_open_udp(caller->partner, error) : -ENOMEM;

	if (code == 0)
		code = partner_start(caller->partner, serve_udp, error);
	return code == 0 ? make_client(caller, clnt_dg_create, error) : code;
}

int rpc_setup_tcp(struct context *context, struct error *error)
{
	struct caller *caller = begin(context, error);
	int code = caller ? partner_open_tcp(caller->partner, error) : -ENOMEM;

	if (code == 0)
		code = partner_start(caller->partner, serve_tcp, error);
	return code == 0 ? make_client(caller, clnt_vc_create, error) : code;
}

/* The positive errno that a failed call stands for. */
static int failure_of(CLIENT *client, enum clnt_stat status)
{
	struct rpc_err details = {0};

	if (status == RPC_TIMEDOUT)
		return ETIMEDOUT;
	clnt_geterr(client, &details);
	if ((status == RPC_CANTSEND || status == RPC_CANTRECV) && details.re_errno > 0)
		return details.re_errno;
	return EIO;
}

int rpc_run(struct context *context, uint64_t n)
{
	const struct timeval patience = {.tv_sec = ANSWER_SECONDS};
	struct caller *caller = context->state;

	for (uint64_t i = 0; i < n; i++) {
		u_int number = caller->number++;
		u_int next = 0;
		enum clnt_stat status =
			clnt_call(caller->client, NEXT_NUMBER, (xdrproc_t)xdr_u_int,
				  (char *)&number, (xdrproc_t)xdr_u_int, (char *)&next, patience);

		if (status != RPC_SUCCESS)
			return failure_of(caller->client, status);
		if (next != number + 1)
			return EPROTO;
	}
	return 0;
}

int rpc_verify(struct context *context, struct error *error)
{
	int failure = rpc_run(context, 20);

	return failure ? error_set(error, -failure, "a remote procedure call: %s",
				   error_words(failure))
		       : 0;
}

void rpc_teardown(struct context *context)
{
	struct caller *caller = context->state;

	if (!caller)
		return;
	if (caller->client)
		clnt_destroy(caller->client);
	partner_free(caller->partner);
	free(caller);
	context->state = NULL;
}
