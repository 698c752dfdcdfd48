/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_signature.c - what hooks predict and what was measured. The figures of rungs, the
 * counts of hooks and the modules that implement them are those of Debian's 6.12.
 */
#include "engine/hooks/hook_line.h"
#include "engine/hooks/hook_users.h"
#include "engine/ladder/ladder_signature.h"
#include "tests/unit/made_ladder.h"

#define SYMBOLS "tests/data/hooks/kallsyms-6.12.117+deb12-cloud-amd64.txt"
#define BASE "lockdown,capability,ima,evm"

static const char *const stat_keys[] = {"ops",    "stat", "depths", "1,2,4,8", "runs", "3",
					"passes", "2",    "seed",   "1",       NULL};
static const char *const access_keys[] = {"ops",    "access", "depths", "1,2,4,8", "runs", "3",
					  "passes", "2",      "seed",   "1",       NULL};
static const char *const open_keys[] = {"ops",    "open-close", "depths", "1,2,4,8", "runs", "3",
					"passes", "2",          "seed",   "1",       NULL};
static const char *const shallow_keys[] = {"ops",    "stat", "depths", "4", "runs", "3",
					   "passes", "2",    "seed",   "1", NULL};

static const char *const link_keys[] = {"ops", "symlink-unlink", "runs", "3", "passes",
					"2",   "seed",           "1",    NULL};
static const char *const mkstemp_keys[] = {"ops",    "mkstemp", "dirs", "0,100", "runs", "3",
					   "passes", "2",       "seed", "1",     NULL};

static void add(struct hook_table *hooks, const char *operation, const char *parameter,
		const char *hook, double count)
{
	const struct hook_count made = {.operation = (char *)operation,
					.parameter = (char *)parameter,
					.hook = (char *)hook,
					.count = count};

	assert_int_equal(hook_table_add(hooks, &made), 0);
}

static void make_hooks(struct hook_table *hooks)
{
	static const unsigned int depths[] = {1, 2, 4, 8};
	struct hook_symbols symbols;
	struct error error = {""};

	*hooks = (struct hook_table){0};
	add(hooks, "symlink-unlink", "", "path_symlink", 1);
	add(hooks, "symlink-unlink", "", "path_unlink", 1);
	add(hooks, "mkstemp", "DIR0", "path_mknod", 1);
	add(hooks, "mkstemp", "DIR100", "path_mknod", 1);
	made_check(hook_symbols_read(&symbols, SYMBOLS, &error), &error);
	assert_int_equal(hook_users_add(hooks, &symbols), 0);
	hook_symbols_clear(&symbols);
	for (size_t i = 0; i < 4; i++) {
		char path[PATH_MAX];

		assert_int_equal(path_of_depth(depths[i], path, sizeof(path), &error), 0);
		add(hooks, "stat", path, "inode_permission", depths[i]);
		add(hooks, "stat", path, "inode_getattr", 1);
		add(hooks, "access", path, "inode_permission", depths[i] + 1);
		add(hooks, "open-close", path, "inode_permission", depths[i] + 1);
		add(hooks, "open-close", path, "file_open", 1);
		add(hooks, "open-close", path, "file_alloc", 1);
		add(hooks, "open-close", path, "file_free", 1);
	}
}

/* A rung beside the first one, and what is expected of it. */
struct expected {
	const char *active;
	double per_call;
	double per_component;
	enum touch measured;
	enum touch predicted;
	const char *because;
};

