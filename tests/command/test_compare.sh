#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench compare": what it takes, what it says, and how it exits.

data=$PWD/tests/data/published
. "$(dirname "$0")/common.sh"

dac=$data/vfs-v5.3-dac.txt
mac=$data/vfs-v5.3-mac.txt

# The published files: found in them is what is to be found, and no verdict.
expect 0 '' "$lsmbench" compare "$dac" "$mac"
has out '^31 of 47 cases above 20%, worst +80.6% (stat NNN/YYY/ZZZ/FFF)$'
has out '^no verdict: one boot each, environment unknown$'
[ "$(wc -L <out)" -le 72 ] || fail "a line is longer than 72 columns"
expect 4 'could not be decided: no verdict: one boot each, environment unknown$' \
	"$lsmbench" compare --fail-above 1 "$dac" "$mac"
one_line

# How many calls it takes to read a large directory is not known: no price of one is made up.
has out '^readdir DIR1000  base .* 5 syscalls$'
has out '^readdir DIR10000  base .* 5+ syscalls$'
expect 0 '' "$lsmbench" compare -f csv "$dac" "$mac"
has out '^readdir,DIR1000,.*,test,5,[0-9.]*,[0-9.]*,[-0-9.]*,[-0-9.]*,'
has out '^readdir,DIR10000,.*,test,,[0-9.]*,[0-9.]*,[-0-9.]*,,'

# The same from a mail, from standard input, under other names, narrowed.
sed 's/^/> /' "$mac" | fold -s -w 72 >mail
expect 0 '' "$lsmbench" compare "DAC=$dac" MAC=mail
has out '^31 of 47 cases above 20%'
has out '^medians of MAC differ by +318 ns per iteration and +1.7 ns per'
"$lsmbench" compare "$dac" - <"$mac" >out || fail "standard input is not read"
has out '^31 of 47 cases above 20%'
expect 0 '' "$lsmbench" compare --cases 'open-close*' --above 40 "$dac" "$mac"
has out '^7 of 11 cases above 40%'

# Imported, it is compared alike, and never taken for samples.
expect 0 '' "$lsmbench" import -o dac.csv "$dac"
expect 0 '' "$lsmbench" import -o mac.csv mail
has dac.csv '^stat,default,,none,0,300,713.3,725.4,'
expect 0 '' "$lsmbench" compare -f json dac.csv mac.csv
grep -Eq '[0-9]\.[0-9]*(0000000|9999999)[0-9]*[,}]' dac.csv out && fail "figures show rounding"
expect 0 '' "$lsmbench" compare dac.csv mac.csv
has out '^31 of 47 cases above 20%, worst +80.6% (stat NNN/YYY/ZZZ/FFF)$'
has out '^no verdict: one boot each, environment unknown$'
expect 5 '' "$lsmbench" export --format text dac.csv
expect 5 'neither a result of lsmbench' "$lsmbench" import "$data/README.md"
expect 2 'import takes one file' "$lsmbench" import

# Every format, to a file by its name.
for file in x.txt x.md x.csv x.json x.svg; do
	expect 0 '' "$lsmbench" compare -o $file "$dac" "$mac"
	[ -s $file ] || fail "$file is empty"
done
has x.svg '^</svg>$'
has x.csv '^# lsmbench: comparison 1$'
expect 0 '' "$lsmbench" compare -o x.csv "$dac" "$mac"
expect 0 '' "$lsmbench" compare -o x.svg "$dac" "$mac"
echo '<svg/>' >foreign.svg
expect 6 'foreign.svg' "$lsmbench" compare -o foreign.svg "$dac" "$mac"
expect 0 '' "$lsmbench" compare --force -o foreign.svg "$dac" "$mac"

# Across sessions that hold variants a sentence names the one that it is about.
"$lsmbench" run -q --ops open-close --paths FFF,XXX/FFF,XXX/YYY/ZZZ/FFF --depths 3,8,12 --runs 5 --passes 2 \
	--batch 50us --variants none,same -o d0.csv || fail "cannot measure"
