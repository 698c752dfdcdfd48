#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What is read may come through a pipe: each command reads its files once, whatever they hold.

published=$PWD/tests/data/published
raw=$PWD/tests/data/lmbench/raw/akawashiro_masumi.1
. "$(dirname "$0")/common.sh"

# Files, and for each a pipe of the same name.
mkdir f p
"$lsmbench" run -q --ops loop,null-call --runs 5 --passes 2 --batch 50us --variants none,same \
	-o f/a.csv || fail "cannot measure"
sed "s/^# plan.seed: .*/# plan.seed: 9/" f/a.csv >f/b.csv
"$lsmbench" import -o f/dac.csv "$published/vfs-v5.3-dac.txt" || fail "cannot import"
cp "$published/vfs-v5.3-mac.txt" f/mac.txt
cp "$published/lmbench-2001-k6-2.txt" f/two.txt
"$lsmbench" import -o f/host.csv f/two.txt:K6-2.orig || fail "cannot import a host"
cp "$raw" f/raw.1
for file in f/*; do
	mkfifo "p/${file#f/}"
done

# piped NAME COMMAND...: the command, which reads the pipe p/NAME, says what it says of f/NAME.
piped() {
	local name=$1
	shift
	"$lsmbench" "${@/p\//f\/}" >want 2>want.err || fail "of a file: $* fails"
	(timeout 20 cat "f/$name" >"p/$name") &
	expect 0 '' timeout 20 "$lsmbench" "$@"
	wait
	[ -s want ] && sed 's:\bp/:f/:g; s: p : f :' out | cmp -s - want ||
		fail "$*: not the same through a pipe"
}

piped a.csv compare p/a.csv
piped b.csv compare A=f/a.csv B=p/b.csv
piped dac.csv compare A=p/dac.csv B=f/mac.txt
piped mac.txt compare A=f/dac.csv B=p/mac.txt
piped two.txt compare A=p/two.txt:K6-2.orig B=f/two.txt:K6-2.lsm+
piped mac.txt import p/mac.txt
piped raw.1 import p/raw.1
piped a.csv export -f markdown p/a.csv
piped a.csv export -f lmbench p/a.csv
piped raw.1 export -f lmbench p/raw.1
piped host.csv export -f lmbench p/host.csv
piped two.txt export -f lmbench p/two.txt:K6-2.orig

echo "standard input is read once, too"
for file in a.csv host.csv raw.1; do
	"$lsmbench" export -f lmbench "f/$file" | sed '/^Imported/d' | cut -c 49- >want
	[ "$(grep -c '[0-9]' want)" -gt 2 ] || fail "$file: hardly a figure"
	expect 0 '' bash -c '"$@" <f/'"$file" - "$lsmbench" export -f lmbench -
	sed '/^Imported/d' out | cut -c 49- | cmp -s - want ||
		fail "$file: other figures through standard input"
done
expect 0 'saved as' bash -c '"$@" <f/a.csv' - "$lsmbench" baseline save mine -
finish
