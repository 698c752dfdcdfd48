/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_policy_parser.h - the compiler of AppArmor's profiles, apparmor_parser: run, and heard.
 */
#ifndef LSMBENCH_ENGINE_GUEST_POLICY_PARSER_H
#define LSMBENCH_ENGINE_GUEST_POLICY_PARSER_H

#include <stddef.h>

#include "fixtures/error.h"

/*
 * The profiles of a text file as the kernel loads them: malloc'ed bytes. -ENOENT when profile is
 * not among them or there is no apparmor_parser, -EINVAL with the parser's own words when it does
 * not take the text.
 */
int guest_policy_parser_compile(const char *file, const char *profile, void **bytes, size_t *size,
				struct error *error);

#endif
