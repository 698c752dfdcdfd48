/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixtures on file systems that are full, out of quota, read-only or mounted in the way. Each
 * failure must come with one clear line and leave nothing behind.
 *
 * Mounts are made in a mount namespace of a child; where that is not permitted the test says so
 * and is skipped.
 */
#include "tests/unit/fault.h"

static void mount_tmpfs(const char *path, const char *options)
{
	enter_namespace();
	if (mount("none", path, "tmpfs", 0, options) == 0)
		return;
	printf("skipped: no tmpfs with %s here: %s\n", options, strerror(errno));
	fflush(stdout);
	_exit(SKIPPED);
}

static void few_inodes(const struct playground *play)
{
	struct fixture_spec directory = directory_of(1000);
	struct fixture_spec path = path_of(100);
	struct scratch scratch;

	mount_tmpfs(play->path, "size=4m,nr_inodes=100,mode=0700");
	create(&scratch, play);
	demand_failure(&scratch, &directory, -ENOSPC);
	demand_failure(&scratch, &path, -ENOSPC);
	directory = directory_of(50);
	demand_success(&scratch, &directory);
	finish(&scratch, play);
}

static void test_running_out_of_inodes(void **state)
{
	in_child(*state, few_inodes);
}

/* With no inode left, with one for the root alone, with two. */
static void no_inode_for_a_root(const struct playground *play)
{
	int made = 0;

	mount_tmpfs(play->path, "size=4m,nr_inodes=20,mode=0700");
	while (mknod(playground_join(play->path, (char[]){(char)('a' + made), 0}).text,
		     S_IFREG | 0600, 0) == 0)
		made++;
	demand(made > 2, "files on a small tmpfs");
	demand(try_root(play, -ENOSPC) == -ENOSPC, "a root without an inode");
	unlink(playground_join(play->path, "a").text);
	demand(try_root(play, -ENOSPC) == -ENOSPC, "a root with one inode");
	for (char name[] = "b"; name[0] < 'e'; name[0]++)
		unlink(playground_join(play->path, name).text);
	demand(try_root(play, -ENOSPC) == 0, "a root with inodes");
}

static void test_no_inode_for_a_root(void **state)
{
	in_child(*state, no_inode_for_a_root);
}

