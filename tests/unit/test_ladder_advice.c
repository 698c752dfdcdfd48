/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_advice.c - what is said of a list asked for and the list reported.
 *
 * The lists reported are those of Debian's linux-image-6.12.117+deb12-cloud-amd64 and
 * linux-image-6.1.0-57-cloud-amd64, booted with these command lines under QEMU 7.2 on 2026-11-30.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/ladder/ladder_rung.h"

/* What matters here of the configurations of both; 6.12 has SECURITY_IPE too. */
#define CONFIG                                                                                     \
	"CONFIG_SECURITY=y\nCONFIG_BPF_LSM=y\nCONFIG_SECURITY_SELINUX=y\n"                         \
	"# CONFIG_SECURITY_SELINUX_BOOTPARAM is not set\n# CONFIG_SECURITY_SMACK is not set\n"     \
	"CONFIG_SECURITY_TOMOYO=y\nCONFIG_SECURITY_APPARMOR=y\n"                                   \
	"# CONFIG_SECURITY_LOADPIN is not set\nCONFIG_SECURITY_YAMA=y\n"                           \
	"# CONFIG_SECURITY_SAFESETID is not set\nCONFIG_SECURITY_LOCKDOWN_LSM=y\n"                 \
	"CONFIG_SECURITY_LOCKDOWN_LSM_EARLY=y\nCONFIG_SECURITY_LANDLOCK=y\n"                       \
	"CONFIG_INTEGRITY=y\nCONFIG_IMA=y\nCONFIG_EVM=y\n"

#define EARLY                                                                                      \
	"lockdown is there unasked: it starts before the command line is read "                    \
	"(CONFIG_SECURITY_LOCKDOWN_LSM_EARLY=y)"
#define ALWAYS "ima and evm are there unasked: this kernel starts them whatever lsm= says"
#define SILENT                                                                                     \
	"IMA and EVM are built in and at work in every rung, but this kernel does not list "       \
	"them: their cost stands in the first rung too"
#define SHUT_OUT                                                                                   \
	" was asked for and is absent: SELinux, AppArmor and Smack exclude each other, and "
#define NOT_BUILT " was asked for and is absent: this kernel is built without it (CONFIG_SECURITY_"
#define SELINUX_ON                                                                                 \
	"selinux=1 does nothing on this kernel (CONFIG_SECURITY_SELINUX_BOOTPARAM is not set): "   \
	"name selinux in the list, as in \"selinux,capability\", or write \"default "              \
	"security=selinux\""
#define SECURITY(name, along)                                                                      \
	"security=" name " chooses only among SELinux, AppArmor, Smack and TOMOYO: " along         \
	" of the kernel's own list came along; lsm= starts no more than it names"

struct boot {
	const char *text;
	const char *reported;
	const char *says[5];
};

static const struct boot boots_612[] = {
	{"default", "lockdown,capability,landlock,yama,apparmor,tomoyo,bpf,ipe,ima,evm", {NULL}},
	{"default selinux=1",
	 "lockdown,capability,landlock,yama,apparmor,tomoyo,bpf,ipe,ima,evm",
	 {SELINUX_ON}},
	{"capability selinux=1", "lockdown,capability,ima,evm", {SELINUX_ON, EARLY, ALWAYS}},
	{"default security=selinux",
	 "lockdown,capability,landlock,yama,selinux,bpf,ipe,ima,evm",
	 {SECURITY("selinux", "lockdown,landlock,yama,bpf,ipe,ima,evm")}},
	{"default security=apparmor",
	 "lockdown,capability,landlock,yama,apparmor,bpf,ipe,ima,evm",
	 {SECURITY("apparmor", "lockdown,landlock,yama,bpf,ipe,ima,evm")}},
	{"default security=none",
	 "lockdown,capability,landlock,yama,bpf,ipe,ima,evm",
	 {SECURITY("none", "lockdown,landlock,yama,bpf,ipe,ima,evm")}},
	{"apparmor security=selinux",
	 "lockdown,capability,apparmor,ima,evm",
	 {"security=selinux does nothing beside lsm=apparmor: name the module in the list", EARLY,
	  ALWAYS}},
	{"selinux,apparmor",
	 "lockdown,capability,selinux,ima,evm",
	 {"apparmor" SHUT_OUT "selinux stands in front of it", EARLY, ALWAYS}},
	/* TOMOYO excludes nobody and is excluded by nobody. */
	{"apparmor,selinux,tomoyo",
	 "lockdown,capability,apparmor,tomoyo,ima,evm",
	 {"selinux" SHUT_OUT "apparmor stands in front of it", EARLY, ALWAYS}},
	{"tomoyo,selinux", "lockdown,capability,tomoyo,selinux,ima,evm", {EARLY, ALWAYS}},
	{"smack,capability",
	 "lockdown,capability,ima,evm",
	 {"smack" NOT_BUILT "SMACK is not set)", EARLY, ALWAYS}},
	{"landlock,yama,safesetid,loadpin,bpf",
	 "lockdown,capability,landlock,yama,bpf,ima,evm",
	 {"safesetid" NOT_BUILT "SAFESETID is not set)", "loadpin" NOT_BUILT "LOADPIN is not set)",
	  EARLY, ALWAYS}},
	{"default lsm=landlok",
	 "lockdown,capability,ima,evm",
	 {"landlok was asked for and is absent: this kernel knows no module of that name", EARLY,
	  ALWAYS}},
	{"apparmor apparmor=0",
	 "lockdown,capability,ima,evm",
	 {"apparmor was asked for and is absent: apparmor=0 on the command line switches it off",
	  EARLY, ALWAYS}},
	{"selinux selinux=0",
	 "lockdown,capability,selinux,ima,evm",
	 {"selinux=0 does nothing on this kernel (CONFIG_SECURITY_SELINUX_BOOTPARAM is not set): "
	  "leave selinux out of the list",
	  EARLY, ALWAYS}},
	{"capability ima=off", "lockdown,capability,ima,evm", {EARLY, ALWAYS}},
	{"integrity",
	 "lockdown,capability,ima,evm",
	 {"no kernel reports integrity: IMA and EVM are there without it too, but before Linux 6.9 "
	  "a policy for IMA needs it",
	  EARLY, ALWAYS}},
};

