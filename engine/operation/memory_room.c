/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory_room.c - how much memory there is, and taking some of it. */
#include "engine/operation/memory_room.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "engine/text/number_read.h"

/* The part of the available memory that a case may take. */
#define PART 4u

/* Read a small file whole. Returns text, or NULL. */
static const char *read_small(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length;

	if (fd < 0)
		return NULL;
	length = read(fd, text, size - 1);
	close(fd);
	if (length <= 0)
		return NULL;
	text[length] = '\0';
	return text;
}

/* The number of "MemAvailable:    123 kB" in bytes; 0 without such a line. */
static uint64_t available_in(const char *text)
{
	static const char name[] = "\nMemAvailable:";
	const char *line = text ? strstr(text, name) : NULL;
	const char *end;
	uint64_t number;

	if (!line)
		return 0;
	line += strlen(name);
	line += strspn(line, " \t");
	if (number_take(line, strlen(line), UINT64_MAX / 1024, &number, &end) < 0)
		return 0;
	return number * 1024;
}

/* A confined worker may not read /proc; what is free then has to do, without what could be freed.
 */
static uint64_t system_available(void)
{
	char text[4096];
	uint64_t available = available_in(read_small("/proc/meminfo", text, sizeof(text)));
	struct sysinfo info;

	if (available == 0 && sysinfo(&info) == 0)
		available = ((uint64_t)info.freeram + info.bufferram) * info.mem_unit;
	return available;
}

/* What the control group of a container leaves, where it is seen as the root; 0: no limit known. */
static uint64_t group_available(void)
{
	char text[64];
	const char *end;
	uint64_t limit;
	uint64_t used;

	if (!read_small("/sys/fs/cgroup/memory.max", text, sizeof(text)) ||
	    number_take(text, strlen(text), UINT64_MAX, &limit, &end) < 0 ||
	    !read_small("/sys/fs/cgroup/memory.current", text, sizeof(text)) ||
	    number_take(text, strlen(text), UINT64_MAX, &used, &end) < 0)
		return 0;
	return used < limit ? limit - used : 1;
}

static uint64_t limit_available(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_AS, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY)
		return 0;
	return limit.rlim_cur;
}

uint64_t memory_available(void)
{
	const uint64_t known[] = {system_available(), group_available(), limit_available()};
	uint64_t least = 0;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i] > 0 && (least == 0 || known[i] < least))
			least = known[i];
	return least;
}

int memory_take(uint64_t bytes, void **memory, struct error *error)
{
	uint64_t available = memory_available();

	if (available > 0 && bytes > available / PART)
		return error_set(error, -EOPNOTSUPP,
				 "it needs %llu MiB and only %llu MiB are available, of which it "
				 "takes at most a quarter: give a smaller size",
				 (unsigned long long)(bytes >> 20),
				 (unsigned long long)(available >> 20));
	*memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (*memory == MAP_FAILED) {
		*memory = NULL;
		return error_set(error, -errno, "%llu MiB of memory: %s",
				 (unsigned long long)(bytes >> 20), error_words(errno));
	}
	return 0;
}
