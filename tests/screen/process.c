/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * process.c - reads /proc/PID for tests.
 */
#include "tests/screen/process.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What follows the command's name in /proc/PID/stat, which may hold spaces and parentheses. */
static const char *read_stat(pid_t pid, char *buffer, size_t size)
{
	char path[64];
	const char *rest;
	size_t length;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	if (!file)
		return NULL;
	length = fread(buffer, 1, size - 1, file);
	fclose(file);
	buffer[length] = '\0';
	rest = strrchr(buffer, ')');
	return rest ? rest + 1 : NULL;
}

int64_t process_cpu_ticks(pid_t pid)
{
	char buffer[1024];
	unsigned long long user;
	unsigned long long system;
	const char *rest = read_stat(pid, buffer, sizeof(buffer));

	if (!rest || sscanf(rest, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user,
			    &system) != 2)
		return -1;
	return (int64_t)(user + system);
}

int64_t process_switches(pid_t pid)
{
	char path[64];
	char line[256];
	int64_t total = 0;
	long long count;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "r");
	if (!file)
		return -1;
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "voluntary_ctxt_switches: %lld", &count) == 1 ||
		    sscanf(line, "nonvoluntary_ctxt_switches: %lld", &count) == 1)
			total += count;
	fclose(file);
	return total;
}

size_t process_of_session(pid_t session, pid_t *pids, size_t size)
{
	DIR *stream = opendir("/proc");
	const struct dirent *entry;
	char buffer[1024];
	size_t count = 0;

	if (!stream)
		return 0;
	while (count < size && (entry = readdir(stream))) {
		char *end;
		long pid = strtol(entry->d_name, &end, 10);
		const char *rest =
			*end || pid <= 0 ? NULL : read_stat((pid_t)pid, buffer, sizeof(buffer));
		char state;
		int id;

		if (rest && sscanf(rest, " %c %*d %*d %d", &state, &id) == 2 && state != 'Z' &&
		    id == session)
			pids[count++] = (pid_t)pid;
	}
	closedir(stream);
	return count;
}
