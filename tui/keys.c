/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keys.c - letters first, function keys as twins: terminals steal F1 and F10.
 */
#include <ncurses.h>
#include <stdio.h>
#include <string.h>

#include "tui/keys.h"

#define ON(page) (1u << (page))
#define ESCAPE 27

/* The first bindings of a page are the first in its footer. */
const struct key_binding key_bindings[] = {
	{ACTION_TOGGLE,
	 ON(PAGE_PLAN),
	 {' '},
	 "Space",
	 "pick",
	 "Pick or drop the row; (x): by a suite, (+): added, not picked"},
	{ACTION_ENTER,
	 ON(PAGE_PLAN),
	 {'\r', '\n', KEY_ENTER},
	 "Enter",
	 "run",
	 "Run; on a setting or [+]: enter a value; on a group: open it"},
	{ACTION_EDIT, ON(PAGE_PLAN), {'e'}, "e", NULL, "Enter a value for the selected setting"},
	{ACTION_PRESETS, ON(PAGE_PLAN), {'p'}, "p", "presets", "Choose a ready-made plan"},
	{ACTION_DEMO,
	 ON(PAGE_PLAN),
	 {'d'},
	 "d",
	 "demo",
	 "Run the demonstration: what security modules cost"},
	{ACTION_COMMAND,
	 ON(PAGE_PLAN),
	 {'y'},
	 "y",
	 "command",
	 "Show the plan as one command line, and copy it"},
	{ACTION_ALL, ON(PAGE_PLAN), {'a'}, "a", NULL, "Pick all rows of the pane, or drop them"},
	{ACTION_FOLD,
	 ON(PAGE_PLAN),
	 {'+', '-'},
	 "+ -",
	 NULL,
	 "Open the group that the row is in, or fold it"},
	{ACTION_FOLD_ALL,
	 ON(PAGE_PLAN),
	 {'*'},
	 "*",
	 NULL,
	 "Fold all groups of the pane, or open them"},
	{ACTION_WRITE_PLAN, ON(PAGE_PLAN), {'w'}, "w", NULL, "Write the plan to a file for --plan"},
	{ACTION_START,
	 ON(PAGE_PLAN),
	 {'r', KEY_F(9)},
	 "r F9",
	 NULL,
	 "Run the plan, wherever the cursor is"},

	/* While a session runs, what holds it comes before what looks at it. */
	{ACTION_PAUSE,
	 ON(PAGE_RUN) | ON(PAGE_COMPARE) | ON(PAGE_TABLES),
	 {' '},
	 "Space",
	 "pause",
	 "Pause the session, or go on"},
	{ACTION_STOP,
	 ON(PAGE_COMPARE),
	 {'s'},
	 "s",
	 "stop",
	 "Stop the session and save what it measured"},
	{ACTION_NEXT_PANE, ON(PAGE_COMPARE), {'\t'}, "Tab", "tab", "Go to the next tab"},
	{ACTION_BIG,
	 ON(PAGE_COMPARE),
	 {'b'},
	 "b",
	 "big",
	 "Big figures, to be read from the back of a room"},
	{ACTION_TAB_BARS, ON(PAGE_COMPARE), {'1'}, "1", NULL, "Bars"},
	{ACTION_TAB_SPLIT, ON(PAGE_COMPARE), {'2'}, "2", NULL, "Cost split"},
	{ACTION_TAB_DIFFERENCE, ON(PAGE_COMPARE), {'3'}, "3", NULL, "Environment difference"},
	{ACTION_TAB_DETAIL, ON(PAGE_COMPARE), {'4'}, "4", NULL, "Detail of the selected row"},
	{ACTION_TAB_LADDER, ON(PAGE_COMPARE), {'5'}, "5", NULL, "Ladder, when there is one"},
	{ACTION_ORDER,
	 ON(PAGE_COMPARE),
	 {'o'},
	 "o",
	 "order",
	 "Order as planned, or the largest difference first"},
	{ACTION_FILTER,
	 ON(PAGE_COMPARE),
	 {'f'},
	 "f",
	 "filter",
	 "Show the next operation alone; after the last one all"},
	{ACTION_ENTER,
	 ON(PAGE_COMPARE),
	 {'\r', '\n', KEY_ENTER},
	 "Enter",
	 "detail",
	 "Show the selected row in detail, or the bars again"},
	{ACTION_WRITE_COMPARISON,
	 ON(PAGE_COMPARE),
	 {'e'},
	 "e",
	 "export",
	 "Write the comparison to a file: text, tables or a chart"},
	{ACTION_EXCUSE,
	 ON(PAGE_COMPARE),
	 {'x'},
	 "x",
	 NULL,
	 "Environment difference: compare despite the selected field, or no longer"},
	{ACTION_PAGE_FILES,
	 ON(PAGE_COMPARE),
	 {'c'},
	 "c",
	 "files",
	 "Choose files to compare: a base, and what is compared with it"},

	{ACTION_GROUP_A, ON(PAGE_FILES), {'a'}, "a", "base", "Put the file into the base, A"},
	{ACTION_ENTER,
	 ON(PAGE_FILES),
	 {'\r', '\n', KEY_ENTER},
	 "Enter",
	 "compare",
	 "Compare what is marked; without a mark, the variants of the file; on a directory, go "
	 "there"},
	{ACTION_GROUP_B, ON(PAGE_FILES), {'b'}, "b", "new", "Put it into group B, beside the base"},
	{ACTION_TOGGLE,
	 ON(PAGE_FILES),
	 {' '},
	 "Space",
	 "pick",
	 "Put the file into the base if that is empty, else into group B; or take it out"},
	{ACTION_GROUP_C, ON(PAGE_FILES), {'c'}, "c", NULL, "Put it into group C"},
	{ACTION_GROUP_D, ON(PAGE_FILES), {'d'}, "d", NULL, "Put it into group D"},
	{ACTION_GROUP_E, ON(PAGE_FILES), {'e'}, "e", NULL, "Put it into group E"},
	{ACTION_GROUP_F, ON(PAGE_FILES), {'f'}, "f", NULL, "Put it into group F"},
	{ACTION_GROUP_G, ON(PAGE_FILES), {'g'}, "g", NULL, "Put it into group G"},
	{ACTION_LADDER,
	 ON(PAGE_FILES),
	 {'o'},
	 "o",
	 "ladder",
	 "Order what is marked by active security modules, and show what each added"},
	{ACTION_TYPE_PATH,
	 ON(PAGE_FILES),
	 {'+'},
	 "+",
	 "path",
	 "Type a path: of a directory to look into, of a file, or FILE:HOST"},
	{ACTION_VARIANTS,
	 ON(PAGE_FILES),
	 {'v'},
	 "v",
	 NULL,
	 "Show the variants of the open session again"},

	{ACTION_STOP, ON(PAGE_LADDER), {'s'}, "s", "stop", "Stop the ladder: end every guest"},
	{ACTION_ENTER,
	 ON(PAGE_LADDER),
	 {'\r', '\n', KEY_ENTER},
	 "Enter",
	 "boot",
	 "Boot what is picked, and measure there"},
	{ACTION_TOGGLE, ON(PAGE_LADDER), {' '}, "Space", "rung", "Pick the rung or drop it"},
	{ACTION_PAGE_KERNELS,
	 ON(PAGE_LADDER),
	 {'K'},
	 "K",
	 "kernel",
	 "Choose kernels: images, or kernel build trees"},
	{ACTION_CASES,
	 ON(PAGE_LADDER),
	 {'o'},
	 "o",
	 "cases",
	 "Show every case of the selected operation, or one case of each operation"},
	{ACTION_WRITE_LADDER,
	 ON(PAGE_LADDER),
	 {'e'},
	 "e",
	 "export",
	 "Save a directory with a result file of each rung, for export and compare"},
	{ACTION_VARIANTS,
	 ON(PAGE_LADDER),
	 {'v'},
	 "v",
	 "variants",
	 "Variants that each guest measures: landlock:4, seccomp:1, bpf:inode_permission*2"},
	{ACTION_POLICY,
	 ON(PAGE_LADDER),
	 {'p'},
	 "p",
	 "policy",
	 "A rung with a policy: apparmor=FILE:PROFILE, selinux=FILE:CONTEXT, ima=FILE"},
	{ACTION_NEW_RUNG,
	 ON(PAGE_LADDER),
	 {'N'},
	 "N",
	 "new",
	 "A rung of your own: a list of modules, then words of the command line"},
	{ACTION_FIRST_RUNG,
	 ON(PAGE_LADDER),
	 {'b'},
	 "b",
	 "base",
	 "Make the selected rung the first one, with which the others are compared"},
	{ACTION_OPERATIONS,
	 ON(PAGE_LADDER),
	 {'m'},
	 "m",
	 "measure",
	 "Which operations are measured; without any, the ladder's own choice"},
	{ACTION_USE_PLAN,
	 ON(PAGE_LADDER),
	 {'u'},
	 "u",
	 NULL,
	 "Measure what is picked on the Plan page, under its variants"},

	{ACTION_ENTER,
	 ON(PAGE_KERNELS),
	 {'\r', '\n', KEY_ENTER},
	 "Enter",
	 "open",
	 "Choose the kernel and go back to the ladder; on a directory, go there"},
	{ACTION_TOGGLE,
	 ON(PAGE_KERNELS),
	 {' '},
	 "Space",
	 "pick",
	 "Choose the image, or the build tree, as a kernel of the ladder; or drop it"},
	{ACTION_TYPE_PATH,
	 ON(PAGE_KERNELS),
	 {'+'},
	 "+",
	 "path",
	 "Type a path: of a directory to look into, of an image or of a build tree"},

	{ACTION_SKIP,
	 ON(PAGE_RUN),
	 {'n'},
	 "n",
	 "skip",
	 "End the current case; what it measured is kept"},
	{ACTION_STOP,
	 ON(PAGE_RUN) | ON(PAGE_TABLES),
	 {'s'},
	 "s",
	 "stop+save",
	 "Stop the session and save what it measured"},
	{ACTION_DETAIL,
	 ON(PAGE_RUN),
	 {'\t'},
	 "Tab",
	 "detail",
	 "Show the detail pane or not; on a low screen it or the table"},
	{ACTION_CHART,
	 ON(PAGE_RUN),
	 {'g'},
	 "g",
	 "chart",
	 "Histogram, run sequence or both; of a workload more readings"},
	{ACTION_LATENCIES,
	 ON(PAGE_RUN),
	 {'d'},
	 "d",
	 NULL,
	 "Histogram of a walk's latencies, then of its next kind of call"},
	{ACTION_FOLLOW, ON(PAGE_RUN), {'f'}, "f", "follow", "Follow the case that runs"},
	{ACTION_USE_PLAN,
	 ON(PAGE_RUN),
	 {'u'},
	 "u",
	 "use plan",
	 "Take this result's plan over to Plan"},

	{ACTION_ENTER,
	 ON(PAGE_EXPORT),
	 {'\r', '\n', KEY_ENTER},
	 "Enter",
	 "save",
	 "Write the file as previewed"},
	{ACTION_FILE_NAME, ON(PAGE_EXPORT), {'f', 'e'}, "f e", "file name", "Change the file name"},
	{ACTION_REDACT,
	 ON(PAGE_EXPORT),
	 {'d'},
	 "d",
	 "redact",
	 "Leave host, user, UUIDs and paths out, or in"},
	{ACTION_NEXT_PANE,
	 ON(PAGE_EXPORT),
	 {'\t'},
	 "Tab",
	 "preview",
	 "Move in the preview, or the list"},

	{ACTION_NEXT_PANE, ON(PAGE_TABLES), {'\t'}, "Tab", "tab", "Go to the next tab"},
	{ACTION_TAB_BARS, ON(PAGE_TABLES), {'1'}, "1", NULL, "The summary's tables"},
	{ACTION_TAB_SPLIT, ON(PAGE_TABLES), {'2'}, "2", NULL, "Memory latency over sizes"},
	{ACTION_TAB_DIFFERENCE,
	 ON(PAGE_TABLES),
	 {'3'},
	 "3",
	 NULL,
	 "Context switches over processes"},

	{ACTION_FIND, ON_ALL_PAGES, {'/'}, "/", "find", "Find a row by its text"},
	{ACTION_FIND_NEXT, ON_ALL_PAGES & ~ON(PAGE_RUN), {'n'}, "n", NULL, "Find the next one"},
	{ACTION_NEXT_PANE, ON(PAGE_PLAN), {'\t'}, "Tab", "pane", "Go to the next pane"},
	{ACTION_PREVIOUS_PANE,
	 ON(PAGE_PLAN) | ON(PAGE_COMPARE) | ON(PAGE_TABLES) | ON(PAGE_EXPORT),
	 {KEY_BTAB},
	 "Shift-Tab",
	 NULL,
	 "Go to the previous pane or tab"},
	{ACTION_UP, ON_ALL_PAGES, {KEY_UP, 'k'}, "Up k", NULL, "Move up"},
	{ACTION_DOWN, ON_ALL_PAGES, {KEY_DOWN, 'j'}, "Down j", NULL, "Move down"},
	{ACTION_LEFT, ON_ALL_PAGES, {KEY_LEFT, 'h'}, "Left h", NULL, "Move left"},
	{ACTION_RIGHT, ON_ALL_PAGES, {KEY_RIGHT, 'l'}, "Right l", NULL, "Move right"},
	{ACTION_PAGE_UP,
	 ON_ALL_PAGES,
	 {KEY_PPAGE, CONTROL_KEY('b')},
	 "PgUp ^B",
	 NULL,
	 "Move up a screen"},
	{ACTION_PAGE_DOWN,
	 ON_ALL_PAGES,
	 {KEY_NPAGE, CONTROL_KEY('f')},
	 "PgDn ^F",
	 NULL,
	 "Move down a screen"},
	{ACTION_FIRST, ON_ALL_PAGES, {KEY_HOME, '<'}, "Home <", NULL, "Go to the first row"},
	{ACTION_LAST, ON_ALL_PAGES, {KEY_END, '>'}, "End >", NULL, "Go to the last row"},

	{ACTION_PAGE_PLAN, ON_ALL_PAGES, {'P', '1', KEY_F(2)}, "P 1 F2", NULL, "Plan page"},
	{ACTION_PAGE_RUN, ON_ALL_PAGES, {'R', '2', KEY_F(3)}, "R 2 F3", NULL, "Run page"},
	{ACTION_PAGE_COMPARE,
	 ON_ALL_PAGES,
	 {'C', KEY_F(6)},
	 "C F6",
	 NULL,
	 "Compare page, when there is something to compare"},
	{ACTION_PAGE_FILES, ON_ALL_PAGES, {'c'}, "c", NULL, "Choose result files to compare"},
	{ACTION_PAGE_LADDER,
	 ON_ALL_PAGES,
	 {'L', KEY_F(8)},
	 "L F8",
	 NULL,
	 "Ladder page: what each security module costs, in instructions, on any kernel"},
	{ACTION_PAGE_TABLES,
	 ON_ALL_PAGES,
	 {'T', KEY_F(7)},
	 "T F7",
	 NULL,
	 "Tables page, when something of LMbench's tables was measured"},
	{ACTION_PAGE_ENVIRONMENT,
	 ON_ALL_PAGES,
	 {'E', '3', KEY_F(4)},
	 "E 3 F4",
	 NULL,
	 "Environment page"},
	{ACTION_PAGE_EXPORT, ON_ALL_PAGES, {'X', '4', KEY_F(5)}, "X 4 F5", NULL, "Export page"},
	{ACTION_PAGE_EXPORT, ON_ALL_PAGES, {'S'}, "S", NULL, "Save what was measured"},
	{ACTION_THEME, ON_ALL_PAGES, {'t'}, "t", NULL, "Change the colours: dark, light, mono"},
	{ACTION_REDRAW, ON_ALL_PAGES, {CONTROL_KEY('l')}, "^L", NULL, "Draw the screen anew"},
	{ACTION_CANCEL,
	 ON_ALL_PAGES,
	 {ESCAPE},
	 "Esc",
	 NULL,
	 "Close a question, a prompt or this page"},
	{ACTION_QUIT,
	 ON_ALL_PAGES,
	 {'q', KEY_F(10)},
	 "q F10",
	 "quit",
	 "Leave; asks if work would be lost"},
	{ACTION_PAGE_HELP, ON_ALL_PAGES, {'?', 'H', KEY_F(1)}, "? H F1", "help", "This page"},
};
const size_t key_binding_count = sizeof(key_bindings) / sizeof(key_bindings[0]);

