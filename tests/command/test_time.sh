#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench time": what it runs and how often, what it prints, what becomes of a command that fails,
# and that nothing goes on when lsmbench is killed.

. "$(dirname "$0")/common.sh"

set -m

command -v pgrep >/dev/null || { echo "needs pgrep" && exit 77; }

time=("$lsmbench" time -q)
line='^[0-9.]*user [0-9.]*system [0-9:]*\.[0-9][0-9]elapsed [0-9?]*%CPU'
line+=' (0avgtext+0avgdata [1-9][0-9]*maxresident)k$'

# times COUNT: standard output has so many lines of time(1).
times() {
	[ "$(grep -c -- "$line" out)" -eq "$1" ] || { fail "not $1 times:" && cat out; }
}

# What cannot be understood.
expect 2 'there is no command to time: lsmbench time -- COMMAND' "${time[@]}"
expect 2 'The command stands behind -- ' "${time[@]}" true
expect 2 'there is no command' "${time[@]}" --
expect 2 'runs: .*whole number' "${time[@]}" --runs 0 -- true
expect 2 'format needs -o' "${time[@]}" --format csv -- true
expect 2 'name a file' "${time[@]}" -o - -- true
expect 2 'or another control character: put the script into a file' "${time[@]}" -- sh -c $'true\ntrue'

# Three runs, and what is said of them.
expect 0 '' "${time[@]}" -- true
times 3
has out '^# elements: 3, mean [0-9.]*, variance [0-9.]*, std dev [0-9.]*$'
! grep -q '^sys average' out || fail "kernbench's line although nobody asked"
expect 0 '' "${time[@]}" --stats --runs 2 -- true
times 2
has out '^sys average: [0-9.]* stdev [0-9.]*$'

echo "what it took is said in a unit that suits it, not in ns, also on the way and where it is compared"
expect 0 'command sleep 0.02: median [0-9.]* ms, 2 runs' "$lsmbench" time --runs 2 \
	--variants none,same --no-controls -o unit.csv -- sleep 0.02
has out '^command sleep 0.02  base [0-9.]* ms$'
# 0, unless somebody has dropped the page cache meanwhile.
has out '^command sleep 0.02: faults-disk  base [0-9.]* count$'
has out '^ same A/A  *[+0-9.-]*  *\(same\|-\|[+-][0-9.]*%\) '
expect 0 '' "$lsmbench" export --format markdown unit.csv
has out '^| command sleep 0.02 *| none *| *[0-9.]* ms |'
expect 0 '' "$lsmbench" export --format summary unit.csv
has out '^1,command,sleep 0.02,none,all,done,0,ns,2,[0-9]\{8\}\.'

echo "a comparison says the command in full, once, and how to repeat it"
expect 0 '' "$lsmbench" time -q --runs 2 --variants none,same --no-controls --prepare 'true; true' \
	-o long.csv -- sh -c 'exit 0; a longer command than names hold, with "*&!" in it'
