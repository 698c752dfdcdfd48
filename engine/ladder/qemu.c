/* SPDX-License-Identifier: GPL-2.0-or-later */
/* qemu.c - the words of the command that starts a guest. qemu_find.c looks for the program. */
#include "engine/ladder/qemu.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What stands in every command, whatever the guest: see qemu.h. */
static const char *const always[] = {
	"-accel",      "tcg",
	"-icount",     "shift=0,sleep=off",
	"-cpu",        QEMU_CPU,
	"-rtc",        "base=2024-01-01,clock=vm",
	"-nodefaults", "-no-user-config",
	"-display",    "none",
	"-no-reboot",  NULL,
};

static int add(struct text_list *words, const char *option, const char *value)
{
	int code = text_list_add(words, option);

	return code < 0 ? code : text_list_add(words, value);
}

/* In a list of options a comma stands for itself when it is doubled. */
static char *double_commas(const char *text)
{
	char *doubled = malloc(2 * strlen(text) + 1);
	char *end = doubled;

	if (!doubled)
		return NULL;
	for (; *text; text++) {
		*end++ = *text;
		if (*text == ',')
			*end++ = ',';
	}
	*end = '\0';
	return doubled;
}

/* Appended to: QEMU's own complaints go to the same file. */
static int add_log(struct text_list *words, const char *path)
{
	char *doubled = double_commas(path);
	int code = doubled ? text_list_add(words, "-chardev") : -ENOMEM;

	if (code == 0)
		code = text_list_add_format(words, "file,id=kernel,path=%s,append=on", doubled);
	free(doubled);
	return code < 0 ? code : add(words, "-serial", "chardev:kernel");
}

/* The terminal's signals are not for the guest: it has no terminal. */
static int add_output(struct text_list *words)
{
	int code = add(words, "-chardev", "stdio,id=guest,signal=off");

	return code < 0 ? code : add(words, "-serial", "chardev:guest");
}

static int add_numbers(struct text_list *words, const struct qemu_guest *guest)
{
	int code = text_list_add(words, "-seed");

	if (code == 0)
		code = text_list_add_format(words, "%" PRIu64, guest->seed);
	if (code == 0)
		code = text_list_add(words, "-m");
	return code < 0 ? code : text_list_add_format(words, "%u", QEMU_MEMORY_MEGABYTES);
}

int qemu_command(const struct qemu *qemu, const struct qemu_guest *guest, struct text_list *words)
{
	int code = text_list_add(words, qemu->path);

	for (size_t i = 0; always[i] && code == 0; i++)
		code = text_list_add(words, always[i]);
	if (code == 0)
		code = add_numbers(words, guest);
	if (code == 0)
		code = add(words, "-kernel", guest->kernel);
	if (code == 0)
		code = add(words, "-initrd", guest->initramfs);
	if (code == 0)
		code = add(words, "-append", guest->command_line);
	if (code == 0)
		code = add_log(words, guest->log);
	return code < 0 ? code : add_output(words);
}
