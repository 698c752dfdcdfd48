/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_context_switch.h - processes that pass a token around, and what passing alone costs. */
#ifndef LSMBENCH_ENGINE_OPERATION_CONTEXT_SWITCH_H
#define LSMBENCH_ENGINE_OPERATION_CONTEXT_SWITCH_H

#include "engine/operation/operation.h"

extern const struct operation operation_context_switch;
extern const struct operation operation_context_switch_spread;
extern const struct operation operation_context_switch_overhead;

#endif
