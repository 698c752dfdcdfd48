/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf_programs.c - prints how many of our BPF programs the running kernel has, and how many links
 * hold programs on hooks: what would be left behind. With an argument, waits up to 10 seconds for
 * there to be that many of both: what is not held any more is freed a moment later.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int call(enum bpf_cmd command, union bpf_attr *attributes)
{
	return (int)syscall(SYS_bpf, command, attributes, sizeof(*attributes));
}

/* Whether the program of that number is called as ours are. */
static int is_ours(__u32 number)
{
	union bpf_attr attributes = {.prog_id = number};
	struct bpf_prog_info info = {0};
	int fd = call(BPF_PROG_GET_FD_BY_ID, &attributes);
	int code;

	/* It has gone in the meantime. */
	if (fd < 0)
		return 0;
	attributes = (union bpf_attr){
		.info = {.bpf_fd = (__u32)fd, .info_len = sizeof(info), .info = (uintptr_t)&info}};
	code = call(BPF_OBJ_GET_INFO_BY_FD, &attributes);
	close(fd);
	return code == 0 && strncmp(info.name, "lsmbench_noop", sizeof(info.name)) == 0;
}

static int count(enum bpf_cmd command, int ours_only)
{
	union bpf_attr attributes = {.start_id = 0};
	int found = 0;

	while (call(command, &attributes) == 0) {
		found += !ours_only || is_ours(attributes.next_id);
		attributes = (union bpf_attr){.start_id = attributes.next_id};
	}
	if (errno != ENOENT) {
		perror("bpf");
		exit(1);
	}
	return found;
}

int main(int argc, char **argv)
{
	const struct timespec pause = {.tv_nsec = 10000000};
	int wanted = argc > 1 ? atoi(argv[1]) : -1;

	for (int i = 0; wanted >= 0 && i < 1000; i++) {
		if (count(BPF_LINK_GET_NEXT_ID, 0) == wanted &&
		    count(BPF_PROG_GET_NEXT_ID, 1) == wanted)
			break;
		nanosleep(&pause, NULL);
	}
	printf("%d programs, %d links\n", count(BPF_PROG_GET_NEXT_ID, 1),
	       count(BPF_LINK_GET_NEXT_ID, 0));
	return 0;
}
