/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * home_tree_play.h - for tests of trees of files: building one in the playground, as a fixture or
 * kept in a directory of its own.
 */
#ifndef LSMBENCH_TESTS_HOME_TREE_PLAY_H
#define LSMBENCH_TESTS_HOME_TREE_PLAY_H

#include "tests/unit/fault.h"

#include "fixtures/home_tree.h"

#define FILES 400u
#define BYTES 2000000u

static inline struct fixture_spec tree_of(uint64_t files, uint64_t bytes, const char *kept)
{
	struct fixture_spec spec = {
		.kind = FIXTURE_HOME, .files = files, .bytes = bytes, .seed = 3};

	snprintf(spec.path, sizeof(spec.path), "%s", kept);
	return spec;
}

static inline int open_directory(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	assert_true(fd >= 0);
	return fd;
}

static inline int build(const struct playground *play, const struct fixture_spec *spec,
			struct error *error)
{
	int parent = open_directory(play->path);
	int code = fixture_build(parent, "case", spec, NULL, NULL, error);

	close(parent);
	return code;
}

static inline void build_well(const struct playground *play, const struct fixture_spec *spec)
{
	struct error error = {""};

	if (build(play, spec, &error) != 0)
		fail_msg("%s", error.text);
}

static inline void take_away(const struct playground *play)
{
	int parent = open_directory(play->path);

	assert_int_equal(fixture_remove(parent, "case", NULL, NULL, NULL), 0);
	close(parent);
}

/* A tree that is kept, in play->path/kept. */
struct kept {
	struct fixture_spec spec;
	char path[300];
	char file[400]; /* some file in it */
};

static inline void remember_file(struct kept *kept)
{
	struct home_tree_shape shape;
	uint32_t i = 0;

	assert_int_equal(home_tree_shape_draw(&shape, FILES, BYTES, 3, NULL), 0);
	/* One at the top, whose path is short. */
	while (shape.directories[i].depth != 1 || shape.directories[i].files == 0)
		i++;
	snprintf(kept->file, sizeof(kept->file), "%s/tree/d%07u/f%08u", kept->path, i,
		 (unsigned int)shape.directories[i].first_file);
	home_tree_shape_clear(&shape);
}

static inline void make_kept(const struct playground *play, struct kept *kept)
{
	snprintf(kept->path, sizeof(kept->path), "%s/kept", play->path);
	kept->spec = tree_of(FILES, BYTES, kept->path);
	remember_file(kept);
	build_well(play, &kept->spec);
	take_away(play);
	assert_true(playground_exists(kept->file));
}

static inline void refuse(const struct playground *play, const struct kept *kept, int code,
			  const char *says)
{
	struct error error = {""};

	assert_int_equal(build(play, &kept->spec, &error), code);
	if (!strstr(error.text, says))
		fail_msg("%s", error.text);
	assert_null(strchr(error.text, '\n'));
	assert_false(playground_exists(playground_join(play->path, "case").text));
	assert_true(playground_exists(kept->path));
}

#endif
