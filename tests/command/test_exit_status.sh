#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Wrong calls of the commands that read files: what each exits with, in one line that says what is
# wrong; and that no output takes the place of what is read.

data=$PWD/tests/data/published
. "$(dirname "$0")/common.sh"

# wrong STATUS WORDS ARGUMENT...: such a call exits so, says WORDS in one line and prints nothing.
wrong() {
	expect "$1" "$2" "$lsmbench" "${@:3}"
	one_line
	[ ! -s out ] || fail "standard output is not empty"
}

"$lsmbench" run -q --ops loop,chmod --dirs 3 --runs 5 --passes 5 --batch 50us \
	--variants none,same -o a.csv || fail "cannot measure"
# The figures of a quiet machine, so that no disturbance decides what can be told from them.
awk -F, -v OFS=, '/^#/ || !/^(loop|chmod)/ { print; next }
	{ $8 = $9 * (1000 + ($4 * 7 + $5 * 3) % 5); $12 = sprintf("%.4f", $8 / $9); print }' \
	a.csv >quiet.csv && mv quiet.csv a.csv
sed "s/^# plan.seed: .*/# plan.seed: 9/" a.csv >b.csv
"$lsmbench" run -q "${tiny[@]}" -o one.csv || fail "cannot measure"
cp "$data/vfs-v5.3-dac.txt" dac.txt
cp "$data/vfs-v5.3-mac.txt" mac.txt
head -c 3000 a.csv >damaged.csv
echo 'x: y' >foreign.txt
: >empty.csv

# 2: the words of the command line are wrong, or do not fit together.
wrong 2 'compare needs files' compare
wrong 2 'compare needs files' compare --base a.csv
wrong 2 'unknown option' compare --bse a.csv
wrong 2 'needs an argument' compare --base
wrong 2 'empty argument' compare -o '' a.csv
wrong 2 '0 to 1000000' compare --fail-above -1 a.csv b.csv
wrong 2 '0 to 1000000' compare --fail-above nan a.csv b.csv
wrong 2 '0 to 1000000' compare --above x a.csv b.csv
wrong 2 'not known' compare --format pdf a.csv
wrong 2 'no second group to compare A with' compare A=a.csv
wrong 2 'no second group to compare A with' compare A=a.csv A=b.csv
wrong 2 'A= names no file; name one or more: A=FILE\[,FILE...\]$' compare A= B=b.csv
wrong 2 'name all groups' compare A=a.csv b.csv
wrong 2 'name all groups' compare --base a.csv B=b.csv
wrong 2 'given twice' compare --base a.csv --base a.csv b.csv
wrong 2 'the same session as' compare --base a.csv --base "$PWD/a.csv" b.csv
wrong 2 'one variant' compare one.csv
wrong 2 'one variant' compare dac.txt
wrong 2 'matches --cases' compare --cases nothing a.csv
wrong 2 'no case was measured on both sides' compare --cases nothing a.csv b.csv
wrong 2 'did you mean cpu.model' compare --despite cpu.modl a.csv b.csv
wrong 2 'no environment has such a field' compare --despite 'kernel.release,zzz*' a.csv b.csv
wrong 2 'did you mean kernel.release' compare --ladder --despite kernelrelease a.csv b.csv
wrong 2 'no second group to compare A with' A=a.csv
wrong 2 'no second group to compare A with' A=a.csv A=b.csv
wrong 2 'name all groups' A=a.csv b.csv
wrong 2 'names no file' A= B=b.csv
wrong 2 'given twice' a.csv b.csv b.csv
wrong 2 'two files or more' compare --ladder
wrong 2 'two files or more' compare --ladder a.csv
wrong 2 'without --base' compare --ladder --base a.csv b.csv one.csv
wrong 2 'given twice' compare --ladder a.csv a.csv
wrong 2 'no step' compare --ladder a.csv b.csv
wrong 2 'not a ladder' compare --ladder --fail-above 5 a.csv b.csv
wrong 2 'text only' compare --ladder -f csv a.csv b.csv
wrong 2 'needs a result file' export
wrong 2 'one file at a time' export a.csv b.csv
wrong 2 'unknown format' export -f pdf a.csv
wrong 2 'import takes one file' import
wrong 2 'import takes one file' import dac.txt mac.txt
wrong 2 'unknown option' import --nonsense dac.txt

