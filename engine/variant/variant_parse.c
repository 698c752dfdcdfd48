/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant_parse.c - from the text of a variant to its parts, and what is wrong with it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/nearest.h"
#include "engine/text/words.h"
#include "engine/variant/bpf_hooks.h"
#include "engine/variant/variant_private.h"
#include "fixtures/text_show.h"

#define NAME_MAXIMUM 31u
/* Room for hooks: the name of the variant and quotes stand around them. */
#define HOOKS_SIZE (VARIANT_SIZE - 16)

static const char name_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				   "0123456789_.-";

static const struct variant *find(const char *name, size_t length)
{
	for (size_t i = 0; i < variant_count; i++)
		if (strlen(variants[i].name) == length &&
		    strncmp(variants[i].name, name, length) == 0)
			return &variants[i];
	return NULL;
}

const struct variant *variant_find(const char *text)
{
	return find(text, strcspn(text, ":+"));
}

/* Names of variants; those for the tests are told to nobody. */
struct offer {
	const struct variant *variants[16];
	size_t count;
};

static struct offer make_offer(void)
{
	struct offer offer = {.count = 0};

	for (size_t i = 0; i < variant_count; i++) {
		if (!variants[i].for_tests &&
		    offer.count < sizeof(offer.variants) / sizeof(offer.variants[0]))
			offer.variants[offer.count++] = &variants[i];
	}
	return offer;
}

static const char *name_at(const void *table, size_t index)
{
	return ((const struct offer *)table)->variants[index]->name;
}

static int unknown(const char *name, size_t length, struct error *error)
{
	const struct offer offer = make_offer();
	char shown[TEXT_SHOW_SIZE];
	char near[128];
	char known[256] = "";
	size_t used = 0;

	if (length == 0)
		return error_set(error, -EINVAL,
				 "a variant has no name, as in front of or behind a +: name it, or "
				 "leave the + out");
	text_show(name, length, shown);
	if (nearest_names(shown, name_at, &offer, offer.count, near, sizeof(near))[0])
		return error_set(error, -EINVAL,
				 "unknown variant '%s'%s \"lsmbench ops\" lists them", shown, near);
	for (size_t i = 0; i < offer.count && used < sizeof(known); i++)
		used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "",
					 offer.variants[i]->written);
	return error_set(error, -EINVAL, "unknown variant '%s'; there are %s, joined with +", shown,
			 known);
}

static int read_count(struct variant_part *part, const char *text, size_t length,
		      struct error *error)
{
	const struct variant *variant = part->variant;
	char shown[TEXT_SHOW_SIZE];

	for (size_t i = 0; i < length && part->count <= variant->maximum; i++) {
		if (text[i] < '0' || text[i] > '9') {
			part->count = 0;
			break;
		}
		part->count = part->count * 10 + (uint32_t)(text[i] - '0');
	}
	if (part->count >= 1 && part->count <= variant->maximum)
		return 0;
	return error_set(error, -EINVAL, "%s: '%s' is not a number of %s from 1 to %u",
			 variant->name, text_show(text, length, shown), variant->counted,
			 variant->maximum);
}

/* Name the variant before the message of words_split. */
static int split(const struct variant *variant, const char *text, struct text_list *words,
		 struct error *error)
{
	struct error why;
	int code = words_split(text, words, &why);

	return code < 0 ? error_set(error, code, "%s: %.200s", variant->name, why.text) : 0;
}

static int read_word(struct variant_part *part, const char *text, size_t length,
		     struct error *error)
{
	struct text_list words = {0};
	char raw[VARIANT_SIZE];
	int code;

	snprintf(raw, sizeof(raw), "%.*s", (int)length, text);
	code = split(part->variant, raw, &words, error);
	if (code == 0 &&
	    (words.count != 1 || words.items[0][0] == '\0' || words.items[0][0] == '-'))
		code = error_set(error, -EINVAL,
				 "%s: write it as %s, one word that does not begin "
				 "with a dash",
				 part->variant->name, part->variant->written);
	if (code == 0)
		snprintf(part->argument, sizeof(part->argument), "%s", words.items[0]);
	text_list_clear(&words);
	return code;
}