static const struct boot boots_61[] = {
	{"default", "lockdown,capability,landlock,yama,apparmor,tomoyo,bpf", {SILENT}},
	{"capability", "lockdown,capability", {EARLY, SILENT}},
	{"default security=selinux",
	 "lockdown,capability,landlock,yama,selinux,bpf",
	 {SECURITY("selinux", "lockdown,landlock,yama,bpf"), SILENT}},
	{"tomoyo,selinux", "lockdown,capability,tomoyo,selinux", {EARLY, SILENT}},
	{"default lsm=ipe",
	 "lockdown,capability",
	 {"ipe" NOT_BUILT "IPE is not set)", EARLY, SILENT}},
};

static void assert_says(const struct boot *boot, const struct kernel_image *image)
{
	struct text_list sentences = {0};
	struct ladder_rung rung;
	size_t count = 0;

	assert_int_equal(ladder_rung_parse(boot->text, &rung, NULL), 0);
	assert_int_equal(ladder_rung_advice(&rung, image, boot->reported, &sentences), 0);
	while (count < sizeof(boot->says) / sizeof(boot->says[0]) && boot->says[count])
		count++;
	for (size_t i = 0; i < sentences.count && i < count; i++)
		assert_string_equal(sentences.items[i], boot->says[i]);
	if (sentences.count != count)
		fail_msg("'%s': %zu sentences, not %zu", boot->text, sentences.count, count);
	text_list_clear(&sentences);
	ladder_rung_clear(&rung);
}

static void linux_6_12_is_explained(void **state)
{
	char config[] = CONFIG "CONFIG_SECURITY_IPE=y\n";
	const struct kernel_image image = {.config = config};

	(void)state;
	for (size_t i = 0; i < sizeof(boots_612) / sizeof(boots_612[0]); i++)
		assert_says(&boots_612[i], &image);
}

static void linux_6_1_is_explained(void **state)
{
	char config[] = CONFIG;
	const struct kernel_image image = {.config = config};
	char names[16];

	(void)state;
	for (size_t i = 0; i < sizeof(boots_61) / sizeof(boots_61[0]); i++)
		assert_says(&boots_61[i], &image);
	assert_string_equal(
		ladder_rung_unreported(&image, "lockdown,capability", names, sizeof(names)),
		"ima,evm");
	assert_string_equal(
		ladder_rung_unreported(&image, "capability,ima,evm", names, sizeof(names)), "");
}

/* Without a configuration nothing is claimed of it. */
static void an_unknown_configuration_is_said(void **state)
{
	static const struct boot boots[] = {
		{"smack,capability",
		 "capability,ima",
		 {"smack was asked for and is absent: perhaps this kernel is built without "
		  "CONFIG_SECURITY_SMACK; its configuration was not found",
		  "ima is there unasked: this kernel starts it whatever lsm= says"}},
		{"capability selinux=1",
		 "lockdown,capability,mine",
		 {"selinux=1 does nothing on this kernel, as it seems: name selinux in the list, "
		  "as in \"selinux,capability\", or write \"default security=selinux\"",
		  "lockdown is there unasked: it starts before the command line is read",
		  "mine is there unasked, whatever lsm= says"}},
	};
	const struct kernel_image image = {.config = NULL};

	(void)state;
	for (size_t i = 0; i < sizeof(boots) / sizeof(boots[0]); i++) {
		assert_says(&boots[i], &image);
		assert_says(&boots[i], NULL);
	}
}

/* Where the parameter is read, it permits and does not choose. */
static void a_boot_parameter_that_is_read_is_explained(void **state)
{
	char config[] = "CONFIG_SECURITY_SELINUX=y\nCONFIG_SECURITY_SELINUX_BOOTPARAM=y\n"
			"CONFIG_SECURITY_YAMA=y\n";
	const struct kernel_image image = {.config = config};
	static const struct boot on = {
		"capability selinux=1",
		"capability",
		{"selinux=1 only permits SELinux: it starts when the list names it in front of "
		 "AppArmor and Smack"}};
	static const struct boot off = {
		"selinux,yama selinux=0",
		"capability",
		{"selinux was asked for and is absent: selinux=0 on the command line switches it "
		 "off",
		 "yama was asked for and is absent although it is built in "
		 "(CONFIG_SECURITY_YAMA=y): the word lsm.debug makes the kernel say why"}};

	(void)state;
	assert_says(&on, &image);
	assert_says(&off, &image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linux_6_12_is_explained),
		cmocka_unit_test(linux_6_1_is_explained),
		cmocka_unit_test(an_unknown_configuration_is_said),
		cmocka_unit_test(a_boot_parameter_that_is_read_is_explained),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
