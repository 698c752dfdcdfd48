#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# "lsmbench run --variants": what is taken, what is refused and how, and what becomes of commands
# that a file names.

. "$(dirname "$0")/common.sh"

run=("$lsmbench" run -q --ops open-unlink --runs 5 --passes 1 --batch 100us)

# What no variant can be is usage; what this machine lacks is the environment's fault.
expect 2 "'17' is not a number of layers from 1 to 16" "${run[@]}" --variants none,landlock:17
expect 2 'none stands alone' "${run[@]}" --variants none+landlock:1
expect 2 'did you mean landlock' "${run[@]}" --variants landlok
expect 2 'is not closed' "${run[@]}" --variants "exec:a=sh -c 'x"
expect 2 'exec:a stands for two commands' "${run[@]}" --variants exec:a=sh,exec:a=env
expect 4 'not in the search path' "${run[@]}" --variants none,exec:a=no-such-program
one_line
expect 4 'not in the search path' "${run[@]}" --dry-run --variants none,exec:a=no-such-program
expect 4 'exec:a: /: Is a directory: name a program' "${run[@]}" --variants none,exec:a=/
one_line
expect 4 'No such file or directory: name a program' "${run[@]}" --variants none,exec:a=./nothing
expect 4 'other parts stand before exec' "${run[@]}" --variants none,exec:a=nothing+seccomp:1
expect 4 'exec:a does not work here.*execute what follows' "${run[@]}" --variants none,exec:a=true
expect 4 'status 3: two words' "${run[@]}" --variants \
	"none,exec:a=sh -c 'echo two words >&2; exit 3'"
one_line

# Programs on hooks: what cannot be is usage, what the kernel refuses the environment's fault.
expect 2 "'39' is not a number of programs from 1 to 38" "${run[@]}" --variants none,bpf:file_open*39
expect 2 "no variant\|unknown variant 'inode_permission'" \
	"${run[@]}" --variants none,bpf:file_open,inode_permission
expect 2 'file_open stands twice' "${run[@]}" --variants "'bpf:file_open,file_open'"
"$lsmbench" run --dry-run --ops stat --variants none,"'bpf:file_open*2,inode_permission'" >out 2>err
case $? in
0)
	has out "'bpf:file_open.2,inode_permission.1' is global to the system"
	;;
4)
	one_line
	has err '^lsmbench: bpf'
	"${run[@]}" --variants none,bpf:inode_getattr -o refused.csv 2>err
	[ $? -eq 4 ] || fail "a session with programs that are refused does not end with 4"
	[ ! -e refused.csv ] || fail "a session that was refused leaves a result"
	;;
*) fail "programs on hooks are neither taken nor refused" ;;
esac
LSMBENCH_TESTS=1 expect 0 '' "$lsmbench" run --dry-run --ops stat --variants none,apart:5
has out '^apart:5 is global to the system'
LSMBENCH_TESTS=1 expect 0 'apart:5 is global to the system' "$lsmbench" run --ops loop --runs 5 \
	--passes 2 --batch 100us --variants none,apart:5,longer:500 -o turns.csv
expect 0 '' "$lsmbench" export turns.csv -o copy.csv
cmp -s turns.csv copy.csv || fail "reading a session with turns back gives another result"

# Controls are added, named, and can be left out.
expect 0 '' "$lsmbench" run --dry-run --ops open-unlink --variants none,seccomp:1
has out '^loop .*(added: control)$'
expect 0 '' "$lsmbench" run --dry-run --no-controls --ops open-unlink --variants none,seccomp:1
! grep -q '^loop' out || fail "a control although there should be none"

# A command's commas and blanks survive the result and the command that repeats it.
variant="exec:own=sh -c 'A=\"a, b\"; exec \"\$@\"' sh"
expect 0 '' "${run[@]}" --variants none --variants "$variant" -o own.csv
expect 0 '' "$lsmbench" export own.csv -o copy.csv
cmp -s own.csv copy.csv || fail "reading back gives another result"
expect 0 '' "$lsmbench" export --format markdown own.csv
has out '^| open-unlink | exec:own '
repeat=$(sed -n 's/^# command: lsmbench //p' own.csv)
eval "expect 0 '' \"\$lsmbench\" $repeat -q -o again.csv"
[ "$(grep '^# plan' own.csv)" = "$(grep '^# plan' again.csv)" ] || fail "another plan is repeated"

# A file may name a command; to start it takes a word of the person's own.
printf 'ops: loop\nvariants: none,exec:evil=touch caught\n' >evil.plan
expect 2 'wants to start a command: exec:evil=touch caught.*--run-commands' \
	"$lsmbench" run -q --plan evil.plan
expect 2 'wants to start a command' "$lsmbench" run -q --plan own.csv
[ ! -e caught ] || fail "the command of the file was started"
expect 0 '' "$lsmbench" run -q --plan own.csv --run-commands -o trusted.csv
expect 0 '' "$lsmbench" run -q --plan own.csv --variants none -o plain.csv
expect 2 '^lsmbench: standard input wants to start a command' \
	bash -c "'$lsmbench' run -q --plan - <own.csv"

# What a person typed needs no second word, nor does it matter that the file says it, too.
expect 0 '' "$lsmbench" run -q --plan own.csv --variants none --variants "$variant" -o typed.csv
expect 2 'touch caught.*--run-commands' "$lsmbench" run -q --plan evil.plan --runs 5
[ ! -e caught ] || fail "the command of the file was started beside options"

# Nor is a baseline's command started because it was kept.
expect 0 'saved as' "$lsmbench" baseline save before own.csv
expect 2 '^lsmbench: /.*before.* wants to start a command' "$lsmbench" run -q --against before

nothing_left
echo "what a wrapper says stays readable, and harms no terminal"
printf '#!/bin/sh\nprintf "caf\\303\\251 \\033[31m\\377\\n" >&2\nexit 1\n' >says
chmod +x says
expect 4 'status 1: café ?\[31m?$' "$lsmbench" run -q --ops loop --runs 2 --passes 1 \
	--variants "none,exec:u=$work/says" -o never.csv
finish