/* The hooks of a part, which come in quotes when a comma stands among them. */
static int read_hooks(struct variant_part *part, const char *text, size_t length,
		      struct error *error)
{
	struct bpf_hooks hooks = {0};
	int code = read_word(part, text, length, error);

	if (code == 0)
		code = bpf_hooks_parse(part->argument, &hooks, error);
	if (code == 0 && !bpf_hooks_write(&hooks, part->argument, HOOKS_SIZE))
		code = error_set(error, -EINVAL, "%s: too many hooks: leave some out",
				 part->variant->name);
	for (size_t i = 0; code == 0 && i < hooks.count; i++)
		part->count += hooks.hooks[i].programs;
	return code;
}

static int read_command(struct variant_part *part, const char *text, struct error *error)
{
	const struct variant *variant = part->variant;
	size_t length = strspn(text, name_letters);
	int code;

	if (length == 0 || length > NAME_MAXIMUM || text[length] != '=')
		return error_set(error, -EINVAL,
				 "%s: write it as %s, with a NAME of at most %u of A-Z a-z 0-9 _ . "
				 "-",
				 variant->name, variant->written, NAME_MAXIMUM);
	snprintf(part->argument, sizeof(part->argument), "%.*s", (int)length, text);
	code = split(variant, text + length + 1, &part->words, error);
	if (code == 0 && (part->words.count == 0 || part->words.items[0][0] == '\0'))
		code = error_set(error, -EINVAL,
				 "%s: %s= names no command: add one that executes what follows it, "
				 "such as bwrap --dev-bind / / --",
				 variant->name, part->argument);
	if (code < 0)
		text_list_clear(&part->words);
	return code;
}

/* How far a part goes that begins at text with a name of so many characters. */
static size_t part_length(const struct variant *variant, const char *text, size_t name)
{
	if (variant->argument == VARIANT_COMMAND)
		return strlen(text);
	return name + words_span(text + name, "+");
}

/* Read what follows the name of a part, up to length. */
static int read_argument(struct variant_part *part, const char *text, size_t length,
			 struct error *error)
{
	const struct variant *variant = part->variant;
	const size_t name = strlen(variant->name);
	const char *argument = text + name + (text[name] == ':');

	switch (variant->argument) {
	case VARIANT_ALONE:
		if (length > name)
			return error_set(error, -EINVAL,
					 "%s takes nothing behind its name: write %s alone",
					 variant->name, variant->name);
		return 0;
	case VARIANT_COUNT:
		part->count = length > name ? 0 : 1;
		if (part->count == 1)
			return 0;
		return read_count(part, argument, (size_t)(text + length - argument), error);
	case VARIANT_WORD:
		return read_word(part, argument, (size_t)(text + length - argument), error);
	case VARIANT_HOOKS:
		return read_hooks(part, argument, (size_t)(text + length - argument), error);
	case VARIANT_COMMAND:
		break;
	}
	return read_command(part, argument, error);
}

/* Whether part can join those before it. */
static int check_join(const struct variant *with, const struct variant *joining,
		      struct error *error)
{
	if (with == joining)
		return error_set(error, -EINVAL, "%s stands twice: write %s once", joining->name,
				 joining->written);
	if (with->argument == VARIANT_ALONE || joining->argument == VARIANT_ALONE)
		return error_set(error, -EINVAL, "%s stands alone: leave it out of the sum",
				 joining->argument == VARIANT_ALONE ? joining->name : with->name);
	if (with->wrap && joining->wrap)
		return error_set(error, -EINVAL,
				 "%s and %s both start a command: write both into one with "
				 "exec:NAME=COMMAND",
				 with->name, joining->name);
	return 0;
}

