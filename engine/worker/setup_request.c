/* SPDX-License-Identifier: GPL-2.0-or-later */
/* setup_request.c - what a plan says of a case, in the words of the protocol. */
#include "engine/worker/setup_request.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

void setup_request_fill(struct worker_request *request, const struct plan *plan, size_t index,
			const struct scratch *scratch, const char *variant)
{
	const struct plan_case *plan_case = &plan->cases[index];
	struct stat status;

	memset(request, 0, sizeof(*request));
	request->kind = WORKER_SETUP;
	snprintf(request->operation, sizeof(request->operation), "%s", plan_case->operation->name);
	snprintf(request->parameter, sizeof(request->parameter), "%s", plan_case->parameter);
	snprintf(request->default_file, sizeof(request->default_file), "%s", plan->default_file);
	snprintf(request->variant, sizeof(request->variant), "%s", variant);
	/* Without them no root is found, and who needs it says so. */
	if (fstat(scratch->fd, &status) == 0) {
		request->root_device = status.st_dev;
		request->root_inode = status.st_ino;
	}
	request->root_above = plan->landlock_depth + 1;
	request->landlock_rules = plan->landlock_rules;
}
