#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Trouble in the middle of a session: a command of a variant that litters when it is interrupted, a
# worker that is stopped, a scratch directory that becomes full. Each ends with a clear message, and
# nothing is left behind.

. "$(dirname "$0")/common.sh"

# With job control a background job has a group of its own and does not ignore SIGINT.
set -m

# Processes that sleep for a time that no one else sleeps for.
mark=98765.$$
litter() {
	pgrep -f "^sleep $mark\$"
}

cat >litter.sh <<END
#!/bin/sh
setsid sleep $mark &
(setsid sleep $mark &)
exec "\$@"
END
chmod +x litter.sh

echo "an interrupt with a command that leaves programs in sessions of their own"
"$lsmbench" run --ops loop --variants "none,exec:litter=$work/litter.sh" --runs 100000 --passes 2 \
	--batch 1ms -o litter.csv 2>err &
session=$!
wait_for litter
kill -INT $session
wait $session
status=$?
[ $status -eq 8 ] || fail "exit status $status instead of 8: $(cat err)"
! litter >/dev/null || fail "left running: $(litter)"
pkill -f "^sleep $mark\$"
nothing_left

echo "a worker that was stopped"
cat >stop.sh <<'END'
#!/bin/sh
(sleep 1; kill -STOP $$) &
exec "$@"
END
chmod +x stop.sh
expect 7 'loop: under exec:stop: the worker showed no sign of life for [0-9]* s and was ended' \
	"$lsmbench" run --ops loop --variants "none,exec:stop=$work/stop.sh" --no-aa --runs 100000 \
	--passes 1 --batch 1ms --watchdog 2 -o stop.csv
has stop.csv '^# state: partial'
nothing_left

echo "a scratch directory that becomes full"
full() {
	unshare -r -m sh -c '
		mount -t tmpfs -o size=1m,nr_inodes=200 none "$TMPDIR" || exit 77
		"$@"
		status=$?
		ls -A "$TMPDIR" >left
		exit $status' - "$@"
}
export -f full
if full true; then
	expect 7 'readdir DIR500: .*No space left\|readdir DIR500: .*full' bash -c 'full "$@"' - \
		"$lsmbench" run --ops readdir --dirs 10,500 --runs 5 --passes 2 --batch 50us -o full.csv
	[ ! -s left ] || fail "left in the scratch directory: $(cat left)"
	has full.csv '^readdir,DIR10,'
fi

finish
