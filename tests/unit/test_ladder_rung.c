/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_rung.c - a rung: taken apart, its command line, its name, the rungs that are offered.
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

#include "engine/ladder/ladder_rung.h"

#define BASE "console=ttyS0 quiet nokaslr norandmaps panic=-1"

static void a_text_becomes_a_command_line(void **state)
{
	static const struct {
		const char *text, *lsm, *append, *line;
	} cases[] = {
		{"landlock,capability", "landlock,capability", "", BASE " lsm=landlock,capability"},
		{"capability audit=1", "capability", "audit=1", BASE " lsm=capability audit=1"},
		{"  capability   a=1  b  ", "capability", "a=1  b", BASE " lsm=capability a=1  b"},
		{"default", "", "", BASE},
		{"default security=selinux", "", "security=selinux", BASE " security=selinux"},
		{"default lsm=mine,capability", "mine,capability", "", BASE " lsm=mine,capability"},
		{"default x=1 lsm=mine y=2", "mine", "x=1 y=2", BASE " lsm=mine x=1 y=2"},
		{"default x=1 lsm=mine", "mine", "x=1", BASE " lsm=mine x=1"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ladder_rung rung, copy;
		struct error error;
		char *line;

		assert_int_equal(ladder_rung_parse(cases[i].text, &rung, &error), 0);
		assert_int_equal(ladder_rung_copy(&copy, &rung), 0);
		ladder_rung_clear(&rung);
		assert_null(rung.lsm);
		assert_string_equal(copy.lsm, cases[i].lsm);
		assert_string_equal(copy.append, cases[i].append);
		line = ladder_rung_command_line(&copy);
		assert_string_equal(line, cases[i].line);
		free(line);
		ladder_rung_clear(&copy);
	}
}

static void a_placebo_differs_by_one_word(void **state)
{
	struct ladder_rung rung;
	char *plain, *placebo;

	(void)state;
	assert_int_equal(ladder_rung_parse("capability audit=1", &rung, NULL), 0);
	plain = ladder_rung_command_line(&rung);
	rung.kind = RUNG_PLACEBO;
	placebo = ladder_rung_command_line(&rung);
	assert_memory_equal(placebo, plain, strlen(plain));
	assert_int_equal(placebo[strlen(plain)], ' ');
	assert_null(strchr(placebo + strlen(plain) + 1, ' '));
	free(plain);
	free(placebo);
	ladder_rung_clear(&rung);
}

static void what_is_wrong_gets_a_sentence(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{"landlok,capability", "'landlok', did you mean landlock?"},
		{"capability,SELinux", "did you mean selinux?"},
		{"mine", "\"default lsm=mine,...\""},
		{"security=selinux", "\"default security=selinux\""},
		{"", "names no security module"},
		{" ,, x", "names no security module"},
		{"apparmor,capability,apparmor", "'apparmor' stands twice"},
		{"capability lsm=apparmor", "leave 'lsm=apparmor' out"},
		{"capability rdinit=/bin/sh", "'rdinit='"},
		{"capability a\nb", "no control characters: 'capability a\\x0ab'"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ladder_rung rung;
		struct error error;

		assert_int_equal(ladder_rung_parse(cases[i].text, &rung, &error), -EINVAL);
		if (!strstr(error.text, cases[i].says))
			fail_msg("'%s': '%s' does not say '%s'", cases[i].text, error.text,
				 cases[i].says);
		assert_null(rung.lsm);
	}
}

/* The longest that a kernel takes, as the placebo of itself, and one character more. */
/* The kernel would read something else than the person wrote, without a word. */
static void what_would_be_read_otherwise_is_refused(void **state)
{
	static const struct {
		const char *text;
		const char *part;
	} wrong[] = {
		{"capability,,landlock", "a name is missing"},
		{",capability", "a name is missing"},
		{"capability,", "a name is missing"},
		{"capability a\"b", "a quote is not closed"},
		{"default -- x", "behind '--'"},
		{"capability panic=0", "'panic='"},
	};
	static const char *const right[] = {"default security=apparmor", "capability a=\"b c\"",
					    "capability x--y"};
	struct ladder_rung rung;
	struct error error;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_int_equal(ladder_rung_parse(wrong[i].text, &rung, &error), -EINVAL);
		if (!strstr(error.text, wrong[i].part))
			fail_msg("%s: %s", wrong[i].text, error.text);
	}
	for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++) {
		if (ladder_rung_parse(right[i], &rung, &error) < 0)
			fail_msg("%s: %s", right[i], error.text);
		ladder_rung_clear(&rung);
	}
}

