/* SPDX-License-Identifier: GPL-2.0-or-later */
/* walk_writer.c - starting writers, watching them, ending them, and removing what they leave. */
#include "engine/operation/walk_writer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/operation/child.h"
#include "engine/operation/walk_timer.h"
#include "engine/operation/walk_writer_files.h"

#define BEGIN_MS 1000
/* A little less than what lies between two times that we are called. */
#define SILENT_NS 950000000u

#define BEAT_NS 500000000u

/* A disk that is busy keeps us waiting. */
static void beat(struct walk_writers *writers)
{
	const uint64_t now = walk_now();

	if (now - writers->beat_ns < BEAT_NS)
		return;
	writers->beat_ns = now;
	(void)writers->beat(writers->argument);
}

static void wait_a_moment(struct walk_writers *writers)
{
	const struct timespec pause = {.tv_nsec = 1000000};

	nanosleep(&pause, NULL);
	beat(writers);
}

static size_t told_size(const struct walk_writers *writers)
{
	return writers->count * sizeof(*writers->told);
}

static void name_area(unsigned int number, char name[16])
{
	snprintf(name, 16, "w%02u", number);
}

/* One that a worker which was killed has left is taken as it is. */
static int make_directory(int parent, const char *name, struct error *error)
{
	int fd;

	if (mkdirat(parent, name, 0700) < 0 && errno != EEXIST)
		return error_set(error, -errno, "a directory for writers: %s", error_words(errno));
	fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return fd < 0 ? error_set(error, -errno, "a directory for writers: %s", error_words(errno))
		      : fd;
}

/* Remove the files in an area; those only, since writers make nothing else. */
static void empty_area(struct walk_writers *writers, int area)
{
	alignas(struct dirent64) char buffer[8192];
	ssize_t size;

	if (lseek(area, 0, SEEK_SET) < 0)
		return;
	while ((size = getdents64(area, buffer, sizeof(buffer))) > 0)
		for (ssize_t offset = 0; offset < size;) {
			const struct dirent64 *entry = (const void *)(buffer + offset);

			offset += entry->d_reclen;
			if (entry->d_name[0] != '.')
				unlinkat(area, entry->d_name, 0);
			beat(writers);
		}
}

static int start_one(struct walk_writers *writers, unsigned int number, struct error *error)
{
	struct walk_writer_work work = {.writers = writers, .number = number};
	struct walk_writer *writer = &writers->writers[number];
	char name[16];

	name_area(number, name);
	writer->area = make_directory(writers->area, name, error);
	if (writer->area < 0)
		return writer->area;
	empty_area(writers, writer->area);
	writer->child = child_start(&writer->area, 1, walk_writer_files, &work, error);
	return writer->child < 0 ? writer->child : 0;
}

static int make_room(struct walk_writers *writers, struct error *error)
{
	void *told = mmap(NULL, told_size(writers), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (told == MAP_FAILED)
		return error_set(error, -errno, "memory for writers: %s", error_words(errno));
	writers->told = told;
	writers->writers = calloc(writers->count, sizeof(*writers->writers));
	if (!writers->writers)
		return error_set(error, -ENOMEM, "memory for writers: out of memory");
	for (unsigned int i = 0; i < writers->count; i++)
		writers->writers[i].area = -1;
	return 0;
}

/* So that the walk has its competition from the start. */
static void await_beginning(struct walk_writers *writers)
{
	unsigned int begun = 0;

	for (unsigned int i = 0; i < BEGIN_MS && begun < writers->count; i++) {
		begun = 0;
		for (unsigned int each = 0; each < writers->count; each++)
			begun += atomic_load(&writers->told[each].bytes) > 0;
		wait_a_moment(writers);
	}
}

int walk_writers_start(struct walk_writers *writers, struct error *error)
{
	int code;

	writers->area = -1;
	writers->writers = NULL;
	writers->told = NULL;
	writers->beat_ns = walk_now();
	if (writers->count == 0)
		return 0;
	code = make_room(writers, error);
	if (code == 0) {
		writers->area = make_directory(writers->directory, WALK_WRITERS_NAME, error);
		code = writers->area < 0 ? writers->area : 0;
	}
	for (unsigned int i = 0; writers->writers && i < writers->count && code == 0; i++)
		code = start_one(writers, i, error);
	if (code < 0) {
		walk_writers_stop(writers);
		return code;
	}
	await_beginning(writers);
	return 0;
}

static uint64_t sum_bytes(const struct walk_writers *writers)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < writers->count; i++)
		sum += atomic_load(&writers->told[i].bytes);
	return sum;
}

