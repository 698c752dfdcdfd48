/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_bandwidth.c - bytes to another process, in pieces of 64 KiB as LMbench moves them.
 *
 * Before a batch the other process is told how many bytes will come. The batch is over when it has
 * them all and says so: what is still in a buffer has not been moved. Before anything is timed,
 * each byte is looked at once at the other side; in timed batches bytes are counted.
 */
#include "engine/operation/operation_bandwidth.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/operation/partner.h"

#define PIECE 65536u

/* What the other process is told before a batch, and what it says after it. */
struct announcement {
	uint64_t bytes;
	uint64_t look; /* 1: look at each byte */
};

struct receipt {
	uint64_t bytes;
	uint64_t sum; /* of what was looked at */
};

/* The byte at an offset, and what it counts in the sum: neither alike for neighbours. */
static inline unsigned char pattern(uint64_t offset)
{
	return (unsigned char)(offset * 7 + (offset >> 8));
}

static inline uint64_t weigh(uint64_t offset, unsigned char byte)
{
	return (offset % 65521 + 1) * byte;
}

/* A piece of memory that begins with a page; NULL when there is none. */
static unsigned char *make_piece(void)
{
	void *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	return piece == MAP_FAILED ? NULL : piece;
}

/* The other process's part of a batch. False when there is no more. */
static bool receive(int in, unsigned char *piece, const struct announcement *announced,
		    struct receipt *receipt)
{
	*receipt = (struct receipt){0};
	while (receipt->bytes < announced->bytes) {
		uint64_t rest = announced->bytes - receipt->bytes;
		ssize_t size = read(in, piece, rest < PIECE ? rest : PIECE);

		if (size <= 0)
			return false;
		for (ssize_t i = 0; announced->look && i < size; i++)
			receipt->sum += weigh(receipt->bytes + (uint64_t)i, piece[i]);
		receipt->bytes += (uint64_t)size;
	}
	return true;
}

static int read_all(void *argument)
{
	const struct partner *partner = argument;
	const int in = partner->theirs[0];
	unsigned char *piece = make_piece();
	struct announcement announced;
	struct receipt receipt;

	if (!piece)
		return 1;
	while (read(in, &announced, sizeof(announced)) == sizeof(announced) &&
	       receive(in, piece, &announced, &receipt))
		if (write(partner->theirs[1], &receipt, sizeof(receipt)) != sizeof(receipt))
			return 1;
	return 0;
}

static int announce(const struct partner *partner, uint64_t n, bool look)
{
	const struct announcement announced = {.bytes = n * PIECE, .look = look};
	ssize_t size = write(partner->ours[1], &announced, sizeof(announced));

	if (size == sizeof(announced))
		return 0;
	return size < 0 ? errno : EPIPE;
}

static int before(struct context *context, uint64_t n)
{
	return announce(context->state, n, false);
}

/* Move what was announced. 0 or the positive errno. */
static int move(const struct context *context, uint64_t n, struct receipt *receipt)
{
	const struct partner *partner = context->state;
	const int out = partner->ours[1];
	ssize_t size;

	for (uint64_t i = 0; i < n; i++) {
		size = write(out, context->memory, PIECE);
		if (size != PIECE)
			return size < 0 ? errno : EPIPE;
	}
	size = read(partner->ours[0], receipt, sizeof(*receipt));
	if (size != sizeof(*receipt))
		return size < 0 ? errno : EPIPE;
	return receipt->bytes == n * PIECE ? 0 : EPROTO;
}

static int run(struct context *context, uint64_t n)
{
	struct receipt receipt;

	return move(context, n, &receipt);
}

/* Every byte arrives, in order, and as it was sent: the pattern here, what was read there. */
static int verify(struct context *context, struct error *error)
{
	const uint64_t n = 3;
	struct receipt receipt;
	uint64_t expected = 0;
	int failure = announce(context->state, n, true);

	for (uint64_t i = 0; i < n * PIECE; i++)
		expected += weigh(i, pattern(i % PIECE));
	if (!failure)
		failure = move(context, n, &receipt);
	if (failure)
		return error_set(error, -failure, "64 KiB to another process: %s",
				 error_words(failure));
	if (receipt.sum != expected)
		return error_set(error, -EPROTO, "other bytes arrive than were sent");
	return 0;
}

static int setup(struct context *context, int (*open_channel)(struct partner *, struct error *),
		 struct error *error)
{
	struct partner *partner = partner_new(error);
	unsigned char *piece = make_piece();
	int code;

	context->state = partner;
	context->memory = piece;
	if (!partner || !piece)
		return error_set(error, -ENOMEM, "out of memory");
	for (uint64_t i = 0; i < PIECE; i++)
		piece[i] = pattern(i);
	code = open_channel(partner, error);
	return code == 0 ? partner_start(partner, read_all, error) : code;
}

static int setup_pipe(struct context *context, struct error *error)
{
	return setup(context, partner_open_pipes, error);
}

static int setup_unix(struct context *context, struct error *error)
{
	return setup(context, partner_open_unix, error);
}

static int setup_tcp(struct context *context, struct error *error)
{
	return setup(context, partner_open_tcp, error);
}

static void teardown(struct context *context)
{
	partner_free(context->state);
	context->state = NULL;
	if (context->memory)
		munmap(context->memory, PIECE);
	context->memory = NULL;
}

static const char reads_note[] =
	"and as many reads as the other process needs, which answers once a batch";

const struct operation operation_pipe_bandwidth = {
	.name = "pipe-bandwidth",
	.group = "bandwidth",
	.summary = "64 KiB written at once to another process on the same CPU, through a pipe, and "
		   "read "
		   "there: all of a batch within its time",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 1}},
	.batch_calls = {{"write", 1}},
	.calls_note = reads_note,
	.period = 1,
	.bytes = PIECE,
	.setup = setup_pipe,
	.run = run,
	.before = before,
	.verify = verify,
	.teardown = teardown,
};

const struct operation operation_unix_bandwidth = {
	.name = "unix-bandwidth",
	.group = "bandwidth",
	.summary = "64 KiB written at once to another process on the same CPU, through an AF_UNIX "
		   "stream, and read "
		   "there: all of a batch within its time",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 1}},
	.batch_calls = {{"write", 1}},
	.calls_note = reads_note,
	.period = 1,
	.bytes = PIECE,
	.setup = setup_unix,
	.run = run,
	.before = before,
	.verify = verify,
	.teardown = teardown,
};

const struct operation operation_tcp_bandwidth = {
	.name = "tcp-bandwidth",
	.group = "bandwidth",
	.summary = "64 KiB written at once to another process on the same CPU, through TCP on "
		   "127.0.0.1, and read "
		   "there: all of a batch within its time",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"write", 1}},
	.batch_calls = {{"write", 1}},
	.calls_note = reads_note,
	.period = 1,
	.bytes = PIECE,
	.setup = setup_tcp,
	.run = run,
	.before = before,
	.verify = verify,
	.teardown = teardown,
};
