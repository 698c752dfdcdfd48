# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the tests of the command line share. Sourced: it makes a directory of its own, stands in
# it, and removes it at the end. A test prints what it checks and ends with "finish".

set -u
BUILD=$(realpath "${BUILD:-build}")
lsmbench=$BUILD/lsmbench
export LSMBENCH_WORKER=$BUILD/lsmbench-worker
work=$(mktemp -d "${TMPDIR:-/var/tmp}/test_command.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
export HOME=$work/home TMPDIR=$work/scratch
unset XDG_CONFIG_HOME XDG_STATE_HOME NO_COLOR
mkdir "$HOME" "$TMPDIR"
cd "$work" || exit 1
failures=0

# A run that takes a moment only.
tiny=(--ops loop --runs 5 --passes 1 --batch 100us)

fail() {
	printf 'FAILED: %s\n' "$*"
	failures=$((failures + 1))
}

# expect STATUS WORDS COMMAND...: the command exits so, says WORDS (a basic regular expression) in
# one line on standard error, and no control character. Standard output goes to $work/out.
expect() {
	local status=$1 words=$2 got
	shift 2
	printf 'exits with %s: %s\n' "$status" "${*//$lsmbench/lsmbench}"
	timeout 60 "$@" >"$work/out" 2>"$work/err" </dev/null
	got=$?
	if [ $got -ne "$status" ]; then
		fail "exit status $got instead of $status"
		sed 's/^/    /' "$work/err"
	fi
	if [ -n "$words" ] && ! grep -q -- "$words" "$work/err"; then
		fail "standard error does not say '$words':"
		sed 's/^/    /' "$work/err"
	fi
	if LC_ALL=C grep -q '[[:cntrl:]]' "$work/err"; then
		fail "standard error holds control characters"
		sed 's/^/    /' "$work/err" | cat -v
	fi
}

# one_line: standard error of the last command was one line of ours.
one_line() {
	[ "$(wc -l <"$work/err")" -eq 1 ] && grep -q '^lsmbench: ' "$work/err" ||
		{ fail "not one line:" && cat -v "$work/err"; }
}

# has FILE WORDS: the file holds the words.
has() {
	grep -q -- "$2" "$1" || fail "$1 does not hold '$2'"
}

# nothing_left: no scratch directory and no half-written file stays behind.
nothing_left() {
	local left
	left=$(find "$TMPDIR" "$work" -name 'lsmbench.*' -o -name '.lsmbench.*')
	[ -z "$left" ] || fail "left behind: $left"
}

# wait_for COMMAND...: until it succeeds; at most 30 seconds.
wait_for() {
	local i
	for ((i = 0; i < 600; i++)); do
		"$@" >/dev/null 2>&1 && return 0
		sleep 0.05
	done
	fail "waited in vain for: $*"
	return 1
}

finish() {
	nothing_left
	[ "$failures" -eq 0 ] || exit 1
	echo "all as expected"
}
