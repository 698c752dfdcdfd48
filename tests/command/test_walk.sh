#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A walk through a tree of files from the command line: alone and beside writers, exported as
# fsopbench's figures were published, with a tree that is kept, and nothing left after a kill.

. "$(dirname "$0")/common.sh"

tree=(--tree-files 300 --tree-size 3000000)
walk=(run -q --ops walk --passes 1 --interval 1s "${tree[@]}")

expect 0 '' "$lsmbench" "${walk[@]}" --writers 0,2 -o x.csv
for metric in readdir-count lstat-p50 open-p99.9 first-byte-max read-rate timer tree-cached; do
	[ "$(grep -c "^walk,[02]w,none,0,0,.*,$metric," x.csv)" -eq 2 ] || fail "not $metric of both"
done
[ "$(grep -c '^walk,2w,.*,writer' x.csv)" -eq 4 ] || fail "not all of the writers"
! grep -q '^walk,0w,.*,writer' x.csv || fail "writers where none was"
has x.csv '^walk,0w,none,0,0,.*,tree-cached,%,100,$'
for call in readdir lstat open first-byte; do
	counted=$(sed -n "s/^walk,.*,$call-count,1,\([0-9]*\),\$/\1/p" x.csv)
	kept=$(sed -n "s/^# latencies.$call: count=\([0-9]*\) .*/\1/p" x.csv)
	[ "$counted" = "$kept" ] || fail "the histograms of $call hold other calls than were counted"
done
expect 0 '' "$lsmbench" export --format csv x.csv
cmp -s out x.csv || fail "histograms do not go through a file"
expect 0 '' "$lsmbench" export --format latencies x.csv
[ "$(grep -c '^1,walk,[02]w,none,.*,100.000000$' out)" -eq 8 ] || fail "not all histograms to be plotted"
nothing_left

echo "as published, and how many times slower"
expect 0 '' "$lsmbench" export --format fsopbench x.csv
has out '^Reading Only - Mode  1s Interval$'
has out '^In-Competition with 2 Writers - Mode  1s Interval$'
number=' *[0-9]*\.[0-9]\{3\}'
for row in 'A read dir   ' 'B lstat file ' 'C open file  ' 'D rd 1st byte'; do
	line="^$row     cnt *[0-9]*    min$number ms    max$number ms    mean$number ms    stdev$number\$"
	[ "$(grep -c "$line" out)" -eq 2 ] || fail "not twice the line of $row"
done
[ "$(grep -c "^E read rate$number MB/s\$" out)" -eq 2 ] || fail "not both read rates"
has out '^B lstat file .*x  *[0-9.]*x  *[0-9.]*x$'
has out '^# page cache warm: 100.0% of the tree'
case $(stat -f -c %T "$TMPDIR") in
tmpfs | ramfs) has out '^# writers: [0-9.]* MB/s together, none reached a disk: the tree is on [a-z]*fs, ' ;;
*) has out '^# writers: of [0-9.]* MB/s together [0-9.]* MB/s reached the disk, [0-9]* files a run$' ;;
esac

echo "a tree that is kept is made once, used again, and refused when another is asked for"
kept=(--writers 0 --tree "$work/kept")
expect 0 '' "$lsmbench" "${walk[@]}" "${kept[@]}" -o y.csv
nothing_left
[ "$(find kept -type f -name 'f*' | wc -l)" -eq 300 ] || fail "not 300 files"
[ "$(find kept -type f -name 'f*' -printf '%s\n' | awk '{ sum += $1 } END { print sum }')" -eq 3000000 ] || fail "not 3 MB"
before=$(find kept -printf '%p %i %C@\n' | sort)
expect 0 '' "$lsmbench" "${walk[@]}" "${kept[@]}" -o y.csv
[ "$before" = "$(find kept -printf '%p %i %C@\n' | sort)" ] || fail "the tree was made again"
expect 7 'other parameters' "$lsmbench" "${walk[@]}" "${kept[@]}" --tree-seed 2 -o z.csv
mkdir mine && echo mine >mine/file
expect 7 'is not empty and holds no tree' "$lsmbench" "${walk[@]}" --writers 0 --tree "$work/mine" -o z.csv
[ "$(ls -A mine)" = file ] || fail "something was put into a directory that is not ours"
expect 7 'more bytes or fewer files' "$lsmbench" run -q --ops walk --writers 0 --tree-files 10 --tree-size 9 -o z.csv
nothing_left

if [ "$(id -u)" -eq 0 ]; then
	chown 65534 kept/.lsmbench-tree
	expect 7 'the tree in .*/kept belongs to another user (uid 65534)' \
		"$lsmbench" "${walk[@]}" --writers 0 --tree "$work/kept" -o z.csv
	chown 0 kept/.lsmbench-tree
fi

echo "what a limit takes away is said"
expect 0 '2 of 2 figures ended early, after 1 run in 1 pass: time limit of 0.1 s reached' \
	"$lsmbench" run --ops walk --writers 0,1 --passes 3 --interval 1s "${tree[@]}" \
	--time-limit 100ms -o early.csv
expect 0 '' "$lsmbench" export --format fsopbench early.csv
[ "$(grep -c '^# ended early: time limit of 0.1 s reached$' out)" -eq 2 ] || fail "not said of both"

echo "cold, and synced"
case $(stat -f -c %T "$TMPDIR") in
tmpfs | ramfs)
	expect 4 'walk 1w: skipped: a file system that lives in memory' \
		"$lsmbench" "${walk[@]}" --writers 1 --cold --sync -o cold.csv
	;;
*)
	expect 0 '' "$lsmbench" "${walk[@]}" --writers 1 --cold --sync -o cold.csv
	expect 0 '' "$lsmbench" export --format fsopbench cold.csv
	has out '^# page cache cold: [0-9.]*% of the tree'
	if [ "$(id -u)" -eq 0 ] && [ -w /proc/sys/vm/drop_caches ]; then
		has out '^# [0-9.]* rounds of the tree: names and inodes dropped before each$'
	else
		has out '^# [0-9.]* rounds of the tree: names and inodes were cached all the same: '
	fi
	has out 'each synced$'
	;;
esac

if "$lsmbench" run --dry-run --ops stat --variants landlock:1 >out 2>err; then
	echo "under Landlock the writers' counts are read and the caches dropped as without"
	expect 0 '' "$lsmbench" "${walk[@]}" --writers 1 --cold --variants none,landlock:1 --no-aa \
		--no-controls -o confined.csv
	[ "$(grep -c '^walk,1w,.*,writer-disk-rate,MB/s,' confined.csv)" -eq 2 ] ||
		fail "it is not known of both what reached the disk"
	expect 0 '' "$lsmbench" export --format fsopbench confined.csv
	[ "$(grep '^# [0-9.]* rounds' out | sed 's/.*: //' | sort -u | wc -l)" -eq 1 ] ||
		fail "not both are as cold: $(grep rounds out)"
fi

echo "killed with its writers at work"
"$lsmbench" run -q --ops walk --passes 1 --interval 60s "${tree[@]}" --writers 3 -o k.csv 2>/dev/null &
pid=$!
# shellcheck disable=SC2317
third_writes() { find "$TMPDIR" -path '*/writers/w02/*' 2>/dev/null | grep -q .; }
all_gone() { [ -z "$(ls -A "$TMPDIR")" ]; }
wait_for third_writes
kill -9 $pid
wait $pid 2>/dev/null
wait_for all_gone
nothing_left

finish
