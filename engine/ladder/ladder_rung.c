/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_rung.c - one boot of a ladder: from a person's text to the command line of a guest.
 */
#include "engine/ladder/ladder_rung.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/environment/security_module.h"
#include "engine/ladder/ladder_rung_words.h"
#include "engine/text/nearest.h"
#include "fixtures/text_show.h"

/*
 * nokaslr and norandmaps: addresses are the same in every boot. panic=-1: a kernel that panics ends
 * its guest at once.
 */
#define BASE "console=ttyS0 quiet nokaslr norandmaps panic=-1"
/* A word for a module that no kernel has: kernels keep it and do nothing with it. */
#define PLACEBO "lsmbench.placebo=1"
/* COMMAND_LINE_SIZE of x86, its end included; a longer one is cut without a word. */
#define COMMAND_LINE_SIZE 2048u

static const char *module_name_at(const void *table, size_t index)
{
	return ((const struct security_module *)table)[index].name;
}

static int unknown_module(const char *name, size_t length, struct error *error)
{
	char shown[TEXT_SHOW_SIZE], near[160];

	text_show(name, length, shown);
	nearest_names(shown, module_name_at, security_modules, security_module_count, near,
		      sizeof(near));
	return error_set(error, -EINVAL,
			 "unknown security module '%s'%s%s a module of your own is named by "
			 "\"default lsm=%s,...\", which is taken as it is",
			 shown, near, near[0] ? "" : ";", shown);
}

static int check_list(const char *list, struct error *error)
{
	const char *cursor = list, *name;
	size_t length;

	if (strchr(list, '='))
		return error_set(error, -EINVAL,
				 "'%.100s' is no list of security modules: words of the command "
				 "line stand behind the list, as in \"default %.100s\"",
				 list, list);
	while ((name = module_list_next(&cursor, &length))) {
		char shown[TEXT_SHOW_SIZE];

		if (!security_module_find_part(name, length))
			return unknown_module(name, length, error);
		if (module_list_has_part(cursor, name, length))
			return error_set(error, -EINVAL,
					 "'%s' stands twice in the list '%.200s': the kernel takes "
					 "the first, leave the other out",
					 text_show(name, length, shown), list);
	}
	if (list[strspn(list, ",")] == '\0')
		return error_set(error, -EINVAL,
				 "'%.100s' names no security module; \"default\" is the list that "
				 "the kernel was built with",
				 list);
	if (list[0] == ',' || strstr(list, ",,") || list[strlen(list) - 1] == ',')
		return error_set(error, -EINVAL,
				 "a name is missing beside a comma of the list '%.200s'", list);
	return 0;
}

/* What would make the kernel read other words than those that stand there. */
static int check_quotes(const char *words, struct error *error)
{
	bool quoted = false;

	for (const char *at = words; *at; at++)
		quoted ^= *at == '"';
	if (quoted)
		return error_set(
			error, -EINVAL,
			"a quote is not closed in '%.200s': the kernel would take all that "
			"follows for one word",
			words);
	for (const char *at = words; *at; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");

		if (length == 2 && memcmp(at, "--", 2) == 0)
			return error_set(error, -EINVAL,
					 "behind '--' the kernel reads no words in '%.200s': leave "
					 "it out",
					 words);
		at += length;
	}
	return 0;
}

/* Words that the guest's own would contradict. */
static int check_words(const char *words, bool has_list, struct error *error)
{
	static const char *const ours[] = {"init", "rdinit", "console", "panic"};
	size_t length;

	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		if (command_word(words, ours[i], &length))
			return error_set(error, -EINVAL,
					 "'%s=' is given to a guest by the ladder itself: leave it "
					 "out",
					 ours[i]);
	if (has_list && command_word(words, "lsm", &length))
		return error_set(error, -EINVAL,
				 "a list of security modules stands in front already: leave "
				 "'lsm=%.*s' out",
				 (int)(length < 100 ? length : 100),
				 command_word(words, "lsm", &length));
	return check_quotes(words, error);
}

/* A list behind "default" that is not checked, "default lsm=mine,capability": it becomes the list,
 * and leaves the words. */
