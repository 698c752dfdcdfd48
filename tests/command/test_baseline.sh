#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench baseline" and "lsmbench run --against": sessions are kept, and a check after a change
# is one command.

[ -r "$(dirname "$0")/common.sh" ] || exit 77
. "$(dirname "$0")/common.sh"

kept=$HOME/.local/state/lsmbench/baselines

# measure FILE: two cases in a moment.
measure() {
	"$lsmbench" run -q --ops loop,chmod --dirs 3 --runs 5 --passes 2 --batch 50us -o "$1" ||
		fail "cannot measure"
}

measure a.csv
measure b.csv

expect 0 'no baseline yet' "$lsmbench" baseline list
expect 5 "no baseline 'before'" "$lsmbench" baseline show before
expect 5 "no baseline 'before'" "$lsmbench" run --against before
expect 0 'saved as' "$lsmbench" baseline save before a.csv
expect 0 'saved as' "$lsmbench" baseline save before b.csv
expect 5 'holds this session already' "$lsmbench" baseline save before a.csv
cmp -s a.csv "$kept/before/1.csv" || fail "what is kept is not what was saved"
expect 0 '' "$lsmbench" baseline list
has out '^before: 2 sessions, the last .*10 samples\|20 samples'
expect 0 '' "$lsmbench" baseline show before
has out '^  chmod DIR3$'

# Another environment needs another name.
sed 's/^# env.kernel.release: .*/# env.kernel.release: 9.9.9/' a.csv >other.csv
expect 5 'kernel.release differs' "$lsmbench" baseline save before other.csv
expect 0 'saved as' "$lsmbench" baseline save other other.csv
expect 0 'saved as' "$lsmbench" baseline save --force before other.csv
expect 2 'names no baseline' "$lsmbench" baseline save ../x a.csv
expect 2 'names no baseline' "$lsmbench" baseline save .x a.csv
expect 2 'baseline takes' "$lsmbench" baseline frobnicate
expect 5 'cannot open' "$lsmbench" baseline save before nowhere.csv
expect 0 'before removed, 3 sessions' "$lsmbench" baseline remove before
[ -e "$kept/before" ] && fail "something of it is left"

# The check: the same plan again, and the comparison on standard output.
expect 0 'saved as' "$lsmbench" baseline save before a.csv
expect 0 'all samples: ' "$lsmbench" run --against before
has out '^Sessions compared with before$'
has out '^chmod DIR3  base '
has out '^  everything else: no difference$'
has out 'One boot is no verdict'
expect 0 '' "$lsmbench" run -q --against before --cases loop -o now.csv
has out '^loop  base '
has out '^  chmod DIR3$' # only in the base
has now.csv '^# plan.cases: loop$'
expect 4 'could not be decided: not comparable: kernel.release differs$' \
	"$lsmbench" run -q --against other --fail-above 50
has out '^not comparable: kernel.release differs$'
expect 4 'could not be decided: one boot a side is no verdict.*--single-boot' \
	"$lsmbench" run -q --against other --despite kernel.release --fail-above 50

# A baseline of a nanosecond each: now everything is slower, beyond doubt.
awk -F, -v OFS=, '/^#/ || !/^(loop|chmod)/ { print; next }
	{ $8 = $9; $12 = "1.0000"; print }' a.csv >quick.csv
expect 0 '' "$lsmbench" baseline save quick quick.csv
expect 0 '' "$lsmbench" run -q --against quick
has out ' moved$'
expect 4 'one boot a side is no verdict' "$lsmbench" run -q --against quick --fail-above 50
expect 1 'slower by more than 50%' "$lsmbench" run -q --against quick --fail-above 50 --single-boot

expect 2 'go with --against' "$lsmbench" run --fail-above 5
expect 2 'must be a percentage' "$lsmbench" run --against before --fail-above x
expect 2 'needs -o' "$lsmbench" run --against before --format text

# Without a file, the last run's samples are saved.
expect 0 'last.csv saved as' "$lsmbench" baseline save last

finish
