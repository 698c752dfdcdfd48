/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_message.c - messages of a guest as words: the first one says which kind it is, the others
 * are its fields, as a table has them.
 *
 * A text is a word in which blanks, control characters, "%" and what is not ASCII are "%" and two
 * hex digits; "-" is no text, "%" alone the empty one.
 */
#include "engine/guest/guest_message.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/number_read.h"

#define FIELDS_MAXIMUM 8u

/* What a word stands for. */
enum field_type {
	FIELD_NONE,
	FIELD_U64,
	FIELD_U32,
	FIELD_U16,
	FIELD_NEGATIVE, /* an int, written without its sign */
	FIELD_DOUBLE,
	FIELD_BOOL,
	FIELD_STATE,
	FIELD_TEXT,
};

struct field {
	enum field_type type;
	size_t offset; /* in struct guest_message */
};

struct shape {
	const char *word;
	struct field fields[FIELDS_MAXIMUM + 1];
};

static const struct shape shapes[] = {
	[GUEST_HELLO] = {"hello", {{FIELD_U64, offsetof(struct guest_message, number)}}},
	[GUEST_ITEM] = {"item",
			{{FIELD_TEXT, offsetof(struct guest_message, key)},
			 {FIELD_TEXT, offsetof(struct guest_message, value)},
			 {FIELD_TEXT, offsetof(struct guest_message, source)},
			 {FIELD_TEXT, offsetof(struct guest_message, reason)}}},
	[GUEST_STATE] = {"state", {{FIELD_TEXT, offsetof(struct guest_message, text)}}},
	[GUEST_STEP] = {"step",
			{{FIELD_U32, offsetof(struct guest_message, step)},
			 {FIELD_STATE, offsetof(struct guest_message, state)},
			 {FIELD_U64, offsetof(struct guest_message, iterations)},
			 {FIELD_TEXT, offsetof(struct guest_message, reason)}}},
	[GUEST_SAMPLE] = {"sample",
			  {{FIELD_U32, offsetof(struct guest_message, sample.step)},
			   {FIELD_U16, offsetof(struct guest_message, sample.pass)},
			   {FIELD_U16, offsetof(struct guest_message, sample.flags)},
			   {FIELD_U32, offsetof(struct guest_message, sample.run)},
			   {FIELD_U32, offsetof(struct guest_message, sample.order)},
			   {FIELD_U64, offsetof(struct guest_message, sample.start_ns)},
			   {FIELD_U64, offsetof(struct guest_message, sample.duration_ns)},
			   {FIELD_U64, offsetof(struct guest_message, sample.iterations)}}},
	[GUEST_HOOK] = {"hook",
			{{FIELD_U32, offsetof(struct guest_message, step)},
			 {FIELD_TEXT, offsetof(struct guest_message, hook)},
			 {FIELD_DOUBLE, offsetof(struct guest_message, count)},
			 {FIELD_BOOL, offsetof(struct guest_message, varies)}}},
	[GUEST_USER] = {"user",
			{{FIELD_TEXT, offsetof(struct guest_message, key)},
			 {FIELD_TEXT, offsetof(struct guest_message, hook)}}},
	[GUEST_UNWATCHED] = {"unwatched", {{FIELD_TEXT, offsetof(struct guest_message, text)}}},
	[GUEST_TROUBLE] = {"trouble",
			   {{FIELD_NEGATIVE, offsetof(struct guest_message, code)},
			    {FIELD_TEXT, offsetof(struct guest_message, text)}}},
	[GUEST_END] = {"end", {{FIELD_U64, offsetof(struct guest_message, number)}}},
};

static const size_t shape_count = sizeof(shapes) / sizeof(shapes[0]);

static bool needs_escape(unsigned char byte)
{
	return byte <= ' ' || byte >= 0x7f || byte == '%';
}

/* A text's word. */
static void put_text(FILE *file, const char *text)
{
	if (!text) {
		fputc('-', file);
	} else if (text[0] == '\0') {
		fputc('%', file);
	} else if (strcmp(text, "-") == 0) {
		fputs("%2d", file);
	} else {
		for (; *text; text++) {
			const unsigned char byte = (unsigned char)*text;

			fprintf(file, needs_escape(byte) ? "%%%02x" : "%c", byte);
		}
	}
}

static void put_field(FILE *file, const struct field *field, const struct guest_message *message)
{
	const void *at = (const char *)message + field->offset;

	fputc(' ', file);
	switch (field->type) {
	case FIELD_NONE:
		break;
	case FIELD_U64:
		fprintf(file, "%ju", (uintmax_t) * (const uint64_t *)at);
		break;
	case FIELD_U32:
		fprintf(file, "%u", *(const uint32_t *)at);
		break;
	case FIELD_U16:
		fprintf(file, "%u", *(const uint16_t *)at);
		break;
	case FIELD_NEGATIVE:
		fprintf(file, "%d", -*(const int *)at);
		break;
	case FIELD_DOUBLE:
		fprintf(file, "%.17g", *(const double *)at);
		break;
	case FIELD_BOOL:
		fputs(*(const bool *)at ? "yes" : "no", file);
		break;
	case FIELD_STATE:
		fputs(step_state_name(*(const enum step_state *)at), file);
		break;
	case FIELD_TEXT:
		put_text(file, *(const char *const *)at);
		break;
	}
}

