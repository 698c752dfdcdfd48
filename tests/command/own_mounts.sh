# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Sourced at the very beginning by tests that mount file systems, before common.sh: it starts the
# test again in name spaces of its own, so that all mounts and processes go with it, also when it is
# killed. Where that is not possible the test is skipped.

# enter WAY OPTION...: run all of this in name spaces of those kinds, if they can be had here.
enter() {
	export OWN_MOUNTS=$1
	shift
	unshare "$@" true 2>/dev/null && exec unshare "$@" "$0"
}

if [ -z "${OWN_MOUNTS:-}" ]; then
	processes=(--pid --fork --kill-child --mount-proc)
	enter root --mount --propagation private "${processes[@]}"
	enter user --user --map-root-user --mount --propagation private "${processes[@]}"
	enter user --user --map-root-user --mount --propagation private
	echo "no file system can be mounted here, neither as root nor in a user name space"
	exit 77
fi

# mount_tmpfs SIZE DIRECTORY
mount_tmpfs() {
	mount -t tmpfs -o "size=$1" tmpfs "$2" && return
	echo "no tmpfs can be mounted here"
	exit 77
}

# mount_ext4 SIZE IMAGE DIRECTORY: a new ext4. The image is removed at once: the loop device holds it
# until the file system is unmounted. False where that is not possible, which is said.
mount_ext4() {
	if command -v mkfs.ext4 >/dev/null && truncate -s "$1" "$2" && mkfs.ext4 -q -F -m 0 "$2" &&
		mount -o loop "$2" "$3"; then
		rm "$2"
		return 0
	fi
	rm -f "$2"
	echo "no ext4 on a loop device can be mounted here: left out"
	return 1
}
