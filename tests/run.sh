#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs test programs and says what became of each: tests/run.sh PROGRAM...
#
# A program passes with exit status 0 and is skipped with 77. It fails otherwise, also when it
# takes longer than TEST_TIME_LIMIT seconds or leaves anything in the temporary directory, home or
# configuration directory that it is given here, each its own. TEST_JOBS programs run at a time.
# A program of cmocka ends with 0 also when its tests were skipped: it counts as skipped when all
# were, and what else was skipped is told by name. The last line is "N passed, N failed" and, when
# there are any, ", N skipped".

set -u

limit=${TEST_TIME_LIMIT:-180}
jobs=${TEST_JOBS:-2}
: "${BUILD:=$PWD/build}"

# What a failed program printed, bounded: a loop that prints must not fill a terminal's memory.
show_log() {
	tail -n 200 "$1" | sed 's/^/    /'
}

# Runs one program in a directory of its own and leaves its outcome there.
run_one() {
	local program=$1 place=$2 name status start leftovers outcome
	name=${program#"$BUILD"/}
	name=${name#build/}
	mkdir -p "$place/tmp" "$place/home"
	start=$SECONDS
	env TMPDIR="$place/tmp" TMUX_TMPDIR="$place/tmp" HOME="$place/home" BUILD="$BUILD" \
		LSMBENCH_WORKER="$BUILD/lsmbench-worker" LSMBENCH_GUEST="$BUILD/lsmbench-guest" \
		XDG_CONFIG_HOME="$place/home/config" XDG_CACHE_HOME="$place/home/cache" \
		XDG_DATA_HOME="$place/home/data" XDG_STATE_HOME="$place/home/state" \
		timeout -k 10 "$limit" "$program" >"$place/log" 2>&1 </dev/null
	status=$?
	leftovers=$(find "$place/tmp" -mindepth 1 | head -n 20)
	case $status in
	0) outcome=passed ;;
	77) outcome=skipped ;;
	124 | 137) outcome=failed && echo "stopped after $limit seconds" >>"$place/log" ;;
	*) outcome=failed && echo "exit status $status" >>"$place/log" ;;
	esac
	if [ -n "$leftovers" ] && [ $outcome != failed ]; then
		outcome=failed
		printf 'left behind:\n%s\n' "$leftovers" >>"$place/log"
	fi
	if [ $outcome = passed ]; then
		sed -n 's/^\[  SKIPPED \] \([^ ]*\)$/\1/p' "$place/log" | sort -u |
			sed "s:^:$name\: :" >"$place/inside"
		! grep -q '^\[  PASSED  \] 0 test' "$place/log" || outcome=skipped
	fi
	echo "$outcome" >"$place/outcome"
	printf '%-8s %s (%d s)\n' "$outcome" "$name" $((SECONDS - start))
	if [ $outcome = failed ]; then
		show_log "$place/log"
	elif [ $outcome = skipped ]; then
		tail -n 1 "$place/log" | sed 's/^/    /'
	fi
}

# A child of this script that runs one program: its output is kept together.
if [ "${1:-}" = --one ]; then
	text=$(run_one "$2" "$3")
	printf '%s\n' "$text"
	exit 0
fi

if [ $# = 0 ]; then
	echo "usage: tests/run.sh PROGRAM..." >&2
	exit 2
fi

root=$(mktemp -d) || exit 1
trap 'rm -rf "$root"' EXIT
trap 'exit 130' INT TERM HUP
export BUILD

number=0
for program in "$@"; do
	number=$((number + 1))
	printf '%s\0%s\0' "$program" "$root/$number"
done | xargs -0 -n 2 -P "$jobs" "$0" --one

passed=0 failed=0 skipped=0
for number in $(seq $#); do
	case $(cat "$root/$number/outcome" 2>/dev/null) in
	passed) passed=$((passed + 1)) ;;
	skipped) skipped=$((skipped + 1)) ;;
	*) failed=$((failed + 1)) ;;
	esac
done

inside=$(cat "$root"/*/inside 2>/dev/null)
if [ -n "$inside" ]; then
	echo "tests that programs skipped on this machine: $(wc -l <<<"$inside")"
	sed 's/^/    /' <<<"$inside"
fi
if [ $skipped = 0 ]; then
	echo "$passed passed, $failed failed"
else
	echo "$passed passed, $failed failed, $skipped skipped"
fi
[ $failed = 0 ]
