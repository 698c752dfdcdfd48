#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench baseline" and "lsmbench run --against": sessions are kept, and a check after a change
# is one command.

. "$(dirname "$0")/common.sh"

data=$OLDPWD/tests/data/published
kept=$HOME/.local/state/lsmbench/baselines

# Other tests switch auditing on and off meanwhile, which is no business of this one.
steady=(--despite 'audit.*')

# measure FILE: two cases in a moment.
measure() {
	"$lsmbench" run -q --ops loop,chmod --dirs 3 --runs 5 --passes 5 --batch 50us -o "$1" ||
		fail "cannot measure"
}

expect 2 'no last run to save' "$lsmbench" baseline save before
measure a.csv
sed "s/^# plan.seed: .*/# plan.seed: 9/" a.csv >b.csv

expect 0 'no baseline yet' "$lsmbench" baseline list
expect 2 "no baseline 'before'" "$lsmbench" baseline show before
expect 2 "no baseline 'before'" "$lsmbench" baseline remove before
expect 2 "no baseline 'before'" "$lsmbench" run --against before
expect 0 'a.csv, measured 20[0-9-]*T[0-9:]*Z, 2 cases: saved as' "$lsmbench" baseline save before a.csv
expect 0 '1.csv$' "$lsmbench" baseline save boots a.csv
sed 's/^# env.kernel.boot: .*/# env.kernel.boot: 0/' b.csv >rebooted.csv
expect 0 '2.csv$' "$lsmbench" baseline save boots rebooted.csv
expect 0 '3.csv; sessions of one boot count as one$' "$lsmbench" baseline save boots b.csv
expect 0 'saved as' "$lsmbench" baseline save before b.csv
expect 2 'a.csv: before holds this session already' "$lsmbench" baseline save before a.csv
cmp -s a.csv "$kept/before/1.csv" || fail "what is kept is not what was saved"
expect 2 'did you mean before' "$lsmbench" baseline show befor
one_line
expect 2 'did you mean before' "$lsmbench" run --against beforee
one_line
expect 0 '' "$lsmbench" baseline list
has out '^before: 2 sessions, the last .*50 samples'
expect 0 '' "$lsmbench" baseline show before
has out '^  chmod DIR3$'

# Another environment needs another name.
sed 's/^# env.kernel.release: .*/# env.kernel.release: 9.9.9/' a.csv >other.csv
expect 2 'kernel.release differs' "$lsmbench" baseline save before other.csv
expect 0 'saved as' "$lsmbench" baseline save other other.csv
expect 0 'saved as' "$lsmbench" baseline save --force before other.csv
expect 2 'names no baseline' "$lsmbench" baseline save ../x a.csv
expect 2 'names no baseline' "$lsmbench" baseline save .x a.csv
expect 2 'baseline takes' "$lsmbench" baseline frobnicate
expect 2 'baseline takes' "$lsmbench" baseline
expect 2 'baseline takes' "$lsmbench" baseline save
expect 2 'baseline takes' "$lsmbench" baseline list before
expect 2 'baseline takes' "$lsmbench" baseline show before other
expect 2 'names no baseline' "$lsmbench" baseline show a/b
expect 2 'names no baseline' "$lsmbench" baseline remove ''
expect 2 'names no baseline' "$lsmbench" run --against a/b
expect 5 'not a result' "$lsmbench" baseline save before "$data/vfs-v5.3-dac.txt"
expect 5 'cannot open' "$lsmbench" baseline save before nowhere.csv
expect 0 'before removed, 3 sessions' "$lsmbench" baseline remove before
[ -e "$kept/before" ] && fail "something of it is left"

# The check: the same plan again, and the comparison on standard output.
expect 0 'saved as' "$lsmbench" baseline save before a.csv
expect 0 'all samples: ' "$lsmbench" run "${steady[@]}" --against before
has out '^Sessions compared with before$'
has out '^chmod DIR3  base '
has out '^  security modules: no difference$'
# On a machine so busy that twice the time would go unseen there is nothing to explain.
if grep -Eq '^ .*(moved|still <[0-9.]*%)$' out; then
	has out 'One boot is no verdict'
else
	has out 'no verdict$'
fi
expect 0 '' "$lsmbench" run "${steady[@]}" -q --against before --cases loop -o now.csv
has out '^loop  base '
has out '^  chmod DIR3$' # only in the base
has now.csv '^# plan.cases: loop$'
expect 0 'kernel.release differs from the baseline other: .*--despite' \
	"$lsmbench" run "${steady[@]}" -q --against other
one_line
expect 4 'could not be decided: not comparable: kernel.release differs; --despite kernel.release ' \
	"$lsmbench" run "${steady[@]}" -q --against other --fail-above 50
