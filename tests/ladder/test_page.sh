#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The Ladder page boots a kernel for real: rungs are picked, figures and hooks fill in, the rungs are
# saved, and no guest is left. KERNEL_612 names the image.

set -u
: "${BUILD:=$PWD/build}"
: "${KERNEL_612:?names the image of a kernel 6.12}"
place=$(mktemp -d) || exit 1
export TMUX_TMPDIR=$place
socket=lsmbench-$$
screen=$place/screen
mkdir -p "$place/home/lsmbench" "$place/scratch" "$place/work"

command -v tmux >/dev/null || { echo "tmux is not installed (make deps-test)"; exit 1; }

in_tmux() {
	tmux -L "$socket" -f /dev/null "$@"
}

finish() {
	in_tmux kill-server 2>/dev/null
	rm -rf "$place"
}
trap finish EXIT

look() {
	in_tmux capture-pane -p >"$screen"
}

fail() {
	echo "$1"
	look
	cat "$screen"
	exit 1
}

# expect TEXT [SECONDS]: waits until a text is on the screen.
expect() {
	local turn
	for turn in $(seq $((${2:-30} * 10))); do
		look
		grep -qF -- "$1" "$screen" && return
		sleep 0.1
	done
	fail "'$1' did not come within ${2:-30} s"
}

keys() {
	in_tmux send-keys "$@"
}

# Drop a rung that is picked, if the kernel has it.
drop() {
	look
	grep -q "\[x\] $1" "$screen" || return 0
	keys /
	expect 'find:'
	keys "$1" Enter
	expect ">[x] $1"
	keys Space
	expect "[ ] $1"
}

# cell NAME: the first figure in a rung's row.
cell() {
	look
	sed -nE "s/^.\[x\] $1[^-+0-9]* +([-+]?[0-9]+)~? .*/\1/p" "$screen" | head -n 1
}

# within WHAT VALUE LOW HIGH
within() {
	[ -n "$2" ] || fail "$1: no figure"
	[ "$2" -ge "$3" ] && [ "$2" -le "$4" ] || fail "$1: $2, not within $3 and $4"
}

env -u TMUX HOME="$place/home" XDG_CONFIG_HOME="$place/home" XDG_STATE_HOME="$place/home" \
	TMPDIR="$place/scratch" LC_ALL=C.UTF-8 \
	tmux -L "$socket" -f /dev/null new-session -d -x 100 -y 36 -c "$place/work" \
	"sh -c \"'$BUILD/lsmbench'; echo status \\\$?; sleep 100\"" || fail "tmux does not start"
expect '[Plan]'
keys L
expect '[Ladder]'
look
# The kernel of this machine, where its image can be read, is another test's.
if grep -q '\[x\] capability' "$screen"; then
	echo "skipped: the image of the running kernel is chosen already"
	exit 0
fi
keys K
expect '[Kernels]'
keys +
expect 'kernel or directory'
keys -l "$KERNEL_612"
keys Enter
expect '[x] capability'
for rung in placebo landlock tomoyo selinux bpf yama ipe smack default 'capability audit=1'; do
	drop "$rung"
done
keys m
expect 'operations ('
keys 'stat,chmod' Enter
expect 'chmod'
keys Enter
expect 'booting' 60
expect 'the ladder has ended; e saves it' 400
grep -q 'failed' "$screen" && fail 'a rung failed'

within 'stat at depth 4 with capability' "$(cell capability)" 3500 6000
within 'the A/A rung' "$(cell 'A\/A')" -5 5
within 'apparmor without a profile' "$(cell apparmor)" 60 85
expect 'resolution +-'
# The hooks of stat at depth 4, as counted: each component is asked for.
grep -qE 'inode_permission +4 ' "$screen" || fail 'inode_permission is not called 4 times'
grep -qE 'inode_getattr +1 ' "$screen" || fail 'inode_getattr is not called once'
# Per call and nothing per component, which is what the hooks of apparmor say.
keys / apparmor Enter
expect '>[x] apparmor'
expect 'prediction of stat: agrees'
expect 'idle, not its cost: apparmor unconfined'

keys e
expect 'save into a new directory'
keys Enter
expect 'the ladder is in ladder'
files=$(find "$place/work/ladder" -name '[0-9]*.csv' | wc -l)
[ "$files" = 3 ] || fail "3 rungs were measured, and $files files are there"
grep -q '^# unit: instructions' "$place"/work/ladder/01-*.csv || fail 'the unit is not said'
# The table is what the command shows of these files.
[ -s "$place/work/ladder/table.txt" ] || fail 'the table is not there'
"$BUILD/lsmbench" ladder --show "$place/work/ladder" | cmp - "$place/work/ladder/table.txt" ||
	fail 'the table is not that of the rungs'
# It is saved: nothing is asked.
keys q
expect 'status 0'
[ -z "$(ls -A "$place/scratch")" ] || fail "left behind: $(ls -A "$place/scratch")"
