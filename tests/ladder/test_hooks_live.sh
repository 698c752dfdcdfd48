#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# lsmbench hooks without --kernel, in the kernel that it runs in: Debian's 6.12 under QEMU, with a
# file system that holds lsmbench, the libraries it links, and little else. What cannot be counted is
# said, an end before all was counted leaves nothing behind, and no hook stays watched.

set -u
BUILD=$(realpath "${BUILD:-build}")
work=$(mktemp -d "${TMPDIR:-/var/tmp}/test_hooks_live.XXXXXX") || exit 1
qemu=
trap '[ -n "$qemu" ] && kill -9 "$qemu" 2>/dev/null; rm -rf "$work"' EXIT
failures=0

fail() {
	printf 'FAILED: %s\n' "$*"
	failures=$((failures + 1))
}

# add PROGRAM: it and the libraries that it needs go into the guest's file system.
add() {
	local library
	install -D "$1" "$work/root/bin/${1##*/}"
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

add "$BUILD/lsmbench"
for program in sh mount cat sleep grep ls; do
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
mount -t tracefs tracefs /sys/kernel/tracing
exec </dev/null >/dev/ttyS1 2>&1
events=/sys/kernel/tracing/kprobe_events
left() {
	echo ":left $1 $(ls /tmp | grep -c '^lsmbench') $(grep -c . $events)"
}

lsmbench hooks -o /tmp/hooks.csv --ops stat,open-close,pipe-latency,fsx,loop --depths 1,4
echo ":counted $?"
cat /tmp/hooks.csv
left counted

# It has begun, and its 32 cases take far longer than this.
lsmbench hooks -o /tmp/early.csv --ops 'stat,access,chmod,rename' --depths 1,2,3,4,5,6,7,8 &
while ! grep -q . $events || ! ls /tmp | grep -q '^lsmbench'; do sleep 0.1; done
kill -TERM $!
wait $!
echo ":early $?"
ls /tmp/early.csv
left early
echo ":end"
GUEST
chmod +x "$work/root/init"
(cd "$work/root" && find . | cpio --quiet -o -H newc) >"$work/initramfs" || exit 1

echo 'boots Debian 6.12'
timeout "${GUEST_LIMIT:-600}" qemu-system-x86_64 -accel tcg -cpu max,-cx16 -m 512 -nodefaults \
	-no-user-config -display none -no-reboot -kernel "$KERNEL_612" -initrd "$work/initramfs" \
	-append 'console=ttyS0 quiet panic=-1 lsm=capability' -serial "file:$work/log" \
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

said '^lsmbench: fsx: skipped: it times itself'
said '^:counted 0$'
said '^stat,FFF,inode_permission,1,'
said '^stat,XXX/YYY/ZZZ/FFF,inode_permission,4,'
said '^stat,FFF,inode_getattr,1,'
said '^open-close,XXX/YYY/ZZZ/FFF,file_open,1,'
said '^pipe-latency,,file_permission,4,'
said '^loop,,,0,'
said '^:left counted 0 0$'
said '^lsmbench: interrupted before all was counted; nothing was written$'
said '^:early 8$'
said '^:left early 0 0$'
said '^:end$'
grep -q '^stat,FFF,file_open' "$work/said" && fail 'stat opens a file'
if [ $failures -gt 0 ]; then
	sed 's/^/    /' "$work/said"
	tail -20 "$work/log" | sed 's/^/    kernel: /'
fi
exit $((failures > 0))
