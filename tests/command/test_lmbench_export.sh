#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench export" of raw results of LMbench: the tables that its own scripts print of them.

data=$PWD/tests/data/lmbench
. "$(dirname "$0")/common.sh"

cp -r "$data/raw" "$data/lsm-pair" .

# same GENERATION GOLDEN FILE...: the table of the files is the golden one, byte for byte.
same() {
	local format=lmbench
	[ "$1" = 3.0 ] && format=lmbench3
	expect 0 '' "$lsmbench" export --exact -f $format "${@:3}"
	cmp out "$data/golden/$2.summary-$1.txt" || fail "$2 in the layout of $1 differs"
}

for generation in 2.0 3.0; do
	for file in raw/*; do
		name=${file#raw/}
		same $generation "${name%.*}" "$file"
	done
	same $generation lsm-pair_all lsm-pair/*
done

echo "beside ours, with statistics, redacted, into a file"
"$lsmbench" run -q --ops stat --paths FFF --runs 5 --passes 1 --batch 100us -o ours.csv || fail "cannot measure"
expect 0 '' "$lsmbench" export -f lmbench ours.csv raw/akawashiro_masumi.1
has out 'measured by lsmbench'
expect 0 '' "$lsmbench" export --stats -f lmbench lsm-pair/*
has out MEAN
expect 0 '' "$lsmbench" export --redact -f lmbench lsm-pair/lsm_on.1
grep -q lsm_on out && fail "the host is not left out"
expect 0 '' "$lsmbench" export -o tables.lmbench.txt raw/akawashiro_masumi.1
has tables.lmbench.txt '^akawashir Linux'

echo "what does not go together"
expect 2 'akawashiro_masumi.1: the format csv needs samples' "$lsmbench" export raw/akawashiro_masumi.1
one_line
for format in text summary markdown; do
	expect 2 "the format $format needs samples" "$lsmbench" export -f $format ours.csv raw/akawashiro_masumi.1
	one_line
done
expect 2 'go with LMbench' "$lsmbench" export --exact ours.csv
expect 2 'go with LMbench' "$lsmbench" export --stats -f markdown ours.csv
expect 6 'is read here' "$lsmbench" export -f lmbench -o raw/akawashiro_masumi.1 raw/akawashiro_masumi.1
one_line
expect 6 'is no result of lsmbench' "$lsmbench" export -f lmbench -o raw/akawashiro_masumi.1 ours.csv
one_line
cmp -s raw/akawashiro_masumi.1 "$data/raw/akawashiro_masumi.1" || fail "what was read changed"
finish
