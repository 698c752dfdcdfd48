/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_process.c - who else works on this machine: two looks at /proc, a moment apart.
 *
 * CPU time is counted in ticks of 10 ms, so that a moment tells only who is busy right now; the
 * time since each process began breaks the ties.
 */
#include "engine/environment/environment_internal.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROCESSES_MAXIMUM 2048 /* a look takes about 5 us a process */
#define BUSIEST 5
#define COMMAND_SIZE 64

struct process_sample {
	pid_t pid;
	unsigned long long ticks;   /* user and system time */
	unsigned long long started; /* tells a reused number */
	unsigned long long recent;  /* ticks since the first look */
	pid_t parent;
	int cpu; /* it ran on last; -1: not told */
	char command[COMMAND_SIZE];
};

/* "1 (name) S 0 ...": the name may hold blanks and brackets, so the last one ends it. */
static bool parse_stat(const char *line, struct process_sample *sample)
{
	const char *open = strchr(line, '('), *close = strrchr(line, ')');
	unsigned long long user, system, started;
	int parent, cpu = -1;

	if (!open || !close || close < open)
		return false;
	/* fields 3 to 39 of proc(5); ppid is 4, utime 14, stime 15, starttime 22, processor 39 */
	if (sscanf(close + 1,
		   " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %*d %*d %*d %*d %*d "
		   "%*d %llu %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %d",
		   &parent, &user, &system, &started, &cpu) < 4)
		return false;
	sample->pid = (pid_t)strtol(line, NULL, 10);
	sample->ticks = user + system;
	sample->started = started;
	sample->recent = 0;
	sample->parent = (pid_t)parent;
	sample->cpu = cpu;
	text_clean(open + 1, (size_t)(close - open - 1), sample->command, COMMAND_SIZE);
	return true;
}

static bool read_process(int directory, const char *name, struct process_sample *sample)
{
	char path[300], line[1024];
	ssize_t length;
	int fd;

	snprintf(path, sizeof(path), "%s/stat", name);
	fd = openat(directory, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false; /* it has ended meanwhile */
	length = read(fd, line, sizeof(line) - 1);
	close(fd);
	if (length <= 0)
		return false;
	line[length] = '\0';
	return parse_stat(line, sample);
}

static void read_processes(DIR *directory, struct process_scan *scan)
{
	struct dirent *entry;

	while ((entry = readdir(directory))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		if (scan->count == PROCESSES_MAXIMUM) {
			scan->cut = true;
			return;
		}
		if (read_process(dirfd(directory), entry->d_name, &scan->samples[scan->count]))
			scan->count++;
	}
}

int process_scan_take(const struct collection *collection, struct process_scan *scan)
{
	DIR *directory = collection_open_directory(collection, "/proc");

	*scan = (struct process_scan){0};
	clock_gettime(CLOCK_MONOTONIC, &scan->when);
	if (!directory)
		return -errno;
	scan->samples = calloc(PROCESSES_MAXIMUM, sizeof(*scan->samples));
	if (scan->samples)
		read_processes(directory, scan);
	closedir(directory);
	return scan->samples ? 0 : -ENOMEM;
}

void process_scan_clear(struct process_scan *scan)
{
	free(scan->samples);
	*scan = (struct process_scan){0};
}

/* Both looks list processes in the same order: the search goes on where the last one ended. */
static void count_recent(struct process_sample *now, const struct process_scan *before,
			 size_t *cursor)
{
	for (size_t i = 0; i < before->count; i++) {
		size_t at = (*cursor + i) % before->count;
		const struct process_sample *sample = &before->samples[at];

		if (sample->pid != now->pid || sample->started != now->started)
			continue;
		now->recent = now->ticks - sample->ticks;
		*cursor = at + 1;
		return;
	}
	now->recent = now->ticks; /* it began between the two looks */
}

static bool is_busier(const struct process_sample *a, const struct process_sample *b)
{
	return a->recent != b->recent ? a->recent > b->recent : a->ticks > b->ticks;
}

/* Keep the busiest few in order; this process itself does not count. */
static size_t rank(const struct process_scan *before, const struct process_scan *after,
		   struct process_sample *busiest)
{
	size_t count = 0, cursor = 0;
	pid_t self = getpid();

	for (size_t i = 0; i < after->count; i++) {
		struct process_sample sample = after->samples[i];
		size_t at = count;

		if (sample.pid == self)
			continue;
		count_recent(&sample, before, &cursor);
		while (at > 0 && is_busier(&sample, &busiest[at - 1]))
			at--;
		if (at == BUSIEST)
			continue;
		count += count < BUSIEST;
		memmove(&busiest[at + 1], &busiest[at], (count - at - 1) * sizeof(*busiest));
		busiest[at] = sample;
	}
	return count;
}

static void set_busiest(struct collection *collection, size_t index,
			const struct process_sample *sample, long interval_ms)
{
	double second = (double)sysconf(_SC_CLK_TCK);
	char key[64];

	snprintf(key, sizeof(key), "process.busiest.%zu", index + 1);
	collection_format(collection, key, "/proc/PID/stat",
			  "%s (%d): %.0f ms in the last %ld ms, %.2f s since it began",
			  sample->command, (int)sample->pid, (double)sample->recent * 1000 / second,
			  interval_ms, (double)sample->ticks / second);
}

static long elapsed_ms(const struct timespec *from, const struct timespec *to)
{
	return (to->tv_sec - from->tv_sec) * 1000 + (to->tv_nsec - from->tv_nsec) / 1000000;
}

/* A worker of another session on our worker's CPU: they would take turns there. */
static void find_other_worker(struct collection *collection, const struct process_scan *scan)
{
	int cpu = collection->request ? collection->request->cpu : -1;

	for (size_t i = 0; i < scan->count && cpu >= 0; i++) {
		const struct process_sample *sample = &scan->samples[i];

		if (sample->cpu != cpu || sample->parent == getpid() ||
		    strcmp(sample->command, "lsmbench-worker") != 0)
			continue;
		collection_format(collection, "process.other_worker", "/proc/PID/stat",
				  "lsmbench-worker (%d) on CPU %d", (int)sample->pid, cpu);
		return;
	}
}

void environment_probe_processes(struct collection *collection, const struct process_scan *before,
				 const struct process_scan *after)
{
	long interval = elapsed_ms(&before->when, &after->when);
	struct process_sample busiest[BUSIEST] = {0};
	size_t count = rank(before, after, busiest);

	collection_format(collection, "process.count", "/proc", "%s%zu",
			  after->cut ? "more than " : "", after->count);
	find_other_worker(collection, after);
	for (size_t i = 0; i < count; i++)
		set_busiest(collection, i, &busiest[i], interval);
	if (!count)
		collection_unknown(collection, "process.busiest.1", "/proc shows no other process");
}
