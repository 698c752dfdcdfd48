/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_bpf.c - programs on hooks: that they are there and gone again where the kernel allows them,
 * and else which sentence says what is in the way.
 *
 * Many a machine refuses bpf(2) even to root. There the refusal is what is tested; that programs
 * work is then shown in a guest, by tests/ladder/test_bpf_live.sh.
 */
#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <linux/capability.h>

#include "engine/variant/bpf.h"
#include "engine/variant/variant.h"

static size_t descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	size_t count = 0;

	assert_non_null(directory);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count;
}

static void expect_words(int code, const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("%d: '%s' does not say '%s'", code, text, words);
	assert_null(strchr(text, '\n'));
}

static void a_variant_without_hooks_attaches_nothing(void **state)
{
	struct bpf_attachments attachments;
	size_t before = descriptors();

	(void)state;
	assert_int_equal(bpf_attachments_open(&attachments, "landlock:1+seccomp:2", NULL), 0);
	assert_int_equal(attachments.count, 0);
	bpf_attachments_close(&attachments);
	assert_int_equal(bpf_attachments_open(&attachments, "nonsense", NULL), -EINVAL);
	assert_int_equal(attachments.count, 0);
	assert_int_equal(descriptors(), before);
}

/* What each failure may be, in words. */
static void check_refusal(int code, const char *text)
{
	switch (-code) {
	case EPERM:
		expect_words(code, text, geteuid() == 0 ? "refuses to load a program" : "CAP_BPF");
		break;
	case ENOENT:
		expect_words(code, text, "CONFIG_DEBUG_INFO_BTF");
		break;
	case ESRCH:
		expect_words(code, text, "has no hook");
		break;
	default:
		expect_words(code, text, "cannot attach programs to hooks");
	}
}

static void programs_are_attached_or_refused(void **state)
{
	struct bpf_attachments attachments;
	struct error error = {.text = ""};
	size_t before = descriptors();
	int code = bpf_attachments_open(&attachments, "bpf:'inode_getattr*3,file_open*2'", &error);

	(void)state;
	if (code == 0) {
		assert_int_equal(attachments.count, 5);
		assert_int_equal(descriptors(), before + 5);
		bpf_attachments_close(&attachments);
	} else {
		check_refusal(code, error.text);
	}
	assert_int_equal(attachments.count, 0);
	assert_int_equal(descriptors(), before);
}

static void what_is_no_hook_is_told_with_the_nearest(void **state)
{
	struct bpf_hooks hooks;
	struct error error = {.text = ""};
	int code;

	(void)state;
	assert_int_equal(bpf_hooks_parse("inode_getatr", &hooks, NULL), 0);
	code = bpf_check(&hooks, &error);
	if (code == -ENOENT || code == -EPERM) {
		check_refusal(code, error.text);
		return;
	}
	assert_int_equal(code, -ESRCH);
	expect_words(code, error.text, "no hook inode_getatr, did you mean inode_");
	expect_words(code, error.text, "inode_getattr");
}

/* In a process of its own: what is dropped does not come back. */
static int drop_and_check(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
	struct bpf_hooks hooks;
	struct error error = {.text = ""};
	int code;

	if (syscall(SYS_capset, &header, none) < 0 ||
	    bpf_hooks_parse("inode_getattr", &hooks, NULL) < 0)
		return 1;
	code = bpf_check(&hooks, &error);
	if (code == -EPERM)
		return strstr(error.text, "takes CAP_BPF and CAP_PERFMON") ? 0 : 2;
	return code == -ENOENT || code == -EOPNOTSUPP ? 0 : 3;
}

static void without_capabilities_it_names_them(void **state)
{
	int status;
	pid_t pid = fork();

	(void)state;
	assert_true(pid >= 0);
	if (pid == 0)
		_exit(drop_and_check());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_variant_without_hooks_attaches_nothing),
		cmocka_unit_test(programs_are_attached_or_refused),
		cmocka_unit_test(what_is_no_hook_is_told_with_the_nearest),
		cmocka_unit_test(without_capabilities_it_names_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
