/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * qemu.h - the emulator that counts instructions, and the command that starts it.
 *
 * -accel tcg with -icount shift=0,sleep=off: the guest's clock advances by 1 ns with every
 * instruction and jumps ahead when the guest sleeps, so that its time stamp counter counts
 * instructions. Never KVM. cmpxchg16b is taken out of the CPU: with it some boots fault twice.
 */
#ifndef LSMBENCH_ENGINE_QEMU_H
#define LSMBENCH_ENGINE_QEMU_H

#include <limits.h>
#include <stdint.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"

#define QEMU_CPU "max,-cx16"
#define QEMU_MEMORY_MEGABYTES 512u

struct qemu {
	char path[PATH_MAX];
	char version[64]; /* "7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)" */
};

/* LSMBENCH_QEMU, else qemu-system-x86_64 on the PATH. -ENOENT names the package to install. */
int qemu_find(struct qemu *qemu, struct error *error);

struct qemu_guest {
	const char *kernel;
	const char *initramfs;
	const char *command_line;
	const char *log; /* a file that gets the first serial port: the kernel's messages */
	uint64_t seed;
};

/* The words of the command; the second serial port is its standard output. 0 or -ENOMEM. */
int qemu_command(const struct qemu *qemu, const struct qemu_guest *guest, struct text_list *words);

#endif
