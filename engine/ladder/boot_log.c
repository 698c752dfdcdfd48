/* SPDX-License-Identifier: GPL-2.0-or-later */
/* boot_log.c - the first line that speaks of a panic, and the last ones of all. */
#include "engine/ladder/boot_log.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fixtures/text_show.h"

/* A log that grew beyond this is looked at from its end. */
#define LOOK_BYTES (8L << 20)

static void keep(struct boot_log *log, const char *line, size_t length)
{
	char shown[BOOT_LOG_LINE];
	const char *panic;

	text_show_in(line, length, shown, sizeof(shown));
	panic = strstr(shown, "Kernel panic");
	if (!log->panic[0] && panic)
		memcpy(log->panic, panic, strlen(panic) + 1);
	if (log->last[BOOT_LOG_LINES - 1][0])
		memmove(log->last[0], log->last[1], sizeof(log->last) - sizeof(log->last[0]));
	for (size_t i = 0; i < BOOT_LOG_LINES; i++) {
		if (i == BOOT_LOG_LINES - 1 || !log->last[i][0]) {
			memcpy(log->last[i], shown, sizeof(shown));
			return;
		}
	}
}

void boot_log_read(int fd, struct boot_log *log)
{
	int copy = dup(fd);
	FILE *file = copy < 0 ? NULL : fdopen(copy, "r");
	char line[1024];
	long size;

	*log = (struct boot_log){.panic = ""};
	if (!file) {
		if (copy >= 0)
			close(copy);
		return;
	}
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0)
		(void)fseek(file, size > LOOK_BYTES ? size - LOOK_BYTES : 0, SEEK_SET);
	while (fgets(line, sizeof(line), file)) {
		size_t length = strcspn(line, "\r\n");

		if (length > 0)
			keep(log, line, length);
	}
	fclose(file);
}
