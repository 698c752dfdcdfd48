/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_redact.c - which items may name the host, the user, a UUID or a path, and how such
 * a value reads with those parts masked.
 */
#include "engine/environment/environment.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/environment/rung_facts.h"

#define SHORTEST_NAME 3 /* a user called "a" must not blank every a */

/* What is written so far; always terminated. */
struct masked {
	char *text;
	size_t size;
	size_t length;
};

static bool has_suffix(const char *text, const char *suffix)
{
	size_t length = strlen(text), tail = strlen(suffix);

	return length >= tail && !strcmp(text + length - tail, suffix);
}

static bool is_scratch_place(const char *key)
{
	return !strncmp(key, "scratch.", 8) &&
	       (has_suffix(key, ".path") || has_suffix(key, ".mount_point") ||
		has_suffix(key, ".device") || has_suffix(key, ".options"));
}

bool environment_is_private(const char *key)
{
	static const char *const keys[] = {
		"kernel.command_line",
		"lsm.requested",
		"lsm.apparmor.own_profile",
		"lsm.smack.own_label",
	};
	const enum rung_fact fact = rung_fact_find(key);

	if (fact == RUNG_FACT_KERNEL || fact == RUNG_FACT_POLICY)
		return true;
	if (!strncmp(key, "host.", 5) || !strncmp(key, "self.attr.", 10) || is_scratch_place(key))
		return true;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

static void put(struct masked *masked, const char *text, size_t length)
{
	if (masked->length + length >= masked->size)
		length = masked->size - masked->length - 1;
	memcpy(masked->text + masked->length, text, length);
	masked->length += length;
	masked->text[masked->length] = '\0';
}

static size_t hex_digits(const char *text)
{
	size_t count = 0;

	while (isxdigit((unsigned char)text[count]))
		count++;
	return count;
}

/* The length of the UUID that text begins with (8-4-4-4-12), or 0. */
static size_t uuid_length(const char *text)
{
	static const size_t parts[] = {8, 4, 4, 4, 12};
	size_t at = 0;

	for (size_t i = 0; i < 5; i++) {
		if (i && text[at++] != '-')
			return 0;
		if (hex_digits(text + at) != parts[i])
			return 0;
		at += parts[i];
	}
	return at;
}

/* A value that ends at a blank or a comma. */
static size_t value_length(const char *text)
{
	return strcspn(text, " ,;");
}

/* Whether a path, name or UUID can begin here: at the start or behind a separator. */
static bool is_boundary(const char *value, size_t at)
{
	return at == 0 || strchr(" =,:;\"'(@-", value[at - 1]) != NULL;
}

/* "UUID=", "LABEL=", "PARTUUID=" and the like: what follows names this machine's disk. */
static size_t tag_length(const char *text)
{
	static const char *const tags[] = {"PARTUUID=", "PARTLABEL=", "UUID=", "LABEL="};

	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (!strncasecmp(text, tags[i], strlen(tags[i])))
			return strlen(tags[i]);
	return 0;
}

static size_t name_length(const char *text, const char *name)
{
	size_t length = strlen(name);

	if (length < SHORTEST_NAME || strncmp(text, name, length) != 0)
		return 0;
	return isalnum((unsigned char)text[length]) || text[length] == '_' ? 0 : length;
}

/* Mask what begins at value[at]. Returns how many characters were consumed; 0: nothing begins. */
static size_t mask_here(struct masked *masked, const struct environment *environment,
			const char *value, size_t at)
{
	const char *text = value + at;
	size_t length = tag_length(text);

	if (length) {
		put(masked, text, length);
		put(masked, "<redacted>", 10);
		return length + value_length(text + length);
	}
	length = uuid_length(text);
	if (length) {
		put(masked, "<uuid>", 6);
		return length;
	}
	if (text[0] == '/') {
		put(masked, "<path>", 6);
		return value_length(text);
	}
	length = name_length(text, environment_value(environment, "host.name", ""));
	if (!length)
		length = name_length(text, environment_value(environment, "host.user", ""));
	if (length)
		put(masked, "<name>", 6);
	return length;
}

/* "rd.lvm.lv=group/volume" begins with no slash and is a place all the same. */
static bool is_place(const char *text)
{
	const char *slash = memchr(text, '/', value_length(text));

	return slash != NULL;
}

static bool names_a_place(const char *key, const char *value, size_t at)
{
	bool is_whole = at == 0 || value[at - 1] == '=' || value[at - 1] == ' ';

	if (strcmp(key, "kernel.command_line") != 0 || !is_whole || !is_place(value + at))
		return false;
	return memchr(value + at, '=', value_length(value + at)) == NULL;
}

const char *environment_redacted_value(const struct environment *environment,
				       const struct environment_item *item, char *buffer,
				       size_t size)
{
	struct masked masked = {buffer, size, 0};
	const char *value = item->value ? item->value : "";

	if (!size)
		return "";
	buffer[0] = '\0';
	if (!strncmp(item->key, "host.", 5)) {
		put(&masked, "<redacted>", 10);
		return buffer;
	}
	for (size_t at = 0; value[at];) {
		size_t used = 0;

		if (is_boundary(value, at) && names_a_place(item->key, value, at)) {
			put(&masked, "<path>", 6);
			used = value_length(value + at);
		} else if (is_boundary(value, at)) {
			used = mask_here(&masked, environment, value, at);
		}
		if (!used)
			put(&masked, value + at, used = 1);
		at += used;
	}
	return buffer;
}
