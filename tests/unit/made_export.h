/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made_export.h - results as a format writes them, in memory, for the tests of exports.
 */
#ifndef LSMBENCH_TESTS_MADE_EXPORT_H
#define LSMBENCH_TESTS_MADE_EXPORT_H

#include "tests/unit/made_result.h"

#include "exports/export.h"

/*
 * The text of results in the format of that name; malloc'ed. Fails the test when it cannot be. Not
 * inline: gcc 12 takes the memory that open_memstream gives for the variable that points to it.
 */
__attribute__((noinline)) static char *made_export(const char *format,
						   const struct result *const *results,
						   size_t count,
						   const struct export_options *options)
{
	struct error error = {0};
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	made_check(export_write(export_format_find(format), results, count, options, file, &error),
		   &error);
	fclose(file);
	return text;
}

#endif