# 5: a file is missing or damaged, or does not hold what it takes.
for command in "compare a.csv" "compare --ladder a.csv" import export; do
	wrong 5 'nowhere.csv: No such file' $command nowhere.csv
	wrong 5 'nowhere.csv:host: No such file' $command nowhere.csv:host
	wrong 5 'damaged.csv: line' $command damaged.csv
	wrong 5 'no host "host" in it' $command a.csv:host
	wrong 5 'foreign.txt: ' $command foreign.txt
	wrong 5 'empty.csv: .*\(is empty\|nothing in it\)' $command empty.csv
done
wrong 5 'no host "host" in it' compare A=dac.txt:host B=mac.txt
wrong 5 'modules are unknown' compare --ladder a.csv dac.txt
wrong 5 'nothing to import' import a.csv
wrong 5 'without samples' export dac.txt
wrong 5 'no host "host" in it' a.csv:host b.csv

# 4: nothing could be decided.
expect 4 'could not be decided: only controls' "$lsmbench" compare --fail-above 5 a.csv
one_line
expect 4 'could not be decided: no verdict: one boot each$' "$lsmbench" compare --fail-above 5 a.csv b.csv
one_line
expect 4 'one boot a side is no verdict.*--single-boot' \
	"$lsmbench" compare --quick --fail-above 5 a.csv b.csv
one_line
expect 0 '' "$lsmbench" compare --single-boot --fail-above 1e6 a.csv b.csv

echo "a file whose name has a colon is that file"
cp a.csv a:b.csv
expect 0 '' "$lsmbench" compare a:b.csv b.csv
has out '^  a:b: a:b.csv, kernel '
expect 0 '' "$lsmbench" export -f text a:b.csv
expect 0 '' "$lsmbench" import -o dac:x dac.txt
has dac:x '^stat,'

echo "one host of a file that has two"
cp "$data/lmbench-2001-k6-2.txt" two.txt
wrong 5 'several hosts in one file: "K6-2.orig", "K6-2.lsm+".*two.txt:K6-2.orig' compare two.txt dac.txt
wrong 5 'several hosts in one file' import two.txt
wrong 5 'no host "K6" in it, only "K6-2.orig"' import two.txt:K6
wrong 5 'no host "" in it' compare two.txt: dac.txt
expect 0 '' "$lsmbench" compare two.txt:K6-2.orig two.txt:K6-2.lsm+
has out '^Sessions compared with K6-2.orig$'
has out '^  K6-2.lsm+: two.txt:K6-2.lsm+, '
mv out plain
expect 0 '' "$lsmbench" compare A=two.txt:K6-2.orig B=two.txt:K6-2.lsm+
has out '^  B: two.txt:K6-2.lsm+, '
expect 0 '' "$lsmbench" compare --redact two.txt:K6-2.orig two.txt:K6-2.lsm+
grep -q -e 'two\.txt' -e K6 out && fail "a host's name is not left out"
expect 0 '' "$lsmbench" import -o host.csv two.txt:K6-2.orig
has host.csv '^# imported from: two.txt:K6-2.orig$'
cp "$data/lmbench-2005-a.txt" collapsed.txt
expect 0 '20 values are kept as unassigned.*--verbose' "$lsmbench" import -o other.csv collapsed.txt
one_line
expect 0 ': unassigned: line 41, ' "$lsmbench" import --verbose -o other.csv collapsed.txt
[ "$(wc -l <err)" -gt 10 ] || fail "--verbose does not list all: $(cat err)"
expect 0 '' "$lsmbench" compare host.csv two.txt:K6-2.lsm+
grep '%' plain | cut -c 12-60 >want
grep '%' out | cut -c 12-60 | cmp -s - want || fail "imported first, it compares otherwise"
cp two.txt one:two.txt
expect 0 '' "$lsmbench" import -o other.csv one:two.txt:K6-2.orig
grep -v '^# imported' host.csv >want
grep -v '^# imported' other.csv | cmp -s - want || fail "a colon in the path is taken for the host's"
expect 0 '' bash -c '"$@" <two.txt' - "$lsmbench" import -o other.csv /dev/stdin:K6-2.orig
wrong 6 'is read here' compare -f csv -o two.txt two.txt:K6-2.orig two.txt:K6-2.lsm+

