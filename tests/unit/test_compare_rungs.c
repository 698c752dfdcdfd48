/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_rungs.c - sessions in the order of their security modules, whatever order they come
 * in, and what is missing between them.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/compare/compare_rungs.h"

#define SESSIONS 6

/* Sessions of these modules; "" is a kernel without CONFIG_SECURITY. */
static void make(struct figures *figures, const struct figures **sessions,
		 const char *const *modules, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		figures_init(&figures[i]);
		figures[i].source = strdup("x.csv");
		if (modules[i][0])
			assert_int_equal(environment_set(&figures[i].environment, "lsm.active",
							 modules[i], "test"),
					 0);
		assert_int_equal(environment_set(&figures[i].environment, "config.security",
						 modules[i][0] ? "y" : "n", "test"),
				 0);
		sessions[i] = &figures[i];
	}
}

static void clear(struct figures *figures, size_t count)
{
	for (size_t i = 0; i < count; i++)
		figures_clear(&figures[i]);
}

static void test_whole_ladder(void **state)
{
	static const char *const modules[] = {"capability,landlock,selinux", "",
					      "capability,landlock", "capability",
					      "landlock,capability"};
	const struct figures *sessions[SESSIONS];
	struct figures figures[SESSIONS];
	struct error error;
	struct rungs rungs;

	(void)state;
	make(figures, sessions, modules, 5);
	assert_int_equal(compare_rungs_of(sessions, 5, &rungs, &error), 0);
	assert_int_equal(rungs.count, 4);
	assert_string_equal(rungs.items[0].name, "no CONFIG_SECURITY");
	assert_int_equal(rungs.items[0].below, -1);
	assert_string_equal(rungs.items[1].name, "capability");
	assert_int_equal(rungs.items[1].below, 0);
	assert_string_equal(rungs.items[1].added, "capability");
	assert_string_equal(rungs.items[2].name, "capability,landlock");
	assert_int_equal(rungs.items[2].count, 2); /* the order of the list does not matter */
	assert_ptr_equal(rungs.items[2].sessions[1], sessions[4]);
	assert_string_equal(rungs.items[3].added, "selinux");
	assert_int_equal(rungs.items[3].below, 2);
	assert_int_equal(rungs.missing.count, 0);
	compare_rungs_clear(&rungs);
	clear(figures, 5);
}

static void test_missing_rungs(void **state)
{
	static const char *const modules[] = {"capability,landlock", "capability,bpf,landlock,yama",
					      "capability,selinux"};
	const struct figures *sessions[SESSIONS];
	struct figures figures[SESSIONS];
	struct error error;
	struct rungs rungs;

	(void)state;
	make(figures, sessions, modules, 3);
	assert_int_equal(compare_rungs_of(sessions, 3, &rungs, &error), 0);
	assert_int_equal(rungs.count, 3);
	assert_int_equal(rungs.items[1].below, -1); /* selinux instead of landlock is no step */
	assert_int_equal(rungs.items[2].below, 0);
	assert_string_equal(rungs.items[2].added, "bpf,yama");
	assert_int_equal(rungs.missing.count, 3);
	assert_string_equal(rungs.missing.items[0], "a kernel without CONFIG_SECURITY");
	assert_string_equal(rungs.missing.items[1], "capability only (lsm=capability)");
	assert_non_null(strstr(rungs.missing.items[2], "one module at a time of bpf,yama"));
	compare_rungs_clear(&rungs);
	clear(figures, 3);
}

static void test_unknown_modules(void **state)
{
	const struct figures *session;
	struct figures figures;
	struct error error;
	struct rungs rungs;

	(void)state;
	figures_init(&figures);
	figures.source = strdup("mail.txt");
	session = &figures;
	assert_int_equal(compare_rungs_of(&session, 1, &rungs, &error), -EINVAL);
	assert_non_null(strstr(error.text, "mail.txt: its active security modules are unknown"));
	assert_int_equal(compare_rungs_of(NULL, 0, &rungs, &error), -EINVAL);
	figures_clear(&figures);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole_ladder),
		cmocka_unit_test(test_missing_rungs),
		cmocka_unit_test(test_unknown_modules),
	};

	return cmocka_run_group_tests_name("compare_rungs", tests, NULL, NULL);
}
