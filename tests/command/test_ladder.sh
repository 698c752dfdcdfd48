#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench ladder" as far as it needs neither a kernel nor QEMU: what it takes, what it says when
# something is missing, and ladders that were kept (tests/data/ladder).

data=$PWD/tests/data/ladder
. "$(dirname "$0")/made_image.sh"
. "$(dirname "$0")/common.sh"

# Words that make no sense.
expect 2 'what is .vmlinuz' "$lsmbench" ladder vmlinuz
one_line
expect 2 "unknown security module 'apparmour'" "$lsmbench" ladder --lsm apparmour,capability
one_line
expect 2 'unknown format .pdf.; there are text, markdown, csv' "$lsmbench" ladder --format pdf
one_line
expect 2 '--jobs takes a whole number from 1 ' "$lsmbench" ladder --jobs 0
one_line
expect 2 '--limit takes a whole number' "$lsmbench" ladder --limit 5s
expect 2 '--settle takes a whole number' "$lsmbench" ladder --settle -1
expect 2 '' "$lsmbench" ladder --policy nothing
one_line
expect 2 '--fail-above goes with --against' "$lsmbench" ladder --fail-above 20
expect 128 '--fail-above takes a number' "$lsmbench" ladder --against x --fail-above much
expect 2 '--show takes the directory' "$lsmbench" ladder --show
expect 2 'do not go with it' "$lsmbench" ladder --show --lsm capability "$data"
one_line
expect 2 'a guest has one CPU' "$lsmbench" ladder --cpu 1
expect 2 'a tmpfs that it makes itself' "$lsmbench" ladder --scratch /tmp
one_line
# The help says the ladder's own defaults, and nothing of what no guest has.
expect 0 '' "$lsmbench" ladder --help
has out '--fail-above'
has out '--runs=N .*(default 11)'
has out '--passes=N .*(default 2)'
cp out help
# What would do nothing in a guest is refused, and not offered.
for option in scratch=/tmp cpu=1 batch=1ms precision=1 time-limit=1s session-limit=1s quick repeats=2 \
	watchdog=3 subtract-loop no-aa no-controls interval=1s tree=/tmp tree-files=10 tree-size=10 \
	tree-seed=1 steps=10 cold sync command=ls prepare=ls cleanup=ls warmup=1; do
	expect 2 "--${option%%=*}: " "$lsmbench" ladder "--$option" --kernel nowhere
	one_line
	! grep -e "--${option%%=*}[= ]" help || fail 'the help offers what is refused'
done
for option in runs=3 passes=1 seed=2 landlock-rules=2 landlock-depth=2 label=x; do
	expect 5 nowhere "$lsmbench" ladder "--$option" --kernel nowhere
	grep -q -e "--${option%%=*}[= ]" help || fail "the help lacks --$option"
done

# Kernels that are none.
expect 5 'nowhere' "$lsmbench" ladder --kernel nowhere
one_line
echo 'not a kernel' >text
expect 5 'text' "$lsmbench" ladder --kernel text
one_line
expect 5 '' "$lsmbench" ladder --kernel "$(command -v bash)"
one_line
mkdir empty
expect 5 'empty' "$lsmbench" ladder --kernel empty
one_line
# In a bisection that is a commit that was not built.
base=$data/01-capability.csv
expect 125 'empty' "$lsmbench" ladder --kernel empty --against "$base" --fail-above 20
# Mistakes and a lack on this machine end the bisection: they are no verdict, and remain.
expect 128 'unknown option' "$lsmbench" ladder --bogus --against "$base"
expect 128 '--fail-above takes a number' "$lsmbench" ladder --kernel empty --against="$base" --fail-above much
expect 128 'nowhere' "$lsmbench" ladder --kernel empty --against nowhere --fail-above 20
one_line
expect 128 'goes with --against\|what is' "$lsmbench" ladder word --against "$base"
expect 128 "unknown security module 'bogus'" "$lsmbench" ladder --lsm bogus --against "$base"
one_line

