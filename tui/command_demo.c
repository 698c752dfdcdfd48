/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_demo.c - "lsmbench demo": the console with the demonstration running.
 */
#include "tui/command.h"
#include "tui/console.h"
#include "tui/exit_code.h"
#include "tui/options.h"

static const char summary[] =
	"Opens the console and measures, in two minutes, what Landlock and seccomp add to "
	"opening,\n"
	"renaming, creating and looking up files; with their controls, and with the baseline "
	"against\n"
	"itself. The first bars stand within seconds and settle while you talk; b shows figures "
	"that\n"
	"can be read from the back of a room, the arrows go from case to case. What this kernel "
	"lacks\n"
	"is left out, and said. The plan that you keep in the console stays as it is.\n";

int command_demo(int argc, char **argv)
{
	struct options options = {
		.command = "lsmbench demo", .arguments = "[OPTION...]", .summary = summary};
	struct error error;
	enum options_outcome outcome = options_read(&options, argc, argv, &error);
	int status = EXIT_FINE;

	if (outcome == OPTIONS_BAD)
		status = command_usage(error.text);
	else if (outcome == OPTIONS_GO && options.rest.count > 0)
		status =
			command_usage("demo takes no arguments; \"lsmbench run\" measures what you "
				      "choose");
	else if (outcome == OPTIONS_GO)
		status = command_console(&(struct console_request){.demo = true});
	options_clear(&options);
	return status;
}
