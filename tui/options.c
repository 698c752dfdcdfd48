/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.c - the options of a subcommand, read with popt.
 */
#include "tui/options.h"

#include <errno.h>
#include <popt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/nearest.h"
#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/exit_code.h"

/* What popt answers for an option: own options from 1, plan keys after them. */
#define HELP_VALUE INT32_MAX

static struct poptOption own_entry(const struct command_option *option, size_t index)
{
	return (struct poptOption){
		.longName = option->name,
		.shortName = option->letter,
		.argInfo = option->argument ? POPT_ARG_STRING : POPT_ARG_NONE,
		.val = (int)index + 1,
		.descrip = option->help,
		.argDescrip = option->argument,
	};
}

static struct poptOption plan_entry(const struct options *options, const struct plan_key *key,
				    size_t value)
{
	struct poptOption entry = {
		.longName = key->name,
		.argInfo = key->argument ? POPT_ARG_STRING : POPT_ARG_NONE,
		.val = (int)value,
		.descrip = key->help,
		.argDescrip = key->argument,
	};

	for (size_t i = 0; i < options->plan_help_count; i++) {
		if (strcmp(options->plan_help[i].name, key->name) != 0)
			continue;
		entry.descrip = options->plan_help[i].help;
		if (!entry.descrip)
			entry.argInfo |= POPT_ARGFLAG_DOC_HIDDEN;
	}
	return entry;
}

/* popt's table: the plan's keys first, for they come first in the help. malloc'ed. */
static struct poptOption *make_table(const struct options *options)
{
	size_t plan_count = options->with_plan ? plan_key_count : 0;
	struct poptOption *table = calloc(plan_count + options->own_count + 3, sizeof(*table));
	struct poptOption *entry = table;

	if (!table)
		return NULL;
	for (size_t i = 0; i < plan_count; i++)
		*entry++ = plan_entry(options, &plan_keys[i], options->own_count + 1 + i);
	for (size_t i = 0; i < options->own_count; i++)
		*entry++ = own_entry(&options->own[i], i);
	*entry++ = (struct poptOption){.longName = "help",
				       .shortName = 'h',
				       .argInfo = POPT_ARG_NONE,
				       .val = HELP_VALUE,
				       .descrip = "show this help"};
	*entry = (struct poptOption){.shortName = '?',
				     .argInfo = POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN,
				     .val = HELP_VALUE};
	return table;
}

static int out_of_memory(struct error *error)
{
	return error_set(error, -ENOMEM, "out of memory");
}

/* Keep a plan key and takes over value. */
static int keep_plan_option(struct options *options, const struct plan_key *key, char *value,
			    struct error *error)
{
	struct plan_option *grown =
		reallocarray(options->plan_options, options->plan_option_count + 1, sizeof(*grown));

	if (!grown) {
		free(value);
		return out_of_memory(error);
	}
	options->plan_options = grown;
	grown[options->plan_option_count++] = (struct plan_option){key, value};
	return 0;
}

static int keep_own_option(const struct command_option *option, char *value, struct error *error)
{
	int status = 0;

	if (option->flag) {
		*option->flag = true;
	} else if (option->text) {
		free(*option->text);
		*option->text = value;
		return 0;
	} else if (text_list_add(option->list, value) < 0) {
		status = out_of_memory(error);
	}
	free(value);
	return status;
}

/* Take the option that popt answered with. value is malloc'ed, NULL for a switch. */
static int take(struct options *options, size_t index, char *value, struct error *error)
{
	const struct command_option *own = index < options->own_count ? &options->own[index] : NULL;
	const struct plan_key *key = own ? NULL : &plan_keys[index - options->own_count];

	if (value && value[0] == '\0' && (own || key->type != PLAN_KEY_TEXT || key->check)) {
		free(value);
		return error_set(error, -EINVAL, "--%s: an empty argument; leave the option out",
				 own ? own->name : key->name);
	}
	if (own)
		return keep_own_option(own, value, error);
	if (!value)
		value = strdup("yes");
	if (!value)
		return out_of_memory(error);
	return keep_plan_option(options, key, value, error);
}

static int print_help(poptContext context, const struct options *options)
{
	poptSetOtherOptionHelp(context, options->arguments);
	poptPrintHelp(context, stdout, 0);
	printf("\n%s", options->summary);
	if (options->explain)
		options->explain();
	return OPTIONS_DONE;
}

static const char *option_name(const void *table, size_t index)
{
	return ((const struct poptOption *)table)[index].longName;
}

