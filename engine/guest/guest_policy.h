/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_policy.h - a policy that a guest loads before it measures, and the confinement under which
 * its workers then run.
 */
#ifndef LSMBENCH_ENGINE_GUEST_POLICY_H
#define LSMBENCH_ENGINE_GUEST_POLICY_H

#include <stddef.h>

#include "fixtures/error.h"

/* "apparmor=FILE:PROFILE", "selinux=FILE:CONTEXT", "ima=FILE" */
struct guest_policy {
	char *module; /* "apparmor", "selinux", "ima"; NULL: no policy */
	char *file;   /* on the host */
	char *domain; /* the profile or context to run in; NULL for ima */
};

/* Take text apart. 0, -ENOMEM, or -EINVAL with a line that says what is allowed. */
int guest_policy_parse(const char *text, struct guest_policy *policy, struct error *error);
int guest_policy_copy(struct guest_policy *copy, const struct guest_policy *policy);
void guest_policy_clear(struct guest_policy *policy);

/*
 * On the host: the bytes that the guest hands to its kernel, malloc'ed; a text profile of AppArmor
 * is compiled by apparmor_parser. Negative errno with a line that says what is missing and how to
 * get it.
 */
int guest_policy_compile(const struct guest_policy *policy, void **bytes, size_t *size,
			 struct error *error);

/* In the guest: load what guest_policy_compile made of it. */
int guest_policy_load(const struct guest_policy *policy, const void *bytes, size_t size,
		      struct error *error);

/* In the guest, in a worker: enter the domain, and see that it is entered and enforced. */
int guest_policy_enter(const struct guest_policy *policy, struct error *error);

#endif
