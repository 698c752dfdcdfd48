#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# lsmbench hooks without a guest: what it says where hooks cannot be counted, or what it counts where
# they can; and words that cannot be understood.

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
usage 'did you mean none\|there are' "$lsmbench" hooks --variants nonesuch

expect 4 'nonesuch' "$lsmbench" hooks --kernel "$work/nonesuch"
one_line
echo text >"$work/text"
expect 4 'text' "$lsmbench" hooks --kernel "$work/text"
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
finish
