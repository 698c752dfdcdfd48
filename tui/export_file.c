/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export_file.c - the console's bookkeeping of where its result is saved.
 */
#include <limits.h>
#include <stdio.h>

#include "exports/export.h"
#include "tui/console_state.h"
#include "tui/export_file.h"
#include "tui/save_result.h"

void export_note_saved(struct console *console, const char *path)
{
	console->unsaved = false;
	snprintf(console->result_source, sizeof(console->result_source), "%s", path);
}

bool export_save_native(struct console *console)
{
	const struct export_format *format = export_format_native();
	const struct result *result = console_result(console);
	const struct export_options options = {.redact = false};
	struct error error;
	char path[PATH_MAX];

	if (result == NULL)
		return false;
	save_result_name(result, "", format->extension, path, sizeof(path));
	if (save_result(result, format, &options, path, false, &error) < 0) {
		console_say(console, ROLE_ALARM, "%s", error.text);
		return false;
	}
	export_note_saved(console, path);
	console_say(console, ROLE_GOOD, "saved to %s", path);
	return true;
}

int console_rescue_again(struct console *console, const char *path, struct error *error)
{
	const struct export_options options = {.redact = false};

	return save_result(console_result(console), export_format_native(), &options, path, true,
			   error);
}

int console_rescue(struct console *console, char *path, size_t size, struct error *error)
{
	const struct export_options options = {.redact = false};
	int status;

	if (!console->unsaved || console_result(console) == NULL)
		return 1;
	status = rescue_result(console_result(console), &options, true, path, size, error);
	if (status == 0)
		export_note_saved(console, path);
	return status;
}
