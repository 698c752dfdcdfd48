/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_rung_defaults.c - the rungs of a ladder when a person names none.
 */
#include <string.h>

#include "engine/environment/security_module.h"
#include "engine/ladder/ladder_rung.h"

/* What Debian builds, for a kernel whose configuration is not known. */
static const char *const debian[] = {"landlock", "apparmor", "tomoyo", "selinux", "bpf"};

static bool is_built(const struct kernel_image *image, const struct security_module *module)
{
	char value[8];

	if (image && image->config) {
		const char *set = kernel_image_option(image, module->option, value, sizeof(value));

		return set && !strcmp(set, "y");
	}
	for (size_t i = 0; i < sizeof(debian) / sizeof(debian[0]); i++)
		if (!strcmp(debian[i], module->name))
			return true;
	return false;
}

/* The module at that place of those with a rung of their own; NULL: there are no more. */
static const struct security_module *module_offered(unsigned int place)
{
	for (size_t i = 0; i < security_module_count; i++)
		if (security_modules[i].offered == place)
			return &security_modules[i];
	return NULL;
}

int ladder_rung_defaults(const struct kernel_image *image, struct text_list *texts)
{
	const struct security_module *module;
	int code;

	/* Without CONFIG_SECURITY there is nothing to choose, and "lsm=" means nothing. */
	if (image && image->config && !is_built(image, security_module_find("capability")))
		return text_list_add(texts, "default");
	code = text_list_add(texts, "capability");
	for (unsigned int place = 1; (module = module_offered(place)) && !code; place++)
		if (is_built(image, module))
			code = text_list_add_format(texts, "%s,capability", module->name);
	return code ? code : text_list_add(texts, "default");
}
