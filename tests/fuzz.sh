#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Fuzzes each target for a while: tests/fuzz.sh SECONDS PROGRAM...
#
# A target fuzz_NAME starts from the kept inputs in tests/fuzz/corpus/NAME, which stay as they are;
# what it finds on top goes to corpus-NAME beside the program, and an input that breaks it to
# finding-NAME-*. To keep new inputs: PROGRAM -merge=1 tests/fuzz/corpus/NAME .../corpus-NAME

set -u
seconds=$1
shift
root=$(mktemp -d) || exit 1
trap 'rm -rf "$root"' EXIT
trap 'exit 130' INT TERM HUP
export TMPDIR=$root HOME=$root XDG_CONFIG_HOME=$root

failed=0
for program in "$@"; do
	name=${program##*/fuzz_}
	place=${program%/*}
	kept=tests/fuzz/corpus/$name
	mkdir -p "$place/corpus-$name"
	[ -d "$kept" ] || kept=
	echo "fuzz $name: $seconds seconds"
	"$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
		-verbosity=1 -artifact_prefix="$place/finding-$name-" "$place/corpus-$name" $kept \
		>"$place/log-$name" 2>&1
	status=$?
	grep -E '^stat::(number_of_executed_units|new_units_added)' "$place/log-$name"
	if [ $status != 0 ]; then
		failed=$((failed + 1))
		tail -n 60 "$place/log-$name"
		echo "fuzz $name: FINDING, kept as $place/finding-$name-*"
	fi
done
echo "$(($# - failed)) passed, $failed failed"
[ $failed = 0 ]
