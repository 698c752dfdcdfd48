/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_said.h - for tests: what a guest would write on its serial port.
 */
#ifndef LSMBENCH_TESTS_GUEST_SAID_H
#define LSMBENCH_TESTS_GUEST_SAID_H

#include "tests/unit/playground.h"

#include "engine/guest/guest_line.h"
#include "engine/guest/guest_message.h"

/* Lines as a guest writes them. */
struct said {
	char text[16384];
	uint32_t lines;
};

static inline void say(struct said *said, const struct guest_message *message)
{
	char text[GUEST_TEXT_SIZE];
	char line[GUEST_LINE_SIZE];

	assert_int_equal(guest_message_write(text, message), 0);
	assert_true(guest_line_write(line, said->lines++, text) > 0);
	assert_true(strlen(said->text) + strlen(line) < sizeof(said->text));
	strcat(said->text, line);
}

static inline void say_number(struct said *said, enum guest_message_kind kind, uint64_t number)
{
	say(said, &(struct guest_message){.kind = kind, .number = number});
}

static inline void say_item(struct said *said, const char *key, const char *value)
{
	say(said, &(struct guest_message){
			  .kind = GUEST_ITEM, .key = key, .value = value, .source = "file"});
}

static inline void say_state(struct said *said, const char *text)
{
	say(said, &(struct guest_message){.kind = GUEST_STATE, .text = text});
}

/* A step that is done, with runs samples of one pass, each of that many instructions. */
static inline void say_step(struct said *said, uint32_t step, uint32_t runs, uint64_t instructions)
{
	for (uint32_t i = 0; i < runs; i++)
		say(said, &(struct guest_message){.kind = GUEST_SAMPLE,
						  .sample = {.step = step,
							     .run = i,
							     .order = i,
							     .duration_ns = instructions * 10,
							     .iterations = 10}});
	say(said, &(struct guest_message){
			  .kind = GUEST_STEP, .step = step, .state = STEP_DONE, .iterations = 10});
}

#endif