/* Put part among those before it, in the order of the table. */
static int insert(struct variant_parts *parts, const struct variant_part *part, struct error *error)
{
	size_t at = parts->count;

	for (size_t i = 0; i < parts->count; i++) {
		int code = check_join(parts->parts[i].variant, part->variant, error);

		if (code < 0)
			return code;
	}
	if (parts->count == VARIANT_PARTS_MAXIMUM)
		return error_set(error, -EINVAL, "more than %u parts: leave some out",
				 VARIANT_PARTS_MAXIMUM);
	while (at > 0 && parts->parts[at - 1].variant > part->variant)
		at--;
	memmove(&parts->parts[at + 1], &parts->parts[at],
		(parts->count - at) * sizeof(parts->parts[0]));
	parts->parts[at] = *part;
	parts->count++;
	return 0;
}

/* The canonical spelling: counts are always there, all else stays as written. */
static void spell(struct variant_part *part, const char *text, size_t length)
{
	const char *quote = strchr(part->argument, ',') ? "'" : "";

	if (part->variant->argument == VARIANT_COUNT)
		snprintf(part->written, sizeof(part->written), "%s:%" PRIu32, part->variant->name,
			 part->count);
	else if (part->variant->argument == VARIANT_HOOKS)
		snprintf(part->written, sizeof(part->written), "%.8s:%s%.1007s%s",
			 part->variant->name, quote, part->argument, quote);
	else
		snprintf(part->written, sizeof(part->written), "%.*s", (int)length, text);
}

/* Read the part that text begins with; *length is its own. */
static int read_part(struct variant_parts *parts, const char *text, size_t *length,
		     struct error *error)
{
	const size_t name = strcspn(text, ":+");
	struct variant_part part = {.variant = find(text, name)};
	int code;

	if (!part.variant)
		return unknown(text, name, error);
	*length = part_length(part.variant, text, name);
	code = read_argument(&part, text, *length, error);
	if (code < 0)
		return code;
	spell(&part, text, *length);
	code = insert(parts, &part, error);
	if (code < 0)
		text_list_clear(&part.words);
	return code;
}

static int too_long(struct error *error)
{
	return error_set(error, -EINVAL,
			 "a variant of more than %u characters: put what it runs into a script",
			 VARIANT_SIZE - 1);
}

int variant_parse(const char *text, struct variant_parts *parts, struct error *error)
{
	int code = 0;

	memset(parts, 0, sizeof(*parts));
	if (strlen(text) >= VARIANT_SIZE)
		return too_long(error);
	do {
		size_t length = 0;

		code = read_part(parts, text, &length, error);
		text += length;
	} while (code == 0 && *text++ == '+');
	if (code < 0)
		variant_parts_clear(parts);
	return code;
}

void variant_parts_clear(struct variant_parts *parts)
{
	for (size_t i = 0; i < parts->count; i++)
		text_list_clear(&parts->parts[i].words);
	parts->count = 0;
}

static int check_plain(const char *text, char **canonical, struct error *error)
{
	char buffer[VARIANT_SIZE];
	struct variant_parts parts;
	size_t used = 0;
	int code = variant_parse(text, &parts, error);

	if (code < 0)
		return code;
	for (size_t i = 0; i < parts.count && used < sizeof(buffer); i++)
		used += (size_t)snprintf(buffer + used, sizeof(buffer) - used, "%s%s", i ? "+" : "",
					 parts.parts[i].written);
	variant_parts_clear(&parts);
	if (used >= sizeof(buffer))
		return too_long(error);
	*canonical = strdup(buffer);
	return *canonical ? 0 : error_set(error, -ENOMEM, "out of memory");
}

int variant_check(const char *text, char **canonical, struct error *error)
{
	struct text_list words = {0};
	int code;

	if (*text != '\'' && *text != '"')
		return check_plain(text, canonical, error);
	/* All of it in quotes, as people write what has a comma. */
	code = words_split(text, &words, error);
	if (code == 0 && words.count != 1)
		code = error_set(error, -EINVAL,
				 "a variant that begins with a quote has to end with it");
	if (code == 0)
		code = check_plain(words.items[0], canonical, error);
	text_list_clear(&words);
	return code;
}
