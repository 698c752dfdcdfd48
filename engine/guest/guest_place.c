/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_place.c - mounts, the loopback interface, files. */
#include "engine/guest/guest_place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* No file that a guest is given is longer. */
#define FILE_MAXIMUM (64u << 20)

static const struct {
	const char *type;
	const char *where;
} mounts[] = {
	{"proc", "/proc"},
	{"sysfs", "/sys"},
	{"devtmpfs", "/dev"},
	{"securityfs", "/sys/kernel/security"},
	{"selinuxfs", "/sys/fs/selinux"},
	{"smackfs", "/sys/fs/smackfs"},
	{"tracefs", "/sys/kernel/tracing"},
	{"bpf", "/sys/fs/bpf"},
	{"tmpfs", "/dev/shm"},
	{"tmpfs", "/tmp"},
	{"tmpfs", GUEST_SCRATCH_DIRECTORY},
};

/* What the kernel does not have is missed by whoever needs it, who says so. */
static void mount_all(void)
{
	for (size_t i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		mkdir(mounts[i].where, 0755);
		mount(mounts[i].type, mounts[i].where, mounts[i].type, 0, NULL);
	}
}

/* The C library's last words go to the kernel's console. */
static void open_standard_files(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/console", O_RDWR | O_NOCTTY) < 0 &&
		    open("/dev/null", O_RDWR) < 0)
			return;
}

static void start_loopback(void)
{
	struct ifreq request = {.ifr_name = "lo"};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	if (ioctl(fd, SIOCGIFFLAGS, &request) == 0) {
		request.ifr_flags |= IFF_UP;
		ioctl(fd, SIOCSIFFLAGS, &request);
	}
	close(fd);
}

void guest_place_make(void)
{
	umask(022);
	mount_all();
	open_standard_files();
	start_loopback();
}

/* An empty file and the directories that lead to it, where nothing stands yet. */
static void make_file(const char *path)
{
	char part[PATH_MAX];
	int fd;

	if ((size_t)snprintf(part, sizeof(part), "%s", path) >= sizeof(part))
		return;
	for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(part, 0755);
		*slash = '/';
	}
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd >= 0)
		close(fd);
}

void guest_place_make_files(const struct plan *plan)
{
	for (size_t i = 0; i < plan->case_count; i++) {
		const struct plan_case *plan_case = &plan->cases[i];
		char path[PATH_MAX];

		/* It opens that one without having a path as parameter. */
		if (strcmp(plan_case->operation->name, "open-denied") == 0)
			make_file(path_default_file());
		if (plan_case->operation->parameter->type != PARAMETER_PATH ||
		    parameter_path_of(plan_case->parameter, plan->default_file, path, sizeof(path),
				      NULL) < 0)
			continue;
		if (path[0] == '/')
			make_file(path);
	}
}

static int read_all(int fd, FILE *to)
{
	char buffer[4096];
	ssize_t count;
	size_t total = 0;

	while ((count = read(fd, buffer, sizeof(buffer))) != 0) {
		if (count < 0)
			return -errno;
		total += (size_t)count;
		if (total > FILE_MAXIMUM)
			return -EFBIG;
		if (fwrite(buffer, 1, (size_t)count, to) != (size_t)count)
			return -ENOMEM;
	}
	return 0;
}

int guest_place_read(const char *path, char **text, size_t *length, struct error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int code = fd < 0 ? -errno : 0;
	FILE *to = code == 0 ? open_memstream(text, length) : NULL;

	if (code == 0 && !to)
		code = -ENOMEM;
	if (code == 0)
		code = read_all(fd, to);
	if (to && fclose(to) != 0 && code == 0)
		code = -ENOMEM;
	if (fd >= 0)
		close(fd);
	if (code == 0)
		return 0;
	if (to)
		free(*text);
	*text = NULL;
	return error_set(error, code, "%s: %s", path, error_words(code));
}
