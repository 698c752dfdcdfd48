#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# dbench and tbench, run for real: the throughput that they print arrives in the result, bigger is
# better, under a variant too, and neither they nor tbench's server goes on without us.

. "$(dirname "$0")/common.sh"

set -m

for tool in dbench tbench tbench_srv pgrep bwrap; do
	command -v $tool >/dev/null || { echo "needs $tool" && exit 77; }
done

# busy: something listens on tbench_srv's port: 7003, in hexadecimal 1B5B.
busy() {
	grep -q ':1B5B [0-9A-F:]* 0A' /proc/net/tcp
}

# idle: nothing does.
idle() {
	! busy
}

# programs NAME COUNT: so many processes of that name stand below this test's directory.
programs() {
	local one count=0
	for one in $(pgrep -x "$1"); do
		[[ $(readlink "/proc/$one/cwd") == "$work"/* ]] && count=$((count + 1))
	done
	[ $count -eq "$2" ]
}

busy && echo "port 7003 is in use, which tbench needs" && exit 77

echo "a run of each"
expect 0 '' "$lsmbench" run --ops dbench --clients 1 --interval 5s --passes 1 -o dbench.csv
grep -Eq '^dbench,1c,none,0,0,0,[0-9]*,5000000000,[1-9][0-9]*,bandwidth,MB/s,[0-9.]*,$' dbench.csv ||
	{ fail "no throughput of dbench:" && tail -3 dbench.csv; }
grep -Eq '^dbench,1c,none,.*,latency-max,ms,[0-9.]+,$' dbench.csv || fail "no longest wait"
expect 0 '' "$lsmbench" run --ops tbench --clients 1,3 --interval 2s --passes 1 -o tbench.csv
[ "$(grep -c '^tbench,[13]c,none,.*,2000000000,[1-9][0-9]*,bandwidth,MB/s,' tbench.csv)" -eq 2 ] ||
	{ fail "no throughputs of tbench:" && tail -4 tbench.csv; }
idle || fail "tbench's server still listens"
nothing_left

echo "the default is one client and four"
expect 0 '' "$lsmbench" run --ops dbench --dry-run
has out '^dbench .* 1c, 4c$'
expect 2 "clients '0': must be a whole number from 1 to 1024" "$lsmbench" run --ops dbench \
	--clients 0

echo "under a variant, interleaved"
if "$lsmbench" run -q "${tiny[@]}" --variants none,landlock:1 -o "$work/may.csv" 2>/dev/null; then
	expect 0 '' "$lsmbench" run -q --ops dbench,tbench --clients 1 --interval 2s --passes 1 \
		--variants none,landlock:1 --no-aa --no-controls -o variants.csv
	[ "$(grep -c '^[dt]bench,1c,[a-z:1]*,0,0,.*,bandwidth,MB/s,[1-9]' variants.csv)" -eq 4 ] ||
		{ fail "not four throughputs:" && grep '^[dt]bench' variants.csv; }
else
	echo "    no Landlock here"
fi

echo "a port that is taken is said"
tbench_srv >/dev/null 2>&1 &
server=$!
wait_for busy
expect 7 'port 7003, the only one that tbench_srv knows, is taken by tbench_srv ([0-9]*): end that' "$lsmbench" run -q --ops tbench \
	--clients 1 --interval 2s --passes 1
kill $server
wait $server 2>/dev/null
wait_for idle

echo "two sessions take turns with the port"
"$lsmbench" run -q --ops tbench --clients 1 --interval 2s --passes 2 -o other.csv 2>other-err &
pid=$!
expect 0 '' "$lsmbench" run -q --ops tbench --clients 1 --interval 2s --passes 2 -o turns.csv
wait $pid || { fail "the other session failed:" && cat other-err; }
for file in turns.csv other.csv; do
	[ "$(grep -c '^tbench,1c,none,.*,bandwidth,MB/s,[1-9]' $file)" -eq 2 ] ||
		{ fail "not two throughputs:" && grep '^tbench' $file; }
done

for signal in KILL INT; do
	echo "clients and server end with lsmbench: SIG$signal"
	"$lsmbench" run -q --ops tbench --clients 2 --interval 100s --passes 1 >out 2>err </dev/null &
	pid=$!
	wait_for programs tbench 3
	kill -$signal $pid
	wait $pid
	wait_for programs tbench 0
	wait_for programs tbench_srv 0
	wait_for idle
	"$lsmbench" run -q --ops dbench --clients 2 --interval 100s --passes 1 >out 2>err </dev/null &
	pid=$!
	wait_for programs dbench 3
	kill -$signal $pid
	wait $pid
	wait_for programs dbench 0
	wait_for eval '[ -z "$(find "$TMPDIR" -mindepth 1)" ]'
done

# The same machine without the package; not where there are no namespaces.
hide=(bwrap --dev-bind / / --tmpfs /usr/share/dbench)
if "${hide[@]}" true 2>/dev/null; then
	echo "without the package the case is skipped, with its name"
	expect 0 'client.txt: .*apt-get install dbench' "${hide[@]}" "$lsmbench" run \
		--ops dbench,loop --clients 1 --interval 2s --passes 1 --runs 5 -o hidden.csv
	! grep -q '^dbench' hidden.csv || fail "it was measured without its load file"
	has hidden.csv '^loop,'
fi

finish
