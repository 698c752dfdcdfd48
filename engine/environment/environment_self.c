/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_self.c - how this very process is confined: what the baseline carries already.
 */
#include "engine/environment/environment_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_PATH "/proc/self/status"

/* The text behind "name:" in /proc/self/status, as one clean line. */
static bool status_field(const char *status, const char *name, char *value, size_t size)
{
	size_t length = strlen(name);

	for (const char *line = status; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, name, length) != 0 || line[length] != ':')
			continue;
		line += length + 1;
		line += strspn(line, " \t");
		text_clean(line, strcspn(line, "\n"), value, size);
		return true;
	}
	return false;
}

static const char *seccomp_word(const char *mode)
{
	static const char *const words[] = {"none", "strict", "filter"};

	return mode[0] >= '0' && mode[0] <= '2' && !mode[1] ? words[mode[0] - '0'] : mode;
}

static void probe_field(struct collection *collection, const char *status, const char *key,
			const char *name, const char *since)
{
	char value[256];

	if (status_field(status, name, value, sizeof(value)))
		collection_set(collection, key, value, STATUS_PATH);
	else
		collection_unknown(collection, key, STATUS_PATH " has no line %s; %s", name, since);
}

static void probe_status(struct collection *collection)
{
	char status[8192], mode[64];
	ssize_t length = collection_read(collection, STATUS_PATH, status, sizeof(status));

	if (length < 0) {
		collection_unreadable(collection, "self.seccomp", STATUS_PATH, (int)length, NULL);
		return;
	}
	if (status_field(status, "Seccomp", mode, sizeof(mode)))
		collection_set(collection, "self.seccomp", seccomp_word(mode), STATUS_PATH);
	else
		collection_unknown(collection, "self.seccomp",
				   STATUS_PATH " has no line Seccomp; CONFIG_SECCOMP is off");
	probe_field(collection, status, "self.seccomp_filters", "Seccomp_filters",
		    "it is there from Linux 5.9");
	probe_field(collection, status, "self.no_new_privileges", "NoNewPrivs",
		    "it is there from Linux 4.10");
	probe_field(collection, status, "self.effective_capabilities", "CapEff", "");
	probe_field(collection, status, "self.speculation_store_bypass", "Speculation_Store_Bypass",
		    "it is there from Linux 4.17");
	probe_field(collection, status, "self.cpus_allowed", "Cpus_allowed_list", "");
}

/* EINVAL is the answer of a kernel in which no module serves the file: not an empty context. */
static void probe_attribute(struct collection *collection, const char *name)
{
	char key[64], path[128];

	snprintf(key, sizeof(key), "self.attr.%s", name);
	snprintf(path, sizeof(path), "/proc/self/attr/%s", name);
	collection_file(collection, key, path, "no active security module answers here");
}

void environment_probe_self(struct collection *collection)
{
	static const char *const attributes[] = {"current",   "exec", "fscreate",
						 "keycreate", "prev", "sockcreate"};

	probe_status(collection);
	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
		probe_attribute(collection, attributes[i]);
}
