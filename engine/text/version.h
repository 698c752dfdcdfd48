/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * version.h - the one place that names the version.
 */
#ifndef LSMBENCH_ENGINE_VERSION_H
#define LSMBENCH_ENGINE_VERSION_H

#define LSMBENCH_VERSION "0.1.0"

#endif
