/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_figure.c - rates and differences in words, and figures in so many columns. */
#include "tui/operation_figure.h"

#include <math.h>
#include <stdio.h>

#include "tui/text.h"

const char *operation_figure_show(const struct operation *operation,
				  char buffer[OPERATION_FIGURE_SIZE])
{
	char bytes[PARAMETER_NUMBER_SIZE];
	int used = 0;

	buffer[0] = '\0';
	if (operation->moves_number)
		used = snprintf(buffer, OPERATION_FIGURE_SIZE, "moves its %s, shown in MB/s",
				operation->parameter->name);
	else if (operation->bytes > 0)
		used = snprintf(buffer, OPERATION_FIGURE_SIZE, "moves %s, shown in MB/s",
				parameter_show(&parameter_size, operation->bytes, bytes));
	if (operation->less != NULL && used < OPERATION_FIGURE_SIZE)
		snprintf(buffer + used, OPERATION_FIGURE_SIZE - (size_t)used, "%sshown less %s",
			 used > 0 ? "; " : "", operation->less);
	return buffer;
}

/* Larger ones are written with an exponent, whole or not. */
#define WHOLE_MAXIMUM 1e6

void figure_text(enum result_unit unit, double value, int width, char *buffer, size_t size)
{
	if (!isfinite(value))
		snprintf(buffer, size, "-");
	else if (fabs(value) < WHOLE_MAXIMUM && result_unit_decimals(unit, value, 1) == 0)
		snprintf(buffer, size, "%.0f", value);
	else
		text_number(buffer, size, value, width);
}
