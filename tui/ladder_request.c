/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_request.c - from the options of "lsmbench ladder" to its plan.
 */
#include "tui/ladder_request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/number_read.h"
#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/exit_code.h"

#define JOBS_MAXIMUM 1024u
#define SETTLE_MAXIMUM 3600u
#define LIMIT_MAXIMUM 86400u

/* The number of an option; NULL leaves *number as it is. Returns -1 or an exit status. */
static int read_number(const char *option, const char *text, unsigned int least, unsigned int most,
		       unsigned int *number)
{
	char message[160];
	uint64_t value;

	if (!text)
		return -1;
	if (number_parse(text, most, &value) == 0 && value >= least) {
		*number = (unsigned int)value;
		return -1;
	}
	snprintf(message, sizeof(message), "--%s takes a whole number from %u to %u", option, least,
		 most);
	return command_usage(message);
}

static int read_numbers(struct ladder_request *request)
{
	struct ladder_plan *plan = &request->plan;
	int status = read_number("jobs", request->jobs, 1, JOBS_MAXIMUM, &plan->jobs);

	if (status < 0)
		status = read_number("settle", request->settle, 0, SETTLE_MAXIMUM,
				     &plan->settle_seconds);
	if (status < 0)
		status = read_number("limit", request->limit, 1, LIMIT_MAXIMUM,
				     &plan->limit_seconds);
	return status;
}

static int choose_format(struct ladder_request *request)
{
	const char *name = request->format_name ? request->format_name : "text";
	char shown[TEXT_SHOW_SIZE];
	char message[256];

	request->format = ladder_format_find(name);
	if (request->format)
		return -1;
	snprintf(message, sizeof(message),
		 "--format: unknown format '%s'; there are text, markdown, csv",
		 text_show(name, strlen(name), shown));
	return command_usage(message);
}

/* Of saved ladders nothing is booted. */
static int check_show(const struct ladder_request *request, const struct options *options)
{
	if (options->rest.count == 0)
		return command_usage("--show takes the directory of a ladder, or files of its "
				     "rungs");
	if (request->kernels.count > 0 || request->lists.count > 0 || request->policies.count > 0 ||
	    request->append || request->directory || request->against.file ||
	    options->plan_option_count > 0)
		return command_usage("--show shows what was saved: options that say what to boot "
				     "and measure do not go with it");
	return -1;
}

#define COUNTED "a guest's counts repeat: it takes --runs batches, sized until they do"
#define NO_TREE "what works on a tree of files, or for a time, is not measured in guests"
#define NO_COMMAND "a guest has none of this machine's commands"
#define NO_ADDED "a ladder adds neither: its A/A is a boot, which --no-repeats leaves out"

/* What is a person's to choose on a machine of their own, and would do nothing here. */
static const struct {
	const char *option;
	const char *why;
} not_for_guests[] = {
	{"scratch", "a guest works on a tmpfs that it makes itself, and no directory of yours is "
		    "in it"},
	{"cpu", "a guest has one CPU; --jobs says how many guests run at once"},
	{"batch", COUNTED},
	{"precision", COUNTED},
	{"time-limit", COUNTED},
	{"session-limit", COUNTED},
	{"quick", COUNTED},
	{"repeats", COUNTED},
	{"watchdog", "--limit says for how long a guest may be silent"},
	{"subtract-loop", "what a ladder shows are differences, in which no loop is"},
	{"no-aa", NO_ADDED},
	{"no-controls", NO_ADDED},
	{"interval", NO_TREE},
	{"tree", NO_TREE},
	{"tree-files", NO_TREE},
	{"tree-size", NO_TREE},
	{"tree-seed", NO_TREE},
	{"steps", NO_TREE},
	{"cold", NO_TREE},
	{"sync", NO_TREE},
	{"command", NO_COMMAND},
	{"prepare", NO_COMMAND},
	{"cleanup", NO_COMMAND},
	{"warmup", NO_COMMAND},
	{"no-shell", NO_COMMAND},
	{"ignore-failure", NO_COMMAND},
};

static int check_plan(const struct options *options)
{
	char message[200];

	for (size_t i = 0; i < options->plan_option_count; i++) {
		const char *name = options->plan_options[i].key->name;

		for (size_t j = 0; j < sizeof(not_for_guests) / sizeof(not_for_guests[0]); j++) {
			if (strcmp(name, not_for_guests[j].option) != 0)
				continue;
			snprintf(message, sizeof(message), "--%s: %s", name, not_for_guests[j].why);
			return command_usage(message);
		}
	}
	return -1;
}

static int check_words(const struct ladder_request *request, const struct options *options)
{
	char message[300];
	char shown[TEXT_SHOW_SIZE];
	const char *word;

	if (request->show)
		return check_show(request, options);
	if (options->rest.count == 0)
		return -1;
	word = text_show(options->rest.items[0], strlen(options->rest.items[0]), shown);
	snprintf(message, sizeof(message),
		 "ladder takes options only; what is \"%s\"? (--kernel %s, --lsm %s, --show %s?)",
		 word, word, word, word);
	return command_usage(message);
}

/* Mistakes in lists and policies are found before a kernel is. */
static int check_rungs(const struct ladder_request *request)
{
	struct error error;

	for (size_t i = 0; i < request->lists.count; i++) {
		struct ladder_rung rung;

		if (ladder_rung_parse(request->lists.items[i], &rung, &error) < 0)
			return command_usage(error.text);
		ladder_rung_clear(&rung);
	}
	for (size_t i = 0; i < request->policies.count; i++) {
		struct guest_policy policy;

		if (guest_policy_parse(request->policies.items[i], &policy, &error) < 0)
			return command_usage(error.text);
		guest_policy_clear(&policy);
	}
	return -1;
}

