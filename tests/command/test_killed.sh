#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Kill -9 of a worker, and of the console's own process, in the middle of what starts programs,
# opens connections and makes files: no process and no file stays.

. "$(dirname "$0")/common.sh"

set -m

command -v pgrep >/dev/null || { echo "needs pgrep" && exit 77; }

# start CASE: a session that would take a minute, as $pid; returns when its worker measures.
start() {
	"$lsmbench" run -q --cases "$1" --variants none,same --runs 2000 --passes 2 --batch 5ms \
		-o x.csv --force 2>err >out &
	pid=$!
	wait_for pgrep -P "$pid" lsmbench-worke
	sleep 0.5
}

# Whoever the session has started stands in its scratch root.
nobody_left() {
	! readlink /proc/[0-9]*/cwd | grep -q "^$TMPDIR"
}

no_file_left() {
	[ -z "$(find "$TMPDIR" -mindepth 1)" ]
}

for which in fork-exec fork-shell 'select-tcp FD100' 'file-create 1K' page-fault; do
	echo "$which: a worker is killed"
	start "$which"
	nobody_left && fail "no worker stands in the scratch root: this tests nothing"
	kill -9 "$(pgrep -o -P "$pid" lsmbench-worke)"
	wait "$pid"
	status=$?
	[ $status -eq 7 ] || fail "exit status $status instead of 7: $(cat err)"
	has err "$which.*was killed by signal 9"
	wait_for nobody_left
	wait_for no_file_left

	echo "$which: the front end is killed"
	start "$which"
	kill -9 "$pid"
	wait "$pid"
	wait_for nobody_left
	wait_for no_file_left
done

finish
