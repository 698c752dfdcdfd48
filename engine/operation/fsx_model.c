/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fsx_model.c - what writing, truncating and punching make of a file. */
#include "engine/operation/fsx_model.h"

#include <string.h>

void fsx_model_clear(struct fsx_model *model)
{
	memset(model->bytes, 0, model->most);
	model->size = 0;
}

static void reach(struct fsx_model *model, uint32_t end)
{
	if (end > model->size)
		model->size = end;
}

void fsx_model_write(struct fsx_model *model, uint32_t offset, const unsigned char *data,
		     uint32_t length)
{
	memcpy(model->bytes + offset, data, length);
	reach(model, offset + length);
}

void fsx_model_truncate(struct fsx_model *model, uint32_t size)
{
	if (size < model->size)
		memset(model->bytes + size, 0, model->size - size);
	model->size = size;
}

void fsx_model_allocate(struct fsx_model *model, uint32_t offset, uint32_t length)
{
	reach(model, offset + length);
}

void fsx_model_punch(struct fsx_model *model, uint32_t offset, uint32_t length)
{
	memset(model->bytes + offset, 0, length);
}

uint32_t fsx_model_readable(const struct fsx_model *model, uint32_t offset, uint32_t length)
{
	if (offset >= model->size)
		return 0;
	return length < model->size - offset ? length : model->size - offset;
}

bool fsx_model_equals(const struct fsx_model *model, uint32_t offset, const unsigned char *found,
		      uint32_t length, uint32_t *at)
{
	uint32_t i = 0;

	if (memcmp(model->bytes + offset, found, length) == 0)
		return true;
	while (model->bytes[offset + i] == found[i])
		i++;
	*at = offset + i;
	return false;
}
