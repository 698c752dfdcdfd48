/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_protection.h - writes to memory that is only to be read. */
#ifndef LSMBENCH_ENGINE_OPERATION_PROTECTION_H
#define LSMBENCH_ENGINE_OPERATION_PROTECTION_H

#include "engine/operation/operation.h"

extern const struct operation operation_protection_fault;

#endif
