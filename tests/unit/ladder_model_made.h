/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_model_made.h - a model of the Ladder page with a kernel that is made up: what has to be
 * shown can be worked out by hand.
 */
#ifndef LSMBENCH_TESTS_LADDER_MODEL_MADE_H
#define LSMBENCH_TESTS_LADDER_MODEL_MADE_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/ladder_model.h"

static const char made_config[] = "CONFIG_SECURITY=y\nCONFIG_SECURITY_APPARMOR=y\n"
				  "CONFIG_SECURITY_LANDLOCK=y\nCONFIG_SECURITY_SELINUX=y\n"
				  "CONFIG_LSM=\"landlock,apparmor\"\n";

static inline void add_kernel(struct ladder_model *model, const char *path)
{
	struct kernel_image kernel = {.release = "6.12.1-made"};
	struct error error;

	snprintf(kernel.path, sizeof(kernel.path), "%s", path);
	kernel.config = strdup(made_config);
	kernel.config_size = strlen(made_config);
	assert_int_equal(ladder_model_add_kernel(model, &kernel, &error), 0);
}

static inline int set_up(void **state)
{
	struct ladder_model *model = calloc(1, sizeof(*model));

	ladder_model_init(model);
	add_kernel(model, "/made/vmlinuz");
	*state = model;
	return 0;
}

static inline int tear_down(void **state)
{
	ladder_model_clear(*state);
	free(*state);
	return 0;
}

/* The row whose name begins so; there must be one. */
static inline size_t row_of(const struct ladder_model *model, const char *begin)
{
	char name[LADDER_NAME_SIZE];

	for (size_t i = 0; i < model->row_count; i++) {
		ladder_model_row_name(model, &model->rows[i], name, sizeof(name));
		if (strncmp(name, begin, strlen(begin)) == 0)
			return i;
	}
	fail_msg("no row \"%s\"", begin);
	return 0;
}

static inline size_t rung_of(const struct ladder_model *model, const char *begin)
{
	return model->rows[row_of(model, begin)].rung;
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

#endif
