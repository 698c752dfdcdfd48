#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Checks the shape of the source: who may include whom, who may print or exit, sizes, licences.
#
#   tui -> exports, engine, fixtures    exports -> engine    engine -> fixtures    fixtures -> libc
#
# HOUSE names another tree to check, for the test of this test.

set -u
cd "${HOUSE:-$(dirname "$0")/../..}" || exit 1
failed=0

complain() {
	printf '%s\n' "$*"
	failed=1
}

# The sources below directories.
sources_of() {
	find "$@" -name '*.[ch]'
}

# The project's own headers that the files below a directory include, as "file header".
own_includes() {
	sources_of "$1" | xargs -r grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]+"' |
		sed -E 's/^([^:]+):.*"([^"]+)"/\1 \2/'
}

# may_include DIRECTORY ALLOWED...: every include in quotes is of this or an allowed directory.
may_include() {
	local directory=$1 file header
	shift
	while read -r file header; do
		case " $directory $* " in
		*" ${header%%/*} "*) [ -f "$header" ] || complain "$file: $header does not exist" ;;
		*) complain "$file: $directory/ may not include $header" ;;
		esac
	done < <(own_includes "$directory")
}

# engine_room ROOM OTHER...: a room of engine/ includes itself, those others, and fixtures/.
engine_room() {
	local room=$1 file header other
	shift
	[ -d "engine/$room" ] || return
	rooms="$rooms $room"
	while read -r file header; do
		other=${header#engine/}
		case " $room $* " in
		*" ${other%%/*} "*) continue ;;
		esac
		[ "${header%%/*}" = fixtures ] || complain "$file: engine/$room/ may not include $header"
	done < <(own_includes "engine/$room")
}

# only_in HEADER-PATTERN DIRECTORY...: a library's headers stay in these directories.
only_in() {
	local pattern=$1 directory
	shift
	for directory in fixtures engine exports tui; do
		case " $* " in *" $directory "*) continue ;; esac
		sources_of "$directory" |
			xargs -r grep -HnE "^[[:space:]]*#[[:space:]]*include[[:space:]]*<($pattern)" &&
			complain "$directory/ may not include this"
	done
}

# calls FILES...: code lines that print to standard output or error, or end the process.
calls() {
	sed -E 's/"([^"\\]|\\.)*"/""/g; s:/\*.*\*/::g; s:^[[:space:]]*/?\*.*::; s://.*::' "$1" |
		grep -nE '(^|[^_[:alnum:]>.])((v?printf|puts|putchar|perror|exit|abort|errx?|warnx?|v?dprintf)[[:space:]]*\(|stdout|stderr)' |
		sed "s:^:$1\::"
}

may_include tui exports engine fixtures
may_include exports engine fixtures
may_include engine fixtures
may_include fixtures

# The rooms of engine/, each above those that it includes.
rooms=
engine_room text
engine_room statistics
engine_room environment text
engine_room operation text statistics
engine_room variant text environment operation
engine_room plan text operation variant
engine_room worker text operation variant plan
engine_room result statistics environment operation plan worker
engine_room hooks text environment operation
engine_room counting operation plan worker hooks
engine_room guest text environment operation variant plan worker result hooks counting
engine_room session text statistics environment variant plan worker result
engine_room compare text statistics environment operation variant plan result hooks
engine_room ladder text statistics environment operation variant plan worker result hooks guest compare
for room in engine/*; do
	case " $rooms " in
	*" ${room#engine/} "*) ;;
	*) complain "$room: not one of the rooms of engine/" ;;
	esac
done

only_in 'ncurses|curses|term\.h|panel\.h|menu\.h|form\.h|popt\.h' tui
only_in 'csv\.h' exports
only_in 'archive(_entry)?\.h' engine
only_in 'gsl/|zlib\.h|sha2\.h|md5\.h' engine exports
sources_of fixtures engine exports tui |
	xargs -r grep -lE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<(rpc|rpcsvc|tirpc)/' |
	grep -vx 'engine/operation/rpc_round_trip\.c' &&
	complain "only the worker of its own may include libtirpc"
only_in 'cmocka\.h|vterm\.h'

# exports/ writes to the files that it is given. That a file may be the standard output, by a name
# like "-", is known to exports/save.c, which then takes a copy of the descriptor.
for file in $(sources_of fixtures engine exports); do
	case $file in engine/worker/worker_main.c | engine/guest/guest_main.c) continue ;; esac
	found=$(calls "$file")
	[ -z "$found" ] || complain "$found: nothing below tui/ prints or exits"
done

# The front end never measures: what makes operations ready and runs them is out of its sight.
own_includes tui |
	grep -E ' (engine/(worker/(batch|prepared|protocol|setup_request)|hooks/hook_case|counting/count_(prepared|task)|guest/.*)|fixtures/(builder|fixture))\.h$' &&
	complain "tui/ may neither prepare nor run operations"
sources_of tui | xargs -r grep -nE 'operation->(run|record|setup|verify|teardown)[[:space:]]*\(' &&
	complain "tui/ may not call what an operation does"

# exports/ knows nothing of the matter of fixtures, only how errors are said and text is shown.
own_includes exports | grep ' fixtures/' | grep -vE ' fixtures/(error|text_show)\.h$' &&
	complain "exports/ may include no more of fixtures/ than error.h and text_show.h"

sources=$(find fixtures engine exports tui tests .ci -path '*/data' -prune -o -path '*/corpus' -prune -o \
	-type f \( -name '*.[ch]' -o -name '*.sh' -o -name run \) -print) || exit 1
for file in $sources Makefile; do
	lines=$(wc -l <"$file")
	[ "$lines" -le 500 ] || complain "$file: $lines lines, more than 500"
	head -n 3 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' ||
		complain "$file: no SPDX line at the top"
done

# A body that is longer than 60 lines is two functions.
long=$(find fixtures engine exports tui tests -name '*.[ch]' -exec awk '
	/^{/ { start = FNR }
	/^}/ && start { if (FNR - start > 61) print FILENAME ":" start; start = 0 }' {} +)
[ -z "$long" ] || complain "a function of more than 60 lines: $long"

for entry in *; do
	case $entry in
	Makefile | tui | engine | fixtures | exports | tests | README.md | LICENSE | build) ;;
	*) complain "$entry: not one of the things that stand at the top" ;;
	esac
done

# The worker's libraries: the C library with its mathematics, and under a sanitizer the sanitizer's.
worker=${BUILD:-build}/lsmbench-worker
if [ -z "${HOUSE:-}" ]; then
	if [ -x "$worker" ]; then
		libraries=$(ldd "$worker")
		if ! grep -q 'lib[a-z]*san\.so' <<<"$libraries" &&
			grep -vE 'linux-vdso|linux-gate|lib[cm]\.so|ld-linux|/ld64|/ld\.so' <<<"$libraries"; then
			complain "$worker: links more than the C library"
		fi
	else
		complain "$worker: not built"
	fi
fi

exit $failed
