/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_symbols.c - takes the functions that have to do with hooks out of the kernel's symbols.
 */
#include "engine/hooks/hook_symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/environment/security_module.h"
#include "engine/hooks/hook_name.h"

#define FRAMEWORK "security_"
#define BPF "bpf_lsm_"

/* The hook that every kernel with the bpf module has a bpf_lsm_ function for. */
#define BPF_PROBE "inode_permission"

static bool has_prefix(const char *name, const char *prefix)
{
	return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool interests(const char *name)
{
	/* A dot marks a part of a function that the compiler has split off. */
	if (strchr(name, '.'))
		return false;
	for (size_t i = 0; i < security_module_count; i++) {
		const char *prefix = security_modules[i].function_prefix;

		if (prefix && has_prefix(name, prefix))
			return true;
	}
	return has_prefix(name, FRAMEWORK);
}

/* "ADDRESS TYPE NAME": the name when it is that of a function of the kernel proper; else NULL. */
static char *function_of(char *line)
{
	char *state;
	const char *address = strtok_r(line, " \t\n", &state);
	const char *type = address ? strtok_r(NULL, " \t\n", &state) : NULL;
	char *name = type ? strtok_r(NULL, " \t\n", &state) : NULL;

	if (!name || strtok_r(NULL, " \t\n", &state) || !strchr("tTwW", type[0]) || type[1])
		return NULL;
	return name;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_once(struct text_list *names)
{
	size_t kept = 0;

	if (names->count == 0)
		return;
	qsort(names->items, names->count, sizeof(*names->items), by_name);
	for (size_t i = 1; i < names->count; i++) {
		if (strcmp(names->items[kept], names->items[i]) == 0)
			free(names->items[i]);
		else
			names->items[++kept] = names->items[i];
	}
	names->count = kept + 1;
}

static int read_names(struct text_list *names, FILE *file)
{
	char *line = NULL;
	size_t size = 0;
	int status = 0;

	while (status == 0 && getline(&line, &size, file) > 0) {
		const char *name = function_of(line);

		if (name && interests(name))
			status = text_list_add(names, name);
	}
	if (status == 0 && ferror(file))
		status = -EIO;
	free(line);
	return status;
}

int hook_symbols_read(struct hook_symbols *symbols, const char *path, struct error *error)
{
	FILE *file = fopen(path, "re");
	int status;

	*symbols = (struct hook_symbols){0};
	if (!file)
		return error_set(error, -errno, "%s: %s; it names the kernel's functions", path,
				 error_words(errno));
	status = read_names(&symbols->names, file);
	fclose(file);
	sort_once(&symbols->names);
	symbols->has_bpf = hook_symbols_has(symbols, BPF, BPF_PROBE, "");
	if (status == 0 && !hook_symbols_has(symbols, FRAMEWORK, BPF_PROBE, ""))
		status = error_set(error, -ENODATA,
				   "%s names no function of the security framework: is the kernel "
				   "built with CONFIG_SECURITY and CONFIG_KALLSYMS?",
				   path);
	else if (status < 0)
		error_set(error, status, "%s: %s", path, error_words(status));
	if (status < 0)
		hook_symbols_clear(symbols);
	return status;
}

void hook_symbols_clear(struct hook_symbols *symbols)
{
	text_list_clear(&symbols->names);
	symbols->has_bpf = false;
}

bool hook_symbols_has(const struct hook_symbols *symbols, const char *prefix, const char *name,
		      const char *suffix)
{
	char whole[256];
	const char *key = whole;
	int length = snprintf(whole, sizeof(whole), "%s%s%s", prefix, name, suffix);

	if (length < 0 || (size_t)length >= sizeof(whole) || symbols->names.count == 0)
		return false;
	return bsearch(&key, symbols->names.items, symbols->names.count,
		       sizeof(*symbols->names.items), by_name) != NULL;
}

static bool is_hook(const struct hook_symbols *symbols, const char *name)
{
	const char *other = hook_name_implemented(name);

	if (hook_name_is_helper(name))
		return false;
	if (!symbols->has_bpf || hook_name_is_framework(name))
		return true;
	return hook_symbols_has(symbols, BPF, name, "") ||
	       hook_symbols_has(symbols, BPF, name, "_security") ||
	       (other && hook_symbols_has(symbols, BPF, other, ""));
}

int hook_symbols_hooks(const struct hook_symbols *symbols, struct text_list *hooks)
{
	int status = 0;

	for (size_t i = 0; i < symbols->names.count && status == 0; i++) {
		const char *name = symbols->names.items[i];

		if (has_prefix(name, FRAMEWORK) && is_hook(symbols, name + strlen(FRAMEWORK)))
			status = text_list_add(hooks, name + strlen(FRAMEWORK));
	}
	return status;
}
