#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# File systems that are really full: a small tmpfs and, as root, a small ext4 on a loop device. A
# tree that does not fit, or no more, writers beside a walk, the exerciser of a file; writers and
# workers that are killed there; a kept tree that was damaged, or beside which something was put.
# Each time a clear line, and nothing of ours left.

. "$(dirname "$0")/own_mounts.sh"
. "$(dirname "$0")/common.sh"

set -m
command -v pgrep >/dev/null || { echo "needs pgrep" && exit 77; }
disk=$work/disk
mkdir "$disk"

# Nothing of ours on the small file system, and nobody stands there.
disk_is_empty() {
	[ -z "$(find "$disk" -mindepth 1 ! -name lost+found)" ]
}

nobody_left() {
	! readlink /proc/[0-9]*/cwd | grep -q "^$disk"
}

gone() {
	wait_for nobody_left
	wait_for disk_is_empty
}

blocks_free() {
	stat -f -c %a "$disk"
}

walk=(run -q --ops walk --passes 1 --scratch "$disk" --force)
# Some files of 200 kB, so that writers need room, too.
few=(--tree-files 30 --tree-size 6000000)

tree_does_not_fit() {
	echo "a tree that does not fit is refused before its first byte"
	local large=(--writers 0 --tree-files 500 --tree-size 64000000)
	local words='walk 0w: the tree of files needs 6[4-9]\.[0-9] MB, but [0-9.]* MB are free in'
	expect 7 "$words $disk/.*, of which [23]\.[0-9] MB stay so: ask for less with --tree-size, .* --scratch" \
		"$lsmbench" "${walk[@]}" "${large[@]}" -o x.csv
	gone
	expect 7 "$words $disk/kept, .* --tree-size, .*with --tree$" \
		"$lsmbench" "${walk[@]}" "${large[@]}" --tree "$disk/kept" -o x.csv
	gone
	# The ext4 has more blocks than inodes.
	if [ "$(stat -f -c %d "$disk")" -lt 9000 ]; then
		expect 7 'walk 0w: the tree of files needs [0-9]* inodes, but [0-9]* are free in .*--tree-files' \
			"$lsmbench" "${walk[@]}" --writers 0 --tree-files 9000 --tree-size 9000 -o x.csv
		gone
	fi
	[ "$(blocks_free)" -eq "$empty" ] || fail "room is lost"
}

