#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# LMbench's results from elsewhere: raw files and printed summaries imported, one host of several,
# and compared, a row of a summary being a session as a file is.

data=$PWD/tests/data
. "$(dirname "$0")/common.sh"

summary=$data/lmbench/golden/lsm-pair_all.summary-3.0.txt
old=$data/published/lmbench-2001-k6-2.txt
lost=$data/published/lmbench-2005-b.txt
raw=$data/lmbench/lsm-pair/lsm_on.5

# Several hosts in one file: they are listed, and one is picked.
expect 5 'several hosts in one file: "lsm_off", "lsm_on"; pick one: FILE:HOST' \
	"$lsmbench" import "$summary"
one_line
expect 5 'there is no host "lsm" in it' "$lsmbench" import "$summary:lsm"
expect 0 '' "$lsmbench" import -o on.csv "$summary:lsm_on"
has on.csv '^# sessions: 5$'
has on.csv '^# label: OS: Linux 6.6.0-5$'
has on.csv '^stat,default,,none,4,1,1140,,,,,5,$'
expect 0 '' "$lsmbench" import -o off.csv "$summary:lsm_off"

# What an archive has made uncertain is kept as that; a K that was cut off is flagged.
expect 0 'the row MEAN says 581.1 for mem write' "$lsmbench" import -o lost.csv "$lost"
has lost.csv '^# unassigned: line 42, Local communication latencies: 26.9 (its column is not certain)$'
has lost.csv '^# printed: line 22, Processor, Processes: MEAN 3.64 4.37 6.967 2.14 136 541 2553$'
expect 0 '' "$lsmbench" import -o old.csv "$old:K6-2.orig"
has old.csv '^# label: K6-2.orig = Plain 2.4.4 Kernel.$'
expect 0 '' "$lsmbench" import -o p100.csv "$data/published/lmbench-2001-p100.txt:P100.orig"
has p100.csv '^page-fault,,,none,1,1,10306,,,,,0.05,yes$'
has p100.csv '^page-fault,,,none,0,1,8859000,,,,,500,$'
expect 0 '' "$lsmbench" import --verbose -o raw.csv "$raw"
has err 'line 2: not understood: /data/lmbench-3.0-a9/scripts/lmbench'

# Five rows a side are five sessions a side, out of a file of ours, too, but no known boots.
for pair in "$summary:lsm_off $summary:lsm_on" 'off.csv on.csv'; do
	# shellcheck disable=SC2086
	expect 0 '' "$lsmbench" compare --cases 'null-call,stat,open-close,tcp-connect' $pair
	has out '^0 slower, 0 faster, 0 no difference, 1 untrustworthy, 3 without'
	tr -s '\n ' ' ' <out >line
	has line ': no verdict: rows of one printed summary are not known to be boots'
	has out 'environment unknown'
	has out '^null-call  base [0-9.]* ns, 1 syscall$'
	[ "$(wc -L <out)" -le 72 ] || fail "a line is longer than 72 columns"
	# shellcheck disable=SC2086
	expect 4 'rows of one printed summary' "$lsmbench" compare --fail-above 20 --cases stat $pair
	# shellcheck disable=SC2086
	expect 0 '' "$lsmbench" compare -f json $pair
done

# What a mail says of its hosts is said of the sides, unless names are hidden.
expect 0 '' "$lsmbench" compare --cases stat "$old:K6-2.orig" "$old:K6-2.lsm+"
tr -s '\n ' '  ' <out >line
has line 'environment unknown; 2.4.4 Kernel with lsm-2001_05_09 patch'
has line 'no verdict: rows of one printed summary are not known to be boots of their own'
has line 'the difference is within what the printed cells were rounded by'
expect 0 '' "$lsmbench" compare --redact --cases stat "$old:K6-2.orig" "$old:K6-2.lsm+"
grep -q '2001_05_09\|K6-2' out && fail "a name is not hidden"

# How many system calls a figure took that only LMbench makes, nobody counted.
expect 0 '' "$lsmbench" compare --cases lmbench-null-io "$old:K6-2.orig" "$old:K6-2.lsm+"
has out '^lmbench-null-io  base 1320.0 ns$'
has out 'lsm+ .* no verdict$'

# A table of ours in LMbench's layout is read as one of LMbench's.
expect 0 '' "$lsmbench" export --format lmbench --stats -o table.txt "$data"/lmbench/lsm-pair/lsm_o*
expect 0 '' "$lsmbench" import -o again.csv table.txt:lsm_on
has again.csv '^# sessions: 5$'
grep -q 'note: .* the row ' again.csv && fail "our own means do not fit our own rows"

# So is a raw file of ours, which says which of several runs it holds.
"$lsmbench" run -q --ops null-call,stat --paths default --variants none,seccomp:1 --runs 5 --passes 1 \
	--batch 50us -o own.csv || fail "cannot measure"
expect 0 '' "$lsmbench" export -f lmbench-raw --variant seccomp:1 -o own.0 own.csv
expect 0 '' "$lsmbench" import -o own-figures.csv own.0
has own-figures.csv '^# label: version: lsmbench '
has own-figures.csv '^# label: of several runs: variant seccomp:1$'
has own-figures.csv '^null-call,,,none,0,1,[0-9.]*,'
expect 0 '' "$lsmbench" compare --cases null-call "$data/lmbench/raw/akawashiro_masumi.1" own.0
has out '^null-call  base 130.3 ns'
expect 0 '' "$lsmbench" export -f lmbench own.csv own.0
# In six tables of LMbench's both, and in ours of path shapes the session alone.
[ "$(grep -c '^variant seccomp:1:$' out)" = 13 ] || fail "$(grep -c '^variant seccomp:1:$' out) headings"

finish
