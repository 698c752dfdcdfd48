#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Damaged files, of a person or of a machine: one clear line with file, line and what is wrong, and
# exit status 5; no terminal obeys what they hold.

. "$(dirname "$0")/common.sh"

"$lsmbench" run -q --ops loop,chmod --dirs 3 --runs 5 --passes 2 --batch 50us --label good -o good.csv ||
	fail "cannot make a result"
first=$(grep -n '^operation,' good.csv | cut -d: -f1)
row=$((first + 3))

# damaged WORDS SED-SCRIPT: the result, changed so, is refused with these words.
damaged() {
	LC_ALL=C sed "$2" good.csv >bad.csv
	cmp -s good.csv bad.csv && fail "'$2' changes nothing: this tests nothing"
	refused "$1" bad.csv
}

refused() {
	expect 5 "$1" "$lsmbench" export --format text "$2"
	one_line
	has err "$2"
	expect 5 "$1" "$lsmbench" run --plan "$2"
	one_line
}

# A result cut off in the middle of a row, of the header, or to nothing.
head -c -20 good.csv >bad.csv
expect 5 'bad.csv' "$lsmbench" export --format text bad.csv
one_line
head -n 5 good.csv >bad.csv
expect 5 'bad.csv' "$lsmbench" export --format text bad.csv
one_line
: >bad.csv
expect 5 'bad.csv' "$lsmbench" export --format text bad.csv
one_line
head -c 100000 /dev/urandom >bad.csv
expect 5 'bad.csv' "$lsmbench" export --format text bad.csv
one_line

damaged "bad.csv: line $first" "${first}s/pass/pas/"
damaged "bad.csv: line $row" "${row}s/,[^,]*\$//"
damaged "bad.csv: line $row" "${row}s/\$/,1/"
damaged "bad.csv: line $row.*start_ns" "${row}s/^\\(\\([^,]*,\\)\\{6\\}\\)[0-9]*/\\1x/"
damaged "bad.csv: line $row" "${row}s/\\([0-9]\\)\\.\\([0-9]*\\),/\\1,\\2,/"
damaged "bad.csv: line $row" "${row}s/loop/lop/"
damaged "bad.csv: line $row" "${row}s/loop/lo\\x00op/"
damaged "bad.csv: line $row" "${row}s/loop/\\x1b[2Jloop/"
damaged "bad.csv: line $row" "${row}s/loop/=cmd|x/"
damaged "bad.csv: line $row" "${row}s/latency,ns,[0-9]*/&9/"
damaged 'bad.csv: line' 's/^# plan\.runs: 5/# plan.runs: 0/'
{
	sed "${row}q" good.csv
	head -c 1000000 /dev/zero | tr '\0' x
	sed "1,${row}d" good.csv
} >bad.csv
refused 'bad.csv: line' bad.csv

echo "what spreadsheets and other systems do to a file does no harm"
sed 's/$/\r/' good.csv >crlf.csv
{ printf '\xef\xbb\xbf' && cat good.csv; } >bom.csv
for file in crlf.csv bom.csv; do
	expect 0 '' "$lsmbench" export --format csv $file
	cmp -s out good.csv || fail "$file does not read as good.csv"
	expect 0 '' "$lsmbench" run -n --plan $file
done

echo "plan files"
plan_refused() {
	printf "$2" >bad.plan
	expect 5 "bad.plan: line $1" "$lsmbench" run -n --plan bad.plan
	one_line
}
plan_refused '2: .*did you mean runs' 'ops: stat\nrunz: 5\n'
plan_refused '1: .*key: value' 'hello\n'
plan_refused '3: .*3,5' '# x\n\nruns: 3,5\n'
plan_refused '1: .*NUL' 'label: a\0b\n'
plan_refused '2: .*\\x1b' '\nlabel: \033[31mred\n'
plan_refused '1: .*stat' 'ops: stta\n'
{ printf 'label: ' && head -c 1000000 /dev/zero | tr '\0' x; } >bad.plan
expect 5 'bad.plan: line 1: .*longer' "$lsmbench" run -n --plan bad.plan
one_line
for ((i = 0; i < 9000; i++)); do echo "cases: chmod DIR$i"; done >bad.plan
expect 5 'too many: all together may have 65536 bytes' "$lsmbench" run -n --plan bad.plan
one_line
printf '\xef\xbb\xbfops: stat\r\npaths: FFF\r\n' >crlf.plan
expect 0 '' "$lsmbench" run -n --plan crlf.plan
has out '^stat .* s  FFF'

echo "what has no end is not read for ever"
# The address sanitizer reserves terabytes of addresses.
bounded='ulimit -v 400000; '
grep -q __asan_init "$lsmbench" && bounded=
for command in "export --format text" "run --plan"; do
	expect 5 '/dev/zero' "$lsmbench" $command /dev/zero
	one_line
	expect 5 'standard input: ' bash -c "$bounded"'yes | "$@"' - "$lsmbench" $command -
	one_line
	expect 5 'standard input: line .*comments' bash -c "$bounded"'yes "# lsmbench: result 1" | "$@"' \
		- "$lsmbench" $command -
	one_line
done
expect 5 'standard input: .*holds no plan' "$lsmbench" run --plan -
cat good.csv | "$lsmbench" run -n --plan - >out || fail "no plan from a pipe"
has out '^loop'

echo "names of files do not reach the terminal raw"
name=$'red\e[31m\x9b\n.csv'
expect 0 'x1b\[31m' "$lsmbench" run "${tiny[@]}" -o "$name"
expect 6 'x1b\[31m' "$lsmbench" run "${tiny[@]}" -o "missing/$name"
expect 6 'x1b\[31m' "$lsmbench" export --format text -o "$name" "$name"
rm "$name"
for command in "export --format text" "run --plan" "run --scratch" "run --path" help ""; do
	"$lsmbench" $command "$name" >both 2>&1 </dev/null
	has both 'x1b\[31m'
	LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x9b]' both && fail "raw: $command $(cat -v both)"
done
mkdir "$name" && mkdir -m 700 "$name/lsmbench.abcdef"
"$lsmbench" clean --yes --scratch "$name" >both 2>&1
has both 'removed .*x1b\[31m'
LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x9b]' both && fail "raw: clean"
rmdir "$name"

echo "files that are none"
for command in "export --format text" "run --plan"; do
	expect 5 'missing.csv: No such file' "$lsmbench" $command missing.csv
	one_line
	expect 5 "$work" "$lsmbench" $command "$work"
	one_line
done
expect 5 'missing.csv' "$lsmbench" missing.csv

echo "a damaged config is said once, and does not stop anything"
mkdir -p "$HOME/.config/lsmbench"
printf 'mouse: perhaps\nplan.runs: 7\n' >"$HOME/.config/lsmbench/config"
expect 3 'config: line 1: mouse' env TERM=dumb "$lsmbench"
expect 0 '' "$lsmbench" run -q "${tiny[@]}" -o x.csv
finish
