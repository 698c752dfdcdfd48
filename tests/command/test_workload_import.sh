#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Published tables of whole workloads: imported, their values counted by other means, and the groups
# of a file compared with each other.

data=$(realpath "$(dirname "$0")/../data/published") || exit 1
. "$(dirname "$0")/common.sh"

macro=$data/stacker-2005-macro.txt
compile=$data/kernel-compile-2005.txt
walks=$data/fsopbench-2009.txt

# rows FILE COUNT WORDS: so many rows of figures match the words.
rows() {
	[ "$(grep -c -- "$3" "$1")" -eq "$2" ] ||
		fail "$(grep -c -- "$3" "$1") rows of $1 match '$3', not $2"
}

echo "every value arrives, counted by awk"
expect 0 '6 of 6 runs of kernbench show more than 100% CPU, up to 198%' \
	"$lsmbench" import --verbose -o macro.csv "$macro"
values=$(tr -s ' \n' '\n' <"$macro" | awk '
	# Rows of reaim have nine numbers, the first is the case; runs of the others say what they are.
	/^[0-9.]+$/ { run++; next }
	{ if (run >= 9) cells += int(run / 9) * 8; run = 0 }
	/^Throughput$/ || /user$/ || /system$/ || /elapsed$/ || /%CPU$/ { values++ }
	END { print values + cells }')
rows macro.csv "$values" '^[a-z]*[:a-z-]*,[^,]*,\(SMP\|1-cpu\),\(no\)\?stack,[0-9],1,'
has macro.csv "^# rows: $values\$"
rows macro.csv 320 '^reaim:'
expect 0 '' "$lsmbench" import -o compile.csv "$compile"
rows compile.csv 11 '^command,kernel compile,,[a-z ]*,[0-4],1,7[12][0-9]*,'
expect 0 '' "$lsmbench" import -o walks.csv "$walks"
rows walks.csv 42 '^walk:[a-z-]*,[06]w,,none,0,1,'

echo "groups of a file are picked like hosts, also out of a mail, and read back"
sed 's/^/> /' "$macro" >mail.txt
expect 5 'there is no host "smack" in it, only "nostack", "stack"' "$lsmbench" import "$macro:smack"
expect 5 'there is no host "nostack" in it: it names no hosts' "$lsmbench" import "$walks:nostack"
expect 0 '' "$lsmbench" import -o nostack.csv mail.txt:nostack
expect 0 '' "$lsmbench" import -o stack.csv "$macro:stack"
rows nostack.csv $((values / 2)) ',none,[0-9],1,'
expect 0 '' "$lsmbench" compare --cases dbench,tbench,reaim,command nostack.csv stack.csv
mv out by-files
expect 0 '' "$lsmbench" compare "$macro:nostack" "$macro:stack"
for file in by-files out; do
	has $file 'no verdict: one boot each, environment unknown'
	# 1296.79 and 1304.61 against 1264.72 and 1241.7: less of a rate is worse.
	has $file '^dbench 4c on SMP  base 1300.7 MB/s$'
	has $file '^ stack  *-47\.[56] *-3\.7% .*no verdict$'
	has $file '^tbench 1c on 1-cpu  base 234\.1 MB/s$'
	# 367200 and 306000 against 459000 and 367200: the median of two is their mean, of rates too.
	has $file '^reaim 3p on SMP: jobs-per-minute  base 336600 1/min$'
	has $file '^ stack  *+76500  *+22\.7% .*no verdict$'
	has $file '^command kernbench on SMP: system  base 30\.515 s$'
done

echo "the groups of one file are compared like groups that are named"
cp out named.txt
expect 0 '' "$lsmbench" compare "$macro"
cmp -s out named.txt || fail "one file is not compared as its groups by name are"
expect 0 '' "$lsmbench" import -o macro.csv "$macro"
expect 0 '' "$lsmbench" compare macro.csv:nostack macro.csv:stack
cp out named.txt
expect 0 '' "$lsmbench" compare macro.csv
cmp -s out named.txt || fail "an imported file is not compared as its variants by name are"
sed 's/,stack,/,landlock:1,/' macro.csv >colon.csv
expect 0 '' "$lsmbench" compare colon.csv
has out '^ landlock:1  *+76500  *+22\.7% .*no verdict$'
expect 0 '' "$lsmbench" compare colon.csv:nostack colon.csv:landlock:1
expect 5 'there is no variant "smack" in it; the first is nostack' \
	"$lsmbench" compare macro.csv:smack macro.csv:stack
expect 5 'standard input holds 2 variants: save it, then compare FILE:nostack FILE:stack' \
	sh -c '"$1" compare - <"$2"' sh "$lsmbench" "$macro"
expect 0 '' "$lsmbench" compare "$compile:nostack" "$compile:modified stacker"
has out '^command kernel compile  base 71\.438 s$'
expect 0 '' "$lsmbench" compare -f csv "$compile:nostack" "$compile:modified stacker"
# What was printed has three decimals of a second: nothing of logarithms stands behind them.
has out ',71438000000.0000,71394000000.0000,-44000000.0000,'
expect 0 '' "$lsmbench" compare -f json "$compile:nostack" "$compile:modified stacker"
has out '"base_ns":71438000000,"other_ns":71394000000,"difference_ns":-44000000,'
for format in csv json markdown svg; do
	expect 0 '' "$lsmbench" compare -f $format "$macro:nostack" "$macro:stack"
done
expect 4 '' "$lsmbench" compare --fail-above 1 "$macro:nostack" "$macro:stack"

echo "cases that are published under other names than measured ones are listed, and compared as told"
sed 's/^dbench,4c,SMP,/dbench,4c,,/; s/,SMP,/,two,/; s/,1-cpu,/,one,/' stack.csv >ours.csv
expect 2 'the base has dbench .* what is compared dbench 4c, .* and [0-9]* more; --as '"'NAME=OTHER'" \
	"$lsmbench" compare nostack.csv ours.csv
expect 0 '' "$lsmbench" compare --as 'dbench 4c on SMP=dbench 4c' nostack.csv ours.csv
has out '^dbench 4c  base 1300.7 MB/s$'
has out '^ ours  *-47\.[56] *-3\.7% '
expect 2 'no case of the files is called dbench 5c' \
	"$lsmbench" compare --as 'dbench 5c=dbench 4c' nostack.csv ours.csv
expect 2 'they are of different operations' \
	"$lsmbench" compare --as 'dbench 4c=command kernbench on two' nostack.csv ours.csv
expect 2 'give two names of cases' "$lsmbench" compare --as dbench nostack.csv ours.csv
expect 2 'stack.csv holds both of them' \
	"$lsmbench" compare --as 'dbench 4c on SMP=dbench 4c on 1-cpu' nostack.csv stack.csv

echo "walks that we have written in fsopbench's layout are read like the published ones"
expect 0 '' "$lsmbench" run -q --ops walk --writers 0,1 --interval 100ms --passes 1 --tree-files 50 \
	--tree-size 200000 --variants none,same --no-aa --no-controls -o own.csv
expect 0 '' "$lsmbench" export -f fsopbench -o own.txt own.csv
expect 0 '' "$lsmbench" import -o own-figures.csv own.txt
rows own-figures.csv 2 '^walk:read-rate,0w,,\(none\|same\),0,1,[0-9.]*,'
rows own-figures.csv 2 '^walk:lstat-mean,1w,,\(none\|same\),0,1,[0-9.]*,'
rows own-figures.csv 2 '^walk:lstat-p99.9,1w,,\(none\|same\),0,1,[0-9.]*,'
expect 0 '' "$lsmbench" compare --cases walk "$walks" own.txt:none
has out '^walk 0w: read-rate  base 71\.5 MB/s'

echo "so are tables that we have written in reaim's layout"
expect 0 '' "$lsmbench" run -q --ops mixed --processes 1,2 --cpus 1 --passes 2 \
	--variants none,same --no-aa --no-controls -o mixed.csv
expect 0 '' "$lsmbench" export -f reaim -o mixed.txt mixed.csv
expect 0 '' "$lsmbench" import -o mixed-figures.csv mixed.txt
for metric in parent-time child-system child-user jobs-per-minute jobs-per-minute-child child-sd \
	child-sd-percent jti; do
	rows mixed-figures.csv 8 "^mixed:$metric,[12]p/1cpu,,\\(none\\|same\\),[01],1,[0-9.]*,"
done
expect 0 '' "$lsmbench" compare --cases 'mixed [12]p/1cpu' mixed.csv mixed.txt
has out '^mixed 1p/1cpu  base [0-9.]* ns$'
[ "$(grep -cE '^ new .* 0\.00%' out)" -eq 2 ] || { fail "not the same figures:" && cat out; }
sed '/^# none, 1 CPU/d' mixed.txt >untitled.txt
expect 5 'line 1[0-9]: found "Num" where the title of a table' "$lsmbench" import untitled.txt
cat mixed.txt mixed.txt >twice.txt
expect 5 'one result only (cut the text in two)' "$lsmbench" import twice.txt

echo "and times of commands: ours, and whatever else time(1) has printed"
expect 0 '' "$lsmbench" time -q --variants none,same --no-controls -r 2 -o slept.csv -- \
	sh -c 'sleep 0.05; true'
mv out slept-out.txt
expect 0 '' "$lsmbench" export -o slept.time.txt slept.csv
expect 0 '' "$lsmbench" import -o slept-figures.csv slept.time.txt
rows slept-figures.csv 4 '^command,sh -c sleep 0.05_ true:[0-9a-f]*,,\(none\|same\),[01],1,[0-9]*0000000,'
rows slept-figures.csv 4 '^command:resident,sh .*,[01],1,[1-9][0-9]*,'
expect 0 '' "$lsmbench" compare slept.csv slept.time.txt
has out '^command sh -c sleep 0.05_ true:[0-9a-f]*  base [0-9.]* ms$'
expect 0 '' "$lsmbench" import -o printed.csv slept-out.txt
rows printed.csv 4 '^command,time,,\(none\|same\),[01],1,'
cat >mail.txt <<END
> 1.25user 0.50system 1:01:40elapsed 0%CPU (0avgtext+0avgdata 1036maxresident)k
> 72inputs+0outputs (1major+73minor)pagefaults 0swaps
END
expect 0 '' "$lsmbench" import -o mail.csv mail.txt
rows mail.csv 1 '^command,time,,none,0,1,3700000000000,'
rows mail.csv 1 '^command:user,time,,none,0,1,1\.25,'
sed 's/1:01:40/0:00.00/' mail.txt >short.txt
expect 5 'short.txt: line 1: found "0:00.00elapsed" where a run of a hundredth of a second' \
	"$lsmbench" import short.txt
cat slept.time.txt slept.time.txt >twice.txt
expect 5 'one result only (cut the text in two)' "$lsmbench" import twice.txt

echo "a format that would hold nothing is refused, and writes no file"
for format in time reaim scaling lmbench; do
	expect 5 "^lsmbench: own.csv: holds nothing for the format $format: " \
		"$lsmbench" export -f $format -o nothing.txt own.csv
	[ ! -e nothing.txt ] || fail "$format has written a file"
done
expect 5 '^lsmbench: mixed.csv and all others: holds nothing for the format time: ' \
	"$lsmbench" export -f time mixed.csv own.csv
expect 0 '' "$lsmbench" export -f time slept.csv own.csv
has out '^# no command was timed'

echo "what does not fit is said, what is damaged refused with its line"
sed 's/variance 0.121114/variance 0.181670/' "$compile" >other.txt
expect 0 'line 5: the variance, which divides by n, is printed as 0.18167, but computed' \
	"$lsmbench" import -o other.csv other.txt
sed 's/Throughput 1304.61/Throughput 13o4.61/' "$macro" >damaged.txt
expect 5 'damaged.txt: line 5: found "13o4.61" where a number was expected' \
	"$lsmbench" import -o damaged.csv damaged.txt
one_line
[ ! -e damaged.csv ] || fail "something was written of a damaged text"
head -c 3000 "$macro" >cut.txt
expect 5 'cut.txt: line [0-9]*: ' "$lsmbench" import cut.txt
{ cat "$macro" && yes a word | head -n 20000; } >long.txt
expect 5 'longer than 128 KiB' "$lsmbench" import long.txt

finish
