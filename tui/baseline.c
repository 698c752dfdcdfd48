/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * baseline.c - saved sessions in the state directory.
 */
#include "tui/baseline.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "engine/environment/environment_difference.h"
#include "engine/text/nearest.h"
#include "exports/csv/csv_read.h"
#include "exports/csv/csv_write.h"
#include "exports/save.h"
#include "fixtures/text_show.h"
#include "tui/directories.h"
#include "tui/exit_code.h"

#define NAME_MAXIMUM 64
/* More sessions of one machine tell no more of it. */
#define FILES_MAXIMUM 999u

int baseline_check_name(const char *name, struct error *error)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789_-.";
	size_t length = strlen(name);
	char shown[TEXT_SHOW_SIZE];

	if (length > 0 && length <= NAME_MAXIMUM && name[0] != '.' &&
	    strspn(name, letters) == length)
		return 0;
	return error_set(error, -EINVAL,
			 "'%s' names no baseline: 1 to %d letters, digits, \"_\", \"-\", \".\"",
			 text_show(name, length, shown), NAME_MAXIMUM);
}

/* baselines/NAME/FILE, or what of it is not NULL, in path. */
static int locate(const char *name, const char *file, char *path, size_t size, struct error *error)
{
	char part[NAME_MAXIMUM + 64];

	snprintf(part, sizeof(part), "baselines%s%s%s%s", name ? "/" : "", name ? name : "",
		 file ? "/" : "", file ? file : "");
	return directories_state(part, path, size, error);
}

/* The number of "12.csv", 0 for any other name. */
static unsigned int number_of(const char *file)
{
	size_t digits = strspn(file, "0123456789");

	if (digits == 0 || digits > 3 || file[0] == '0' || strcmp(file + digits, ".csv") != 0)
		return 0;
	return (unsigned int)strtoul(file, NULL, 10);
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
	unsigned int x = number_of((*a)->d_name);
	unsigned int y = number_of((*b)->d_name);

	return x < y ? -1 : x > y;
}

static int is_session(const struct dirent *entry)
{
	return number_of(entry->d_name) > 0;
}

/* A stray file is no baseline; of some file systems it is not told what an entry is. */
static int is_name(const struct dirent *entry)
{
	bool may_be_directory =
		entry->d_type == DT_DIR || entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN;

	return may_be_directory && baseline_check_name(entry->d_name, NULL) == 0;
}

/*
 * Add what stands in a directory to list, behind prefix. A missing one is empty. 0 or negative
 * errno with a message.
 */
static int list_directory(const char *path, int (*wanted)(const struct dirent *),
			  int (*order)(const struct dirent **, const struct dirent **),
			  const char *prefix, struct text_list *list, struct error *error)
{
	struct dirent **entries;
	int count = scandir(path, &entries, wanted, order);
	int status = 0;

	if (count < 0 && errno == ENOENT)
		return 0;
	if (count < 0)
		return error_set(error, -errno,
				 "cannot read %s: %s; baselines are directories there, and "
				 "XDG_STATE_HOME names another place",
				 path, error_words(errno));
	for (int i = 0; i < count; i++) {
		char file[PATH_MAX + NAME_MAX + 2];

		snprintf(file, sizeof(file), "%s%s", prefix, entries[i]->d_name);
		if (status == 0)
			status = text_list_add(list, file);
		free(entries[i]);
	}
	free(entries);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}

static const char *name_at(const void *table, size_t index)
{
	return ((const struct text_list *)table)->items[index];
}

static int no_such(const char *name, struct error *error)
{
	struct text_list names = {0};
	char near[256] = "";

	/* One of this very name is an empty directory. */
	if (baseline_names(&names, NULL) == 0 && !text_list_has(&names, name))
		nearest_names(name, name_at, &names, names.count, near, sizeof(near));
	error_set(error, -ENODATA,
		  "there is no baseline '%s'%s \"lsmbench baseline list\" shows what there is, "
		  "\"lsmbench baseline save %s FILE.csv\" makes one",
		  name, near[0] ? near : ";", name);
	text_list_clear(&names);
	return -ENODATA;
}

