/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_dbench.h - dbench and tbench, the file server benchmarks of Debian's package dbench. */
#ifndef LSMBENCH_ENGINE_OPERATION_DBENCH_H
#define LSMBENCH_ENGINE_OPERATION_DBENCH_H

#include "engine/operation/operation.h"

extern const struct operation operation_dbench;
extern const struct operation operation_tbench;

#endif
