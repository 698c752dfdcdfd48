#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench ladder" for real: six lists of modules on Debian's 6.12, twice, against what is known of
# it; a verdict for a bisection; what does not boot; an interruption. KERNEL_612 names the image.

: "${KERNEL_612:?names an image of the kernel 6.12 of Debian}"
. "$(dirname "$0")/../command/common.sh"

six=(--lsm capability --lsm landlock,capability --lsm apparmor,capability --lsm tomoyo,capability
	--lsm selinux,capability --lsm bpf,capability)
small=(--lsm capability --ops stat --depths 4 --runs 5 --no-repeats --no-hooks)

# ladder STATUS ARGUMENT...: as expect, with the time that boots take.
ladder() {
	local status=$1 got
	shift
	printf 'exits with %s: lsmbench ladder %s\n' "$status" "$*"
	timeout 400 "$lsmbench" ladder "$@" >out 2>err </dev/null
	got=$?
	[ $got -eq "$status" ] && return
	fail "exit status $got instead of $status"
	sed 's/^/    /' err
}

# cells FILE: kernel, rung, operation, parameter and figures of a table in CSV, by blanks.
cells() {
	grep -v -e '^#' -e '^kernel,' "$1" | awk -F, '{
		n = NF
		print $2, $(n - 7), ($(n - 6) == "" ? "-" : $(n - 6)), $(n - 5), $(n - 4), $(n - 3), $(n - 2)
	}'
}

# difference RUNG LEAST MOST: of stat at depth 4.
difference() {
	local got
	got=$(cells first.csv | awk -v rung="$1" '$1 == rung && $2 == "stat" && $3 == "XXX/YYY/ZZZ/FFF" { print $5 }')
	printf 'stat at depth 4, rung %s: %s\n' "$1" "$got"
	[ -n "$got" ] && [ "$got" -ge "$2" ] && [ "$got" -le "$3" ] || fail "rung $1: $got is not within $2 to $3"
}

ladder 0 --kernel "$KERNEL_612" "${six[@]}" -o kept
cat out
cmp -s out kept/table.txt || fail "table.txt is not what was printed"
for name in 01-capability 02-same 03-placebo 04-landlock 05-apparmor 06-tomoyo 07-selinux 08-bpf; do
	[ -s "kept/$name.csv" ] || fail "no kept/$name.csv"
done
expect 0 '' "$lsmbench" ladder --show kept
cmp -s out kept/table.txt || fail "--show makes another table"
expect 0 '' "$lsmbench" ladder --show --format csv kept
cp out first.csv

# The figures that are known of this kernel, against lsm=capability.
difference 4 -5 5
difference 5 60 85
difference 6 130 160
difference 7 925 1025
difference 8 25 45

# The first rung again: at most 5 instructions, or of what makes files 0.5%, or it says so.
cells first.csv | awk '
	$1 == 2 || $1 == 3 {
		apart = $5 < 0 ? -$5 : $5
		exact = $2 ~ /^(stat|fstatat|access|chmod|open-close)$/
		if (exact ? apart > 5 : apart > 0.005 * $4 && $7 != "no" && !wavers[$2 " " $3])
			print "rung", $1, $2, $3 ":", $5, "of", $4
	}
	$1 == 1 { wavers[$2 " " $3] = $7 == "no" }' >bad
[ ! -s bad ] || fail "the first rung does not repeat: $(cat bad)"

# Landlock and idle AppArmor add nothing per component to stat.
for rung in 4 5; do
	cells first.csv | awk -v rung=$rung '
		$1 == rung && $2 == "stat" { if (!count++ || $5 < low) low = $5; if (count == 1 || $5 > high) high = $5 }
		END { exit count < 3 || high - low > 5 }' || fail "rung $rung costs per component of stat"
done

# A second ladder makes the same table, within what it says can be told.
ladder 0 --kernel "$KERNEL_612" "${six[@]}" -o again --format csv
cp out second.csv
paste -d ' ' <(cells first.csv) <(cells second.csv) | awk '
	$1 != $8 || $2 != $9 || $3 != $10 { print "other rows"; exit }
	{
		apart = $4 < $11 ? $11 - $4 : $4 - $11
		limit = $6 > $13 ? $6 : $13
		if (apart > limit && $7 != "no" && $14 != "no")
			print "rung", $1, $2, $3 ":", $4, $11
	}' >bad
[ ! -s bad ] || fail "two ladders differ: $(cat bad)"

# A verdict: the same kernel needs no more; with the audit system on it does.
ladder 0 --kernel "$KERNEL_612" --ops stat --depths 4 --against kept/01-capability.csv --fail-above 5
has out '0 of 1 cases need more by more than 5'
ladder 1 --kernel "$KERNEL_612" "${small[@]}" --append audit=1 --against kept/01-capability.csv \
	--fail-above 100
has out '1 of 1 cases need more by more than 100'
has err 'warning: ladder.command_line is not what it was'

# A kernel that is damaged does not boot, twice; its log is kept.
cp "$KERNEL_612" damaged
dd if=/dev/zero of=damaged bs=4096 seek=500 count=200 conv=notrunc status=none
ladder 7 --kernel damaged "${small[@]}" --limit 10 -o failed
ls failed/* >/dev/null 2>&1 || fail "no log is kept"
ladder 125 --kernel damaged "${small[@]}" --limit 10 --against kept/01-capability.csv --fail-above 5

# With job control a background job does not ignore SIGINT.
set -m

# Ctrl-C ends every guest, and keeps what there is.
rm -f err
"$lsmbench" ladder --kernel "$KERNEL_612" "${six[@]}" -o stopped >out 2>err </dev/null &
child=$!
wait_for grep -q ': booting' err
kill -INT $child
wait $child
status=$?
[ $status -eq 8 ] || fail "exit status $status instead of 8"
pgrep -f -- "-initrd $TMPDIR" >/dev/null && fail "a guest was left running"

finish
