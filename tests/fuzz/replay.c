/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.c - runs a fuzz target over its kept inputs, without libFuzzer.
 *
 * Linked with one fuzz target; with no arguments it takes every file of tests/fuzz/corpus/NAME,
 * where NAME is what follows "replay_" in the program's name, else the files named.
 */
#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t size = 0;
	size_t room = 0;

	if (!file) {
		perror(path);
		return -1;
	}
	while (!feof(file) && !ferror(file)) {
		if (size == room) {
			uint8_t *more = realloc(data, room = room ? 2 * room : 4096);

			if (!more)
				break;
			data = more;
		}
		size += fread(data + size, 1, room - size, file);
	}
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
}

/* Every file of a directory; returns how many, -1 when one could not be read. */
static int replay_directory(const char *path)
{
	DIR *directory = opendir(path);
	const struct dirent *entry;
	char name[2 * PATH_MAX];
	int count = 0;

	if (!directory) {
		perror(path);
		return -1;
	}
	while (count >= 0 && (entry = readdir(directory))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		count = replay_file(name) ? -1 : count + 1;
	}
	closedir(directory);
	return count;
}

int main(int argc, char **argv)
{
	const char *name = strrchr(argv[0], '/');
	const char *target = strstr(name ? name : argv[0], "replay_");
	char path[PATH_MAX];
	int count;

	if (argc > 1) {
		for (int i = 1; i < argc; i++)
			if (replay_file(argv[i]))
				return 1;
		return 0;
	}
	if (!target)
		return 2;
	snprintf(path, sizeof(path), "tests/fuzz/corpus/%s", target + strlen("replay_"));
	count = replay_directory(path);
	printf("%d inputs from %s\n", count, path);
	return count > 0 ? 0 : 1;
}
