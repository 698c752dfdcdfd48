/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_rung.h - one boot of a ladder: a kernel, a list of security modules asked for, a command
 * line, a seed, perhaps a policy.
 */
#ifndef LSMBENCH_ENGINE_LADDER_RUNG_H
#define LSMBENCH_ENGINE_LADDER_RUNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/environment/rung_facts.h"
#include "engine/guest/guest_policy.h"
#include "engine/ladder/kernel_image.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

struct ladder_rung {
	enum rung_kind kind;
	size_t kernel; /* index into the ladder's */
	char *lsm;     /* asked for with "lsm=", "landlock,capability"; "" : the kernel's default */
	char *append;  /* further words of the command line; "" for none */
	uint64_t seed;
	struct guest_policy policy;
};

/*
 * Take what a person gives with --lsm apart: "LIST" or "LIST WORD...", "landlock,capability
 * audit=1". The list may be "default": then there is no "lsm=", unless a word "lsm=LIST" follows,
 * which becomes the list without a check: for modules that are known to nobody yet. kind and seed
 * are the ladder's to set. 0, -ENOMEM or -EINVAL.
 */
int ladder_rung_parse(const char *text, struct ladder_rung *rung, struct error *error);
int ladder_rung_copy(struct ladder_rung *copy, const struct ladder_rung *rung);
void ladder_rung_clear(struct ladder_rung *rung);

/* The whole command line of a guest: malloc'ed, NULL without memory. */
char *ladder_rung_command_line(const struct ladder_rung *rung);

/*
 * How a rung is called by what its guest reports: the modules of the list asked for in that order
 * that are there, "+" those that are there unasked, then the policy, then further words: "landlock
 * (+lockdown,ima,evm)", "apparmor bench enforced", "capability audit=1". reported NULL: not booted
 * yet, what was asked for. Returns buffer.
 */
const char *ladder_rung_name(const struct ladder_rung *rung, const char *reported, char *buffer,
			     size_t size);

/*
 * What a person has to know of the difference between the list asked for and the one reported, a
 * sentence each: asked for but absent (and why: not built, excluded by another, another
 * parameter needed), there unasked (early lockdown, IMA and EVM of 6.12 whatever lsm= says,
 * what security= brings along), there but not reported (IMA of 6.1). 0 or -ENOMEM.
 */
int ladder_rung_advice(const struct ladder_rung *rung, const struct kernel_image *image,
		       const char *reported, struct text_list *sentences);

/*
 * The modules that are at work in a kernel by its configuration although it does not list them:
 * "ima,evm" where they are built in and are no modules yet; "" for none. Returns buffer.
 */
const char *ladder_rung_unreported(const struct kernel_image *image, const char *reported,
				   char *buffer, size_t size);

/*
 * The rungs that a kernel's configuration can build, when a person names none: capability first,
 * then each module alone with it, then the list of CONFIG_LSM. Texts for ladder_rung_parse. 0 or
 * -ENOMEM; without a configuration, those that Debian builds.
 */
int ladder_rung_defaults(const struct kernel_image *image, struct text_list *texts);

#endif
