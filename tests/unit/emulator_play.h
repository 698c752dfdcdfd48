/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * emulator_play.h - shell scripts in the role of QEMU, for tests of who starts it. A script gets
 * the words of qemu_command and says what a guest would say.
 */
#ifndef LSMBENCH_TESTS_EMULATOR_PLAY_H
#define LSMBENCH_TESTS_EMULATOR_PLAY_H

#include "tests/unit/playground.h"

#include "engine/ladder/qemu.h"

/* What a script begins with: it answers --version as QEMU does. */
#define EMULATOR_HEAD                                                                              \
	"#!/bin/sh\n"                                                                              \
	"if [ \"$1\" = --version ]; then echo 'QEMU emulator version 9.8.7 (played)'; exit 0; "    \
	"fi\n"

/* Write script as the program "emulator" of the playground and name it in LSMBENCH_QEMU. */
static inline void emulator_set(const struct playground *play, const char *script)
{
	struct joined path = playground_join(play->path, "emulator");

	playground_write(path.text, script);
	assert_int_equal(chmod(path.text, 0700), 0);
	assert_int_equal(setenv("LSMBENCH_QEMU", path.text, 1), 0);
}

/* The same with EMULATOR_HEAD before it, found. */
static inline void emulator_find(const struct playground *play, const char *script,
				 struct qemu *qemu)
{
	char *whole = NULL;
	struct error error = {""};

	assert_true(asprintf(&whole, "%s%s", EMULATOR_HEAD, script) > 0);
	emulator_set(play, whole);
	free(whole);
	if (qemu_find(qemu, &error) < 0)
		fail_msg("%s", error.text);
}

/* Whether a process of that number runs and is not only waiting to be reaped. */
static inline bool emulator_runs(pid_t pid)
{
	char path[64];
	char line[256] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	file = fopen(path, "re");
	if (!file)
		return false;
	if (!fgets(line, sizeof(line), file))
		line[0] = '\0';
	fclose(file);
	return line[0] && !strstr(line, ") Z ") && !strstr(line, ") X ");
}

#endif
