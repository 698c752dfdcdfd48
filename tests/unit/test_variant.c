/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_variant.c - what the text of a variant means, what is refused and with which words, and
 * which operations a variant cannot affect.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/environment/environment_internal.h"
#include "engine/environment/lsm.h"
#include "engine/environment/lsm_built.h"
#include "engine/operation/call_hooks.h"
#include "engine/operation/operation.h"
#include "engine/variant/variant_private.h"

static void expect(const char *text, const char *canonical)
{
	struct error error;
	char *found;
	char *again;

	if (variant_check(text, &found, &error) < 0)
		fail_msg("%s: %s", text, error.text);
	assert_string_equal(found, canonical);
	assert_int_equal(variant_check(found, &again, &error), 0);
	assert_string_equal(again, canonical);
	free(found);
	free(again);
}

static void refuse(const char *text, const char *reason)
{
	struct error error = {.text = ""};
	char *canonical = NULL;

	if (variant_check(text, &canonical, &error) != -EINVAL)
		fail_msg("'%s' was taken", text);
	if (!strstr(error.text, reason))
		fail_msg("'%s' does not say '%s'", error.text, reason);
	assert_null(strchr(error.text, '\n'));
}

static void texts_have_one_spelling(void **state)
{
	(void)state;
	expect("none", "none");
	expect("same", "same");
	expect("landlock", "landlock:1");
	expect("landlock:016", "landlock:16");
	expect("seccomp:1000", "seccomp:1000");
	expect("seccomp+landlock:02", "landlock:2+seccomp:1");
	expect("seccomp-allow:3+seccomp:2+landlock", "landlock:1+seccomp:2+seccomp-allow:3");
	expect("apparmor:a//b", "apparmor:a//b");
	expect("selinux:'u:r:t:s0:c1,c2'+landlock:1", "landlock:1+selinux:'u:r:t:s0:c1,c2'");
	expect("smack:Label", "smack:Label");
	expect("exec:my.box-1=bwrap --dev-bind / / --", "exec:my.box-1=bwrap --dev-bind / / --");
	expect("seccomp:1+exec:a=sh -c 'x+y' +", "seccomp:1+exec:a=sh -c 'x+y' +");
	expect("smack:'a+b'+exec:a=b", "smack:'a+b'+exec:a=b");
	expect("bpf:inode_getattr", "bpf:inode_getattr*1");
	expect("bpf:inode_getattr*038", "bpf:inode_getattr*38");
	expect("bpf:file_open*2,inode_permission", "bpf:'file_open*2,inode_permission*1'");
	expect("'bpf:file_open,task_kill*3'", "bpf:'file_open*1,task_kill*3'");
	expect("bpf:\"b_2,a\"+landlock", "landlock:1+bpf:'b_2*1,a*1'");
	expect("'landlock:2'", "landlock:2");
	expect("seccomp+bpf:a+exec:a=b", "seccomp:1+bpf:a*1+exec:a=b");
}

