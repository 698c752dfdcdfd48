#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a BPF program that does nothing costs on a hook, counted in a guest: more programs cost more,
# each after the first the same; nothing where the hook is not called; and once for each call where
# it is called several times. KERNEL_612 names the image.

: "${KERNEL_612:?names an image of kernel 6.12 of Debian 12}"
. "$(dirname "$0")/../command/common.sh"

variants=none
for programs in 1 2 4 8; do
	variants+=,bpf:inode_getattr*$programs
done
variants+=",bpf:inode_permission,'bpf:inode_getattr,inode_permission'"

timeout 600 "$lsmbench" ladder --kernel "$KERNEL_612" --lsm bpf,capability --no-repeats --no-hooks \
	--ops stat,open-close --depths 1,4 --runs 5 --passes 2 --variants "$variants" \
	--format csv >out 2>err </dev/null || { fail "the ladder ends with $?" && cat err; }

# price VARIANT OPERATION PARAMETER: the difference from no program.
price() {
	awk -v variant="$1" -v operation="$2" -v parameter="$3" '
		!/^#/ && index($0, "," variant "," operation "," parameter ",") {
			count = split($0, cells, ",")
			print cells[count - 4]
		}' out
}

# within WHAT VALUE LEAST MOST
within() {
	printf '%s: %s\n' "$1" "$2"
	[ -n "$2" ] && [ "$2" -ge "$3" ] && [ "$2" -le "$4" ] || fail "$1: $2 is not within $3 to $4"
}

deep=XXX/YYY/ZZZ/FFF
first=$(price 'bpf:inode_getattr*1' stat $deep)
second=$(price 'bpf:inode_getattr*2' stat $deep)
within 'the first program on inode_getattr' "$first" 50 400
each=$((second - first))
within 'the second one' $each 20 200
for programs in 4 8; do
	within "$programs programs, less so many of the second one's price" \
		$(($(price "bpf:inode_getattr*$programs" stat $deep) - first - (programs - 1) * each)) -5 5
done
within 'the first program, at depth 1' $(($(price 'bpf:inode_getattr*1' stat FFF) - first)) -5 5
within '8 programs, where the hook is not called' "$(price 'bpf:inode_getattr*8' open-close $deep)" -5 5

# inode_permission is called for each component.
shallow=$(price 'bpf:inode_permission*1' stat FFF)
within 'a program on inode_permission, at depth 1' "$shallow" 50 400
within 'at depth 4, less four times as much' \
	$(($(price 'bpf:inode_permission*1' stat $deep) - 4 * shallow)) -20 20
both=$(awk '!/^#/ && /inode_getattr\*1,inode_permission\*1.*,stat,FFF,/ {
	count = split($0, cells, ","); print cells[count - 4] }' out)
within 'both, less the sum of each' $((both - first - shallow)) -20 20
[ $failures -eq 0 ] || cat out
finish
