/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment_config.c - a kernel configuration as text, compressed, cut, huge, or absent.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/unit/environment_check.h"

/* A root in the temporary directory that has only /proc/config.gz. */
struct config_root {
	char path[256];
	char proc[300];
	char file[320];
	struct environment_roots roots;
	struct environment environment;
	struct collection collection;
};

static void root_make(struct config_root *root)
{
	const char *directory = getenv("TMPDIR");

	*root = (struct config_root){0};
	snprintf(root->path, sizeof(root->path), "%s/environment.XXXXXX",
		 directory ? directory : "/tmp");
	assert_non_null(mkdtemp(root->path));
	snprintf(root->proc, sizeof(root->proc), "%s/proc", root->path);
	assert_int_equal(mkdir(root->proc, 0700), 0);
	snprintf(root->file, sizeof(root->file), "%s/config.gz", root->proc);
	root->roots.root = root->path;
	root->collection = (struct collection){&root->environment, NULL, &root->roots, 0};
}

static void root_remove(struct config_root *root)
{
	unlink(root->file);
	assert_int_equal(rmdir(root->proc), 0);
	assert_int_equal(rmdir(root->path), 0);
	environment_clear(&root->environment);
}

static void write_compressed(const struct config_root *root, const char *text, size_t length)
{
	gzFile file = gzopen(root->file, "wb");

	assert_non_null(file);
	assert_int_equal(gzwrite(file, text, (unsigned int)length), length);
	assert_int_equal(gzclose(file), Z_OK);
}

static void write_plain(const struct config_root *root, const char *text, size_t length)
{
	FILE *file = fopen(root->file, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

static const char sample[] =
	"#\n# Linux\n#\nCONFIG_LSM=\"landlock,bpf\"\nCONFIG_HZ=1000\n"
	"# CONFIG_AUDIT is not set\nCONFIG_DEBUG_INFO=y\n"
	"CONFIG_SECURITY_NOTE=\"say \\\"hi\\\"\033\"\nCONFIG_IMA=m\nCONFIG_BPF";

static void compressed_and_plain_are_the_same(void **state)
{
	struct config_root root;
	char hash[128];

	(void)state;
	root_make(&root);
	write_compressed(&root, sample, strlen(sample));
	environment_probe_config(&root.collection);
	assert_value(&root.environment, "config.lsm", "landlock,bpf");
	assert_value(&root.environment, "config.hz", "1000");
	assert_value(&root.environment, "config.audit", "n");
	assert_value(&root.environment, "config.ima", "m");
	assert_value(&root.environment, "config.security_note", "say \\\"hi\\\"?");
	assert_null(environment_find(&root.environment, "config.debug_info"));
	assert_null(environment_find(&root.environment, "config.bpf"));
	snprintf(hash, sizeof(hash), "%s",
		 environment_value(&root.environment, "kernel.config_sha256", ""));
	assert_int_equal(strlen(hash), 64);
	environment_clear(&root.environment);
	write_plain(&root, sample, strlen(sample));
	environment_probe_config(&root.collection);
	assert_value(&root.environment, "kernel.config_sha256", hash);
	assert_value(&root.environment, "config.hz", "1000");
	root_remove(&root);
}

static void a_cut_file_is_unknown(void **state)
{
	struct config_root root;
	struct stat state_of_file;

	(void)state;
	root_make(&root);
	write_compressed(&root, sample, strlen(sample));
	assert_int_equal(stat(root.file, &state_of_file), 0);
	assert_int_equal(truncate(root.file, state_of_file.st_size - 10), 0);
	environment_probe_config(&root.collection);
	assert_unknown(&root.environment, "kernel.config_source", "/proc/config.gz: Input/output");
	assert_unknown(&root.environment, "kernel.config_sha256", "no configuration was found");
	assert_null(environment_find(&root.environment, "config.hz"));
	root_remove(&root);
}

/* A small file that grows a thousandfold must not fill the memory. */
static void a_huge_file_is_unknown(void **state)
{
	size_t length = (size_t)5 << 20;
	char *text = calloc(1, length);
	struct config_root root;

	(void)state;
	assert_non_null(text);
	memset(text, '\n', length);
	root_make(&root);
	write_compressed(&root, text, length);
	environment_probe_config(&root.collection);
	assert_unknown(&root.environment, "kernel.config_source", "File too large");
	root_remove(&root);
	free(text);
}

/* A release that is no file name must not lead out of /boot. */
static void an_odd_release_names_no_file(void **state)
{
	struct config_root root;

	(void)state;
	root_make(&root);
	environment_set(&root.environment, "kernel.release", "x/../../proc/config.gz", "test");
	environment_probe_config(&root.collection);
	assert_unknown(&root.environment, "kernel.config_source", "/proc/config.gz: No such file");
	assert_null(strstr(environment_find(&root.environment, "kernel.config_source")->reason,
			   "/boot"));
	root_remove(&root);
}

/* Without memory the collection fails as a whole, and leaves nothing behind. */
__attribute__((unused)) static int collect_without_memory(void)
{
	struct environment_request request = {NULL, -1};
	const struct environment_roots roots = {"tests/data/environment/laptop", false};
	struct rlimit limit = {1 << 20, 1 << 20};
	struct environment environment;
	struct error error = {""};

	if (setrlimit(RLIMIT_DATA, &limit))
		return 1;
	if (environment_collect_from(&environment, &request, &roots, &error) != -ENOMEM)
		return 2;
	if (environment.item_count || environment.items || environment.warnings)
		return 3;
	return strstr(error.text, "Cannot allocate memory") ? 0 : 4;
}

static void no_memory_is_an_error(void **state)
{
#ifdef __SANITIZE_ADDRESS__
	(void)state;
	skip(); /* its shadow is larger than any such limit */
#else
	pid_t child = fork();
	int status;

	(void)state;
	assert_true(child >= 0);
	if (child == 0)
		_exit(collect_without_memory());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compressed_and_plain_are_the_same),
		cmocka_unit_test(a_cut_file_is_unknown),
		cmocka_unit_test(a_huge_file_is_unknown),
		cmocka_unit_test(an_odd_release_names_no_file),
		cmocka_unit_test(no_memory_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
