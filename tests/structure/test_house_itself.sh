#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tests test_house.sh: each rule, broken in a small tree of its own, must be complained about.

set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d) || exit 1
trap 'rm -rf "$tree"' EXIT
failed=0

# A tree with no fault.
fresh() {
	rm -rf "${tree:?}"/*
	mkdir -p "$tree"/{tui,engine/{plan,text},fixtures,exports,tests,.ci}
	echo '# SPDX-License-Identifier: GPL-2.0-or-later' >"$tree/Makefile"
	local file
	for file in tui/console engine/plan/plan engine/text/words fixtures/error exports/save; do
		echo '/* SPDX-License-Identifier: GPL-2.0-or-later */' |
			tee "$tree/$file.c" >"$tree/$file.h"
	done
}

# expect WORDS FILE LINE...: with these lines added to FILE the check fails and says WORDS.
expect() {
	local words=$1 file=$2 said
	shift 2
	fresh
	printf '%s\n' "$@" >>"$tree/$file"
	if said=$(HOUSE=$tree "$here/test_house.sh" 2>&1); then
		echo "not noticed: $file: $*"
		failed=1
	elif ! grep -qF "$words" <<<"$said"; then
		echo "expected '$words' for $file: $*, got: $said"
		failed=1
	fi
}

fresh
said=$(HOUSE=$tree "$here/test_house.sh" 2>&1) || { echo "a good tree fails: $said"; failed=1; }

expect 'engine/ may not include tui/console.h' engine/plan/plan.c '#include "tui/console.h"'
expect 'engine/ may not include exports/save.h' engine/plan/plan.h '# include "exports/save.h"'
expect 'engine/text/ may not include engine/plan/plan.h' engine/text/words.c '#include "engine/plan/plan.h"'
expect 'neither prepare nor run' tui/console.c '#include "engine/worker/prepared.h"'
expect 'neither prepare nor run' tui/console.h '#include "fixtures/fixture.h"'
expect 'neither prepare nor run' tui/console.c '#include "engine/guest/guest_hooks.h"'
expect 'may not call what' tui/console.c '	return made->operation->run(&made->context, n);'
expect 'not one of the rooms' engine/new.c '/* SPDX-License-Identifier: GPL-2.0-or-later */'
expect 'fixtures/ may not include engine/plan/plan.h' fixtures/error.c '#include "engine/plan/plan.h"'
expect 'exports/ may not include tui/console.h' exports/save.c '#include "tui/console.h"'
expect 'does not exist' tui/console.c '#include "engine/absent.h"'
expect 'may not include this' engine/plan/plan.c '#include <ncurses.h>'
expect 'may not include this' exports/save.c '#include <popt.h>'
expect 'may not include this' exports/save.c '#include <archive.h>'
expect 'may not include this' engine/plan/plan.c '#include <csv.h>'
expect 'may not include this' fixtures/error.c '#include <gsl/gsl_cdf.h>'
expect 'prints or exits' engine/plan/plan.c '	printf("x");'
expect 'prints or exits' engine/plan/plan.c '	exit(1);'
expect 'prints or exits' fixtures/error.c '	fprintf(stderr, "x");'
expect 'prints or exits' fixtures/error.c '	perror("x");'
expect 'prints or exits' exports/save.c '	fprintf(stdout, "x");'
expect 'more than 60 lines: tui/console.c:2' tui/console.c '{' "$(seq 61)" '}'
expect 'more than 500' tui/console.c "$(seq 500)"
expect 'no SPDX line' exports/new.c 'int x;'
expect 'stand at the top' notes.txt 'x'

# What only looks like a fault is none.
fresh
printf '%s\n' '	_exit(1);' '	snprintf(a, 1, "printf(stderr)");' '/* printf() exit() */' \
	' * exit() in a comment' '	plan->exit(1);' '{' "$(seq 60)" '}' >>"$tree/engine/plan/plan.c"
said=$(HOUSE=$tree "$here/test_house.sh" 2>&1) || { echo "false alarm: $said"; failed=1; }

exit $failed
