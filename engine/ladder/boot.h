/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * boot.h - one guest: started, listened to, ended. Its process dies with ours.
 */
#ifndef LSMBENCH_ENGINE_BOOT_H
#define LSMBENCH_ENGINE_BOOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/guest/guest_message.h"
#include "engine/ladder/qemu.h"
#include "fixtures/error.h"

enum boot_state {
	BOOT_STARTING, /* no line of the guest yet */
	BOOT_RUNNING,
	BOOT_DONE,    /* the guest said END, and every line came through */
	BOOT_PANIC,   /* the kernel panicked or the guest ended before its end */
	BOOT_HANG,    /* no sign of life within the limit */
	BOOT_TROUBLE, /* the guest said TROUBLE, or not HELLO in our version of it */
	BOOT_DAMAGED, /* lines were lost or damaged */
	BOOT_STOPPED, /* by boot_stop */
};

struct boot; /* opaque */

/* Told of every good message, in order. */
typedef void boot_listener(void *argument, const struct guest_message *message);

struct boot_request {
	const struct qemu *qemu;
	struct qemu_guest guest;    /* texts are copied */
	unsigned int limit_seconds; /* without a line of the guest */
	boot_listener *listener;
	void *argument;
};

int boot_start(struct boot **boot, const struct boot_request *request, struct error *error);
/* Readable when boot_work has something to do. */
int boot_fd(const struct boot *boot);
/* Take what has arrived; also to be called now and then, for the limit. Returns the state. */
enum boot_state boot_work(struct boot *boot);
enum boot_state boot_state_of(const struct boot *boot);
/* Kill the guest and wait for it. */
void boot_stop(struct boot *boot);
/*
 * What went wrong, for people, with the kernel's last lines: owned by boot. "" while nothing has.
 */
const char *boot_trouble(const struct boot *boot);
double boot_elapsed_seconds(const struct boot *boot);
pid_t boot_pid(const struct boot *boot);
/* boot_stop when it runs; frees. NULL is fine. */
void boot_free(struct boot *boot);

#endif