int guest_message_write(char text[GUEST_TEXT_SIZE], const struct guest_message *message)
{
	const struct shape *shape = &shapes[message->kind];
	/* One byte is left for the terminator. */
	FILE *file = fmemopen(text, GUEST_TEXT_SIZE - 1, "w");
	bool failed;

	if (!file)
		return -ENOMEM;
	memset(text, 0, GUEST_TEXT_SIZE);
	fputs(shape->word, file);
	for (const struct field *field = shape->fields; field->type != FIELD_NONE; field++)
		put_field(file, field, message);
	failed = fflush(file) != 0 || ferror(file);
	if (fclose(file) != 0)
		failed = true;
	return failed ? -EMSGSIZE : 0;
}

static int hex_digit(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Undo put_text where the word stands. */
static int take_text(char *word, const char **text)
{
	char *to = word;

	*text = strcmp(word, "-") == 0 ? NULL : word;
	if (strcmp(word, "%") == 0) {
		word[0] = '\0';
		return 0;
	}
	for (const char *from = word; *from; to++) {
		if (*from != '%') {
			if (needs_escape((unsigned char)*from))
				return -EINVAL;
			*to = *from++;
			continue;
		}
		if (hex_digit(from[1]) < 0 || hex_digit(from[2]) < 0)
			return -EINVAL;
		*to = (char)(hex_digit(from[1]) * 16 + hex_digit(from[2]));
		if (*to == '\0')
			return -EINVAL;
		from += 3;
	}
	*to = '\0';
	return 0;
}

static int take_whole(const char *word, uint64_t maximum, uint64_t *value)
{
	return number_parse(word, maximum, value) < 0 ? -EINVAL : 0;
}

/* A count: no sign, no hexadecimal, nothing endless. */
static int take_double(const char *word, double *value)
{
	char *end;

	if (word[0] < '0' || word[0] > '9' || word[strspn(word, "0123456789.e+-")] != '\0')
		return -EINVAL;
	*value = strtod(word, &end);
	return *end == '\0' && isfinite(*value) ? 0 : -EINVAL;
}

static int take_bool(const char *word, bool *value)
{
	*value = strcmp(word, "yes") == 0;
	return *value || strcmp(word, "no") == 0 ? 0 : -EINVAL;
}

static uint64_t most_of(enum field_type type)
{
	switch (type) {
	case FIELD_U16:
		return UINT16_MAX;
	case FIELD_U32:
		return UINT32_MAX;
	case FIELD_NEGATIVE:
		return INT32_MAX;
	default:
		return UINT64_MAX;
	}
}

static void store_whole(const struct field *field, void *at, uint64_t value)
{
	if (field->type == FIELD_U64)
		*(uint64_t *)at = value;
	else if (field->type == FIELD_U32)
		*(uint32_t *)at = (uint32_t)value;
	else if (field->type == FIELD_U16)
		*(uint16_t *)at = (uint16_t)value;
	else
		*(int *)at = -(int)value;
}

static int take_field(const struct field *field, char *word, struct guest_message *message)
{
	void *at = (char *)message + field->offset;
	uint64_t value;
	int code;

	switch (field->type) {
	case FIELD_DOUBLE:
		return take_double(word, at);
	case FIELD_BOOL:
		return take_bool(word, at);
	case FIELD_STATE:
		return step_state_parse(word, at);
	case FIELD_TEXT:
		return take_text(word, at);
	default:
		code = take_whole(word, most_of(field->type), &value);
		if (code == 0)
			store_whole(field, at, value);
		return code;
	}
}

/* The next word at *rest, which is cut out there; NULL at the end, "" for a blank too many. */
static char *take_word(char **rest)
{
	return strsep(rest, " ");
}

static const struct shape *find_shape(const char *word)
{
	for (size_t i = 0; i < shape_count; i++)
		if (strcmp(word, shapes[i].word) == 0)
			return &shapes[i];
	return NULL;
}

/* What fits its fields may still be no message: a sample of nothing, an item without a name. */
static bool has_sense(const struct guest_message *message)
{
	switch (message->kind) {
	case GUEST_SAMPLE:
		return message->sample.iterations > 0;
	case GUEST_ITEM:
		return message->key && message->key[0];
	case GUEST_HOOK:
		return message->hook != NULL;
	case GUEST_USER:
		return message->key && message->hook;
	case GUEST_STATE:
	case GUEST_UNWATCHED:
	case GUEST_TROUBLE:
		return message->text != NULL;
	default:
		return true;
	}
}

int guest_message_read(char *text, struct guest_message *message)
{
	char *rest = text;
	const struct shape *shape = find_shape(take_word(&rest));

	memset(message, 0, sizeof(*message));
	if (!shape)
		return -EINVAL;
	message->kind = (enum guest_message_kind)(shape - shapes);
	for (const struct field *field = shape->fields; field->type != FIELD_NONE; field++) {
		char *word = take_word(&rest);

		if (!word || word[0] == '\0' || take_field(field, word, message) < 0)
			return -EINVAL;
	}
	return !rest && has_sense(message) ? 0 : -EINVAL;
}
