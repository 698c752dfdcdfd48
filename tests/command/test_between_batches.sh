#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a worker asks of the kernel while its batches are timed, seen by strace: nothing at all when
# it is alone, and only futex, to pass the turn on and to wait for it, when variants alternate. The
# operation is the loop, which makes no system call itself. A turn that does not come for 100 ms,
# on a busy machine, lets a worker look once whether the front end is still there (poll).

. "$(dirname "$0")/common.sh"
command -v strace >/dev/null || { echo "strace is not installed (make deps-test)"; exit 1; }

# While the front end wakes up, a worker may wait for its first turn in vain, at most so often.
patience=20

# calls WORKERS OPTION...: the calls of each worker between its last request, to run, and its
# answer that it has ended, in $work/calls, with the process in front.
calls() {
	local workers=$1 pid
	shift
	# The leak sanitizer, which needs ptrace itself, stays out of the way.
	if ! ASAN_OPTIONS=detect_leaks=0 timeout 120 strace -f -qq -e signal=none -o "$work/trace" \
		"$lsmbench" run --ops loop --runs 200 --passes 1 --batch 100us "$@" -q -o "$work/x.csv" --force 2>"$work/err"; then
		fail "the session failed under strace:"
		cat "$work/err"
	fi
	: >"$work/calls"
	for pid in $(awk '/execve\(.*lsmbench-worker/ { print $1 }' "$work/trace" | sort -u); do
		# A call that was cut in two by another process counts once, where it began.
		awk -v pid="$pid" '
			$1 != pid || / resumed>/ || /exit/ { next }
			/recvfrom\(3,/ { count = 0; ends = 0; next }
			/sendto\(3,/ { if (!ends) { last = count; for (i = 0; i < count; i++) kept[i] = line[i] }
				ends = 1; next }
			{ line[count++] = $2 }
			END { for (i = 0; i < last; i++) print pid, kept[i] }' \
			"$work/trace" >>"$work/calls"
	done
	[ "$(awk '/execve\(.*lsmbench-worker/ { print $1 }' "$work/trace" | sort -u | wc -l)" = \
		"$workers" ] || fail "not $workers workers"
	if grep -v -e ' futex(' -e ' poll(\[{fd=3,' "$work/calls"; then
		fail "a worker made these calls between its batches"
	fi
}

echo "a worker alone"
calls 1
# One wait for the first turn, one wake at the end.
count=$(wc -l <"$work/calls")
[ "$count" -ge 1 ] && [ "$count" -le $patience ] || fail "$count futex calls in 200 batches"

echo "two workers that alternate"
calls 2 --variants none,same
count=$(wc -l <"$work/calls")
# Blocks ABBA: the turn passes from one to the other about 200 times, with a wake and a wait each.
[ "$count" -ge 200 ] && [ "$count" -le 1000 ] || fail "$count futex calls in 400 batches"

finish
