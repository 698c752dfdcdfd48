#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench ladder" with scripts in the role of QEMU: progress, files, verdicts, guests that panic or
# are silent, and Ctrl-C. What a real guest does is tested in tests/ladder.

. "$(dirname "$0")/made_image.sh"
. "$(dirname "$0")/common.sh"
unset LSMBENCH_GUEST

make_image image
export LSMBENCH_QEMU=$work/emulator

# emulator SCRIPT: what is started instead of QEMU, given QEMU's words; $log is the kernel's log.
emulator() {
	cat >emulator <<-END
		#!/bin/bash
		[ "\$1" = --version ] && echo "QEMU emulator version 9.9.9 (played)" && exit
		case "\$*" in
		*lsm=apparmor*) guest=$work/apparmor ;;
		*) guest=$work/capability ;;
		esac
		log=\$(sed -n 's/.*id=kernel,path=\([^,]*\).*/\1/p' <<<"\$*")
		$1
	END
	chmod +x emulator
}

# say TEXT: a line of a guest, with its number, length and CRC-32.
say() {
	local crc
	crc=$(printf '%s %s' $lines "$1" | gzip -c | tail -c 8 | od -An -N4 -tx4 | tr -d ' ')
	echo "lsmbench $lines ${#1} $crc $1"
	lines=$((lines + 1))
}

# guest MODULES INSTRUCTIONS: what a guest says that measures one case so, in two passes of a run; "-":
# that measures nothing.
guest() {
	local lines=0
	say 'hello 1'
	say "item lsm.active $1 made -"
	say 'item kernel.release 6.99.0-made made -'
	say 'state measuring'
	if [ "$2" != - ]; then
		say "sample 0 0 0 0 0 1000 $((10 * $2)) 10"
		say "sample 0 1 0 0 0 2000 $((10 * $2)) 10"
		say 'step 0 done 10 -'
	fi
	say "end $lines"
}

guest capability 4000 >capability
guest capability,apparmor 4072 >apparmor
small=(--kernel image --ops stat --depths 4 --runs 1 --passes 2 --no-hooks)

# A whole ladder.
emulator 'cat "$guest"'
expect 0 '^\[4\] apparmor: done, ' "$lsmbench" ladder "${small[@]}" --lsm capability \
	--lsm apparmor,capability -o kept
has err '^\[2\] A/A of capability: booting, '
has out '^stat depth 4 *4000 *+72 +-0$'
cmp -s out kept/table.txt || fail "table.txt is not what was printed"
ls kept >files
printf '%s\n' 01-capability.csv 02-same.csv 03-placebo.csv 04-apparmor.csv table.txt >expected
diff expected files || fail "other files"
has kept/04-apparmor.csv '^# command: lsmbench ladder --kernel .image. --lsm .apparmor,capability. --ops stat'
expect 0 '' "$lsmbench" ladder --show kept
cmp -s out kept/table.txt || fail "--show makes another table"
# Again into the same place; a shorter one says what is left of this one, which --show leaves out.
expect 0 'kept holds 1 rung of an earlier ladder, too: --show leaves it out' "$lsmbench" ladder -q \
	"${small[@]}" --lsm capability -o kept