/* Write to buffer the options that a mistyped one resembles. */
static void offer(const struct poptOption *table, const char *bad, char *buffer, size_t size)
{
	const char *start = bad + strspn(bad, "-");
	char name[64];
	size_t count = 0;

	while (table[count].longName)
		count++;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(start, "="), start);
	nearest_names(name, option_name, table, count, buffer, size);
}

/* Say why popt could not go on. */
static int explain(poptContext context, const struct options *options,
		   const struct poptOption *table, int status, struct error *error)
{
	const char *bad = poptBadOption(context, POPT_BADOPTION_NOALIAS);
	char shown[TEXT_SHOW_SIZE];
	char near[160] = "";

	text_show(bad, strlen(bad), shown);
	if (status == POPT_ERROR_NOARG)
		return error_set(error, -EINVAL, "%s needs an argument; \"%s --help\" says which",
				 shown, options->command);
	if (status == POPT_ERROR_BADOPT)
		offer(table, bad, near, sizeof(near));
	return error_set(error, -EINVAL, "%s: %s%s \"%s --help\" lists the options", shown,
			 status == POPT_ERROR_BADOPT ? "unknown option" : poptStrerror(status),
			 near[0] ? near : ";", options->command);
}

static int gather_rest(poptContext context, struct options *options, struct error *error)
{
	const char *text;

	while ((text = poptGetArg(context))) {
		if (text_list_add(&options->rest, text) < 0)
			return out_of_memory(error);
	}
	return OPTIONS_GO;
}

static int read_all(poptContext context, struct options *options, const struct poptOption *table,
		    struct error *error)
{
	int value;

	while ((value = poptGetNextOpt(context)) > 0) {
		if (value == HELP_VALUE)
			return print_help(context, options);
		if (take(options, (size_t)value - 1, poptGetOptArg(context), error) < 0)
			return OPTIONS_BAD;
	}
	if (value < -1) {
		explain(context, options, table, value, error);
		return OPTIONS_BAD;
	}
	return gather_rest(context, options, error) < 0 ? OPTIONS_BAD : OPTIONS_GO;
}

enum options_outcome options_read(struct options *options, int argc, char **argv,
				  struct error *error)
{
	struct poptOption *table = make_table(options);
	poptContext context;
	int outcome;

	if (!table) {
		out_of_memory(error);
		return OPTIONS_BAD;
	}
	/* The name is what popt prints in the usage line. */
	argv[0] = (char *)options->command;
	context = poptGetContext(NULL, argc, (const char **)argv, table, 0);
	outcome = context ? read_all(context, options, table, error) : OPTIONS_BAD;
	poptFreeContext(context);
	free(table);
	return (enum options_outcome)outcome;
}

int options_begin(struct options *options, int argc, char **argv)
{
	struct error error = {"out of memory"};
	enum options_outcome outcome = options_read(options, argc, argv, &error);

	options->own = NULL;
	options->own_count = 0;
	if (outcome == OPTIONS_BAD)
		return command_usage(error.text);
	return outcome == OPTIONS_DONE ? EXIT_FINE : -1;
}

/*
 * What goes together: naming an operation beside "--plan FILE" means that one, not that one more,
 * and what the file applied its own to does not fit any more.
 */
static const char *const anew[] = {"suite", "ops", "cases", NULL};
static const char *const paths[] = {"paths", "depths", "path", NULL};

static bool is_among(const char *const *names, const char *name)
{
	for (; *names; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return false;
}

/* Take back to its default what the file says in the place of key. */
static int unset_choice(const struct plan_key *key, struct plan *plan)
{
	int status = plan_set(plan, key->name, "", NULL);

	if (is_among(anew, key->name))
		return plan_deselect(plan);
	for (size_t i = 0; is_among(paths, key->name) && paths[i] && status == 0; i++)
		status = plan_set(plan, paths[i], "", NULL);
	return status;
}

int options_apply(const struct options *options, struct plan *plan, struct error *error)
{
	struct error why;

	for (size_t i = 0; i < options->plan_option_count; i++) {
		if (unset_choice(options->plan_options[i].key, plan) < 0)
			return out_of_memory(error);
	}
	for (size_t i = 0; i < options->plan_option_count; i++) {
		const struct plan_option *given = &options->plan_options[i];
		int status = plan_set(plan, given->key->name, given->value, &why);

		if (status < 0)
			return error_set(error, status, "--%.700s", why.text);
	}
	return 0;
}

void options_clear(struct options *options)
{
	for (size_t i = 0; i < options->plan_option_count; i++)
		free(options->plan_options[i].value);
	free(options->plan_options);
	options->plan_options = NULL;
	options->plan_option_count = 0;
	text_list_clear(&options->rest);
}
