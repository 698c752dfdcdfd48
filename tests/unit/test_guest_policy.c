/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_guest_policy.c - policies: taken apart, and made into what a guest loads. That a guest loads
 * them is tested with kernels.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/guest/guest_policy.h"
#include "tests/unit/kernel_play.h"

#define PARSER "/usr/sbin/apparmor_parser"

static char place[512];

static void a_policy_is_taken_apart(void **state)
{
	static const struct {
		const char *text, *module, *file, *domain;
	} cases[] = {
		{"apparmor=/etc/bench.aa:bench", "apparmor", "/etc/bench.aa", "bench"},
		{"apparmor=a=b:/usr/bin/x//child", "apparmor", "a=b", "/usr/bin/x//child"},
		{"selinux=p.34:u:r:t:s0", "selinux", "p.34", "u:r:t:s0"},
		{"ima=dir/a:b", "ima", "dir/a:b", NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct guest_policy policy, copy;

		assert_int_equal(guest_policy_parse(cases[i].text, &policy, NULL), 0);
		assert_int_equal(guest_policy_copy(&copy, &policy), 0);
		guest_policy_clear(&policy);
		assert_null(policy.module);
		assert_string_equal(copy.module, cases[i].module);
		assert_string_equal(copy.file, cases[i].file);
		if (cases[i].domain)
			assert_string_equal(copy.domain, cases[i].domain);
		else
			assert_null(copy.domain);
		guest_policy_clear(&copy);
	}
}

static void what_is_wrong_gets_a_sentence(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{"", "unknown policy ''"},
		{"smack=file:label", "apparmor=FILE:PROFILE, selinux=FILE:CONTEXT or ima=FILE"},
		{"apparmor", "unknown policy 'apparmor'"},
		{"apparmor=", "not complete: apparmor=FILE:PROFILE"},
		{"apparmor=file", "not complete"},
		{"apparmor=file:", "not complete"},
		{"apparmor=:bench", "not complete"},
		{"ima=", "not complete: ima=FILE"},
		{"ima=a\nb", "control characters"},
	};
	struct guest_policy policy;
	struct error error;
	char text[400];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(guest_policy_parse(cases[i].text, &policy, &error), -EINVAL);
		if (!strstr(error.text, cases[i].says))
			fail_msg("'%s': '%s' does not say '%s'", cases[i].text, error.text,
				 cases[i].says);
		assert_null(policy.module);
	}
	snprintf(text, sizeof(text), "apparmor=file:%0*d", 256, 0);
	assert_int_equal(guest_policy_parse(text, &policy, &error), -EINVAL);
	assert_non_null(strstr(error.text, "more than 255"));
	text[strlen(text) - 1] = '\0';
	assert_int_equal(guest_policy_parse(text, &policy, &error), 0);
	guest_policy_clear(&policy);
}

/* Compile the file of that name in our place: the code, bytes and size as of guest_policy_compile.
 */
static int compile(const char *module, const char *name, const char *domain, void **bytes,
		   size_t *size, struct error *error)
{
	char path[600];
	struct guest_policy policy = {(char *)module, path, (char *)domain};

	snprintf(path, sizeof(path), "%s/%s", place, name);
	return guest_policy_compile(&policy, bytes, size, error);
}

static void assert_refused(const char *module, const char *name, int code, const char *says)
{
	struct error error;
	void *bytes = &error;
	size_t size;

	assert_int_equal(compile(module, name, "bench", &bytes, &size, &error), code);
	if (!strstr(error.text, says) || !strstr(error.text, name))
		fail_msg("%s: '%s' does not say '%s' or not of which file", name, error.text, says);
}

static void compiled_policies_pass_as_they_are(void **state)
{
	static const struct {
		const char *module, *bytes;
		size_t size;
	} cases[] = {
		{"apparmor", "\x04\x08\0version\0\x02\x05\0\0\0rest", 20},
		{"selinux", "\x8c\xff\x7c\xf9\x08\0\0\0SE Linux", 16},
		{"ima", "measure func=FILE_CHECK\n", 24},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		void *bytes = NULL;
		size_t size = 0;

		play_write(place, "policy", cases[i].bytes, cases[i].size);
		assert_int_equal(compile(cases[i].module, "policy", "x", &bytes, &size, NULL), 0);
		assert_int_equal(size, cases[i].size);
		assert_memory_equal(bytes, cases[i].bytes, size);
		free(bytes);
	}
}

static void other_files_are_refused(void **state)
{
	(void)state;
	play_write(place, "text", "(handleunknown allow)\n", 22);
	assert_refused("selinux", "text", -EINVAL, "secilc");
	play_write(place, "bytes", "measure\0", 8);
	assert_refused("ima", "bytes", -EINVAL, "which is text");
	play_write(place, "empty", "", 0);
	assert_refused("ima", "empty", -EINVAL, "is empty");
	assert_refused("ima", "absent", -ENOENT, "cannot be read");
	play_write(place, "folder/x", "", 0);
	assert_refused("ima", "folder", -EINVAL, "no regular file");
}

static void a_profile_is_compiled(void **state)
{
	static const char profile[] = "profile bench { /** rwlk, }\nprofile other { }\n",
			  broken[] = "profile bench { what }\n";
	struct error error;
	void *bytes = NULL;
	size_t size = 0;

	(void)state;
	play_write(place, "bench.aa", profile, sizeof(profile) - 1);
	if (access(PARSER, X_OK)) {
		assert_refused("apparmor", "bench.aa", -ENOENT, "apt-get install apparmor");
		skip();
	}
	assert_int_equal(compile("apparmor", "bench.aa", "bench", &bytes, &size, &error), 0);
	assert_true(size > 100);
	assert_memory_equal(bytes, "\x04\x08\0version", 11);
	assert_non_null(memmem(bytes, size, "bench", 6));
	free(bytes);
	assert_int_equal(compile("apparmor", "bench.aa", "benc", &bytes, &size, &error), -ENOENT);
	assert_non_null(strstr(error.text, "bench.aa has no profile benc; it has bench other"));
	play_write(place, "broken.aa", broken, sizeof(broken) - 1);
	assert_refused("apparmor", "broken.aa", -EINVAL, "syntax error");
}

static int open_place(void **state)
{
	(void)state;
	play_directory(place);
	return 0;
}

static int close_place(void **state)
{
	(void)state;
	play_remove(place);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_policy_is_taken_apart),
		cmocka_unit_test(what_is_wrong_gets_a_sentence),
		cmocka_unit_test(compiled_policies_pass_as_they_are),
		cmocka_unit_test(other_files_are_refused),
		cmocka_unit_test(a_profile_is_compiled),
	};

	return cmocka_run_group_tests(tests, open_place, close_place);
}
