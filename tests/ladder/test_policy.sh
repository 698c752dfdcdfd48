#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Policies are really loaded and enforced: a module that confines the worker costs more than the
# same module with nothing to decide, and a policy that does not fit ends with a sentence.

policies=$(cd "$(dirname "$0")" && pwd) || exit 1
. "$(dirname "$0")/../command/common.sh"

: "${KERNEL_61:?}" "${KERNEL_612:?}"
export LSMBENCH_GUEST=$BUILD/lsmbench-guest
small=(--no-repeats --no-hooks --ops stat --depths 4 --jobs 1 -q)

# stat_of FILE: the median of its batches, in whole instructions an iteration.
stat_of() {
	grep -v '^#' "$1" | tr -d '"' | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column["operation"] == "stat" { print $column["duration_ns"] / $column["iterations"] }' |
		sort -n | awk '{ v[NR] = $1 } END { printf "%d\n", v[int((NR + 1) / 2)] }'
}

# ladder KERNEL DIRECTORY WORDS...: the rungs' files in the directory.
ladder() {
	local kernel=$1 directory=$2
	shift 2
	timeout 400 "$lsmbench" ladder --kernel "$kernel" "${small[@]}" -o "$directory" "$@" \
		>"$directory.txt" 2>"$directory.err"
}

# dearer DIRECTORY LEAST: its last rung's stat needs so many instructions more than the one before.
dearer() {
	local files idle confined
	files=("$1"/0*.csv)
	[ ${#files[@]} -ge 2 ] || { fail "$1 holds ${#files[@]} rungs"; cat "$1.err"; return; }
	idle=$(stat_of "${files[-2]}")
	confined=$(stat_of "${files[-1]}")
	echo "idle $idle, enforced $confined instructions"
	[ "${idle:-0}" -gt 1000 ] && [ "$confined" -ge $((idle + $2)) ] ||
		fail "idle $idle, enforced $confined"
}

echo 'AppArmor: a profile that allows everything is asked about every path'
ladder "$KERNEL_612" apparmor --lsm apparmor,capability \
	--policy "apparmor=$policies/bench.aa:bench" || { fail "status $?"; cat apparmor.err; }
dearer apparmor 500
grep -q 'bench enforced' apparmor.txt || { fail 'the rung is not named so'; cat apparmor.txt; }

echo 'AppArmor: a profile that lets nothing be done'
cat >none.aa <<'END'
profile nothing {
}
END
ladder "$KERNEL_612" nothing --lsm apparmor,capability --policy "apparmor=none.aa:nothing"
grep -qi 'permission denied' nothing.txt nothing.err ||
	{ fail 'nothing was refused'; cat nothing.txt nothing.err; }

if command -v secilc >/dev/null; then
	echo 'SELinux: a policy of three types, enforced'
	secilc -o bench.pol -f /dev/null "$policies/bench.cil" || fail 'secilc'
	ladder "$KERNEL_612" selinux --lsm selinux,capability \
		--policy selinux=bench.pol:system:everything:bench ||
		{ fail "status $?"; cat selinux.err; }
	dearer selinux 1
fi

echo 'IMA of 6.1: its policy needs integrity in the list'
echo 'measure func=FILE_CHECK' >measure.ima
ladder "$KERNEL_61" panics --lsm capability --policy ima=measure.ima
grep -q 'write capability,integrity' panics.txt panics.err ||
	{ fail 'it does not say so'; cat panics.txt panics.err; }
ladder "$KERNEL_61" ima --lsm capability,integrity --policy ima=measure.ima ||
	{ fail "status $?"; cat ima.err; }

finish
