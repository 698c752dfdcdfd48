/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsx_map.c - copies to and from a mapping of the file, and finds out why one was not possible.
 *
 * Where the handler jumps to can only be found in memory of the program's own, so this is static.
 */
#include "engine/operation/fsx_map.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* So often a page may be missing for a reason that is gone when we ask for it. */
#define TRIES 10u
/* Where no more blocks are free, a file system may miss some for what describes the file. */
#define FEW_BLOCKS 64u

static struct {
	struct sigaction former;
	bool installed;
	sigjmp_buf place;
	volatile sig_atomic_t copying;
	void *volatile address;
} trap;

static void jump(int number, siginfo_t *information, void *machine)
{
	(void)machine;
	/* A signal that no copy has raised is not to be hidden: what raised it is tried again. */
	if (!trap.copying) {
		signal(number, SIG_DFL);
		return;
	}
	trap.address = information->si_addr;
	siglongjmp(trap.place, 1);
}

void fsx_map_begin(void)
{
	/* It is not left by a return, after which it would be unblocked again. */
	struct sigaction action = {.sa_sigaction = jump, .sa_flags = SA_SIGINFO | SA_NODEFER};

	if (trap.installed)
		return;
	sigemptyset(&action.sa_mask);
	trap.installed = sigaction(SIGBUS, &action, &trap.former) == 0;
}

void fsx_map_end(void)
{
	if (trap.installed)
		sigaction(SIGBUS, &trap.former, NULL);
	trap.installed = false;
}

/* False when a page of the mapping could not be had: trap.address lies in it. */
static bool copy(unsigned char *to, const unsigned char *from, size_t length)
{
	if (sigsetjmp(trap.place, 0)) {
		trap.copying = 0;
		return false;
	}
	trap.copying = 1;
	memcpy(to, from, length);
	trap.copying = 0;
	return true;
}

/* Why there is no page for what lies at offset: it is written as it is. 0: now there is one. */
static int why_missing(const struct fsx_file *file, off_t offset)
{
	unsigned char byte;
	ssize_t moved = pread(file->fd, &byte, 1, offset);

	if (moved == 1)
		moved = pwrite(file->fd, &byte, 1, offset);
	if (moved < 0)
		return errno;
	/* The file ends before. */
	return moved == 0 ? EIO : 0;
}

/* A page stays missing that can be written: some blocks are needed to map it, or it is damaged. */
static int why_still_missing(const struct fsx_file *file)
{
	struct statvfs about;

	return fstatvfs(file->fd, &about) == 0 && about.f_bavail < FEW_BLOCKS ? ENOSPC : EIO;
}

/* One attempt. EAGAIN when a page was missing that is now there. */
static int map_and_copy(const struct fsx_file *file, const struct fsx_step *step,
			struct fsx_transfer *transfer)
{
	const bool writes = step->kind == FSX_MAP_WRITE;
	const size_t lead = step->offset % file->page;
	const size_t length = lead + step->length;
	const off_t start = (off_t)(step->offset - lead);
	int failure = 0;
	size_t missing;
	unsigned char *map = mmap(NULL, length, writes ? PROT_READ | PROT_WRITE : PROT_READ,
				  MAP_SHARED, file->fd, start);

	if (map == MAP_FAILED)
		return errno;
	if (!(writes ? copy(map + lead, transfer->data, step->length)
		     : copy(transfer->buffer, map + lead, step->length))) {
		missing = (size_t)((unsigned char *)trap.address - map);
		failure = why_missing(file, start + (off_t)(missing / file->page * file->page));
		failure = failure ? failure : EAGAIN;
	}
	if (munmap(map, length) < 0)
		return errno;
	transfer->moved = step->length;
	return failure;
}

int fsx_map_perform(const struct fsx_file *file, const struct fsx_step *step,
		    struct fsx_transfer *transfer)
{
	int failure = EAGAIN;

	for (unsigned int i = 0; i < TRIES && failure == EAGAIN; i++)
		failure = map_and_copy(file, step, transfer);
	return failure == EAGAIN ? why_still_missing(file) : failure;
}
