#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the ladder says of Debian's kernels before it boots one: release, configuration, and the
# rungs that they can build; and of files that are made of them and are no images any more.

. "$(dirname "$0")/../command/common.sh"

: "${KERNEL_61:?}" "${KERNEL_612:?}"

# says WORDS IMAGE: a ladder of the image would be, and it says these words.
says() {
	printf '%s: %s\n' "${2##*/}" "$1"
	timeout 60 "$lsmbench" ladder --dry-run --kernel "$2" >out 2>err ||
		fail "exit status $?: $(cat err)"
	grep -qF -- "$1" out || { fail "not said: $1"; head -n 5 out; }
}

for image in "$KERNEL_61" "$KERNEL_612"; do
	release=${image##*/vmlinuz-}
	says "Kernel $release: $image" "$image"
	says "configuration: ${image%/*}/config-$release" "$image"
	says 'lsm=selinux,capability' "$image"
done
says 'lsm=ipe,capability' "$KERNEL_612"
timeout 60 "$lsmbench" ladder --dry-run --kernel "$KERNEL_61" | grep -F 'lsm=ipe' &&
	fail '6.1 has no IPE'

# A build tree has its configuration in itself.
mkdir -p tree/arch/x86/boot
cp "$KERNEL_612" tree/arch/x86/boot/bzImage
printf 'CONFIG_SECURITY=y\nCONFIG_SECURITY_SMACK=y\n' >tree/.config
says 'lsm=smack,capability' tree
says "Kernel ${KERNEL_612##*/vmlinuz-}: " tree

# Copied without its configuration, and not installed: that of Debian is taken for granted.
cp "$KERNEL_61" alone
says 'lsm=tomoyo,capability' alone

head -c 5000000 "$KERNEL_612" >cut
expect 5 'cut is cut off: its header speaks of' "$lsmbench" ladder --dry-run --kernel cut
gzip -1 <"$KERNEL_612" >packed
expect 5 'packed is a file packed by gzip' "$lsmbench" ladder --dry-run --kernel packed
dd if="$KERNEL_612" of=payload bs=512 skip=41 count=100 2>/dev/null
expect 5 'payload is no kernel image' "$lsmbench" ladder --dry-run --kernel payload
expect 5 'is an ELF file' "$lsmbench" ladder --dry-run --kernel "$lsmbench"

finish
