/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lsm.c - the kernel's own list of active security modules.
 */
#include "engine/environment/lsm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/environment/security_module.h"

/* Debian 12's headers are older than the call. */
#ifdef SYS_lsm_list_modules
#define LSM_LIST_MODULES SYS_lsm_list_modules
#else
#define LSM_LIST_MODULES 461
#endif

#define LSMS_MAXIMUM 64

static const char *lsm_name(uint64_t id, char *number, size_t size)
{
	const struct security_module *module = security_module_of(id);

	if (module)
		return module->name;
	snprintf(number, size, "module-%llu", (unsigned long long)id);
	return number;
}

int lsm_list(char *list, size_t size)
{
	uint64_t ids[LSMS_MAXIMUM];
	uint32_t bytes = sizeof(ids);
	long count = syscall(LSM_LIST_MODULES, ids, &bytes, 0);
	size_t used = 0;

	list[0] = '\0';
	if (count < 0)
		return -errno;
	for (long i = 0; i < count && used < size; i++) {
		char number[32];

		used += (size_t)snprintf(list + used, size - used, "%s%s", i ? "," : "",
					 lsm_name(ids[i], number, sizeof(number)));
	}
	return 0;
}

int lsm_active(char *list, size_t size)
{
	ssize_t length;
	int fd;

	if (lsm_list(list, size) == 0)
		return 0;
	fd = open("/sys/kernel/security/lsm", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	length = read(fd, list, size - 1);
	close(fd);
	list[length > 0 ? length : 0] = '\0';
	list[strcspn(list, "\n")] = '\0';
	return length < 0 ? -EIO : 0;
}

int lsm_is_active(const char *name)
{
	char list[512];
	int code = lsm_active(list, sizeof(list));

	return code < 0 ? code : module_list_has(list, name);
}
