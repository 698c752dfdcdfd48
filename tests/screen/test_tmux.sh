#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The console once in a real terminal multiplexer: open, run, save, leave, and the shell's screen is
# back.

set -u
: "${BUILD:=$PWD/build}"
place=$(mktemp -d) || exit 1
export TMUX_TMPDIR=$place
socket=lsmbench-$$
mkdir -p "$place/home/lsmbench" "$place/scratch" "$place/work"
printf 'plan.%s\n' 'ops: stat' 'paths: FFF' 'runs: 20' 'passes: 2' >"$place/home/lsmbench/config"

command -v tmux >/dev/null || { echo "tmux is not installed (make deps-test)"; exit 1; }

in_tmux() {
	tmux -L "$socket" -f /dev/null "$@"
}

finish() {
	in_tmux kill-server 2>/dev/null
	rm -rf "$place"
}
trap finish EXIT

fail() {
	echo "$1"
	in_tmux capture-pane -p 2>/dev/null
	exit 1
}

# Waits until a text is on the screen.
expect() {
	local turn
	for turn in $(seq 300); do
		in_tmux capture-pane -p | grep -qF -- "$1" && return
		sleep 0.1
	done
	fail "'$1' did not come within 30 s"
}

keys() {
	in_tmux send-keys "$@"
}

# A plain shell, so that what it shows after the console ends can be looked at.
env -u TMUX HOME="$place/home" XDG_CONFIG_HOME="$place/home" XDG_STATE_HOME="$place/home" \
	TMPDIR="$place/scratch" PS1='ready> ' LC_ALL=C.UTF-8 \
	tmux -L "$socket" -f /dev/null new-session -d -x 80 -y 24 -c "$place/work" \
	"env PS1='ready> ' sh -i" || fail "tmux does not start"
expect 'ready>'
keys "'$BUILD/lsmbench'; echo status \$?" Enter
expect '[Plan]'
keys r
expect 'finished'
keys S
expect '[Export]'
keys Enter
expect 'saved to lsmbench-'
keys q
expect 'status 0'
in_tmux capture-pane -p | grep -qF '[Export]' && fail "the console's screen is still there"
ls "$place"/work/lsmbench-*.csv >/dev/null || fail "no result was saved"
[ -z "$(ls -A "$place/scratch")" ] || fail "something is left in the scratch directory"
[ "$(in_tmux display-message -p '#{alternate_on}')" = 0 ] || fail "still on the alternate screen"
exit 0
