/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * file_choice.c - files, and the groups they are in.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/baseline.h"
#include "tui/file_choice.h"
#include "tui/path_probe.h"

/* Nobody picks from more; a path can be typed. */
#define ROWS_MAXIMUM 2000
/* Enough of a file to tell text from what a compiler made. */
#define LOOK_BYTES 512

static void clear_row(struct choice *row)
{
	free(row->name);
	text_list_clear(&row->paths);
}

static void clear_rows(struct choice *rows, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		clear_row(&rows[i]);
	free(rows);
}

void file_choice_clear(struct file_choice *choice)
{
	int group;

	clear_rows(choice->rows, choice->count);
	for (group = 0; group < CHOICE_GROUPS; group++)
		text_list_clear(&choice->groups[group]);
	memset(choice, 0, sizeof(*choice));
}

/* A row with a name and no path yet; NULL without memory. */
static struct choice *add_row(struct file_choice *choice, enum choice_kind kind, const char *name)
{
	struct choice *row;

	if (choice->count == choice->capacity) {
		size_t capacity = choice->capacity * 2 + 32;
		struct choice *rows = reallocarray(choice->rows, capacity, sizeof(*rows));

		if (rows == NULL)
			return NULL;
		choice->rows = rows;
		choice->capacity = capacity;
	}
	row = &choice->rows[choice->count];
	*row = (struct choice){.kind = kind, .name = strdup(name)};
	if (row->name == NULL)
		return NULL;
	choice->count++;
	return row;
}

static int add_path(struct file_choice *choice, enum choice_kind kind, const char *name,
		    const char *path, const struct stat *status)
{
	struct choice *row = add_row(choice, kind, name);

	if (row == NULL || text_list_add(&row->paths, path) < 0)
		return -ENOMEM;
	row->bytes = status->st_size;
	row->written = status->st_mtime;
	return 0;
}

/* No result and no published text has a NUL byte; and an empty file is neither. */
static bool may_be_text(int directory, const char *name)
{
	char buffer[LOOK_BYTES];
	int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	ssize_t count = fd < 0 ? -1 : read(fd, buffer, sizeof(buffer));

	if (fd >= 0)
		close(fd);
	return count > 0 && memchr(buffer, '\0', (size_t)count) == NULL;
}

/* A directory is not asked about: a file system that hangs may be mounted there. */
static int add_entry(struct file_choice *choice, int directory, const struct dirent *entry)
{
	const char *name = entry->d_name;
	char path[PATH_MAX];
	struct stat status = {.st_mode = S_IFDIR};
	int length = snprintf(path, sizeof(path), "%s%s%s", choice->directory,
			      strcmp(choice->directory, "/") == 0 ? "" : "/", name);

	if (length < 0 || (size_t)length >= sizeof(path) ||
	    (entry->d_type != DT_DIR && fstatat(directory, name, &status, 0) < 0))
		return 0;
	if (S_ISDIR(status.st_mode))
		return add_path(choice, CHOICE_DIRECTORY, name, path, &status);
	if (S_ISREG(status.st_mode) && may_be_text(directory, name))
		return add_path(choice, CHOICE_FILE, name, path, &status);
	return 0;
}

static int add_entries(struct file_choice *choice, DIR *directory)
{
	const struct dirent *entry;
	int status = 0;

	while (status == 0 && choice->count < ROWS_MAXIMUM && (entry = readdir(directory)) != NULL)
		if (entry->d_name[0] != '.')
			status = add_entry(choice, dirfd(directory), entry);
	return status;
}

static int add_parent(struct file_choice *choice)
{
	char path[PATH_MAX];
	struct stat none = {0};
	char *slash;

	snprintf(path, sizeof(path), "%s", choice->directory);
	slash = strrchr(path, '/');
	if (slash == NULL || slash[1] == '\0')
		return 0;
	slash[slash == path] = '\0';
	return add_path(choice, CHOICE_DIRECTORY, "..", path, &none);
}

static int add_baselines(struct file_choice *choice)
{
	struct text_list names = {0};
	struct error ignored;
	int status = baseline_names(&names, &ignored);
	size_t i;

	for (i = 0; i < names.count && status == 0; i++) {
		struct choice *row = add_row(choice, CHOICE_BASELINE, names.items[i]);

		status = row == NULL ? -ENOMEM
				     : baseline_files(names.items[i], &row->paths, &ignored);
	}
	text_list_clear(&names);
	return status == -ENOMEM ? status : 0;
}

/* Directories by name, baselines by name, files by age. */
static int compare_rows(const void *first, const void *second)
{
	const struct choice *a = first;
	const struct choice *b = second;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->kind == CHOICE_FILE && a->written != b->written)
		return a->written > b->written ? -1 : 1;
	return strcmp(a->name, b->name);
}

static int list_into(struct file_choice *list, const char *directory, struct error *error)
{
	DIR *opened;
	int status;

	status = path_probe_directory(directory, error);
	if (status < 0)
		return status;
	if (realpath(directory, list->directory) == NULL ||
	    (opened = opendir(list->directory)) == NULL) {
		status = -errno;
		return error_set(error, status, "%s: %s", directory, error_words(status));
	}
	status = add_parent(list);
	if (status == 0)
		status = add_entries(list, opened);
	if (status == 0)
		status = add_baselines(list);
	closedir(opened);
	if (status < 0)
		return error_set(error, status, "out of memory");
	qsort(list->rows, list->count, sizeof(*list->rows), compare_rows);
	return 0;
}

int file_choice_list(struct file_choice *choice, const char *directory, struct error *error)
{
	struct file_choice list = {0};
	int status = list_into(&list, directory, error);

	if (status < 0) {
		clear_rows(list.rows, list.count);
		return status;
	}
	clear_rows(choice->rows, choice->count);
	memcpy(list.groups, choice->groups, sizeof(list.groups));
	*choice = list;
	return 0;
}

