#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a session costs beside its batches: the wall time of the whole published suite (47 cases, 2
# passes of 300 runs, 1 ms batches) over the sum of its batch times. Measured twice; the A/A
# spread is what the two differ by. Prints a line as figure.h does.

set -u
BUILD=${BUILD:-$PWD/build}
place=$(mktemp -d "${TMPDIR:-/var/tmp}/bench_suite.XXXXXX") || exit 2
trap 'rm -rf "$place"' EXIT
# Nothing of the person's settings and state is used or changed.
export HOME=$place XDG_CONFIG_HOME=$place XDG_STATE_HOME=$place

# Wall time over batch times of one session.
measure() {
	local start end
	start=$(date +%s%N)
	"$BUILD/lsmbench" run --suite published --runs 300 --passes 2 --batch 1ms -q \
		-o "$place/$1.csv" 2>"$place/errors" || { cat "$place/errors" >&2; return 1; }
	end=$(date +%s%N)
	# The eighth column is duration_ns; every run of every case must be there.
	awk -F, -v wall=$((end - start)) '
		/^#/ { next }
		!named { named = 1; if ($8 != "duration_ns") exit 1; next }
		{ sum += $8; rows++ }
		END { if (rows != 47 * 2 * 300) exit 1; printf "%.6f\n", wall / sum }' "$place/$1.csv"
}

first=$(measure first) || { echo "bench_suite: the session failed" >&2; exit 2; }
second=$(measure second) || { echo "bench_suite: the session failed" >&2; exit 2; }

awk -v a="$first" -v b="$second" 'BEGIN {
	figure = (a + b) / 2
	spread = a > b ? a - b : b - a
	met = figure - spread <= 1.25
	printf "%-36s %12.4f %12s %12.4f %s\n", "suite: wall over batch times", figure, "<=1.25", \
		spread, met ? "met" : "missed"
	exit !met
}'
