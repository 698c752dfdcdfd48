/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * settings.h - what lasts from one start of the console to the next.
 *
 * Kept as "key: value" lines in $XDG_CONFIG_HOME/lsmbench/config. Nothing depends on it: a
 * missing, damaged or unwritable file costs a line of explanation and no more.
 */
#ifndef LSMBENCH_TUI_SETTINGS_H
#define LSMBENCH_TUI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/plan/plan.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

struct settings {
	struct plan plan; /* what the Plan page starts with; not expanded */
	char theme[32];   /* "" for the one that the terminal suggests */
	char page[32];    /* the page shown last; "" for the first */
	bool ascii;       /* draw with ASCII also in a UTF-8 locale */
	bool mouse;       /* off unless asked for */

	struct text_list others; /* whole lines with keys of another version: written back */
};

/* Defaults; needs settings_clear. */
void settings_init(struct settings *settings);
void settings_clear(struct settings *settings);

/*
 * Read the config file into settings, which settings_init made. A damaged line is left out.
 * Returns 0, also when there is no file or no home for one; -EINVAL when lines were left out:
 * error then names the first and how many more; another negative errno when nothing was read.
 */
int settings_load(struct settings *settings, struct error *error);

/* Write the config file, whole or not at all. 0 or negative errno with a message. */
int settings_save(const struct settings *settings, struct error *error);

/* The same from and to text, for settings_load, settings_save and tests. */
int settings_read(struct settings *settings, const char *text, size_t length, const char *source,
		  struct error *error);
void settings_write(const struct settings *settings, FILE *file);

#endif
