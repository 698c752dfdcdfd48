/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bare.h - loops that do what operations do, and nothing else: what a person would write to measure
 * one call.
 */
#ifndef LSMBENCH_TESTS_BENCH_BARE_H
#define LSMBENCH_TESTS_BENCH_BARE_H

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define BARE_WINDOW 65536u
#define BARE_WINDOWS 256u

/* What a loop uses: opened in the process that runs it. */
struct bare_state {
	int fd;
	int partner[2]; /* to read from, to write to */
	pid_t self;
	char *memory;
	size_t size;
	struct sigaction action;
	volatile uint64_t sum;
};

static struct bare_state bare;

static inline void bare_stat(uint64_t n)
{
	struct stat status;

	for (uint64_t i = 0; i < n; i++)
		stat("FFF", &status);
}

static inline void bare_open_close(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		close(open("FFF", O_RDONLY));
}

static inline void bare_chmod(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		chmod("FFF", i & 1 ? 0600 : 0640);
}

static inline void bare_getppid(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		getppid();
}

static inline void bare_read(uint64_t n)
{
	const int fd = bare.fd;
	char byte;

	for (uint64_t i = 0; i < n; i++)
		if (read(fd, &byte, 1) != 1)
			abort();
}

static inline void bare_write(uint64_t n)
{
	const int fd = bare.fd;
	const char byte = 0;

	for (uint64_t i = 0; i < n; i++)
		if (write(fd, &byte, 1) != 1)
			abort();
}

static inline void bare_fstat(uint64_t n)
{
	const int fd = bare.fd;
	struct stat status;

	for (uint64_t i = 0; i < n; i++)
		fstat(fd, &status);
}

static inline void bare_install(uint64_t n)
{
	struct sigaction old;

	for (uint64_t i = 0; i < n; i++)
		sigaction(SIGUSR1, &bare.action, &old);
}

static inline void bare_catch(uint64_t n)
{
	const pid_t self = bare.self;

	for (uint64_t i = 0; i < n; i++)
		kill(self, SIGUSR1);
}

static inline void bare_round_trip(uint64_t n)
{
	const int in = bare.partner[0];
	const int out = bare.partner[1];
	char byte = 0;

	for (uint64_t i = 0; i < n; i++)
		if (write(out, &byte, 1) != 1 || read(in, &byte, 1) != 1)
			abort();
}

static inline void bare_map(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		volatile char *memory =
			mmap(NULL, bare.size, PROT_READ | PROT_WRITE, MAP_SHARED, bare.fd, 0);

		for (size_t at = 0; at < bare.size / 10; at += 16384)
			memory[at] = 1;
		munmap((void *)memory, bare.size);
	}
}

static inline void bare_unmap_pages(void)
{
	madvise(bare.memory, bare.size, MADV_DONTNEED);
}

static inline void bare_touch(uint64_t n)
{
	const volatile char *memory = bare.memory;

	for (uint64_t i = 0; i < n; i++)
		(void)memory[i * BARE_WINDOW];
}

static inline void bare_add_words(uint64_t n)
{
	const uint64_t *words = (const uint64_t *)(const void *)bare.memory;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t a = 0;
		uint64_t b = 0;
		uint64_t c = 0;
		uint64_t d = 0;

		for (size_t j = 0; j < bare.size / sizeof(*words); j += 4) {
			a += words[j];
			b += words[j + 1];
			c += words[j + 2];
			d += words[j + 3];
		}
		bare.sum = a + b + c + d;
		__asm__ volatile("" ::: "memory");
	}
}

static inline void bare_open(const char *name, int flags)
{
	bare.fd = open(name, flags | O_CLOEXEC);
	if (bare.fd < 0)
		abort();
}

static inline void bare_open_zero(void)
{
	bare_open("/dev/zero", O_RDONLY);
}

static inline void bare_open_null(void)
{
	bare_open("/dev/null", O_WRONLY);
}

static inline void bare_open_file(void)
{
	bare_open("FFF", O_RDONLY);
}

static inline void bare_handler(int number)
{
	(void)number;
}

