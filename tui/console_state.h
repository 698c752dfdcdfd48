/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_state.h - what the pages of the console share. For console*.c, page_*.c and ask.c alone.
 */
#ifndef LSMBENCH_TUI_CONSOLE_STATE_H
#define LSMBENCH_TUI_CONSOLE_STATE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/environment.h"
#include "engine/estimate.h"
#include "engine/plan.h"
#include "engine/result.h"
#include "engine/session.h"
#include "fixtures/error.h"
#include "fixtures/scratch.h"
#include "tui/ask.h"
#include "tui/document.h"
#include "tui/keys.h"
#include "tui/plan_model.h"
#include "tui/run_model.h"
#include "tui/theme.h"

struct settings;

struct plan_page {
	struct plan_model model;
	enum plan_pane pane;
	size_t selected[PLAN_PANE_COUNT];
	int first[PLAN_PANE_COUNT];
	int rows;                       /* of the pane in focus, when it was last drawn */
	const struct plan_key *editing; /* of the open prompt */
};

/* What the lower pane of the Run page shows. */
enum run_chart { CHART_BOTH, CHART_HISTOGRAM, CHART_SEQUENCE };
#define RUN_CHART_COUNT 3

struct run_page {
	struct run_model model;
	size_t selected;
	int first;
	int rows;
	bool follow; /* the case that runs */
	bool detail_hidden;
	enum run_chart chart;
	char activity[256]; /* "building DIR10000: 4321 of 10000" */
};

struct export_page {
	size_t format;
	int first;
	bool redact;
	bool in_preview; /* the arrows scroll the preview */
	char file_name[PATH_MAX];
	bool named; /* by the person: a new format does not rename it */
	struct document preview;
	bool preview_valid;
};

struct console {
	struct plan *plan;    /* of the settings, as the person edits it */
	struct plan expanded; /* what would run, seed and all */
	bool runnable;        /* expanded is valid; else plan_error says why not */
	struct error plan_error;
	double plan_seconds; /* estimated */

	struct settings *settings;
	struct estimate estimate;
	struct environment environment; /* of this machine now */
	bool environment_known;
	struct text_list environment_of; /* the scratch directories it describes */
	int environment_cpu;
	struct scratch_leftover *leftovers; /* of killed sessions */
	size_t leftover_count;

	struct session *session; /* runs, or NULL */
	bool save_when_ended;
	struct result result; /* of the last session, or of the file that was opened */
	bool has_result;
	bool unsaved;
	char result_source[PATH_MAX]; /* the file that it was read from or saved to, or "" */

	enum page page;
	enum page page_before; /* Help: where Esc leads back to */
	struct plan_page plan_page;
	struct run_page run_page;
	struct export_page export_page;
	struct document environment_page;
	struct document help_page;

	struct ask ask;
	char message[768]; /* in the footer until the next key */
	enum role message_role;
	char sought[256]; /* by / */
	bool single_cpu;
	unsigned int interrupts; /* Ctrl-C without another key between */
	bool dirty;              /* something to draw */
	bool leaving;
	int status; /* the program's exit status */
	struct error error;
};

/* A line in the footer until the next key. */
void console_say(struct console *console, enum role role, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void console_show_page(struct console *console, enum page page);

/* The plan changed: derive what would run, how long it takes, and the rows. */
void console_plan_changed(struct console *console);
/* Collect the environment for the plan's scratch directories and CPU. */
void console_collect_environment(struct console *console);

/* --- console_session.c ------------------------------------------------------------------ */

/* The result that is measured now, or else the last one; NULL when there is none. */
const struct result *console_result(const struct console *console);
bool console_is_measuring(const struct console *console);

/* Start what the Plan page shows; asks first when an unsaved result would be lost. */
void console_start_session(struct console *console);
/* Take the session's events. */
void console_pump_session(struct console *console);
/* Stop the session; when it has ended, go to the Export page. */
void console_stop_and_save(struct console *console);
/* Stop in order and wait, not for long, until all is told: for the ways out that do not ask. */
void console_end_session(struct console *console);

/* Close the session and keep its result. */
void console_close_session(struct console *console);

/* Show what is in the file at path. Negative errno when it cannot be read. */
int console_open_result(struct console *console, const char *path, struct error *error);

/* q: leave, or ask when work would be lost. */
void console_quit(struct console *console);

/* --- console_machine.c ---------------------------------------------------------------------- */

/* Learn from the session that has just ended how long things take here. */
void console_learn(struct console *console, double seconds);
/* Ask whether what killed sessions left behind shall be removed. */
void console_ask_leftovers(struct console *console);

/* --- export_file.c -------------------------------------------------------------------------- */

/* Write the result in the native format under its default name. False, and said, when it fails. */
bool export_save_native(struct console *console);

/*
 * Save an unsaved result where it can be written: here, in the state directory, in $TMPDIR.
 * Its name goes to path. 0; 1 when there was nothing to save; negative errno.
 */
int console_rescue(struct console *console, char *path, size_t size, struct error *error);
/* Write the result to the file at path, which console_rescue made, once more. */
int console_rescue_again(struct console *console, const char *path, struct error *error);

#endif
