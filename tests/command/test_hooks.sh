#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# lsmbench hooks without a guest: what it says where hooks cannot be counted, or what it counts where
# they can; and words that cannot be understood.

. "$(dirname "$0")/made_image.sh"
. "$(dirname "$0")/common.sh"

# What a mistake says, in one line.
usage() {
	expect 2 "$@"
	one_line
	[ ! -s "$work/out" ] || fail "standard output is not empty"
}

usage 'options only' "$lsmbench" hooks stat
usage 'did you mean stat' "$lsmbench" hooks --ops stta
usage 'without variants' "$lsmbench" hooks --ops stat --variants none,same
usage 'add --kernel' "$lsmbench" hooks --lsm landlock
usage 'without variants' "$lsmbench" hooks --variants nonesuch

# What would do nothing is refused, in a guest and without one, and stands in no help.
timeout 20 "$lsmbench" hooks --help >"$work/help"
for option in '--runs 5' '--passes 2' --quick '--precision 1' '--time-limit 1s' '--watchdog 5' \
	'--seed 7' '--batch 1ms' --no-aa --no-controls --subtract-loop '--landlock-depth 2' \
	'--tree /tmp' --cold '--command ls' '--repeats 2' '--label a' '--note b'; do
	name=${option%% *}
	for kernel in '' "--kernel $work/nonesuch"; do
		usage "^lsmbench: $name says how to measure" "$lsmbench" hooks --ops stat $option $kernel
	done
	grep -q -- "^  *$name\b" "$work/help" && fail "the help lists $name"
done
for option in '--scratch /var/tmp' '--cpu 0'; do
	usage "^lsmbench: ${option%% *} is for counting in this kernel" "$lsmbench" hooks --ops stat \
		$option --kernel "$work/nonesuch"
	has "$work/help" "^  *${option%% *}="
done

# What times itself has no batches to count over. Nothing is booted for it, nor does it take root.
usage 'no hooks to count: fsx: it times itself' "$lsmbench" hooks --ops fsx
usage 'no hooks to count: walk: it times itself' "$lsmbench" hooks --ops walk,fsx
usage 'no hooks to count: rpc-udp-latency: only the worker' "$lsmbench" hooks --ops rpc-udp-latency
make_image "$work/image"
usage 'no hooks to count: fsx: it times itself' "$lsmbench" hooks --ops fsx --kernel "$work/image"

expect 5 'nonesuch' "$lsmbench" hooks --kernel "$work/nonesuch"
one_line
echo text >"$work/text"
expect 5 'text' "$lsmbench" hooks --kernel "$work/text"
one_line

echo "counts in this kernel, or says why not"
timeout 120 "$lsmbench" hooks --ops stat --depths 1,4 >"$work/out" 2>"$work/err" </dev/null
case $? in
0)
	has "$work/out" '^ *inode_permission  *1  *4$'
	has "$work/out" '^ *inode_getattr  *1  *1$'
	has "$work/out" 'once per component: inode_permission'
	;;
4)
	one_line
	has "$work/err" 'kprobe_events'
	has "$work/err" '; --kernel VMLINUZ counts in a guest, as any user$'
	[ ! -s "$work/out" ] || fail "standard output is not empty"
	;;
*)
	fail "neither"
	sed 's/^/    /' "$work/err"
	;;
esac
nothing_left

# The whole way, with a directory laid out as tracefs for the first process of a namespace: nobody
# calls the one hook that it watches.
tracing=$work/tracing
mkdir -p "$tracing/events/lsmbench_1/p1_inode_getattr"
touch "$tracing"/{kprobe_events,events/lsmbench_1/p1_inode_getattr/enable}
echo '  p1_inode_getattr 7 0' >"$tracing/kprobe_profile"
# shellcheck disable=SC2016
alone=(unshare -r -m -p -f --mount-proc
	sh -c 'mount --bind "$0" /sys/kernel/tracing && exec "$@"' "$tracing")
if grep -q ' security_inode_getattr$' /proc/kallsyms && "${alone[@]}" true 2>/dev/null; then
	expect 0 '^lsmbench: fsx: skipped: it times itself, and has no batches' \
		"${alone[@]}" "$lsmbench" hooks --ops stat,fsx,loop --paths FFF -o - --force
	one_line
	has "$work/out" '^stat,FFF,,0,'
	has "$work/out" '^loop,,,0,'
	grep -q '^fsx' "$work/out" && fail "fsx is among what was counted"
else
	echo 'not run: no namespace of mounts here, or no tracefs to play, or no names of hooks'
fi
finish
