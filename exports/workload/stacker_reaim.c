/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stacker_reaim.c - the tables of reaim itself. */
#include "exports/workload/reaim_read.h"
#include "exports/workload/stacker_bench.h"

bool stacker_reaim_follows(const struct workload_words *words)
{
	return workload_words_follow(words, "Num Parent");
}

int stacker_take_reaim(struct workload_import *import, struct stacker_section *section,
		       struct error *error)
{
	static const struct reaim_rows rows = {.operation = "reaim"};

	(void)section;
	return reaim_take_table(import, &rows, error);
}
