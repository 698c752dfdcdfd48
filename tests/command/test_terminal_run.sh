#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench run" on a terminal: a table to read, one line of progress that is rewritten, and
# the samples kept.

. "$(dirname "$0")/common.sh"

command -v script >/dev/null || {
	echo "needs script"
	exit 77
}

# on_terminal COMMAND-LINE: its terminal output in $work/screen. Returns the exit status.
on_terminal() {
	timeout 60 script -qec "stty cols ${columns:-80} rows 24; $1" /dev/null </dev/null >screen
}

echo "a table, and the samples kept"
on_terminal "$lsmbench run --ops stat,loop --paths FFF --runs 40 --passes 2" ||
	fail "exit status $?"
has screen '| *stat FFF'
has screen '| *loop'
has screen 'last.csv'
grep -c '^# lsmbench: result' screen && fail "the terminal got the native CSV"
last=$HOME/.local/state/lsmbench/last.csv
[ "$(grep -c '^stat,' "$last")" = 80 ] || fail "$last does not hold the samples"
expect 0 '' "$lsmbench" export --format text "$last"
on_terminal "$lsmbench run ${tiny[*]}" || fail "exit status $?"
[ "$(grep -c '^loop,' "$last")" = 5 ] || fail "the last result is not the last one"

echo "progress is one line"
has screen '100%\|[0-9]%'
tr '\r' '\n' <screen | grep 'case [0-9]*/[0-9]*' >lines || fail "no progress"
has lines '^ *[0-9]*%, [0-9]*:[0-9][0-9].*pass 1/1  case 1/1  loop'

echo "a narrow terminal"
columns=20 on_terminal "$lsmbench run ${tiny[*]} -o x.csv" || fail "exit status $?"
tr '\r' '\n' <screen | grep 'pass' | awk 'length > 19 { exit 1 }' || fail "a line wraps"

echo "of several variants, what they cost, within the terminal's width"
on_terminal "$lsmbench run -q --ops loop,null-call --variants none,same,seccomp:1 --runs 10 --passes 2 --batch 50us" ||
	fail "exit status $?"
tr -d '\r' <screen >table
has table 'case above 20%, worst\|needs 6 passes, has 2'
has table '^null-call  base [0-9.]* ns, 1 syscall$'
has table '^ seccomp:1  *[+-][0-9.]* '
has table 'Verdicts: '
[ "$(wc -L <table)" -le 80 ] || fail "a row is wider than the terminal"
[ "$(grep -c '^loop,' "$last")" = 60 ] || fail "the samples are not kept"
"$lsmbench" compare "$last" >want
grep '^ [s]' table | cmp -s - <(grep '^ [s]' want) || fail "compare says something else"

echo "without a home the person is told that samples are not kept"
on_terminal "env -u HOME $lsmbench run ${tiny[*]}" || fail "exit status $?"
has screen 'not kept.*-o FILE'

echo "named formats and files get what they ask for"
on_terminal "$lsmbench run -q ${tiny[*]} -o -" || fail "exit status $?"
has screen '^# lsmbench: result'
on_terminal "$lsmbench run -q ${tiny[*]} --format text" || fail "exit status $?"
has screen 'median='

echo "clean asks"
on_terminal "$lsmbench clean" || fail "exit status $?"
has screen 'nothing is left behind'
finish
