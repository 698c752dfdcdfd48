/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf_hooks.c - "file_open*2,inode_getattr". In a file of its own, since the worker reads this text
 * too and must not link the library that loads programs.
 */
#include "engine/variant/bpf_hooks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/text_show.h"

static const char hook_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";

/* The number behind a "*", of so many characters; 0 when it is none. */
static uint32_t read_programs(const char *text, size_t length)
{
	uint32_t programs = 0;

	for (size_t i = 0; i < length && programs <= BPF_PROGRAMS_MAXIMUM; i++) {
		if (text[i] < '0' || text[i] > '9')
			return 0;
		programs = programs * 10 + (uint32_t)(text[i] - '0');
	}
	return programs;
}

static int read_hook(struct bpf_hook *hook, const char *text, size_t length, struct error *error)
{
	size_t name = strspn(text, hook_letters);
	char shown[TEXT_SHOW_SIZE];

	if (name == 0 || name >= BPF_HOOK_SIZE || (name < length && text[name] != '*'))
		return error_set(error, -EINVAL,
				 "bpf: '%s' is no name of a hook: write it as "
				 "bpf:HOOK[*K][,HOOK...], such as bpf:inode_permission*2",
				 text_show(text, length, shown));
	memcpy(hook->name, text, name);
	hook->name[name] = '\0';
	hook->programs = name == length ? 1 : read_programs(text + name + 1, length - name - 1);
	if (hook->programs >= 1 && hook->programs <= BPF_PROGRAMS_MAXIMUM)
		return 0;
	return error_set(error, -EINVAL, "bpf: '%s' is not a number of programs from 1 to %u",
			 text_show(text + name + 1, length - name - 1, shown),
			 BPF_PROGRAMS_MAXIMUM);
}

static int add_hook(struct bpf_hooks *hooks, const char *text, size_t length, struct error *error)
{
	struct bpf_hook *hook = &hooks->hooks[hooks->count];
	int code;

	if (hooks->count == BPF_HOOKS_MAXIMUM)
		return error_set(error, -EINVAL, "bpf: more than %u hooks: leave some out",
				 BPF_HOOKS_MAXIMUM);
	code = read_hook(hook, text, length, error);
	if (code < 0)
		return code;
	for (size_t i = 0; i < hooks->count; i++)
		if (strcmp(hooks->hooks[i].name, hook->name) == 0)
			return error_set(error, -EINVAL,
					 "bpf: %s stands twice: write it once, as %s*K", hook->name,
					 hook->name);
	hooks->count++;
	return 0;
}

int bpf_hooks_parse(const char *text, struct bpf_hooks *hooks, struct error *error)
{
	int code;

	hooks->count = 0;
	do {
		size_t length = strcspn(text, ",");

		code = add_hook(hooks, text, length, error);
		text += length;
	} while (code == 0 && *text++ == ',');
	return code;
}

const char *bpf_hooks_write(const struct bpf_hooks *hooks, char *buffer, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < hooks->count && used < size; i++)
		used += (size_t)snprintf(buffer + used, size - used, "%s%s*%" PRIu32, i ? "," : "",
					 hooks->hooks[i].name, hooks->hooks[i].programs);
	return used < size ? buffer : NULL;
}