static void what_cannot_be_is_refused_with_the_reason(void **state)
{
	char much[2 * VARIANT_SIZE];

	(void)state;
	refuse("", "has no name");
	refuse("nome", "did you mean none");
	refuse("landlok:2", "unknown variant 'landlok', did you mean landlock");
	refuse("zzzzzz", "there are none, same, landlock:N");
	refuse("longr", "there are none, same, landlock:N");
	refuse("no\x1bne", "no\\x1bne");
	refuse("landlock:0", "'0' is not a number of layers from 1 to 16");
	refuse("landlock:17", "'17' is not a number of layers from 1 to 16");
	refuse("landlock:", "'' is not a number");
	refuse("landlock:4x", "'4x' is not a number");
	refuse("landlock:-1", "'-1' is not a number");
	refuse("landlock:4294967297", "is not a number of layers");
	refuse("seccomp:1001", "filters from 1 to 1000");
	refuse("landlock:1+landlock:2", "landlock stands twice: write landlock:N once");
	refuse("none+landlock:1", "none stands alone");
	refuse("seccomp:1+same", "same stands alone");
	refuse("none:1", "none takes nothing");
	refuse("landlock:1+", "leave the + out");
	refuse("+landlock:1", "leave the + out");
	refuse("landlock:1+foo", "unknown variant 'foo'");
	refuse("apparmor", "write it as apparmor:PROFILE");
	refuse("apparmor:", "write it as apparmor:PROFILE");
	refuse("apparmor:a b", "one word");
	refuse("selinux:-c", "dash");
	refuse("smack:'a", "' is not closed");
	refuse("apparmor:a+selinux:b", "apparmor and selinux both start a command");
	refuse("selinux:b+exec:a=c", "selinux and exec both start a command");
	refuse("exec", "write it as exec:NAME=COMMAND");
	refuse("exec:=true", "write it as exec:NAME=COMMAND");
	refuse("exec:a b=true", "write it as exec:NAME=COMMAND");
	refuse("exec:abcdefghijklmnopqrstuvwxyz123456=x", "at most 31");
	refuse("exec:a=", "a= names no command");
	refuse("exec:a=''", "a= names no command");
	refuse("exec:a=b \"c", "exec: a \" is not closed: add the other one");
	refuse("exec:a=b c\\", "backslash: write two for one");
	refuse("bpf", "write it as bpf:HOOK*K,HOOK");
	refuse("bpf:", "write it as bpf:HOOK*K,HOOK");
	refuse("bpf:*2", "'*2' is no name of a hook");
	refuse("bpf:File", "'File' is no name of a hook");
	refuse("bpf:a-b*2", "'a-b*2' is no name of a hook");
	refuse("bpf:a,", "'' is no name of a hook");
	refuse("bpf:a*0", "'0' is not a number of programs from 1 to 38");
	refuse("bpf:a*39", "'39' is not a number of programs from 1 to 38");
	refuse("bpf:a*4294967297", "is not a number of programs");
	refuse("bpf:a*", "'' is not a number of programs");
	refuse("bpf:a*2x", "'2x' is not a number of programs");
	refuse("bpf:a,b,a*2", "a stands twice: write it once, as a*K");
	refuse("bpf:a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q", "more than 16 hooks");
	refuse("bpf:a+bpf:b", "bpf stands twice");
	refuse("'bpf:a' b", "begins with a quote has to end with it");
	refuse("'bpf:a", "' is not closed");
	memset(much, 'x', sizeof(much) - 1);
	much[sizeof(much) - 1] = '\0';
	memcpy(much, "exec:a=", 7);
	refuse(much, "more than 1023 characters");
}

static void labels_leave_the_command_out(void **state)
{
	char label[64];

	(void)state;
	assert_string_equal(variant_label("landlock:4", label, sizeof(label)), "landlock:4");
	assert_string_equal(variant_label("exec:box=a b=c", label, sizeof(label)), "exec:box");
	assert_string_equal(variant_label("seccomp:1+exec:box=a", label, sizeof(label)),
			    "seccomp:1+exec:box");
}

static bool spares(const char *variant, const char *operation)
{
	assert_non_null(operation_find(operation));
	return variant_spares(variant, operation_find(operation));
}

static const char *text_of(const struct variant *variant, char *buffer, size_t size)
{
	static const char *const arguments[] = {[VARIANT_ALONE] = "",
						[VARIANT_COUNT] = ":1",
						[VARIANT_WORD] = ":x",
						[VARIANT_HOOKS] = ":file_open",
						[VARIANT_COMMAND] = ":a=b"};

	snprintf(buffer, size, "%s%s", variant->name, arguments[variant->argument]);
	return buffer;
}

