/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_show.c - text, lines and axes for the formats of a comparison.
 */
#include "exports/compare/compare_show.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

char *compare_ascii(const char *text)
{
	char *shown = malloc(4 * strlen(text) + 1);
	char *out = shown;

	if (!shown)
		return NULL;
	for (; *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (byte >= ' ' && byte < 127)
			*out++ = *text;
		else
			out += sprintf(out, "\\x%02x", byte);
	}
	*out = '\0';
	return shown;
}

int compare_write_wrapped(const char *first, const char *text, FILE *file)
{
	size_t indent = strlen(first);
	size_t width = COMPARE_WIDTH - indent;
	char *shown = compare_ascii(text);
	const char *at = shown;

	if (!shown)
		return -ENOMEM;
	fputs(first, file);
	while (strlen(at) > width) {
		size_t length = width;

		/* Back to the last blank, unless there is none. */
		while (length > 0 && at[length] != ' ')
			length--;
		if (length == 0)
			length = width;
		fprintf(file, "%.*s\n%*s", (int)length, at, (int)indent, "");
		at += length;
		at += strspn(at, " ");
	}
	fprintf(file, "%s\n", at);
	free(shown);
	return 0;
}

bool compare_has_rates(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (comparison_is_rate(&comparison->rows[i]))
			return true;
	}
	return false;
}

bool compare_has_metrics(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (comparison->rows[i].metric)
			return true;
	}
	return false;
}

bool compare_has_units(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (comparison_has_own_unit(&comparison->rows[i]))
			return true;
	}
	return false;
}

const char *compare_show_figure(const struct comparison_row *row, double figure, bool sign,
				char buffer[NUMBER_SIZE])
{
	const double size = fabs(figure);
	const int decimals = comparison_shown_decimals(row, figure);

	if (!isfinite(figure) || size >= 1e15)
		return strcpy(buffer, "-");
	/* No sign where no digit shows one. */
	if (size < 0.0005)
		return strcpy(buffer, decimals > 0 ? "0.00" : "0");
	snprintf(buffer, NUMBER_SIZE, sign ? "%+.*f" : "%.*f", decimals, figure);
	return buffer;
}

bool compare_is_first(const struct comparison *comparison, size_t index)
{
	return index == 0 ||
	       strcmp(comparison->rows[index].name, comparison->rows[index - 1].name) != 0;
}
