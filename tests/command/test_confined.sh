#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What goes beyond the scratch root - devices, descriptors, signals, programs - is measured under
# every kind of confinement, and a wrapper that takes away what it needs is told so.

. "$(dirname "$0")/common.sh"

operations=null-call,read-zero,write-null,fstat,select-file,select-tcp,signal-install,signal-catch
operations=$operations,procedure-call,protection-fault,fork-exec,fork-shell,file-create,file-delete
operations=$operations,mmap-latency,page-fault
short=(run -q --no-aa --no-controls --runs 2 --passes 1 --batch 50us)

# confined VARIANT: every operation, not confined and under the variant, on the same objects.
confined() {
	local operation
	expect 0 '' "$lsmbench" "${short[@]}" --descriptors 10,500 --file-sizes 0K,10K \
		--sizes 512K --ops "$operations" \
		--variants "none,$1" -o x.csv
	for operation in ${operations//,/ }; do
		[ "$(grep -c "^$operation,.*,latency,ns,[1-9]" x.csv)" -ge 4 ] ||
			[ "$operation" = procedure-call ] ||
			fail "$operation: not measured under $1"
	done
	grep -q "^procedure-call,,${1%%=*}" x.csv || fail "procedure-call: not measured under $1"
}

if "$lsmbench" run --dry-run --ops loop --variants landlock:1 >/dev/null 2>&1; then
	confined landlock:1
else
	echo "landlock does not work here"
fi
confined seccomp:1
if unshare -r true 2>/dev/null; then
	confined 'exec:box=unshare -r -m -p -f --kill-child --'
	echo "a wrapper with another /dev"
	expect 7 'read-zero.*/dev/zero' "$lsmbench" "${short[@]}" --ops read-zero --variants \
		"none,exec:bare=unshare -r -m sh -c 'mount -t tmpfs none /dev; exec \"\$@\"' -" -o y.csv
	expect 7 'write-null.*is not the character device 1:3' "$lsmbench" "${short[@]}" \
		--ops write-null --variants \
		"none,exec:bare=unshare -r -m sh -c 'mount -t tmpfs none /dev; : >/dev/null; exec \"\$@\"' -" \
		-o y.csv
fi

echo "too few descriptors"
limited() {
	(ulimit -n "$1" && shift && exec "$@")
}
export -f limited
expect 7 'select-file.*raise the hard limit of open files to 516' bash -c 'limited "$@"' - \
	400 "$lsmbench" "${short[@]}" --descriptors 500 --ops select-file
expect 7 'select-tcp.*raise the hard limit of open files to 1524' bash -c 'limited "$@"' - \
	1200 "$lsmbench" "${short[@]}" --descriptors 500 --ops select-tcp
echo "more than the soft limit allows is taken from the hard one"
expect 0 '' bash -c 'ulimit -Sn 100; exec "$@"' - "$lsmbench" "${short[@]}" --descriptors 500 \
	--ops select-file,select-tcp -o z.csv

finish
