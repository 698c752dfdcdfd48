/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_demo.c - start the demonstration from the console.
 */
#include "engine/variant/variant.h"
#include "tui/console_state.h"
#include "tui/demo_plan.h"

void console_start_demo(struct console *console)
{
	struct error error;
	struct plan plan;

	if (console_is_measuring(console)) {
		console_say(console, ROLE_ALARM,
			    "a session is running; s on the Run page stops it");
		return;
	}
	if (demo_plan_make(&plan, console->plan, variant_available, console->demo_note,
			   sizeof(console->demo_note), &error) < 0) {
		console_say(console, ROLE_ALARM, "%s", error.text);
		return;
	}
	plan_clear(&console->demo);
	console->demo = plan;
	console_start_plan(console, &console->demo);
}
