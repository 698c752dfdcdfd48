/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keys.h - the one table of keys. It drives dispatch, the footer and the help page, so that they
 * cannot drift apart.
 */
#ifndef LSMBENCH_TUI_KEYS_H
#define LSMBENCH_TUI_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum page {
	PAGE_PLAN,
	PAGE_RUN,
	PAGE_COMPARE,
	PAGE_FILES,
	PAGE_LADDER,
	PAGE_KERNELS,
	PAGE_TABLES,
	PAGE_ENVIRONMENT,
	PAGE_EXPORT,
	PAGE_HELP,
	PAGE_COUNT
};

/* The set of all pages, a bit for each. */
#define ON_ALL_PAGES ((1u << PAGE_COUNT) - 1)

/* The key of Ctrl and a small letter, as wgetch returns it. */
#define CONTROL_KEY(letter) ((letter)&0x1f)

enum action {
	ACTION_NONE,
	ACTION_PAGE_PLAN,
	ACTION_PAGE_RUN,
	ACTION_PAGE_COMPARE,
	ACTION_PAGE_FILES,
	ACTION_PAGE_LADDER,
	ACTION_PAGE_KERNELS,
	ACTION_PAGE_TABLES,
	ACTION_PAGE_ENVIRONMENT,
	ACTION_PAGE_EXPORT,
	ACTION_PAGE_HELP,
	ACTION_UP,
	ACTION_DOWN,
	ACTION_LEFT,
	ACTION_RIGHT,
	ACTION_PAGE_UP,
	ACTION_PAGE_DOWN,
	ACTION_FIRST,
	ACTION_LAST,
	ACTION_NEXT_PANE,
	ACTION_PREVIOUS_PANE,
	ACTION_FIND,
	ACTION_FIND_NEXT,
	ACTION_REDRAW,
	ACTION_THEME,
	ACTION_QUIT,
	ACTION_CANCEL,
	ACTION_TOGGLE,
	ACTION_ENTER,
	ACTION_ALL,
	ACTION_FOLD,
	ACTION_FOLD_ALL,
	ACTION_EDIT,
	ACTION_PRESETS,
	ACTION_COMMAND,
	ACTION_WRITE_PLAN,
	ACTION_START,
	ACTION_PAUSE,
	ACTION_SKIP,
	ACTION_STOP,
	ACTION_DETAIL,
	ACTION_CHART,
	ACTION_LATENCIES,
	ACTION_FOLLOW,
	ACTION_USE_PLAN,
	ACTION_DEMO,
	ACTION_TAB_BARS,
	ACTION_TAB_SPLIT,
	ACTION_TAB_DIFFERENCE,
	ACTION_TAB_DETAIL,
	ACTION_TAB_LADDER,
	ACTION_ORDER,
	ACTION_FILTER,
	ACTION_BIG,
	ACTION_EXCUSE,
	ACTION_WRITE_COMPARISON,
	ACTION_GROUP_A, /* of files: the base */
	ACTION_GROUP_B,
	ACTION_GROUP_C,
	ACTION_GROUP_D,
	ACTION_GROUP_E,
	ACTION_GROUP_F,
	ACTION_GROUP_G,
	ACTION_LADDER,
	ACTION_VARIANTS,
	ACTION_TYPE_PATH,
	ACTION_CASES, /* on the Ladder page from here on */
	ACTION_NEW_RUNG,
	ACTION_FIRST_RUNG,
	ACTION_POLICY,
	ACTION_OPERATIONS,
	ACTION_WRITE_LADDER,
	ACTION_FILE_NAME,
	ACTION_REDACT,
};

#define KEYS_OF_BINDING 3

struct key_binding {
	enum action action;
	unsigned int pages;        /* on which it is understood: a bit for each, or ON_ALL_PAGES */
	int keys[KEYS_OF_BINDING]; /* as wgetch returns them; 0: none */
	const char *shown;         /* how the keys are written: "Space", "Up k" */
	const char *footer;        /* a word or two for the footer, or NULL: not in the footer */
	const char *help;          /* one line for the help page */
};

extern const struct key_binding key_bindings[];
extern const size_t key_binding_count;

/* Whether the binding is understood on page. */
bool key_binding_is_on(const struct key_binding *binding, enum page page);

/* What key means on page; a binding for that page, or some, wins over one for all. */
enum action keys_action(enum page page, int key);

/*
 * The footer of page, at most columns wide: "Space pick  / find ...". What does not fit is left
 * out, leaving and help (always last) as long as they fit themselves; and what only a running
 * session understands, unless one is running.
 */
void keys_footer(enum page page, bool running, int columns, char *buffer, size_t size);

#endif
