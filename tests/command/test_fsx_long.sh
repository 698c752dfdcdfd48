#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench run --ops fsx" for 100,000 steps on a tmpfs and on an ext4, of two seeds: both file
# systems pass, the same bytes are compared on both, and nothing is left. A mistake that is planted
# late is found, and not before.

. "$(dirname "$0")/own_mounts.sh"
. "$(dirname "$0")/common.sh"

disk=$work/disk
memory=$work/memory
mkdir "$disk" "$memory"
fsx=(run -q --ops fsx --passes 1 --no-controls --steps 100000 --scratch "$disk" --force)

# passes SEED: all steps were made, and what was compared is told in bytes, as $checked.
passes() {
	expect 0 '' "$lsmbench" "${fsx[@]}" --seed "$1" -o long.csv
	has long.csv '^fsx,,none,.*,100000,latency,ns,[0-9.]*,$'
	checked=$(sed -n 's/^fsx,,none,.*,checked,bytes,\([0-9]*\),$/\1/p' long.csv)
	# Of each step that reads some 20 kB.
	[ "${checked:-0}" -gt 500000000 ] || fail "only ${checked:-no} bytes were compared"
	[ -z "$(find "$disk" -mindepth 1 ! -name lost+found)" ] || fail "something is left"
}

on_this_disk() {
	has /proc/mounts " $disk $1 "
	passes 1
	first="$first $checked"
	passes 2
	second="$second $checked"
	# The 4000th hole is about the 67,000th step.
	LSMBENCH_TESTS=1 LSMBENCH_FSX_FAULT=hole-kept:4000 expect 7 \
		'fsx: byte .* has to be .*found in step 6[0-9]\{4\} ' "$lsmbench" "${fsx[@]}" --seed 2 -o x.csv
	umount "$disk" || fail "the file system is still in use"
}

first='' second=''
echo "on a tmpfs"
mount_tmpfs 64m "$disk"
on_this_disk tmpfs

echo "on an ext4"
mount_tmpfs 256m "$memory"
mount_ext4 128M "$memory/image" "$disk" && on_this_disk ext4
umount "$memory" || fail "the image is still in use"

for sums in "$first" "$second"; do
	[ "$(tr ' ' '\n' <<<"${sums# }" | sort -u | wc -l)" -eq 1 ] || fail "other bytes were compared:$sums"
done

finish
