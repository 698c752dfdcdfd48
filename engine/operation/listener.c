/* SPDX-License-Identifier: GPL-2.0-or-later */
/* listener.c - sockets that listen by /proc/net/tcp, their owners by /proc/PID/fd. */
#include "engine/operation/listener.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATE_LISTEN 0x0au
#define NAME_SIZE 64

/* A socket in the state of listening. */
struct listener {
	unsigned long inode;
	unsigned int user;
};

/* The next socket in file that listens on port. */
static bool next_listener(FILE *file, uint16_t port, struct listener *listener)
{
	char line[512];

	while (fgets(line, sizeof(line), file)) {
		unsigned int found;
		unsigned int state;

		/* "0: 0100007F:1B5B 00000000:0000 0A 0:0 0:0 0 USER 0 INODE" */
		if (sscanf(line, "%*d: %*[0-9A-F]:%x %*[0-9A-F]:%*x %x %*s %*s %*s %u %*d %lu",
			   &found, &state, &listener->user, &listener->inode) == 4 &&
		    found == port && state == STATE_LISTEN)
			return true;
	}
	return false;
}

/* Whether directory, /proc/PID/fd, has the socket. */
static bool holds(DIR *directory, unsigned long inode)
{
	char socket[NAME_SIZE];
	const struct dirent *entry;

	snprintf(socket, sizeof(socket), "socket:[%lu]", inode);
	rewinddir(directory);
	while ((entry = readdir(directory))) {
		char name[NAME_SIZE];
		const ssize_t length =
			readlinkat(dirfd(directory), entry->d_name, name, sizeof(name));

		if (length > 0 && (size_t)length == strlen(socket) &&
		    memcmp(name, socket, (size_t)length) == 0)
			return true;
	}
	return false;
}

static DIR *open_descriptors(const char *process)
{
	char path[300];

	snprintf(path, sizeof(path), "/proc/%s/fd", process);
	return opendir(path);
}

static const char *const tables[] = {"/proc/net/tcp", "/proc/net/tcp6"};

#define TABLE_COUNT (sizeof(tables) / sizeof(tables[0]))

enum listener_owner listener_of(uint16_t port, pid_t process)
{
	enum listener_owner owner = LISTENER_NOBODY;
	struct listener listener;
	char name[NAME_SIZE];
	DIR *descriptors;

	snprintf(name, sizeof(name), "%d", (int)process);
	descriptors = open_descriptors(name);
	if (!descriptors)
		return LISTENER_UNKNOWN;
	for (size_t i = 0; i < TABLE_COUNT && owner != LISTENER_UNKNOWN; i++) {
		FILE *file = fopen(tables[i], "re");

		/* A kernel without IPv6 has one table only. */
		if (!file && i == 0)
			owner = LISTENER_UNKNOWN;
		while (file && owner != LISTENER_OTHER && next_listener(file, port, &listener))
			owner = holds(descriptors, listener.inode) ? LISTENER_GIVEN
								   : LISTENER_OTHER;
		if (file)
			fclose(file);
	}
	closedir(descriptors);
	return owner;
}

static bool find_listener(uint16_t port, struct listener *listener)
{
	bool found = false;

	for (size_t i = 0; i < TABLE_COUNT && !found; i++) {
		FILE *file = fopen(tables[i], "re");

		if (!file)
			continue;
		found = next_listener(file, port, listener);
		fclose(file);
	}
	return found;
}

/* What a process is called. */
static void read_name(const char *process, char name[NAME_SIZE])
{
	char path[300];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%s/comm", process);
	file = fopen(path, "re");
	if (!file || !fgets(name, NAME_SIZE, file))
		snprintf(name, NAME_SIZE, "process");
	name[strcspn(name, "\n")] = '\0';
	if (file)
		fclose(file);
}

/* The first process that holds the socket, as words; false: we may see none. */
static bool describe_holder(unsigned long inode, char buffer[LISTENER_SIZE])
{
	DIR *processes = opendir("/proc");
	const struct dirent *entry;
	bool found = false;

	while (processes && !found && (entry = readdir(processes))) {
		DIR *descriptors;
		char name[NAME_SIZE];

		if (entry->d_name[strspn(entry->d_name, "0123456789")])
			continue;
		descriptors = open_descriptors(entry->d_name);
		found = descriptors && holds(descriptors, inode);
		if (descriptors)
			closedir(descriptors);
		if (!found)
			continue;
		read_name(entry->d_name, name);
		snprintf(buffer, LISTENER_SIZE, "%s (%.16s)", name, entry->d_name);
	}
	if (processes)
		closedir(processes);
	return found;
}

const char *listener_describe(uint16_t port, char buffer[LISTENER_SIZE])
{
	struct listener listener;

	if (!find_listener(port, &listener))
		snprintf(buffer, LISTENER_SIZE, "somebody");
	else if (!describe_holder(listener.inode, buffer))
		snprintf(buffer, LISTENER_SIZE, "a process of user %u", listener.user);
	return buffer;
}