# What would be booted. Of QEMU only the version is asked.
make_image image
printf '#!/bin/sh\necho "QEMU emulator version 9.9.9 (made)"\n' >qemu
chmod +x qemu
export LSMBENCH_QEMU=$work/qemu
expect 0 '' "$lsmbench" ladder --kernel image --lsm capability --lsm 'apparmor,capability audit=1' \
	--append mitigations=off --ops stat --depths 1..3 -n
has out '^Kernel 6.99.0-made: '
has out '^  \[1\] capability mitigations=off (the others are compared with it), seed 1$'
has out '^  \[2\] .* (A/A: another seed), seed 2$'
has out '^  \[3\] .* (placebo: an irrelevant word), seed 1$'
has out '^  \[4\] apparmor .*audit=1.*, seed 1$'
has out '^      console=ttyS0 .* lsm=apparmor,capability .*audit=1'
has out '^4 boots of 3 cases, 1 variant, '
has out '^The first boot (QEMU 9.9.9 (made)):$'
has out '-accel tcg -icount shift=0,sleep=off -cpu max,-cx16 '
expect 0 '' "$lsmbench" ladder --kernel image --no-repeats --no-hooks --lsm capability --ops stat --depths 1 -n
has out '^1 boot of 1 case, '
grep -q hooks out && fail "hooks would be counted"

# Without QEMU: the package that has it.
mkdir nothing
expect 4 'qemu-system-x86' env PATH="$work/nothing" LSMBENCH_QEMU= "$lsmbench" ladder --kernel image \
	--lsm capability -o kept
one_line
expect 128 'qemu-system-x86' env PATH="$work/nothing" LSMBENCH_QEMU= "$lsmbench" ladder \
	--kernel image --against "$base"

# Where files cannot go.
expect 128 'is no directory' "$lsmbench" ladder --kernel image --against "$base" -o text
expect 6 'is no directory' "$lsmbench" ladder --kernel image --lsm capability -o text
one_line
expect 6 'cannot make the directory' "$lsmbench" ladder --kernel image --lsm capability -o no/where
one_line

# A kept ladder.
expect 0 '' "$lsmbench" ladder --show "$data"
has out '^# lsmbench: ladder 1$'
has out 'instructions, not time'
has out '^  \[2\] A/A, '
has out '^stat depth 4 .* +-'
[ "$(wc -L <out)" -le 80 ] || fail "a line is longer than 80 columns"
cp out text.again

# The README shows it as it is.
readme=${data%/tests/data/ladder}/README.md
sed -n '/^<!-- ladder -->$/,/^How to read it:$/p' "$readme" | sed -n '/^```$/,/^```$/{/^```/d;p}' >shown
diff -u shown out || fail "README.md shows another table (-) than tests/data/ladder makes (+)"
expect 0 '' "$lsmbench" ladder --show "$data"/*.csv
cmp -s out text.again || fail "its files make another table than its directory"
expect 0 '' "$lsmbench" ladder --show --format csv "$data"
has out '^kernel,rung,release,kind,name,'
expect 0 '' "$lsmbench" ladder --show --format markdown "$data"
has out '^### The exact cost'
expect 0 '' "$lsmbench" ladder --show "$data/01-capability.csv"
expect 5 'holds no rungs' "$lsmbench" ladder --show empty
one_line
expect 5 'nowhere' "$lsmbench" ladder --show nowhere
one_line

# Its rungs are results like others.
expect 0 '' "$lsmbench" compare "$data/01-capability.csv" "$data/05-apparmor.csv"
has out 'stat XXX/YYY/ZZZ/FFF  base [0-9.]* instructions'
expect 0 '' "$lsmbench" export --format markdown "$data/01-capability.csv"
has out 'median instructions'

# A result of this machine is no rung.
expect 0 '' "$lsmbench" run "${tiny[@]}" -o here.csv
expect 5 'is no rung of a ladder' "$lsmbench" ladder --show here.csv
one_line
expect 128 'is no rung of a ladder' "$lsmbench" ladder --kernel image --against here.csv
one_line
mkdir kept-too
cp "$data/01-capability.csv" kept-too
expect 128 'may be replaced' "$lsmbench" ladder --kernel image --against kept-too/01-capability.csv -o kept-too
one_line

finish
