#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Operations that work with other processes: measured confined and not, skipped with the reason
# where there is no loopback, and nothing of them left - no process, no semaphore, no file - also
# when the worker or the front end is killed. In an IPC namespace of our own where that can be.

[ -n "${OWN_IPC:-}" ] || ! unshare -r -i true 2>/dev/null ||
	exec env OWN_IPC=1 unshare -r -i "$0" "$@"
. "$(dirname "$0")/common.sh"

# Workers at a path of their own, by which theirs and no other test's processes are known.
cp "$BUILD/lsmbench-worker" "$BUILD/lsmbench-worker-rpc" "$work"
export LSMBENCH_WORKER=$work/lsmbench-worker

inet=(udp-latency tcp-latency tcp-connect rpc-udp-latency rpc-tcp-latency tcp-bandwidth)
local=(pipe-latency unix-latency fifo-latency semaphore-latency pipe-bandwidth unix-bandwidth)
switches=(context-switch context-switch-spread context-switch-overhead)
all=("${inet[@]}" "${local[@]}" "${switches[@]}")
small=(--processes 2,24 --working-sets 0,16K)

list() {
	local IFS=,
	echo "$*"
}

ours() {
	pgrep -f "^$work/lsmbench-worker"
}

none_of_ours() {
	! ours >/dev/null
}

clean_again() {
	wait_for none_of_ours || ps -fp "$(ours | paste -sd,)"
	[ -z "${OWN_IPC:-}" ] || [ "$(wc -l </proc/sysvipc/sem)" -le 1 ] ||
		fail "semaphores are left: $(cat /proc/sysvipc/sem)"
}

# measured OPERATION VARIANT FILE: it has samples there, and none failed.
measured() {
	local rows
	rows=$(grep -cE "^$1,[^,]*,$2,.*,(latency,ns|bandwidth,MB/s),[0-9.]+,\$" "$3")
	[ "$rows" -ge 6 ] || fail "$1 under $2: $rows samples"
}

variants=none,seccomp:1
"$lsmbench" run --dry-run --ops loop --variants landlock:1 >/dev/null 2>&1 &&
	variants=$variants,landlock:1
one_cpu=$([ "$(nproc)" -gt 1 ] || echo context-switch-spread)
expect 0 '' "$lsmbench" run --ops "$(list "${all[@]}")" "${small[@]}" --variants "$variants" \
	--runs 3 --passes 2 --batch 200us -o all.csv
for operation in "${all[@]}"; do
	[ "$operation" != "$one_cpu" ] || continue
	for variant in ${variants//,/ }; do
		measured "$operation" "$variant" all.csv
	done
done
clean_again

echo "no loopback, so that is said"
if unshare -r -n true 2>/dev/null; then
	expect 0 'tcp-connect: skipped: there is no loopback here .*: set the interface lo up' \
		unshare -r -n "$lsmbench" run --ops "$(list "${all[@]}")" "${small[@]}" --runs 3 \
		--passes 2 --batch 200us -o none.csv
	for operation in "${inet[@]}"; do
		has none.csv "^# step.*state=skipped .*case=$operation\$"
	done
	for operation in "${local[@]}"; do
		measured "$operation" none none.csv
	done
	expect 0 'udp-latency: skipped under exec:alone: there is no loopback here' \
		"$lsmbench" run --runs 3 --ops udp-latency,pipe-latency --passes 2 --batch 200us \
		--no-aa --no-controls --variants 'none,exec:alone=unshare -r -n' -o alone.csv
	# One cause has one fate, whichever operation it is.
	expect 0 'select-tcp FD10: skipped under exec:alone: there is no loopback here' \
		"$lsmbench" run --runs 3 --ops select-tcp,connect-tcp --descriptors 10 --passes 1 \
		--batch 200us --no-aa --no-controls --variants 'none,exec:alone=unshare -r -n' -o select.csv
	has err 'connect-tcp: skipped under exec:alone: there is no loopback here'
	measured udp-latency none alone.csv
	measured pipe-latency 'exec:alone%3Dunshare -r -n' alone.csv
	clean_again
fi

# start OPERATION: more of it than can be over soon, in the background, in the middle of its
# measurement. How long it takes may not follow from the length of a batch: where something else
# disturbs the calibration, batches come out a thousandth as long. So it is the number of runs. Of
# context-switch there are fewer: what is taken off it is measured even when its worker is killed.
start() {
	local sizes=() runs=1000000
	rm -f long.csv
	[ "$1" != context-switch ] || sizes=(--processes 24 --working-sets 4K) runs=6000
	"$lsmbench" run -q --ops "$1" "${sizes[@]}" --runs $runs --passes 1 --batch 1ms --no-aa \
		-o long.csv 2>err </dev/null &
	front_end=$!
	wait_for measuring_or_over
	kill -0 "$front_end" 2>/dev/null && return
	fail "$1 is over already: $(cat err)"
	return 1
}

# More than the worker alone: its processes have been started, and a moment is over.
measuring_or_over() {
	! kill -0 "$front_end" 2>/dev/null || { [ "$(ours | wc -l)" -gt 1 ] && sleep 0.2; }
}

# The worker is the one that the front end has started; the others have been started by it.
worker() {
	pgrep -f -P "$front_end" "^$work/lsmbench-worker"
}

for operation in semaphore-latency context-switch tcp-connect rpc-tcp-latency pipe-bandwidth; do
	echo "$operation: the worker is killed"
	start $operation || continue
	kill -9 $(worker)
	wait $front_end
	status=$?
	[ $status -eq 7 ] || fail "exit status $status instead of 7"
	has err 'killed by signal 9'
	clean_again
	rm -f long.csv

	echo "$operation: the front end is killed"
	start $operation || continue
	kill -9 $front_end
	wait $front_end 2>/dev/null
	clean_again
	"$lsmbench" clean >/dev/null 2>&1
done

finish