/* placebo: by how much the irrelevant word moves all cases; drift: the second pass of all rungs. */
static void check_among(const struct expected *expected, const char *const *keys, bool with_hooks,
			double placebo, double drift)
{
	const struct made_rung rungs[] = {
		{.kind = RUNG_FIRST, .name = "capability", .active = BASE, .drift = drift},
		{.kind = RUNG_SAME,
		 .name = "capability",
		 .active = BASE,
		 .per_call = -3,
		 .drift = drift},
		{.kind = RUNG_PLACEBO,
		 .name = "capability",
		 .active = BASE,
		 .per_call = placebo,
		 .drift = drift},
		{.kind = RUNG_OTHER,
		 .name = "other",
		 .active = expected->active,
		 .per_call = expected->per_call,
		 .per_component = expected->per_component,
		 .drift = drift},
	};
	struct hook_table hooks;
	const struct hook_table *of_kernels[] = {&hooks};
	struct touch_signatures signatures;
	struct made_ladder ladder;
	struct ladder_table table;
	struct error error = {""};
	const struct touch_signature *signature;

	make_hooks(&hooks);
	made_ladder_with(&ladder, rungs, 4, keys);
	made_check(ladder_table_make(&table, ladder.sources, 4, &error), &error);
	made_check(ladder_signatures_of(&table, ladder.sources, with_hooks ? of_kernels : NULL,
					&signatures, &error),
		   &error);
	assert_int_equal(signatures.count, 3);
	assert_int_equal(signatures.items[0].predicted, TOUCH_NOTHING);
	if (placebo < 5 && drift == 0)
		assert_int_equal(signatures.items[0].measured, TOUCH_NOTHING);
	signature = &signatures.items[2];
	assert_string_equal(signature->operation, keys[1]);
	assert_int_equal(signature->column, 3);
	if (signature->measured != expected->measured ||
	    signature->predicted != expected->predicted ||
	    !strstr(signature->because, expected->because))
		fail_msg("%s %s: measured %s, predicted %s, because %s", keys[1], expected->active,
			 touch_name(signature->measured), touch_name(signature->predicted),
			 signature->because);
	assert_int_equal(signature->agrees, expected->measured == expected->predicted ||
						    expected->measured == TOUCH_UNKNOWN ||
						    expected->predicted == TOUCH_UNKNOWN);
	ladder_signatures_clear(&signatures);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
	hook_table_clear(&hooks);
}

static void check(const struct expected *expected, const char *const *keys, bool with_hooks)
{
	check_among(expected, keys, with_hooks, 0, 0);
}

static void figures_of_a_real_kernel_agree(void **state)
{
	static const struct expected stats[] = {
		{BASE ",apparmor", 72, 0, TOUCH_CALL, TOUCH_CALL, "inode_getattr x 1"},
		{BASE ",tomoyo", 145, 0, TOUCH_CALL, TOUCH_CALL, "inode_getattr x 1"},
		{BASE ",landlock", 0, 0, TOUCH_NOTHING, TOUCH_NOTHING, "none of its hooks"},
		{BASE ",selinux", 589, 192, TOUCH_COMPONENT, TOUCH_COMPONENT,
		 "inode_permission x depth, inode_getattr x 1"},
		{BASE ",bpf", 8, 8, TOUCH_COMPONENT, TOUCH_COMPONENT, "inode_permission x depth"},
	};
	static const struct expected idle = {
		BASE ",apparmor", -4, 0, TOUCH_NOTHING, TOUCH_NOTHING, "none of its hooks"};
	static const struct expected opens = {BASE ",landlock", 297,        0,
					      TOUCH_CALL,       TOUCH_CALL, "file_open x 1"};

	(void)state;
	for (size_t i = 0; i < sizeof(stats) / sizeof(stats[0]); i++)
		check(&stats[i], stat_keys, true);
	check(&idle, access_keys, true);
	check(&opens, open_keys, true);
}

static void what_was_not_predicted_is_told(void **state)
{
	static const struct expected more = {BASE ",apparmor", 72,         20,
					     TOUCH_COMPONENT,  TOUCH_CALL, "inode_getattr x 1"};
	static const struct expected none = {
		BASE ",selinux", 0, 0, TOUCH_NOTHING, TOUCH_COMPONENT, "inode_permission x depth"};

	(void)state;
	check(&more, stat_keys, true);
	check(&none, stat_keys, true);
}

static void what_cannot_be_told_is_unknown(void **state)
{
	static const struct expected shallow = {BASE ",selinux",
						589,
						192,
						TOUCH_UNKNOWN,
						TOUCH_COMPONENT,
						"measured at one depth only"};
	static const struct expected uncounted = {
		BASE ",selinux", 589,           192,
		TOUCH_COMPONENT, TOUCH_UNKNOWN, "hooks were not counted"};
	static const struct expected newer = {BASE ",nonesuch",
					      50,
					      0,
					      TOUCH_CALL,
					      TOUCH_UNKNOWN,
					      "no functions are known of module nonesuch"};
	static const struct expected words = {
		BASE, 178, 0, TOUCH_CALL, TOUCH_UNKNOWN, "other things than modules"};

	(void)state;
	check(&shallow, shallow_keys, true);
	check(&uncounted, stat_keys, false);
	check(&newer, stat_keys, true);
	check(&words, stat_keys, true);
}

