/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment_redact.c - nothing that names the host, the user, a disk or a path survives, and
 * nothing else is lost.
 */
#include "tests/unit/environment_check.h"

static const char *redacted(const char *key, const char *value, char *buffer, size_t size)
{
	struct environment environment = {0};

	assert_int_equal(environment_set(&environment, "host.name", "walnut", "test"), 0);
	assert_int_equal(environment_set(&environment, "host.user", "jo", "test"), 0);
	assert_int_equal(environment_set(&environment, key, value, "test"), 0);
	environment_redacted_value(&environment, environment_find(&environment, key), buffer, size);
	environment_clear(&environment);
	return buffer;
}

static void private_parts_are_masked(void **state)
{
	static const struct {
		const char *key, *value, *redacted;
	} rows[] = {
		{"kernel.command_line",
		 "BOOT_IMAGE=/boot/vmlinuz root=UUID=3f1b6c2e-9d47-4a58-8f02-71c5d9e0ab34 ro quiet",
		 "BOOT_IMAGE=<path> root=UUID=<redacted> ro quiet"},
		{"kernel.command_line", "root=LABEL=fedora mitigations=off",
		 "root=LABEL=<redacted> mitigations=off"},
		{"kernel.command_line", "root=PARTUUID=0ab1-02 lsm=landlock,bpf",
		 "root=PARTUUID=<redacted> lsm=landlock,bpf"},
		{"kernel.command_line",
		 "rd.luks.uuid=luks-3f1b6c2e-9d47-4a58-8f02-71c5d9e0ab34 rd.lvm.lv=walnut/root",
		 "rd.luks.uuid=luks-<uuid> rd.lvm.lv=<path>"},
		{"kernel.command_line", "root=/dev/sda1", "root=<path>"},
		{"kernel.command_line", "ip=10.0.0.2:::::walnut:eth0",
		 "ip=10.0.0.2:::::<name>:eth0"},
		{"kernel.command_line", "hostname=walnuts x=walnut_1",
		 "hostname=walnuts x=walnut_1"},
		{"scratch.0.path", "/home/jo/x", "<path>"},
		{"scratch.0.device", "tmpfs", "tmpfs"},
		{"scratch.0.device", "nas:/export", "nas:<path>"},
		{"scratch.0.options", "rw,lowerdir=/a,upperdir=/b,xino=off",
		 "rw,lowerdir=<path>,upperdir=<path>,xino=off"},
		{"host.user", "jo", "<redacted>"},
		{"self.attr.current", "/usr/bin/man (enforce)", "<path> (enforce)"},
		{"cpu.model", "AMD Ryzen 7 with job w/ Radeon", "AMD Ryzen 7 with job w/ Radeon"},
		{"kernel.release", "6.1.0-28-amd64", "6.1.0-28-amd64"},
	};
	char buffer[4096];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_string_equal(redacted(rows[i].key, rows[i].value, buffer, sizeof(buffer)),
				    rows[i].redacted);
}

static void the_buffer_bounds_the_text(void **state)
{
	char buffer[8] = "xxxxxxx";

	(void)state;
	assert_string_equal(redacted("cpu.model", "0123456789", buffer, 8), "0123456");
	assert_string_equal(redacted("scratch.0.path", "//////", buffer, 4), "<pa");
	assert_string_equal(redacted("cpu.model", "0", buffer, 1), "");
}

static void an_unknown_value_stays_empty(void **state)
{
	char buffer[64];

	(void)state;
	assert_string_equal(redacted("scratch.0.path", NULL, buffer, sizeof(buffer)), "");
}

static void private_keys_are_known(void **state)
{
	(void)state;
	assert_true(environment_is_private("host.name"));
	assert_true(environment_is_private("host.user"));
	assert_true(environment_is_private("kernel.command_line"));
	assert_true(environment_is_private("lsm.requested"));
	assert_true(environment_is_private("scratch.12.path"));
	assert_true(environment_is_private("scratch.0.device"));
	assert_false(environment_is_private("scratch.0.type"));
	assert_false(environment_is_private("kernel.release"));
	assert_false(environment_is_private("lsm.active"));
	assert_false(environment_is_private("hosts"));
}

/* Every item of a whole machine: no trace of its names once redacted, and private ones are enough.
 */
static void no_tree_leaks(void **state)
{
	static const char *const traces[] = {"walnut", "3f1b6c2e", "/home", "nvme0n1p3", "vmlinuz"};
	char *paths[] = {"/home/jo"};
	struct text_list list = {paths, 1};
	struct environment_request request = {&list, 1};
	struct environment environment;
	char buffer[8192];

	(void)state;
	collect_tree(&environment, "laptop", &request);
	for (size_t i = 0; i < environment.item_count; i++) {
		const struct environment_item *item = &environment.items[i];
		const char *text = item->value ? item->value : item->reason;

		if (environment_is_private(item->key))
			text = environment_redacted_value(&environment, item, buffer,
							  sizeof(buffer));
		for (size_t j = 0; j < sizeof(traces) / sizeof(traces[0]); j++)
			if (strstr(text, traces[j]))
				fail_msg("%s still has %s: %s", item->key, traces[j], text);
	}
	for (size_t i = 0; i < environment.warning_count; i++)
		for (size_t j = 0; j < sizeof(traces) / sizeof(traces[0]); j++)
			assert_null(strstr(environment.warnings[i].text, traces[j]));
	environment_clear(&environment);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(private_parts_are_masked),
		cmocka_unit_test(the_buffer_bounds_the_text),
		cmocka_unit_test(an_unknown_value_stays_empty),
		cmocka_unit_test(private_keys_are_known),
		cmocka_unit_test(no_tree_leaks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
