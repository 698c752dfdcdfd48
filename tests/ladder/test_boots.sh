#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Kernels are really booted here: two boots of one seed are equal to the instruction, the modules of
# a kernel cost what they were seen to cost, what goes wrong in a guest gets a sentence, and no guest
# outlives its ladder, however that ends.

. "$(dirname "$0")/../command/common.sh"

: "${KERNEL_612:?names the image of Debian 12\'s kernel 6.12}"
export LSMBENCH_GUEST=$BUILD/lsmbench-guest
ladder=("$lsmbench" ladder --kernel "$KERNEL_612")
small=(--lsm capability --no-repeats --no-hooks --ops stat --depths 1,4 --jobs 1)

# The guests of this test: QEMU's command names the scratch directory.
guests() { pgrep -f -- "-initrd $TMPDIR/"; }
guest_runs() { [ -n "$(guests)" ]; }
no_guest_runs() { ! guest_runs; }

# The figures of a rung's file, without what says when it was measured.
samples() { grep -v '^#' "$1"; }

echo 'boots of one seed are equal to the instruction'
for turn in one two; do
	timeout 300 "${ladder[@]}" "${small[@]}" -q -o $turn >$turn.txt 2>$turn.err ||
		{ fail "the ladder ended with $?"; cat $turn.err; }
	samples $turn/01-*.csv >$turn.samples
done
[ -s one.samples ] || fail 'no samples'
cmp one.samples two.samples || fail 'two boots of one seed differ'

echo 'six rungs'
lists=()
for module in landlock apparmor tomoyo selinux bpf; do
	lists+=(--lsm "$module,capability")
done
start=$SECONDS
timeout 800 "${ladder[@]}" --lsm capability "${lists[@]}" --no-repeats --no-hooks --jobs 2 -q \
	-o six --format csv >six.csv 2>six.err || { fail "the ladder ended with $?"; cat six.err; }
echo "six rungs, two at a time: $((SECONDS - start)) s"
[ "$(find six -name '0[1-6]-*.csv' | wc -l)" -eq 6 ] || fail "not six rungs: $(ls six)"
grep -l '^# state: complete' six/0*.csv | wc -l | grep -qx 6 || fail 'not all are complete'

# median FILE: of stat at depth 4, in whole instructions.
median() {
	samples "$1" | awk -F, 'NR == 1 {
			for (i = 1; i <= NF; i++)
				column[$i] = i
			next
		}
		{
			gsub(/"/, "")
			if ($column["operation"] == "stat" && $column["parameter"] == "XXX/YYY/ZZZ/FFF")
				print $column["duration_ns"] / $column["iterations"]
		}' | sort -n | awk '{ v[NR] = $1 } END { printf "%.0f\n", v[int((NR + 1) / 2)] }'
}

# within MODULE LEAST MOST: what it adds to stat at depth 4.
within() {
	local file got
	file=$(echo six/0?-*"$1"*.csv)
	got=$(($(median "$file") - base))
	echo "stat at depth 4: $1 $got"
	[ "$got" -ge "$2" ] && [ "$got" -le "$3" ] || fail "$1: $got is not from $2 to $3"
}
base=$(median six/01-*.csv)
within landlock -5 5
within apparmor 60 85
within tomoyo 130 160
within selinux 925 1025
within bpf 25 45

echo 'a panic has its words, and its logs are kept'
echo 'this is no program' >"$work/no-program"
LSMBENCH_GUEST=$work/no-program timeout 300 "${ladder[@]}" "${small[@]}" -o panic \
	>panic.txt 2>panic.err
status=$?
[ $status -ne 0 ] || fail 'a ladder without any figure ended with 0'
cat panic.txt panic.err >panic.all
has panic.all 'Kernel panic - not syncing: No working init found'
has panic.all 'booted once more'
[ "$(find panic -name '*attempt[12].log' | wc -l)" -eq 2 ] || fail "no two logs: $(ls panic)"

echo 'a guest that says nothing is given up'
timeout 300 "${ladder[@]}" "${small[@]}" --limit 1 >hang.txt 2>hang.err &&
	fail 'a ladder without any figure ended with 0'
cat hang.txt hang.err >hang.all
has hang.all 'nothing was heard of the guest for 1 s'

for signal in INT TERM KILL; do
	echo "no guest outlives a ladder that ends by SIG$signal"
	timeout 300 "${ladder[@]}" --lsm capability --lsm tomoyo --jobs 2 -q \
		>end.txt 2>end.err </dev/null &
	wait_for guest_runs
	pid=$(pgrep -P $! -x lsmbench)
	kill -s $signal "$pid"
	wait $! 2>/dev/null
	wait_for no_guest_runs
done
# Who is killed so leaves a directory, which is found and removed like any other.
"$lsmbench" clean --yes >clean.txt 2>&1 || { fail 'what was left is not removed'; cat clean.txt; }
finish
