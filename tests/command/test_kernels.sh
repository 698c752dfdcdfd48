#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tests what "make kernels" does without a network: nothing, where the images are there, and a
# sentence where they cannot be had.

set -u
script=$(cd "$(dirname "$0")/../.." && pwd)/tests/ladder/kernels.sh
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
failed=0

complain() {
	printf '%s\n' "$*"
	failed=1
}

# The programs that are there on any machine, and apt is not.
mkdir "$place/programs" "$place/kernels"
for program in bash sed rm mkdir dirname id env; do
	ln -s "$(command -v $program)" "$place/programs/$program"
done
run() {
	said=$(BUILD=$place PATH=$place/programs "$script" 2>&1)
	status=$?
}

echo image >"$place/one"
echo image >"$place/two with blank"
cat >"$place/kernels/list" <<END
KERNEL_61='$place/one'
KERNEL_612='$place/two with blank'
END
run
[ $status = 0 ] || complain "images that are there: status $status"
[ "$said" = "$place/one
$place/two with blank" ] || complain "images that are there: said '$said'"

# One of them went: they have to be fetched, and cannot be.
rm "$place/one"
run
[ $status = 1 ] || complain "no apt: status $status"
[ "$said" = "no kernel was fetched: there is no apt-get here; this works on Debian" ] ||
	complain "no apt: said '$said'"

exit $failed
