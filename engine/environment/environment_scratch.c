/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_scratch.c - the file systems that operations run on: type, options, block device,
 * free space.
 *
 * Reasons name no path: --redact keeps them.
 */
#include "engine/environment/environment_internal.h"

#include <errno.h>
#include <limits.h>
#include <mntent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define MOUNTS_PATH "/proc/self/mounts"

/* One line of the mount table, copied. */
struct mount {
	char device[PATH_MAX];
	char directory[PATH_MAX];
	char type[64];
	char options[VALUE_SIZE];
};

static bool covers(const char *directory, const char *path)
{
	size_t length = strlen(directory);

	if (!strcmp(directory, "/"))
		return path[0] == '/';
	return !strncmp(directory, path, length) && (path[length] == '/' || !path[length]);
}

static void mount_copy(struct mount *mount, const struct mntent *entry)
{
	text_clean(entry->mnt_fsname, strlen(entry->mnt_fsname), mount->device,
		   sizeof(mount->device));
	text_clean(entry->mnt_dir, strlen(entry->mnt_dir), mount->directory,
		   sizeof(mount->directory));
	text_clean(entry->mnt_type, strlen(entry->mnt_type), mount->type, sizeof(mount->type));
	text_clean(entry->mnt_opts, strlen(entry->mnt_opts), mount->options,
		   sizeof(mount->options));
}

/*
 * The mount that path lies on: the longest directory that covers it, and of equal ones the last,
 * which hides the others. 0, -ENODEV when there is none, or what opening the table says.
 */
static int find_mount(const struct collection *collection, const char *path, struct mount *mount)
{
	FILE *table = collection_open(collection, MOUNTS_PATH);
	char buffer[VALUE_SIZE * 2];
	struct mntent *entry, storage;
	size_t longest = 0;

	if (!table)
		return -errno;
	while ((entry = getmntent_r(table, &storage, buffer, sizeof(buffer)))) {
		size_t length = strlen(entry->mnt_dir);

		if (length < longest || !covers(entry->mnt_dir, path))
			continue;
		mount_copy(mount, entry);
		longest = length;
	}
	fclose(table);
	return longest ? 0 : -ENODEV;
}

int environment_mounted(const struct collection *collection, const char *directory, char *type,
			size_t size)
{
	struct mount mount;
	int code = find_mount(collection, directory, &mount);

	type[0] = '\0';
	if (code && code != -ENODEV)
		return code;
	if (code || strcmp(mount.directory, directory) != 0)
		return 0;
	snprintf(type, size, "%s", mount.type);
	return 1;
}

static void item_key(char *key, size_t size, size_t index, const char *name)
{
	snprintf(key, size, "scratch.%zu.%s", index, name);
}

static void set_item(struct collection *collection, size_t index, const char *name,
		     const char *value, const char *source)
{
	char key[64];

	item_key(key, sizeof(key), index, name);
	collection_set(collection, key, value, source);
}

static bool set_mount(struct collection *collection, size_t index, const char *path,
		      struct mount *mount)
{
	int code = find_mount(collection, path, mount);

	if (code) {
		char key[64];

		item_key(key, sizeof(key), index, "type");
		collection_unreadable(collection, key, MOUNTS_PATH, code, NULL);
		return false;
	}
	set_item(collection, index, "type", mount->type, MOUNTS_PATH);
	set_item(collection, index, "options", mount->options, MOUNTS_PATH);
	set_item(collection, index, "device", mount->device, MOUNTS_PATH);
	set_item(collection, index, "mount_point", mount->directory, MOUNTS_PATH);
	return true;
}

static bool is_directory(const struct collection *collection, const char *absolute)
{
	char path[PATH_MAX];
	struct stat state;

	return !collection_path(collection, absolute, path, sizeof(path)) && !stat(path, &state) &&
	       S_ISDIR(state.st_mode);
}

/* A disk has its queue, a partition shares that of the disk above it. */
static bool queue_of(const struct collection *collection, const char *block, char *queue,
		     size_t size)
{
	snprintf(queue, size, "%s/queue", block);
	if (is_directory(collection, queue))
		return true;
	snprintf(queue, size, "%s/../queue", block);
	return is_directory(collection, queue);
}

