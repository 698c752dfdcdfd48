#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Scratch directories that are missing, read-only, full or several: one clear line, exit status 4 or
# 7, and nothing left behind.

. "$(dirname "$0")/common.sh"

run=("$lsmbench" run -q --runs 3 --passes 1 --batch 50us)

expect 4 '/missing.*--scratch' "${run[@]}" --ops loop --scratch "$work/missing"
one_line
: >file
expect 4 "$work/file" "${run[@]}" --ops loop --scratch file
one_line
expect 4 '/missing' env TMPDIR="$work/missing" "${run[@]}" --ops loop
one_line
expect 0 '' "$lsmbench" clean -y
expect 0 '' "$lsmbench" clean -y --scratch file
grep -s -e missing -e file "$HOME/.local/state/lsmbench/scratch-directories" &&
	fail "a directory without a scratch root was remembered"
if [ "$(id -u)" != 0 ]; then
	mkdir -m 500 closed
	expect 4 'closed' "${run[@]}" --ops loop --scratch closed
	one_line
fi

echo "few descriptors: the case fails, and the remedy is named"
expect 7 'Too many open files; raise' bash -c 'ulimit -n 16; "$@"' - "${run[@]}" --ops loop -o few.csv

echo "several scratch directories: each case in each of them"
mkdir a b
expect 0 '' "${run[@]}" --ops stat,loop --paths FFF,default --scratch a --scratch b -o x.csv
[ "$(grep -v -e '^#' -e '^operation' x.csv | cut -d, -f1,2 | uniq | xargs)" = \
	"stat,FFF on $work/a stat,FFF on $work/b stat,default loop," ] ||
	fail "other cases: $(grep -v '^#' x.csv | cut -d, -f1,2 | uniq | xargs)"
expect 0 '' "$lsmbench" export --format csv x.csv
cmp -s out x.csv || fail "the result does not read back"
[ -z "$(find a b -mindepth 1)" ] || fail "something is left in a or b"

# Mounts of our own, in a name space of our own.
if ! unshare -rm true 2>/dev/null; then
	echo "(no mounts of our own allowed here: full and read-only file systems are not checked)"
	finish
	exit
fi

# mounted OPTIONS COMMAND...: the command with a tmpfs at $work/tmpfs.
mkdir tmpfs
mounted() {
	local options=$1
	shift
	unshare -rm sh -c 'mount -t tmpfs -o "$1" none tmpfs || exit 99
		shift; "$@"; status=$?; find tmpfs -mindepth 1 >tmpfs-left; exit $status' \
		- "$options" "$@"
}
export -f mounted
in_mount() {
	local status=$1 words=$2 options=$3
	shift 3
	expect "$status" "$words" bash -c 'mounted "$@"' - "$options" "$@"
	[ ! -s tmpfs-left ] || fail "left on the file system: $(head -n 3 tmpfs-left)"
}

in_mount 4 'tmpfs.*[Rr]ead-only' ro "${run[@]}" --ops loop --scratch tmpfs
one_line
in_mount 7 'No space left' nr_inodes=200 "${run[@]}" --ops chmod --dirs 1000 --scratch tmpfs -o y.csv
in_mount 7 'some cases failed' nr_inodes=200 "${run[@]}" --ops chmod,loop --dirs 10,1000 \
	--scratch tmpfs -o y.csv
grep -q '^chmod,DIR10,' y.csv && grep -q '^loop,' y.csv || fail "the cases that fit are lost"
in_mount 4 'No space left' nr_inodes=1 "${run[@]}" --ops loop --scratch tmpfs
one_line
finish
