/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ladder_plan.c - what a ladder is to do, as a value that can be copied. */
#include "engine/ladder/ladder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ladder_plan_init(struct ladder_plan *plan)
{
	*plan = (struct ladder_plan){
		.settle_seconds = LADDER_SETTLE_SECONDS,
		.limit_seconds = LADDER_LIMIT_SECONDS,
		.measure = true,
	};
	plan_init(&plan->plan);
}

static void clear_kernels(struct ladder_plan *plan)
{
	for (size_t i = 0; i < plan->kernel_count; i++)
		kernel_image_clear(&plan->kernels[i]);
	free(plan->kernels);
	plan->kernels = NULL;
	plan->kernel_count = 0;
}

static void clear_rungs(struct ladder_plan *plan)
{
	for (size_t i = 0; i < plan->rung_count; i++)
		ladder_rung_clear(&plan->rungs[i]);
	free(plan->rungs);
	plan->rungs = NULL;
	plan->rung_count = 0;
}

void ladder_plan_clear(struct ladder_plan *plan)
{
	clear_kernels(plan);
	clear_rungs(plan);
	plan_clear(&plan->plan);
}

/* The path of the same image, or NULL. */
static const char *find_image(const struct ladder_plan *plan, const struct kernel_image *kernel)
{
	for (size_t i = 0; i < plan->kernel_count; i++) {
		const struct kernel_image *image = &plan->kernels[i];

		if (strcmp(image->path, kernel->path) == 0 ||
		    (kernel->digest[0] && strcmp(image->digest, kernel->digest) == 0))
			return image->path;
	}
	return NULL;
}

int ladder_plan_add_kernel(struct ladder_plan *plan, struct kernel_image *kernel,
			   struct error *error)
{
	const char *there = find_image(plan, kernel);
	struct kernel_image *more;

	if (there)
		return error_set(error, -EEXIST, "%s is chosen already%s%s", kernel->path,
				 strcmp(there, kernel->path) == 0 ? "" : ": it is the image of ",
				 strcmp(there, kernel->path) == 0 ? "" : there);
	more = reallocarray(plan->kernels, plan->kernel_count + 1, sizeof(*more));
	if (!more)
		return error_set(error, -ENOMEM, "no memory for a kernel");
	plan->kernels = more;
	more[plan->kernel_count++] = *kernel;
	/* Moved. */
	*kernel = (struct kernel_image){.path = ""};
	return 0;
}

static int copy_kernel(struct ladder_plan *copy, const struct kernel_image *kernel)
{
	struct kernel_image made = *kernel;
	int code;

	if (kernel->config) {
		made.config = malloc(kernel->config_size + 1);
		if (!made.config)
			return -ENOMEM;
		memcpy(made.config, kernel->config, kernel->config_size);
		made.config[kernel->config_size] = '\0';
	}
	code = ladder_plan_add_kernel(copy, &made, NULL);
	kernel_image_clear(&made);
	return code;
}

static int copy_rungs(struct ladder_plan *copy, const struct ladder_plan *plan)
{
	int code = 0;

	copy->rungs = calloc(plan->rung_count ? plan->rung_count : 1, sizeof(*copy->rungs));
	if (!copy->rungs)
		return -ENOMEM;
	for (size_t i = 0; i < plan->rung_count && code == 0; i++) {
		code = ladder_rung_copy(&copy->rungs[i], &plan->rungs[i]);
		copy->rung_count += code == 0;
	}
	return code;
}

int ladder_plan_copy(struct ladder_plan *copy, const struct ladder_plan *plan)
{
	int code = 0;

	*copy = *plan;
	copy->kernels = NULL;
	copy->kernel_count = 0;
	copy->rungs = NULL;
	copy->rung_count = 0;
	if (plan_copy(&copy->plan, &plan->plan) < 0) {
		plan_init(&copy->plan);
		return -ENOMEM;
	}
	for (size_t i = 0; i < plan->kernel_count && code == 0; i++)
		code = copy_kernel(copy, &plan->kernels[i]);
	if (code == 0)
		code = copy_rungs(copy, plan);
	if (code < 0)
		ladder_plan_clear(copy);
	return code;
}
