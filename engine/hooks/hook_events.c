/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_events.c - the kprobe events of a process in tracefs.
 *
 * kprobe_events must never be opened with O_TRUNC: the kernel then removes the events of everyone.
 */
#include "engine/hooks/hook_events.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GROUP "lsmbench_"

static const char *const places[] = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};

static int join(char *path, size_t size, const char *directory, const char *name)
{
	int length = snprintf(path, size, "%s/%s", directory, name);

	return length < 0 || (size_t)length >= size ? -ENAMETOOLONG : 0;
}

static const char *advice(int code)
{
	switch (code) {
	case -ENOENT:
		return "there are no kprobe events: mount -t tracefs tracefs /sys/kernel/tracing, "
		       "on a kernel with CONFIG_KPROBE_EVENTS";
	case -EACCES:
		return "only root may count hooks";
	case -EPERM:
		return "the kernel lets nobody count hooks here (a container, or lockdown)";
	default:
		return "hooks cannot be counted";
	}
}

static int open_events(const char *tracefs)
{
	char path[PATH_MAX];
	int status = join(path, sizeof(path), tracefs, "kprobe_events");
	int descriptor = status < 0 ? status : open(path, O_WRONLY | O_APPEND | O_CLOEXEC);

	return descriptor == -1 ? -errno : descriptor;
}

int hook_events_find(char *tracefs, size_t size, struct error *error)
{
	int reason = -ENOENT;
	size_t at = 0;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		int descriptor = open_events(places[i]);

		if (descriptor >= 0) {
			close(descriptor);
			snprintf(tracefs, size, "%s", places[i]);
			return 0;
		}
		/* That a place is closed to us says more than that another is empty. */
		if (reason == -ENOENT && descriptor != -ENOENT) {
			reason = descriptor;
			at = i;
		}
	}
	return error_set(error, reason, "%s/kprobe_events: %s: %s", places[at], error_words(reason),
			 advice(reason));
}

/* Write text whole. 0 or a negative errno. */
static int put(int descriptor, const char *text)
{
	size_t length = strlen(text);
	ssize_t written = write(descriptor, text, length);

	if (written < 0)
		return -errno;
	return (size_t)written == length ? 0 : -EIO;
}

/* Write word into events/GROUP/EVENT/enable. */
static int enable(const struct hook_events *events, const char *event, const char *word)
{
	char name[256];
	char path[PATH_MAX];
	int descriptor;
	int status;

	snprintf(name, sizeof(name), "events/%s/enable", event);
	status = join(path, sizeof(path), events->tracefs, name);
	if (status < 0)
		return status;
	descriptor = open(path, O_WRONLY | O_CLOEXEC);
	if (descriptor < 0)
		return -errno;
	status = put(descriptor, word);
	close(descriptor);
	return status;
}

/* event is "GROUP/NAME". */
static void remove_event(const struct hook_events *events, const char *event)
{
	char line[256];

	enable(events, event, "0");
	snprintf(line, sizeof(line), "-:%s\n", event);
	put(events->events, line);
}

static void event_name(const struct hook_events *events, char event[192], const char *hook)
{
	snprintf(event, 192, GROUP "%d/p%d_%s", (int)events->pid, (int)events->pid, hook);
}

int hook_events_add(struct hook_events *events, const char *hook)
{
	char event[192];
	char line[512];
	int status;

	event_name(events, event, hook);
	snprintf(line, sizeof(line), "p:%s security_%s\n", event, hook);
	status = put(events->events, line);
	if (status < 0)
		return status;
	status = enable(events, event, "1");
	if (status < 0)
		remove_event(events, event);
	return status;
}

/*
 * "p:GROUP/NAME FUNCTION" (or with a number behind the p): the event when it is of a process that
 * is no more, or of this one, which has none yet; else NULL.
 */
static const char *left_behind(char *line)
{
	char *event = strchr(line, ':');
	const char *number;
	char *end;
	long pid;

	if (line[0] != 'p' || !event || strncmp(++event, GROUP, strlen(GROUP)) != 0)
		return NULL;
	number = event + strlen(GROUP);
	pid = strtol(number, &end, 10);
	if (end == number || *end != '/' || pid <= 0 || pid > INT_MAX)
		return NULL;
	event[strcspn(event, " \n")] = '\0';
	if (pid == getpid() || (kill((pid_t)pid, 0) < 0 && errno == ESRCH))
		return event;
	return NULL;
}

static int remove_left_behind(struct hook_events *events, struct error *error)
{
	struct text_list old = {0};
	char *line = NULL;
	size_t size = 0;
	char path[PATH_MAX];
	FILE *file = NULL;
	int status = join(path, sizeof(path), events->tracefs, "kprobe_events");

	if (status == 0)
		file = fopen(path, "re");
	while (file && status == 0 && getline(&line, &size, file) > 0) {
		const char *event = left_behind(line);

		if (event)
			status = text_list_add(&old, event);
	}
	free(line);
	if (file)
		fclose(file);
	for (size_t i = 0; i < old.count; i++)
		remove_event(events, old.items[i]);
	text_list_clear(&old);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}

int hook_events_open(struct hook_events *events, const char *tracefs, struct error *error)
{
	events->events = -1;
	events->pid = getpid();
	if (snprintf(events->tracefs, sizeof(events->tracefs), "%s", tracefs) >=
	    (int)sizeof(events->tracefs))
		return error_set(error, -ENAMETOOLONG, "%s: %s", tracefs,
				 error_words(-ENAMETOOLONG));
	events->events = open_events(tracefs);
	if (events->events < 0)
		return error_set(error, events->events, "%s/kprobe_events: %s: %s", tracefs,
				 error_words(events->events), advice(events->events));
	return remove_left_behind(events, error);
}

void hook_events_close(struct hook_events *events, const struct text_list *hooks)
{
	for (size_t i = 0; i < hooks->count && events->events >= 0; i++) {
		char event[192];

		event_name(events, event, hooks->items[i]);
		remove_event(events, event);
	}
	if (events->events >= 0)
		close(events->events);
	events->events = -1;
}

const char *hook_events_hook(const struct hook_events *events, const char *event)
{
	char prefix[32];
	int length = snprintf(prefix, sizeof(prefix), "p%d_", (int)events->pid);

	return strncmp(event, prefix, (size_t)length) == 0 ? event + length : NULL;
}
