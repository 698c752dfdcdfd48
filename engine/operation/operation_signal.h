/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_signal.h - signals: handlers installed and called. */
#ifndef LSMBENCH_ENGINE_OPERATION_SIGNAL_H
#define LSMBENCH_ENGINE_OPERATION_SIGNAL_H

#include "engine/operation/operation.h"

extern const struct operation operation_signal_install;
extern const struct operation operation_signal_catch;

#endif
