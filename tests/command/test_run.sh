#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A session from the command line: what is selected is measured, a result repeats it, and
# neither locale nor a missing home changes anything.

. "$(dirname "$0")/common.sh"

small=(--runs 4 --passes 2 --batch 50us)
cases() { grep -v -e '^#' -e '^operation,' "$1" | cut -d, -f1,2 | uniq; }
plan() { grep '^# plan\.' "$1"; }

expect 0 '' "$lsmbench" run -q --ops 'stat,chmod' --paths FFF,XXX/FFF --depths 1,3 --dirs 7 \
	--path /etc/passwd --label 'A, "b"' "${small[@]}" -o x.csv
one='stat,FFF stat,XXX/FFF stat,depth:3 stat,/etc/passwd chmod,DIR7'
[ "$(cases x.csv | sort -u | xargs)" = "$(printf '%s\n' $one | sort -u | xargs)" ] ||
	fail "not the cases selected: $(cases x.csv | xargs)"
[ "$(grep -c '^[a-z]' x.csv)" -eq $((1 + 5 * 4 * 2)) ] || fail "not 4 runs in 2 passes"
[ ! -s err ] || fail "quiet is not quiet: $(cat err)"

echo "a result and the command line in it repeat the session"
expect 0 '' "$lsmbench" run -q --plan x.csv -o y.csv
[ "$(plan x.csv)" = "$(plan y.csv)" ] || fail "another plan"
[ "$(cases x.csv)" = "$(cases y.csv)" ] || fail "other cases, or another order"
command=$(sed -n 's/^# command: lsmbench //p' x.csv | sed 's/%\([0-9A-F][0-9A-F]\)/\\x\1/g')
eval "expect 0 '' $lsmbench $(printf '%b' "$command") -q -o z.csv"
[ "$(plan x.csv)" = "$(plan z.csv)" ] || fail "another plan by the command"
expect 0 '' bash -c '"$@" <x.csv' - "$lsmbench" run -q --plan - --runs 2 -o w.csv
has w.csv '^# plan.runs: 2$'
has w.csv '^# plan.label: A'
expect 0 '' "$lsmbench" run -q --plan x.csv --ops loop -o w.csv
[ "$(cases w.csv | uniq)" = loop, ] || fail "--ops beside --plan does not replace"

printf '# mine\r\nops: stat\r\npaths: FFF\nruns: 3\npasses: 1\nbatch: 50us\n' >my.plan
expect 0 '' "$lsmbench" run -q --plan my.plan -o w.csv
[ "$(cases w.csv)" = stat,FFF ] || fail "not what the plan file says"

echo "a dry run says what would run and runs nothing"
expect 0 '' "$lsmbench" run -n
has out '^stat  *[0-9.]* s  default, FFF, XXX/FFF, XXX/YYY/ZZZ/FFF,$'
has out '^47 cases, 2 passes of 300 runs, batches of 1ms: about [0-9:]*$'
has out '^lsmbench run --suite published --seed [0-9]*$'
names=$(sed -n 's/^\([a-z][a-z-]*\) *[0-9.]* s.*/\1/p' out | xargs)
[ "$names" = "stat open-close chmod rename mkstemp readdir rename-create open-unlink symlink-unlink \
fstatat openat-close" ] || fail "not a line an operation in the order of the suite: $names"
[ "$(grep -o ' DIR[0-9]*' out | wc -l)" = 20 ] || fail "not each of the 20 cases with a directory"
expect 0 '' "$lsmbench" run --dry-run --ops walk,loop --runs 300
has out 'passes of 300 runs, batches of 1ms, of workloads 1 run of 30 s: about [0-9:]*$'
expect 0 '' "$lsmbench" run -n --ops 'loop' --session-limit 1s --runs 100000
has out 'session limit'

echo "a dry run tells intervals, trees, and what nobody knows"
expect 0 '' "$lsmbench" run -n --ops walk --interval 10s --passes 2
has out '^walk  *4[0-9]\.[0-9] s  0w, 6w$'
has out '^2 cases, 2 passes of 1 run of 10 s: about 0:4[0-9]$'
has out '^of it about [0-9]* s to make a tree of 10000 files, 268\.4 MB$'
expect 0 '' "$lsmbench" run -n --ops walk --writers 0 --tree "$work/no-tree"
has out ' to make a tree of .*, which is kept$'
expect 0 '' "$lsmbench" run -n --ops together --cpus 1
has out '^4 cases, 3 passes of 1 run of 5 s: about 1:0[0-9]$'
expect 0 '' "$lsmbench" run -n --ops command,stat --paths FFF --command 'sleep 9'
has out '^command  *unknown  sleep 9$'
has out '^2 cases, .*: at least 0:0[0-9]$'
has out '^how long a command takes is known when it has run once$'

echo "what a command takes is known when it has run, and a run that is unknown is called so"
expect 0 '' "$lsmbench" run -q --ops command --command 'sleep 0.2' --passes 2 -o w.csv
expect 0 '' "$lsmbench" run -n --ops command --command 'sleep 0.2' --passes 2
has out '^1 case, 2 passes of 1 run: about '

