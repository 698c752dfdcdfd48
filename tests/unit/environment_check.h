/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_check.h - what the environment's tests share: collecting from a copied tree, and
 * asking for values, reasons and warnings.
 */
#ifndef LSMBENCH_TESTS_UNIT_ENVIRONMENT_CHECK_H
#define LSMBENCH_TESTS_UNIT_ENVIRONMENT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/environment/environment_internal.h"

/* Collect from tests/data/environment/NAME. */
static inline void collect_tree(struct environment *environment, const char *name,
				const struct environment_request *request)
{
	char root[256];
	const struct environment_roots roots = {root, false};
	struct error error = {""};

	snprintf(root, sizeof(root), "tests/data/environment/%s", name);
	assert_int_equal(environment_collect_from(environment, request, &roots, &error), 0);
}

static inline void assert_value(const struct environment *environment, const char *key,
				const char *value)
{
	const struct environment_item *item = environment_find(environment, key);

	if (!item || !item->value) {
		fail_msg("%s is unknown: %s", key, item ? item->reason : "no such item");
		return;
	}
	if (strcmp(item->value, value) != 0)
		fail_msg("%s is \"%s\", not \"%s\"", key, item->value, value);
	assert_non_null(item->source);
	assert_null(item->reason);
}

static inline void assert_source(const struct environment *environment, const char *key,
				 const char *source)
{
	const struct environment_item *item = environment_find(environment, key);

	assert_non_null(item);
	assert_non_null(item->source);
	assert_string_equal(item->source, source);
}

/* The item is unknown and its reason has part. */
static inline void assert_unknown(const struct environment *environment, const char *key,
				  const char *part)
{
	const struct environment_item *item = environment_find(environment, key);

	assert_non_null(item);
	if (item->value)
		fail_msg("%s is \"%s\", not unknown", key, item->value);
	assert_null(item->source);
	assert_non_null(item->reason);
	if (!strstr(item->reason, part))
		fail_msg("%s is unknown because \"%s\", without \"%s\"", key, item->reason, part);
}

static inline const struct environment_warning *find_warning(const struct environment *environment,
							     const char *part)
{
	for (size_t i = 0; i < environment->warning_count; i++)
		if (strstr(environment->warnings[i].text, part))
			return &environment->warnings[i];
	return NULL;
}

static inline void assert_warning(const struct environment *environment, enum warning_level level,
				  const char *part)
{
	const struct environment_warning *warning = find_warning(environment, part);

	if (warning)
		assert_int_equal(warning->level, level);
	else
		fail_msg("no warning has \"%s\"", part);
}

static inline void assert_warning_count(const struct environment *environment, size_t count)
{
	if (environment->warning_count == count)
		return;
	for (size_t i = 0; i < environment->warning_count; i++)
		print_message("%s\n", environment->warnings[i].text);
	fail_msg("%zu warnings, not %zu", environment->warning_count, count);
}

#endif