/* What was printed as a mismatch once: differences of some fifty where equal boots differ by 148.
 */
static void what_is_not_resolved_is_no_mismatch(void **state)
{
	static const struct expected links[] = {
		{BASE ",landlock", 57, 0, TOUCH_UNKNOWN, TOUCH_CALL, "not resolved: +-148"},
		{BASE ",apparmor", -42, 0, TOUCH_UNKNOWN, TOUCH_CALL, "not resolved: +-148"},
		{BASE ",apparmor", 316, 0, TOUCH_CALL, TOUCH_CALL, "path_unlink x 1"},
	};
	static const struct expected seen = {BASE ",apparmor", 0,          0,
					     TOUCH_NOTHING,    TOUCH_CALL, "path_unlink x 1"};
	static const struct expected coarse = {BASE ",bpf",
					       220,
					       8,
					       TOUCH_UNKNOWN,
					       TOUCH_COMPONENT,
					       "not resolved by component: +-148"};

	(void)state;
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		check_among(&links[i], link_keys, true, 148, 0);
	/* Where it would have been seen, it is one. */
	check_among(&seen, link_keys, true, 3, 0);
	check_among(&coarse, stat_keys, true, 148, 0);
}

/* Of passes that differ by 227, as those of mkstemp did. */
static void what_does_not_repeat_is_no_mismatch(void **state)
{
	static const struct expected little = {BASE ",apparmor", 50,         0,
					       TOUCH_UNKNOWN,    TOUCH_CALL, "not resolved: +-227"};
	static const struct expected much = {BASE ",apparmor", 501,        0,
					     TOUCH_CALL,       TOUCH_CALL, "path_mknod x 1"};

	(void)state;
	check_among(&little, mkstemp_keys, true, 3, 227);
	check_among(&much, mkstemp_keys, true, 3, 227);
}

static void says_line(const struct hook_table *hooks, const char *operation, const char *hook,
		      const char *words)
{
	struct hook_line line;
	char buffer[128];

	hook_line_of(hooks, operation_find(operation), hook, &line);
	assert_string_equal(
		hook_line_words(&line, operation_find(operation), buffer, sizeof(buffer)), words);
}

static void lines_are_put_into_words(void **state)
{
	struct hook_table hooks;

	(void)state;
	make_hooks(&hooks);
	says_line(&hooks, "stat", "inode_permission", "once per component");
	says_line(&hooks, "stat", "inode_getattr", "once per call");
	says_line(&hooks, "stat", "file_open", "never");
	says_line(&hooks, "open-close", "inode_permission",
		  "once per component, and once more per call");
	/* A link that is followed stands on no line. */
	add(&hooks, "stat", "XXX/YYY/ZZZ/LLL", "inode_permission", 5);
	says_line(&hooks, "stat", "inode_permission", "once per component");
	add(&hooks, "stat", "depth:12", "inode_permission", 20);
	says_line(&hooks, "stat", "inode_permission", "not in step with components");
	add(&hooks, "chmod", "DIR0", "path_chmod", 2);
	says_line(&hooks, "chmod", "path_chmod", "2 per call");
	add(&hooks, "chmod", "DIR10", "path_chmod", 3);
	says_line(&hooks, "chmod", "path_chmod", "not the same in each case");
	add(&hooks, "readdir", "DIR0", "file_permission", 2);
	add(&hooks, "readdir", "DIR10", "file_permission", 12);
	says_line(&hooks, "readdir", "file_permission", "once per entry, and 2 more per call");
	hook_table_clear(&hooks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_of_a_real_kernel_agree),
		cmocka_unit_test(what_was_not_predicted_is_told),
		cmocka_unit_test(what_cannot_be_told_is_unknown),
		cmocka_unit_test(what_is_not_resolved_is_no_mismatch),
		cmocka_unit_test(what_does_not_repeat_is_no_mismatch),
		cmocka_unit_test(lines_are_put_into_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
