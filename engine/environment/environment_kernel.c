/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_kernel.c - which kernel: names, command line, mitigations; and host and user.
 */
#include "engine/environment/environment_internal.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <sha256.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define BOOT_DIGITS 16 /* of the digest: no two boots of a comparison share so many by chance */

static void set_clean(struct collection *collection, const char *key, const char *text,
		      const char *source)
{
	char clean[VALUE_SIZE];

	text_clean(text, strlen(text), clean, sizeof(clean));
	collection_set(collection, key, clean, source);
}

/* A copied tree has the same words in /proc/sys/kernel, but for the machine. */
static void probe_names_of_copy(struct collection *collection)
{
	collection_file(collection, "kernel.name", "/proc/sys/kernel/ostype", NULL);
	collection_file(collection, "kernel.release", "/proc/sys/kernel/osrelease", NULL);
	collection_file(collection, "kernel.version", "/proc/sys/kernel/version", NULL);
	collection_file(collection, "kernel.machine", "/proc/sys/kernel/arch",
			"the file is there from Linux 6.1");
}

static void probe_names(struct collection *collection)
{
	struct utsname names;

	if (!collection->roots->live || uname(&names)) {
		probe_names_of_copy(collection);
		return;
	}
	set_clean(collection, "kernel.name", names.sysname, "uname(2)");
	set_clean(collection, "kernel.release", names.release, "uname(2)");
	set_clean(collection, "kernel.version", names.version, "uname(2)");
	set_clean(collection, "kernel.machine", names.machine, "uname(2)");
}

static bool is_key_character(char c)
{
	return islower((unsigned char)c) || isdigit((unsigned char)c) || c == '_';
}

static bool is_key_part(const char *name)
{
	for (const char *c = name; *c; c++)
		if (!is_key_character(*c))
			return false;
	return *name != '\0';
}

static void probe_mitigation(struct collection *collection, const char *name)
{
	char key[128], path[384];

	if (!is_key_part(name) || strlen(name) > 64)
		return;
	snprintf(key, sizeof(key), "mitigation.%.64s", name);
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/vulnerabilities/%s", name);
	collection_file(collection, key, path, NULL);
}

static void probe_mitigations(struct collection *collection)
{
	const char *absolute = "/sys/devices/system/cpu/vulnerabilities";
	struct dirent **entries;
	char path[PATH_MAX];
	int count = -1;

	if (!collection_path(collection, absolute, path, sizeof(path)))
		count = scandir(path, &entries, NULL, alphasort);
	if (count < 0) {
		collection_unreadable(collection, "mitigation.all", absolute, errno,
				      "the kernel lists them from 4.15");
		return;
	}
	for (int i = 0; i < count; i++) {
		probe_mitigation(collection, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
}

/*
 * Which boot it is. The kernel's own id is a UUID that would tell this machine from all others, and
 * --redact takes such out; the beginning of its digest still tells sessions of one boot to be that.
 */
static void probe_boot(struct collection *collection)
{
	const char *path = "/proc/sys/kernel/random/boot_id";
	char id[64], digest[SHA256_DIGEST_STRING_LENGTH];
	int code = collection_read_line(collection, path, id, sizeof(id));

	if (code || !id[0]) {
		collection_unreadable(collection, "kernel.boot", path, code ? code : -ENODATA,
				      NULL);
		return;
	}
	SHA256Data((const uint8_t *)id, strlen(id), digest);
	digest[BOOT_DIGITS] = '\0';
	collection_set(collection, "kernel.boot", digest,
		       "the beginning of the SHA-256 of /proc/sys/kernel/random/boot_id");
}

void environment_probe_kernel(struct collection *collection)
{
	probe_names(collection);
	probe_boot(collection);
	collection_file(collection, "kernel.command_line", "/proc/cmdline", NULL);
	collection_file(collection, "kernel.tainted", "/proc/sys/kernel/tainted", NULL);
	probe_mitigations(collection);
}

/* The name of uid in /etc/passwd itself: a directory service could take seconds to answer. */
static void probe_user(struct collection *collection)
{
	FILE *file = collection_open(collection, "/etc/passwd");
	struct passwd storage = {0}, *entry = NULL;
	uid_t user = geteuid();
	char line[1024];

	if (!file) {
		collection_unreadable(collection, "host.user", "/etc/passwd", errno, NULL);
		return;
	}
	while (!fgetpwent_r(file, &storage, line, sizeof(line), &entry))
		if (entry->pw_uid == user)
			break;
	if (entry)
		set_clean(collection, "host.user", entry->pw_name, "/etc/passwd");
	else
		collection_unknown(collection, "host.user", "/etc/passwd does not name user %u",
				   (unsigned int)user);
	fclose(file);
}

void environment_probe_host(struct collection *collection)
{
	struct utsname names;

	if (collection->roots->live && !uname(&names))
		set_clean(collection, "host.name", names.nodename, "uname(2)");
	else
		collection_file(collection, "host.name", "/proc/sys/kernel/hostname", NULL);
	probe_user(collection);
}
