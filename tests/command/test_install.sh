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

echo "remote procedure calls have a worker of their own"
expect 7 'lsmbench-worker-rpc: not found beside .*: build it with make' moved/bin/lsmbench run -q \
	--ops rpc-udp-latency --no-aa --runs 3 --passes 1 --batch 100us
cp "$BUILD/lsmbench-worker-rpc" moved/libexec/lsmbench/lsmbench-worker-rpc
expect 0 '' moved/bin/lsmbench run -q --ops rpc-udp-latency --runs 3 --passes 1 --batch 100us
has out '^rpc-udp-latency,'
finish
