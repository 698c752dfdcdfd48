#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Checks what the README says against what is: dependencies, operations, exit codes, targets.

set -u
cd "$(dirname "$0")/../.." || exit 1
: "${BUILD:=$PWD/build}"
program=$BUILD/lsmbench
failed=0

complain() {
	printf '%s\n' "$*"
	failed=1
}

# block NAME: the paragraph that follows the comment <!-- NAME -->, without its fence.
block() {
	awk -v start="<!-- $1 -->" '
		found && /^$/ { exit }
		found && !/^```/ { print }
		$0 == start { found = 1 }' README.md
}

# same NAME EXPECTED: the block holds exactly this text.
same() {
	local has
	has=$(block "$1")
	[ -n "$2" ] || complain "$1: the program printed nothing"
	[ "$has" = "$2" ] || {
		complain "README.md's block '$1' (-) is not what the program says (+):"
		diff -u <(printf '%s\n' "$has") <(printf '%s\n' "$2") | tail -n +3
	}
}

# Every package of the Makefile, with the Makefile's reason and the first target that needs it, and
# no package that is not there.
unset MAKEFLAGS MFLAGS MAKELEVEL
needed=$(make -s -f Makefile -f - show <<'END'
show: ; @$(foreach p,$(DEPS_RUN),echo $p make;) \
	$(foreach p,$(filter-out $(DEPS_RUN),$(DEPS_TEST)),echo $p make test;) \
	$(foreach p,$(filter-out $(DEPS_TEST),$(DEPS_LINT)),echo $p make lint;) \
	$(foreach p,$(filter-out $(DEPS_TEST) $(DEPS_LINT),$(DEPS_FUZZ)),echo $p make fuzz;) :
END
)
[ -n "$needed" ] || complain "the Makefile names no package"
while read -r package target; do
	why=$(sed -n "s/^WHY\.$package *:= *//p" Makefile)
	[ -n "$why" ] || complain "Makefile: no reason for $package"
	row="| \`$package\` | $why | \`$target\` |"
	grep -qxF "$row" README.md || complain "README.md: no row $row"
done <<<"$needed"
packages=$(cut -d ' ' -f 1 <<<"$needed" | xargs)
while read -r package; do
	case " $packages " in
	*" $package "*) ;;
	*) complain "README.md: $package is no dependency of the Makefile" ;;
	esac
done < <(sed -n '/^## Dependencies/,/^## /s/^| `\([^`]*\)`.*/\1/p' README.md)

# Every target that the README speaks of exists.
for target in $(grep -oE '(`|^    )make [a-z]+' README.md | sed 's/.*make //' | sort -u); do
	grep -qE "^([a-z-]+ )*$target[ :]" Makefile || complain "README.md: no target make $target"
done

# Its first screen shows a screen and gives the two commands.
for words in 'Run [Compare] Environment' 'make run' 'make test'; do
	head -n 45 README.md | grep -qF "$words" || complain "README.md: '$words' is not on its first screen"
done

same operations "$("$program" ops '*' 2>&1 | tests/structure/operations_table.sh)"
same numbers "$("$program" ops 2>&1 | tests/structure/numbers_table.sh)"
same "exit codes" "$("$program" help 2>&1 | sed -n '/^Exit statuses/,/^$/p' | sed -e 1d -e '/^$/d')"

# How much the suite of LMbench is.
read -r cases passes runs <<<"$("$program" run -n --suite lmbench |
	sed -n 's/^\([0-9]*\) cases, \([0-9]*\) passes of \([0-9]*\) runs.*/\1 \2 \3/p')"
tr '\n' ' ' <README.md | grep -qF "$cases cases of $((passes * runs)) runs" ||
	complain "README.md: the suite of LMbench has $cases cases of $passes x $runs runs"

# Every command that it shows exists.
for command in $(grep -oE '(`|^    )lsmbench [a-z]+' README.md | sed 's/.*lsmbench //' | sort -u); do
	"$program" "$command" --help >/dev/null 2>&1 || complain "README.md: no lsmbench $command"
done

exit $failed
