/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_outcome.c - what a ladder came to.
 */
#include "tui/ladder_outcome.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/result_command.h"
#include "exports/save.h"

#define NAME_SIZE 256
#define TABLE_NAME "table.txt"

static int make_room(struct ladder_outcome *outcome, size_t count, size_t kernels)
{
	*outcome = (struct ladder_outcome){
		.sources = calloc(count + 1, sizeof(*outcome->sources)),
		.names = calloc(count + 1, sizeof(char *)),
		.hooks = calloc(kernels + 1, sizeof(void *)),
		.count = count,
		.kernel_count = kernels,
	};
	return outcome->sources && outcome->names && outcome->hooks ? 0 : -ENOMEM;
}

static int finish(struct ladder_outcome *outcome, int status, struct error *error)
{
	if (status == 0)
		return 0;
	ladder_outcome_clear(outcome);
	return error_set(error, status, "no memory for what the ladder came to");
}

/* Several rungs have the same to say: it is said once. */
static int add_advice(const struct ladder_rung *rung, const struct kernel_image *image,
		      const char *reported, struct text_list *advice)
{
	struct text_list sentences = {0};
	int status = ladder_rung_advice(rung, image, reported, &sentences);

	for (size_t i = 0; i < sentences.count && status == 0; i++) {
		if (!text_list_has(advice, sentences.items[i]))
			status = text_list_add(advice, sentences.items[i]);
	}
	text_list_clear(&sentences);
	return status;
}

static int take_rung(const struct ladder *ladder, size_t index, struct ladder_outcome *outcome)
{
	const struct ladder_plan *plan = ladder_plan_of(ladder);
	const struct ladder_rung *rung = &plan->rungs[index];
	struct rung_status status;
	char name[NAME_SIZE];

	ladder_status(ladder, index, &status);
	ladder_rung_name(rung, status.booted ? status.reported : NULL, name, sizeof(name));
	outcome->names[index] = strdup(name);
	if (!outcome->names[index])
		return -ENOMEM;
	outcome->sources[index] = (struct ladder_source){.result = status.result,
							 .kind = rung->kind,
							 .kernel = rung->kernel,
							 .name = outcome->names[index]};
	if (status.hooks)
		outcome->hooks[rung->kernel] = status.hooks;
	if (!status.booted)
		return 0;
	return add_advice(rung, &plan->kernels[rung->kernel], status.reported, &outcome->advice);
}

int ladder_outcome_of(const struct ladder *ladder, struct ladder_outcome *outcome,
		      struct error *error)
{
	const struct ladder_plan *plan = ladder_plan_of(ladder);
	int status = make_room(outcome, plan->rung_count, plan->kernel_count);

	for (size_t i = 0; i < plan->rung_count && status == 0; i++)
		status = take_rung(ladder, i, outcome);
	return finish(outcome, status, error);
}

static const char *fact(const struct result *result, enum rung_fact fact)
{
	return rung_fact(&result->environment, fact);
}

/* The rung as it was asked for. 0, -ENOMEM or -EINVAL. */
static int rung_of(const struct result *result, struct ladder_rung *rung)
{
	char *words = result_guest_words(result);
	struct error error;
	char *text = NULL;
	int status = -ENOMEM;

	if (words && asprintf(&text, "%s %s", fact(result, RUNG_FACT_LSM_ASKED), words) >= 0)
		status = ladder_rung_parse(text, rung, &error);
	free(text);
	free(words);
	return status;
}

/* The kernel's configuration makes advice better, where the same image is still there. */
static void read_image(const struct result *result, struct kernel_image *image)
{
	struct error error;

	*image = (struct kernel_image){.path = ""};
	if (kernel_image_read(fact(result, RUNG_FACT_KERNEL), image, &error) < 0) {
		*image = (struct kernel_image){.path = ""};
	} else if (strcmp(image->digest, fact(result, RUNG_FACT_KERNEL_DIGEST)) != 0) {
		kernel_image_clear(image);
		*image = (struct kernel_image){.path = ""};
	}
}

static int advise(const struct result *result, struct text_list *advice)
{
	struct kernel_image image;
	struct ladder_rung rung;
	int status = rung_of(result, &rung);

	/* Nothing is lost but advice on a list that this version does not understand. */
	if (status < 0)
		return status == -EINVAL ? 0 : status;
	read_image(result, &image);
	status = add_advice(&rung, &image,
			    environment_value(&result->environment, "lsm.active", ""), advice);
	kernel_image_clear(&image);
	ladder_rung_clear(&rung);
	return status;
}

int ladder_outcome_of_files(const struct ladder_files *files, struct ladder_outcome *outcome,
			    struct error *error)
{
	int status = make_room(outcome, files->count, files->kernel_count);

	for (size_t i = 0; i < files->notes.count && status == 0; i++)
		status = text_list_add(&outcome->advice, files->notes.items[i]);
	for (size_t i = 0; i < files->count && status == 0; i++) {
		outcome->sources[i] = files->sources[i];
		status = advise(files->sources[i].result, &outcome->advice);
	}
	for (size_t i = 0; i < files->kernel_count && status == 0; i++)
		outcome->hooks[i] = files->hooks[i];
	return finish(outcome, status, error);
}

void ladder_outcome_clear(struct ladder_outcome *outcome)
{
	for (size_t i = 0; outcome->names && i < outcome->count; i++)
		free(outcome->names[i]);
	free(outcome->names);
	free(outcome->sources);
	free(outcome->hooks);
	text_list_clear(&outcome->advice);
	*outcome = (struct ladder_outcome){0};
}

int ladder_outcome_write(const struct ladder_outcome *outcome, const struct ladder_format *format,
			 size_t width, FILE *file, struct error *error)
{
	struct ladder_report report;
	int status = ladder_report_make(outcome->sources, outcome->count, outcome->hooks,
					&outcome->advice, &report, error);

	if (status < 0)
		return status;
	status = format->write(&report, width, file, error);
	ladder_report_clear(&report);
	return status;
}

static int save_table(const struct ladder_outcome *outcome, const char *directory, bool force,
		      struct error *error)
{
	char path[PATH_MAX];
	struct save save;
	int status;

	if ((size_t)snprintf(path, sizeof(path), "%s/" TABLE_NAME, directory) >= sizeof(path))
		return error_set(error, -ENAMETOOLONG, "%.200s: the path is too long", directory);
	status = save_open_as(&save, path, SIGNATURE_LADDER, force, error);
	if (status < 0)
		return status;
	status = ladder_outcome_write(outcome, ladder_format_find("text"), LADDER_WIDTH, save.file,
				      error);
	if (status == 0)
		return save_commit(&save, error);
	save_abort(&save);
	return status;
}

int ladder_outcome_save(const struct ladder_outcome *outcome, const char *directory, bool force,
			struct error *error)
{
	int status = 0;

	for (size_t i = 0; i < outcome->kernel_count && status == 0; i++) {
		if (outcome->hooks[i] && outcome->hooks[i]->count_count > 0)
			status =
				ladder_files_save_hooks(directory, outcome->hooks[i], force, error);
	}
	return status < 0 ? status : save_table(outcome, directory, force, error);
}