/* By the device number of the files themselves, which also serves where /dev/root is shown. */
static bool queue_by_number(const struct collection *collection, const char *path, char *queue,
			    size_t size)
{
	char block[128];
	struct stat state;

	if (!collection->roots->live || stat(path, &state))
		return false;
	snprintf(block, sizeof(block), "/sys/dev/block/%u:%u", major(state.st_dev),
		 minor(state.st_dev));
	return queue_of(collection, block, queue, size);
}

/* By name: btrfs and others have a device number of their own. /dev/mapper/x is a link. */
static bool queue_by_name(const struct collection *collection, const char *device, char *queue,
			  size_t size)
{
	char block[NAME_MAX + 32], *real = NULL;
	const char *name;

	if (strncmp(device, "/dev/", 5) != 0)
		return false;
	if (collection->roots->live)
		real = realpath(device, NULL);
	name = strrchr(real ? real : device, '/') + 1;
	snprintf(block, sizeof(block), "/sys/class/block/%.*s", NAME_MAX, name);
	free(real);
	return queue_of(collection, block, queue, size);
}

static void set_queue(struct collection *collection, size_t index, const char *queue)
{
	static const char *const files[][2] = {
		{"scheduler", "scheduler"},     {"write_cache", "write_cache"},
		{"rotational", "rotational"},   {"writeback_throttle_us", "wbt_lat_usec"},
		{"queue_depth", "nr_requests"},
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char key[64], path[PATH_MAX];

		item_key(key, sizeof(key), index, files[i][0]);
		snprintf(path, sizeof(path), "%.4000s/%s", queue, files[i][1]);
		collection_choice(collection, key, path, "the block layer has it off");
	}
}

static void set_block_device(struct collection *collection, size_t index, const char *path,
			     const struct mount *mount)
{
	char queue[512], key[64];

	if (queue_by_number(collection, path, queue, sizeof(queue)) ||
	    queue_by_name(collection, mount->device, queue, sizeof(queue))) {
		set_queue(collection, index, queue);
		return;
	}
	item_key(key, sizeof(key), index, "scheduler");
	collection_unknown(collection, key, "%s shows no block device in /sys", mount->type);
}

static void set_space(struct collection *collection, size_t index, const char *path)
{
	const char *source = "statvfs(3)";
	unsigned long long mib = 1 << 20;
	struct statvfs space;
	char key[64];

	item_key(key, sizeof(key), index, "free_space");
	if (!collection->roots->live) {
		collection_unknown(collection, key, "only the running kernel can be asked");
		return;
	}
	if (statvfs(path, &space)) {
		collection_unknown(collection, key, "%s: %s", source, error_words(errno));
		return;
	}
	collection_format(collection, key, source, "%llu MiB of %llu MiB",
			  (unsigned long long)space.f_bavail * space.f_frsize / mib,
			  (unsigned long long)space.f_blocks * space.f_frsize / mib);
	item_key(key, sizeof(key), index, "free_inodes");
	if (space.f_files)
		collection_format(collection, key, source, "%llu of %llu",
				  (unsigned long long)space.f_favail,
				  (unsigned long long)space.f_files);
	else
		collection_unknown(collection, key, "this file system counts no inodes");
	item_key(key, sizeof(key), index, "block_size");
	collection_format(collection, key, source, "%lu", (unsigned long)space.f_bsize);
}

static void probe_directory(struct collection *collection, size_t index, const char *directory)
{
	char *real = collection->roots->live ? realpath(directory, NULL) : strdup(directory);
	char clean[VALUE_SIZE], key[64];
	struct mount mount;

	item_key(key, sizeof(key), index, "path");
	if (!real) {
		collection_unknown(collection, key, "the scratch directory: %s",
				   error_words(errno));
		return;
	}
	text_clean(real, strlen(real), clean, sizeof(clean));
	collection_set(collection, key, clean, "the plan");
	if (set_mount(collection, index, real, &mount)) {
		set_block_device(collection, index, real, &mount);
		set_space(collection, index, real);
	}
	free(real);
}

void environment_probe_scratch(struct collection *collection)
{
	const struct text_list *list = collection->request ? collection->request->scratches : NULL;

	for (size_t i = 0; list && i < list->count; i++)
		probe_directory(collection, i, list->items[i]);
}