echo "too few passes for a verdict are told before they are measured, and the comparison agrees"
two=(--ops stat,fstat --paths FFF --variants none,seccomp:1 --runs 4 --batch 50us)
lack='a verdict needs at least 7 passes for 2 comparisons: --passes 7, not 2'
expect 0 '' "$lsmbench" run -n "${two[@]}" --passes 2
has out "^$lack\$"
expect 0 "lsmbench: warning: $lack" "$lsmbench" run "${two[@]}" --passes 2 -o lack.csv
expect 0 '' "$lsmbench" compare lack.csv
has out 'needs 7 passes, has 2'
expect 0 '' "$lsmbench" run -n "${two[@]}" --passes 7
! grep -q 'a verdict needs' out || fail "7 passes are enough"

echo "progress: a line a case"
expect 0 '1/2 stat FFF: median [0-9.]* ns, 8 runs' "$lsmbench" run --ops stat,loop --paths FFF \
	"${small[@]}" -o v.csv
has err '^2/2 loop: '
has err '^lsmbench: 16 samples in 0:0[0-9]: v.csv$'

echo "formats by name and by --format"
expect 0 '' "$lsmbench" run -q "${tiny[@]}" -o v.md
has v.md '^| *loop'
expect 0 '' "$lsmbench" run -q "${tiny[@]}" -o v.summary.csv
grep -q '^# lsmbench: summary' v.summary.csv || fail "not a summary: $(head -n 1 v.summary.csv)"
expect 0 '' "$lsmbench" run -q "${tiny[@]}" --format text
has out 'median='
expect 0 '' "$lsmbench" run -q "${tiny[@]}"
head -n 1 out | grep -q '^# lsmbench: result' || fail "no native CSV on standard output"

echo "what names this machine is left out"
expect 0 '' "$lsmbench" run -q --redact --ops stat --path /etc/passwd --note "my $(uname -n)" \
	--scratch "$TMPDIR" "${small[@]}" -o r.csv
grep -n -e "$TMPDIR" -e "node.*$(uname -n)" r.csv && fail "a private name is in it"

echo "no locale changes a number"
if localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" 2>/dev/null ||
	[ -d "$work/de_DE.UTF-8" ]; then
	export LOCPATH=$work
	# Bash prints by the locale: else there is no comma that could get in.
	[ "$(LC_ALL=de_DE.UTF-8 bash -c 'printf %.1f 1')" = 1,0 ] ||
		fail "the locale of the test has no decimal comma"
	expect 0 '' env LC_ALL=de_DE.UTF-8 "$lsmbench" run -q "${tiny[@]}" --batch 0.1ms -o de.csv
	expect 0 '' "$lsmbench" export --format csv de.csv
	cmp -s out de.csv || fail "a decimal comma got into de.csv"
	expect 0 '' env LC_ALL=de_DE.UTF-8 "$lsmbench" export --format text de.csv
	has out 'median=[0-9]*\.[0-9]'
	expect 0 '' env LC_ALL=de_DE.UTF-8 "$lsmbench" run -n "${tiny[@]}"
	has out '[0-9]\.[0-9] s$'
	unset LOCPATH
else
	echo "(no source of a locale with a decimal comma here: not checked)"
fi

echo "no home, or one that cannot be written"
for home in '' /proc/none /proc relative /dev/null; do
	expect 0 '' env HOME="$home" "$lsmbench" run -q "${tiny[@]}" -o h.csv
	[ ! -s err ] || fail "HOME='$home': $(cat err)"
done
expect 0 '' env -u HOME "$lsmbench" run -q "${tiny[@]}" -o h.csv
expect 0 '' env -u HOME "$lsmbench" help
expect 0 '' env HOME="$work/moved away" "$lsmbench" run -q "${tiny[@]}" -o h.csv
[ ! -e "$work/moved away" ] || fail "a home was made"

echo "own files must exist"
expect 4 '/proc/none' "$lsmbench" run --ops stat --path /proc/none
one_line
expect 4 'default-path' "$lsmbench" run --ops stat --default-path /proc/none
one_line
expect 4 '' env LSMBENCH_WORKER=/proc/none "$lsmbench" run -q "${tiny[@]}"
one_line
expect 4 'CPU 1023' "$lsmbench" run -q "${tiny[@]}" --cpu 1023
one_line

echo "a case that fails does not stop the others"
touch vanishing
expect 7 'some cases failed' bash -c '"$@" & sleep 0.3; rm vanishing; wait $!' - "$lsmbench" \
	run --ops loop,stat --path vanishing --runs 5 --passes 1 --batch 200ms -o f.csv
grep -q '^loop,' f.csv || fail "the case that worked is lost"

echo "the end of a pass is told where nobody watches; the cases have their lines in the last one"
expect 0 '^pass 1/2 done: [0-9]*% of the session' "$lsmbench" run --ops loop "${small[@]}" -o p.csv
! grep -q '^pass 2/2' err || fail "the last pass is told as well"
expect 0 '' "$lsmbench" run -q --ops loop "${small[@]}" -o p.csv
! grep -q '^pass' err || fail "-q tells of passes"
finish
