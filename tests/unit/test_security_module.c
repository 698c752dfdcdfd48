/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_security_module.c - the table of security modules and lists of their names.
 */
#include "engine/environment/environment_difference.h"
#include "engine/environment/security_module.h"
#include "tests/unit/environment_check.h"

static void a_name_stands_in_a_list_as_a_whole(void **state)
{
	(void)state;
	assert_true(module_list_has("lockdown,capability,bpf", "bpf"));
	assert_true(module_list_has("bpf", "bpf"));
	assert_true(module_list_has("a,,bpf", "bpf"));
	assert_false(module_list_has("bpfilter,ebpf", "bpf"));
	assert_false(module_list_has("", "bpf"));
	assert_false(module_list_has("bpf", ""));
	assert_true(module_list_has_part("a,ima", "imagined", 3));
	assert_false(module_list_has_part("a,imagined", "imagined", 3));
}

static void a_list_is_stepped_through(void **state)
{
	const char *cursor = ",ima,,evm,";
	size_t length;
	const char *name = module_list_next(&cursor, &length);

	(void)state;
	assert_int_equal(length, 3);
	assert_memory_equal(name, "ima", 3);
	name = module_list_next(&cursor, &length);
	assert_int_equal(length, 3);
	assert_memory_equal(name, "evm", 3);
	assert_null(module_list_next(&cursor, &length));
	assert_null(module_list_next(&cursor, &length));
}

static void a_module_is_found_by_its_whole_name(void **state)
{
	(void)state;
	for (size_t i = 0; i < security_module_count; i++)
		assert_ptr_equal(security_module_find(security_modules[i].name),
				 &security_modules[i]);
	assert_ptr_equal(security_module_find_part("ima,evm", 3), security_module_find("ima"));
	assert_null(security_module_find_part("ima,evm", 2));
	assert_null(security_module_find("imag"));
	assert_null(security_module_find(""));
}

/* include/uapi/linux/lsm.h of Linux 6.12; a kernel never changes what it once gave out. */
static void the_kernels_numbers_are_known(void **state)
{
	static const char *const names[] = {
		"capability", "selinux",  "smack", "tomoyo",   "apparmor", "yama", "loadpin",
		"safesetid",  "lockdown", "bpf",   "landlock", "ima",      "evm",  "ipe",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct security_module *module = security_module_of(100 + i);

		assert_non_null(module);
		assert_string_equal(module->name, names[i]);
		/* What is collected of modules stands in this order in results that are kept. */
		assert_ptr_equal(module, &security_modules[i]);
	}
	assert_null(security_module_of(0));
	assert_int_equal(security_module_find("integrity")->id, 0);
}

/* The option is recorded, tells what is built in, and is no accident in a comparison. */
static void a_modules_option_is_known_everywhere(void **state)
{
	const struct environment_roots roots = {"tests/data/environment/no-such-tree", false};
	const struct environment_request request = {.cpu = -1};

	(void)state;
	for (size_t i = 0; i < security_module_count; i++) {
		const struct security_module *module = &security_modules[i];
		struct environment base = {0}, other = {0};
		const struct environment *const bases[] = {&base}, *const others[] = {&other};
		struct collection collection = {
			.environment = &other, .request = &request, .roots = &roots};
		struct environment_difference difference;
		char key[128];

		assert_true(environment_keeps_option(module->option, false));
		assert_true(environment_option_key(key, sizeof(key), module->option,
						   strlen(module->option)));
		assert_int_equal(environment_set(&base, "kernel.config_source", "a", "test"), 0);
		assert_int_equal(environment_set(&base, key, "n", "test"), 0);
		assert_int_equal(environment_set(&other, "kernel.config_source", "a", "test"), 0);
		assert_int_equal(environment_set(&other, key, "y", "test"), 0);
		assert_int_equal(environment_difference_of(bases, 1, others, 1, NULL, &difference),
				 0);
		assert_int_equal(difference.count, 1);
		assert_string_equal(difference.items[0].key, key);
		assert_int_equal(difference.items[0].kind, DIFFERENCE_LSM);
		environment_difference_clear(&difference);
		environment_probe_lsm(&collection);
		assert_value(&other, "lsm.built", module->id ? module->name : "none");
		environment_clear(&base);
		environment_clear(&other);
	}
}

static bool starts_with(const char *text, const char *beginning)
{
	return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool has_item_of(const struct environment *environment, const char *module)
{
	char beginning[64];

	snprintf(beginning, sizeof(beginning), "lsm.%s.", module);
	for (size_t i = 0; i < environment->item_count; i++)
		if (starts_with(environment->items[i].key, beginning))
			return true;
	return false;
}

/* The name in "lsm.NAME.state" is a module's; "" for another key. */
static const char *module_of_state(const char *key, char *name, size_t size)
{
	size_t length;

	if (!starts_with(key, "lsm.") || strlen(key) < strlen("lsm..state") ||
	    strcmp(key + strlen(key) - strlen(".state"), ".state") != 0)
		return "";
	length = strlen(key) - strlen("lsm..state");
	snprintf(name, size, "%.*s", (int)length, key + strlen("lsm."));
	return name;
}

/* Of each module that a kernel lists, but for capability which has nothing to set, an item. */
static void what_a_module_is_set_to_is_recorded(void **state)
{
	const struct environment_request request = {.cpu = -1};
	struct environment laptop;

	(void)state;
	collect_tree(&laptop, "laptop", &request);
	for (size_t i = 0; i < security_module_count; i++) {
		const struct security_module *module = &security_modules[i];
		const char *item = module->idle.item;

		if (has_item_of(&laptop, module->name) !=
		    (module->id && strcmp(module->name, "capability") != 0))
			fail_msg("%s has items, or has none", module->name);
		if (!item)
			continue;
		assert_true(environment_field_exists(item));
		assert_non_null(module->idle.why);
		assert_non_null(module->idle.value);
	}
	for (size_t i = 0; i < laptop.item_count; i++) {
		char name[64];
		const char *module = module_of_state(laptop.items[i].key, name, sizeof(name));

		if (module[0] && !security_module_find(module))
			fail_msg("%s is of no module", laptop.items[i].key);
	}
	environment_clear(&laptop);
}

/* A place that is missing would hide the rungs behind it, one that is twice there a module. */
static void the_rungs_that_are_offered_have_places_without_gaps(void **state)
{
	unsigned int places[64] = {0}, last = 0;

	(void)state;
	for (size_t i = 0; i < security_module_count; i++) {
		unsigned int place = security_modules[i].offered;

		assert_true(place < 64);
		places[place]++;
		last = place > last ? place : last;
	}
	assert_true(last > 0);
	for (unsigned int place = 1; place <= last; place++)
		assert_int_equal(places[place], 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_stands_in_a_list_as_a_whole),
		cmocka_unit_test(a_list_is_stepped_through),
		cmocka_unit_test(a_module_is_found_by_its_whole_name),
		cmocka_unit_test(the_kernels_numbers_are_known),
		cmocka_unit_test(a_modules_option_is_known_everywhere),
		cmocka_unit_test(what_a_module_is_set_to_is_recorded),
		cmocka_unit_test(the_rungs_that_are_offered_have_places_without_gaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
