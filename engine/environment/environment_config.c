/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_config.c - the kernel's configuration: where it was found, its SHA-256, and the
 * options that change what a system call or a security module costs.
 */
#include "engine/environment/environment_internal.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <sha256.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define CONFIG_SIZE ((size_t)4 << 20) /* real ones have 100 to 350 KB */

struct wanted {
	const char *name; /* behind CONFIG_ */
	bool whole;       /* false: everything that begins so */
};

static const struct wanted wanted[] = {
	{"SECURITY", false},
	{"LSM", false},
	{"DEFAULT_SECURITY", false},
	{"INTEGRITY", false},
	{"IMA", false},
	{"EVM", false},
	{"AUDIT", false},
	{"SECCOMP", false},
	{"HARDENED_USERCOPY", false},
	{"PAGE_TABLE_ISOLATION", true},
	{"MITIGATION_", false},
	{"CPU_MITIGATIONS", true},
	{"SPECULATION_MITIGATIONS", true},
	{"RETPOLINE", true},
	{"INIT_ON_", false},
	{"INIT_STACK_", false},
	{"RANDOMIZE_KSTACK_OFFSET", false},
	{"STACKPROTECTOR", false},
	{"FORTIFY_SOURCE", true},
	{"CFI_CLANG", false},
	{"GCC_PLUGIN_", false},
	{"KSTACK_ERASE", false},
	{"SLAB_FREELIST_", false},
	{"PREEMPT", false},
	{"HZ", false},
	{"NO_HZ", false},
	{"BPF", false},
	{"CC_VERSION_TEXT", true},
	{"CC_OPTIMIZE_", false},
	{"LTO_", false},
	/* What makes a debug kernel slow. */
	{"KASAN", true},
	{"KCSAN", true},
	{"KMSAN", true},
	{"UBSAN", true},
	{"KCOV", true},
	{"LOCKDEP", true},
	{"PROVE_LOCKING", true},
	{"LOCK_STAT", true},
	{"DEBUG_ATOMIC_SLEEP", true},
	{"DEBUG_LIST", true},
	{"DEBUG_KMEMLEAK", true},
	{"DEBUG_OBJECTS", true},
	{"DEBUG_PAGEALLOC_ENABLE_DEFAULT", true},
	{"DEBUG_PREEMPT", true},
	{"SLUB_DEBUG_ON", true},
	{"GCOV_KERNEL", true},
};

static bool is_wanted(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		size_t part = strlen(wanted[i].name);

		if (length < part || memcmp(name, wanted[i].name, part) != 0)
			continue;
		if (!wanted[i].whole || length == part)
			return true;
	}
	return false;
}

bool environment_keeps_option(const char *name, bool is_beginning)
{
	size_t length = strlen(name);
	char upper[128];

	if (length >= sizeof(upper) || (length == 0 && !is_beginning))
		return false;
	for (size_t i = 0; i <= length; i++)
		upper[i] = (char)toupper((unsigned char)name[i]);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]) && is_beginning; i++) {
		if (strncmp(wanted[i].name, upper, length) == 0)
			return true;
	}
	return is_wanted(upper, length);
}

bool environment_option_key(char *key, size_t size, const char *name, size_t length)
{
	size_t at = (size_t)snprintf(key, size, "config.");

	if (at + length >= size)
		return false;
	for (size_t i = 0; i < length; i++)
		key[at + i] = (char)tolower((unsigned char)name[i]);
	key[at + length] = '\0';
	return true;
}

static void set_option(struct collection *collection, const char *name, size_t length,
		       const char *value, size_t value_length, const char *source)
{
	char key[128], clean[VALUE_SIZE];

	if (!is_wanted(name, length) || !environment_option_key(key, sizeof(key), name, length))
		return;
	if (value_length >= 2 && value[0] == '"' && value[value_length - 1] == '"') {
		value++;
		value_length -= 2;
	}
	text_clean(value, value_length, clean, sizeof(clean));
	collection_set(collection, key, clean[0] ? clean : "empty", source);
}

