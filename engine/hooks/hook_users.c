/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_users.c - finds the modules' implementations of hooks by the names of functions.
 */
#include "engine/hooks/hook_users.h"

#include <string.h>

#include "engine/environment/security_module.h"
#include "engine/hooks/hook_name.h"

/* Functions that are not named as the hook that they implement. */
static const struct {
	const char *module;
	const char *function;
	const char *hook;
} odd[] = {
	{"lockdown", "lockdown_is_locked_down", "locked_down"},
	{"loadpin", "loadpin_read_file", "kernel_read_file"},
	{"loadpin", "loadpin_load_data", "kernel_load_data"},
	{"safesetid", "safesetid_security_capable", "capable"},
	{"selinux", "selinux_socket_unix_stream_connect", "unix_stream_connect"},
	{"selinux", "selinux_socket_unix_may_send", "unix_may_send"},
	{"ima", "ima_bprm_check", "bprm_check"},
	{"ima", "ima_file_check", "file_post_open"},
	{"ima", "ima_file_mmap", "mmap_file"},
	{"ima", "ima_file_free", "file_release"},
	{"ima", "ima_read_file", "kernel_read_file"},
	{"ima", "ima_load_data", "kernel_load_data"},
	{"ima", "ima_post_read_file", "kernel_post_read_file"},
	{"ima", "ima_post_load_data", "kernel_post_load_data"},
	{"ima", "ima_post_create_tmpfile", "inode_post_create_tmpfile"},
	{"ima", "ima_post_path_mknod", "path_post_mknod"},
	{"ima", "ima_post_key_create_or_update", "key_post_create_or_update"},
	{"evm", "evm_post_path_mknod", "path_post_mknod"},
};

/* Whether PREFIXhook is the name of a function that implements another hook. */
static bool is_odd(const char *prefix, const char *hook)
{
	size_t length = strlen(prefix);

	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		if (strncmp(odd[i].function, prefix, length) == 0 &&
		    strcmp(odd[i].function + length, hook) == 0)
			return true;
	return false;
}

static bool implements(const struct hook_symbols *symbols, const char *prefix, const char *hook)
{
	const char *other = hook_name_implemented(hook);

	if (is_odd(prefix, hook))
		return false;
	return hook_symbols_has(symbols, prefix, hook, "") ||
	       hook_symbols_has(symbols, prefix, hook, "_security") ||
	       (other && hook_symbols_has(symbols, prefix, other, ""));
}

static int add_named(struct hook_table *table, const struct hook_symbols *symbols, const char *hook)
{
	int status = 0;

	for (size_t i = 0; i < security_module_count && status == 0; i++) {
		const struct security_module *module = &security_modules[i];

		if (module->function_prefix && implements(symbols, module->function_prefix, hook))
			status = hook_table_add_user(table, module->name, hook);
	}
	return status;
}

int hook_users_add(struct hook_table *table, const struct hook_symbols *symbols)
{
	struct text_list hooks = {0};
	int status = hook_symbols_hooks(symbols, &hooks);

	for (size_t i = 0; i < hooks.count && status == 0; i++)
		status = add_named(table, symbols, hooks.items[i]);
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]) && status == 0; i++)
		if (text_list_has(&hooks, odd[i].hook) &&
		    hook_symbols_has(symbols, odd[i].function, "", ""))
			status = hook_table_add_user(table, odd[i].module, odd[i].hook);
	text_list_clear(&hooks);
	return status;
}

int hook_users_read(struct hook_table *table, struct error *error)
{
	struct hook_symbols symbols;
	int status = hook_symbols_read(&symbols, HOOK_SYMBOLS_HERE, error);

	if (status < 0)
		return status;
	status = hook_users_add(table, &symbols);
	hook_symbols_clear(&symbols);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}
