#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Several processes at once: cases and their names, what is refused and skipped, variants, the tables
# of reaim's layout and of scaling, and that nothing goes on when a worker or lsmbench is killed.

. "$(dirname "$0")/common.sh"

set -m

command -v pgrep >/dev/null || { echo "needs pgrep" && exit 77; }

short=("$lsmbench" run -q --interval 200ms --passes 1)

# What cannot be understood.
expect 2 'of has no operation to go to' "${short[@]}" --ops stat --of stat
expect 2 'of: fsx .*times itself' "${short[@]}" --ops together --of fsx
expect 2 "'mixt' is no operation" "${short[@]}" --ops together --of mixt
expect 2 'files of their own only' "${short[@]}" --ops together --of 'stat /etc/hostname'
expect 2 'processes: .*from 1 to 256' "${short[@]}" --ops together --processes 0
expect 2 'working set .*from 2 to 256' "${short[@]}" --ops context-switch --processes 1

# Two axes, and what the processes do.
expect 0 '' "${short[@]}" --ops together,together-shared --processes 1,3 --cpus 1 \
	--of 'stat 2' --of mkstemp -o both.csv
for operation in together together-shared; do
	for processes in 1 3; do
		for of in 'stat XXX/FFF' 'mkstemp DIR0'; do
			case="$operation,${processes}p/1cpu $of,none"
			for metric in latency rate rate-least rate-most spread parent-time \
				child-system child-user; do
				[ "$(grep -c "^$case,.*,$metric," both.csv)" -eq 1 ] ||
					fail "$case: no $metric"
			done
		done
	done
done
expect 0 '' "$lsmbench" export both.csv -o copy.csv
cmp -s both.csv copy.csv || fail "reading back gives another result"
expect 0 '' "$lsmbench" export both.csv --format scaling
has out '^# together, stat XXX/FFF, none$'
has out '^# together-shared, mkstemp DIR0, none$'
[ "$(grep -cE '^ +1 +[13] .*% ' out)" -eq 8 ] || { fail "not eight rows:" && cat out; }
expect 0 '' "$lsmbench" run --dry-run --ops together
has out '1p/1cpu mixed'

# The mixed workload.
expect 0 '' "$lsmbench" run -q --passes 1 --ops mixed --processes 1,2 --cpus 1 -o mixed.csv
expect 0 '' "$lsmbench" export mixed.csv -o mixed.reaim.txt
has mixed.reaim.txt '^Num  *Parent  *Child  *Child  *Jobs per  *Jobs/min/  *Std_dev  *Std_dev  *JTI$'
has mixed.reaim.txt '^Forked  *Time  *SysTime  *UTime  *Minute  *Child  *Time  *Percent$'
has mixed.reaim.txt '^1  .* 0\.00  *0\.00  *100$'
has mixed.reaim.txt '^Max Jobs per Minute [1-9][0-9]*\.[0-9][0-9]$'
awk '$1 ~ /^[12]$/ && NF == 9 { rows++; jobs = $1 * 400 / $2 * 60
		off = jobs / $5; each = $5 / $1 - $6
		if (off < 0.9 || off > 1.1 || each < -0.01 || each > 0.01 || $9 != int(100 - $8)) exit 1 }
	END { exit rows != 2 }' mixed.reaim.txt || { fail "wrong:" && cat mixed.reaim.txt; }

# Under variants, with a file outside of the scratch root, and paired.
variants=none
"$lsmbench" run -q "${tiny[@]}" --variants none,landlock:1 -o may.csv 2>/dev/null &&
	variants=none,landlock:1,seccomp:1
expect 0 '' "${short[@]}" --ops together --processes 2 --cpus 1 --of read-zero --of fork-shell \
	--of 'rename DIR10' --no-controls --variants "$variants" -o variants.csv
grep '^# step.*state=' variants.csv | grep -v 'state=done' && fail "not all is done"
[ $variants = none ] || [ "$(grep -c ',landlock:1,.*,latency,' variants.csv)" -eq 3 ] ||
	fail "not three figures under landlock:1"

# Limits are nobody's mistake.
expect 0 'skipped: 1024 CPUs are asked for' "${short[@]}" --ops together,loop --runs 1 \
	--processes 1 --cpus 1024
expect 0 'skipped: rename makes or moves files of a fixed name' "${short[@]}" \
	--ops together-shared,loop --runs 1 --processes 2 --cpus 1 --of 'rename DIR10'

# ours: the workers in the directories of this test, and what they have forked.
ours() {
	local one
	for one in $(pgrep -x lsmbench-worker); do
		case $(readlink "/proc/$one/cwd") in "$work"/*) echo "$one" ;; esac
	done
}

# workers COUNT: so many of them are there.
workers() {
	[ "$(ours | wc -l)" -eq "$1" ]
}

running=("$lsmbench" run -q --ops together --processes 3 --cpus 1 --of mkstemp --interval 60s
	--passes 1 --scratch "$work/scratch")

for signal in KILL INT; do
	echo "all processes end with lsmbench: SIG$signal"
	"${running[@]}" >/dev/null 2>&1 &
	pid=$!
	wait_for workers 4
	kill -$signal $pid
	wait_for workers 0
	wait $pid
	[ $signal = INT ] || "$lsmbench" clean --yes --scratch "$work/scratch" >/dev/null 2>&1
done

echo "all processes end with their worker, and lsmbench says so"
"${running[@]}" >out 2>err &
pid=$!
wait_for workers 4
for one in $(ours); do
	[ -z "$(pgrep -P "$one")" ] || kill -KILL "$one"
done
wait $pid
[ $? -eq 7 ] || fail "not the status of a case that failed"
wait_for workers 0
has err 'worker'

finish