int baseline_files(const char *name, struct text_list *files, struct error *error)
{
	char path[PATH_MAX];
	char prefix[PATH_MAX + 1];
	int status = baseline_check_name(name, error);

	if (status == 0)
		status = locate(name, NULL, path, sizeof(path), error);
	if (status < 0)
		return status;
	snprintf(prefix, sizeof(prefix), "%s/", path);
	status = list_directory(path, is_session, by_number, prefix, files, error);
	if (status == 0 && files->count == 0)
		return no_such(name, error);
	return status;
}

int baseline_names(struct text_list *names, struct error *error)
{
	char path[PATH_MAX];
	int status = locate(NULL, NULL, path, sizeof(path), error);

	if (status < 0)
		return status;
	return list_directory(path, is_name, alphasort, "", names, error);
}

static bool of_same_boot(const struct environment *base, const struct environment *other)
{
	const char *boot = environment_value(base, "kernel.boot", NULL);

	return boot && strcmp(boot, environment_value(other, "kernel.boot", "")) == 0;
}

static bool has_case(const struct plan *plan, const struct plan_case *wanted)
{
	for (size_t i = 0; i < plan->case_count; i++) {
		if (plan->cases[i].operation == wanted->operation &&
		    strcmp(plan->cases[i].parameter, wanted->parameter) == 0)
			return true;
	}
	return false;
}

/* Sessions without a common case may lie under one name, but say nothing together. */
static void count_shared(const struct result *earlier, const struct result *result,
			 struct baseline_saved *saved)
{
	size_t shared = 0;

	for (size_t i = 0; i < result->plan.case_count; i++)
		shared += has_case(&earlier->plan, &result->plan.cases[i]);
	if (shared > saved->shared)
		saved->shared = shared;
	saved->earlier++;
}

/* Does result belong to the saved session in file? Sets in *told what they have in common. */
static int check_against(const char *name, const char *file, const struct result *result,
			 bool force, struct baseline_saved *told, struct error *error)
{
	struct environment_difference difference;
	const struct environment *base;
	const struct environment *other = &result->environment;
	const struct difference_item *item;
	struct result saved;
	struct error why;
	int status;

	if (csv_read_file(file, &saved, &why) < 0)
		return error_set(error, -EBADMSG,
				 "%.600s; remove that file, or choose another name", why.text);
	base = &saved.environment;
	told->same_boot = told->same_boot || of_same_boot(base, other);
	count_shared(&saved, result, told);
	status = environment_difference_of(&base, 1, &other, 1, NULL, &difference);
	if (status < 0)
		error_set(error, status, "out of memory");
	else if (result_equal(&saved, result))
		status = error_set(error, -EEXIST, "%s holds this session already: %s", name, file);
	else if (difference.count > 0 && !force) {
		item = &difference.items[0];
		status = error_set(error, -EEXIST,
				   "%s was measured in another environment (%s differs): choose "
				   "another name, or --force",
				   name, item->key);
	}
	environment_difference_clear(&difference);
	result_clear(&saved);
	return status;
}

static int check_all(const char *name, const struct text_list *files, const struct result *result,
		     bool force, struct baseline_saved *saved, struct error *error)
{
	int status = 0;

	for (size_t i = 0; i < files->count && status == 0; i++)
		status = check_against(name, files->items[i], result, force, saved, error);
	return status;
}

static int write_session(const char *path, const struct result *result, struct error *error)
{
	struct save save = {0};
	struct error why;
	int status = directories_make(path, error);

	if (status == 0)
		status = save_open_as(&save, path, SIGNATURE_RESULT, false, error);
	if (status < 0)
		return status;
	status = csv_write_result(&result, 1, save.file, &why);
	if (status == 0)
		return save_commit(&save, error);
	error_set(error, status, "cannot write %s: %.400s", path, why.text);
	save_abort(&save);
	return status;
}