one_line
expect 0 'kept/04-apparmor.csv is left out' "$lsmbench" ladder --show kept
cmp -s out kept/table.txt || fail "--show takes a rung of another ladder"
expect 0 '' "$lsmbench" ladder --show kept/*.csv
has out '^  \[4\] apparmor'
expect 0 '' "$lsmbench" ladder --show kept/04-apparmor.csv kept/02-same.csv
has out 'the first rung of kernel 6.99.0-made is not among'
has out '^stat depth 4 *4000 *+72 '
# A guest that can count nothing says why.
mv capability measures
lines=0
{
	say 'hello 1'
	say 'item lsm.active capability made -'
	say 'item kernel.release 6.99.0-made made -'
	say 'state counting%20hooks'
	say 'unwatched init:%20No%20such%20file%20or%20directory'
	say 'unwatched fork-shell:%20a%20guest%20has%20no%20/bin/sh'
	say "end $lines"
} >capability
expect 4 '^lsmbench: the guest counted no hooks: fork-shell: a guest has no /bin/sh$' \
	"$lsmbench" hooks --kernel image --ops fork-shell
mv measures capability

# A table of hooks beside rungs is no rung.
printf '%s\n' '# lsmbench: hooks 1' '# release: 6.99.0-made' '# rows: 1' \
	'operation,parameter,hook,count,varies' 'loop,,,0,' >kept/hooks-6.99.0-made.csv
expect 0 '^lsmbench: kept/hooks-6.99.0-made.csv is left out: it is a table of hooks' \
	"$lsmbench" compare --ladder kept/*.csv
one_line
has out '^2. from 1: adds apparmor'
expect 0 'hooks-6.99.0-made.csv is left out' "$lsmbench" compare --base kept/01-capability.csv \
	--base kept/02-same.csv kept/04-apparmor.csv kept/hooks-6.99.0-made.csv
has out '+72'
expect 0 'hooks-6.99.0-made.csv is left out' "$lsmbench" export -f summary kept/*.csv
one_line
expect 5 'hooks-6.99.0-made.csv: .*hooks' "$lsmbench" export kept/hooks-6.99.0-made.csv
one_line
rm kept/hooks-6.99.0-made.csv
echo mine >kept/01-capability.csv
expect 6 '01-capability.csv' "$lsmbench" ladder -q "${small[@]}" --lsm capability --no-repeats -o kept
has kept/01-capability.csv mine

# What would help is what a ladder has.
expect 4 '/proc/none: .*choose another directory with TMPDIR$' env TMPDIR=/proc/none "$lsmbench" ladder \
	"${small[@]}" --lsm capability
printf '#!/bin/sh\nexit 1\n' >mute
chmod +x mute
expect 4 'mute --version says nothing' env LSMBENCH_QEMU="$work/mute" "$lsmbench" ladder "${small[@]}" \
	--lsm capability

# A dry run says what a ladder would fail at.
echo text >a_file
expect 6 'a_file is no directory' "$lsmbench" ladder -n "${small[@]}" --lsm capability -o a_file
expect 4 "/proc/none: .*TMPDIR names another" env TMPDIR=/proc/none "$lsmbench" ladder -n "${small[@]}" --lsm capability
expect 4 'nowhere' "$lsmbench" ladder -n "${small[@]}" --lsm selinux,capability --policy selinux=nowhere:a_t
expect 0 '' "$lsmbench" ladder -n "${small[@]}" --lsm capability -o not_there
[ ! -e not_there ] || fail "a dry run makes a directory"

# Counts and times do not compare: said before anything is measured.
expect 0 '' "$lsmbench" ladder -q "${small[@]}" --lsm capability --no-repeats -o counted
expect 0 '' "$lsmbench" baseline save counted counted/01-capability.csv
expect 2 'counted holds counts of instructions, which no session measures' "$lsmbench" run --against counted
one_line

# A verdict for a bisection.
expect 0 '' "$lsmbench" ladder "${small[@]}" --lsm capability --no-repeats -o base
expect 0 '' "$lsmbench" ladder --kernel image --against base/01-capability.csv --fail-above 20
has out '^  0 of 1 cases need more by more than 20; the most: +0, '
guest capability 4025 >capability
expect 0 '' "$lsmbench" ladder --kernel image --against base/01-capability.csv --fail-above 20
guest capability 4026 >capability
expect 1 '' "$lsmbench" ladder --kernel image --against base/01-capability.csv --fail-above 20
has out '^  stat XXX/YYY/ZZZ/FFF: 4000 -> 4026, +26 (+-5)$'
expect 1 '' "$lsmbench" ladder --kernel image --against base/01-capability.csv --no-repeats --fail-above 20
has out 'the resolution is unknown, and 5 stands for it'
expect 0 '' "$lsmbench" ladder --kernel image --against base/01-capability.csv --fail-above 1%
expect 125 'it has none of the cases' "$lsmbench" ladder --kernel image --ops access --depths 1 \
	--against base/01-capability.csv
# Another emulator, other modules: nothing is said of the kernel.
sed 's/9\.9\.9 (played)/8.0.0/' base/01-capability.csv >other.csv
expect 128 "not comparable: ladder.qemu is not what it was for other.csv: '8.0.0'" \
	"$lsmbench" ladder --kernel image --against other.csv --fail-above 20
sed 's/^\(.*lsm.active.*\)capability/\1capability,bpf/' base/01-capability.csv >other.csv
expect 125 'not comparable: lsm.active' "$lsmbench" ladder --kernel image --against other.csv --fail-above 20
expect 128 'not comparable: lsm.active' "$lsmbench" ladder --kernel image --lsm apparmor,capability \
	--against base/01-capability.csv --fail-above 20
expect 128 'cannot write to standard output' sh -c '"$0" ladder --kernel image -q --against \
	base/01-capability.csv >/dev/full' "$lsmbench"

# What a guest says of itself steers no terminal.
guest 'capability,%1b[31mred' 4000 | sed 's/x/x/' >capability
expect 0 '' "$lsmbench" ladder "${small[@]}" --lsm capability --no-repeats
grep -q '\\x1b' err out || fail "the guest's words are not shown: this tests nothing"
LC_ALL=C grep -q $'\x1b' out err && fail "a guest's control characters reach the terminal"
guest capability 4026 >capability

# A kernel that panics, twice: its last lines, its log, the other rungs.
emulator 'case $guest in *apparmor) echo "[    1.2] Kernel panic - not syncing: made" >>"$log"; exit 1;; esac
cat "$guest"'
expect 7 'not syncing: made' "$lsmbench" ladder "${small[@]}" --lsm capability \
	--lsm apparmor,capability --no-repeats -o panics
has out '^stat depth 4 *4026 *- *?$'
has out '\[2\] was not measured'
grep -q 'not syncing: made' panics/*log* || fail "no log is kept"
[ -s panics/01-capability.csv ] || fail "the rung that was measured is not kept"
expect 125 'not syncing: made' "$lsmbench" ladder "${small[@]}" --lsm apparmor,capability \
	--against base/01-capability.csv --fail-above 20

# One that is silent.
emulator 'exec sleep 30'
expect 7 'nothing was measured' "$lsmbench" ladder "${small[@]}" --lsm capability --no-repeats --limit 1 -o silent
[ -s out ] && fail "a table of nothing is printed"
[ ! -e silent/table.txt ] || fail "a table of nothing is kept"

# A counter that stands still, and a guest that measures nothing.
emulator 'cat "$guest"'
guest capability 0 >capability
expect 7 'counted 0 instructions' "$lsmbench" ladder "${small[@]}" --lsm capability --no-repeats
expect 125 'counted 0 instructions' "$lsmbench" ladder --kernel image --against base/01-capability.csv --fail-above 20
guest capability - >capability
expect 7 'nothing was measured' "$lsmbench" ladder "${small[@]}" --lsm capability --no-repeats
[ -s out ] && fail "a table of nothing is printed"

guest capability 4026 >capability

# With job control a background job does not ignore SIGINT.
set -m

# Ctrl-C: what is measured stays, what runs is ended.
emulator 'case $guest in *apparmor) echo $$ >pid; exec sleep 60;; esac; cat "$guest"'
"$lsmbench" ladder "${small[@]}" --jobs 1 --lsm capability --lsm apparmor,capability --no-repeats \
	-o stopped >out 2>err </dev/null &
child=$!
wait_for test -s pid
kill -INT $child
wait $child
status=$?
[ $status -eq 8 ] || fail "exit status $status instead of 8"
[ -s stopped/01-capability.csv ] || fail "the rung that was measured is not kept"
has err 'stopping; what was measured so far is kept'
kill -0 "$(cat pid)" 2>/dev/null && fail "a guest was left running"

# timeout(1) signals the process and its group: two signals in a moment are one Ctrl-C.
rm -f pid
"$lsmbench" ladder "${small[@]}" --lsm apparmor,capability --no-repeats >out 2>err </dev/null &
child=$!
wait_for test -s pid
# Stopped, it finds both at once when it goes on.
kill -STOP $child
kill -INT $child
kill -TERM $child
kill -CONT $child
wait $child
status=$?
[ $status -eq 8 ] || fail "exit status $status instead of 8 after two signals"
nothing_left

# no_root, no_guest: what stands in the scratch directory, and the guest that wrote its number.
no_root() {
	[ -z "$(find "$TMPDIR" -mindepth 1)" ]
}

no_guest() {
	! kill -0 "$(cat pid)" 2>/dev/null
}

# A second Ctrl-C where the first one was not heard: here the way to the terminal is blocked.
mkfifo blocked
exec 7<>blocked
# A pipe holds that much, and then whoever writes waits.
head -c 65536 /dev/zero >&7
rm -f pid
"$lsmbench" ladder "${small[@]}" --lsm apparmor,capability --no-repeats >out 2>&7 </dev/null &
child=$!
wait_for test -s pid
no_root && fail "there is no scratch directory: this tests nothing"
kill -INT $child
sleep 1.2
kill -0 $child || fail "the first Ctrl-C was heard: this tests nothing"
kill -INT $child
wait $child
status=$?
[ $status -eq 130 ] || fail "exit status $status instead of 130 after a second Ctrl-C"
wait_for no_root
exec 7>&-

# Nor does anything stay behind when it dies otherwise.
for signal in QUIT SEGV KILL; do
	rm -f pid
	"$lsmbench" ladder "${small[@]}" --lsm apparmor,capability --no-repeats >out 2>err </dev/null &
	child=$!
	wait_for test -s pid
	no_root && fail "there is no scratch directory: this tests nothing"
	kill -$signal $child
	wait $child
	wait_for no_root
	wait_for no_guest
done

finish
