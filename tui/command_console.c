/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_console.c - the console with the settings that last across starts.
 */
#include "tui/command.h"
#include "tui/console.h"
#include "tui/exit_code.h"
#include "tui/settings.h"

int command_console(const struct console_request *what)
{
	struct settings settings;
	struct console_request request = *what;
	struct error damaged = {""};
	struct error error = {""};
	int status;

	request.settings = &settings;
	settings_init(&settings);
	if (settings_load(&settings, &damaged) == 0)
		damaged.text[0] = '\0';
	status = console_run(&request, &error);
	if (status != EXIT_FINE && error.text[0])
		command_complain("%s", error.text);
	if (damaged.text[0])
		command_complain("%s", damaged.text);
	/* Nothing to keep when the console could not start: the file stays as it is. */
	if (status != EXIT_TERMINAL && status != EXIT_INPUT &&
	    settings_save(&settings, &error) < 0 && error.text[0])
		command_complain("settings are not kept: %s", error.text);
	settings_clear(&settings);
	return status;
}
