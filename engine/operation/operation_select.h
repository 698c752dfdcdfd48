/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_select.h - select on many descriptors. */
#ifndef LSMBENCH_ENGINE_OPERATION_SELECT_H
#define LSMBENCH_ENGINE_OPERATION_SELECT_H

#include "engine/operation/operation.h"

extern const struct operation operation_select_file;
extern const struct operation operation_select_tcp;

#endif
