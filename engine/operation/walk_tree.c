/* SPDX-License-Identifier: GPL-2.0-or-later */
/* walk_tree.c - opening the tree, reading it through, dropping it from the page cache. */
#include "engine/operation/walk_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "engine/operation/walk_timer.h"

#define PIECE ((size_t)1 << 18)
#define BEAT_NS 500000000u

/* What is done with each file. */
struct round {
	const struct walk_tree *tree;
	struct walk_pulse *pulse;
	int (*each)(struct round *round, int fd, uint64_t size);
	void *piece;
	uint64_t pages;
	uint64_t cached;
	struct error *error;
};

int walk_tree_open(struct walk_tree *tree, const struct context *context, struct error *error)
{
	const struct workload *workload = context->workload;
	int code = home_tree_shape_draw(&tree->shape, workload->tree_files, workload->tree_bytes,
					workload->tree_seed, error);

	tree->top = -1;
	if (code < 0)
		return code;
	tree->bytes = workload->tree_bytes;
	if (workload->tree[0])
		tree->top = open(workload->tree, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	else
		tree->top = fcntl(context->directory_fd, F_DUPFD_CLOEXEC, 0);
	if (tree->top >= 0)
		return 0;
	code = error_set(error, -errno, "the tree of files in %.512s: %s",
			 workload->tree[0] ? workload->tree : "the case's directory",
			 error_words(errno));
	home_tree_shape_clear(&tree->shape);
	return code;
}

void walk_tree_close(struct walk_tree *tree)
{
	if (tree->top >= 0)
		close(tree->top);
	tree->top = -1;
	home_tree_shape_clear(&tree->shape);
}

bool walk_tree_is_in_memory(const struct walk_tree *tree, const char **file_system)
{
	struct statfs about;

	*file_system = "";
	if (fstatfs(tree->top, &about) < 0)
		return false;
	if (about.f_type == TMPFS_MAGIC)
		*file_system = "tmpfs";
	else if ((unsigned long)about.f_type == RAMFS_MAGIC)
		*file_system = "ramfs";
	return (*file_system)[0];
}

static bool is_interrupted(struct walk_pulse *pulse)
{
	uint64_t now = walk_now();

	if (now < pulse->next_ns)
		return false;
	pulse->next_ns = now + BEAT_NS;
	return !pulse->beat(pulse->argument);
}

static int visit_file(struct round *round, int directory, uint64_t number)
{
	char name[HOME_TREE_NAME_SIZE];
	int code;
	int fd;

	if (is_interrupted(round->pulse))
		return error_set(round->error, -EINTR, "the walk was interrupted");
	home_tree_file(number, name);
	fd = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return error_set(round->error, -errno, "the tree of files: open %s: %s", name,
				 error_words(errno));
	code = round->each(round, fd, round->tree->shape.sizes[number]);
	close(fd);
	round->pulse->done++;
	if (code < 0)
		error_set(round->error, code, "the tree of files: %s: %s", name, error_words(code));
	return code;
}

static int visit_directory(struct round *round, uint32_t number)
{
	const struct home_tree_directory *directory = &round->tree->shape.directories[number];
	int code = 0;
	int fd;

	if (directory->files == 0)
		return 0;
	fd = home_tree_open(round->tree->top, &round->tree->shape, number);
	if (fd < 0)
		return error_set(round->error, fd, "the tree of files: directory %" PRIu32 ": %s",
				 number, error_words(fd));
	for (uint64_t i = 0; i < directory->files && code == 0; i++)
		code = visit_file(round, fd, directory->first_file + i);
	close(fd);
	return code;
}

static int go_round(struct round *round, const char *doing)
{
	int code = 0;

	round->pulse->doing = doing;
	round->pulse->done = 0;
	round->pulse->total = round->tree->shape.file_count;
	for (uint32_t i = 0; i < round->tree->shape.directory_count && code == 0; i++)
		code = visit_directory(round, i);
	return code;
}

static int read_through(struct round *round, int fd, uint64_t size)
{
	(void)size;
	for (;;) {
		ssize_t got = read(fd, round->piece, PIECE);

		if (got == 0)
			return 0;
		if (got < 0 && errno != EINTR)
			return -errno;
		if (is_interrupted(round->pulse))
			return -EINTR;
	}
}

/* The memory that programs can have without swapping, as the kernel estimates it; 0: unknown. */
static uint64_t memory_available(void)
{
	static const char key[] = "MemAvailable:";
	FILE *file = fopen("/proc/meminfo", "re");
	uint64_t kibibytes = 0;
	char line[256];

	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, key, sizeof(key) - 1) == 0)
			kibibytes = strtoull(line + sizeof(key) - 1, NULL, 10);
	if (file)
		fclose(file);
	return kibibytes << 10;
}

int walk_tree_warm(const struct walk_tree *tree, struct walk_pulse *pulse, struct error *error)
{
	struct round round = {.tree = tree, .pulse = pulse, .each = read_through, .error = error};
	uint64_t available = memory_available();
	int code;

	/* Reading it would drive its own beginning out again. */
	if (available > 0 && tree->bytes > available)
		return 0;
	round.piece = malloc(PIECE);
	if (!round.piece)
		return error_set(error, -ENOMEM, "the walk: out of memory");
	code = go_round(&round, "reading the tree through");
	free(round.piece);
	return code;
}

static int drop(struct round *round, int fd, uint64_t size)
{
	(void)round;
	(void)size;
	return -posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
}

bool walk_tree_drop_caches(void)
{
	int fd = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC);
	bool dropped;

	if (fd < 0)
		return false;
	/* Pages, which hold the file system's own as well, names and inodes. */
	dropped = write(fd, "3", 1) == 1;
	close(fd);
	return dropped;
}

int walk_tree_chill(const struct walk_tree *tree, struct walk_pulse *pulse, struct error *error)
{
	struct round round = {.tree = tree, .pulse = pulse, .each = drop, .error = error};

	/* What is not written yet cannot be dropped. */
	if (syncfs(tree->top) < 0)
		return error_set(error, -errno, "the tree of files: syncfs: %s",
				 error_words(errno));
	return go_round(&round, "dropping the tree from the page cache");
}

static int count_cached(struct round *round, int fd, uint64_t size)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const size_t window = page * 4096;
	unsigned char present[4096];

	for (uint64_t at = 0; at < size; at += window) {
		size_t length = size - at < window ? (size_t)(size - at) : window;
		size_t pages = (length + page - 1) / page;
		void *memory = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, (off_t)at);
		int code = 0;

		if (memory == MAP_FAILED)
			return -errno;
		if (mincore(memory, length, present) < 0)
			code = -errno;
		munmap(memory, length);
		if (code < 0)
			return code;
		for (size_t i = 0; i < pages; i++)
			round->cached += present[i] & 1;
		round->pages += pages;
	}
	return 0;
}

int walk_tree_cached(const struct walk_tree *tree, struct walk_pulse *pulse, double *percent,
		     struct error *error)
{
	struct round round = {.tree = tree, .pulse = pulse, .each = count_cached, .error = error};
	int code = go_round(&round, "looking for the tree in the page cache");

	*percent = 100 * (double)round.cached / (double)(round.pages ? round.pages : 1);
	return code;
}
