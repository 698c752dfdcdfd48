/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_rung_advice.c - what a person has to know of the difference between the modules asked for
 * and those that a guest reports.
 *
 * How a kernel chooses (security/security.c, ordered_lsm_parse): capability always; early modules
 * before the command line is read; with "lsm=" those of the list, of SELinux, AppArmor and Smack
 * only the first; with "security=" the kernel's own list (CONFIG_LSM) without those of SELinux,
 * AppArmor, Smack and TOMOYO that are not named; then IMA and EVM where they are modules.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine/environment/security_module.h"
#include "engine/ladder/ladder_rung.h"
#include "engine/ladder/ladder_rung_words.h"

struct advice {
	const struct ladder_rung *rung;
	const struct kernel_image *image; /* NULL: nothing is known */
	const char *list;                 /* asked for with "lsm=", "" for none */
	const char *words;
	const char *security; /* the value of "security=", not terminated; NULL */
	size_t security_length;
	const char *reported;
	struct text_list *sentences;
};

enum built { BUILT_UNKNOWN, BUILT_NO, BUILT_YES };

static enum built built(const struct advice *advice, const char *option)
{
	char value[8];
	const char *set;

	if (!advice->image || !advice->image->config)
		return BUILT_UNKNOWN;
	set = kernel_image_option(advice->image, option, value, sizeof(value));
	return set && !strcmp(set, "y") ? BUILT_YES : BUILT_NO;
}

static bool is_reported(const struct advice *advice, const char *name)
{
	return module_list_has(advice->reported, name);
}

/* The module of list that is there and shuts module out: an exclusive one in front of it. */
static const struct security_module *shut_out_by(const struct advice *advice, const char *list,
						 const struct security_module *module)
{
	const char *name;
	size_t length;

	while (module->exclusive && (name = module_list_next(&list, &length))) {
		const struct security_module *other = security_module_find_part(name, length);

		if (other == module)
			return NULL;
		if (other && other->exclusive && is_reported(advice, other->name))
			return other;
	}
	return NULL;
}

/* Why a module of the list asked for is not there. */
static int say_absent(const struct advice *advice, const struct security_module *module)
{
	const struct security_module *other = shut_out_by(advice, advice->list, module);
	enum built is_built = built(advice, module->option);

	if (is_built == BUILT_NO)
		return text_list_add_format(
			advice->sentences,
			"%s was asked for and is absent: this kernel is built without it "
			"(CONFIG_%s is not set)",
			module->name, module->option);
	if (command_word_is(advice->words, module->name, "0"))
		return text_list_add_format(advice->sentences,
					    "%s was asked for and is absent: %s=0 on the command "
					    "line switches it off",
					    module->name, module->name);
	if (other)
		return text_list_add_format(
			advice->sentences,
			"%s was asked for and is absent: SELinux, AppArmor and "
			"Smack exclude each other, and %s stands in front of it",
			module->name, other->name);
	if (is_built == BUILT_UNKNOWN)
		return text_list_add_format(advice->sentences,
					    "%s was asked for and is absent: perhaps this kernel "
					    "is built without CONFIG_%s; its configuration was not "
					    "found",
					    module->name, module->option);
	return text_list_add_format(advice->sentences,
				    "%s was asked for and is absent although it is built in "
				    "(CONFIG_%s=y): the word lsm.debug makes the kernel say why",
				    module->name, module->option);
}

/* "integrity" is in lists of Debian, but no kernel reports it: it starts IMA and EVM, or nothing.
 */
static int say_name_absent(const struct advice *advice, const char *name, size_t length)
{
	const struct security_module *module = security_module_find_part(name, length);

	if (!module)
		return text_list_add_format(
			advice->sentences,
			"%.*s was asked for and is absent: this kernel knows no "
			"module of that name",
			(int)length, name);
	if (!strcmp(module->name, "integrity"))
		return text_list_add(advice->sentences,
				     "no kernel reports integrity: IMA and EVM are there without "
				     "it too, but before Linux 6.9 a policy for IMA needs it");
	return say_absent(advice, module);
}

static int say_absent_ones(const struct advice *advice)
{
	const char *list = advice->list, *name;
	size_t length;
	int code = 0;

	while (!code && (name = module_list_next(&list, &length)))
		if (!module_list_has_part(advice->reported, name, length))
			code = say_name_absent(advice, name, length);
	return code;
}

/* security=NAME: what it can choose, and what it brings along. */
static int say_security(const struct advice *advice)
{
	const int shown = (int)advice->security_length;
	const char *reported = advice->reported, *name;
	char along[256] = "";
	size_t length, used = 0;

	if (!advice->security)
		return 0;
	if (advice->list[0])
		return text_list_add_format(advice->sentences,
					    "security=%.*s does nothing beside lsm=%s: name the "
					    "module in the list",
					    shown, advice->security, advice->list);
	while ((name = module_list_next(&reported, &length)) && used < sizeof(along)) {
		if ((length == advice->security_length &&
		     !memcmp(name, advice->security, length)) ||
		    (length == strlen("capability") && !memcmp(name, "capability", length)))
			continue;
		used += (size_t)snprintf(along + used, sizeof(along) - used, "%s%.*s",
					 used ? "," : "", (int)length, name);
	}
	return text_list_add_format(advice->sentences,
				    "security=%.*s chooses only among SELinux, AppArmor, Smack and "
				    "TOMOYO: %s of the kernel's own list came along; lsm= starts "
				    "no more than it names",
				    shown, advice->security, along[0] ? along : "nothing");
}

