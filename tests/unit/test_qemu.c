/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_qemu.c - QEMU is found and asked for its version, and the command that starts a guest.
 */
#include "tests/unit/emulator_play.h"

/* Refused with code and a line that holds words. */
static void refuse(int code, const char *words)
{
	struct qemu qemu;
	struct error error = {""};

	assert_int_equal(qemu_find(&qemu, &error), code);
	if (!strstr(error.text, words))
		fail_msg("\"%s\" lacks \"%s\"", error.text, words);
	assert_null(strchr(error.text, '\n'));
}

static void it_says_its_version(void **state)
{
	struct qemu qemu;

	emulator_find(*state, "exit 1\n", &qemu);
	assert_string_equal(qemu.version, "9.8.7 (played)");
	assert_string_equal(qemu.path, getenv("LSMBENCH_QEMU"));
}

static void it_is_looked_for_on_the_path(void **state)
{
	const struct playground *play = *state;
	struct joined path = playground_join(play->path, "qemu-system-x86_64");
	const char *before = getenv("PATH");
	char *saved = strdup(before);
	struct qemu qemu;
	struct error error = {""};

	unsetenv("LSMBENCH_QEMU");
	assert_int_equal(setenv("PATH", play->path, 1), 0);
	refuse(-ENOENT, "qemu-system-x86");
	playground_write(path.text, EMULATOR_HEAD);
	refuse(-ENOENT, "install the package qemu-system-x86");
	assert_int_equal(chmod(path.text, 0700), 0);
	assert_int_equal(qemu_find(&qemu, &error), 0);
	assert_string_equal(qemu.path, path.text);
	assert_int_equal(setenv("PATH", saved, 1), 0);
	free(saved);
}

static void what_cannot_be_it_is_refused(void **state)
{
	const struct playground *play = *state;

	assert_int_equal(setenv("LSMBENCH_QEMU", "/nowhere/qemu", 1), 0);
	refuse(-ENOENT, "LSMBENCH_QEMU=/nowhere/qemu");
	assert_int_equal(setenv("LSMBENCH_QEMU", play->path, 1), 0);
	refuse(-ENOENT, "Permission denied");
	emulator_set(play, "#!/bin/sh\necho 'some \033[31mthing'\n");
	refuse(-EINVAL, "says \"some \\x1b[31mthing\"");
	emulator_set(play, "#!/bin/sh\nexit 0\n");
	refuse(-EINVAL, "that is no QEMU");
	emulator_set(play, "#!/no/such/shell\n");
	refuse(-ENOENT, "cannot start");
}

/* Output without end ends in a refusal too, and leaves nothing running. */
static void a_flood_is_cut(void **state)
{
	const struct playground *play = *state;
	struct joined note = playground_join(play->path, "pid");
	char *script = NULL;
	FILE *file;
	long pid = 0;

	assert_true(asprintf(&script, "#!/bin/sh\necho $$ >%s\nexec yes\n", note.text) > 0);
	emulator_set(play, script);
	free(script);
	refuse(-EINVAL, "says \"y\"");
	file = fopen(note.text, "re");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld", &pid), 1);
	fclose(file);
	assert_false(emulator_runs((pid_t)pid));
}

/* The word behind option, or NULL; further ones from the place that *place says. */
static const char *value_of(const struct text_list *words, const char *option, size_t *place)
{
	for (size_t i = *place; i + 1 < words->count; i++) {
		if (strcmp(words->items[i], option) == 0) {
			*place = i + 1;
			return words->items[i + 1];
		}
	}
	return NULL;
}

static void expect(const struct text_list *words, const char *option, const char *value)
{
	size_t place = 0;
	const char *found = value_of(words, option, &place);

	if (!found)
		fail_msg("%s is missing", option);
	assert_string_equal(found, value);
}

static const struct qemu_guest guest = {
	.kernel = "/boot/vmlinuz-6,12",
	.initramfs = "/tmp/a b/i.cpio",
	.command_line = "console=ttyS0 lsm=landlock,capability",
	.log = "/tmp/a,b/log",
	.seed = UINT64_C(18446744073709551615),
};

static void the_command_counts_instructions(void **state)
{
	const struct qemu qemu = {.path = "/usr/bin/qemu-system-x86_64"};
	struct text_list words = {NULL, 0};

	(void)state;
	assert_int_equal(qemu_command(&qemu, &guest, &words), 0);
	assert_string_equal(words.items[0], "/usr/bin/qemu-system-x86_64");
	expect(&words, "-accel", "tcg");
	expect(&words, "-icount", "shift=0,sleep=off");
	expect(&words, "-cpu", "max,-cx16");
	expect(&words, "-rtc", "base=2024-01-01,clock=vm");
	expect(&words, "-seed", "18446744073709551615");
	expect(&words, "-m", "512");
	expect(&words, "-display", "none");
	assert_true(text_list_has(&words, "-nodefaults"));
	assert_true(text_list_has(&words, "-no-user-config"));
	assert_true(text_list_has(&words, "-no-reboot"));
	assert_false(text_list_has(&words, "-enable-kvm"));
	text_list_clear(&words);
}

/* A comma in a path is doubled where QEMU would take it for the end of an option, only there. */
static void paths_and_ports_are_handed_over(void **state)
{
	const struct qemu qemu = {.path = "qemu"};
	struct text_list words = {NULL, 0};
	size_t place = 0;

	(void)state;
	assert_int_equal(qemu_command(&qemu, &guest, &words), 0);
	expect(&words, "-kernel", "/boot/vmlinuz-6,12");
	expect(&words, "-initrd", "/tmp/a b/i.cpio");
	expect(&words, "-append", "console=ttyS0 lsm=landlock,capability");
	assert_string_equal(value_of(&words, "-chardev", &place),
			    "file,id=kernel,path=/tmp/a,,b/log,append=on");
	assert_string_equal(value_of(&words, "-serial", &place), "chardev:kernel");
	assert_string_equal(value_of(&words, "-chardev", &place), "stdio,id=guest,signal=off");
	assert_string_equal(value_of(&words, "-serial", &place), "chardev:guest");
	assert_null(value_of(&words, "-serial", &place));
	text_list_clear(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(it_says_its_version, playground_make,
						playground_remove),
		cmocka_unit_test_setup_teardown(it_is_looked_for_on_the_path, playground_make,
						playground_remove),
		cmocka_unit_test_setup_teardown(what_cannot_be_it_is_refused, playground_make,
						playground_remove),
		cmocka_unit_test_setup_teardown(a_flood_is_cut, playground_make, playground_remove),
		cmocka_unit_test(the_command_counts_instructions),
		cmocka_unit_test(paths_and_ports_are_handed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
