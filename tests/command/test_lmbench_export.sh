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

echo "printed summaries, and figures that were imported"
published=${data%/*}/published
cp "$published/lmbench-2005-a.txt" "$published/lmbench-2001-k6-2.txt" "$published/vfs-v5.3-dac.txt" .
expect 0 '' "$lsmbench" export --exact -f lmbench lmbench-2005-a.txt
has out '^host2005  Linux 2.6.11- 2368 0.17 0.46 3.68 4.48 6.917 0.66 2.13 135. 524. 2575$'
cp out direct
"$lsmbench" import -o figures.csv lmbench-2005-a.txt 2>/dev/null || fail "cannot import"
expect 0 '' "$lsmbench" export --exact -f lmbench figures.csv
cmp <(grep -v '^Imported' direct) <(grep -v '^Imported' out) || fail "the import has other cells"
expect 5 'pick one' "$lsmbench" export -f lmbench lmbench-2001-k6-2.txt
one_line
expect 0 '' "$lsmbench" export --stats -f lmbench3 lmbench-2001-k6-2.txt:K6-2.orig raw/tomgoh_n90_host_full.0 ours.csv
has out '^K6-2.orig   Linux 2.4.4  501 0.65 1.32 '
has out '^tomgoh_n9 Linux 6.6.0-5 1900 0.15 '
has out '^LMbench 3.0 layout, measured by lsmbench'
expect 5 'without samples' "$lsmbench" export vfs-v5.3-dac.txt
expect 5 'without samples' "$lsmbench" export -f lmbench-raw vfs-v5.3-dac.txt

echo "under --exact the mean is cut as the rows are, and blank where they are"
expect 0 '' "$lsmbench" export --exact --stats -f lmbench lsm-pair/lsm_off.*
has out '^MEAN  .* 115. 323. 693.$'
sed -n '/bandwidths in/,/^Memory/p' out >bandwidths
[ "$(grep -c '^lsm_off .* 10.K 16.6K$' bandwidths)" = 5 ] || fail "other rows"
has bandwidths '^MEAN .* 4410 4960      5680.6  16.7K  12.6K 8288.0 10.K 16.6K$'
has out 'those of the whole figures; MEAN is cut as the rows are.$'
expect 0 '' "$lsmbench" export --stats -f lmbench lsm-pair/lsm_off.*
has out '^MEAN  .* 116. 323. 694.$'
grep -q 'is cut as' out && fail "rounded cells are called cut"

echo "a raw file of ours reads back into the same table"
expect 0 '' "$lsmbench" export -f lmbench-raw -o box.0 ours.csv
has box.0 '^.measured by lsmbench'
cut_rows() {
	"$lsmbench" export -f lmbench "$1" | sed -n '/^Processor/,/^Context/p' | grep -E '^[a-z0-9-]+ +Linux' | cut -c 24-
}
[ -n "$(cut_rows ours.csv)" ] || fail "no row"
[ "$(cut_rows ours.csv)" = "$(cut_rows box.0)" ] || fail "$(cut_rows ours.csv) and $(cut_rows box.0)"

echo "a raw file holds one variant: it is said which, and another can be had"
"$lsmbench" run -q --ops null-call,read-zero --variants none,seccomp:4 --runs 5 --passes 2 \
	--batch 50us -o both.csv || fail "cannot measure"
expect 0 'of 3 variants this is the first, none; --variant NAME takes another$' \
	"$lsmbench" export -f lmbench-raw -o first.0 both.csv
one_line
for variant in none seccomp:4; do
	expect 0 '' "$lsmbench" export -f lmbench-raw --variant $variant -o one.0 both.csv
	[ ! -s err ] || fail "who chose is told: $(cat err)"
	has one.0 "^.of several runs: variant $variant.$"
	median=$("$lsmbench" export -f lmbench both.csv | sed -n '/^Processor/,/^Context/p' |
		sed -n "/^variant $variant:/{n;p}" | awk '{ print $5 }')
	[ -n "$median" ] && [ "$(cut_rows one.0 | awk '{ print $2 }')" = "$median" ] ||
		fail "$variant: another figure than the table's $median"
done
expect 2 "there is no variant 'landlock:1' in it, only none, same, seccomp:4$" \
	"$lsmbench" export -f lmbench-raw --variant landlock:1 both.csv
one_line
expect 2 'goes with --format lmbench-raw' "$lsmbench" export --variant none both.csv

echo "tables of ours read back are not taken for LMbench's own"
expect 0 '' "$lsmbench" export -f lmbench ours.csv
cp out again.txt
expect 0 '' "$lsmbench" export -f lmbench again.txt
has out '^LMbench 2.0 layout, measured by lsmbench '

expect 0 '' "$lsmbench" export --exact -f lmbench again.txt
has out 'cuts digits off: 1500000 in four characters reads 150K'
expect 0 '' "$lsmbench" export --exact -f lmbench raw/akawashiro_masumi.1
grep -q 'cuts digits' out && fail "said where nothing was cut before"

echo "a file without a figure of LMbench's is refused, not shown as a blank row"
tr '\n' '\002' <raw/akawashiro_masumi.1 >joined.1
expect 5 "joined.1: no figure of LMbench's in it" "$lsmbench" export -f lmbench joined.1
one_line

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
