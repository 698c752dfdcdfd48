/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * P values adjusted by Holm's method, against R's p.adjust (tests/data/stats/multiplicity.txt).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/statistics/multiplicity.h"
#include "tests/unit/oracle.h"

static void check_family(const char *block)
{
	double *p;
	double *expected;
	double adjusted[16];
	size_t count = oracle_series(block, "p", &p);

	assert_true(count <= 16);
	assert_int_equal(oracle_series(block, "holm", &expected), count);
	assert_int_equal(multiplicity_adjust(p, count, adjusted), 0);
	for (size_t i = 0; i < count; i++)
		check_close("holm", adjusted[i], expected[i], 1e-14);
	free(expected);
	free(p);
}

static void matches_r(void **state)
{
	char *text = oracle_read("multiplicity.txt");
	char *rest = text;
	size_t families = 0;

	(void)state;
	for (char *block; (block = oracle_block(&rest)) != NULL; families++)
		check_family(block);
	assert_int_equal(families, 4);
	free(text);
}

/* A test that could not be made is not one of the family. */
static void nan_does_not_count(void **state)
{
	const double p[] = {0.01, NAN, 0.04};
	double adjusted[3];

	(void)state;
	assert_int_equal(multiplicity_adjust(p, 3, adjusted), 0);
	check_close("two tests", adjusted[0], 0.02, 1e-15);
	assert_true(isnan(adjusted[1]));
}

static void works_in_place_and_on_nothing(void **state)
{
	double p[] = {0.04, 0.01};

	(void)state;
	assert_int_equal(multiplicity_adjust(p, 2, p), 0);
	check_close("larger", p[0], 0.04, 1e-15);
	check_close("smaller", p[1], 0.02, 1e-15);
	assert_int_equal(multiplicity_adjust(p, 0, p), 0);
	check_close("untouched", p[0], 0.04, 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_r),
		cmocka_unit_test(nan_does_not_count),
		cmocka_unit_test(works_in_place_and_on_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
