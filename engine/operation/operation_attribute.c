/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_attribute.c - getxattr and setxattr of an attribute that a person may set,
 * user.lsmbench.
 */
#include "engine/operation/operation_attribute.h"

#include <errno.h>
#include <string.h>
#include <sys/xattr.h>

static const char file_name[] = "FFF";
static const char attribute[] = "user.lsmbench";
static const char value_at_rest[] = "sixteen bytes..";
static const char value_in_between[] = "SIXTEEN BYTES..";

static int run_getxattr(struct context *context, uint64_t n)
{
	char value[sizeof(value_at_rest)];

	(void)context;
	for (uint64_t i = 0; i < n; i++) {
		ssize_t size = getxattr(file_name, attribute, value, sizeof(value));

		if (size != (ssize_t)sizeof(value))
			return size < 0 ? errno : EPROTO;
	}
	return 0;
}

static int run_setxattr(struct context *context, uint64_t n)
{
	(void)context;
	for (uint64_t i = 0; i < n; i++) {
		const char *value = i & 1 ? value_at_rest : value_in_between;

		if (setxattr(file_name, attribute, value, sizeof(value_at_rest), 0) < 0)
			return errno;
	}
	return 0;
}

static int setup(struct context *context, struct error *error)
{
	(void)context;
	if (setxattr(file_name, attribute, value_at_rest, sizeof(value_at_rest), 0) == 0)
		return 0;
	if (errno == EOPNOTSUPP)
		return error_set(error, -errno,
				 "the file system has no attributes of users: name another with "
				 "--scratch, or mount it with user_xattr");
	return error_set(error, -errno, "FFF: %s", error_words(errno));
}

static bool holds(const char *expected)
{
	char value[sizeof(value_at_rest)] = "";

	return getxattr(file_name, attribute, value, sizeof(value)) == (ssize_t)sizeof(value) &&
	       memcmp(value, expected, sizeof(value)) == 0;
}

static int verify_getxattr(struct context *context, struct error *error)
{
	(void)context;
	if (!holds(value_at_rest))
		return error_set(error, -EPROTO,
				 "FFF does not hold the attribute that it was given");
	return 0;
}

static int verify_setxattr(struct context *context, struct error *error)
{
	if (run_setxattr(context, 1) != 0 || !holds(value_in_between))
		return error_set(error, -EPROTO, "setxattr FFF does not change the attribute");
	if (run_setxattr(context, 2) != 0 || !holds(value_at_rest))
		return error_set(error, -EPROTO, "setxattr FFF does not change the attribute back");
	return 0;
}

const struct operation operation_getxattr = {
	.name = "getxattr",
	.group = "file",
	.summary = "getxattr(FFF, \"user.lsmbench\"), 16 bytes",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{"getxattr", 1}},
	.period = 1,
	.setup = setup,
	.run = run_getxattr,
	.verify = verify_getxattr,
};

const struct operation operation_setxattr = {
	.name = "setxattr",
	.group = "file",
	.summary = "one setxattr of 16 bytes, alternating between two values",
	.parameter = &parameter_none,
	.fixture = FIXTURE_DIRECTORY,
	.worked_on = file_name,
	.calls = {{"setxattr", 1}},
	.period = 2,
	.setup = setup,
	.run = run_setxattr,
	.verify = verify_setxattr,
};
