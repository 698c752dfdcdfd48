#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs the tests that boot kernels: tests/ladder.sh PROGRAM... Each finds in its environment where
# the images are that "make kernels" has fetched: KERNEL_61, KERNEL_612. Without images or without
# an emulator there is nothing to run, which is said and is no failure.

set -u

: "${BUILD:=$PWD/build}"
list=$BUILD/kernels/list

if [ ! -s "$list" ]; then
	echo "skipped: no kernel image (\"make kernels\" fetches Debian's, which takes the network)"
	exit 0
fi
if ! command -v "${LSMBENCH_QEMU:-qemu-system-x86_64}" >/dev/null; then
	echo "skipped: no emulator (apt-get install qemu-system-x86)"
	exit 0
fi
set -a
# shellcheck source=/dev/null
. "$list"
set +a
exec tests/run.sh "$@"
