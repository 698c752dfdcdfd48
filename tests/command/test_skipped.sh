#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A case that cannot be measured here is skipped with its reason, under all variants, and is no
# failure: attributes of users on a file system that has none.

. "$(dirname "$0")/common.sh"

# In a mount namespace of its own, with a file system in memory that knows no attributes.
bare() {
	unshare -r -m sh -c 'mount -t ramfs none "$TMPDIR" && exec "$@"' - "$@"
}

bare true 2>err || { cat err && exit 77; }
why='the file system has no attributes of users'
export -f bare

expect 0 "^lsmbench: getxattr: skipped: $why" bash -c 'bare "$@"' - "$lsmbench" run \
	--ops getxattr,stat --paths FFF --variants none,same --runs 4 --passes 2 --batch 50us -o x.csv
[ "$(grep -c "skipped: $why" err)" -eq 1 ] || fail "not said once: $(cat err)"
has err '^2/2 stat FFF: median'
! grep -q 'cases failed' err || fail "skipped cases are called failed"
[ "$(grep -c '^# step.[0-9]*: state=skipped .*case=getxattr' x.csv)" -eq 2 ] ||
	fail "not skipped under both variants: $(grep '^# step' x.csv)"
[ "$(grep -c "^# reason.[0-9]*: $why" x.csv)" -eq 2 ] || fail "the file does not say why"
has x.csv '^stat,FFF,same,'

has x.csv '^# state: complete'

echo "a summary has a row for what was skipped, without figures"
expect 0 '' "$lsmbench" export --format summary x.csv
for variant in none same; do
	has out "^1,getxattr,,$variant,all,skipped,1,ns,0,,,,,,,,,,,,,,,,,,0,0,0,0\$"
done

echo "nothing else to measure is no success"
expect 4 '^lsmbench: nothing can be measured here: every case was skipped' bash -c 'bare "$@"' - \
	"$lsmbench" run --ops getxattr --runs 4 --passes 1 --batch 50us -o y.csv
has y.csv '^# state: complete'

echo "every export says why"
for format in text markdown; do
	expect 0 '' "$lsmbench" export --format $format x.csv
	has out "skipped: $why"
done
expect 0 '' "$lsmbench" export --format csv x.csv
[ "$(grep '^# [sr]' out)" = "$(grep '^# [sr]' x.csv)" ] || fail "read back otherwise"

finish
