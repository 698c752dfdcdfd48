/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_message.h - what a guest tells, a message a line (guest_line.h): written by the guest, read
 * by the host, both here. Words are separated by blanks; free text is percent-escaped.
 *
 * Order: HELLO; the ITEMs of its environment; STATEs as it goes; STEP and SAMPLE for what is
 * measured; HOOK, USER and UNWATCHED when hooks are counted; END. A guest that cannot do what it
 * was asked for says TROUBLE and ends.
 */
#ifndef LSMBENCH_ENGINE_GUEST_MESSAGE_H
#define LSMBENCH_ENGINE_GUEST_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/guest/guest_line.h"
#include "engine/hooks/hook_table.h"
#include "engine/result/result.h"

#define GUEST_PROTOCOL 1u

enum guest_message_kind {
	GUEST_HELLO,     /* number: GUEST_PROTOCOL */
	GUEST_ITEM,      /* key, value and source of an environment item; reason when unknown */
	GUEST_STATE,     /* text: "settling", "measuring", "counting hooks": for people */
	GUEST_STEP,      /* step, state, iterations, reason: what became of a case and variant */
	GUEST_SAMPLE,    /* sample; its duration is in instructions */
	GUEST_HOOK,      /* step (the case's first), hook, count, varies; hook "" for no hook */
	GUEST_USER,      /* key: module; hook */
	GUEST_UNWATCHED, /* text: a hook that cannot be counted, and why */
	GUEST_TROUBLE,   /* code: negative errno; text: why nothing can be measured */
	GUEST_END,       /* number: how many lines came before this one */
};

struct guest_message {
	enum guest_message_kind kind;
	uint64_t number;
	uint32_t step;
	enum step_state state;
	uint64_t iterations;
	struct sample sample;
	double count;
	bool varies;
	int code;
	/* Not owned when written; when read, they point into the buffer that was given. NULL: none.
	 */
	const char *key;
	const char *value;
	const char *source;
	const char *reason;
	const char *hook;
	const char *text;
};

/* The text of a message for guest_line_write. 0, or -EMSGSIZE when it does not fit. */
int guest_message_write(char text[GUEST_TEXT_SIZE], const struct guest_message *message);

/* Read text, which is changed and must live as long as message. 0 or -EINVAL. */
int guest_message_read(char *text, struct guest_message *message);

#endif