static uint64_t sum_files(const struct walk_writers *writers)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < writers->count; i++)
		sum += atomic_load(&writers->told[i].files);
	return sum;
}

/* NAN when the kernel does not say it of one of them. */
static double sum_disk(const struct walk_writers *writers)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < writers->count; i++) {
		if (atomic_load(&writers->told[i].disk_unknown))
			return NAN;
		sum += atomic_load(&writers->told[i].disk_bytes);
	}
	return (double)sum;
}

void walk_writers_begin(struct walk_writers *writers, uint64_t now_ns)
{
	writers->checked_ns = now_ns;
	writers->start_bytes = sum_bytes(writers);
	writers->start_files = sum_files(writers);
	writers->start_disk = sum_disk(writers);
	for (unsigned int i = 0; i < writers->count; i++)
		writers->writers[i].seen_bytes = atomic_load(&writers->told[i].bytes);
}

/* Whether it has ended; it is left to be waited for by child_end. */
static bool is_gone(const struct walk_writer *writer)
{
	siginfo_t end = {0};

	return waitid(P_PID, (id_t)writer->child, &end, WEXITED | WNOHANG | WNOWAIT) < 0 ||
	       end.si_pid != 0;
}

/* Whether a writer has written nothing since it was last seen to. */
static bool is_silent(struct walk_writer *writer, const struct walk_writer_told *told)
{
	const uint64_t before = writer->seen_bytes;

	writer->seen_bytes = atomic_load(&told->bytes);
	return writer->seen_bytes == before;
}

uint64_t walk_writers_watch(struct walk_writers *writers, uint64_t now_ns)
{
	const bool due = now_ns - writers->checked_ns >= SILENT_NS;

	for (unsigned int i = 0; i < writers->count; i++) {
		struct walk_writer *writer = &writers->writers[i];

		if (atomic_load(&writers->told[i].held_up) > 0 || is_gone(writer) ||
		    (due && is_silent(writer, &writers->told[i])))
			writer->behind = true;
	}
	if (due)
		writers->checked_ns = now_ns;
	return sum_bytes(writers) - writers->start_bytes;
}

double walk_writers_disk(const struct walk_writers *writers)
{
	return sum_disk(writers) - writers->start_disk;
}

uint64_t walk_writers_files(const struct walk_writers *writers)
{
	return sum_files(writers) - writers->start_files;
}

unsigned int walk_writers_behind(const struct walk_writers *writers)
{
	unsigned int behind = 0;

	for (unsigned int i = 0; i < writers->count; i++)
		behind += writers->writers[i].behind;
	return behind;
}

void walk_writers_stop(struct walk_writers *writers)
{
	char name[16];

	/* All are told before the first is waited for. */
	for (unsigned int i = 0; writers->writers && i < writers->count; i++)
		if (writers->writers[i].child > 0)
			kill(writers->writers[i].child, SIGKILL);
	for (unsigned int i = 0; writers->writers && i < writers->count; i++) {
		/* One that waits for the disk ends when it has. */
		while (writers->writers[i].child > 0 && !is_gone(&writers->writers[i]))
			wait_a_moment(writers);
		child_end(&writers->writers[i].child);
		if (writers->writers[i].area < 0)
			continue;
		empty_area(writers, writers->writers[i].area);
		close(writers->writers[i].area);
		name_area(i, name);
		unlinkat(writers->area, name, AT_REMOVEDIR);
	}
	if (writers->area >= 0) {
		close(writers->area);
		unlinkat(writers->directory, WALK_WRITERS_NAME, AT_REMOVEDIR);
	}
	if (writers->told)
		munmap(writers->told, told_size(writers));
	free(writers->writers);
	writers->area = -1;
	writers->told = NULL;
	writers->writers = NULL;
}