static void no_block_for_the_marker(const struct playground *play)
{
	static const char block[4096];
	int fd;

	mount_tmpfs(play->path, "size=16k,mode=0700");
	fd = open(playground_join(play->path, "full").text, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	while (write(fd, block, sizeof(block)) > 0)
		continue;
	demand(errno == ENOSPC, "filling a tmpfs");
	close(fd);
	demand(try_root(play, -ENOSPC) == -ENOSPC, "a root on a full file system");
}

static void test_no_block_for_the_marker(void **state)
{
	in_child(*state, no_block_for_the_marker);
}

static void over_quota(const struct playground *play)
{
	struct fixture_spec directory = directory_of(1000);
	struct scratch scratch;

	mount_tmpfs(play->path, "size=4m,mode=0777,usrquota,usrquota_inode_hardlimit=30");
	/* Root is above quotas, and the directories above the mount are not for others. */
	demand(chdir(play->path) == 0 && setresuid(65534, 65534, 65534) == 0, "becoming nobody");
	demand(scratch_create(&scratch, ".", &(struct error){""}) == 0, "a root under quota");
	demand(fixture_build(scratch.fd, "case", &directory, NULL, NULL, NULL) == -EDQUOT,
	       "a build over quota");
	directory = directory_of(20);
	demand(fixture_build(scratch.fd, "case", &directory, NULL, NULL, NULL) == 0,
	       "a build within the quota after one that was not");
	demand(scratch_remove(&scratch, NULL) == 0, "removal");
}

static void test_running_out_of_quota(void **state)
{
	if (geteuid() != 0) {
		print_message("skipped: only root can set quotas\n");
		skip();
	}
	in_child(*state, over_quota);
}

static void read_only(const struct playground *play)
{
	struct fixture_spec directory = directory_of(10);
	struct scratch scratch;
	struct error error = {""};

	mount_tmpfs(play->path, "size=4m,mode=0700");
	create(&scratch, play);
	demand_code(fixture_build(scratch.fd, "old", &directory, NULL, NULL, &error), 0, &error);
	/* The root's descriptors keep a superblock from turning read-only only when they write. */
	scratch_forget(&scratch);
	demand(mount(NULL, play->path, NULL, MS_REMOUNT | MS_RDONLY | MS_BIND, NULL) == 0,
	       "remount read-only");
	demand(try_root(play, -EROFS) == -EROFS, "a root on a read-only file system");
	demand(playground_leftovers(play->path) == 0, "leftovers that cannot be removed");
	demand(mount(NULL, play->path, NULL, MS_REMOUNT | MS_BIND, NULL) == 0, "remount");
	demand(playground_leftovers(play->path) == 1, "leftovers");
}

static void test_read_only_file_system(void **state)
{
	in_child(*state, read_only);
}

/* What is mounted inside a root belongs to somebody else, also when it is the same file system. */
static void mount_inside(const struct playground *play)
{
	struct scratch scratch;
	struct error error = {""};
	char place[PATH_MAX + 16];
	int code;

	enter_namespace();
	create(&scratch, play);
	snprintf(place, sizeof(place), "%s/a", scratch.path);
	demand(mkdir(place, 0700) == 0, place);
	snprintf(place, sizeof(place), "%s/a/b", scratch.path);
	demand(mkdir(place, 0700) == 0, place);
	demand(mount(play->canary, place, NULL, MS_BIND, NULL) == 0, "bind mount");
	code = scratch_remove_root(&scratch, NULL, NULL, &error);
	demand(code == -EBUSY || code == -EXDEV, "removal with a bind mount inside");
	demand_message(&error, "/a/b");
	code = fixture_remove(scratch.fd, "a", NULL, NULL, &error);
	demand(code == -EBUSY || code == -EXDEV, "removal of a fixture with a mount inside");
	demand(access(play->singer, F_OK) == 0, "the canary");
	demand(umount(place) == 0, "unmount");
	snprintf(place, sizeof(place), "%s/a", scratch.path);
	demand(mount(play->canary, place, NULL, MS_BIND, NULL) == 0, "bind mount");
	demand_code(fixture_remove(scratch.fd, "a", NULL, NULL, &error), -EXDEV, &error);
	demand(access(play->singer, F_OK) == 0, "the canary");
	demand(umount(place) == 0, "unmount");
	finish(&scratch, play);
}

static void test_mount_inside_a_root(void **state)
{
	in_child(*state, mount_inside);
}

/* A root's name on a mount point: not a root, whatever is in it. */
static void mount_as_root(const struct playground *play)
{
	struct scratch_leftover leftover = {0};
	struct error error = {""};

	enter_namespace();
	demand(mkdir(play->fake, 0700) == 0, play->fake);
	demand(mount("none", play->fake, "tmpfs", 0, "size=64k,mode=0700") == 0, "tmpfs");
	demand(playground_leftovers(play->path) == 0, "a mount point is no leftover");
	snprintf(leftover.path, sizeof(leftover.path), "%s", play->fake);
	demand_code(scratch_remove_leftover(&leftover, &error), -EXDEV, &error);
	demand_message(&error, play->fake);
	demand(umount(play->fake) == 0 && rmdir(play->fake) == 0, "unmount");
}

static void test_mount_that_looks_like_a_root(void **state)
{
	in_child(*state, mount_as_root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_running_out_of_inodes),        PLAY(test_no_inode_for_a_root),
		PLAY(test_no_block_for_the_marker),      PLAY(test_running_out_of_quota),
		PLAY(test_read_only_file_system),        PLAY(test_mount_inside_a_root),
		PLAY(test_mount_that_looks_like_a_root),
	};

	return cmocka_run_group_tests_name("fixture mounts", tests, NULL, NULL);
}
