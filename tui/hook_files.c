/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hook_files.c - what stands in the way of "*.csv" in a ladder's directory. */
#include "tui/hook_files.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exports/signature.h"
#include "fixtures/text_show.h"
#include "tui/command.h"

/* A pipe can be read once only, and not by us. */
static bool is_table_of_hooks(const char *path)
{
	char start[SIGNATURE_SIZE];
	struct stat status;
	ssize_t length;
	int fd;

	if (stat(path, &status) < 0 || !S_ISREG(status.st_mode))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	length = read(fd, start, sizeof(start));
	close(fd);
	return length > 0 && signature_of(start, (size_t)length) == SIGNATURE_HOOKS;
}

static void tell(const char *first, size_t count)
{
	char shown[TEXT_SHOW_SIZE];

	text_show(first, strlen(first), shown);
	if (count == 1)
		command_complain("%s is left out: it is a table of hooks, no result", shown);
	else
		command_complain("%s and %zu more are left out: they are tables of hooks, no "
				 "results",
				 shown, count - 1);
}

void hook_files_leave_out(struct text_list *files)
{
	struct text_list rest = {NULL, 0};
	const char *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < files->count; i++) {
		if (!is_table_of_hooks(files->items[i])) {
			if (text_list_add(&rest, files->items[i]) < 0)
				break;
			continue;
		}
		first = first ? first : files->items[i];
		count++;
	}
	/* Without memory for the rest nothing is left out either. */
	if (count > 0 && rest.count > 0 && rest.count + count == files->count) {
		tell(first, count);
		text_list_clear(files);
		*files = rest;
		return;
	}
	text_list_clear(&rest);
}