static bool answers_to(const struct key_binding *binding, int key)
{
	size_t i;

	for (i = 0; i < KEYS_OF_BINDING; i++)
		if (binding->keys[i] == key && key != 0)
			return true;
	return false;
}

bool key_binding_is_on(const struct key_binding *binding, enum page page)
{
	return (binding->pages & ON(page)) != 0;
}

enum action keys_action(enum page page, int key)
{
	size_t i;

	for (i = 0; i < key_binding_count; i++)
		if (key_binding_is_on(&key_bindings[i], page) && answers_to(&key_bindings[i], key))
			return key_bindings[i].action;
	return ACTION_NONE;
}

/* The part of a binding for the footer: its first key and its word. */
static void footer_part(const struct key_binding *binding, char *buffer, size_t size)
{
	size_t length = strcspn(binding->shown, " ");

	snprintf(buffer, size, "%.*s %s", (int)length, binding->shown, binding->footer);
}

/* Append the part of binding when it fits into columns and leaves room free. */
static void append_part(const struct key_binding *binding, int columns, size_t room, char *buffer,
			size_t size)
{
	size_t used = strlen(buffer);
	char part[48];

	footer_part(binding, part, sizeof(part));
	if (used + strlen(part) + 2 + room > (size_t)columns || used + strlen(part) + 3 > size)
		return;
	snprintf(buffer + used, size - used, "%s%s", used > 0 ? "  " : "", part);
}

static bool needs_session(enum action action)
{
	return action == ACTION_PAUSE || action == ACTION_SKIP || action == ACTION_STOP ||
	       action == ACTION_FOLLOW;
}

static bool is_in_footer(const struct key_binding *binding, enum page page, bool running)
{
	return key_binding_is_on(binding, page) && binding->footer != NULL &&
	       (running || !needs_session(binding->action));
}

void keys_footer(enum page page, bool running, int columns, char *buffer, size_t size)
{
	/* The last two of the table, leaving and help, are for everybody: the others make room. */
	static const size_t always = 2;
	size_t room = 2;
	char part[48];
	size_t i;

	if (size == 0)
		return;
	buffer[0] = '\0';
	if (columns <= 0)
		return;
	for (i = key_binding_count - always; i < key_binding_count; i++) {
		footer_part(&key_bindings[i], part, sizeof(part));
		room += strlen(part) + 2;
	}
	for (i = 0; i + always < key_binding_count; i++)
		if (is_in_footer(&key_bindings[i], page, running))
			append_part(&key_bindings[i], columns, room, buffer, size);
	for (i = key_binding_count - always; i < key_binding_count; i++)
		append_part(&key_bindings[i], columns, 0, buffer, size);
}
