/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsx_model.h - what the exerciser's file has to hold, kept in memory.
 */
#ifndef LSMBENCH_ENGINE_FSX_MODEL_H
#define LSMBENCH_ENGINE_FSX_MODEL_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes at and beyond size are 0, as they read through a mapping and once the file grows. */
struct fsx_model {
	unsigned char *bytes; /* most of them, of whoever made the model */
	uint32_t size;
	uint32_t most; /* the largest size; every range below lies within it */
};

/* The file is empty again. */
void fsx_model_clear(struct fsx_model *model);

void fsx_model_write(struct fsx_model *model, uint32_t offset, const unsigned char *data,
		     uint32_t length);

void fsx_model_truncate(struct fsx_model *model, uint32_t size);

/* fallocate without FALLOC_FL_KEEP_SIZE: the file reaches to the end of the range at least. */
void fsx_model_allocate(struct fsx_model *model, uint32_t offset, uint32_t length);

/* The range reads as zeros; the size stays. */
void fsx_model_punch(struct fsx_model *model, uint32_t offset, uint32_t length);

/* How many bytes a read of this range gets. */
uint32_t fsx_model_readable(const struct fsx_model *model, uint32_t offset, uint32_t length);

/* Whether found is what the range holds; else *at is the offset in the file of the first byte that
 * is not. */
bool fsx_model_equals(const struct fsx_model *model, uint32_t offset, const unsigned char *found,
		      uint32_t length, uint32_t *at);

#endif
