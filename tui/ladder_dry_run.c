/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_dry_run.c - what a ladder would boot and measure.
 */
#include "tui/ladder_dry_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/ladder/qemu.h"
#include "engine/text/words.h"
#include "fixtures/scratch.h"
#include "fixtures/text_show.h"

static void write_line(const char *first, const char *text, FILE *file)
{
	fputs(first, file);
	text_write_safe(text, file);
	fputc('\n', file);
}

static const char *kind_words(const struct ladder_rung *rung)
{
	switch (rung->kind) {
	case RUNG_FIRST:
		return " (the others are compared with it)";
	case RUNG_SAME:
		return " (A/A: another seed)";
	case RUNG_PLACEBO:
		return " (placebo: an irrelevant word)";
	case RUNG_OTHER:
		break;
	}
	return "";
}

static int write_rung(const struct ladder_plan *plan, size_t index, FILE *file)
{
	const struct ladder_rung *rung = &plan->rungs[index];
	char *line = ladder_rung_command_line(rung);
	char name[256];

	if (!line)
		return -ENOMEM;
	fprintf(file, "  [%zu] ", index + 1);
	text_write_safe(ladder_rung_name(rung, NULL, name, sizeof(name)), file);
	fprintf(file, "%s, seed %" PRIu64 "\n", kind_words(rung), rung->seed);
	write_line("      ", line, file);
	free(line);
	return 0;
}

static int write_kernel(const struct ladder_plan *plan, size_t kernel, FILE *file)
{
	const struct kernel_image *image = &plan->kernels[kernel];
	int status = 0;

	fputs("Kernel ", file);
	text_write_safe(image->release, file);
	write_line(": ", image->path, file);
	write_line("  configuration: ", image->config ? image->config_source : "not found", file);
	for (size_t i = 0; i < plan->rung_count && status == 0; i++) {
		if (plan->rungs[i].kernel == kernel)
			status = write_rung(plan, i, file);
	}
	fputc('\n', file);
	return status;
}

static void write_cases(const struct ladder_plan *plan, FILE *file)
{
	const struct plan *what = &plan->plan;

	fprintf(file,
		"%zu boot%s of %zu case%s, %zu variant%s, %u passes of %u runs each; %u s of "
		"settling "
		"before%s\n",
		plan->rung_count, plan->rung_count == 1 ? "" : "s", what->case_count,
		what->case_count == 1 ? "" : "s", what->variants.count,
		what->variants.count == 1 ? "" : "s", what->passes, what->runs,
		plan->settle_seconds,
		plan->hooks ? "; hooks are counted in the first of each kernel" : "");
	for (size_t i = 0; i < what->case_count; i++) {
		char name[256];

		plan_case_name(what, i, name, sizeof(name));
		write_line("  ", name, file);
	}
}

static int write_command(const struct ladder_plan *plan, const struct qemu *qemu, FILE *file)
{
	struct qemu_guest guest = {.initramfs = "INITRAMFS", .log = "LOG"};
	struct text_list words = {0};
	char *line;
	int status;

	if (plan->rung_count == 0)
		return 0;
	line = ladder_rung_command_line(&plan->rungs[0]);
	if (!line)
		return -ENOMEM;
	guest.kernel = plan->kernels[plan->rungs[0].kernel].path;
	guest.command_line = line;
	guest.seed = plan->rungs[0].seed;
	status = qemu_command(qemu, &guest, &words);
	fprintf(file, "\nThe first boot (QEMU %s):\n  ", qemu->version);
	for (size_t i = 0; i < words.count && status == 0; i++) {
		bool is_plain = !strpbrk(words.items[i], " '\"\\$");

		fputs(is_plain ? "" : "'", file);
		text_write_safe(words.items[i], file);
		fputs(is_plain ? " " : "' ", file);
	}
	fputc('\n', file);
	text_list_clear(&words);
	free(line);
	return status;
}

/* Each policy once more: a rung stands for its kernel. */
static int check_policies(const struct ladder_plan *plan, struct error *error)
{
	int status = 0;

	for (size_t i = 0; i < plan->rung_count && status == 0; i++) {
		void *bytes = NULL;
		size_t size;

		if (!plan->rungs[i].policy.module)
			continue;
		status = guest_policy_compile(&plan->rungs[i].policy, &bytes, &size, error);
		free(bytes);
	}
	return status;
}

/* Where the guests' files would be made, and their results. */
static int check_places(const struct ladder_plan *plan, const char *directory, struct error *error)
{
	const char *parent = scratch_default_parent();
	char shown[TEXT_SHOW_SIZE];
	struct stat there;

	if (plan->rung_count > 0 && access(parent, W_OK | X_OK) < 0)
		return error_set(error, -errno,
				 "cannot make a scratch directory in %s: %s; TMPDIR names another",
				 text_show(parent, strlen(parent), shown), error_words(errno));
	if (directory && stat(directory, &there) == 0 && !S_ISDIR(there.st_mode))
		return error_set(error, -ENOTDIR,
				 "%s is no directory: a ladder needs one for its files",
				 text_show(directory, strlen(directory), shown));
	return 0;
}

int ladder_dry_run(const struct ladder_plan *plan, const char *directory, FILE *file,
		   struct error *error)
{
	struct qemu qemu;
	int status = 0;

	for (size_t i = 0; i < plan->kernel_count && status == 0; i++)
		status = write_kernel(plan, i, file);
	write_cases(plan, file);
	if (status == 0) {
		status = qemu_find(&qemu, error);
		if (status < 0)
			return status;
		status = write_command(plan, &qemu, file);
	}
	if (status < 0)
		return error_set(error, status, "no memory to say what would run");
	status = check_places(plan, directory, error);
	return status < 0 ? status : check_policies(plan, error);
}
