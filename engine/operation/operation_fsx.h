/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_fsx.h - the exerciser of one file as an operation. */
#ifndef LSMBENCH_ENGINE_OPERATION_FSX_H
#define LSMBENCH_ENGINE_OPERATION_FSX_H

#include "engine/operation/operation.h"

extern const struct operation operation_fsx;

#endif
