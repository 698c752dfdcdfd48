/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_rung_modules.c - the security modules of Linux by name, and lists of them as they stand
 * on a command line.
 */
#include "engine/ladder/ladder_rung_private.h"

#include <string.h>

/* IMA and EVM have no rung of their own: "lsm=" can neither choose them nor leave them out. */
const struct security_module security_modules[] = {
	{"capability", "SECURITY", false, false},
	{"landlock", "SECURITY_LANDLOCK", false, true},
	{"apparmor", "SECURITY_APPARMOR", true, true},
	{"tomoyo", "SECURITY_TOMOYO", false, true},
	{"selinux", "SECURITY_SELINUX", true, true},
	{"smack", "SECURITY_SMACK", true, true},
	{"bpf", "BPF_LSM", false, true},
	{"yama", "SECURITY_YAMA", false, true},
	{"ipe", "SECURITY_IPE", false, true},
	{"loadpin", "SECURITY_LOADPIN", false, true},
	{"safesetid", "SECURITY_SAFESETID", false, true},
	{"lockdown", "SECURITY_LOCKDOWN_LSM", false, false},
	{"integrity", "INTEGRITY", false, false},
	{"ima", "IMA", false, false},
	{"evm", "EVM", false, false},
};
const size_t security_module_count = sizeof(security_modules) / sizeof(security_modules[0]);

const struct security_module *security_module_find(const char *name, size_t length)
{
	for (size_t i = 0; i < security_module_count; i++)
		if (strlen(security_modules[i].name) == length &&
		    memcmp(security_modules[i].name, name, length) == 0)
			return &security_modules[i];
	return NULL;
}

const char *module_list_next(const char **cursor, size_t *length)
{
	const char *name = *cursor + strspn(*cursor, ",");

	*length = strcspn(name, ",");
	*cursor = name + *length;
	return *length ? name : NULL;
}

bool module_list_has(const char *list, const char *name, size_t length)
{
	const char *other;
	size_t size;

	while ((other = module_list_next(&list, &size)))
		if (size == length && memcmp(other, name, length) == 0)
			return true;
	return false;
}

const char *command_word(const char *words, const char *key, size_t *length)
{
	const size_t part = strlen(key);
	const char *value = NULL;

	for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
		size_t size = strcspn(words, " ");

		if (size > part && memcmp(words, key, part) == 0 && words[part] == '=') {
			value = words + part + 1;
			*length = size - part - 1;
		}
		words += size;
	}
	return value;
}

bool command_word_is(const char *words, const char *key, const char *value)
{
	size_t length = 0;
	const char *found = command_word(words, key, &length);

	return found && length == strlen(value) && memcmp(found, value, length) == 0;
}
