/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_printed_variants.c - our own tables read back: what stands under the heading of a
 * variant is that variant's, and no further session of the host.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exports/lmbench/lmbench_printed_figures.h"
#include "tests/unit/lmbench_printed.h"

#define TITLE                                                                                      \
	"                 L M B E N C H  2 . 0   S U M M A R Y\n"                                  \
	"                 ------------------------------------\n"                                  \
	"LMbench 2.0 layout, measured by lsmbench 0.1.0\n"
#define PROCESSOR                                                                                  \
	"Host                 OS  Mhz null null      open selct sig  sig  fork exec sh\n"          \
	"                             call  I/O stat clos TCP   inst hndl proc proc proc\n"        \
	"--------- ------------- ---- ---- ---- ---- ---- ----- ---- ---- ---- ---- ----\n"
#define SWITCH                                                                                     \
	"Host                 OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n"              \
	"                        ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"               \
	"--------- ------------- ----- ------ ------ ------ ------ ------- -------\n"

static void read_text(const char *text, struct printed_summary *summary, struct figures *figures)
{
	struct error error = {""};

	printed_must(text, strlen(text), summary);
	if (printed_figures_of(summary, "text", NULL, figures, &error) < 0)
		fail_msg("%s", error.text);
}

static const struct case_figures *find(const struct figures *figures, const char *operation,
				       const char *parameter, const char *variant)
{
	const struct case_figures *found =
		figures_find(figures, operation_find(operation), parameter, "", variant);

	if (!found)
		fail_msg("no %s of %s", operation, variant);
	return found;
}

static void expect(const struct figures *figures, const char *variant, size_t session, double ns)
{
	double found = figures_session_median(
		figures, find(figures, "open-close", "default", variant), session);

	if (!(fabs(found - ns) < 1e-6))
		fail_msg("%s, session %zu: %g, expected %g", variant, session, found, ns);
}

/* Tables of ours are not taken for LMbench's own when they are read back. */
static void test_who_has_measured(void **state)
{
	static const char row[] = PROCESSOR
		"vm        Linux 6.18.44 2600 0.09 0.12 0.37 0.65 5.296 0.17 0.84 81.2 117. 897.\n";
	static const char title[] = "LMbench 2.0 layout, measured by lsmbench 0.1.0\n";
	struct printed_summary summary;
	struct figures figures;
	char text[1024];

	(void)state;
	read_text(row, &summary, &figures);
	assert_string_equal(summary.by, "");
	assert_false(text_list_has(&figures.labels, "measured by: lsmbench 0.1.0"));
	printed_clear(&summary);
	figures_clear(&figures);
	snprintf(text, sizeof(text), "%s%s", title, row);
	read_text(text, &summary, &figures);
	assert_true(text_list_has(&figures.labels, "measured by: lsmbench 0.1.0"));
	printed_clear(&summary);
	figures_clear(&figures);
}

static void test_headings_name_variants(void **state)
{
	static const char text[] = TITLE
		"\n" PROCESSOR "variant none:\n"
		"vm        Linux 6.18.44 2600 0.08 0.12 0.35 0.61 4.947 0.13 0.88 79.1 98.0 882.\n"
		"vm        Linux 6.18.44 2600 0.08 0.12 0.35 0.62 4.947 0.13 0.88 79.1 98.0 882.\n"
		"MEAN                         0.08 0.12 0.35 0.61 4.947 0.13 0.88 79.1 98.0 882.\n"
		"variant landlock:1:\n"
		"vm        Linux 6.18.44 2600 0.08 0.11 0.35 0.89 5.081 0.13 0.86 76.4 104. 854.\n"
		"variant exec:u=unshare -n on /tmp:\n"
		"vm        Linux 6.18.44 2600 0.10 0.13 0.39 0.70 5.017 0.16 0.84 72.5 104. 898.\n"
		"no variant named:\n"
		"vm        Linux 6.18.44 2600 0.10 0.13 0.39 0.63 5.017 0.16 0.84 72.5 104. 898.\n"
		"\n" SWITCH
		"vm        Linux 6.18.44 0.744 0.8698 0.8527 2.2281 2.1333 2.06591 3.12417\n"
		"vm        Linux 6.18.44 0.745 0.8698 0.8527 2.2281 2.1333 2.06591 3.12417\n"
		"vm        Linux 6.18.44 0.746 0.8698 0.8527 2.2281 2.1333 2.06591 3.12417\n"
		"variant landlock:1:\n"
		"vm        Linux 6.18.44 0.749 0.8480 0.7613 1.9481 1.9724 2.25592 2.62151\n";
	struct printed_summary summary;
	struct figures figures;

	(void)state;
	read_text(text, &summary, &figures);
	assert_int_equal(summary.rows, 10);
	assert_int_equal(summary.skipped, 0);
	assert_int_equal(figures.notes.count, 0);
	assert_int_equal(figures.sessions, 3);
	expect(&figures, "none", 0, 610);
	expect(&figures, "none", 1, 620);
	expect(&figures, "none", 2, 630);
	expect(&figures, "landlock:1", 0, 890);
	expect(&figures, "exec:u=unshare -n on /tmp", 0, 700);
	assert_int_equal(find(&figures, "open-close", "default", "landlock:1")->pass_count, 1);
	figures_clear(&figures);
	printed_clear(&summary);
}

/* A heading holds for its own table, and a place alone is one, too. */
static void test_a_heading_ends_with_its_table(void **state)
{
	static const char text[] = PROCESSOR
		"on /dev/shm:\n"
		"vm        Linux 6.18.44 2600 0.08 0.12 0.35 0.61 4.947 0.13 0.88 79.1 98.0 882.\n"
		"on the whole:\n" PROCESSOR
		"vm        Linux 6.18.44 2600 0.08 0.12 0.35 0.62 4.947 0.13 0.88 79.1 98.0 882.\n";
	struct printed_summary summary;

	(void)state;
	printed_must(text, strlen(text), &summary);
	assert_int_equal(summary.variants.count, 1);
	assert_string_equal(printed_variant(&summary, summary.tables[0].rows[0].variant),
			    "on /dev/shm");
	assert_string_equal(printed_variant(&summary, summary.tables[1].rows[0].variant), "none");
	assert_int_equal(summary.skipped, 1);
	printed_clear(&summary);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_who_has_measured),
		cmocka_unit_test(test_headings_name_variants),
		cmocka_unit_test(test_a_heading_ends_with_its_table),
	};

	return cmocka_run_group_tests_name("lmbench_printed_variants", tests, NULL, NULL);
}
