/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_hosts.h - the hosts of a printed summary, and how a person names one.
 *
 * A name is what stands in the host's rows. Behind it comes the system where one host ran several
 * ("frodo Linux 2.4.18"), and the summary's number where one text has several of the same
 * ("host2005#2").
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_PRINTED_HOSTS_H
#define LSMBENCH_EXPORTS_LMBENCH_PRINTED_HOSTS_H

#include <stdbool.h>

#include "exports/lmbench/lmbench_printed.h"

struct printed_host {
	const char *host; /* of the summary, which must stay */
	const char *system;
	size_t summary;
	char name[2 * PRINTED_NAME_SIZE + 32];
};

struct printed_hosts {
	struct printed_host *items; /* in order of appearance */
	size_t count;
};

/* Find them. 0, and then hosts needs printed_hosts_clear, or -ENOMEM. */
int printed_hosts_of(const struct printed_summary *summary, struct printed_hosts *hosts);
void printed_hosts_clear(struct printed_hosts *hosts);

/* Whether the row, of a host, is the host's. */
bool printed_host_has(const struct printed_host *host, const struct printed_row *row);

/*
 * The host called name, or with NULL the only one; NULL with a message when there is none: it lists
 * those that are there and shows how source is asked for one.
 */
const struct printed_host *printed_hosts_pick(const struct printed_hosts *hosts, const char *source,
					      const char *name, struct error *error);

/* Take from a line of the text, "LMbench 2.0 layout, measured by lsmbench 0.1.0", who has measured.
 */
void printed_take_maker(struct printed_summary *summary, const char *words);

#endif
