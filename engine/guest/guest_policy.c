/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_policy.c - what a person asks for with --policy, taken apart.
 */
#include "engine/guest/guest_policy.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/text_show.h"

#define FORMS "apparmor=FILE:PROFILE, selinux=FILE:CONTEXT or ima=FILE"
#define DOMAIN_MAXIMUM 255u /* also the length of a line of the guest's task */

struct form {
	const char *module;
	const char *domain; /* what follows the file; NULL: nothing does */
};

static const struct form forms[] = {
	{"apparmor", "PROFILE"},
	{"selinux", "CONTEXT"},
	{"ima", NULL},
};

static const struct form *find_form(const char *text, size_t length)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (strlen(forms[i].module) == length && !memcmp(forms[i].module, text, length))
			return &forms[i];
	return NULL;
}

/* A context has colons of its own, a file's name seldom: the first one is the border. */
static int take_apart(const struct form *form, const char *rest, struct guest_policy *policy,
		      struct error *error)
{
	const char *border = form->domain ? strchr(rest, ':') : rest + strlen(rest);
	char shown[TEXT_SHOW_SIZE];

	if (!border || border == rest || (form->domain && !border[1]))
		return error_set(error, -EINVAL, "the policy '%s=%s' is not complete: %s=FILE%s%s",
				 form->module, text_show(rest, strlen(rest), shown), form->module,
				 form->domain ? ":" : "", form->domain ? form->domain : "");
	if (form->domain && strlen(border + 1) > DOMAIN_MAXIMUM)
		return error_set(error, -EINVAL,
				 "the name behind the file of the policy has more than %u "
				 "characters: '%s'",
				 DOMAIN_MAXIMUM, text_show(border, strlen(border), shown));
	policy->module = strdup(form->module);
	policy->file = strndup(rest, (size_t)(border - rest));
	policy->domain = form->domain ? strdup(border + 1) : NULL;
	if (policy->module && policy->file && (policy->domain || !form->domain))
		return 0;
	return error_set(error, -ENOMEM, "no memory for a policy");
}

int guest_policy_parse(const char *text, struct guest_policy *policy, struct error *error)
{
	const size_t length = strcspn(text, "=");
	const struct form *form = find_form(text, length);
	char shown[TEXT_SHOW_SIZE];
	int code;

	*policy = (struct guest_policy){NULL, NULL, NULL};
	if (text_has_control(text))
		return error_set(error, -EINVAL,
				 "a policy is written %s, without control "
				 "characters: '%s'",
				 FORMS, text_show(text, strlen(text), shown));
	if (!form || text[length] != '=')
		return error_set(error, -EINVAL, "unknown policy '%s': it is written %s",
				 text_show(text, strlen(text), shown), FORMS);
	code = take_apart(form, text + length + 1, policy, error);
	if (code)
		guest_policy_clear(policy);
	return code;
}

static bool copy_text(char **copy, const char *text)
{
	*copy = text ? strdup(text) : NULL;
	return *copy || !text;
}

int guest_policy_copy(struct guest_policy *copy, const struct guest_policy *policy)
{
	*copy = (struct guest_policy){NULL, NULL, NULL};
	if (copy_text(&copy->module, policy->module) && copy_text(&copy->file, policy->file) &&
	    copy_text(&copy->domain, policy->domain))
		return 0;
	guest_policy_clear(copy);
	return -ENOMEM;
}

void guest_policy_clear(struct guest_policy *policy)
{
	free(policy->module);
	free(policy->file);
	free(policy->domain);
	*policy = (struct guest_policy){NULL, NULL, NULL};
}
