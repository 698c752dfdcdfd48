#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A signal in the middle of a session: what was measured is saved, nothing stays behind. A second
# one leaves at once.

. "$(dirname "$0")/common.sh"

# With job control a background job has a group of its own and does not ignore SIGINT.
set -m

# start FILE: a session that would take minutes, as $pid; returns when a worker runs.
start() {
	rm -f "$1" err
	"$lsmbench" run --ops loop,stat --depths 1..20 --runs 1000 --passes 2 --batch 2ms -o "$1" \
		2>err >out &
	pid=$!
	wait_for has_worker
}

has_worker() {
	pgrep -P "$pid" lsmbench-worke
}

has_root() {
	[ -n "$(find "$TMPDIR" -mindepth 1)" ]
}

# The processes of the session end by themselves, and the scratch root goes with them.
all_gone() {
	! has_root
}

# ends_with STATUS...: the session's exit status is one of these.
ends_with() {
	local status
	wait "$pid"
	status=$?
	case " $* " in
	*" $status "*) ;;
	*) fail "exit status $status, not $*: $(cat err)" ;;
	esac
}

if ! command -v pgrep >/dev/null; then
	echo "needs pgrep"
	exit 77
fi

for signal in INT TERM HUP; do
	echo "SIG$signal stops the session and saves what was measured"
	start "$signal.csv"
	sleep 1
	kill -$signal "$pid"
	ends_with 8
	has "$signal.csv" '^# state: partial'
	[ "$(grep -c '^loop,' "$signal.csv")" -gt 0 ] || fail "no sample in $signal.csv"
	expect 0 '' "$lsmbench" export --format text "$signal.csv"
	wait_for all_gone
done

for signal in KILL SEGV USR1; do
	echo "a builder that SIG$signal ends breaks the session off: told, and what was measured is saved"
	start "builder-$signal.csv"
	wait_for pgrep -P "$pid" lsmbench-build
	sleep 0.3
	kill -$signal "$(pgrep -P "$pid" lsmbench-build)"
	ends_with 7
	has err 'the builder was killed'
	has err 'broke off'
	has "builder-$signal.csv" '^# state: partial'
	[ "$(grep -c '^loop,' "builder-$signal.csv")" -gt 0 ] || fail "no sample was saved"
	wait_for all_gone
done

echo "what nohup protects goes on"
(
	trap '' HUP
	exec "$lsmbench" run -q --ops loop --runs 20 --passes 1 --batch 50ms -o nohup.csv
) &
pid=$!
wait_for has_worker
kill -HUP "$pid"
ends_with 0
has nohup.csv '^# state: complete'

echo "interrupted before anything is measured, it leaves an older result alone"
cp INT.csv before.csv
"$lsmbench" run --ops chmod --dirs 300000 -o INT.csv 2>err >out &
pid=$!
wait_for has_root
kill -INT "$pid"
ends_with 8
has err 'nothing was written'
cmp -s before.csv INT.csv || fail "INT.csv was overwritten"
wait_for all_gone

echo "two SIGINT in a moment, as timeout(1) sends them, are one"
start twice.csv
kill -INT "$pid"
kill -INT "$pid" 2>/dev/null
ends_with 8
wait_for all_gone

echo "another SIGINT leaves at once where the first has not, and the builder tidies up"
start second.csv
builder=$(pgrep -P "$pid" lsmbench-build)
kill -STOP "$builder"
kill -INT "$pid"
sleep 1.2
kill -INT "$pid"
ends_with 130
kill -CONT "$builder"
wait_for all_gone

echo "killed alone, it leaves the tidying to the builder"
start alone.csv
kill -9 "$pid"
ends_with 137
wait_for all_gone

echo "what kill -9 of the whole session leaves, clean removes"
start killed.csv
root=$(find "$TMPDIR" -mindepth 1 -maxdepth 1)
others=$(pgrep -P "$pid")
kill -9 $others "$pid"
ends_with 137
[ -d "$root" ] || fail "nothing was left behind: this tests nothing"
expect 0 '' "$lsmbench" clean
has out "$root"
has out 'clean --yes'
[ -d "$root" ] || fail "removed without being asked"
expect 0 '' bash -c 'echo n | script -qec "$1 clean" /dev/null' - "$lsmbench"
[ -d "$root" ] || fail "removed although the answer was no"
expect 0 '' env TMPDIR=/proc/none "$lsmbench" clean --yes
has out "^removed $root"
[ ! -d "$root" ] || fail "$root is still there"
expect 0 '' env TMPDIR=/proc/none "$lsmbench" clean
has out 'nothing is left behind'
expect 4 '/proc/none: No such file' "$lsmbench" clean --scratch /proc/none
finish
