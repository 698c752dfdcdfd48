/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_policy_compile.c - on the host: from the file that a person names to the bytes that the
 * guest hands to its kernel.
 */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/guest/guest_policy.h"
#include "engine/guest/guest_policy_parser.h"

/* Debian's whole policy for SELinux has 4 MB. The guest holds it twice. */
#define POLICY_MAXIMUM ((off_t)64 << 20)
#define SELINUX_MAGIC 0xf97cff8cu

static int read_whole(int fd, off_t length, void **bytes, size_t *size)
{
	char *all = malloc((size_t)length + 1);
	size_t used = 0;

	if (!all)
		return -ENOMEM;
	while (used < (size_t)length) {
		ssize_t got = read(fd, all + used, (size_t)length - used);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			free(all);
			return got ? -errno : -EIO;
		}
		used += (size_t)got;
	}
	all[used] = '\0';
	*bytes = all;
	*size = used;
	return 0;
}

static int read_file(const char *path, void **bytes, size_t *size, struct error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), code = 0;
	struct stat status;

	if (fd < 0 || fstat(fd, &status)) {
		code = -errno;
		if (fd >= 0)
			close(fd);
		return error_set(error, code, "the policy %s cannot be read: %s", path,
				 error_words(code));
	}
	if (!S_ISREG(status.st_mode) || status.st_size == 0)
		code = error_set(error, -EINVAL, "the policy %s is %s", path,
				 S_ISREG(status.st_mode) ? "empty" : "no regular file");
	else if (status.st_size > POLICY_MAXIMUM)
		code = error_set(error, -EFBIG, "the policy %s is larger than 64 MB", path);
	if (!code) {
		code = read_whole(fd, status.st_size, bytes, size);
		if (code)
			error_set(error, code, "the policy %s cannot be read: %s", path,
				  error_words(code));
	}
	close(fd);
	return code;
}

/* A compiled profile begins with the name "version": a tag, its length, the word. */
static bool is_compiled_profile(const void *bytes, size_t size)
{
	static const char start[] = "\x04\x08\0version";

	return size > sizeof(start) && !memcmp(bytes, start, sizeof(start));
}

static bool is_selinux_policy(const void *bytes, size_t size)
{
	uint32_t magic;

	if (size < sizeof(magic))
		return false;
	memcpy(&magic, bytes, sizeof(magic));
	return le32toh(magic) == SELINUX_MAGIC;
}

/* bytes are the file's; what they are not fit for gets a message. */
static int check_bytes(const struct guest_policy *policy, const void *bytes, size_t size,
		       struct error *error)
{
	if (!strcmp(policy->module, "selinux") && !is_selinux_policy(bytes, size))
		return error_set(error, -EINVAL,
				 "%s is no compiled policy for SELinux: make one with \"secilc -o "
				 "FILE POLICY.cil\" (package secilc) or \"checkpolicy -o FILE "
				 "POLICY.conf\" (package checkpolicy)",
				 policy->file);
	if (!strcmp(policy->module, "ima") && memchr(bytes, '\0', size))
		return error_set(error, -EINVAL,
				 "%s is no policy for IMA, which is text, a rule a line, as "
				 "\"measure func=FILE_CHECK\"",
				 policy->file);
	return 0;
}

int guest_policy_compile(const struct guest_policy *policy, void **bytes, size_t *size,
			 struct error *error)
{
	void *file = NULL;
	int code;

	*bytes = NULL;
	code = read_file(policy->file, &file, size, error);
	if (code || !file)
		return code;
	if (!strcmp(policy->module, "apparmor") && !is_compiled_profile(file, *size)) {
		free(file);
		return guest_policy_parser_compile(policy->file, policy->domain, bytes, size,
						   error);
	}
	code = check_bytes(policy, file, *size, error);
	if (code)
		free(file);
	else
		*bytes = file;
	return code;
}
