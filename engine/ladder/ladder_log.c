/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ladder_log.c - the log of a guest that failed, put where a person finds it again. */
#include "engine/ladder/ladder_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fixtures/text_show.h"

/* How many names are tried when others of the same second are taken. */
#define NAMES_MOST 100
/* A kernel that repeats itself for ever need not fill the disk twice. */
#define COPY_MOST (64L << 20)

/* "lsmbench-ladder-20261130-174501-rung2-attempt1.log" in the plan's directory, new. */
static int create(struct rung_run *run)
{
	const char *directory = run->ladder->plan.log_directory;
	char moment[32] = "";
	time_t now = time(NULL);
	struct tm parts;

	if (localtime_r(&now, &parts))
		strftime(moment, sizeof(moment), "%Y%m%d-%H%M%S", &parts);
	for (int i = 0; i < NAMES_MOST; i++) {
		char more[16] = "";
		int length;
		int fd;

		if (i > 0)
			snprintf(more, sizeof(more), "-%d", i);
		length = snprintf(run->log, sizeof(run->log),
				  "%s/lsmbench-ladder-%s-rung%zu-attempt%u%s.log", directory,
				  moment, rung_index(run) + 1, run->attempt, more);
		if ((size_t)length >= sizeof(run->log))
			return -ENAMETOOLONG;
		fd = open(run->log, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
		if (fd >= 0 || errno != EEXIST)
			return fd >= 0 ? fd : -errno;
	}
	return -EEXIST;
}

/* Which guest it was, and what was wrong: the log alone would not tell. */
static void write_head(const struct rung_run *run, const char *trouble, FILE *file)
{
	const struct kernel_image *image = &run->ladder->plan.kernels[rung_of(run)->kernel];
	char *line = ladder_rung_command_line(rung_of(run));
	char name[LADDER_NAME_SIZE];

	fprintf(file, "# rung: %s, attempt %u\n", ladder_name_of(run, name), run->attempt);
	fprintf(file, "# kernel: ");
	text_write_safe(image->path, file);
	fprintf(file, "\n# command line: ");
	text_write_safe(line ? line : "", file);
	fprintf(file, "\n# QEMU: %s, seed %llu\n", run->ladder->qemu.version,
		(unsigned long long)rung_of(run)->seed);
	fprintf(file, "# what was wrong: %.*s\n\n", ladder_line_length(trouble), trouble);
	free(line);
}

static int copy_log(const struct rung_run *run, FILE *file)
{
	char path[PATH_MAX];
	char bytes[16384];
	FILE *log = ladder_log_path(run, path) < 0 ? NULL : fopen(path, "re");
	size_t size;
	long total = 0;

	/* One that could not even be started has none. */
	if (!log)
		return 0;
	while (total < COPY_MOST && (size = fread(bytes, 1, sizeof(bytes), log)) > 0) {
		fwrite(bytes, 1, size, file);
		total += (long)size;
	}
	fclose(log);
	return 0;
}

int ladder_keep_log(struct rung_run *run, const char *trouble, struct error *error)
{
	const char *directory = run->ladder->plan.log_directory;
	FILE *file;
	int code = 0;
	int fd;

	if (!directory[0])
		return 0;
	fd = create(run);
	file = fd < 0 ? NULL : fdopen(fd, "w");
	if (file) {
		write_head(run, trouble, file);
		code = copy_log(run, file);
		code = ferror(file) ? -EIO : code;
		code = fclose(file) != 0 ? -errno : code;
	} else {
		code = fd < 0 ? fd : -ENOMEM;
	}
	if (code < 0) {
		run->log[0] = '\0';
		return error_set(error, code, "%s: %s", directory, error_words(code));
	}
	return 0;
}
