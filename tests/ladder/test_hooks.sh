#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# lsmbench hooks in guests of two kernels: counts that follow from how a path is walked, as a table
# for people and as a file, and what a comparison says of them afterwards.

. "$(dirname "$0")/../command/common.sh"
export LSMBENCH_GUEST=$BUILD/lsmbench-guest

# count OPERATION PARAMETER HOOK: calls that the file tells; "" for a hook that is not in it.
count() {
	sed -n "s|^$1,$2,$3,\([0-9.]*\),\(.*\)|\1\2|p" "$work/hooks.csv"
}

# counts OPERATION PARAMETER HOOK NUMBER
counts() {
	local got
	got=$(count "$1" "$2" "$3")
	[ "$got" = "$4" ] || fail "$1 $2 calls $3 '$got' times, not '$4'"
}

paths=(FFF XXX/YYY/ZZZ/FFF XXX/YYY/ZZZ/AAA/BBB/CCC/DDD/FFF)
depths=(1 4 8)

for kernel in "$KERNEL_612" "$KERNEL_61"; do
	release=${kernel##*/vmlinuz-}
	echo "counts in $release"
	timeout 300 "$lsmbench" hooks --kernel "$kernel" --ops stat,open-close,access,loop \
		--depths 1,4,8 -o "$work/hooks.csv" --force >"$work/out" 2>"$work/err" </dev/null ||
		fail "exit status $?: $(cat "$work/err")"
	has "$work/hooks.csv" "^# release: $release\$"
	for i in 0 1 2; do
		counts stat "${paths[i]}" inode_permission "${depths[i]}"
		counts stat "${paths[i]}" inode_getattr 1
		counts stat "${paths[i]}" file_open ''
		counts open-close "${paths[i]}" inode_permission $((depths[i] + 1))
		counts open-close "${paths[i]}" file_open 1
		counts access "${paths[i]}" inode_permission $((depths[i] + 1))
	done
	counts loop '' '' 0
	has "$work/hooks.csv" '^# user selinux: .*inode_permission'
	has "$work/hooks.csv" '^# user apparmor: .*inode_getattr'
	has "$work/out" '^  inode_permission  *1  *4  *8$'
	has "$work/out" 'once per component: inode_permission'
	grep -q ',yes$' "$work/hooks.csv" && fail "counts vary: $(grep ',yes$' "$work/hooks.csv")"
	[ -s "$HOME/.local/state/lsmbench/hooks-$release.csv" ] || fail "the counts are not kept"
done
nothing_left
finish
