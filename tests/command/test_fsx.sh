#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench run --ops fsx": a sound file system passes under every variant, a planted mistake fails
# with a sentence, and the command in that sentence finds it at the same step.

. "$(dirname "$0")/common.sh"

run=("$lsmbench" run -q --ops fsx --passes 1 --no-controls)

# count_rows FILE WORDS: how many rows of samples hold the words.
count_rows() {
	grep -v '^#' "$1" | grep -c -- "$2"
}

variants=none
"$lsmbench" run --dry-run --ops stat --variants landlock:1 >out 2>err && variants=none,landlock:1
expect 0 '' "${run[@]}" --steps 20000 --seed 5 --variants "$variants,seccomp:1" -o clean.csv
has clean.csv '^# plan.steps: 20000$'
[ "$(count_rows clean.csv '^fsx,.*,20000,latency,ns,[0-9.]*,$')" -ge 3 ] ||
	fail "not a run of 20000 steps for each variant"
[ "$(count_rows clean.csv 'checked,bytes' | xargs)" -ge 3 ] ||
	fail "not for each variant how much was compared"
# All variants did the same.
[ "$(grep ',checked,bytes,' clean.csv | sed 's/.*bytes,//' | sort -u | wc -l)" -eq 1 ] ||
	fail "variants compared different bytes"

# Without steps as long as the interval says, and the result says nothing else.
expect 0 '' "${run[@]}" --interval 300ms --seed 5 -o interval.csv
grep -v '^#' interval.csv | awk -F, '$10 == "latency" && $9 < 64 { exit 1 }' ||
	fail "hardly a step in 300 ms"
! grep -q '^# plan.steps' interval.csv || fail "steps were not given, but the result has some"

# Of both, what comes first ends a run.
expect 0 '' "${run[@]}" --steps 1099511627776 --interval 300ms --seed 5 -o both.csv
grep -v '^#' both.csv | awk -F, '$10 == "latency" && ($9 < 64 || $9 >= 1099511627776) { exit 1 }' ||
	fail "steps without end do not end with the interval"
expect 0 '' "${run[@]}" --steps 500 --interval 1h --seed 5 -o both.csv --force
[ "$(count_rows both.csv '^fsx,.*,500,latency,ns,')" -eq 1 ] || fail "not the 500 steps"

# A case that failed is worth writing, though nothing was measured: here a large tree is made.
"${run[@]}" --ops fsx,walk --writers 0 --tree-files 300000 --tree-size 300000 --interval 60s -o failed.csv \
	2>err >out </dev/null &
pid=$!
# shellcheck disable=SC2317
worker_is_killed() {
	local keeper worker
	grep -q 'fsx: .*killed by signal 9' err && return
	keeper=$(pgrep -P $pid lsmbench-keepe) && worker=$(pgrep -P "$keeper") && kill -9 "$worker"
	return 1
}
wait_for worker_is_killed
kill -TERM $pid
wait $pid
status=$?
[ $status -eq 8 ] || fail "exit status $status instead of 8: $(cat err)"
has failed.csv '^# step.0: state=failed .*case=fsx$'
has failed.csv '^# .*the worker was killed by signal 9'

# What the sentence on standard error says between two words.
said() {
	sed -n "s/.*$1\(.*\)$2.*/\1/p" err | head -n 1
}

for fault in flip:100 lost-write:100 stale-tail:5 hole-kept:5; do
	export LSMBENCH_TESTS=1 LSMBENCH_FSX_FAULT=$fault
	expect 7 'byte [0-9]* of the file is 0x.. and has to be 0x..: found in' \
		"${run[@]}" --seed 1 --steps 10000 -o faulty.csv --force
	has err 'seed 1; replay: lsmbench run --ops fsx --seed 1 --steps [0-9]* --scratch '
	has err '; steps, the latest first: '
	first=$(said 'fsx: byte ' '; steps')
	replay=$(said 'replay: ' '; steps')
	[ -n "$replay" ] || fail "$fault: no command that replays it"
	# shellcheck disable=SC2086 # its words
	expect 7 'found in' "$lsmbench" ${replay#lsmbench } -q --no-controls -o again.csv --force
	again=$(said 'fsx: byte ' '; steps')
	[ "$first" = "$again" ] || fail "$fault: \"$first\" became \"$again\""
	unset LSMBENCH_TESTS LSMBENCH_FSX_FAULT
done
LSMBENCH_FSX_FAULT=flip:100 expect 0 '' "${run[@]}" --seed 1 --steps 200 -o none.csv
LSMBENCH_TESTS=1 LSMBENCH_FSX_FAULT=flop:1 expect 7 "'flop:1' is no fault" \
	"${run[@]}" --steps 200 -o none.csv --force

# The variant is part of the command.
LSMBENCH_TESTS=1 LSMBENCH_FSX_FAULT=hole-kept:5 expect 7 'variants seccomp:1; steps' \
	"${run[@]}" --seed 1 --steps 10000 --variants seccomp:1 -o none.csv --force

# What a confinement refuses is no wrong byte, and the others go on.
if command -v prlimit >/dev/null; then
	expect 7 'under exec:small: the worker was killed by signal .*File size limit' "${run[@]}" \
		--seed 1 --steps 2000 --variants none,"exec:small=prlimit --fsize=65536" \
		-o small.csv --force
	[ "$(count_rows small.csv '^fsx,,none,.*,2000,latency,')" -eq 1 ] ||
		fail "the variant that is not confined was not measured"
fi

# What a file system does not have is left out, and that is said: ramfs allocates nothing.
mkdir ramfs
if unshare -m mount -t ramfs ramfs ramfs 2>/dev/null; then
	# shellcheck disable=SC2016 # expanded by the inner shell
	expect 0 '' unshare -m sh -c 'mount -t ramfs ramfs ramfs && exec script -qec "$0" progress' \
		"'$lsmbench' run --ops fsx --passes 1 --no-controls --interval 1500ms \
		--scratch ramfs -o left-out.csv"
	has progress 'steps without allocate'
	grep -v '^#' left-out.csv | grep -q ',latency,' || fail "no run on a ramfs"
else
	echo "no ramfs can be mounted here"
fi

finish