/* What stays in user space is spared by all, and each system call's hooks are known. */
static void operations_without_calls_are_controls(void **state)
{
	char text[64];

	(void)state;
	for (size_t i = 0; i < operation_count; i++) {
		for (size_t j = 0; j < variant_count; j++) {
			/* What times itself does more than its table tells. */
			if (operations[i]->record) {
				assert_int_equal(
					variant_spares(text_of(&variants[j], text, sizeof(text)),
						       operations[i]),
					variants[j].reach == REACH_NOTHING);
				continue;
			}
			if (!variants[j].for_tests && !operation_makes_calls(operations[i]))
				assert_true(variant_spares(
					text_of(&variants[j], text, sizeof(text)), operations[i]));
			if (variants[j].reach == REACH_CALLS &&
			    operation_makes_calls(operations[i]))
				assert_false(variant_spares(
					text_of(&variants[j], text, sizeof(text)), operations[i]));
		}
		for (size_t j = 0; j < OPERATION_CALLS_MAXIMUM && operations[i]->calls[j].name; j++)
			if (call_hooks(operations[i]->calls[j].name) == HOOK_ALL)
				fail_msg("%s: the hooks of %s are not in the table",
					 operations[i]->name, operations[i]->calls[j].name);
	}
}

static void controls_are_what_no_part_affects(void **state)
{
	(void)state;
	assert_true(spares("landlock:4", "stat"));
	assert_true(spares("landlock:4", "loop"));
	assert_false(spares("landlock:4", "open-close"));
	assert_false(spares("seccomp:1", "stat"));
	assert_false(spares("landlock:1+seccomp:1", "stat"));
	assert_true(spares("landlock:1+seccomp:1", "loop"));
	assert_true(spares("landlock:1", "null-call"));
	assert_false(spares("seccomp:1", "null-call"));
	assert_true(spares("landlock:1+seccomp:1", "procedure-call"));
	assert_false(spares("landlock:1", "fork-exec"));
	assert_false(spares("landlock:1", "signal-catch"));
	assert_true(spares("landlock:1", "open-path"));
	assert_true(spares("landlock:1", "pipe-latency"));
	assert_true(spares("none", "open-close"));
	assert_string_equal(variant_control("landlock:1"), "stat");
	assert_string_equal(variant_control("landlock:1+exec:a=b"), "loop");
	assert_string_equal(variant_control("apparmor:x"), "loop");
	assert_null(variant_control("none"));
	assert_null(variant_control("same"));
}

static void a_known_difference_is_for_tests_only(void **state)
{
	(void)state;
	assert_int_equal(variant_longer("longer:20"), 20);
	assert_int_equal(variant_longer("landlock:2+longer:5"), 5);
	assert_int_equal(variant_longer("landlock:2"), 0);
	assert_false(spares("longer:20", "loop"));
	assert_null(variant_control("longer:20"));
	unsetenv("LSMBENCH_TESTS");
	assert_int_equal(variant_available("longer:20", NULL), -EPERM);
	setenv("LSMBENCH_TESTS", "1", 1);
	assert_int_equal(variant_available("longer:20", NULL), 0);
	unsetenv("LSMBENCH_TESTS");
}

static void wrappers_come_to_words(void **state)
{
	struct text_list words = {0};

	(void)state;
	assert_int_equal(variant_wrap("landlock:1", &words, NULL), 0);
	assert_int_equal(words.count, 0);
	assert_int_equal(variant_wrap("landlock:1+exec:a=b 'c d' --", &words, NULL), 0);
	assert_int_equal(words.count, 3);
	assert_string_equal(words.items[1], "c d");
	text_list_clear(&words);
	assert_int_equal(variant_wrap("apparmor:p", &words, NULL), 0);
	assert_int_equal(words.count, 4);
	assert_string_equal(words.items[0], "aa-exec");
	assert_string_equal(words.items[2], "p");
	text_list_clear(&words);
	assert_int_equal(variant_wrap("selinux:'a:b:c:d,e'", &words, NULL), 0);
	assert_int_equal(words.count, 2);
	assert_string_equal(words.items[1], "a:b:c:d,e");
	text_list_clear(&words);
	assert_int_equal(variant_wrap("smack:p", &words, NULL), 0);
	assert_int_equal(words.count, 0);
}

static void what_concerns_everybody_is_known(void **state)
{
	(void)state;
	assert_true(variant_is_system_wide("bpf:file_open"));
	assert_true(variant_is_system_wide("landlock:1+bpf:file_open+exec:a=b"));
	assert_false(variant_is_system_wide("landlock:1+seccomp:1"));
	assert_false(variant_is_system_wide("none"));
	assert_string_equal(variant_control("bpf:file_open"), "loop");
}

