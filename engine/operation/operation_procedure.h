/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_procedure.h - a call of a function. */
#ifndef LSMBENCH_ENGINE_OPERATION_PROCEDURE_H
#define LSMBENCH_ENGINE_OPERATION_PROCEDURE_H

#include "engine/operation/operation.h"

extern const struct operation operation_procedure_call;

/* The function that procedure-call calls: value + 1. Not for others but the test that counts. */
uint64_t procedure_called(uint64_t value);

#endif