static inline void bare_take_signals(void)
{
	bare.self = getpid();
	bare.action.sa_handler = bare_handler;
	sigemptyset(&bare.action.sa_mask);
	sigaction(SIGUSR1, &bare.action, NULL);
}

/* The other process: on our CPU, ends with us. */
static inline void bare_start_partner(int in, int out)
{
	char byte;

	if (fork() != 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(in, &byte, 1) == 1 && write(out, &byte, 1) == 1)
		;
	_exit(0);
}

static inline void bare_open_pipes(void)
{
	int there[2];
	int back[2];

	if (pipe(there) < 0 || pipe(back) < 0)
		abort();
	bare_start_partner(there[0], back[1]);
	bare.partner[0] = back[0];
	bare.partner[1] = there[1];
}

static inline void bare_open_sockets(void)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
		abort();
	bare_start_partner(pair[1], pair[1]);
	bare.partner[0] = pair[0];
	bare.partner[1] = pair[0];
}

/* FFF with content, so that it is in the cache. */
static inline void bare_fill_file(size_t size)
{
	static const char zeros[BARE_WINDOW];

	bare.size = size;
	bare_open("FFF", O_RDWR);
	for (size_t at = 0; at < size; at += sizeof(zeros))
		if (pwrite(bare.fd, zeros, sizeof(zeros), (off_t)at) != sizeof(zeros))
			abort();
}

static inline void bare_fill_small(void)
{
	bare_fill_file(512 << 10);
}

static inline void bare_map_file(void)
{
	bare_fill_file((size_t)BARE_WINDOW * BARE_WINDOWS);
	bare.memory = mmap(NULL, bare.size, PROT_READ, MAP_SHARED, bare.fd, 0);
}

static inline void bare_take_memory(void)
{
	bare.size = 512 << 10;
	bare.memory =
		mmap(NULL, bare.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memset(bare.memory, 1, bare.size);
}

/* An operation, and how near to it the worker has to come. */
struct bare_loop {
	const char *operation;
	const char *parameter;
	/* What the worker may cost more; 0: it may differ by 3% either way. */
	double most;
	void (*prepare)(void); /* NULL: nothing to do */
	void (*before)(void);  /* each batch, untimed; NULL: nothing to do */
	void (*run)(uint64_t n);
};

static const struct bare_loop bare_loops[] = {
	{"stat", "FFF", 1.01, NULL, NULL, bare_stat},
	{"open-close", "FFF", 1.01, NULL, NULL, bare_open_close},
	{"chmod", "DIR0", 1.01, NULL, NULL, bare_chmod},
	{"null-call", "", 0, NULL, NULL, bare_getppid},
	{"read-zero", "", 0, bare_open_zero, NULL, bare_read},
	{"write-null", "", 0, bare_open_null, NULL, bare_write},
	{"fstat", "", 0, bare_open_file, NULL, bare_fstat},
	{"signal-install", "", 0, bare_take_signals, NULL, bare_install},
	{"signal-catch", "", 0, bare_take_signals, NULL, bare_catch},
	{"pipe-latency", "", 0, bare_open_pipes, NULL, bare_round_trip},
	{"unix-latency", "", 0, bare_open_sockets, NULL, bare_round_trip},
	{"mmap-latency", "512K", 0, bare_fill_small, NULL, bare_map},
	{"page-fault", "", 0, bare_map_file, bare_unmap_pages, bare_touch},
	{"memory-read", "512K", 0, bare_take_memory, NULL, bare_add_words},
};

#define BARE_LOOPS (sizeof(bare_loops) / sizeof(bare_loops[0]))

static inline const struct bare_loop *bare_find(const char *operation)
{
	for (size_t i = 0; i < BARE_LOOPS; i++)
		if (strcmp(bare_loops[i].operation, operation) == 0)
			return &bare_loops[i];
	abort();
}

/* n iterations behind what has to be done before them. */
static inline void bare_batch(const struct bare_loop *loop, uint64_t n)
{
	if (loop->before)
		loop->before();
	loop->run(n);
}

#endif