static void expect_missing(const char *text, const char *first, const char *second)
{
	struct error error = {.text = ""};

	if (variant_available(text, &error) == 0)
		fail_msg("%s is said to be available", text);
	if (!strstr(error.text, first) || !strstr(error.text, second))
		fail_msg("'%s' does not say '%s' and '%s'", error.text, first, second);
	assert_null(strchr(error.text, '\n'));
}

static void what_is_missing_is_named_with_a_remedy(void **state)
{
	static const char *const modules[][2] = {
		{"apparmor", "apparmor:p"}, {"selinux", "selinux:c"}, {"smack", "smack:l"}};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		if (lsm_is_active(modules[i][0]) == 0)
			expect_missing(modules[i][1], "not in the active LSM list",
				       "boot with lsm=");
	expect_missing("exec:a=no-such-program-anywhere x", "no-such-program-anywhere",
		       "not in the search path");
	expect_missing("exec:a=/no/such/program x", "/no/such/program", "No such file");
	expect_missing("exec:a=/etc/passwd x", "/etc/passwd", "Permission denied");
	expect_missing("seccomp:1+exec:a=/etc/passwd x", "/etc/passwd", "Permission denied");
	assert_int_equal(variant_available("none", NULL), 0);
	assert_int_equal(variant_available("exec:a=sh -c x", NULL), 0);
	assert_int_equal(variant_available("exec:a=/bin/sh -c x", NULL), 0);
}

static void remedy_for(const char *tree, const char *name, int built, const char *words)
{
	char root[128];
	const struct environment_roots roots = {root, false};
	struct error error = {.text = ""};

	snprintf(root, sizeof(root), "tests/data/environment/%s", tree);
	assert_int_equal(lsm_is_built_in(name, &roots), built);
	assert_int_equal(
		variant_module_inactive(security_module_find(name), built, "capability", &error),
		-EOPNOTSUPP);
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
	/* Nobody is sent off to build what is there. */
	assert_int_equal(!strstr(error.text, "CONFIG_"), built == 1);
}

static void what_is_built_in_is_not_to_be_built(void **state)
{
	(void)state;
	remedy_for("laptop", "selinux", 1,
		   "though built into this kernel: boot with lsm=capability,selinux");
	remedy_for(
		"laptop", "smack", 0,
		"(capability): build the kernel with CONFIG_SECURITY_SMACK=y and boot with lsm=");
	remedy_for("no-such-tree", "smack", -ENOENT,
		   "(capability): on a kernel that is built with CONFIG_SECURITY_SMACK=y, boot "
		   "with lsm=");
}

static void the_table_is_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < variant_count; i++) {
		const struct variant *variant = &variants[i];

		assert_non_null(variant->summary);
		assert_ptr_equal(variant_find(variant->written), variant);
		if (variant->needs_module)
			assert_non_null(security_module_find(variant->name));
		if (variant->offered)
			expect(variant->offered, variant->offered);
		else
			assert_true(variant->argument == VARIANT_WORD || variant->for_tests ||
				    variant->argument == VARIANT_HOOKS ||
				    variant->argument == VARIANT_COMMAND);
	}
	assert_null(variant_find("landlocked"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_have_one_spelling),
		cmocka_unit_test(what_cannot_be_is_refused_with_the_reason),
		cmocka_unit_test(labels_leave_the_command_out),
		cmocka_unit_test(controls_are_what_no_part_affects),
		cmocka_unit_test(operations_without_calls_are_controls),
		cmocka_unit_test(a_known_difference_is_for_tests_only),
		cmocka_unit_test(wrappers_come_to_words),
		cmocka_unit_test(what_concerns_everybody_is_known),
		cmocka_unit_test(what_is_missing_is_named_with_a_remedy),
		cmocka_unit_test(what_is_built_in_is_not_to_be_built),
		cmocka_unit_test(the_table_is_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
