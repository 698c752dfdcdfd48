#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A terminal shows how far a tree of files is made; Ctrl-C meanwhile leaves nothing, neither in a
# scratch directory nor where a tree is to be kept.

. "$(dirname "$0")/own_mounts.sh"
. "$(dirname "$0")/common.sh"

# Else what is started in the background does not hear of Ctrl-C.
set -m
command -v pgrep >/dev/null || { echo "needs pgrep" && exit 77; }
command -v script >/dev/null || { echo "needs script" && exit 77; }
disk=$work/disk
mkdir "$disk"
mount_tmpfs 1g "$disk"

# start OPTION...: a walk in a terminal, which writes to the file "shown".
start() {
	script -qefc "stty cols 120; exec '$lsmbench' run --ops walk --writers 0 --passes 1 --scratch '$disk' \
		--tree-files 60000 --tree-size 60000000 $* -o x.csv --force" shown >/dev/null 2>&1 &
	terminal=$!
	wait_for begun
}

begun() {
	find "$disk" -maxdepth 4 -name tree | grep -q .
}

disk_is_empty() {
	[ -z "$(ls -A "$disk")" ]
}

# interrupted: Ctrl-C, as the terminal sends it, while the builder is held, and what comes of it.
interrupted() {
	kill -STOP "$builder"
	kill -INT "$(pgrep -P "$terminal" -x lsmbench)"
	sleep 0.2
	kill -CONT "$builder"
	wait "$terminal"
	wait_for disk_is_empty
	[ ! -e x.csv ] || ! grep -q '^walk,.*latency' x.csv || fail "a run that was interrupted is in the result"
	rm -f x.csv
}

# The builder is held for moments, so that the line is drawn in the middle of its work.
slow_down() {
	local i
	builder=$(pgrep -n lsmbench-build)
	for i in 1 2 3; do
		kill -STOP "$builder"
		sleep 0.7
		kill -CONT "$builder"
		sleep 0.03
	done
}

for options in '' "--tree '$disk/kept'"; do
	echo "interrupted while a tree is made ${options:+and kept}"
	start "$options"
	slow_down
	interrupted
	has shown 'walk 0w, files [1-9][0-9]* of 60000, 60 MB'
done
umount "$disk" || fail "the file system is still in use"

finish