static void a_command_line_is_never_cut(void **state)
{
	struct ladder_rung rung;
	struct error error;
	char text[2100], *line;
	int length;

	(void)state;
	length = snprintf(text, sizeof(text), "capability x=%0*d", 1963, 0);
	assert_int_equal(ladder_rung_parse(text, &rung, &error), 0);
	rung.kind = RUNG_PLACEBO;
	line = ladder_rung_command_line(&rung);
	assert_int_equal(strlen(line), 2047);
	free(line);
	ladder_rung_clear(&rung);
	text[length] = '0';
	text[length + 1] = '\0';
	assert_int_equal(ladder_rung_parse(text, &rung, &error), -EINVAL);
	assert_non_null(strstr(error.text, "takes 2047"));
}

static void a_rung_is_called_by_what_is_reported(void **state)
{
	static const struct {
		const char *text, *policy, *reported, *name;
	} cases[] = {
		{"landlock,capability", NULL, NULL, "landlock"},
		{"landlock,capability", NULL, "lockdown,capability,landlock,ima,evm",
		 "landlock (+lockdown,ima,evm)"},
		{"tomoyo,landlock", NULL, "landlock,capability,tomoyo", "tomoyo,landlock"},
		{"capability audit=1", NULL, "capability", "capability audit=1"},
		{"selinux,apparmor", NULL, "lockdown,capability,selinux", "selinux (+lockdown)"},
		{"smack,capability", NULL, "lockdown,capability,ima,evm",
		 "capability (+lockdown,ima,evm)"},
		{"apparmor,capability", "apparmor=f:bench", "capability,apparmor",
		 "apparmor bench enforced"},
		{"apparmor,capability", "apparmor=f:bench", NULL, "apparmor bench"},
		{"capability", "ima=dir/measure.policy", "capability,ima",
		 "capability (+ima) ima policy measure.policy"},
		{"default", NULL, NULL, "default"},
		{"default security=selinux", NULL, "capability,selinux",
		 "default (capability,selinux) security=selinux"},
		{"default", NULL, "", "default (no modules)"},
		{"capability", NULL, "", "no modules"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ladder_rung rung;
		char name[256];

		assert_int_equal(ladder_rung_parse(cases[i].text, &rung, NULL), 0);
		if (cases[i].policy)
			assert_int_equal(guest_policy_parse(cases[i].policy, &rung.policy, NULL),
					 0);
		assert_string_equal(ladder_rung_name(&rung, cases[i].reported, name, sizeof(name)),
				    cases[i].name);
		/* However small the buffer is, the name is cut and terminated. */
		for (size_t size = 1; size < 20; size++) {
			char small[20];

			ladder_rung_name(&rung, cases[i].reported, small, size);
			assert_int_equal(strlen(small), strlen(cases[i].name) < size
								? strlen(cases[i].name)
								: size - 1);
		}
		ladder_rung_clear(&rung);
	}
}

static void assert_defaults(const struct kernel_image *image, const char *expected)
{
	struct text_list texts = {0};
	char joined[512] = "";

	assert_int_equal(ladder_rung_defaults(image, &texts), 0);
	for (size_t i = 0; i < texts.count; i++) {
		struct ladder_rung rung;

		assert_int_equal(ladder_rung_parse(texts.items[i], &rung, NULL), 0);
		ladder_rung_clear(&rung);
		strcat(joined, i ? " " : "");
		strcat(joined, texts.items[i]);
	}
	assert_string_equal(joined, expected);
	text_list_clear(&texts);
}

static void rungs_are_offered_that_the_kernel_can_build(void **state)
{
	char with[] = "CONFIG_SECURITY=y\n# CONFIG_SECURITY_SMACK is not set\n"
		      "CONFIG_SECURITY_APPARMOR=y\nCONFIG_SECURITY_LANDLOCK=y\n"
		      "CONFIG_SECURITY_IPE=n\nCONFIG_LSM=\"landlock,apparmor,bpf\"\n";
	char without[] = "# CONFIG_SECURITY is not set\n";
	struct kernel_image image = {.config = with};

	(void)state;
	assert_defaults(&image, "capability landlock,capability apparmor,capability default");
	image.config = without;
	assert_defaults(&image, "default");
	image.config = NULL;
	assert_defaults(&image, "capability landlock,capability apparmor,capability "
				"tomoyo,capability selinux,capability bpf,capability default");
	assert_defaults(NULL, "capability landlock,capability apparmor,capability "
			      "tomoyo,capability selinux,capability bpf,capability default");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_becomes_a_command_line),
		cmocka_unit_test(a_placebo_differs_by_one_word),
		cmocka_unit_test(what_is_wrong_gets_a_sentence),
		cmocka_unit_test(what_would_be_read_otherwise_is_refused),
		cmocka_unit_test(a_command_line_is_never_cut),
		cmocka_unit_test(a_rung_is_called_by_what_is_reported),
		cmocka_unit_test(rungs_are_offered_that_the_kernel_can_build),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
