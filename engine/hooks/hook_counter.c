/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_counter.c - counts calls of the security_*() functions with kprobe events.
 *
 * The profile of the kernel (kprobe_profile) names an event without its group; so that two
 * processes can count at the same time, the event's name carries the process id as the group's
 * does.
 */
#include "engine/hooks/hook_counter.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/hooks/hook_events.h"
#include "engine/hooks/hook_symbols.h"

/* How often the counter reads in order to learn what a reading itself calls. */
#define READINGS_TO_LEARN 5

/* The profile takes about 80 bytes an event. */
#define PROFILE_SIZE (256u * 1024u)

struct hook_counter {
	struct hook_events events;
	struct text_list hooks;
	struct text_list refused;
	int profile;       /* kprobe_profile */
	char *text;        /* PROFILE_SIZE bytes: what was read of it */
	uint64_t *own;     /* calls of each hook that one reading makes */
	uint64_t readings; /* so far */
};

/* Read the whole profile in the same pieces each time, so that each reading calls the same. */
static int read_profile(struct hook_counter *counter, struct error *error)
{
	size_t used = 0;
	ssize_t got = 1;

	while (got > 0 && used < PROFILE_SIZE - 1) {
		got = pread(counter->profile, counter->text + used, PROFILE_SIZE - 1 - used,
			    (off_t)used);
		if (got > 0)
			used += (size_t)got;
	}
	counter->text[used] = '\0';
	counter->readings++;
	return got < 0 ? error_set(error, -errno, "%s/kprobe_profile: %s", counter->events.tracefs,
				   error_words(errno))
		       : 0;
}

/* The hook of the event that a line of the profile is about, sought from *next on; or count. */
static size_t find_hook(const struct hook_counter *counter, const char *event, size_t *next)
{
	const char *hook = hook_events_hook(&counter->events, event);
	size_t count = counter->hooks.count;

	for (size_t i = 0; hook && i < count; i++) {
		size_t index = (*next + i) % count;

		if (strcmp(counter->hooks.items[index], hook) == 0) {
			*next = index + 1;
			return index;
		}
	}
	return count;
}

/* "  EVENT  HITS  MISSED": a missed one is a call all the same. */
static void take_lines(struct hook_counter *counter, uint64_t *raw)
{
	char *state;
	size_t next = 0;

	for (const char *line = strtok_r(counter->text, "\n", &state); line;
	     line = strtok_r(NULL, "\n", &state)) {
		char event[128];
		uint64_t hits;
		uint64_t missed;
		size_t index;

		if (sscanf(line, " %127s %" SCNu64 " %" SCNu64, event, &hits, &missed) != 3)
			continue;
		index = find_hook(counter, event, &next);
		if (index < counter->hooks.count)
			raw[index] = hits + missed;
	}
}

int hook_counter_read(struct hook_counter *counter, uint64_t *hits, struct error *error)
{
	uint64_t earlier = counter->readings;
	int status;

	memset(hits, 0, counter->hooks.count * sizeof(*hits));
	status = read_profile(counter, error);
	if (status < 0)
		return status;
	take_lines(counter, hits);
	for (size_t i = 0; i < counter->hooks.count; i++) {
		uint64_t own = counter->own[i] * earlier;

		hits[i] = hits[i] > own ? hits[i] - own : 0;
	}
	return 0;
}

/* What a reading itself calls: the least that two readings, one behind the other, differ by. */
static int learn_own(struct hook_counter *counter, struct error *error)
{
	size_t count = counter->hooks.count;
	uint64_t *least = calloc(count, sizeof(*least));
	uint64_t *now = calloc(count, sizeof(*now));
	uint64_t *last = calloc(count, sizeof(*last));
	int status = least && now && last ? 0 : error_set(error, -ENOMEM, "out of memory");

	for (int i = 0; i < READINGS_TO_LEARN && status == 0; i++) {
		status = hook_counter_read(counter, now, error);
		for (size_t j = 0; j < count && status == 0; j++) {
			uint64_t more = now[j] - last[j];

			if (i == 1 || (i > 1 && more < least[j]))
				least[j] = more;
			last[j] = now[j];
		}
	}
	if (status == 0)
		memcpy(counter->own, least, count * sizeof(*least));
	free(least);
	free(now);
	free(last);
	return status;
}

