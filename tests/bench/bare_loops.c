/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bare_loops.c - operations as one would write them without us: with no check and none of our code.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/bench/bare.h"

#define WINDOW 65536u /* a page fault maps what is in the cache around, within 64 KiB */
#define FAULTS 256u

static void give_up(const char *what)
{
	perror(what);
	exit(2);
}

/* What the loops work on. One process has one of them. */
static int in;
static int out;
static pid_t self;
static char *memory;
static size_t size;
static volatile int signals;
static volatile uint64_t result;

static void null_call(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		syscall(SYS_getppid);
}

static void open_zero(uint64_t number)
{
	(void)number;
	in = open("/dev/zero", O_RDONLY);
}

static void read_zero(uint64_t n)
{
	char byte;

	for (uint64_t i = 0; i < n; i++)
		read(in, &byte, 1);
}

static void open_null(uint64_t number)
{
	(void)number;
	out = open("/dev/null", O_WRONLY);
}

static void write_null(uint64_t n)
{
	char byte = 0;

	for (uint64_t i = 0; i < n; i++)
		write(out, &byte, 1);
}

static void stat_file(uint64_t n)
{
	struct stat status;

	for (uint64_t i = 0; i < n; i++)
		stat("FFF", &status);
}

static void open_file(uint64_t number)
{
	(void)number;
	in = open("FFF", O_RDONLY);
}

static void fstat_file(uint64_t n)
{
	struct stat status;

	for (uint64_t i = 0; i < n; i++)
		fstat(in, &status);
}

static void open_close(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		close(open("FFF", O_RDONLY));
}

static void change_mode(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		chmod("FFF", i & 1 ? 0600 : 0640);
}

static void handler(int number)
{
	(void)number;
	signals++;
}

static void signal_install(uint64_t n)
{
	struct sigaction action = {.sa_handler = handler};
	struct sigaction old;

	for (uint64_t i = 0; i < n; i++)
		sigaction(SIGUSR1, &action, &old);
}

static void install(uint64_t number)
{
	(void)number;
	self = getpid();
	signal_install(1);
}

static void signal_catch(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		kill(self, SIGUSR1);
}

/* Send back whatever comes, until nobody is there to send to. */
static void start_echo(int from, int to, const int *others)
{
	char byte;

	if (fork() != 0) {
		close(from);
		if (to != from)
			close(to);
		return;
	}
	for (int i = 0; i < 2; i++)
		close(others[i]);
	while (read(from, &byte, 1) == 1)
		write(to, &byte, 1);
	_exit(0);
}

static void start_pipes(uint64_t number)
{
	int there[2];
	int back[2];

	(void)number;
	if (pipe(there) < 0 || pipe(back) < 0)
		give_up("pipe");
	in = back[0];
	out = there[1];
	start_echo(there[0], back[1], (int[]){in, out});
}

static void start_sockets(uint64_t number)
{
	int pair[2];

	(void)number;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
		give_up("socketpair");
	in = out = pair[0];
	start_echo(pair[1], pair[1], (int[]){in, -1});
}

static void round_trip(uint64_t n)
{
	char byte = 0;

	for (uint64_t i = 0; i < n; i++) {
		write(out, &byte, 1);
		read(in, &byte, 1);
	}
}

/* The worker's file, too: what a fault on it costs depends on how its blocks came to be. */
static void fill_file(size_t whole, size_t filled)
{
	static char chunk[WINDOW];

	in = open("FFF", O_RDWR);
	if (in < 0 || ftruncate(in, (off_t)whole) < 0)
		give_up("FFF");
	memset(chunk, 1, sizeof(chunk));
	while (filled > 0) {
		size_t part = filled < WINDOW ? filled : WINDOW;

		if (write(in, chunk, part) != (ssize_t)part)
			give_up("FFF");
		filled -= part;
	}
}

static void make_mapping(uint64_t number)
{
	(void)number;
	size = FAULTS * WINDOW;
	fill_file(size, size);
	memory = mmap(NULL, size, PROT_READ, MAP_SHARED, in, 0);
}

static void forget_pages(uint64_t n)
{
	(void)n;
	madvise(memory, size, MADV_DONTNEED);
}

static void page_fault(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		result += (uint64_t)memory[i * WINDOW];
}

static void make_mapped(uint64_t number)
{
	size = number;
	fill_file(size, size / 10 + 1);
}

static void map_touch_unmap(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		volatile char *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, in, 0);

		for (size_t j = 0; j < size / 10; j += 16384)
			map[j] = 1;
		munmap((void *)map, size);
	}
}

static void make_memory(uint64_t number)
{
	size = number;
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memset(memory, 1, size);
}

/* Two words at a time, which every x86-64 and arm64 can. */
static void read_memory(uint64_t n)
{
	typedef uint64_t words __attribute__((vector_size(16)));
	const words *end = (const void *)(memory + size);

	for (uint64_t i = 0; i < n; i++) {
		words sums[4] = {{0}};

		for (const words *p = (const void *)memory; p < end; p += 4) {
			sums[0] += p[0];
			sums[1] += p[1];
			sums[2] += p[2];
			sums[3] += p[3];
		}
		sums[0] += sums[1] + sums[2] + sums[3];
		result += sums[0][0] + sums[0][1];
	}
}

const struct bare bares[] = {
	{"null-call", NULL, NULL, null_call},
	{"read-zero", open_zero, NULL, read_zero},
	{"write-null", open_null, NULL, write_null},
	{"stat", NULL, NULL, stat_file},
	{"fstat", open_file, NULL, fstat_file},
	{"open-close", NULL, NULL, open_close},
	{"chmod", NULL, NULL, change_mode},
	{"signal-install", NULL, NULL, signal_install},
	{"signal-catch", install, NULL, signal_catch},
	{"pipe-latency", start_pipes, NULL, round_trip},
	{"unix-latency", start_sockets, NULL, round_trip},
	{"page-fault", make_mapping, forget_pages, page_fault},
	{"mmap-latency", make_mapped, NULL, map_touch_unmap},
	{"memory-read", make_memory, NULL, read_memory},
};

const size_t bare_count = sizeof(bares) / sizeof(bares[0]);