static size_t name_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

/* "CONFIG_X=y" and "# CONFIG_X is not set"; anything else is a comment. */
static void read_option(struct collection *collection, const char *line, size_t length,
			const char *source)
{
	static const char unset[] = " is not set", prefix[] = "CONFIG_";
	bool comment = !strncmp(line, "# ", 2);
	const char *name = line + (comment ? 2 : 0);
	size_t used;

	if (strncmp(name, prefix, strlen(prefix)) != 0)
		return;
	name += strlen(prefix);
	used = name_length(name);
	if (comment && !strncmp(name + used, unset, strlen(unset)))
		set_option(collection, name, used, "n", 1, source);
	else if (!comment && name[used] == '=')
		set_option(collection, name, used, name + used + 1,
			   length - (size_t)(name + used + 1 - line), source);
}

static void read_options(struct collection *collection, const char *text, const char *source)
{
	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n");

		read_option(collection, line, length, source);
		line += length;
		line += *line == '\n';
	}
}

static void set_hash(struct collection *collection, const char *text, size_t length,
		     const char *source)
{
	char hash[SHA256_DIGEST_STRING_LENGTH];

	if (SHA256Data((const uint8_t *)text, length, hash))
		collection_set(collection, "kernel.config_sha256", hash, source);
}

/* zlib reads plain text too. The length, or a negative errno; *text is malloc'ed then. */
static ssize_t load(const struct collection *collection, const char *absolute, char **text)
{
	char path[PATH_MAX];
	gzFile file;
	int got, closed, code = collection_path(collection, absolute, path, sizeof(path));

	if (code)
		return code;
	errno = 0;
	file = gzopen(path, "rbe");
	if (!file)
		return errno ? -errno : -ENOMEM;
	*text = malloc(CONFIG_SIZE);
	got = *text ? gzread(file, *text, (unsigned int)CONFIG_SIZE - 1) : 0;
	closed = gzclose_r(file); /* a cut file shows only here */
	if (!*text)
		code = -ENOMEM;
	else if (got < 0 || closed != Z_OK)
		code = -EIO;
	if (!code && (size_t)got == CONFIG_SIZE - 1)
		code = -EFBIG;
	if (code) {
		free(*text);
		return code;
	}
	(*text)[got] = '\0';
	return got;
}

/* True when the configuration was found there. */
static bool probe_file(struct collection *collection, const char *path, char *reason, size_t size)
{
	char *text = NULL;
	ssize_t length = load(collection, path, &text);
	size_t used = strlen(reason);

	if (length == -ENOMEM)
		collection->failed = -ENOMEM;
	if (length < 0 || !text) {
		snprintf(reason + used, size - used, "%s%s: %s", used ? "; " : "", path,
			 error_words((int)length));
		return false;
	}
	collection_set(collection, "kernel.config_source", path, path);
	set_hash(collection, text, (size_t)length, path);
	read_options(collection, text, path);
	free(text);
	return true;
}

void environment_probe_config(struct collection *collection)
{
	const char *release = collection_value(collection, "kernel.release");
	char reason[VALUE_SIZE] = "", path[512];

	if (probe_file(collection, "/proc/config.gz", reason, sizeof(reason)))
		return;
	if (release && !strchr(release, '/')) {
		snprintf(path, sizeof(path), "/boot/config-%s", release);
		if (probe_file(collection, path, reason, sizeof(reason)))
			return;
		snprintf(path, sizeof(path), "/lib/modules/%s/config", release);
		if (probe_file(collection, path, reason, sizeof(reason)))
			return;
	}
	collection_unknown(collection, "kernel.config_source",
			   "%s; CONFIG_IKCONFIG_PROC is off or its module configs is not loaded",
			   reason);
	collection_unknown(collection, "kernel.config_sha256", "no configuration was found");
}
