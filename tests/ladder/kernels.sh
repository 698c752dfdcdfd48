#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Fetches Debian's kernels for the tests of the ladder into $BUILD/kernels: image and configuration,
# nothing is installed. $BUILD/kernels/list then names the images, a line of shell each; with that
# there, nothing is done. Fails with a sentence where they cannot be fetched.

set -u

list=${BUILD:?}/kernels/list
# Variables of the list, and the names under which Debian keeps its current kernels of 12.
names="KERNEL_61=linux-image-cloud-amd64 KERNEL_612=linux-image-6.12-cloud-amd64"

# complete: every image that should be listed is there.
complete() {
	local name path
	for name in $names; do
		path=$(sed -n "s/^${name%%=*}='\(.*\)'$/\1/p" "$list" 2>/dev/null)
		[ -s "$path" ] || return 1
	done
}

if ! complete; then
	# shellcheck source=debian.sh
	. "$(dirname "$0")/debian.sh"
	rm -f "$list" "$list.new"
	for name in $names; do
		fetch concrete "${name#*=}"
		folder=${package##*/}
		folder=$place/${folder%%_*}
		rm -rf "$folder" && mkdir "$folder" || exit 1
		dpkg-deb --fsys-tarfile "$package" |
			tar -x -C "$folder" --wildcards './boot/vmlinuz-*' './boot/config-*' ||
			give_up "${package##*/} cannot be unpacked"
		rm -f "$package"
		echo "${name%%=*}='$(echo "$folder"/boot/vmlinuz-*)'" >>"$list.new"
	done
	mv "$list.new" "$list"
	tidy_up
	complete || give_up "the packages hold no image"
fi
sed "s/^[A-Z0-9_]*='\(.*\)'$/\1/" "$list"