static int take_list(struct ladder_rung *rung)
{
	size_t length = 0;
	char *value = (char *)command_word(rung->append, "lsm", &length);
	char *from, *to;

	if (!value || length == 0)
		return 0;
	free(rung->lsm);
	rung->lsm = strndup(value, length);
	if (!rung->lsm)
		return -ENOMEM;
	from = value - strlen("lsm=");
	to = value + length;
	to += strspn(to, " ");
	memmove(from, to, strlen(to) + 1);
	for (to = from + strlen(from); to > rung->append && to[-1] == ' ';)
		*--to = '\0';
	return 0;
}

static int split(const char *text, struct ladder_rung *rung)
{
	size_t length;

	text += strspn(text, " ");
	length = strcspn(text, " ");
	rung->lsm = strndup(text, length);
	text += length;
	text += strspn(text, " ");
	length = strlen(text);
	while (length && text[length - 1] == ' ')
		length--;
	rung->append = strndup(text, length);
	return rung->lsm && rung->append ? 0 : -ENOMEM;
}

static int check_length(const struct ladder_rung *rung, struct error *error)
{
	char *line = ladder_rung_command_line(rung);
	size_t length = line ? strlen(line) : 0;

	free(line);
	if (!line)
		return -ENOMEM;
	/* The same rung may be booted as a placebo. */
	length += strlen(" " PLACEBO);
	if (length < COMMAND_LINE_SIZE)
		return 0;
	return error_set(error, -EINVAL,
			 "the command line of this guest has %zu characters, and a kernel for x86 "
			 "takes %u: shorten what begins with '%.40s'",
			 length, COMMAND_LINE_SIZE - 1, rung->lsm[0] ? rung->lsm : rung->append);
}

static int take_apart(const char *text, struct ladder_rung *rung, struct error *error)
{
	bool has_list;
	int code = split(text, rung);

	if (code)
		return code;
	has_list = strcmp(rung->lsm, "default") != 0;
	if (has_list)
		code = check_list(rung->lsm, error);
	else
		rung->lsm[0] = '\0';
	if (!code)
		code = check_words(rung->append, has_list, error);
	if (!code && !has_list)
		code = take_list(rung);
	return code ? code : check_length(rung, error);
}

int ladder_rung_parse(const char *text, struct ladder_rung *rung, struct error *error)
{
	int code;

	*rung = (struct ladder_rung){.kind = RUNG_OTHER};
	if (text_has_control(text)) {
		char shown[TEXT_SHOW_SIZE];

		return error_set(error, -EINVAL,
				 "a command line of a kernel holds no control characters: '%s'",
				 text_show(text, strlen(text), shown));
	}
	code = take_apart(text, rung, error);
	if (code == -ENOMEM)
		error_set(error, code, "no memory for a rung of the ladder");
	if (code)
		ladder_rung_clear(rung);
	return code;
}

int ladder_rung_copy(struct ladder_rung *copy, const struct ladder_rung *rung)
{
	*copy = *rung;
	copy->lsm = strdup(rung->lsm ? rung->lsm : "");
	copy->append = strdup(rung->append ? rung->append : "");
	copy->policy = (struct guest_policy){NULL, NULL, NULL};
	if (copy->lsm && copy->append && !guest_policy_copy(&copy->policy, &rung->policy))
		return 0;
	ladder_rung_clear(copy);
	return -ENOMEM;
}

void ladder_rung_clear(struct ladder_rung *rung)
{
	free(rung->lsm);
	free(rung->append);
	guest_policy_clear(&rung->policy);
	*rung = (struct ladder_rung){.kind = RUNG_OTHER};
}

char *ladder_rung_command_line(const struct ladder_rung *rung)
{
	const bool has_list = rung->lsm && rung->lsm[0],
		   has_words = rung->append && rung->append[0];
	char *line;

	if (asprintf(&line, BASE "%s%s%s%s%s", has_list ? " lsm=" : "", has_list ? rung->lsm : "",
		     has_words ? " " : "", has_words ? rung->append : "",
		     rung->kind == RUNG_PLACEBO ? " " PLACEBO : "") < 0)
		return NULL;
	return line;
}
