/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs_play.h - a directory that is laid out as tracefs for the calling process, with three
 * hooks that can be watched and one that cannot.
 */
#ifndef LSMBENCH_TESTS_TRACEFS_PLAY_H
#define LSMBENCH_TESTS_TRACEFS_PLAY_H

#include "engine/hooks/hook_counter.h"
#include "tests/unit/playground.h"

static const char tracefs_symbols[] = "0000000000000000 T security_inode_permission\n"
				      "0000000000000000 T security_inode_getattr\n"
				      "0000000000000000 T security_path_mkdir\n"
				      "0000000000000000 T security_file_open\n"
				      "0000000000000000 T security_compute_av\n"
				      "0000000000000000 T bpf_lsm_inode_permission\n"
				      "0000000000000000 T bpf_lsm_inode_getattr\n"
				      "0000000000000000 T bpf_lsm_path_mkdir\n"
				      "0000000000000000 T bpf_lsm_file_open\n";

static const char *const tracefs_hooks[] = {"inode_getattr", "inode_permission", "path_mkdir"};

/* Played calls so far. */
struct tracefs {
	char tracefs[1024];
	char symbols[1024];
	unsigned long calls[3];
	unsigned long missed;
	unsigned int batch;
};

static inline void tracefs_write_profile(const struct tracefs *played)
{
	const char *path = playground_join(played->tracefs, "kprobe_profile").text;
	char text[1024];
	size_t used = 0;

	for (size_t i = 0; i < 3; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "  p%d_%-40s %15lu %15lu\n", (int)getpid(),
					 tracefs_hooks[i], played->calls[i], played->missed);
	snprintf(text + used, sizeof(text) - used, "  p1_inode_getattr 777 0\n  other 5 5\n");
	playground_write(path, text);
}

static inline void tracefs_make(const struct playground *playground, struct tracefs *played)
{
	char text[1024];
	char name[512];

	*played = (struct tracefs){.missed = 1};
	snprintf(played->tracefs, sizeof(played->tracefs), "%s", playground->path);
	snprintf(played->symbols, sizeof(played->symbols), "%s/symbols", playground->path);
	playground_write(played->symbols, tracefs_symbols);
	/* One of a process that is no more (no process has this number), one of init, a foreign. */
	snprintf(text, sizeof(text),
		 "p:lsmbench_%d/p%d_inode_getattr security_inode_getattr\n"
		 "p:lsmbench_1/p1_inode_getattr security_inode_getattr\n"
		 "p:kprobes/other vfs_read\n",
		 INT_MAX, INT_MAX);
	playground_write(playground_join(played->tracefs, "kprobe_events").text, text);
	mkdir(playground_join(played->tracefs, "events").text, 0700);
	snprintf(name, sizeof(name), "events/lsmbench_%d", (int)getpid());
	mkdir(playground_join(played->tracefs, name).text, 0700);
	for (size_t i = 0; i < 3; i++) {
		snprintf(name, sizeof(name), "events/lsmbench_%d/p%d_%s", (int)getpid(),
			 (int)getpid(), tracefs_hooks[i]);
		mkdir(playground_join(played->tracefs, name).text, 0700);
		strncat(name, "/enable", sizeof(name) - strlen(name) - 1);
		playground_write(playground_join(played->tracefs, name).text, "");
	}
	tracefs_write_profile(played);
}

static inline void tracefs_open_counter(const struct tracefs *played, struct hook_counter **counter)
{
	struct error error = {""};

	if (hook_counter_open_at(counter, played->tracefs, played->symbols, &error) < 0)
		fail_msg("%s", error.text);
}

#endif
