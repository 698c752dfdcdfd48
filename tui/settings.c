/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * settings.c - what lasts from one start of the console to the next.
 */
#include "tui/settings.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "exports/save.h"
#include "fixtures/text_show.h"
#include "tui/directories.h"

#define FILE_MAXIMUM (1024u * 1024u)
#define OTHERS_MAXIMUM 1000u

static const char plan_prefix[] = "plan.";

/* The keys beside the plan's. */
static const struct setting {
	const char *name;
	size_t offset; /* in struct settings */
	size_t size;   /* of a text; 0: a switch */
} table[] = {
	{"theme", offsetof(struct settings, theme), sizeof(((struct settings *)0)->theme)},
	{"page", offsetof(struct settings, page), sizeof(((struct settings *)0)->page)},
	{"ascii", offsetof(struct settings, ascii), 0},
	{"mouse", offsetof(struct settings, mouse), 0},
};

void settings_init(struct settings *settings)
{
	*settings = (struct settings){0};
	plan_init(&settings->plan);
}

void settings_clear(struct settings *settings)
{
	plan_clear(&settings->plan);
	text_list_clear(&settings->others);
}

/* A name of a theme or page: printable, no blanks. */
static bool is_name(const char *text)
{
	for (; *text; text++) {
		if (*text <= ' ' || *text > '~')
			return false;
	}
	return true;
}

static int set(struct settings *settings, const struct setting *setting, const char *value,
	       struct error *error)
{
	char *field = (char *)settings + setting->offset;

	if (setting->size == 0) {
		if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
			return error_set(error, -EINVAL, "%s is neither yes nor no", setting->name);
		*(bool *)(void *)field = strcmp(value, "yes") == 0;
		return 0;
	}
	if (strlen(value) >= setting->size || !is_name(value))
		return error_set(error, -EINVAL, "%s is no name", setting->name);
	strcpy(field, value);
	return 0;
}

/* Keep the line of a key that this version does not know. */
static int keep(struct settings *settings, const char *line, struct error *error)
{
	if (text_has_control(line) || settings->others.count >= OTHERS_MAXIMUM)
		return error_set(error, -EINVAL, "not a setting");
	if (text_list_has(&settings->others, line))
		return 0;
	return text_list_add(&settings->others, line);
}

/* Take in one line, which ends with NUL. */
static int read_line(struct settings *settings, char *line, struct error *error)
{
	char *colon = strchr(line, ':');
	const char *value;
	char shown[TEXT_SHOW_SIZE];

	if (*line == '\0' || *line == '#')
		return 0;
	if (!colon || colon == line)
		return error_set(error, -EINVAL, "'%s' is not \"key: value\"",
				 text_show(line, strlen(line), shown));
	value = colon + 1 + strspn(colon + 1, " ");
	*colon = '\0';
	if (strncmp(line, plan_prefix, sizeof(plan_prefix) - 1) == 0 &&
	    plan_key_find(line + sizeof(plan_prefix) - 1))
		return plan_set(&settings->plan, line + sizeof(plan_prefix) - 1, value, error);
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (strcmp(line, table[i].name) == 0)
			return set(settings, &table[i], value, error);
	}
	*colon = ':';
	return keep(settings, line, error);
}

int settings_read(struct settings *settings, const char *text, size_t length, const char *source,
		  struct error *error)
{
	const char *end = text + length;
	unsigned long first = 0;
	unsigned long damaged = 0;
	struct error why = {""};

	for (unsigned long number = 1; text < end; number++) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t size = (size_t)((stop ? stop : end) - text);
		char *line = strndup(text, size);
		struct error this_one = {""};
		int status = -ENOMEM;

		/* What strndup left out follows a NUL: no line of ours. */
		if (line && strlen(line) < size)
			status = error_set(&this_one, -EINVAL, "it holds a NUL byte");
		else if (line)
			status = read_line(settings, line, &this_one);
		free(line);
		if (status < 0 && damaged++ == 0) {
			first = number;
			why = this_one;
		}
		text += size + 1;
	}
	if (damaged == 0)
		return 0;
	return error_set(error, -EINVAL, "%s: line %lu: %.400s: ignored%s", source, first, why.text,
			 damaged > 1 ? ", and more lines after it" : "");
}

static int write_plan_key(const struct plan_key *key, const char *value, void *file)
{
	fprintf(file, "%s%s: %s\n", plan_prefix, key->name, value);
	return 0;
}

void settings_write(const struct settings *settings, FILE *file)
{
	fputs("# What the console of lsmbench keeps between starts; it rewrites this file.\n",
	      file);
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *field = (const char *)settings + table[i].offset;

		if (table[i].size == 0)
			fprintf(file, "%s: %s\n", table[i].name,
				*(const bool *)(const void *)field ? "yes" : "no");
		else if (field[0])
			fprintf(file, "%s: %s\n", table[i].name, field);
	}
	plan_each(&settings->plan, write_plan_key, file);
	for (size_t i = 0; i < settings->others.count; i++)
		fprintf(file, "%s\n", settings->others.items[i]);
}

int settings_load(struct settings *settings, struct error *error)
{
	char path[PATH_MAX];
	char *text;
	size_t length;
	int status;

	if (directories_config("config", path, sizeof(path), NULL) < 0)
		return 0;
	status = directories_read(path, FILE_MAXIMUM, &text, &length, error);
	if (status == -ENOENT || status == -ENOTDIR)
		return 0;
	if (status < 0)
		return status == -EINVAL ? -EISDIR : status;
	status = settings_read(settings, text, length, path, error);
	free(text);
	return status;
}

int settings_save(const struct settings *settings, struct error *error)
{
	char path[PATH_MAX];
	struct save save;
	int status = directories_config("config", path, sizeof(path), error);

	if (status == 0)
		status = directories_make(path, error);
	if (status == 0)
		status = save_open(&save, path, true, error);
	if (status)
		return status;
	settings_write(settings, save.file);
	return save_commit(&save, error);
}
