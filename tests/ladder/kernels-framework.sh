#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds two small kernels from Debian's source of Linux 6.1 into $BUILD/kernels: framework-none
# without CONFIG_SECURITY, framework-security with it and with no module but capability. Each is a
# folder that "lsmbench ladder --kernel" takes. With both there, nothing is built.

set -u

here=$(cd "$(dirname "$0")" && pwd)
name=linux-source-6.1
image=arch/x86/boot/bzImage
# shellcheck source=debian.sh
. "$here/debian.sh"
origin=$place/$name
tree=$place/framework
log=$place/framework.log
none=$place/framework-none
security=$place/framework-security
# Whoever builds it, whenever, gets the same bytes.
export ARCH=x86_64 KBUILD_BUILD_USER=lsmbench KBUILD_BUILD_HOST=lsmbench
export KBUILD_BUILD_TIMESTAMP='2024-01-01' KBUILD_BUILD_VERSION=1
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS LDFLAGS

# run COMMAND...: gently, with what it says in a file.
run() {
	nice -n 10 "$@" >>"$log" 2>&1 || {
		tail -n 20 "$log" >&2
		give_up "${1##*/} failed; $log has all that it said"
	}
}

unpack_source() {
	[ ! -d "$origin" ] || return 0
	fetch versioned $name
	echo "Unpacking $name"
	rm -rf "$origin.new" && mkdir "$origin.new" || exit 1
	dpkg-deb --fsys-tarfile "$package" | tar -xO "./usr/src/$name.tar.xz" |
		tar -xJ -C "$origin.new" --strip-components=1 || give_up "$name cannot be unpacked"
	mv "$origin.new" "$origin"
	rm -f "$package"
}

# configure OPTION...: tinyconfig, what a guest needs, these options; and that all of it holds.
configure() {
	local option wanted=$tree.config
	{
		cat "$here/framework.config"
		printf '%s\n' "$@"
	} >"$wanted"
	run make -s -C "$origin" O="$tree" tinyconfig
	run "$origin/scripts/kconfig/merge_config.sh" -m -O "$tree" "$tree/.config" "$wanted"
	run make -s -C "$origin" O="$tree" olddefconfig
	while read -r option; do
		case $option in
		\#* | *=n) ;;
		*) grep -qxF "$option" "$tree/.config" || give_up "$name does not take $option" ;;
		esac
	done <"$wanted"
}

# one FOLDER OPTION...: a kernel, where it is not there yet. Both are built in the same tree: the
# second compiles again only what the options change.
one() {
	local folder=$1
	shift
	[ ! -s "$folder/$image" ] || return 0
	unpack_source
	mkdir -p "$tree"
	configure "$@"
	echo "Building ${folder##*/}"
	run make -s -C "$origin" O="$tree" -j"${JOBS:-2}" bzImage
	rm -rf "$folder"
	mkdir -p "$folder.new/${image%/*}"
	cp "$tree/.config" "$folder.new/.config"
	cp "$tree/$image" "$folder.new/$image"
	mv "$folder.new" "$folder"
}

one "$none" CONFIG_SECURITY=n
one "$security" CONFIG_SECURITY=y CONFIG_SECURITYFS=y CONFIG_SECURITY_NETWORK=y \
	CONFIG_SECURITY_PATH=y
rm -rf "$origin" "$tree" "$tree.config" "$log"
tidy_up

echo "What differs in their configurations:"
diff <(grep -E '^(# )?CONFIG_' "$none/.config") <(grep -E '^(# )?CONFIG_' "$security/.config") |
	grep '^[<>]'
echo "$none"
echo "$security"
