/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_lsm.c - which security modules are active, which are built, which were asked for.
 *
 * The three differ: CONFIG_LSM and "lsm=" may name modules that are not built, and building one
 * does not start it.
 */
#include "engine/environment/environment_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/environment/lsm.h"
#include "engine/environment/security_module.h"

#define LIST_PATH "/sys/kernel/security/lsm"

static void append_word(char *list, size_t size, const char *word, const char *separator)
{
	size_t used = strlen(list);

	snprintf(list + used, size - used, "%s%s", used ? separator : "", word);
}

static void probe_securityfs(struct collection *collection)
{
	const char *key = "lsm.securityfs", *source = "/proc/self/mounts";
	char type[64];
	int mounted = environment_mounted(collection, "/sys/kernel/security", type, sizeof(type));

	if (mounted < 0)
		collection_unreadable(collection, key, source, mounted, NULL);
	else if (mounted && !strcmp(type, "securityfs"))
		collection_set(collection, key, "mounted", source);
	else
		collection_set(collection, key, "not mounted", source);
}

/* The list from securityfs; code says why the system call did not answer. */
static void probe_active_file(struct collection *collection, int code)
{
	char list[VALUE_SIZE];
	int file_code = collection_read_line(collection, LIST_PATH, list, sizeof(list));
	bool mounted = !strcmp(environment_value(collection->environment, "lsm.securityfs", ""),
			       "mounted");

	if (!file_code)
		collection_set(collection, "lsm.active", list[0] ? list : "none", LIST_PATH);
	else
		collection_unknown(collection, "lsm.active", "lsm_list_modules(2): %s; %s: %s; %s",
				   error_words(code), LIST_PATH, error_words(file_code),
				   mounted ? "the file is there from Linux 4.11"
					   : "securityfs is not mounted: mount -t securityfs "
					     "securityfs /sys/kernel/security");
}

static void probe_active(struct collection *collection)
{
	char list[VALUE_SIZE];
	int code = -ENOSYS;

	if (collection->roots->live)
		code = lsm_list(list, sizeof(list));
	if (code)
		probe_active_file(collection, code);
	else
		collection_set(collection, "lsm.active", list[0] ? list : "none",
			       "lsm_list_modules(2)");
}

static bool is_built_in(const struct collection *collection, const char *option)
{
	char key[128];

	return environment_option_key(key, sizeof(key), option, strlen(option)) &&
	       !strcmp(environment_value(collection->environment, key, ""), "y");
}

/* Those of the modules that a kernel lists, as "lsm.active" does: capability, but not integrity. */
static void probe_built(struct collection *collection)
{
	const struct environment_item *source =
		environment_find(collection->environment, "kernel.config_source");
	char list[VALUE_SIZE] = "";

	if (!source || !source->value) {
		collection_unknown(collection, "lsm.built", "no kernel configuration was found");
		return;
	}
	for (size_t i = 0; i < security_module_count; i++) {
		const struct security_module *module = &security_modules[i];

		if (module->id && is_built_in(collection, module->option))
			append_word(list, sizeof(list), module->name, ",");
	}
	collection_set(collection, "lsm.built", list[0] ? list : "none", source->value);
}

/* CONFIG_LSM is what is started when the command line asks for nothing else. */
static void probe_default(struct collection *collection)
{
	const char *source = collection_value(collection, "kernel.config_source");
	const char *value = collection_value(collection, "config.lsm");

	if (!value)
		value = collection_value(collection, "config.default_security");
	if (value)
		collection_set(collection, "lsm.default", value, source);
	else
		collection_unknown(collection, "lsm.default", "%s",
				   source ? "the configuration has neither CONFIG_LSM nor "
					    "CONFIG_DEFAULT_SECURITY"
					  : "no kernel configuration was found");
}

/*
 * Parameters by which a person chooses modules or changes what they cost. What auditing costs
 * belongs to no module, but the modules cause it.
 */
static bool is_request(const char *word)
{
	return security_module_word(word) || !strncmp(word, "audit=", strlen("audit="));
}

static void probe_requested(struct collection *collection)
{
	const char *command_line = collection_value(collection, "kernel.command_line");
	char words[VALUE_SIZE], found[VALUE_SIZE] = "", *rest = NULL;

	if (!command_line) {
		collection_unknown(collection, "lsm.requested", "/proc/cmdline cannot be read");
		return;
	}
	snprintf(words, sizeof(words), "%s", command_line);
	for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		if (!strcmp(word, "--")) /* what follows is for init */
			break;
		if (is_request(word))
			append_word(found, sizeof(found), word, " ");
	}
	collection_set(collection, "lsm.requested", found[0] ? found : "nothing", "/proc/cmdline");
}

void environment_probe_lsm(struct collection *collection)
{
	probe_securityfs(collection);
	probe_active(collection);
	probe_requested(collection);
	probe_default(collection);
	probe_built(collection);
}
