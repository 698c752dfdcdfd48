/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_state.h - what the pages of the console share, and what its parts offer them. For
 * console*.c, page_*.c and export_file.c alone.
 */
#ifndef LSMBENCH_TUI_CONSOLE_STATE_H
#define LSMBENCH_TUI_CONSOLE_STATE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/plan/plan.h"
#include "engine/result/result.h"
#include "engine/session/session.h"
#include "fixtures/error.h"
#include "tui/ask.h"
#include "tui/console_commands.h"
#include "tui/console_machine.h"
#include "tui/console_session.h"
#include "tui/document.h"
#include "tui/keys.h"
#include "tui/page_compare.h"
#include "tui/page_files.h"
#include "tui/page_ladder.h"
#include "tui/page_tables.h"
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
enum run_chart { CHART_BOTH, CHART_HISTOGRAM, CHART_SEQUENCE, RUN_CHART_COUNT };

struct run_page {
	struct run_model model;
	size_t selected;
	int first;
	int rows;
	bool follow; /* the case that runs */
	bool detail_hidden;
	bool low;        /* the screen: table or detail pane, not both */
	bool pane_alone; /* then: the pane */
	enum run_chart chart;
	size_t readings_page; /* of what times itself: instead of the chart */
	size_t reading_pages; /* that were there when they were last drawn */
	size_t latency_page;  /* the same, of single calls, from 1; 0: the readings are shown */
	size_t latency_pages; /* that were there when it was last drawn */
	char activity[256];   /* "building DIR10000: 4321 of 10000" */
};

struct export_page {
	size_t format;
	bool redact;
	bool in_preview; /* the arrows scroll the preview */
	char file_name[PATH_MAX];
	bool named; /* by the person: a new format does not rename it */
	struct document preview;
	size_t preview_lines; /* of the file; more than the preview holds when it is long */
	bool preview_valid;
};

struct console {
	struct plan *plan;    /* of the settings, as the person edits it */
	struct plan expanded; /* what would run, seed and all */
	bool runnable;        /* expanded is valid; else plan_error says why not */
	struct error plan_error;
	double plan_seconds; /* estimated */
	bool plan_is_least;  /* nobody knows how long some of it takes: at least plan_seconds */

	struct settings *settings;
	struct machine machine; /* console_machine.h */

	struct plan demo;        /* of the demonstration, once it was asked for */
	char demo_note[512];     /* what it could not show; or "" */
	const struct plan *next; /* that a question asks about: the demonstration, or expanded */
	struct text_list agreed; /* variants whose commands the person has agreed to start */
	void (*when_agreed)(struct console *console, size_t unused); /* to the commands of next */

	/* What was measured: console_session.c changes it, and export_file.c where it is saved. */
	struct session *session; /* runs, or NULL */
	bool save_when_ended;
	struct result result; /* of the last session, or of the file that was opened */
	bool has_result;
	bool unsaved;
	char result_source[PATH_MAX]; /* the file that it was read from or saved to, or "" */

	/* What guests measure: console_ladder.c changes it. */
	struct ladder *ladder; /* runs, or has ended; NULL: none was started */
	bool ladder_ended;
	bool ladder_unsaved;

	enum page page;
	enum page page_before; /* Help: where Esc leads back to */
	struct plan_page plan_page;
	struct run_page run_page;
	struct compare_page compare_page;
	struct files_page files_page;
	struct ladder_page ladder_page;
	struct export_page export_page;
	struct tables_page tables_page;
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

#endif