long file_choice_add(struct file_choice *choice, const char *path)
{
	struct stat status = {0};

	(void)stat(path, &status);
	if (add_path(choice, CHOICE_FILE, path, path, &status) < 0)
		return -ENOMEM;
	return (long)choice->count - 1;
}

static long place_in(const struct text_list *list, const char *path)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (strcmp(list->items[i], path) == 0)
			return (long)i;
	return -1;
}

int file_choice_group(const struct file_choice *choice, size_t row)
{
	int group;

	if (row >= choice->count || choice->rows[row].paths.count == 0)
		return CHOICE_NO_GROUP;
	for (group = 0; group < CHOICE_GROUPS; group++)
		if (place_in(&choice->groups[group], choice->rows[row].paths.items[0]) >= 0)
			return group;
	return CHOICE_NO_GROUP;
}

static int move_path(struct file_choice *choice, const char *path, int to)
{
	int group;

	for (group = 0; group < CHOICE_GROUPS; group++) {
		long place = place_in(&choice->groups[group], path);

		if (place >= 0)
			text_list_remove(&choice->groups[group], (size_t)place);
	}
	return to == CHOICE_NO_GROUP ? 0 : text_list_add(&choice->groups[to], path);
}

int file_choice_mark(struct file_choice *choice, size_t row, int group)
{
	int status = 0;
	size_t i;

	for (i = 0; i < choice->rows[row].paths.count && status == 0; i++)
		status = move_path(choice, choice->rows[row].paths.items[i], group);
	return status;
}

size_t file_choice_marked(const struct file_choice *choice)
{
	size_t count = 0;
	int group;

	for (group = 0; group < CHOICE_GROUPS; group++)
		count += choice->groups[group].count;
	return count;
}

/* Number of groups with files, and the last of them. */
static int count_groups(const struct file_choice *choice, int *last)
{
	int count = 0;
	int group;

	for (group = 0; group < CHOICE_GROUPS; group++) {
		if (choice->groups[group].count == 0)
			continue;
		*last = group;
		count++;
	}
	return count;
}

/* The saved baseline that a group is, or NULL: the names of its files say nothing ("1.csv"). */
static const char *baseline_of(const struct file_choice *choice, const struct text_list *files)
{
	size_t i;

	for (i = 0; i < choice->count; i++)
		if (choice->rows[i].kind == CHOICE_BASELINE &&
		    text_list_equal(&choice->rows[i].paths, files))
			return choice->rows[i].name;
	return NULL;
}

static int name_baseline(const struct file_choice *choice, struct compare_inputs *inputs,
			 size_t group)
{
	const char *name = baseline_of(choice, &inputs->groups[group].files);
	char *copy;

	if (name == NULL || strcmp(name, inputs->groups[1 - group].name) == 0)
		return 0;
	copy = strdup(name);
	if (copy == NULL)
		return -ENOMEM;
	free(inputs->groups[group].name);
	inputs->groups[group].name = copy;
	return 0;
}

/* Two groups, named as on the command line. */
static int sort_two(const struct file_choice *choice, const struct text_list *others,
		    struct compare_inputs *inputs, struct error *error)
{
	int status = compare_inputs_sort(inputs, &choice->groups[0], others, error);

	if (status < 0)
		return status;
	status = name_baseline(choice, inputs, 0);
	if (status == 0)
		status = name_baseline(choice, inputs, 1);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}

static int sort_lettered(const struct file_choice *choice, struct compare_inputs *inputs)
{
	int status = 0;
	int group;
	size_t i;

	for (group = 0; group < CHOICE_GROUPS; group++) {
		const struct text_list *files = &choice->groups[group];
		const char name[] = {(char)('A' + group), '\0'};

		for (i = 0; i < files->count && status == 0; i++)
			status = compare_inputs_add(inputs, name, files->items[i]);
	}
	return status;
}

static int sort_selected(const struct file_choice *choice, size_t selected,
			 struct compare_inputs *inputs, struct error *error)
{
	const struct text_list none = {NULL, 0};

	if (selected >= choice->count || choice->rows[selected].kind != CHOICE_FILE)
		return error_set(
			error, -EINVAL,
			"mark files first: a for the base, b for what is compared with it");
	return compare_inputs_sort(inputs, &none, &choice->rows[selected].paths, error);
}

int file_choice_sort(const struct file_choice *choice, size_t selected,
		     struct compare_inputs *inputs, struct error *error)
{
	int last = 0;
	int count = count_groups(choice, &last);
	int status;

	if (count == 0)
		return sort_selected(choice, selected, inputs, error);
	if (choice->groups[0].count == 0)
		return error_set(error, -EINVAL, "the base is missing: a marks its files");
	if (count == 1 && choice->groups[0].count > 1)
		return error_set(error, -EINVAL,
				 "there is nothing to compare with the base: b marks its files");
	if (count == 1)
		return compare_inputs_sort(inputs, &(struct text_list){NULL, 0}, &choice->groups[0],
					   error);
	if (count == 2)
		return sort_two(choice, &choice->groups[last], inputs, error);
	status = sort_lettered(choice, inputs);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}

int file_choice_sort_ladder(const struct file_choice *choice, struct compare_inputs *inputs,
			    struct error *error)
{
	int status = 0;
	int group;
	size_t i;

	if (file_choice_marked(choice) < 2)
		return error_set(error, -EINVAL, "a ladder needs two files: a or b marks them");
	for (group = 0; group < CHOICE_GROUPS; group++)
		for (i = 0; i < choice->groups[group].count && status == 0; i++)
			status = compare_inputs_add(inputs, "", choice->groups[group].items[i]);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}
