/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - the options of a subcommand, read with popt.
 *
 * A subcommand names its own options in a table; the options that make a plan come from the
 * plan's table of keys. Reading only gathers: what the options do is the subcommand's business.
 */
#ifndef LSMBENCH_TUI_OPTIONS_H
#define LSMBENCH_TUI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/plan/plan.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* One option of a subcommand itself. */
struct command_option {
	const char *name;     /* "output": --output */
	char letter;          /* 'o': -o; '\0' for none */
	const char *argument; /* for help: "FILE"; NULL for a switch */
	const char *help;
	/* Exactly one of them; a text is the last one given, malloc'ed; a list gathers all. */
	bool *flag;
	char **text;
	struct text_list *list;
};

/* One plan key given on the command line. */
struct plan_option {
	const struct plan_key *key;
	char *value;
};

/* What the help of a subcommand says of a plan's key instead of what it says elsewhere. */
struct plan_help {
	const char *name;
	const char *help; /* NULL: nothing, for the subcommand refuses it */
};

struct options {
	const char *command;   /* "lsmbench run" */
	const char *arguments; /* for the usage line: "[OPTION...] FILE..." */
	const char *summary;   /* what the subcommand does; several lines */
	void (*explain)(void); /* prints what the help says behind that, tables say; or NULL */
	const struct command_option *own;
	size_t own_count;
	bool with_plan; /* take the plan's keys too */
	const struct plan_help *plan_help;
	size_t plan_help_count;

	struct text_list rest; /* what is no option, in order */
	struct plan_option *plan_options;
	size_t plan_option_count;
};

enum options_outcome {
	OPTIONS_GO,   /* read: go on */
	OPTIONS_DONE, /* the help was asked for and stands on standard output */
	OPTIONS_BAD,  /* cannot be understood: error says why */
};

/* Read argv[1..argc-1]. Whatever the outcome, options_clear is due afterwards. */
enum options_outcome options_read(struct options *options, int argc, char **argv,
				  struct error *error);

/*
 * The same as a subcommand begins: what cannot be understood is complained about. Returns -1 to go
 * on, else an exit status. The table of own options is needed no longer than this.
 */
int options_begin(struct options *options, int argc, char **argv);

/*
 * Set in plan what the command line gives. An option replaces what plan held under its key; one
 * that chooses operations (suite, ops, cases) starts the whole selection anew, one of paths,
 * depths, path replaces all three. Given again it adds where the key is a list. -EINVAL with a
 * message that names the option.
 */
int options_apply(const struct options *options, struct plan *plan, struct error *error);

/* Free what was gathered. */
void options_clear(struct options *options);

#endif
