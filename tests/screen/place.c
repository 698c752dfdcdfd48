/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * place.c - the directory that belongs to one screen test.
 */
#include "tests/screen/place.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void make_below(char *path, const char *root, const char *name)
{
	if (snprintf(path, PLACE_PATH, "%s/%s", root, name) >= PLACE_PATH || mkdir(path, 0700)) {
		perror(path);
		abort();
	}
}

void place_make(struct place *place)
{
	const char *parent = getenv("TMPDIR");

	snprintf(place->root, sizeof(place->root), "%.900s/screen.XXXXXX",
		 parent && *parent ? parent : "/tmp");
	if (!mkdtemp(place->root)) {
		perror(place->root);
		abort();
	}
	make_below(place->home, place->root, "home");
	make_below(place->scratch, place->root, "scratch");
	make_below(place->work, place->root, "work");
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

void place_remove(struct place *place)
{
	if (place->root[0] && nftw(place->root, remove_entry, 16, FTW_DEPTH | FTW_PHYS))
		perror(place->root);
	memset(place, 0, sizeof(*place));
}

size_t place_count(const char *directory)
{
	DIR *stream = opendir(directory);
	const struct dirent *entry;
	size_t count = 0;

	if (!stream)
		return 0;
	while ((entry = readdir(stream)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			count++;
	closedir(stream);
	return count;
}

static bool ends_with(const char *text, const char *ending)
{
	size_t length = strlen(text);
	size_t tail = strlen(ending);

	return length >= tail && strcmp(text + length - tail, ending) == 0;
}

bool place_find(const struct place *place, const char *ending, char *buffer, size_t size)
{
	DIR *stream = opendir(place->work);
	const struct dirent *entry;
	bool found = false;

	if (!stream)
		return false;
	while (!found && (entry = readdir(stream)))
		if (ends_with(entry->d_name, ending))
			found = snprintf(buffer, size, "%s/%s", place->work, entry->d_name) > 0;
	closedir(stream);
	return found;
}

char *place_read(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = NULL;
	size_t room = 0;
	ssize_t length;

	if (!file)
		return NULL;
	length = getdelim(&text, &room, '\0', file);
	if (length < 0) {
		free(text);
		text = strdup("");
	}
	fclose(file);
	return text;
}

static bool file_holds(const struct place *place, const char *name, const char *sought)
{
	char path[PLACE_PATH + 256];
	char *text;
	bool holds;

	snprintf(path, sizeof(path), "%s/%s", place->work, name);
	text = place_read(path);
	holds = text && strstr(text, sought);
	free(text);
	return holds;
}

bool place_holds(const struct place *place, const char *ending, const char *text)
{
	DIR *stream = opendir(place->work);
	const struct dirent *entry;
	bool found = false;

	if (!stream)
		return false;
	while (!found && (entry = readdir(stream)))
		found = ends_with(entry->d_name, ending) && file_holds(place, entry->d_name, text);
	closedir(stream);
	return found;
}
