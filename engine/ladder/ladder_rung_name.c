/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_rung_name.c - how a rung is called: by what its guest reports, not by what was asked for.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/environment/security_module.h"
#include "engine/ladder/ladder_rung.h"

struct name {
	char *text;
	size_t size;
	size_t used;
};

__attribute__((format(printf, 2, 3))) static void add(struct name *name, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(name->text + name->used, name->size - name->used, format, arguments);
	va_end(arguments);
	if (length > 0)
		name->used += (size_t)length;
	if (name->used >= name->size)
		name->used = name->size - 1;
}

static bool is_capability(const char *module, size_t length)
{
	return length == strlen("capability") && !memcmp(module, "capability", length);
}

/*
 * The modules of list that are in, or with inside false are not in, other. capability is in every
 * kernel that has modules at all and says nothing beside another.
 */
static size_t add_modules(struct name *name, const char *list, const char *other, bool inside,
			  const char *before)
{
	const char *module;
	size_t length, count = 0;

	while ((module = module_list_next(&list, &length))) {
		if (is_capability(module, length) ||
		    module_list_has_part(other, module, length) != inside)
			continue;
		add(name, "%s%.*s", count++ ? "," : before, (int)length, module);
	}
	return count;
}

static void add_asked(struct name *name, const char *asked, const char *reported)
{
	if (!add_modules(name, asked, reported ? reported : asked, true, ""))
		add(name, "%s",
		    !reported || module_list_has(reported, "capability") ? "capability"
		    : reported[0]                                        ? ""
									 : "no modules");
	if (reported && add_modules(name, reported, asked, false, name->used ? " (+" : "(+"))
		add(name, ")");
}

static void add_policy(struct name *name, const struct guest_policy *policy, const char *reported)
{
	const char *file;

	if (!policy->module)
		return;
	if (policy->domain) {
		add(name, " %s%s", policy->domain, reported ? " enforced" : "");
		return;
	}
	file = policy->file && strrchr(policy->file, '/') ? strrchr(policy->file, '/') + 1
							  : policy->file;
	add(name, " %s policy %s", policy->module, file ? file : "");
}

const char *ladder_rung_name(const struct ladder_rung *rung, const char *reported, char *buffer,
			     size_t size)
{
	struct name name = {.text = buffer, .size = size, .used = 0};

	buffer[0] = '\0';
	if (rung->lsm && rung->lsm[0]) {
		add_asked(&name, rung->lsm, reported);
	} else {
		add(&name, "default");
		if (reported)
			add(&name, " (%s)", reported[0] ? reported : "no modules");
	}
	add_policy(&name, &rung->policy, reported);
	if (rung->append && rung->append[0])
		add(&name, " %s", rung->append);
	return buffer;
}
