/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_attribute.h - extended attributes of a file: entries of the table in operation.c.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_ATTRIBUTE_H
#define LSMBENCH_ENGINE_OPERATION_ATTRIBUTE_H

#include "engine/operation/operation.h"

extern const struct operation operation_getxattr;
extern const struct operation operation_setxattr;

#endif
