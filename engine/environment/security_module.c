/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * security_module.c - the security modules of Linux by name, and lists of them.
 */
#include "engine/environment/security_module.h"

#include <string.h>

static const char *const capability_words[] = {"no_file_caps", NULL};
static const char *const selinux_words[] = {"enforcing=", "checkreqprot=", NULL};
static const char *const tomoyo_words[] = {"TOMOYO_", NULL};
static const char *const ima_words[] = {"ima_", NULL};
static const char *const integrity_words[] = {"integrity_audit=", NULL};
static const char *const framework_words[] = {"lsm=", "lsm.debug", "security=", NULL};

/*
 * IMA and EVM have no rung of their own: "lsm=" can neither choose them nor leave them out.
 * capability stands in front of all rungs, and lockdown may have started before any list is read.
 */
const struct security_module security_modules[] = {
	{.name = "capability",
	 .id = 100,
	 .option = "SECURITY",
	 .function_prefix = "cap_",
	 .words = capability_words},
	{.name = "selinux",
	 .id = 101,
	 .option = "SECURITY_SELINUX",
	 .function_prefix = "selinux_",
	 .words = selinux_words,
	 .idle = {"no policy", "lsm.selinux.enforce", "0"},
	 .exclusive = true,
	 .offered = 4},
	{.name = "smack",
	 .id = 102,
	 .option = "SECURITY_SMACK",
	 .function_prefix = "smack_",
	 .idle = {.why = "no rules"},
	 .exclusive = true,
	 .offered = 5},
	{.name = "tomoyo",
	 .id = 103,
	 .option = "SECURITY_TOMOYO",
	 .function_prefix = "tomoyo_",
	 .words = tomoyo_words,
	 .idle = {.why = "profile 0"},
	 .offered = 3},
	{.name = "apparmor",
	 .id = 104,
	 .option = "SECURITY_APPARMOR",
	 .function_prefix = "apparmor_",
	 .idle = {"unconfined", "lsm.apparmor.own_profile", "unconfined"},
	 .exclusive = true,
	 .offered = 2},
	{.name = "yama",
	 .id = 105,
	 .option = "SECURITY_YAMA",
	 .function_prefix = "yama_",
	 .offered = 7},
	{.name = "loadpin",
	 .id = 106,
	 .option = "SECURITY_LOADPIN",
	 .function_prefix = "loadpin_",
	 .offered = 9},
	{.name = "safesetid",
	 .id = 107,
	 .option = "SECURITY_SAFESETID",
	 .function_prefix = "safesetid_",
	 .offered = 10},
	{.name = "lockdown",
	 .id = 108,
	 .option = "SECURITY_LOCKDOWN_LSM",
	 .function_prefix = "lockdown_"},
	{.name = "bpf",
	 .id = 109,
	 .option = "BPF_LSM",
	 .function_prefix = "bpf_lsm_",
	 .idle = {.why = "no programs"},
	 .offered = 6},
	{.name = "landlock",
	 .id = 110,
	 .option = "SECURITY_LANDLOCK",
	 .function_prefix = "hook_",
	 .idle = {.why = "nothing confined"},
	 .offered = 1},
	{.name = "ima",
	 .id = 111,
	 .option = "IMA",
	 .function_prefix = "ima_",
	 .words = ima_words,
	 .idle = {"no policy", "lsm.ima.policy_rules", "0"}},
	{.name = "evm", .id = 112, .option = "EVM", .function_prefix = "evm_"},
	{.name = "ipe",
	 .id = 113,
	 .option = "SECURITY_IPE",
	 .function_prefix = "ipe_",
	 .idle = {.why = "no policy"},
	 .offered = 8},
	{.name = "integrity", .option = "INTEGRITY", .words = integrity_words},
};
const size_t security_module_count = sizeof(security_modules) / sizeof(security_modules[0]);

const struct security_module *security_module_find_part(const char *name, size_t length)
{
	for (size_t i = 0; i < security_module_count; i++)
		if (strlen(security_modules[i].name) == length &&
		    memcmp(security_modules[i].name, name, length) == 0)
			return &security_modules[i];
	return NULL;
}

const struct security_module *security_module_of(uint64_t id)
{
	for (size_t i = 0; i < security_module_count; i++)
		if (id && security_modules[i].id == id)
			return &security_modules[i];
	return NULL;
}

const struct security_module *security_module_find(const char *name)
{
	return security_module_find_part(name, strlen(name));
}

static bool begins_with(const char *word, const char *beginning)
{
	for (; *beginning; word++, beginning++)
		if ((*word == '-' ? '_' : *word) != (*beginning == '-' ? '_' : *beginning))
			return false;
	return true;
}

static bool begins_with_any(const char *word, const char *const *beginnings)
{
	for (; beginnings && *beginnings; beginnings++)
		if (begins_with(word, *beginnings))
			return true;
	return false;
}

/* "NAME=1" and "NAME.parameter=1". */
static bool begins_with_name(const char *word, const char *name)
{
	return begins_with(word, name) && (word[strlen(name)] == '=' || word[strlen(name)] == '.');
}

bool security_module_word(const char *word)
{
	for (size_t i = 0; i < security_module_count; i++)
		if (begins_with_name(word, security_modules[i].name) ||
		    begins_with_any(word, security_modules[i].words))
			return true;
	return begins_with_any(word, framework_words);
}

const char *module_list_next(const char **cursor, size_t *length)
{
	const char *name = *cursor + strspn(*cursor, ",");

	*length = strcspn(name, ",");
	*cursor = name + *length;
	return *length ? name : NULL;
}

bool module_list_has_part(const char *list, const char *name, size_t length)
{
	const char *other;
	size_t size;

	while ((other = module_list_next(&list, &size)))
		if (size == length && memcmp(other, name, length) == 0)
			return true;
	return false;
}

bool module_list_has(const char *list, const char *name)
{
	return module_list_has_part(list, name, strlen(name));
}
