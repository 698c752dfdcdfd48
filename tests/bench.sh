#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs benchmarks one after the other, alone on the machine: tests/bench.sh PROGRAM...
#
# Each prints lines "NAME figure target A/A-spread met|missed" and exits 1 when it missed one.
# A benchmark that fails in any other way counts as missed too.

set -u
: "${BUILD:=$PWD/build}"
export BUILD LSMBENCH_WORKER="$BUILD/lsmbench-worker"

root=$(mktemp -d) || exit 1
trap 'rm -rf "$root"' EXIT
trap 'exit 130' INT TERM HUP
export TMPDIR=$root

missed=0
printf '%-36s %12s %12s %12s %s\n' NAME FIGURE TARGET A/A-SPREAD RESULT
for program in "$@"; do
	"$program"
	status=$?
	if [ $status != 0 ]; then
		missed=$((missed + 1))
		[ $status = 1 ] || echo "$program: exit status $status" >&2
	fi
done
if [ $missed = 0 ]; then
	echo "all figures met"
else
	echo "$missed of $# benchmarks missed a figure" >&2
	exit 1
fi
