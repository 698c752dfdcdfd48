#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tests run.sh: what passes, fails and is skipped, and that a skipped test is told.

set -u
runner=$(cd "$(dirname "$0")/.." && pwd)/run.sh
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
failed=0

# program NAME TESTS: a program of cmocka with these tests.
program() {
	cat >"$1.c" <<END
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
static void good(void **state) { (void)state; assert_true(1); }
static void bad(void **state) { (void)state; assert_true(0); }
static void absent(void **state) { (void)state; skip(); }
int main(void)
{
	const struct CMUnitTest all[] = {cmocka_unit_test(good), cmocka_unit_test(bad),
					 cmocka_unit_test(absent)};
	const struct CMUnitTest tests[] = {$2};
	return all[0].name == NULL || cmocka_run_group_tests(tests, NULL, NULL);
}
END
	"${CC:-cc}" -o "$1" "$1.c" -lcmocka || exit 1
}

# expect STATUS LINE PROGRAM...: run.sh exits so and says this line.
expect() {
	local status=$1 line=$2 said got
	shift 2
	said=$(BUILD=$place "$runner" "$@" 2>&1)
	got=$?
	if [ $got != "$status" ] || ! grep -qxE -- "$line" <<<"$said"; then
		echo "run.sh $*: expected $status and '$line', got $got and:"
		sed 's/^/    /' <<<"$said"
		failed=1
	fi
}

program all_good 'cmocka_unit_test(good)'
program one_bad 'cmocka_unit_test(good), cmocka_unit_test(bad)'
program one_absent 'cmocka_unit_test(good), cmocka_unit_test(absent)'
program all_absent 'cmocka_unit_test(absent)'
printf '#!/bin/sh\nexit 77\n' >not_here
printf '#!/bin/sh\ntouch "$TMPDIR/x"\n' >untidy
printf '#!/bin/sh\nsleep 30\n' >slow
chmod +x not_here untidy slow

expect 0 '1 passed, 0 failed' ./all_good
expect 1 '1 passed, 1 failed' ./all_good ./one_bad
expect 0 '1 passed, 0 failed' ./one_absent
expect 0 '    \./one_absent: absent' ./one_absent ./all_good
expect 0 'tests that programs skipped on this machine: 1' ./one_absent
expect 0 '0 passed, 0 failed, 1 skipped' ./all_absent
expect 0 '0 passed, 0 failed, 1 skipped' ./not_here
expect 1 '    left behind:' ./untidy
export TEST_TIME_LIMIT=1
expect 1 '    stopped after 1 seconds' ./slow
exit $failed
