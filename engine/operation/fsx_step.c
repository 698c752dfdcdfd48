/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fsx_step.c - drawing steps, and saying what they are. */
#include "engine/operation/fsx_step.h"

#include <stdio.h>

/*
 * How often each kind is drawn, in a thousand. What writes to the disk is rare: it takes a thousand
 * times as long as the others. Truncations are, too, since they remove mistakes that no read has
 * seen.
 */
static const struct {
	const char *name;
	unsigned int weight;
} kinds_drawn[FSX_KINDS] = {
	[FSX_READ] = {"read", 276},
	[FSX_WRITE] = {"write", 222},
	[FSX_TRUNCATE] = {"truncate", 30},
	[FSX_MAP_READ] = {"map-read", 180},
	[FSX_MAP_WRITE] = {"map-write", 140},
	[FSX_ALLOCATE] = {"allocate", 30},
	[FSX_ALLOCATE_KEEP] = {"allocate-keep", 30},
	[FSX_PUNCH_HOLE] = {"punch-hole", 60},
	[FSX_SYNC] = {"fsync", 2},
	[FSX_REOPEN] = {"reopen", 30},
};

static enum fsx_kind draw_kind(struct random_source *random, unsigned int kinds)
{
	unsigned int total = 0;
	unsigned int drawn;
	unsigned int kind = 0;

	for (unsigned int i = 0; i < FSX_KINDS; i++)
		total += kinds & (1u << i) ? kinds_drawn[i].weight : 0;
	drawn = (unsigned int)random_below(random, total);
	for (;; kind++) {
		unsigned int weight = kinds & (1u << kind) ? kinds_drawn[kind].weight : 0;

		if (drawn < weight)
			return (enum fsx_kind)kind;
		drawn -= weight;
	}
}

/* One in four lies at the edge of a page, where most mistakes are. */
static uint32_t draw_offset(struct random_source *random, uint32_t bound)
{
	uint32_t offset = (uint32_t)random_below(random, bound ? bound : 1);

	return random_below(random, 4) ? offset : offset / FSX_PAGE * FSX_PAGE;
}

/* As many of some bytes as of many pages; where everything counts, mostly anything. */
static uint32_t draw_length(struct random_source *random, uint32_t most, bool reads)
{
	const bool any = reads && random_below(random, 4) > 0;
	const uint64_t bound = any ? FSX_LENGTH_MOST : (uint64_t)1 << random_below(random, 17);
	uint32_t length = 1 + (uint32_t)random_below(random, bound);

	return length < most ? length : most;
}

static uint32_t page_end(uint32_t size)
{
	return (size + FSX_PAGE - 1) / FSX_PAGE * FSX_PAGE;
}

static void draw_range(struct random_source *random, struct fsx_step *step, uint32_t offsets,
		       uint32_t end)
{
	step->offset = draw_offset(random, offsets);
	step->length = draw_length(random, end - step->offset,
				   step->kind == FSX_READ || step->kind == FSX_MAP_READ);
}

struct fsx_step fsx_step_draw(struct random_source *random, uint32_t size, uint32_t most,
			      unsigned int kinds)
{
	struct fsx_step step = {.kind = draw_kind(random, kinds), .size = size};

	/* An empty file has nothing to map. */
	if (size == 0 && (step.kind == FSX_MAP_READ || step.kind == FSX_MAP_WRITE))
		step.kind = FSX_WRITE;
	switch (step.kind) {
	case FSX_WRITE:
	case FSX_ALLOCATE:
	case FSX_ALLOCATE_KEEP:
		draw_range(random, &step, most, most);
		break;
	case FSX_READ:
	case FSX_PUNCH_HOLE:
		draw_range(random, &step, size, most);
		break;
	case FSX_MAP_READ:
		draw_range(random, &step, size, page_end(size));
		break;
	case FSX_MAP_WRITE:
		draw_range(random, &step, size, size);
		break;
	case FSX_TRUNCATE:
		step.length = draw_offset(random, most + 1);
		break;
	case FSX_SYNC:
	case FSX_REOPEN:
	case FSX_KINDS:
		break;
	}
	if (step.kind == FSX_WRITE || step.kind == FSX_MAP_WRITE)
		step.source = (uint32_t)random_below(random, FSX_SOURCES);
	return step;
}

const char *fsx_kind_name(enum fsx_kind kind)
{
	return kinds_drawn[kind].name;
}

const char *fsx_step_show(const struct fsx_step *step, char *buffer, size_t size)
{
	const char *name = fsx_kind_name(step->kind);

	if (step->kind == FSX_SYNC || step->kind == FSX_REOPEN)
		snprintf(buffer, size, "%s", name);
	else if (step->kind == FSX_TRUNCATE)
		snprintf(buffer, size, "%s %u", name, step->length);
	else
		snprintf(buffer, size, "%s %u+%u", name, step->offset, step->length);
	return buffer;
}

bool fsx_step_changes(const struct fsx_step *step, uint32_t offset)
{
	const bool in_range = offset >= step->offset && offset - step->offset < step->length;

	switch (step->kind) {
	case FSX_WRITE:
	case FSX_MAP_WRITE:
	case FSX_PUNCH_HOLE:
		return in_range;
	case FSX_TRUNCATE:
		return offset >= step->length || offset >= step->size;
	default:
		return false;
	}
}
