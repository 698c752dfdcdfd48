/* SPDX-License-Identifier: GPL-2.0-or-later */
/* building.c - how large a tree is that is being made. */
#include "tui/building.h"

#include <stdio.h>

const char *building_size(const struct plan *plan, size_t case_index, char buffer[BUILDING_SIZE])
{
	const double megabytes = (double)plan->tree_bytes / 1e6;

	buffer[0] = '\0';
	if (plan->cases[case_index].operation->fixture == FIXTURE_HOME)
		snprintf(buffer, BUILDING_SIZE, ", %.*f MB", megabytes < 10 ? 1 : 0, megabytes);
	return buffer;
}
