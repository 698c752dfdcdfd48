/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_table_private.h - what the files of ladder_table.h share.
 */
#ifndef LSMBENCH_ENGINE_LADDER_TABLE_PRIVATE_H
#define LSMBENCH_ENGINE_LADDER_TABLE_PRIVATE_H

#include "engine/ladder/ladder_table.h"

/* Fill in splits from the cells. 0 or -ENOMEM. */
int ladder_table_find_splits(struct ladder_table *table);

#endif
