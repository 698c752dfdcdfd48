/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_boot_words.c - which words of a command line are the security modules' own: what is
 * recorded as asked of them, and what a comparison takes for their difference, are the same words.
 */
#include "engine/environment/environment_difference.h"
#include "engine/environment/security_module.h"
#include "tests/unit/environment_check.h"

static const struct {
	const char *word;
	bool is_of_modules;
} words[] = {
	/* Of all modules. */
	{"lsm=landlock,selinux", true},
	{"lsm=", true},
	{"lsm.debug", true},
	{"security=selinux", true},
	/* NAME= and NAME. are those of any module, whether this kernel reads them or not. */
	{"selinux=0", true},
	{"apparmor=1", true},
	{"apparmor.mode=complain", true},
	{"smack.x=1", true},
	{"landlock.x=1", true},
	{"bpf.x=1", true},
	{"yama.x=1", true},
	{"safesetid.x=1", true},
	{"loadpin.enforce=0", true},
	{"lockdown=integrity", true},
	{"ipe.enforce=1", true},
	{"ima=off", true},
	{"ima.ahash_minsize=4096", true},
	{"evm=fix", true},
	/* What they are called beside that. */
	{"enforcing=0", true},
	{"checkreqprot=1", true},
	{"TOMOYO_trigger=/sbin/init", true},
	{"TOMOYO_loader=/sbin/tomoyo-init", true},
	{"tomoyo.x=1", true},
	{"ima_policy=tcb", true},
	{"ima_appraise=fix", true},
	{"ima_tcb", true},
	{"integrity_audit=1", true},
	{"no_file_caps", true},
	/* The kernel takes one for the other in names of parameters, not in their case. */
	{"ima-policy=tcb", true},
	{"integrity-audit=1", true},
	{"tomoyo_trigger=/sbin/init", false},
	/* They look like it. */
	{"image=/boot/vmlinuz", false},
	{"imaging", false},
	{"lsmbench.placebo=1", false},
	{"lsm.other=1", false},
	{"bpf_jit=1", false},
	{"landlocked=1", false},
	{"smackerel=1", false},
	{"securityfs=1", false},
	{"selinux", false},
	{"mitigations=off", false},
	{"seccomp=1", false},
};

/* A command line as an environment of which nothing else is known. */
static void make(struct environment *environment, const char *command_line)
{
	*environment = (struct environment){0};
	assert_int_equal(environment_set(environment, "kernel.command_line", command_line, "test"),
			 0);
}

/* What is recorded as asked of the modules on this command line. */
static void assert_requested(const char *command_line, const char *expected)
{
	const struct environment_roots roots = {"tests/data/environment/no-such-tree", false};
	const struct environment_request request = {.cpu = -1};
	struct environment environment;
	struct collection collection = {
		.environment = &environment, .request = &request, .roots = &roots};

	make(&environment, command_line);
	environment_probe_lsm(&collection);
	assert_int_equal(collection.failed, 0);
	assert_value(&environment, "lsm.requested", expected);
	environment_clear(&environment);
}

static void assert_kind(const char *base_line, const char *other_line, enum difference_kind kind)
{
	struct environment_difference difference;
	struct environment base, other;
	const struct environment *const bases[] = {&base}, *const others[] = {&other};

	make(&base, base_line);
	make(&other, other_line);
	assert_int_equal(environment_difference_of(bases, 1, others, 1, NULL, &difference), 0);
	assert_int_equal(difference.count, 1);
	if (difference.items[0].kind != kind)
		fail_msg("'%s' against '%s' is of kind %s", other_line, base_line,
			 difference_kind_name(difference.items[0].kind));
	environment_difference_clear(&difference);
	environment_clear(&base);
	environment_clear(&other);
}

static void the_same_words_are_asked_and_compared(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		bool is_of_modules = words[i].is_of_modules;
		char line[128];

		snprintf(line, sizeof(line), "quiet %s ro", words[i].word);
		assert_requested(line, is_of_modules ? words[i].word : "nothing");
		assert_kind("quiet ro", line, is_of_modules ? DIFFERENCE_LSM : DIFFERENCE_OTHER);
	}
}

static void assert_of_modules(const char *word)
{
	char line[128];

	snprintf(line, sizeof(line), "quiet %s", word);
	assert_requested(line, word);
	assert_kind("quiet", line, DIFFERENCE_LSM);
}

static void every_modules_words_are_known(void **state)
{
	(void)state;
	for (size_t i = 0; i < security_module_count; i++) {
		const char *const *beginnings = security_modules[i].words;
		char word[64];

		snprintf(word, sizeof(word), "%s=1", security_modules[i].name);
		assert_of_modules(word);
		snprintf(word, sizeof(word), "%s.x=1", security_modules[i].name);
		assert_of_modules(word);
		for (; beginnings && *beginnings; beginnings++) {
			snprintf(word, sizeof(word), "%sx", *beginnings);
			assert_of_modules(word);
		}
	}
}

/* What auditing costs is the kernel's, whoever has caused the records. */
static void auditing_is_recorded_and_is_no_module(void **state)
{
	(void)state;
	assert_requested("quiet audit=1 selinux=1", "audit=1 selinux=1");
	assert_kind("quiet", "quiet audit=1", DIFFERENCE_OTHER);
	assert_requested("quiet audit_backlog_limit=64", "nothing");
	assert_kind("quiet", "quiet audit_backlog_limit=64", DIFFERENCE_OTHER);
}

/* The kernel hands what stands behind "--" to the first process. */
static void words_for_init_are_nobodys(void **state)
{
	(void)state;
	assert_requested("quiet lsm=selinux -- lsm=smack", "lsm=selinux");
	assert_kind("quiet -- lsm=smack", "quiet lsm=selinux -- lsm=smack", DIFFERENCE_LSM);
	assert_kind("quiet --", "quiet -- lsm=smack", DIFFERENCE_OTHER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_words_are_asked_and_compared),
		cmocka_unit_test(every_modules_words_are_known),
		cmocka_unit_test(auditing_is_recorded_and_is_no_module),
		cmocka_unit_test(words_for_init_are_nobodys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
