/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_facts.c - what a rung's result says of how it was booted, beside what the guest itself
 * reports: enough to boot it again.
 */
#include "engine/ladder/ladder_private.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int set(struct rung_run *run, enum rung_fact fact, const char *value)
{
	return environment_set(&run->result.environment, rung_fact_key(fact), value, "the ladder");
}

static int set_kernel(struct rung_run *run)
{
	const struct kernel_image *image = &run->ladder->plan.kernels[rung_of(run)->kernel];
	int code = set(run, RUNG_FACT_KERNEL, image->path);

	return code < 0 ? code : set(run, RUNG_FACT_KERNEL_DIGEST, image->digest);
}

static int set_command_line(struct rung_run *run)
{
	const struct ladder_rung *rung = rung_of(run);
	char *line = ladder_rung_command_line(rung);
	int code = line ? set(run, RUNG_FACT_LSM_ASKED, rung->lsm[0] ? rung->lsm : "default")
			: -ENOMEM;

	if (code == 0)
		code = set(run, RUNG_FACT_COMMAND_LINE, line);
	free(line);
	return code;
}

static int set_qemu(struct rung_run *run)
{
	char seed[32];
	int code = set(run, RUNG_FACT_QEMU, run->ladder->qemu.version);

	if (code == 0)
		code = set(run, RUNG_FACT_CPU, QEMU_CPU);
	snprintf(seed, sizeof(seed), "%" PRIu64, rung_of(run)->seed);
	if (code == 0)
		code = set(run, RUNG_FACT_SEED, seed);
	return code < 0 ? code : set(run, RUNG_FACT_SESSION, run->ladder->session);
}

/* As --policy takes it. */
static int set_policy(struct rung_run *run)
{
	const struct guest_policy *policy = &rung_of(run)->policy;
	char *text = NULL;
	int code;

	if (!policy->module)
		return set(run, RUNG_FACT_POLICY, "none");
	if (asprintf(&text, "%s=%s%s%s", policy->module, policy->file, policy->domain ? ":" : "",
		     policy->domain ? policy->domain : "") < 0)
		return -ENOMEM;
	code = set(run, RUNG_FACT_POLICY, text);
	free(text);
	return code;
}

int ladder_record_name(struct rung_run *run)
{
	char name[LADDER_NAME_SIZE];

	return set(run, RUNG_FACT_NAME, ladder_name_of(run, name));
}

int ladder_record_facts(struct rung_run *run)
{
	int code = set(run, RUNG_FACT_KIND, rung_kind_name(rung_of(run)->kind));

	if (code == 0)
		code = ladder_record_name(run);
	if (code == 0)
		code = set_kernel(run);
	if (code == 0)
		code = set_command_line(run);
	if (code == 0)
		code = set_qemu(run);
	return code < 0 ? code : set_policy(run);
}
