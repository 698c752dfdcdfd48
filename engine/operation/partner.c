/* SPDX-License-Identifier: GPL-2.0-or-later */
/* partner.c - a process at the other end, and the token that goes there and back. */
#include "engine/operation/partner.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/operation/child.h"
#include "engine/operation/loopback.h"

struct partner *partner_new(struct error *error)
{
	struct partner *partner = malloc(sizeof(*partner));

	if (!partner)
		error_set(error, -ENOMEM, "out of memory");
	else
		*partner = (struct partner){.ours = {-1, -1}, .theirs = {-1, -1}};
	return partner;
}

/* One descriptor may serve both ways. */
static void close_ends(int ends[2])
{
	if (ends[0] >= 0)
		close(ends[0]);
	if (ends[1] >= 0 && ends[1] != ends[0])
		close(ends[1]);
	ends[0] = ends[1] = -1;
}

void partner_free(struct partner *partner)
{
	if (!partner)
		return;
	child_end(&partner->process);
	close_ends(partner->ours);
	close_ends(partner->theirs);
	free(partner);
}

/* The first end of a pair of sockets is ours. */
static void take_pair(struct partner *partner, const int pair[2])
{
	partner->ours[0] = partner->ours[1] = pair[0];
	partner->theirs[0] = partner->theirs[1] = pair[1];
}

int partner_open_pipes(struct partner *partner, struct error *error)
{
	int there[2];
	int back[2];

	if (pipe2(there, O_CLOEXEC) < 0)
		return error_set(error, -errno, "pipe: %s", error_words(errno));
	partner->theirs[0] = there[0];
	partner->ours[1] = there[1];
	if (pipe2(back, O_CLOEXEC) < 0)
		return error_set(error, -errno, "pipe: %s", error_words(errno));
	partner->ours[0] = back[0];
	partner->theirs[1] = back[1];
	return 0;
}

int partner_open_unix(struct partner *partner, struct error *error)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return error_set(error, -errno, "socketpair: %s", error_words(errno));
	take_pair(partner, pair);
	return 0;
}

int partner_open_tcp(struct partner *partner, struct error *error)
{
	int pair[2];
	int code = loopback_stream(pair, error);

	take_pair(partner, pair);
	return code;
}

int partner_open_udp(struct partner *partner, struct error *error)
{
	int pair[2];
	int code = loopback_datagrams(pair, error);

	take_pair(partner, pair);
	return code;
}

int partner_start(struct partner *partner, int (*body)(void *partner), struct error *error)
{
	signal(SIGPIPE, SIG_IGN);
	partner->process = child_start(partner->theirs, 2, body, partner, error);
	close_ends(partner->theirs);
	return partner->process < 0 ? partner->process : 0;
}

int partner_answer(void *argument)
{
	const struct partner *partner = argument;
	unsigned char token;

	while (read(partner->theirs[0], &token, 1) == 1) {
		token++;
		if (write(partner->theirs[1], &token, 1) != 1)
			return 1;
	}
	return 0;
}

int partner_round_trips(struct partner *partner, uint64_t n)
{
	const int in = partner->ours[0];
	const int out = partner->ours[1];

	for (uint64_t i = 0; i < n; i++) {
		const unsigned char token = (unsigned char)partner->token++;
		unsigned char answer;
		ssize_t size = write(out, &token, 1);

		if (size == 1)
			size = read(in, &answer, 1);
		if (size != 1)
			return size < 0 ? errno : EPIPE;
		if (answer != (unsigned char)(token + 1))
			return EPROTO;
	}
	return 0;
}
