/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_private.h - what the files of the plan share among themselves.
 */
#ifndef LSMBENCH_ENGINE_PLAN_PRIVATE_H
#define LSMBENCH_ENGINE_PLAN_PRIVATE_H

#include "engine/plan/plan.h"
#include "engine/variant/variant.h"

/* Checks of single items, for the key table: see struct plan_key. */
int plan_check_suite(const char *item, char **canonical, struct error *error);
int plan_check_operation(const char *item, char **canonical, struct error *error);
int plan_check_shape(const char *item, char **canonical, struct error *error);
int plan_check_depths(const char *item, char **canonical, struct error *error);
int plan_check_own_path(const char *item, char **canonical, struct error *error);
int plan_check_of(const char *item, char **canonical, struct error *error);
int plan_check_case(const char *item, char **canonical, struct error *error);
int plan_check_scratch(const char *item, char **canonical, struct error *error);
int plan_check_variant(const char *item, char **canonical, struct error *error);

/* The same for one number of a parameter; the canonical spelling has no prefix and no suffix. */
int plan_check_number(const struct parameter *parameter, const char *item, char **canonical,
		      struct error *error);

/* The plan's list of a parameter's numbers, by the key that it names; NULL: none. */
const struct text_list *plan_number_list(const struct plan *plan,
					 const struct parameter *parameter);

/* Append the parameter's default numbers, without prefix and suffix. 0 or -ENOMEM. */
int plan_number_defaults(const struct parameter *parameter, struct text_list *texts);

/*
 * Append the values, for parameter_parse, that the plan's numbers and the defaults of a
 * PARAMETER_NUMBER come to. What depends on this machine is set in the plan. 0 or -ENOMEM with a
 * message; values needs text_list_clear either way.
 */
int plan_number_values(struct plan *plan, const struct parameter *parameter,
		       struct text_list *values, struct error *error);

/* First and last depth of "4" or "1..32". 0 or -EINVAL. */
int plan_depth_range(const char *item, unsigned int *first, unsigned int *last);

/* True when text may stand in a cell of a result. */
bool plan_is_plain(const char *text);

/* The field of key in plan: what it points to is given by key->type and key->size. */
void *plan_field(struct plan *plan, const struct plan_key *key);
const void *plan_field_const(const struct plan *plan, const struct plan_key *key);
/* A PLAN_KEY_COUNT field's value. */
uint64_t plan_count(const struct plan *plan, const struct plan_key *key);

/* Forget the cases. */
void plan_drop_cases(struct plan *plan);

/* The counts and limits that hold where the plan says nothing. */
struct plan_defaults {
	uint32_t runs;
	uint32_t passes;
	uint64_t batch_ns;
	double precision;
	uint64_t session_limit_ns;
	uint32_t watchdog_seconds;
};

/* For a plan whose variants and cases are known. */
struct plan_defaults plan_defaults(const struct plan *plan);

/* The most that landlock_depth may be. */
#define PLAN_DEPTH_MAXIMUM 256u

#define PLAN_QUICK_LIMIT_NS 120000000000u

/* The baseline's usual name; the name of the A/A variant, and where plan_expand puts it. */
#define PLAN_BASELINE VARIANT_NONE
#define PLAN_AA VARIANT_SAME
#define PLAN_AA_INDEX 1

#endif
