#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Sourced by what fetches packages of Debian: as an ordinary user, into a folder, installing nothing.
# Lists of packages that are not there or too old are read into that folder too.

: "${BUILD:?}"
place=$BUILD/kernels
mkdir -p "$place"
place=$(cd "$place" && pwd) || exit 1
lists=()

give_up() {
	echo "no kernel was fetched: $*" >&2
	exit 1
}

for command in apt-get apt-cache dpkg-deb tar; do
	command -v $command >/dev/null || give_up "there is no $command here; this works on Debian"
done

apt() {
	local command=$1
	shift
	"$command" -q -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=1 \
		-o Acquire::http::Timeout=30 "${lists[@]}" "$@"
}

# Lists of our own: those of the system may be read by everyone and renewed by root only.
renew_lists() {
	[ ${#lists[@]} = 0 ] || return 1
	mkdir -p "$place/apt/lists/partial" "$place/apt/archives/partial"
	lists=(-o Dir::State::Lists="$place/apt/lists" -o Dir::Cache="$place/apt")
	echo 'Reading the lists of packages, for this folder only'
	apt apt-get -o APT::Update::Error-Mode=any update >"$place/apt/log" 2>&1
}

# concrete NAME: the package and version that a name of Debian stands for, as NAME=VERSION.
concrete() {
	apt apt-cache --no-all-versions show "$1" 2>/dev/null |
		sed -nE 's/^Depends: ([^ ,]+) \(= ([^)]+)\).*/\1=\2/p'
}

# versioned NAME: a package that stands for itself, as NAME=VERSION.
versioned() {
	local version
	version=$(apt apt-cache --no-all-versions show "$1" 2>/dev/null |
		sed -n 's/^Version: //p')
	[ -z "$version" ] || echo "$1=$version"
}

download() {
	(cd "$place" && apt apt-get download "$1") >"$place/download.log" 2>&1
}

# The first line in which apt says what is wrong.
reason_of() {
	local line
	line=$(grep -m 1 '^E: ' "$1") || line=$(tail -n 1 "$1")
	echo "${line#E: }"
}

# fetch RESOLVER NAME: download what the name stands for; the file's path in $package.
fetch() {
	local wanted reason=
	wanted=$("$1" "$2")
	if [ -z "$wanted" ]; then
		renew_lists || reason=" ($(reason_of "$place/apt/log"))"
		wanted=$("$1" "$2")
		[ -n "$wanted" ] || give_up "apt knows no package $2${reason:-}: this works on" \
			"Debian 12 with its security updates, and takes the network once"
	fi
	echo "Downloading ${wanted/=/ }"
	rm -f "$place/${wanted%%=*}"_*.deb
	if ! download "$wanted"; then
		reason=$(reason_of "$place/download.log")
		renew_lists || give_up "$2 cannot be downloaded: $reason"
		wanted=$("$1" "$2")
		download "${wanted:-$2}" ||
			give_up "$2 cannot be downloaded: $(reason_of "$place/download.log")"
	fi
	package=$(echo "$place/${wanted%%=*}"_*.deb)
}

# What only fetching needed.
tidy_up() {
	rm -rf "$place/apt" "$place/download.log"
}