/* A base in the directory of the new rungs would be replaced by one of them. */
static int check_base(const struct ladder_request *request)
{
	char base[PATH_MAX];
	char directory[PATH_MAX];
	char *slash;

	if (!request->against.file || !request->directory || request->force ||
	    !realpath(request->against.file, base) || !realpath(request->directory, directory))
		return -1;
	slash = strrchr(base, '/');
	*slash = '\0';
	if (strcmp(base, directory) != 0)
		return -1;
	return command_usage("the rung of --against stands in the directory of -o and may be "
			     "replaced; choose another directory or use --force");
}

int ladder_request_check(struct ladder_request *request, const struct options *options)
{
	int status = check_words(request, options);

	if (status < 0)
		status = check_plan(options);
	if (status < 0)
		status = choose_format(request);
	if (status < 0)
		status = read_numbers(request);
	if (status < 0)
		status = check_rungs(request);
	if (status < 0)
		status = check_base(request);
	return status < 0 ? ladder_against_prepare(&request->against) : status;
}

static int cannot(int status, const char *message)
{
	command_complain("%s", message);
	return status;
}

static int add_kernel(struct ladder_request *request, const char *path)
{
	struct kernel_image image;
	struct error error;
	int status = kernel_image_read(path, &image, &error);

	if (status == 0) {
		status = ladder_plan_add_kernel(&request->plan, &image, &error);
		kernel_image_clear(&image);
	}
	if (status == -EEXIST)
		command_complain("%s; it is booted once", error.text);
	if (status == 0 || status == -EEXIST)
		return -1;
	/* In a bisection that is a commit that was not built. */
	return cannot(request->against.file && status != -ENOMEM ? EXIT_UNTESTED : EXIT_INPUT,
		      error.text);
}

static int add_kernels(struct ladder_request *request)
{
	char running[PATH_MAX];
	struct error error;
	int status = -1;

	for (size_t i = 0; i < request->kernels.count && status < 0; i++)
		status = add_kernel(request, request->kernels.items[i]);
	if (request->kernels.count > 0)
		return status;
	if (kernel_image_running(running, &error) < 0)
		return cannot(EXIT_ENVIRONMENT, error.text);
	return add_kernel(request, running);
}

/* The rungs that were asked for; else that of the base; else what the first kernel can build. */
static int choose_lists(struct ladder_request *request, struct text_list *lists)
{
	const struct result *base = ladder_against_base(&request->against);
	const char *asked;

	if (request->lists.count > 0)
		return text_list_copy(lists, &request->lists);
	if (!base)
		return ladder_rung_defaults(&request->plan.kernels[0], lists);
	asked = rung_fact(&base->environment, RUNG_FACT_LSM_ASKED);
	return text_list_add(lists, asked[0] ? asked : "default");
}

static int parse_policies(const struct text_list *texts, struct guest_policy *policies,
			  size_t *count, struct error *error)
{
	int status = 0;

	*count = 0;
	for (size_t i = 0; i < texts->count && status == 0; i++) {
		status = guest_policy_parse(texts->items[i], &policies[i], error);
		*count += status == 0;
	}
	return status;
}

static int make_rungs(struct ladder_request *request, struct error *error)
{
	struct guest_policy *policies = calloc(request->policies.count + 1, sizeof(*policies));
	struct text_list lists = {0};
	size_t count = 0;
	int status = policies ? choose_lists(request, &lists) : -ENOMEM;

	if (status == 0)
		status = parse_policies(&request->policies, policies, &count, error);
	else
		error_set(error, status, "no memory for the rungs of a ladder");
	if (status == 0)
		status = ladder_plan_set_rungs(&request->plan, &lists,
					       request->append ? request->append : "", policies,
					       count, !request->no_repeats, error);
	for (size_t i = 0; i < count; i++)
		guest_policy_clear(&policies[i]);
	free(policies);
	text_list_clear(&lists);
	return status;
}

/* What the base measured, unless the options say something of their own. */
static int take_base_plan(struct ladder_request *request)
{
	const struct result *base = ladder_against_base(&request->against);
	struct plan plan;

	if (!base)
		return 0;
	if (plan_copy(&plan, &base->plan) < 0)
		return -ENOMEM;
	plan_unexpand(&plan);
	plan_clear(&request->plan.plan);
	request->plan.plan = plan;
	return 0;
}

static int fill(struct ladder_request *request, const struct options *options, struct error *error)
{
	int status = make_rungs(request, error);

	if (status == 0 && take_base_plan(request) < 0)
		return error_set(error, -ENOMEM, "no memory for a plan");
	if (status == 0)
		status = options_apply(options, &request->plan.plan, error);
	return status < 0 ? status : ladder_plan_expand(&request->plan, error);
}

int ladder_request_plan(struct ladder_request *request, const struct options *options)
{
	struct error error;
	int status = add_kernels(request);

	if (status >= 0)
		return status;
	/* A bisection wants one answer soon. */
	request->plan.hooks = !request->no_hooks && !request->against.file;
	if (request->directory)
		snprintf(request->plan.log_directory, sizeof(request->plan.log_directory), "%s",
			 request->directory);
	status = fill(request, options, &error);
	if (status == -ENOMEM)
		return cannot(EXIT_ENVIRONMENT, error.text);
	return status < 0 ? command_usage(error.text) : -1;
}

void ladder_request_clear(struct ladder_request *request)
{
	text_list_clear(&request->kernels);
	text_list_clear(&request->lists);
	text_list_clear(&request->policies);
	free(request->append);
	free(request->jobs);
	free(request->settle);
	free(request->limit);
	free(request->directory);
	free(request->format_name);
	ladder_against_clear(&request->against);
	ladder_plan_clear(&request->plan);
}
