/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reason.c - cut a reason at its end, or in front of what a command wrote last.
 */
#include "tui/reason.h"

#include <stdio.h>
#include <string.h>

#include "tui/draw.h"
#include "tui/text.h"

#define LEFT_OUT "..."
/* Fewer columns of output say nothing: then the status goes, too. */
#define OUTPUT_MINIMUM 12

/* Where the output of a command begins; NULL: the reason is another one. */
static const char *find_output(const char *reason)
{
	const char *status = strstr(reason, "exit status ");
	const char *output;

	if (status == NULL)
		status = strstr(reason, "killed by signal ");
	output = status != NULL ? strstr(status, ": ") : NULL;
	return output != NULL ? output + 2 : NULL;
}

void reason_fit(char *buffer, size_t size, const char *reason, int columns)
{
	const char *output = find_output(reason);
	int length; /* of what stands before the output, in bytes */
	int width;
	int room;

	if (output == NULL || text_width(reason) <= columns) {
		snprintf(buffer, size, "%s", reason);
		return;
	}
	length = (int)(output - reason);
	width = text_width(output);
	room = columns - (text_width(reason) - width) - (int)strlen(LEFT_OUT);
	if (room < OUTPUT_MINIMUM) {
		length = 0;
		room = columns - (int)strlen(LEFT_OUT);
	}
	if (room > 0)
		snprintf(buffer, size, "%.*s" LEFT_OUT "%s", length, reason,
			 output + text_skip(output, width - room));
	else
		snprintf(buffer, size, "%s", reason);
}

void reason_fit_lines(char *buffer, size_t size, const char *reason, int columns, int lines)
{
	int room = columns * lines;

	do
		reason_fit(buffer, size, reason, room);
	while (find_output(reason) != NULL && draw_wrapped_lines(buffer, columns) > lines &&
	       --room > columns);
}