# 6: the output is what is read, by whatever name.
ln a.csv hard.csv
ln -s a.csv soft.csv
ln dac.txt hard.txt
for format in text markdown csv json svg; do
	for name in a.csv ./a.csv hard.csv soft.csv b.csv; do
		wrong 6 'is read here' compare -f $format -o $name a.csv b.csv
	done
	wrong 6 'is read here' compare -f $format -o hard.txt A=dac.txt B=mac.txt
done
wrong 6 'is read here' compare --ladder -f text -o soft.csv a.csv b.csv
for format in csv text summary markdown lmbench lmbench3 lmbench-raw reaim time scaling latencies; do
	for name in a.csv hard.csv soft.csv; do
		wrong 6 'is read here' export -f $format -o $name a.csv
	done
done
"$lsmbench" import -o figures.csv dac.txt || fail "cannot import"
ln figures.csv hard_figures.csv
cp figures.csv kept_figures.csv
wrong 6 'is read here' import -o hard.txt dac.txt
wrong 6 'is read here' import -o hard.txt dac.txt:host
wrong 6 'is read here' import -o hard_figures.csv figures.csv
expect 6 'is read here' bash -c '"$@" <figures.csv' - "$lsmbench" import -o hard_figures.csv -
for length in 700 $(($(wc -c <figures.csv) - 1)); do
	head -c $length figures.csv >cut.csv
	for command in import "compare a.csv"; do
		wrong 5 'cut.csv: .*truncated, copy it again' $command cut.csv
	done
done
sed '$d' figures.csv >cut.csv
wrong 5 'cut.csv: line 99: the file ends after 93 of 94 rows' import cut.csv
cmp -s figures.csv kept_figures.csv && cmp -s dac.txt "$data/vfs-v5.3-dac.txt" || fail "what was read changed"
expect 0 '' "$lsmbench" import --force -o hard.txt dac.txt

echo "a name that says no format is told what it gets"
for name in x.xyz ./d.d/x.csv1; do
	mkdir -p d.d
	expect 0 "^lsmbench: $name: no format .* native CSV; --format" "$lsmbench" export -o $name a.csv
	one_line
	expect 0 "$name: no format .* native CSV; --format" "$lsmbench" run "${tiny[@]}" --force -o $name
	expect 0 "^lsmbench: $name: no format .* text; --format" "$lsmbench" compare --force -o $name a.csv
	one_line
done
for name in x.csv d.d/x /dev/null; do
	expect 0 '' "$lsmbench" export -o $name a.csv
	[ ! -s err ] || fail "$name: $(cat err)"
done
expect 0 '' "$lsmbench" export -f csv -o y.xyz a.csv
[ ! -s err ] || fail "whoever names the format is told: $(cat err)"
expect 0 '' "$lsmbench" run -q "${tiny[@]}" -o z.xyz
[ ! -s err ] || fail "quiet says: $(cat err)"

echo "a reader who has gone wants no message"
for command in "compare a.csv" "compare --ladder r1.csv a.csv" "import dac.txt"; do
	sed 's/^# env.lsm.active: .*/# env.lsm.active: capability/' b.csv >r1.csv
	expect 141 '' env --default-signal=PIPE \
		bash -c 'set -o pipefail; (sleep 0.2; exec "$@") | true' - "$lsmbench" $command
	[ ! -s err ] || fail "$command: $(cat err)"
done

finish