has out '^not comparable: kernel.release differs; --despite kernel.release$'
# On a disturbed machine the two sessions say even less.
expect 4 'could not be decided: \(one boot a side is no verdict.*--single-boot\|no verdict: cannot tell\)' \
	"$lsmbench" run "${steady[@]}" -q --against other --despite kernel.release --fail-above 50

# A baseline of a nanosecond each: now everything is slower, beyond doubt.
awk -F, -v OFS=, '/^#/ || !/^(loop|chmod)/ { print; next }
	{ $8 = $9; $12 = "1.0000"; print }' a.csv >quick.csv
expect 0 '' "$lsmbench" baseline save quick quick.csv
expect 0 '' "$lsmbench" run "${steady[@]}" -q --against quick
has out ' moved$'
expect 4 'one boot a side is no verdict' "$lsmbench" run "${steady[@]}" -q --against quick --fail-above 50
expect 1 'slower by more than 50%' "$lsmbench" run "${steady[@]}" -q --against quick --fail-above 50 --single-boot

echo "a check has as many passes as it takes, or says what it would take"
few() {
	"$lsmbench" run -q --ops loop,chmod --dirs 3 --runs 5 --passes "$1" --batch 50us -o few.csv ||
		fail "cannot measure"
}
few 2
expect 0 'its 2 passes decide nothing in a check that is as long, which takes --passes 5$' \
	"$lsmbench" baseline save few few.csv
one_line
expect 0 '^lsmbench: 12 passes instead of 2, so that the cases can be decided against the baseline few' \
	"$lsmbench" run "${steady[@]}" --against few -o now.csv
has now.csv '^# plan.passes: 12$'
grep -q 'too few passes' out && fail "still too few passes"
# Who typed a number has it, and is told.
expect 0 '^lsmbench: 3 passes decide nothing against the baseline few: 2 cases need --passes 12$' \
	"$lsmbench" run "${steady[@]}" --against few --passes 3
has out 'too few passes'
expect 0 '' "$lsmbench" run "${steady[@]}" -q --against few --passes 3
[ ! -s err ] || fail "-q is not quiet: $(cat err)"
few 1
expect 0 'decide nothing' "$lsmbench" baseline save one few.csv
expect 0 'baseline one holds 1 pass a case, against which nothing can be decided: save a session of .*--passes 5' \
	"$lsmbench" run "${steady[@]}" --against one
few 5
expect 0 '[0-9].csv$' "$lsmbench" baseline save enough few.csv
"$lsmbench" run -n --quick >quick.txt
grep -q '8 passes' quick.txt || fail "a quick session is too short to be compared"

echo "what cannot be is said before anything is measured"
for arguments in '--ops stat --paths FFF' '--ops open-close'; do
	expect 2 'has none of these cases' "$lsmbench" run --against before $arguments
	one_line
done
expect 2 'did you mean kernel.release' "$lsmbench" run --against before --despite kernel.releas
one_line
expect 2 'no environment has such a field' "$lsmbench" run --against before --despite 'foo*'
expect 0 '' "$lsmbench" run "${steady[@]}" -q --against other --despite 'cpu.*,kernel.release'
has out 'kernel.release (accepted): '
[ ! -s err ] || fail "warned of what is accepted: $(cat err)"
expect 6 'is read here' "$lsmbench" run --against before -o "$kept/before/1.csv"
one_line
cmp -s a.csv "$kept/before/1.csv" || fail "the baseline was written over"
expect 0 'saved as' "$lsmbench" baseline save damaged a.csv
head -c 2000 a.csv >"$kept/damaged/1.csv"
expect 5 'baseline damaged: .*1.csv: line .*remove that file' "$lsmbench" run --against damaged
one_line
expect 5 '1.csv: line .*remove that file' "$lsmbench" baseline save damaged b.csv
one_line
expect 5 '1.csv: line' "$lsmbench" baseline show damaged
expect 5 '1.csv: line' "$lsmbench" baseline list
has out '^before: '
has out '^damaged: 1 session, the last damaged$'
expect 0 '' "$lsmbench" baseline remove damaged

expect 0 '' "$lsmbench" run "${steady[@]}" -q --redact --against before
has out '^  before: session 1, kernel '
grep -q "$work" out && fail "a path is not left out"

echo "what is removed while it is measured against is compared all the same"
expect 0 'saved as' "$lsmbench" baseline save going a.csv
expect 0 '' bash -c '"$@" & sleep 0.3; rm -r "'"$kept"'/going"; wait $!' - \
	"$lsmbench" run "${steady[@]}" -q --against going --batch 10ms --runs 10
has out '^Sessions compared with going$'
expect 141 '' env --default-signal=PIPE \
	bash -c 'set -o pipefail; "$@" | true' - "$lsmbench" run "${steady[@]}" -q --against before
[ ! -s err ] || fail "a reader who has gone got a message: $(cat err)"