cp d0.csv d1.csv
expect 0 '' "$lsmbench" compare d0.csv d1.csv
tr -s '\n ' ' ' <out >line
has line 'of d1 differ by 0.0 ns per iteration in open-close; per component: none found (95% 0.0 to 0.0 ns); no verdict medians'
has line 'of d1 differ by 0.0 ns per iteration in open-close \[same\]; per component: none found (95% 0.0 to 0.0 ns); no'

# A session with variants, and two boots of the same.
"$lsmbench" run -q --ops loop,chmod --dirs 3 --runs 5 --passes 5 --batch 50us \
	--variants none,same -o a.csv || fail "cannot measure"
expect 5 'nothing to import' "$lsmbench" import a.csv
cp a.csv b.csv
expect 0 '' "$lsmbench" compare a.csv
has out '^Variants compared with none$'
grep -q 'differences from - on' out && fail "a limit is told that is none"
has out 'A/A [-+0-9.]*%\.$'
has out '^  *loop'
has out '^chmod DIR3'
expect 0 '' "$lsmbench" compare --cases 'chmod*' a.csv
has out '^chmod DIR3'
grep -q '^ *loop' out && fail "--cases leaves loop among the variants"
expect 2 'matches --cases' "$lsmbench" compare --cases none-such a.csv
expect 0 '' "$lsmbench" compare a.csv b.csv
has out '^no verdict: one boot each$'
expect 0 '' "$lsmbench" compare --quick a.csv b.csv
has out 'still <[0-9.]*%$'
expect 0 '' "$lsmbench" compare --single-boot --fail-above 0 a.csv b.csv

# Three times slower in one boot: by the weaker words only, and only when they are asked for.
awk -F, -v OFS=, '/^#/ || !/^(loop|chmod)/ { print; next }
	{ ns = int(3 * $8 / $9) + 1; $8 = ns * $9; $12 = ns ".0000"; print }' a.csv >slow.csv
expect 0 '' "$lsmbench" compare a.csv slow.csv
expect 4 'could not be decided: no verdict: one boot each$' \
	"$lsmbench" compare --fail-above 50 a.csv slow.csv
expect 1 'slower by more than 50%' "$lsmbench" compare --single-boot --fail-above 50 a.csv slow.csv
expect 0 '' "$lsmbench" compare --single-boot --fail-above 500 a.csv slow.csv
expect 0 '' "$lsmbench" compare --single-boot --fail-above 50 slow.csv a.csv

# The same session twice is not two boots.
expect 2 'given twice' "$lsmbench" compare A=a.csv,a.csv B=slow.csv
expect 2 'the same session as' "$lsmbench" compare A=a.csv,b.csv B=slow.csv

# Nor is it when it stands on both sides, which is remarked.
expect 0 '' "$lsmbench" compare a.csv b.csv
has out '^a.csv stands on both sides: b.csv holds the same figures$'

# Other sessions of one boot count as one.
sed "s/^# plan.seed: .*/# plan.seed: 1/" slow.csv >slower.csv
expect 0 '' "$lsmbench" compare A=a.csv,slower.csv B=slow.csv
has out '^A: 2 sessions of one boot count as one boot, their passes taken together$'
has out '^no verdict: one boot each$'