for format in text markdown csv json; do
	expect 0 '' "$lsmbench" compare --format $format long.csv
	tr -d '\\\n' <out | sed 's/   */ /g' >flat
	[ "$(grep -o "is: sh -c *'exit 0; a longer command" flat | wc -l)" = 1 ] ||
		fail "the command is not said once in $format"
	has flat 'prepared by: true; *true'
	has flat 'Repeat with: lsmbench *run *--ops *command '
done
expect 0 '' "$lsmbench" compare --redact long.csv
! grep -q 'exit 0; a longer\|Repeat' out || fail "--redact says the command"

echo "behind the last case no time is left, one run is one run"
expect 0 '^1/1 command sleep 0.02: median [0-9.]* ms, 1 run$' "$lsmbench" time -r 1 -- sleep 0.02
expect 0 '^1/1 loop: median [0-9.]* ns, 1 run$' "$lsmbench" run --ops loop --runs 1 --passes 1 \
	--batch 50us

echo "words arrive as they are, prepare comes before and cleanup after each run, warming up counts for nothing"
cat >words <<'END'
#!/bin/sh
for word; do printf '<%s>' "$word"; done >>"$LOG"
echo >>"$LOG"
END
chmod +x words
export LOG=$work/log
expect 0 '' "${time[@]}" --runs 2 --warmup 1 --prepare 'echo prepare >>log' \
	--cleanup 'echo cleanup >>log' -o words.csv -- ./words 'a  b' '' "it's" '$HOME' '*' -- --runs
times 2
for _ in 1 2 3; do
	printf "prepare\n<a  b><><it's><\$HOME><*><--><--runs>\ncleanup\n"
done | cmp - log || { fail "not what was to be run:" && cat log; }

echo "the result holds what the kernel counted, and reads back the same"
for metric in latency user system cpu resident switches switches-forced faults faults-disk; do
	[ "$(grep -c "^command,.*,$metric," words.csv)" -eq 2 ] || fail "$metric is not there twice"
done
expect 0 '' "$lsmbench" export words.csv -o copy.csv
cmp -s words.csv copy.csv || fail "reading back gives another result"

echo "a file that names a command does not start it by itself"
rm log
expect 2 'wants to start a command: command: ./words.*--run-commands' \
	"$lsmbench" run -q --plan words.csv
expect 2 'wants to start a command: prepare: echo prepare' \
	"$lsmbench" run -q --plan words.csv --command true
[ ! -e log ] || fail "a command of the file was started"
expect 0 '' "$lsmbench" run -q --plan words.csv --run-commands -o again.csv
[ "$(grep -c prepare log)" -eq 3 ] || fail "the plan is not repeated"
[ "$(grep '^# plan' words.csv)" = "$(grep '^# plan' again.csv)" ] || fail "another plan"

echo "a redacted result names no path, and is a result"
expect 0 '' "${time[@]}" --runs 1 --redact -o hidden.csv -- "$work/words" x
! grep -q "$work" hidden.csv || { fail "a path:" && grep "$work" hidden.csv; }
expect 0 '' "$lsmbench" export hidden.csv --format csv
has out '^command,'

# What fails is said, and is no time.
expect 7 'exit status 3: first | last' "${time[@]}" -- sh -c 'echo first; echo last >&2; exit 3'
times 0
has out '^# failed: exit status 3: first | last$'
expect 7 'exit status 127: .*no-such-program' "${time[@]}" -- no-such-program
expect 7 'killed by signal 9 (Killed): gone' "$lsmbench" run --ops command \
	--command 'echo gone; kill -9 $$'
expect 7 'prepare: exit status 4' "${time[@]}" --prepare 'exit 4' -- touch never
[ ! -e never ] || fail "it ran although prepare had failed"
expect 7 'cleanup: exit status 5' "${time[@]}" --cleanup 'exit 5' -- true
expect 7 'exit status 1' "${time[@]}" --runs 1 --cleanup 'touch cleaned' -- false
[ -e cleaned ] || fail "nothing was cleaned up after a run that failed"

echo "a shell line as one word is told where it can go; a program whose name has blanks runs"
expect 7 "for a shell line take -- sh -c 'sleep 0.1; true'\$" "${time[@]}" -- 'sleep 0.1; true'
! grep -q 'shell line' <<<"$("${time[@]}" -r 1 -- no-such-program 2>&1)" ||
	fail "a program that is not there is taken for a shell line"
printf '#!/bin/sh\n' >'a program' && chmod +x 'a program'
expect 0 '' "${time[@]}" -r 1 -- './a program'

echo "much output harms nothing, and only its end is shown, the last lines whole"
expect 7 'exit status 1: \.\.\. | .*| 299999 | 300000$' "${time[@]}" -- sh -c 'seq 300000; exit 1'
has out '^# failed: exit status 1: \.\.\. | [0-9]\{6\} | .*| 299999 | 300000$'
expect 7 'exit status 1: \.\.\. | 4[0-9]* | .*| 499 | 500$' "${time[@]}" -- \
	sh -c 'seq 500; exit 1'
[ "$(wc -c <err)" -lt 800 ] || fail "more than the end is shown"
expect 7 'exit status 1: ?\[31mred?$' "${time[@]}" -- sh -c 'printf "\033[31mred\377\n"; exit 1'

echo "whose failure is ignored, it counts, and its status is told; what cannot be started does not"
expect 0 '' "${time[@]}" -i -r 2 -o ignored.csv -- sh -c '[ -e once ] && exit 3; touch once'
times 2
has out '^# ignored: 1 of 2 runs failed, the first with exit status 3$'
has out '^# elements: 2, '
[ "$(grep '^command,.*,exit-status,' ignored.csv | cut -d, -f 12 | tr '\n' ' ')" = '0 3 ' ] ||
	{ fail "no exit status:" && grep exit-status ignored.csv; }
expect 0 'sh -c kill' "$lsmbench" time --ignore-failure -r 1 -- sh -c 'kill -9 $$'
has out 'the first with exit status 137$'
expect 7 'exit status 127: .*no-such-program' "${time[@]}" -i -- no-such-program
expect 7 'prepare: exit status 4' "${time[@]}" -i --prepare 'exit 4' -- true

echo "without a shell it is started itself, its words as they are"
for shell in '' --no-shell; do
	expect 0 '' "${time[@]}" $shell -r 1 -- ./words 'a  b' '$HOME' '|' '' -N
	[ "$(tail -n 1 log)" = '<a  b><$HOME><|><><-N>' ] ||
		{ fail "not its words:" && tail -n 1 log; }
done
expect 7 'exit status 127: cannot start no-such-program: ' "${time[@]}" -N -- no-such-program
expect 0 '' "$lsmbench" run -q --ops command --command 'test "a b" = "a b"' --no-shell -o quoted.csv
expect 7 "a ' is not closed" "$lsmbench" run -q --ops command --command "echo 'a" --no-shell

echo "a time limit begins no other run, and says so; a dry run starts nothing"
expect 0 '' "${time[@]}" --time-limit 1s --runs 500 -- sleep 0.3
has out '^# early: .*limit of 1 s'
[ "$(grep -c elapsed out)" -lt 10 ] || fail "more runs than the limit has room for"
expect 2 'time-limit: .*not a time' "${time[@]}" --time-limit soon -- true
expect 0 '' "$lsmbench" time -n --prepare 'touch started' --time-limit 10s -N -- touch started
[ ! -e started ] || fail "a dry run started something"
has out '^command .* touch started$'
has out "^lsmbench run --ops command .*--command 'touch started' --prepare 'touch started' --no-shell"

echo "it runs on all CPUs"
expect 7 "exit status 1: $(nproc)\$" "${time[@]}" -- sh -c 'nproc; exit 1'

if command -v make >/dev/null && command -v cc >/dev/null; then
	echo "a small project is compiled, alone and under variants"
	# What make hands down to this test would change how the project is made.
	unset CFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL
	for part in one two; do
		printf 'int %s(void);\nint %s(void) { return 0; }\n' $part $part >$part.c
	done
	printf 'int one(void);\nint two(void);\nint main(void) { return one() + two(); }\n' >main.c
	printf 'all: main.o one.o two.o\n\tcc -o prog main.o one.o two.o\n' >Makefile
	printf 'clean:\n\trm -f prog *.o\n' >>Makefile
	variants=none
	"$lsmbench" run -q "${tiny[@]}" --variants none,landlock:1 -o "$work/may.csv" 2>/dev/null &&
		variants=none,landlock:1
	expect 0 '' "${time[@]}" --runs 2 --variants "$variants" --no-aa --no-controls \
		--prepare 'make clean' -o make.csv -- make -j8
	[ -x prog ] || fail "nothing was compiled"
	if [ $variants = none ]; then
		times 2
	else
		times 4
		has out '^landlock:1:$'
		has out '^Variants compared with none$'
	fi
fi

if "$lsmbench" run -q "${tiny[@]}" --variants none,landlock:1 -o confined.csv 2>/dev/null; then
	echo "what fails under a variant alone keeps its cause, and is told once"
	mkdir inside
	cd inside || exit 1
	expect 7 'under landlock:1: exit status [0-9]*: .*outside.*; the case goes on without it' \
		"${time[@]}" --runs 2 --variants none,landlock:1 --no-aa --no-controls \
		-o beyond.csv -- sh -c 'echo 1 >../outside'
	cd "$work" || exit 1
	[ "$(grep -c 'goes on without it' err)" -eq 1 ] || { fail "not told once:" && cat err; }
	has out '^# failed: under landlock:1: exit status [0-9]*: .*outside'
fi

# sleepers COUNT: so many processes called sleep stand in the directory of this test.
sleepers() {
	local one count=0
	for one in $(pgrep -x sleep); do
		[ "$(readlink "/proc/$one/cwd")" = "$work" ] && count=$((count + 1))
	done
	[ $count -eq "$1" ]
}

no_file_left() {
	[ -z "$(find "$TMPDIR" -mindepth 1)" ]
}

for signal in KILL INT; do
	echo "whatever the command has started ends with lsmbench: SIG$signal"
	"${time[@]}" --runs 1 --prepare 'sleep 631 & true' -- \
		sh -c 'setsid sh -c "sleep 632; true" & sleep 632; true' 2>err >out &
	pid=$!
	wait_for sleepers 3
	kill -$signal $pid
	wait $pid
	wait_for sleepers 0
	wait_for no_file_left
done

# What ignores all that can be ignored, with a grandchild in a session of its own.
cat >stubborn <<'END'
#!/bin/sh
[ -e "$1" ] || { touch "$1" && exit 0; }
trap '' TERM INT HUP
setsid sh -c 'trap "" TERM INT HUP; sleep 633; true' &
sleep 633
true
END
chmod +x stubborn

for stage in prepare command cleanup; do
	for signal in INT TERM; do
		echo "SIG$signal while its second $stage ignores it: all ends, the first run is kept"
		rm -f first stage.csv
		prepare=true command=true cleanup=true
		declare $stage='./stubborn first'
		"${time[@]}" --prepare "$prepare" --cleanup "$cleanup" -o stage.csv -- \
			sh -c "$command" >out 2>err &
		pid=$!
		wait_for sleepers 2
		kill -$signal $pid
		wait $pid
		status=$?
		[ $status -eq 8 ] || { fail "status $status instead of 8:" && cat err; }
		wait_for sleepers 0
		wait_for no_file_left
		times 1
		has out '^# stopped: '
		has stage.csv '^command,.*,latency,'
		has stage.csv 'partial'
	done
done

echo "interrupted in its first run there is nothing to keep"
touch first
rm -f stage.csv
"${time[@]}" -o stage.csv -- ./stubborn first >out 2>err &
pid=$!
wait_for sleepers 2
kill -INT $pid
wait $pid
status=$?
[ $status -eq 8 ] || { fail "status $status instead of 8:" && cat err; }
has err 'interrupted before a run had ended; nothing was written'
[ ! -e stage.csv ] || fail "a result without any run"
wait_for sleepers 0

finish
