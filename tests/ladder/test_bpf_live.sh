#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The variant bpf in whole sessions, on a kernel that allows it: Debian's 6.12 under QEMU, with a
# file system that holds lsmbench, the libraries it links, and little else. What the programs cost
# is seen, and that none is left behind, however a session ends.

set -u
BUILD=$(realpath "${BUILD:-build}")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d "${TMPDIR:-/var/tmp}/test_bpf_live.XXXXXX") || exit 1
qemu=
trap '[ -n "$qemu" ] && kill -9 "$qemu" 2>/dev/null; rm -rf "$work"' EXIT
failures=0

fail() {
	printf 'FAILED: %s\n' "$*"
	failures=$((failures + 1))
}

# add PROGRAM [NAME]: a program and the libraries that it needs go into the guest's file system.
add() {
	local library
	install -D "$1" "$work/root/bin/${2:-${1##*/}}"
	ldd "$1" 2>/dev/null | grep -o '/[^ ]*' | while read -r library; do
		[ -e "$work/root$library" ] || install -D "$(realpath "$library")" "$work/root$library"
	done
}

if [ ! -r "${KERNEL_612:-}" ]; then
	echo 'skipped: no kernel image (make kernels)'
	exit 77
fi
for program in qemu-system-x86_64 cpio; do
	if ! command -v $program >/dev/null; then
		echo "skipped: no $program"
		exit 77
	fi
done

"${CC:-cc}" -std=gnu17 -D_GNU_SOURCE -static -o "$work/programs" "$here/bpf_programs.c" || exit 1
add "$work/programs"
for program in lsmbench lsmbench-worker tests/unit/test_bpf tests/unit/test_session_pause; do
	add "$BUILD/$program"
done
for program in sh mount cat sleep grep ls rm; do
	add "$(command -v $program)"
done
mkdir -p "$work"/root/{proc,sys,dev,tmp,etc}
echo 'root:x:0:0::/:/bin/sh' >"$work/root/etc/passwd"

# What the guest does: each line that begins with ":" is for us.
cat >"$work/root/init" <<'GUEST'
#!/bin/sh
export PATH=/bin HOME=/tmp TMPDIR=/tmp
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs tmpfs /tmp
mount -t securityfs securityfs /sys/kernel/security
exec </dev/null >/dev/ttyS1 2>&1
echo ":modules $(cat /sys/kernel/security/lsm)"
echo ":before $(programs)"
test_bpf
echo ":unit $?"
LSMBENCH_WORKER=/bin/lsmbench-worker test_session_pause
echo ":pause $?"

lsmbench run -q --ops stat --depths 4 --runs 5 --passes 1 \
	--variants none,bpf:inode_getatr -o /tmp/unknown.csv
echo ":unknown $?"
lsmbench run -q --ops stat --depths 4 --runs 5 --passes 1 \
	--variants "none,'bpf:inode_need_killpriv,inode_getattr'" -o /tmp/refused.csv
echo ":refused $?"

lsmbench run -q --ops stat,open-close --depths 4 --runs 40 --passes 10 --batch 200us \
	--seed 5 --variants none,bpf:inode_getattr*38 -o /tmp/live.csv
echo ":session $?"
echo ":after $(programs)"
lsmbench compare /tmp/live.csv
echo ":recorded $(grep -c '^# env.variant.bpf: ' /tmp/live.csv)"

# Several hooks with a comma between them, and in a sum.
lsmbench run -q --ops stat --depths 4 --runs 5 --passes 1 --no-aa \
	--variants "none,'bpf:inode_getattr*2,inode_permission'+seccomp:1" -o /tmp/two.csv
echo ":two $?"

# killed SIGNAL STATUS: the programs are there while a turn lasts, and go with lsmbench.
killed() {
	lsmbench run -q --ops stat --depths 4 --runs 200000 --passes 1 --no-aa \
		--no-controls --variants bpf:inode_getattr*5,bpf:inode_getattr*5+seccomp:1 \
		-o /tmp/killed.csv &
	# What is attached first is a trial; two seconds later a turn lasts.
	programs 5
	sleep 2
	echo ":during $1 $(programs 5)"
	kill -$1 $!
	wait $!
	echo ":ended $1 $?"
	echo ":gone $1 $(programs 0)"
	ls /tmp/killed.csv && lsmbench export --format text /tmp/killed.csv && rm /tmp/killed.csv
}
killed KILL
killed TERM
killed HUP
echo ":scratch $(ls /tmp | grep -c '^lsmbench')"
echo ":end"
GUEST
chmod +x "$work/root/init"
(cd "$work/root" && find . | cpio --quiet -o -H newc) >"$work/initramfs" || exit 1

echo 'boots Debian 6.12 with lsm=capability,bpf'
timeout "${GUEST_LIMIT:-600}" qemu-system-x86_64 -accel tcg -cpu max,-cx16 -m 512 -nodefaults \
	-no-user-config -display none -no-reboot -kernel "$KERNEL_612" -initrd "$work/initramfs" \
	-append 'console=ttyS0 quiet panic=-1 lsm=capability,bpf' -serial "file:$work/log" \
	-serial "file:$work/out" </dev/null &
qemu=$!
wait $qemu
qemu=
tr -d '\r' <"$work/out" >"$work/said"

# said LINE: the guest has said this (a basic regular expression).
said() {
	printf 'the guest says: %s\n' "$1"
	grep -q "$1" "$work/said" || fail "the guest does not say '$1'"
}

said '^:modules .*bpf'
said '^:before 0 programs, 0 links$'
said '^:unit 0$'
said '^:pause 0$'
said 'has no hook inode_getatr, did you mean inode_getattr'
said '^:unknown 4$'
said 'lets no program onto the hook inode_need_killpriv'
said '^:refused 4$'
said '^:session 0$'
said '^:after 0 programs, 0 links$'
# One session in twenty finds a difference where there is none: only what is 30 times larger counts.
said '^[12] slower, '
sed -n '/^stat .* base/,/^open-close/p' "$work/said" | grep -q ' slower$' ||
	fail 'stat is not slower'
said '^:recorded 1$'
said '^:two 0$'
for signal in KILL TERM HUP; do
	said "^:during $signal 5 programs, 5 links\$"
	said "^:gone $signal 0 programs, 0 links\$"
done
said '^:ended KILL 137$'
said '^:scratch 0$'
said '^:end$'
said '^:ended TERM 8$'
sed -n '/^loop /,/^$/p' "$work/said" | grep -q slower && fail 'the loop is slower, too'
if [ $failures -gt 0 ]; then
	sed 's/^/    /' "$work/said"
	tail -20 "$work/log" | sed 's/^/    kernel: /'
fi
exit $((failures > 0))
