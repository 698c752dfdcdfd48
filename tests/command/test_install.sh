#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# An installation that stands elsewhere than it was built for finds its own worker.

. "$(dirname "$0")/common.sh"

unset LSMBENCH_WORKER
mkdir -p moved/bin moved/libexec/lsmbench
cp "$lsmbench" moved/bin/lsmbench
expect 4 'LSMBENCH_WORKER' moved/bin/lsmbench run -q "${tiny[@]}"
cp "$BUILD/lsmbench-worker" moved/libexec/lsmbench/lsmbench-worker
expect 0 '' moved/bin/lsmbench run -q "${tiny[@]}"
has out '^loop,'
finish