static int watch(struct hook_counter *counter, const struct text_list *candidates,
		 struct error *error)
{
	int status = 0;
	int refusal = 0;

	for (size_t i = 0; i < candidates->count && status == 0; i++) {
		const char *hook = candidates->items[i];
		int code = hook_events_add(&counter->events, hook);

		if (code == 0) {
			status = text_list_add(&counter->hooks, hook);
			continue;
		}
		if (refusal == 0)
			refusal = code;
		status = text_list_add_format(&counter->refused, "%s: %s", hook, error_words(code));
	}
	if (status < 0)
		return error_set(error, status, "out of memory");
	if (counter->hooks.count > 0)
		return 0;
	return error_set(error, refusal ? refusal : -ENOENT,
			 "%s/kprobe_events: %s: the kernel lets none of its hooks be watched",
			 counter->events.tracefs, error_words(refusal ? refusal : -ENOENT));
}

static int open_profile(struct hook_counter *counter, struct error *error)
{
	char path[PATH_MAX + 32];

	counter->text = malloc(PROFILE_SIZE);
	counter->own = calloc(counter->hooks.count, sizeof(*counter->own));
	if (!counter->text || !counter->own)
		return error_set(error, -ENOMEM, "out of memory");
	snprintf(path, sizeof(path), "%s/kprobe_profile", counter->events.tracefs);
	counter->profile = open(path, O_RDONLY | O_CLOEXEC);
	if (counter->profile < 0)
		return error_set(error, -errno, "%s: %s", path, error_words(errno));
	return learn_own(counter, error);
}

static int read_candidates(const char *path, struct text_list *candidates, struct error *error)
{
	struct hook_symbols symbols;
	int status = hook_symbols_read(&symbols, path, error);

	if (status < 0)
		return status;
	status = hook_symbols_hooks(&symbols, candidates);
	hook_symbols_clear(&symbols);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}

int hook_counter_open_at(struct hook_counter **counter, const char *tracefs, const char *symbols,
			 struct error *error)
{
	struct text_list candidates = {0};
	struct hook_counter *made = calloc(1, sizeof(*made));
	int status;

	*counter = NULL;
	if (!made)
		return error_set(error, -ENOMEM, "out of memory");
	made->profile = -1;
	status = hook_events_open(&made->events, tracefs, error);
	if (status == 0)
		status = read_candidates(symbols, &candidates, error);
	if (status == 0)
		status = watch(made, &candidates, error);
	if (status == 0)
		status = open_profile(made, error);
	text_list_clear(&candidates);
	if (status < 0)
		hook_counter_close(made);
	else
		*counter = made;
	return status;
}

int hook_counter_open(struct hook_counter **counter, struct error *error)
{
	char tracefs[PATH_MAX];
	int status = hook_events_find(tracefs, sizeof(tracefs), error);

	*counter = NULL;
	if (status < 0)
		return status;
	return hook_counter_open_at(counter, tracefs, HOOK_SYMBOLS_HERE, error);
}

const struct text_list *hook_counter_hooks(const struct hook_counter *counter)
{
	return &counter->hooks;
}

const struct text_list *hook_counter_refused(const struct hook_counter *counter)
{
	return &counter->refused;
}

int hook_counter_take_refused(const struct hook_counter *counter, struct hook_table *table)
{
	int status = 0;

	for (size_t i = 0; i < counter->refused.count && status == 0; i++)
		if (!text_list_has(&table->uncounted, counter->refused.items[i]))
			status = text_list_add(&table->uncounted, counter->refused.items[i]);
	return status;
}

void hook_counter_close(struct hook_counter *counter)
{
	if (!counter)
		return;
	if (counter->profile >= 0)
		close(counter->profile);
	hook_events_close(&counter->events, &counter->hooks);
	text_list_clear(&counter->hooks);
	text_list_clear(&counter->refused);
	free(counter->text);
	free(counter->own);
	free(counter);
}