/* The module that security= names is absent. */
static int say_security_absent(const struct advice *advice)
{
	const struct security_module *module;

	if (!advice->security || advice->list[0] ||
	    command_word_is(advice->words, "security", "none") ||
	    module_list_has_part(advice->reported, advice->security, advice->security_length))
		return 0;
	module = security_module_find_part(advice->security, advice->security_length);
	return module ? say_absent(advice, module)
		      : say_name_absent(advice, advice->security, advice->security_length);
}

/* selinux=1 and selinux=0 are read only where CONFIG_SECURITY_SELINUX_BOOTPARAM is set. */
static int say_selinux_word(const struct advice *advice)
{
	bool there = is_reported(advice, "selinux");
	bool on = command_word_is(advice->words, "selinux", "1");
	bool off = command_word_is(advice->words, "selinux", "0");

	if (built(advice, "SECURITY_SELINUX") == BUILT_NO || !((on && !there) || (off && there)))
		return 0;
	if (built(advice, "SECURITY_SELINUX_BOOTPARAM") != BUILT_YES)
		return text_list_add_format(
			advice->sentences, "selinux=%s does nothing on this kernel%s: %s",
			off ? "0" : "1",
			built(advice, "SECURITY_SELINUX_BOOTPARAM") == BUILT_NO
				? " (CONFIG_SECURITY_SELINUX_BOOTPARAM is not set)"
				: ", as it seems",
			off ? "leave selinux out of the list"
			    : "name selinux in the list, as in \"selinux,capability\", or write "
			      "\"default security=selinux\"");
	return on ? text_list_add(
			    advice->sentences,
			    "selinux=1 only permits SELinux: it starts when the list names it "
			    "in front of AppArmor and Smack")
		  : 0;
}

/* What no list can leave out: an early module, and IMA and EVM where they are modules. */
static int say_always_there(const struct advice *advice)
{
	bool ima = is_reported(advice, "ima") && !module_list_has(advice->list, "ima");
	bool evm = is_reported(advice, "evm") && !module_list_has(advice->list, "evm");
	int code = 0;

	if (is_reported(advice, "lockdown") && !module_list_has(advice->list, "lockdown"))
		code = text_list_add_format(
			advice->sentences,
			"lockdown is there unasked: it starts before the command line is read%s",
			built(advice, "SECURITY_LOCKDOWN_LSM_EARLY") == BUILT_YES
				? " (CONFIG_SECURITY_LOCKDOWN_LSM_EARLY=y)"
				: "");
	if (!code && (ima || evm))
		code = text_list_add_format(advice->sentences,
					    "%s %s there unasked: this kernel starts %s whatever "
					    "lsm= says",
					    ima && evm ? "ima and evm"
					    : ima      ? "ima"
						       : "evm",
					    ima && evm ? "are" : "is", ima && evm ? "them" : "it");
	return code;
}

/* Modules that are there unasked, and for which none of the known reasons holds. */
static int say_other_ones(const struct advice *advice)
{
	static const char known[] = "capability,lockdown,ima,evm";
	const char *reported = advice->reported, *name;
	size_t length;
	int code = 0;

	while (!code && (name = module_list_next(&reported, &length)))
		if (!module_list_has_part(known, name, length) &&
		    !module_list_has_part(advice->list, name, length))
			code = text_list_add_format(advice->sentences,
						    "%.*s is there unasked, whatever lsm= says",
						    (int)length, name);
	return code;
}

static int say_unreported(const struct advice *advice)
{
	char names[16];
	bool both;

	if (!ladder_rung_unreported(advice->image, advice->reported, names, sizeof(names))[0])
		return 0;
	both = strchr(names, ',') != NULL;
	return text_list_add_format(
		advice->sentences,
		"%s built in and at work in every rung, but this kernel does not list %s: %s cost "
		"stands in the first rung too",
		both                    ? "IMA and EVM are"
		: !strcmp(names, "ima") ? "IMA is"
					: "EVM is",
		both ? "them" : "it", both ? "their" : "its");
}

const char *ladder_rung_unreported(const struct kernel_image *image, const char *reported,
				   char *buffer, size_t size)
{
	const struct advice advice = {.image = image, .reported = reported};
	bool ima = built(&advice, "IMA") == BUILT_YES && !is_reported(&advice, "ima");
	bool evm = built(&advice, "EVM") == BUILT_YES && !is_reported(&advice, "evm");

	snprintf(buffer, size, "%s%s%s", ima ? "ima" : "", ima && evm ? "," : "", evm ? "evm" : "");
	return buffer;
}

int ladder_rung_advice(const struct ladder_rung *rung, const struct kernel_image *image,
		       const char *reported, struct text_list *sentences)
{
	struct advice advice = {.rung = rung,
				.image = image,
				.list = rung->lsm ? rung->lsm : "",
				.words = rung->append ? rung->append : "",
				.reported = reported,
				.sentences = sentences};
	int code;

	advice.security = command_word(advice.words, "security", &advice.security_length);
	code = say_absent_ones(&advice);
	if (!code)
		code = say_security_absent(&advice);
	if (!code)
		code = say_selinux_word(&advice);
	if (!code)
		code = say_security(&advice);
	if (!code && advice.list[0])
		code = say_always_there(&advice);
	if (!code && advice.list[0])
		code = say_other_ones(&advice);
	return code ? code : say_unreported(&advice);
}
