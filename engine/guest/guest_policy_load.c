/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_policy_load.c - in the guest: the policy is given to the kernel, and a worker enters it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "engine/environment/security_module.h"
#include "engine/guest/guest_policy.h"
#include "fixtures/text_show.h"

#define SECURITYFS "/sys/kernel/security"
#define SELINUXFS "/sys/fs/selinux"
#define CURRENT "/proc/self/attr/current"

/* In one write: a kernel takes each for a policy of its own. The errno of close counts too. */
static int write_whole(const char *path, const void *bytes, size_t size)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), code = 0;
	ssize_t put;

	if (fd < 0)
		return -errno;
	put = write(fd, bytes, size);
	if (put < 0)
		code = -errno;
	else if ((size_t)put != size)
		code = -EIO;
	if (close(fd) && !code)
		code = -errno;
	return code;
}

/* A file as one line, without what ends it: a line end, or the NUL of a context. */
static int read_line(const char *path, char *line, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), code = 0;
	ssize_t got;

	line[0] = '\0';
	if (fd < 0)
		return -errno;
	got = read(fd, line, size - 1);
	if (got < 0)
		code = -errno;
	close(fd);
	line[got > 0 ? got : 0] = '\0';
	line[strcspn(line, "\n")] = '\0';
	return code;
}

/* Mounted already is as good. */
static int mount_once(const char *type, const char *directory)
{
	return mount(type, directory, type, 0, NULL) && errno != EBUSY ? -errno : 0;
}

static int load_apparmor(const void *bytes, size_t size, struct error *error)
{
	int code = write_whole(SECURITYFS "/apparmor/.load", bytes, size);

	if (code == -ENOENT)
		return error_set(error, code,
				 "AppArmor is not active in this guest: its list of modules must "
				 "name apparmor before a policy can be loaded");
	if (code == -EPROTONOSUPPORT || code == -EPROTO)
		return error_set(error, code,
				 "this kernel does not take the compiled profile (%s): compile it "
				 "for the features that it has, which its messages name",
				 error_words(code));
	return code ? error_set(error, code, "the profile cannot be loaded: %s", error_words(code))
		    : 0;
}

/* What the policy allows from now on holds for whoever sets it, too. */
static int enforce_selinux(struct error *error)
{
	char line[8];
	int code = write_whole(SELINUXFS "/enforce", "1", 1);

	if (!code)
		code = read_line(SELINUXFS "/enforce", line, sizeof(line));
	if (!code && strcmp(line, "1") != 0)
		code = -EPERM;
	return code ? error_set(error, code, "SELinux cannot be set to enforcing: %s",
				error_words(code))
		    : 0;
}

static int load_selinux(const void *bytes, size_t size, struct error *error)
{
	int code = mount_once("selinuxfs", SELINUXFS);

	if (code == -ENODEV || code == -ENOENT)
		return error_set(error, code,
				 "SELinux is not active in this guest: its list of modules must "
				 "name selinux before a policy can be loaded");
	if (code)
		return error_set(error, code, "selinuxfs cannot be mounted: %s", error_words(code));
	code = write_whole(SELINUXFS "/load", bytes, size);
	if (code)
		return error_set(error, code,
				 "the policy for SELinux cannot be loaded: %s; is its version not "
				 "above the kernel's (" SELINUXFS "/policyvers)?",
				 error_words(code));
	return enforce_selinux(error);
}

/*
 * Kernels in which IMA is no module yet (6.1) panic at the first file that a policy makes it look
 * at, when "lsm=" does not name integrity.
 */
static bool lacks_integrity(void)
{
	char line[4096] = "", *word;

	if (!read_line(SECURITYFS "/lsm", line, sizeof(line)) && module_list_has(line, "ima"))
		return false;
	if (read_line("/proc/cmdline", line, sizeof(line)))
		return false;
	word = strstr(line, " lsm=");
	if (!word)
		return false;
	word += strlen(" lsm=");
	word[strcspn(word, " ")] = '\0';
	return !module_list_has(word, "integrity");
}

static int load_ima(const void *bytes, size_t size, struct error *error)
{
	int code;

	if (lacks_integrity())
		return error_set(error, -EINVAL,
				 "with a policy for IMA this kernel would panic, as its list of "
				 "modules does not name integrity: write capability,integrity");
	code = write_whole(SECURITYFS "/ima/policy", bytes, size);
	if (code == -ENOENT)
		return error_set(error, code,
				 "this kernel has no IMA, or its policy was loaded before "
				 "(CONFIG_IMA, CONFIG_IMA_WRITE_POLICY)");
	if (code == -EINVAL)
		return error_set(error, code,
				 "this kernel's IMA does not take a rule of the policy: its "
				 "messages say which");
	return code ? error_set(error, code, "the policy for IMA cannot be loaded: %s",
				error_words(code))
		    : 0;
}

int guest_policy_load(const struct guest_policy *policy, const void *bytes, size_t size,
		      struct error *error)
{
	int code;

	if (!policy->module)
		return 0;
	code = mount_once("securityfs", SECURITYFS);
	if (code)
		return error_set(error, code, "securityfs cannot be mounted: %s",
				 error_words(code));
	if (!strcmp(policy->module, "apparmor"))
		return load_apparmor(bytes, size, error);
	if (!strcmp(policy->module, "selinux"))
		return load_selinux(bytes, size, error);
	return load_ima(bytes, size, error);
}

static int enter_apparmor(const char *profile, struct error *error)
{
	const char *path = "/proc/self/attr/apparmor/current"; /* from Linux 5.8 */
	char order[320], expected[320], line[320], shown[TEXT_SHOW_SIZE];
	int code;

	if (access(path, F_OK))
		path = CURRENT;
	snprintf(order, sizeof(order), "changeprofile %s", profile);
	code = write_whole(path, order, strlen(order));
	if (code)
		return error_set(error, code, "the profile %s cannot be entered: %s%s", profile,
				 error_words(code),
				 code == -ENOENT ? "; is it the name of a profile in the file?"
						 : "");
	code = read_line(path, line, sizeof(line));
	snprintf(expected, sizeof(expected), "%s (enforce)", profile);
	if (code || strcmp(line, expected) != 0)
		return error_set(error, code ? code : -EPERM,
				 "the worker is not confined by %s in mode enforce, but: %s",
				 profile,
				 code ? error_words(code) : text_show(line, strlen(line), shown));
	return 0;
}

static int enter_selinux(const char *context, struct error *error)
{
	char line[320], shown[TEXT_SHOW_SIZE];
	int code = write_whole(CURRENT, context, strlen(context));

	if (code)
		return error_set(
			error, code,
			"the context %s cannot be entered: %s; it must be one of the "
			"policy, and the policy must allow setcurrent and dyntransition to "
			"it",
			context, error_words(code));
	code = read_line(CURRENT, line, sizeof(line));
	if (code || strcmp(line, context) != 0)
		return error_set(error, code ? code : -EPERM, "the worker is not in %s, but: %s",
				 context,
				 code ? error_words(code) : text_show(line, strlen(line), shown));
	return 0;
}

int guest_policy_enter(const struct guest_policy *policy, struct error *error)
{
	if (!policy->module || !policy->domain)
		return 0;
	return !strcmp(policy->module, "apparmor") ? enter_apparmor(policy->domain, error)
						   : enter_selinux(policy->domain, error);
}
