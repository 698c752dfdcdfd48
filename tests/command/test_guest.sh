#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The program of a guest without any kernel of its own: refused to whoever starts it by hand, and
# run as the first process of a namespace, with a terminal for the serial port, where all but the
# kernel and its counter is what a guest has.

. "$(dirname "$0")/common.sh"
guest=$BUILD/lsmbench-guest

expect 2 'first process of a guest' "$guest"

# Its file system.
root=$work/root
mkdir -p "$root"/{dev,proc,sys}
cp "$guest" "$root/init"
: >"$root/dev/console"
inside='mount --bind "$(tty)" "$0/dev/console" && exec chroot "$0" /init'
if ! timeout 10 unshare -r -m -p -f sh -c "mount --bind '$root' '$root'" 2>/dev/null ||
	! command -v script >/dev/null; then
	echo 'not run: no namespace of processes and mounts here, or no script(1)'
	finish
	exit
fi

# guest PLAN TASK: what it says, in $work/said.
guest() {
	printf '%b' "$1" >"$root/plan"
	printf '%b' "$2" >"$root/task"
	timeout 120 script -qec "unshare -r -m -p -f sh -c '$inside' '$root'" /dev/null \
		</dev/null 2>"$work/err" | tr -d '\r' | grep -a '^lsmbench ' >"$work/said"
}

says() {
	grep -qE -- "^lsmbench [0-9]+ [0-9]+ [0-9a-f]{8} $1\$" "$work/said" ||
		{ fail "the guest does not say: $1" && head -n 40 "$work/said"; }
}

echo 'measures a case in two passes'
guest 'ops: stat\npaths: FFF\nruns: 3\npasses: 2\n' 'settle: 0\nmeasure: yes\nsteps: 1\n'
says 'hello 1'
says 'item kernel\.release .*'
says 'item scratch\.0\.type .*'
says 'state measuring'
[ "$(grep -c ' sample 0 ' "$work/said")" = 6 ] || fail "not six samples"
says 'sample 0 1 0 2 2 [0-9]+ [0-9]+ [0-9]+'
says 'step 0 between [0-9]+ -'
says 'step 0 done [0-9]+ -'
says "end $(($(wc -l <"$work/said") - 1))"
awk '$2 != NR - 1 { exit 1 }' "$work/said" || fail "the lines are not numbered"

echo 'says what it cannot measure'
guest 'ops: fork-shell,stat\npaths: FFF\nvariants: none,exec:x=env\nno-aa: yes\nno-controls: yes\nruns: 1\npasses: 1\n' \
	'settle: 0\nmeasure: yes\n'
says 'step 0 skipped 0 a%20guest%20has%20no%20/bin/sh'
says 'step 2 done [0-9]+ -'
says 'step 3 skipped 0 a%20guest%20has%20no%20programs.*'

# What the kernel's own tracefs would hold for a hook, as far as the counter looks: nobody calls it.
tracing=$root/sys/kernel/tracing
mkdir -p "$tracing/events/lsmbench_1/p1_inode_getattr"
touch "$tracing"/{kprobe_events,kprobe_profile,events/lsmbench_1/p1_inode_getattr/enable}
echo '  p1_inode_getattr 7 0' >"$tracing/kprobe_profile"

if grep -q ' security_inode_getattr$' /proc/kallsyms; then
	echo 'counts hooks of what has batches, and says of the rest why not'
	guest 'ops: stat,fsx,fork-shell,rpc-udp-latency\npaths: FFF\n' 'settle: 0\nhooks: yes\n'
	says 'state counting%20hooks'
	says 'hook 0 % 0 no'
	says 'unwatched fsx:%20it%20times%20itself,%20and%20has%20no%20batches%20.*'
	says 'unwatched fork-shell:%20a%20guest%20has%20no%20/bin/sh'
	says 'unwatched rpc-udp-latency:%20only%20the%20worker%20lsmbench-worker-rpc%20has%20it'
	[ "$(grep -c ' hook ' "$work/said")" = 1 ] || fail "it counts other cases, too"
else
	echo 'not run: this kernel names no hooks in /proc/kallsyms'
fi
rm -rf "$tracing"

echo 'says why it cannot go on'
guest 'ops: stat\npaths: FFF\n' 'settle: 0\nmeasure: yes\nsteps: 7\n'
says 'trouble 22 .*1%20steps.*'
guest 'ops: nothing\n' 'measure: yes\n'
says 'trouble 22 .*nothing.*'
guest 'ops: stat\n' 'wash: yes\n'
says 'trouble 22 .*wash.*'
finish
