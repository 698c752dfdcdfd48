/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_guest_message.c - messages of a guest: there and back, and none that is damaged is read. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/guest/guest_message.h"

static void assert_same_text(const char *a, const char *b)
{
	if (!a || !b)
		assert_true(a == b);
	else
		assert_string_equal(a, b);
}

static void assert_same(const struct guest_message *a, const struct guest_message *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_true(a->number == b->number && a->iterations == b->iterations);
	assert_true(a->step == b->step && a->state == b->state && a->code == b->code);
	assert_true(a->count == b->count && a->varies == b->varies);
	assert_memory_equal(&a->sample, &b->sample, sizeof(a->sample));
	assert_same_text(a->key, b->key);
	assert_same_text(a->value, b->value);
	assert_same_text(a->source, b->source);
	assert_same_text(a->reason, b->reason);
	assert_same_text(a->hook, b->hook);
	assert_same_text(a->text, b->text);
}

static const struct guest_message messages[] = {
	{.kind = GUEST_HELLO, .number = GUEST_PROTOCOL},
	{.kind = GUEST_ITEM,
	 .key = "lsm.active",
	 .value = "capability,landlock",
	 .source = "/sys/kernel/security/lsm"},
	{.kind = GUEST_ITEM, .key = "cpu.governor", .reason = "no such file: 100% sure"},
	{.kind = GUEST_ITEM, .key = "kernel.command_line", .value = "", .source = "-"},
	{.kind = GUEST_STATE, .text = "settling"},
	{.kind = GUEST_STEP, .step = 7, .state = STEP_DONE, .iterations = 46},
	{.kind = GUEST_STEP,
	 .step = UINT32_MAX,
	 .state = STEP_SKIPPED,
	 .reason = "the shell: No such file or directory\n\x01\xff"},
	{.kind = GUEST_SAMPLE,
	 .sample = {.step = 1,
		    .pass = 65535,
		    .flags = SAMPLE_FAILED,
		    .run = 3,
		    .order = 5,
		    .start_ns = UINT64_MAX,
		    .duration_ns = 4287094,
		    .iterations = 1000}},
	{.kind = GUEST_HOOK, .step = 4, .hook = "inode_permission", .count = 4, .varies = true},
	{.kind = GUEST_HOOK, .step = 4, .hook = "", .count = 1.0 / 3},
	{.kind = GUEST_USER, .key = "apparmor", .hook = "file_open"},
	{.kind = GUEST_UNWATCHED, .text = "key_free: not to be probed"},
	{.kind = GUEST_TROUBLE, .code = -ENOENT, .text = "/plan: No such file or directory"},
	{.kind = GUEST_END, .number = 12345},
};

static void test_round_trip(void **state)
{
	char text[GUEST_TEXT_SIZE];
	char line[GUEST_LINE_SIZE];
	struct guest_message read;

	(void)state;
	for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++) {
		assert_int_equal(guest_message_write(text, &messages[i]), 0);
		/* It fits a line, whatever bytes its texts have. */
		assert_true(guest_line_write(line, 0, text) > 0);
		assert_int_equal(guest_message_read(text, &read), 0);
		assert_same(&read, &messages[i]);
	}
}

static void test_words(void **state)
{
	char text[GUEST_TEXT_SIZE];

	(void)state;
	guest_message_write(text, &messages[2]);
	assert_string_equal(text, "item cpu.governor - - no%20such%20file:%20100%25%20sure");
	guest_message_write(text, &messages[3]);
	assert_string_equal(text, "item kernel.command_line % %2d -");
	guest_message_write(text, &messages[7]);
	assert_string_equal(text, "sample 1 65535 1 3 5 18446744073709551615 4287094 1000");
	guest_message_write(text, &messages[12]);
	assert_string_equal(text, "trouble 2 /plan:%20No%20such%20file%20or%20directory");
}

static void test_too_long(void **state)
{
	const size_t room = GUEST_TEXT_SIZE - 1 - strlen("state ");
	char text[GUEST_TEXT_SIZE];
	char long_text[GUEST_TEXT_SIZE];
	struct guest_message message = {.kind = GUEST_STATE, .text = long_text};
	struct guest_message read;

	(void)state;
	memset(long_text, 'x', sizeof(long_text));
	long_text[room - 1] = '\0';
	assert_int_equal(guest_message_write(text, &message), 0);
	assert_int_equal(guest_message_read(text, &read), 0);
	assert_string_equal(read.text, long_text);
	long_text[room - 1] = 'x';
	long_text[room + 1] = '\0';
	assert_int_equal(guest_message_write(text, &message), -EMSGSIZE);
	memset(long_text, ' ', sizeof(long_text));
	long_text[room / 2] = '\0';
	assert_int_equal(guest_message_write(text, &message), -EMSGSIZE);
}

static void test_refused(void **state)
{
	static const char *const bad[] = {
		"",
		" ",
		"hello",
		"hello ",
		"hello x",
		"hello -1",
		"hello 1 2",
		"hello  1",
		"hello 1 ",
		"hello 18446744073709551616",
		"hallo 1",
		"item",
		"item - a b -",
		"item % a b -",
		"item key a b",
		"item key a%2 b -",
		"item key a%00 b -",
		"item key a%2G b -",
		"state -",
		"state \xff",
		"step 1 done 4",
		"step 1 over 4 -",
		"step 4294967296 done 4 -",
		"sample 1 0 0 0 0 5 5 0",
		"sample 1 65536 0 0 0 5 5 1",
		"sample 1 0 0 0 0 5 5",
		"hook 1 stat 1",
		"hook 1 stat nan no",
		"hook 1 stat -1 no",
		"hook 1 stat 0x1 no",
		"hook 1 stat 1e999 no",
		"hook 1 stat 1 maybe",
		"hook 1 - 1 no",
		"user apparmor -",
		"trouble -2 text",
		"trouble 2 -",
		"end",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		char text[GUEST_TEXT_SIZE];
		struct guest_message read;

		snprintf(text, sizeof(text), "%s", bad[i]);
		if (guest_message_read(text, &read) != -EINVAL)
			fail_msg("'%s' was read", bad[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_too_long),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