/* The number of the next file: one more than the last one's. */
static unsigned int next_number(const struct text_list *files)
{
	const char *last = files->count ? strrchr(files->items[files->count - 1], '/') : NULL;

	return last ? number_of(last + 1) + 1 : 1;
}

/*
 * Hold off other processes that save or remove: two at once would take the same number. Returns a
 * descriptor to close, or -1 where the file system has no locks: there a person has to take care.
 */
static int hold_baselines(void)
{
	char path[PATH_MAX];
	int fd;

	if (locate(NULL, NULL, path, sizeof(path), NULL) < 0)
		return -1;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	while (fd >= 0 && flock(fd, LOCK_EX) < 0 && errno == EINTR)
		continue;
	return fd;
}

static void release_baselines(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* Check result against what is there, and find the path of its file. */
static int place_session(const char *name, const struct result *result, bool force,
			 struct baseline_saved *saved, struct error *error)
{
	struct text_list files = {0};
	char file[32];
	int status = baseline_files(name, &files, error);

	/* The first of its name. */
	if (status == -ENODATA)
		status = 0;
	if (status == 0)
		status = check_all(name, &files, result, force, saved, error);
	if (status == 0 && next_number(&files) > FILES_MAXIMUM)
		status = error_set(error, -EEXIST, "%s holds %u sessions, which is enough", name,
				   FILES_MAXIMUM);
	if (status == 0) {
		snprintf(file, sizeof(file), "%u.csv", next_number(&files));
		status = locate(name, file, saved->path, sizeof(saved->path), error);
	}
	text_list_clear(&files);
	return status;
}

/* Remove a baseline's directory when nothing is in it. Returns whether it did. */
static bool remove_empty(const char *name)
{
	char path[PATH_MAX];

	return locate(name, NULL, path, sizeof(path), NULL) == 0 && rmdir(path) == 0;
}

int baseline_save(const char *name, const struct result *result, bool force,
		  struct baseline_saved *saved, struct error *error)
{
	int status = baseline_check_name(name, error);
	int held;

	*saved = (struct baseline_saved){.same_boot = false};
	if (status == 0 && result->sample_count == 0)
		status = error_set(error, -EINVAL, "there is no sample in it");
	if (status == 0)
		status = locate("-", NULL, saved->path, sizeof(saved->path), error);
	if (status == 0)
		status = directories_make(saved->path, error);
	if (status < 0)
		return status;
	held = hold_baselines();
	status = place_session(name, result, force, saved, error);
	if (status == 0) {
		status = write_session(saved->path, result, error);
		if (status < 0)
			remove_empty(name);
	}
	release_baselines(held);
	return status;
}

static int remove_files(const struct text_list *files, size_t *count, struct error *error)
{
	for (size_t i = 0; i < files->count; i++) {
		if (unlink(files->items[i]) < 0)
			return error_set(error, -errno, "cannot remove %s: %s", files->items[i],
					 error_words(errno));
		++*count;
	}
	return 0;
}

int baseline_remove(const char *name, size_t *count, struct error *error)
{
	struct text_list files = {0};
	int held = hold_baselines();
	int status = baseline_files(name, &files, error);

	*count = 0;
	if (status == 0)
		status = remove_files(&files, count, error);
	text_list_clear(&files);
	/* What else somebody put there stays, and so does the directory then. */
	if ((status == 0 || status == -ENODATA) && remove_empty(name))
		status = 0;
	release_baselines(held);
	return status;
}

int baseline_exit_status(int status, int otherwise)
{
	switch (status) {
	case -EEXIST:
	case -ENODATA:
		return EXIT_USAGE;
	case -EINVAL:
	case -EBADMSG:
		return EXIT_INPUT;
	case -ENOENT:
	case -ENAMETOOLONG:
	case -ENOMEM:
		return EXIT_ENVIRONMENT;
	default:
		return otherwise;
	}
}
