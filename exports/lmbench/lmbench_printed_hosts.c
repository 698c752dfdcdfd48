/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_hosts.c - hosts told apart by name, system and summary.
 */
#include "exports/lmbench/lmbench_printed_hosts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/text_show.h"

/* More are only counted. */
#define NAMED_HOSTS 8

bool printed_host_has(const struct printed_host *host, const struct printed_row *row)
{
	return host->summary == row->summary && strcmp(host->host, row->host) == 0 &&
	       strcmp(host->system, row->system) == 0;
}

static bool is_known(const struct printed_hosts *hosts, const struct printed_row *row)
{
	/* From the end: rows of one host follow each other. */
	for (size_t i = hosts->count; i-- > 0;) {
		if (printed_host_has(&hosts->items[i], row))
			return true;
	}
	return false;
}

static void name_host(const struct printed_hosts *hosts, struct printed_host *host)
{
	bool other_system = false;
	bool other_summary = false;
	char number[32] = "";

	for (size_t i = 0; i < hosts->count; i++) {
		const struct printed_host *other = &hosts->items[i];

		if (strcmp(other->host, host->host) != 0)
			continue;
		if (strcmp(other->system, host->system) != 0)
			other_system = true;
		else if (other->summary != host->summary)
			other_summary = true;
	}
	if (other_summary)
		snprintf(number, sizeof(number), "#%zu", host->summary + 1);
	snprintf(host->name, sizeof(host->name), "%s%s%s%s", host->host, other_system ? " " : "",
		 other_system ? host->system : "", number);
}

int printed_hosts_of(const struct printed_summary *summary, struct printed_hosts *hosts)
{
	hosts->items = calloc(summary->rows ? summary->rows : 1, sizeof(*hosts->items));
	hosts->count = 0;
	if (!hosts->items)
		return -ENOMEM;
	for (size_t i = 0; i < summary->table_count; i++) {
		for (size_t j = 0; j < summary->tables[i].row_count; j++) {
			const struct printed_row *row = &summary->tables[i].rows[j];

			if (row->kind != PRINTED_HOST || is_known(hosts, row))
				continue;
			hosts->items[hosts->count++] = (struct printed_host){
				.host = row->host,
				.system = row->system,
				.summary = row->summary,
			};
		}
	}
	for (size_t i = 0; i < hosts->count; i++)
		name_host(hosts, &hosts->items[i]);
	return 0;
}

void printed_hosts_clear(struct printed_hosts *hosts)
{
	free(hosts->items);
	*hosts = (struct printed_hosts){0};
}

/* "K6-2.orig, K6-2.lsm+ and 3 more" in text. */
static void list(const struct printed_hosts *hosts, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < hosts->count && i < NAMED_HOSTS && used < size; i++) {
		char shown[TEXT_SHOW_SIZE];

		used += (size_t)snprintf(
			text + used, size - used, "%s\"%s\"", i ? ", " : "",
			text_show(hosts->items[i].name, strlen(hosts->items[i].name), shown));
	}
	if (hosts->count > NAMED_HOSTS && used < size)
		snprintf(text + used, size - used, " and %zu more", hosts->count - NAMED_HOSTS);
}

const struct printed_host *printed_hosts_pick(const struct printed_hosts *hosts, const char *source,
					      const char *name, struct error *error)
{
	char names[NAMED_HOSTS * (TEXT_SHOW_SIZE + 4) + 32];
	char shown[TEXT_SHOW_SIZE];
	char first[TEXT_SHOW_SIZE];

	if (!name && hosts->count == 1)
		return &hosts->items[0];
	for (size_t i = 0; name && i < hosts->count; i++) {
		if (strcmp(hosts->items[i].name, name) == 0)
			return &hosts->items[i];
	}
	list(hosts, names, sizeof(names));
	text_show(source, strlen(source), shown);
	if (hosts->count == 0) {
		error_set(error, -ENODATA, "%s: no host has a row in it", shown);
	} else if (name) {
		error_set(error, -EINVAL, "%s: there is no host \"%s\" in it, only %s", shown,
			  text_show(name, strlen(name), first), names);
	} else {
		text_show(hosts->items[0].name, strlen(hosts->items[0].name), first);
		error_set(error, -EINVAL,
			  "%s: several hosts in one file: %s; pick one: FILE:HOST, \"%s:%s\"",
			  shown, names, shown, first);
	}
	return NULL;
}

void printed_take_maker(struct printed_summary *summary, const char *words)
{
	static const char mark[] = " layout, measured by ";
	const char *at = strncmp(words, "LMbench ", 8) == 0 ? strstr(words, mark) : NULL;

	if (at && !summary->by[0] && strncmp(at + strlen(mark), "lsmbench ", 9) == 0)
		snprintf(summary->by, sizeof(summary->by), "%s", at + strlen(mark));
}