echo "several at once, none lost; what does not fit keeps none of the others away"
for i in 1 2 3 4 5 6 7 8; do
	sed "s/^# plan.seed: .*/# plan.seed: $i/" a.csv >m$i.csv
done
for i in 1 2 3 4 5 6 7 8; do
	"$lsmbench" baseline save many m$i.csv 2>/dev/null &
done
wait
[ "$(ls "$kept/many" | wc -l)" = 8 ] || fail "not all eight are there: $(ls "$kept/many")"
expect 0 'saved as' "$lsmbench" baseline save several m1.csv
expect 2 'm1.csv: several holds this session already' "$lsmbench" baseline save several m1.csv m2.csv
has err '^lsmbench: m2.csv, measured .*: saved as '

echo "a state directory that cannot be used"
expect 6 'several/3.csv: .*File too large' bash -c 'ulimit -f 1; "$@"' - \
	"$lsmbench" baseline save several m3.csv
one_line
expect 6 'fresh/1.csv: .*File too large' bash -c 'ulimit -f 1; "$@"' - \
	"$lsmbench" baseline save fresh m3.csv
[ ! -e "$kept/fresh" ] || fail "an empty directory was left"
expect 4 'HOME (.*) does not exist' env HOME="$work/nobody" "$lsmbench" baseline save x a.csv
expect 4 'HOME (.*) does not exist' env HOME="$work/nobody" "$lsmbench" run --against x
mkdir -p file_state && : >file_state/lsmbench
for arguments in list 'show x' 'remove x' 'save x a.csv'; do
	status=5
	case $arguments in remove* | save*) status=6 ;; esac
	expect $status 'Not a directory' env XDG_STATE_HOME="$work/file_state" \
		"$lsmbench" baseline $arguments
	one_line
done
expect 5 'Not a directory' env XDG_STATE_HOME="$work/file_state" "$lsmbench" run --against x
mkdir -m 500 "$work/closed"
[ "$(id -u)" = 0 ] || expect 6 'cannot make .*: Permission denied' \
	env XDG_STATE_HOME="$work/closed" "$lsmbench" baseline save x a.csv
echo "a stray file among them is none"
: >"$kept/stray"
expect 0 '' "$lsmbench" baseline list
has out '^before: '
grep -q stray out && fail "a file is listed"
rm "$kept/stray"
expect 2 'no baseline .nosuch.*baseline list" shows what there is' "$lsmbench" baseline remove nosuch
one_line
mkdir "$kept/empty"
expect 2 "no baseline 'empty'; " "$lsmbench" baseline show empty
expect 0 'empty removed, 0 sessions' "$lsmbench" baseline remove empty

expect 2 'go with --against' "$lsmbench" run --fail-above 5
expect 2 'must be a percentage' "$lsmbench" run --against before --fail-above x
expect 2 'needs -o' "$lsmbench" run --against before --format text

echo "without a file the last run's samples are saved, wherever it wrote them"
last=$HOME/.local/state/lsmbench/last.csv
"$lsmbench" run -q "${tiny[@]}" -o 'new est.csv' || fail "cannot measure"
expect 0 "^lsmbench: $work/new est.csv, measured .*, 1 case: saved as" "$lsmbench" baseline save last
"$lsmbench" run -q "${tiny[@]}" --variants none,same -o table.md || fail "cannot measure"
expect 0 "^lsmbench: $last, measured .*, 1 case under 2 variants: saved as" \
	"$lsmbench" baseline save last
"$lsmbench" run -q "${tiny[@]}" >piped.csv || fail "cannot measure"
expect 0 "^lsmbench: $last, measured" "$lsmbench" baseline save piped
cmp -s piped.csv "$kept/piped/1.csv" || fail "another run was saved"
"$lsmbench" run -q "${tiny[@]}" -o gone.csv || fail "cannot measure"
rm gone.csv
expect 2 'wrote .*/gone.csv, which is not there any more; name a file' "$lsmbench" baseline save last
one_line

echo "all sessions' cases are shown, and sessions that share none get a word"
"$lsmbench" run -q --ops loop,null-call --runs 5 --passes 2 --batch 50us -o c.csv
"$lsmbench" run -q --ops fstat --runs 5 --passes 2 --batch 50us -o d.csv
expect 0 '1.csv$' "$lsmbench" baseline save mixed a.csv
expect 0 'an earlier session of that name has 1 of its 2 cases at most$' \
	"$lsmbench" baseline save mixed c.csv --force
expect 0 'no earlier session of that name has one of its cases$' \
	"$lsmbench" baseline save mixed d.csv --force
expect 0 '' "$lsmbench" baseline show mixed
has out '^  loop (in 2 of 3 sessions)$'
has out '^  chmod DIR3 (in 1 of 3 sessions)$'
has out '^  null-call (in 1 of 3 sessions)$'
has out '^  fstat (in 1 of 3 sessions)$'
has out '^the last session:$'

finish
