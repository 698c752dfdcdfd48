/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fsx.c - steps on a file and on its model, and the comparison of both. */
#include "engine/operation/fsx.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Streams of the seed. */
enum { STREAM_STEPS, STREAM_POOL };

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static size_t pool_size(const struct fsx *fsx)
{
	return (size_t)fsx->model.most + FSX_SOURCES;
}

int fsx_make(struct fsx *fsx, uint32_t most, struct error *error)
{
	*fsx = (struct fsx){.model = {.most = most}, .file = {.fd = -1}};
	fsx->model.bytes = malloc(most);
	fsx->buffer = malloc(most);
	fsx->pool = malloc(pool_size(fsx));
	if (fsx->model.bytes && fsx->buffer && fsx->pool)
		return 0;
	fsx_free(fsx);
	return error_set(error, -ENOMEM, "out of memory");
}

void fsx_free(struct fsx *fsx)
{
	free(fsx->model.bytes);
	free(fsx->buffer);
	free(fsx->pool);
	*fsx = (struct fsx){.file = {.fd = -1}};
}

static void fill_pool(struct fsx *fsx)
{
	struct random_source random;

	random_start(&random, fsx->seed, STREAM_POOL);
	for (size_t i = 0; i < pool_size(fsx); i++)
		fsx->pool[i] = (unsigned char)random_next(&random);
}

int fsx_begin(struct fsx *fsx, int directory, const char *name, uint64_t seed, struct error *error)
{
	int code = fsx_file_make(&fsx->file, directory, name, error);

	if (code < 0)
		return code;
	fsx->seed = seed;
	fsx->step = 0;
	fsx->spent_ns = 0;
	fsx->checked = 0;
	if (fsx->fault)
		fsx->fault->seen = fsx->fault->tail_from = fsx->fault->tail_to = 0;
	fsx_model_clear(&fsx->model);
	memset(fsx->buffer, 0, fsx->model.most);
	fill_pool(fsx);
	random_start(&fsx->random, seed, STREAM_STEPS);
	code = fsx_file_probe(&fsx->file, &fsx->kinds, error);
	if (code < 0)
		fsx_end(fsx);
	fsx->now_ns = now();
	return code;
}

static int perform(struct fsx *fsx, const struct fsx_step *step, struct fsx_transfer *transfer)
{
	const uint64_t start = now();
	int failure = fsx->fault ? fsx_fault_perform(&fsx->file, step, transfer, fsx->fault)
				 : fsx_file_perform(&fsx->file, step, transfer);

	fsx->now_ns = now();
	fsx->spent_ns += fsx->now_ns - start;
	return failure;
}

static void change_model(struct fsx_model *model, const struct fsx_step *step,
			 const unsigned char *data)
{
	switch (step->kind) {
	case FSX_WRITE:
	case FSX_MAP_WRITE:
		fsx_model_write(model, step->offset, data, step->length);
		break;
	case FSX_TRUNCATE:
		fsx_model_truncate(model, step->length);
		break;
	case FSX_ALLOCATE:
		fsx_model_allocate(model, step->offset, step->length);
		break;
	case FSX_PUNCH_HOLE:
		fsx_model_punch(model, step->offset, step->length);
		break;
	default:
		break;
	}
}

static bool failed(struct fsx_outcome *outcome, int failure)
{
	outcome->verdict = FSX_FAILED;
	outcome->failure = failure;
	return false;
}

static bool check_size(const struct fsx *fsx, struct fsx_outcome *outcome)
{
	const int64_t size = fsx_file_size(&fsx->file);

	if (size < 0)
		return failed(outcome, (int)-size);
	if (size == (int64_t)fsx->model.size)
		return true;
	outcome->verdict = FSX_WRONG_SIZE;
	outcome->expected = fsx->model.size;
	outcome->found = (uint64_t)size;
	return false;
}

/* What was read must end where the model says, and be what it holds. */
static bool check_read(struct fsx *fsx, const struct fsx_step *step, size_t moved,
		       struct fsx_outcome *outcome)
{
	const uint32_t length =
		step->kind == FSX_READ ? fsx_model_readable(&fsx->model, step->offset, step->length)
				       : step->length;
	uint32_t at;

	if (moved != length) {
		outcome->verdict = FSX_WRONG_SIZE;
		outcome->expected = fsx->model.size;
		outcome->found = step->offset + moved;
		return false;
	}
	fsx->checked += length;
	if (fsx_model_equals(&fsx->model, step->offset, fsx->buffer, length, &at))
		return true;
	outcome->verdict = FSX_WRONG_BYTE;
	outcome->offset = at;
	outcome->expected = fsx->model.bytes[at];
	outcome->found = fsx->buffer[at - step->offset];
	return false;
}

bool fsx_advance(struct fsx *fsx, struct fsx_outcome *outcome)
{
	const struct fsx_step step =
		fsx_step_draw(&fsx->random, fsx->model.size, fsx->model.most, fsx->kinds);
	struct fsx_transfer transfer = {.data = fsx->pool + step.source, .buffer = fsx->buffer};
	int failure;

	*outcome = (struct fsx_outcome){.verdict = FSX_FINE};
	fsx->log[fsx->step++ % FSX_LOG] = step;
	failure = perform(fsx, &step, &transfer);
	if (failure)
		return failed(outcome, failure);
	change_model(&fsx->model, &step, transfer.data);
	if ((step.kind == FSX_READ || step.kind == FSX_MAP_READ) &&
	    !check_read(fsx, &step, transfer.moved, outcome))
		return false;
	return check_size(fsx, outcome);
}

bool fsx_check_all(struct fsx *fsx, struct fsx_outcome *outcome)
{
	const struct fsx_step reopen = {.kind = FSX_REOPEN};
	const struct fsx_step all = {.kind = FSX_READ, .length = fsx->model.most};
	struct fsx_transfer transfer = {.buffer = fsx->buffer};
	int failure = fsx_file_perform(&fsx->file, &reopen, &transfer);

	*outcome = (struct fsx_outcome){.verdict = FSX_FINE, .at_end = true};
	if (!failure)
		failure = fsx_file_perform(&fsx->file, &all, &transfer);
	if (failure)
		return failed(outcome, failure);
	return check_size(fsx, outcome) && check_read(fsx, &all, transfer.moved, outcome);
}

void fsx_end(struct fsx *fsx)
{
	fsx_file_remove(&fsx->file);
}