# begin_tree NAME OPTION...: begin to make a tree of 3000 files in NAME, and stop all who make it half
# way: the front end $pid and its builder.
begin_tree() {
	local top=$1 tries=0
	shift
	while [ $((tries += 1)) -le 20 ]; do
		"$lsmbench" "${walk[@]}" --writers 0 --interval 1s \
			--tree-files 3000 --tree-size 3000000 "$@" -o x.csv 2>err >out &
		pid=$!
		until builder=$(pgrep -P "$pid") || ! kill -0 "$pid" 2>/dev/null; do :; done
		until compgen -G "$top/tree/*" >/dev/null || ! kill -0 "$pid" 2>/dev/null; do :; done
		kill -STOP "$builder" "$pid" 2>/dev/null &&
			[ "$(find "$disk" -path "$top/tree/*" -type f | wc -l)" -lt 2500 ] && return
		go_on 2>/dev/null
		rm -rf "$disk/kept"
	done
	fail "never stopped half way"
}

# What was stopped goes on to its end; its exit status.
go_on() {
	kill -CONT "$builder" "$pid"
	wait -f "$pid"
}

file_system_fills_up() {
	echo "a file system that fills up while a tree is made"
	local builder status words='walk 0w: cannot [a-z]* the [a-z]* .*/tree.*: No space left on device; free space'
	begin_tree "$disk/lsmbench.*/case*"
	cat /dev/zero >"$disk/rest" 2>/dev/null
	go_on
	status=$?
	[ $status -eq 7 ] || fail "exit status $status instead of 7"
	has err "$words.*--scratch"
	rm "$disk/rest"
	gone
	begin_tree "$disk/kept" --tree "$disk/kept"
	cat /dev/zero >"$disk/rest" 2>/dev/null
	go_on
	status=$?
	[ $status -eq 7 ] || fail "exit status $status instead of 7"
	has err "$words.*--tree"
	rm "$disk/rest"
	gone
	[ "$(blocks_free)" -eq "$empty" ] || fail "room is lost"
}

somebody_puts_something_there() {
	echo "what somebody puts beside a tree that is being made stays when that is interrupted"
	local builder
	begin_tree "$disk/kept" --tree "$disk/kept"
	mkdir "$disk/kept/Documents"
	echo thesis >"$disk/kept/Documents/thesis"
	kill -TERM "$pid"
	go_on
	[ "$(cat "$disk/kept/Documents/thesis")" = thesis ] || fail "it was removed"
	has err "^lsmbench: walk 0w: what was made so far remains: $disk/kept/Documents was not made by"
	refused "$disk/kept/Documents was not made by lsmbench"
	mv "$disk/kept/Documents" mine
	expect 0 '' "$lsmbench" "${walk[@]}" "${few[@]}" --writers 0 --interval 1s --tree "$disk/kept" -o x.csv
	[ "$(find "$disk/kept" -type f -name 'f0*' | wc -l)" -eq 30 ] || fail "not the tree asked for"
	rm -r "$disk/kept" mine
	gone
}

cold_in_memory() {
	echo "nothing is cold in memory"
	[ "$(stat -f -c %T "$disk")" = tmpfs ] || return
	expect 4 'walk 0w: skipped: a file system that lives in memory (tmpfs) is never cold: .*--scratch' \
		"$lsmbench" "${walk[@]}" "${few[@]}" --writers 0 --interval 1s --cold -o x.csv
	gone
}

writers_stop_at_the_floor() {
	echo "writers leave a tenth of the file system free"
	local floor least=$empty free
	floor=$(($(stat -f -c %b "$disk") / 10))
	"$lsmbench" "${walk[@]}" "${few[@]}" --writers 3 --interval 2s -o x.csv 2>err >out &
	local pid=$!
	while kill -0 $pid 2>/dev/null; do
		sleep 0.02
		free=$(blocks_free)
		[ "$free" -ge "$least" ] || least=$free
	done
	wait $pid || fail "exit status $?: $(cat err)"
	# What a file system needs for itself comes on top: a few blocks.
	[ "$least" -ge $((floor - 16)) ] || fail "only $least blocks were free, the floor is $floor"
	[ "$least" -lt $((floor + 1024)) ] || fail "$least blocks were always free: this tests nothing"
	has x.csv '^walk,3w,.*,writers-behind,1,[1-3],$'
	expect 0 '' "$lsmbench" export --format fsopbench x.csv
	has out '^# marked: [1-3] of 3 writers did not keep up'
	gone
}

# start INTERVAL: a walk with two writers at work, as $pid, its worker and the first writer.
start() {
	"$lsmbench" "${walk[@]}" "${few[@]}" --writers 2 --interval "$1" -o x.csv 2>err >out &
	pid=$!
	wait_for writer_writes
	find_processes
}

# Whoever is called a worker and stands on the small file system: one whose parent does, too, is a
# writer.
find_processes() {
	local one parent
	worker='' writer=''
	for one in $(pgrep lsmbench-worke); do
		[[ $(readlink "/proc/$one/cwd") == "$disk"* ]] || continue
		parent=$(awk '/^PPid/ { print $2 }' "/proc/$one/status")
		if [ "$(cat "/proc/$parent/comm")" = lsmbench-worker ]; then
			writer=$one
		else
			worker=$one
		fi
	done
	[ -n "$worker$writer" ] || fail "neither worker nor writer stands on $disk"
}

writer_writes() {
	find "$disk" -path '*/writers/w01/*' 2>/dev/null | grep -q .
}

a_writer_is_killed() {
	echo "a writer is killed"
	start 2s
	kill -9 "$writer"
	wait "$pid" 2>/dev/null
	status=$?
	[ $status -eq 0 ] || fail "exit status $status: $(cat err)"
	has x.csv '^walk,2w,.*,writers-behind,1,[12],$'
	gone
}

the_worker_is_killed() {
	echo "the worker is killed with its writers at work"
	start 60s
	kill -9 "$worker"
	wait "$pid" 2>/dev/null
	status=$?
	[ $status -eq 7 ] || fail "exit status $status instead of 7: $(cat err)"
	has err '^lsmbench: walk 2w: the worker was killed by signal 9'
	gone
}

the_front_end_is_killed() {
	echo "the front end is killed"
	start 60s
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	gone
}

the_builder_is_killed() {
	echo "the front end is killed while it makes a tree, and it is interrupted there"
	local signal
	for signal in KILL INT; do
		"$lsmbench" "${walk[@]}" --writers 0 --tree-files 2000 --tree-size 3000000 \
			-o x.csv 2>err >out &
		pid=$!
		wait_for tree_grows
		kill -$signal "$pid"
		wait "$pid" 2>/dev/null
		gone
	done
}

tree_grows() {
	find "$disk" -path '*/tree/*' 2>/dev/null | grep -q .
}

exerciser_on_a_full_disk() {
	echo "the exerciser of a file"
	local left status fsx=(run -q --ops fsx --passes 1 --no-controls --steps 5000 --seed 3
		--scratch "$disk" --force)
	head -c "$(stat -f -c '%a %S' "$disk" | awk '{ print ($1 - 36) * $2 }')" /dev/zero >"$disk/rest"
	expect 7 'fsx: no room for the file of 256 KiB to exercise (No space left on device)' \
		"$lsmbench" "${fsx[@]}" -o x.csv
	! grep -q 'signal\|has to be\|replay' err || fail "something else is said, too: $(cat err)"
	# Full to the last block, with and without room for a directory of the session's.
	for left in 0 16; do
		dd if=/dev/zero of="$disk/more" bs=4k 2>/dev/null
		truncate -s "-$((left * 4096))" "$disk/more"
		timeout 60 "$lsmbench" "${fsx[@]}" -o x.csv 2>err >out
		status=$?
		[ $status -eq 7 ] || [ $status -eq 4 ] || fail "exit status $status"
		has err '^lsmbench: .*No space left on device.*free s'
		rm "$disk/more"
	done
	rm "$disk/rest"
	gone
}

# refused WORDS CHANGED: the walk says so, and all stands as it stood.
refused() {
	local before
	before=$(find "$disk/kept" -printf '%p %s %i\n' | sort)
	expect 7 "$1" "$lsmbench" "${walk[@]}" "${few[@]}" --writers 0 --interval 1s --tree "$disk/kept" -o x.csv
	[ "$before" = "$(find "$disk/kept" -printf '%p %s %i\n' | sort)" ] || fail "something was changed"
	[ -z "$(find "$disk" -mindepth 1 -maxdepth 1 -name 'lsmbench*')" ] || fail "a scratch root is left"
}

a_kept_tree_is_damaged() {
	echo "a kept tree is damaged"
	local file kept=$disk/kept
	expect 0 '' "$lsmbench" "${walk[@]}" "${few[@]}" --writers 0 --interval 1s --tree "$kept" -o x.csv
	file=$(find "$kept/tree" -type f | sort | head -n 1)
	cp -p "$file" saved
	rm "$file"
	refused "the tree of files is damaged: a file is missing: $file; mend it, or remove"
	cp -p saved "$file"
	echo more >>"$file"
	refused "the tree of files is damaged: a file has another size: $file; mend"
	cp -p saved "$file"
	printf x | dd of="$file" conv=notrunc status=none
	refused "the tree of files is damaged: a file has other contents: $file; mend"
	cp -p saved "$file"
	touch "$kept/tree/mine"
	refused 'the tree of files is damaged: a directory has more or fewer entries'
	rm "$kept/tree/mine"
	mv "$kept/.lsmbench-tree" saved-marker
	refused 'is not empty and holds no tree'
	echo 'my own notes' >"$kept/.lsmbench-tree"
	refused 'is not empty and holds no tree'
	mv saved-marker "$kept/.lsmbench-tree"
	expect 0 '' "$lsmbench" "${walk[@]}" "${few[@]}" --writers 0 --interval 1s --tree "$kept" -o x.csv
	rm -r "$kept"
	gone
}

on_this_disk() {
	empty=$(blocks_free)
	tree_does_not_fit
	file_system_fills_up
	somebody_puts_something_there
	cold_in_memory
	writers_stop_at_the_floor
	a_writer_is_killed
	the_worker_is_killed
	the_front_end_is_killed
	the_builder_is_killed
	exerciser_on_a_full_disk
	a_kept_tree_is_damaged
	umount "$disk" || fail "the file system is still in use"
}

echo "on a tmpfs of 24 MB"
mount_tmpfs 24m "$disk"
on_this_disk

echo "on an ext4 of 32 MB"
mount_ext4 32M "$work/image" "$disk" && on_this_disk

finish
