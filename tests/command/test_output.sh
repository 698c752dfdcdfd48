#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Outputs that cannot be written are found before anything is measured, or else cost nothing of
# what was measured.

. "$(dirname "$0")/common.sh"

run=("$lsmbench" run -q "${tiny[@]}")
rows() { grep -c '^loop,' "$1"; }

# saved WHERE: the last run said where it saved the samples, and they are there.
rescued() {
	local file
	file=$(sed -n 's/.*is saved in \(.*\) instead$/\1/p' err)
	[ -n "$file" ] && [ "$(rows "$file")" = 5 ] || fail "nothing was rescued: $(cat err)"
	case $file in "$1"/*) ;; *) fail "rescued to $file, not below $1" ;; esac
	rm -f "$file"
}

expect 0 '' "${run[@]}" -o x.csv
[ "$(rows x.csv)" = 5 ] || fail "x.csv does not hold 5 samples"
expect 0 '' "${run[@]}" -o x.csv

echo precious >notes.csv
expect 6 'notes.csv exists and is no result of lsmbench.*--force' "${run[@]}" -o notes.csv
one_line
[ "$(cat notes.csv)" = precious ] || fail "notes.csv was changed"
expect 0 '' "${run[@]}" -o notes.csv --force
[ "$(rows notes.csv)" = 5 ] || fail "--force did not write"

expect 6 'create the directory first' "${run[@]}" -o nowhere/x.csv
one_line
expect 6 'is a directory' "${run[@]}" -o /etc
one_line
expect 6 'cannot' "${run[@]}" -o /proc/x.csv
one_line
if [ "$(id -u)" != 0 ]; then
	mkdir closed && chmod 500 closed
	expect 6 'closed/x.csv' "${run[@]}" -o closed/x.csv
fi

ln -s target.csv link.csv
expect 0 '' "${run[@]}" -o link.csv
[ -L link.csv ] && [ "$(rows target.csv)" = 5 ] || fail "the link was not followed"

mkfifo pipe
(cat pipe >from_pipe) &
expect 0 '' "${run[@]}" -o pipe
wait $!
[ -p pipe ] && [ "$(rows from_pipe)" = 5 ] || fail "the pipe did not get the result"
expect 6 'nobody reads' "${run[@]}" -o pipe
one_line
expect 0 '' "${run[@]}" -o /dev/null
[ -c /dev/null ] || fail "/dev/null is no device any more"
expect 0 '' "${run[@]}" -o -
[ "$(rows out)" = 5 ] || fail "- is not standard output"
expect 0 '' "${run[@]}" -o /dev/stdout
[ "$(rows out)" = 5 ] || fail "/dev/stdout is not standard output"

# What fails only after measuring is rescued.
expect 6 'No space left' "${run[@]}" -o /dev/full
rescued "$HOME/.local/state/lsmbench"
expect 6 'standard output' bash -c '"$@" >/dev/full' - "${run[@]}"
rescued "$HOME/.local/state/lsmbench"
expect 6 'Broken pipe' bash -c '"$@" | true; exit ${PIPESTATUS[0]}' - \
	"$lsmbench" run -q --ops loop --runs 5 --passes 1 --batch 20ms
rescued "$HOME/.local/state/lsmbench"
expect 6 'No space left' env HOME=/proc/none "${run[@]}" -o /dev/full
rescued "$TMPDIR"
mkdir gone
expect 6 'gone/x.csv' bash -c '"$@" & sleep 0.3; rmdir gone; wait $!' - \
	"$lsmbench" run -q --ops loop --runs 5 --passes 1 --batch 200ms -o gone/x.csv
rescued "$HOME/.local/state/lsmbench"

# Standard descriptors that are closed stay unusable and are not mistaken for files.
expect 6 'standard output: it is closed' bash -c '"$@" >&-' - "${run[@]}"
(cat pipe >from_pipe) &
expect 0 '' bash -c '"$@" 2>&-' - "$lsmbench" run "${tiny[@]}" -o pipe
wait $!
grep -v -e '^# ' -e '^operation,' -e '^loop,' from_pipe && fail "messages got into the result"
expect 0 '' bash -c '"$@" <&- 2>&-' - "${run[@]}" -o closed.csv
[ "$(rows closed.csv)" = 5 ] || fail "nothing in closed.csv"
head -n 1 closed.csv | grep -q '^# lsmbench' || fail "something else got into closed.csv"
expect 0 '' bash -c '"$@" <&- >&- 2>&-' - "${run[@]}" -o closed2.csv
head -n 1 closed2.csv | grep -q '^# lsmbench' || fail "something else got into closed2.csv"

expect 6 'No space left' "$lsmbench" export --format text -o /dev/full x.csv
expect 6 'standard output' bash -c '"$@" >/dev/full' - "$lsmbench" export --format text x.csv
expect 6 'exists and is no result' "$lsmbench" export --format text -o /etc/hostname x.csv
formats="csv text summary markdown lmbench lmbench3 lmbench-raw fsopbench reaim time scaling latencies"
# A case of each kind, so that no format has nothing to hold.
all=("$lsmbench" run -q --ops loop,walk,mixed,together,command --of loop --command true --runs 3
	--batch 50us --passes 1 --writers 0 --tree-files 20 --tree-size 20000 --processes 1 --cpus 1
	--interval 100ms)
expect 0 '' "${all[@]}" -o all.csv
expect 2 '^lsmbench: --format reaim: it would hold nothing of this plan: ' \
	"${run[@]}" --format reaim -o nothing.txt
[ ! -e nothing.txt ] || fail "a file was written that holds nothing"
for format in $formats; do
	expect 0 '' "$lsmbench" export --format $format all.csv
	[ -s out ] || fail "nothing as $format"
done
expect 0 '' "$lsmbench" export -o y.md x.csv
has y.md '^| *loop'

echo "a reader who has gone wants no message, unless there is something to be saved"
for command in "export --format csv x.csv" "run -n" ops; do
	expect 141 '' env --default-signal=PIPE \
		bash -c 'set -o pipefail; (sleep 0.2; exec "$@") | true' - \
		"$lsmbench" $command
	[ ! -s err ] || fail "$command: $(cat err)"
done
expect 6 'standard output: it is closed' bash -c '"$@" >&-' - "$lsmbench" ops

echo "samples and plans are not lost to what cannot bring them back; reports are written anew"
cp x.csv kept.csv
for format in $formats; do
	expect 6 'is read here' "$lsmbench" export --format $format -o all.csv all.csv
	one_line
	expect 0 '' "$lsmbench" export --format $format -o report all.csv
	expect 0 '' "$lsmbench" export --format $format -o report all.csv
	if [ $format != csv ]; then
		expect 6 'holds the samples' "$lsmbench" export --format $format -o y.csv all.csv
		one_line
		expect 6 'holds the samples' "${all[@]}" --format $format -o y.csv
	fi
	cp x.csv y.csv
	rm report
done
ln -s x.csv same.csv
expect 6 'is read here' bash -c '"$@" <x.csv' - "$lsmbench" export --format text -o same.csv -
expect 6 'is read here' "${run[@]}" --plan x.csv -o same.csv
printf '# lsmbench: plan 1\nops: loop\nruns: 5\n' >mine.plan
expect 6 'is read here' "$lsmbench" run -q --plan mine.plan -o mine.plan
expect 6 'is a plan' "${run[@]}" -o mine.plan
cmp -s x.csv kept.csv || fail "samples were lost"
expect 0 '' "$lsmbench" export --format text -o x.csv --force x.csv
has x.csv '^# lsmbench: text'
mv kept.csv x.csv

echo "a limit on the size of files costs no samples"
expect 6 'File too large' bash -c 'ulimit -f 16; "$@"' - "${run[@]}" --ops loop,stat \
	--runs 100 -o limited.csv
[ ! -e limited.csv ] || fail "half a result was left"
expect 6 'File too large' bash -c 'ulimit -f 1; "$@"' - "$lsmbench" export -o limited.csv x.csv
nothing_left
expect 0 '' "$lsmbench" export --format csv x.csv
cmp -s out x.csv || fail "native CSV does not come out as it went in"
finish
