#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "make install": what it brings to another place than it was built for works there, and each
# program is needed.

. "$(dirname "$0")/common.sh"

# The programs are built already, maybe with other flags than this make would use.
unset LSMBENCH_WORKER MAKEFLAGS MFLAGS MAKELEVEL
expect 0 '' make -C "$OLDPWD" -o build install BUILD="$BUILD" DESTDIR="$work/moved" PREFIX=
[ "$(cd moved && find . -type f | sort | xargs)" = "./bin/lsmbench \
./libexec/lsmbench/lsmbench-guest ./libexec/lsmbench/lsmbench-worker ./libexec/lsmbench/lsmbench-worker-rpc \
./share/doc/lsmbench/README.md" ] || fail "installed was: $(find moved -type f | sort | xargs)"
expect 0 '' moved/bin/lsmbench run -q "${tiny[@]}"
has out '^loop,'

echo "remote procedure calls have a worker of their own"
rpc=(run -q --ops rpc-udp-latency --no-aa --runs 3 --passes 1 --batch 100us)
expect 0 '' moved/bin/lsmbench "${rpc[@]}"
has out '^rpc-udp-latency,'
rm moved/libexec/lsmbench/lsmbench-worker-rpc
expect 7 'lsmbench-worker-rpc: not found beside .*: build it with make' moved/bin/lsmbench "${rpc[@]}"

echo "without a worker nothing is measured"
rm moved/libexec/lsmbench/lsmbench-worker
expect 4 'LSMBENCH_WORKER' moved/bin/lsmbench run -q "${tiny[@]}"
finish
