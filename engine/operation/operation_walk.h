/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_walk.h - a walk through a tree of files like a home directory's, alone or beside
 * processes that write.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_WALK_H
#define LSMBENCH_ENGINE_OPERATION_WALK_H

#include "engine/operation/operation.h"

extern const struct operation operation_walk;

#endif