# Three boots a side: not enough; six: a verdict. A boot of its own differs a little.
another() { awk -F, -v OFS=, -v n="$2" '/^# plan.seed: / { print "# plan.seed: " n; next }
	/^# env.kernel.boot: / { print "# env.kernel.boot: boot" n; next }
	/^#/ || !/^(loop|chmod)/ { print; next }
	{ $8 += n * $9; $12 = sprintf("%.4f", $12 + n); print }' "$1"; }
has a.csv '^# env.kernel.boot: [0-9a-f]*$'
for i in 1 2 3 4 5 6; do
	another a.csv $i >a$i.csv
	another slow.csv $i >slow$i.csv
done
expect 0 '' "$lsmbench" compare --base a1.csv --base a2.csv a3.csv a4.csv
has out 'needs . sessions a side'
expect 4 'could not be decided: no verdict: needs . sessions a side' \
	"$lsmbench" compare --fail-above 50 --cases 'chmod*' \
	A=a1.csv,a2.csv,a3.csv B=slow1.csv,slow2.csv,slow3.csv
expect 1 'slower by more than 50%' "$lsmbench" compare --fail-above 50 --cases 'chmod DIR3' \
	A=a1.csv,a2.csv,a3.csv,a4.csv,a5.csv,a6.csv \
	B=slow1.csv,slow2.csv,slow3.csv,slow4.csv,slow5.csv,slow6.csv

# Where some cases are decided they rule, and the others are named.
"$lsmbench" run -q --ops chmod --dirs 3 --runs 5 --passes 2 --batch 50us --variants none,same \
	-o c.csv || fail "cannot measure"
for i in 1 2 3 4; do
	another c.csv 1$i >c$i.csv
done
mixed=(A=c1.csv,c2.csv,c3.csv,a4.csv,a5.csv,a6.csv
	B=slow1.csv,slow2.csv,slow3.csv,slow4.csv,slow5.csv,slow6.csv)
expect 1 '^lsmbench: 2 cases are slower by more than 50%$' "$lsmbench" compare --despite 'audit.*' --fail-above 50 "${mixed[@]}"
has err '^lsmbench: not decided: loop, B: no verdict: needs '
expect 0 '^lsmbench: not decided: loop, B: no verdict: needs ' \
	"$lsmbench" compare --despite 'audit.*' --fail-above 500 "${mixed[@]}"
grep -q 'chmod' err && fail "what is decided is told: $(cat err)"
expect 0 '^lsmbench: not decided: 2 cases were measured on one side only$' "$lsmbench" compare --despite 'audit.*' \
	--fail-above 500 A=c1.csv,c2.csv,c3.csv,c4.csv,c.csv \
	B=slow1.csv,slow2.csv,slow3.csv,slow4.csv,slow5.csv

# Published text has no verdict either when the cases that stand out are picked.
expect 4 'could not be decided: no verdict: one boot each, environment unknown$' \
	"$lsmbench" compare --quick --single-boot --cases 'stat NNN/YYY/ZZZ/FFF' --fail-above 1 "$dac" "$mac"
has out '^1 of 1 case above 20%, worst +80.6% (stat NNN/YYY/ZZZ/FFF)$'
expect 4 'could not be decided: no verdict: rows of one printed summary' \
	"$lsmbench" compare --cases 'file*' --fail-above 1 "$data"/lmbench-2005-b.txt "$data"/lmbench-2005-a.txt
has out '^0 of [0-9]* cases above 20%'
tr -s '\n ' ' ' <out >line
has line 'no verdict, but slower by more than both sides scatter: file-delete 10K'
expect 0 '' "$lsmbench" compare "$data/lmbench-2005-a.txt" "$data/lmbench-2005-b.txt"
tr -s '\n ' ' ' <out >line
has line 'no verdict, but faster by more than both sides scatter: lmbench-memory-write +14.5% MB/s'
grep -q 'narrows them' line && fail "picking cases is advised"

# Five of LMbench's files a side: a verdict on few cases; of all, what is large and an artefact.
pair=${data%/published}/lmbench/lsm-pair
off=A=$pair/lsm_off.1,$pair/lsm_off.2,$pair/lsm_off.3,$pair/lsm_off.4,$pair/lsm_off.5
on=B=$pair/lsm_on.1,$pair/lsm_on.2,$pair/lsm_on.3,$pair/lsm_on.4,$pair/lsm_on.5
"$lsmbench" compare --cases null-call,stat,open-close "$off" "$on" >out 2>err || fail "cannot compare"
has out '^3 slower, 0 faster, 0 no difference; '
has out 'slower;$'
"$lsmbench" compare "$off" "$on" >out 2>err || fail "cannot compare"
tr -s '\n ' ' ' <out >line
has line '5 and 5 sessions cannot carry [0-9]* tests, that takes . a side'
has line 'no verdict, but slower by more than both sides scatter: null-call +72.6%, '
has line 'artefact: lmbench-protection-fault is printed less the cost of lmbench-signal-catch, which moved'

# Another kernel: not comparable, unless that is accepted.
sed 's/^# env.kernel.release: .*/# env.kernel.release: 9.9.9/' a.csv >other.csv
expect 0 '' "$lsmbench" compare a.csv other.csv
has out '^not comparable: kernel.release differs; --despite kernel.release$'
has out '    kernel.release: .* -> 9.9.9$'
expect 0 '' "$lsmbench" compare --despite kernel.release a.csv other.csv
has out '^no verdict: one boot each$'
has out 'kernel.release (accepted): '
expect 0 '' "$lsmbench" compare --redact a.csv other.csv
grep -q "$(uname -n)" out && fail "the host's name is not left out"
has out '^Sessions compared with base$'
grep -q '^ *other[: ]' out && fail "a file's name is not left out"

# A ladder: files in any order, a step for each module more, and what is missing.
rung() { sed "s/^# env.lsm.active: .*/# env.lsm.active: $2/; s/^# plan.seed: .*/# plan.seed: 7$1/" \
	a.csv >rung$1.csv; }
rung 1 capability
rung 2 capability,landlock
rung 3 yama,capability,landlock
expect 0 '' "$lsmbench" compare --ladder rung3.csv rung1.csv rung2.csv
has out '^  1. capability: 1 session$'
has out '^  missing: a kernel without CONFIG_SECURITY$'
has out '^2. from 1: adds landlock$'
has out '^3. from 2: adds yama$'
has out '    lsm.active: capability,landlock -> yama,capability,landlock$'
expect 2 'no step' "$lsmbench" compare --ladder a1.csv a2.csv
expect 2 'two files or more' "$lsmbench" compare --ladder rung1.csv
expect 5 'active security modules are unknown' "$lsmbench" compare --ladder rung1.csv "$dac"
expect 2 'text only' "$lsmbench" compare --ladder -f json rung1.csv rung2.csv
expect 2 'two files or more' "$lsmbench" compare --ladder

echo "each report is written anew, samples stay"
for extension in txt md csv json svg; do
	expect 0 '' "$lsmbench" compare -o report.$extension a.csv b.csv
	expect 0 '' "$lsmbench" compare -o report.$extension a.csv b.csv
done
cp a.csv samples.csv
expect 6 'holds the samples' "$lsmbench" compare -o samples.csv a.csv b.csv
cmp -s a.csv samples.csv || fail "samples were lost"

# What cannot be.
expect 2 'compare needs files' "$lsmbench" compare
expect 2 'there is no second group' "$lsmbench" compare A=a.csv
expect 2 'name all groups' "$lsmbench" compare A=a.csv b.csv
expect 2 'must be a percentage' "$lsmbench" compare --fail-above much a.csv b.csv
expect 2 'not known' "$lsmbench" compare --format pdf a.csv b.csv
expect 5 'cannot open nowhere.csv' "$lsmbench" compare a.csv nowhere.csv
expect 5 'neither a result of lsmbench' "$lsmbench" compare a.csv "$data/README.md"
expect 2 'one variant' "$lsmbench" compare "$dac"
expect 2 'no case was measured on both sides' "$lsmbench" compare --cases none-such a.csv b.csv
expect 6 'writing failed' bash -c "'$lsmbench' compare a.csv b.csv >/dev/full"

finish
