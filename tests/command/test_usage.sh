#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Words that cannot be understood: one line that helps, exit status 2; and the help itself.

. "$(dirname "$0")/common.sh"

usage() {
	local words=$1
	shift
	expect 2 "$words" "$lsmbench" "$@"
	one_line
	[ ! -s "$work/out" ] || fail "standard output is not empty"
}

usage 'did you mean run' rnu
usage 'neither a command nor a file' xyzzy
usage 'lsmbench help' --nonsense
usage 'did you mean export' help exprot
usage 'one command' help run export
usage 'did you mean ops' run --opss stat
usage 'take an argument; ' run --quiet=5
usage 'needs an argument' run --runs
usage 'unknown option' run -Z
usage 'what is "stat"' run stat
usage 'empty argument' run --scratch ''
usage 'empty argument' run -o ''
usage 'did you mean stat' run --ops stta
usage 'lsmbench ops' run --ops 'zz*'
usage 'XXX/YYY/ZZZ/NNN' run --ops stat --paths XXX/GGG
usage '1 to 1024' run --ops stat --depths 0
usage '1..32' run --ops stat --depths 4-8
usage '0 to 1000000' run --ops chmod --dirs 1000001
usage '0 to 1000000' run --ops chmod --dirs 1,000,000,x
usage '1 to 1000000' run --runs 0
usage '1 to 1000000' run --runs 3,5
usage '1 to 1000' run --passes 1001
usage '1us to 10s' run --batch 1,5ms
usage '1us to 10s' run --batch 11s
usage 'percentage' run --precision 0
usage '0 to 1023' run --cpu -1
usage 'published' run --suite pubished
usage 'did you mean none' run --variants nome
usage 'there are none, same' run --variants zzzzzz
usage 'leave the + out' run --variants landlock:1+
usage 'symbolic link' run --path '/tmp/a;b'
usage '\\x1b' run --label $'\e[31mred'
usage 'takes a path' run --ops chmod --paths FFF
usage 'directory size' run --ops stat --dirs 5
usage 'interval 2500ms does not go with dbench, which takes whole seconds, 2 at least' \
	run --ops dbench --interval 2500ms
usage 'interval 1s does not go with tbench, which takes whole seconds, 2 at least' \
	run --ops walk,tbench --interval 1s
usage 'command has no operation to go to: .*(command)' run --command true
usage 'cold has no operation to go to: .*(walk)' run --ops stat --cold
usage 'tree has no operation to go to' run --ops stat --tree /somewhere
usage 'empty argument' run --ops walk --tree ''
usage 'steps has no operation to go to: .*(fsx)' run --ops walk --steps 100
usage 'prepare has no operation to go to' run --ops fsx --prepare true
usage 'put the script into a file' time -- sh -c $'true\nfalse'
usage 'repeats has no operation to go to' run --ops stat --repeats 3
usage 'from 1 to 16384G (bytes)' run --ops walk --tree-size 4X
usage 'from 1 to 16384G (bytes)' run --ops walk --tree-size 16385G
usage 'more than 65536 cases' run --depths 1..1024 --ops '*' --scratch a --scratch b --scratch c \
	--scratch d --scratch e --scratch f --scratch g --scratch h --scratch i --scratch j --scratch k
usage 'there are csv, ' run --format nope
usage 'needs a result file' export
usage 'there are csv, ' export --format nope x.csv
usage 'one file at a time' export --format csv x.csv y.csv
usage 'did you mean stat' ops stta
usage 'lsmbench ops' ops stat 'zz*'
usage 'options only' env x
usage '0 to 1023' env --cpu x
usage 'options only' clean x

# The help alone, whatever else was given.
expect 0 '' "$lsmbench" env --cpu x --help
[ ! -s "$work/err" ] || fail "the help complains: $(cat "$work/err")"

for command in run export ops env clean help; do
	expect 0 '' "$lsmbench" "$command" --help
	has out lsmbench
	expect 0 '' "$lsmbench" help $command
	has out lsmbench
	expect 6 'standard output' bash -c "exec $lsmbench $command --help >/dev/full"
done
for command in "" run export ops env clean help; do
	"$lsmbench" $command --help >long
	for option in -h '-?'; do
		expect 0 '' "$lsmbench" $command $option
		cmp -s out long || fail "$command $option is not --help"
	done
done
expect 0 '' "$lsmbench" --version
has out '^lsmbench [0-9][0-9.]*$'
expect 0 '' "$lsmbench" --help
for word in run export LSMBENCH_WORKER XDG_CONFIG_HOME XDG_STATE_HOME TMPDIR NO_COLOR interrupted; do
	has out $word
done
expect 0 '' "$lsmbench" run --help
"$lsmbench" run --help >out
for key in suite ops paths depths path dirs descriptors processes cpus of working-sets file-sizes sizes strides pages clients cases scratch variants runs passes batch precision \
	time-limit session-limit quick cpu seed default-path no-aa subtract-loop watchdog label note \
	plan dry-run output format force redact quiet; do
	has out "--$key"
done
expect 0 '' "$lsmbench" ops
for word in stat open-close rename-create 'depth:N' default published none same NUMBERS --dirs; do
	has out "$word"
done
has out '^  memory-write  *MB/s: '
has out '^  protection-fault  *write to '
has out '  less signal-catch$'
# Each has its line, and what is too long for it goes on below.
[ "$(sed -n '/^OPERATIONS/,/^"/p' out | grep -c '^  [a-z]')" = "$("$lsmbench" ops '*' | grep -c '^  [a-z]')" ] ||
	fail "ops and ops '*' list different operations"
[ "$(sed -n '/^OPERATIONS/,/^"/p' out | sed '$d' | wc -L)" -le 80 ] || fail "ops has lines of more than 80 columns"

echo "ops with words says all about what they name"
expect 0 '' "$lsmbench" ops stat pipe-bandwidth
for word in '^    system calls .*\(newfstatat\|stat64\|statx\)' 'published as  *stat' \
	'unit  *ns, shown as MB/s: 65536 bytes'; do
	has out "$word"
done
[ "$(grep -c '^  [a-z]' out)" = 2 ] || fail "ops of two operations does not describe two"
expect 0 '' "$lsmbench" ops 'memory-*' tlb-latency open-denied '*-fault'
for word in memory-latency-random tlb-latency 'by its own name alone' 'less that of signal-catch' page-fault; do
	has out "$word"
done
expect 0 '' "$lsmbench" ops fork-exit read-zero memory-read
for word in '^  fork-wait$' 'uses  */dev/zero' 'as many bytes as its size'; do
	has out "$word"
done
expect 0 '' "$lsmbench" env
has out kernel.release
has out "$(uname -r)"
expect 4 '/missing: No such file' "$lsmbench" env --scratch "$work/missing"
one_line
expect 4 '/missing: No such file' "$lsmbench" clean --scratch "$work/missing"
one_line
expect 4 'CPU 1023' "$lsmbench" env --cpu 1023
one_line

echo "a group of operations goes by its name"
for group in path directory control; do
	expect 0 '' "$lsmbench" run -n --ops $group
	cut -d ' ' -f 1 out | sed -e '/^[0-9]/,$d' -e '/^$/d' >measured
	"$lsmbench" ops | sed -n "/^ $group\$/,/^ [a-z]\|^[A-Z]/s/^  \([a-z][^ ]*\) .*/\1/p" >listed
	[ -s listed ] && cmp -s measured listed ||
		fail "--ops $group: $(xargs <measured), not $(xargs <listed)"
done

echo "a dry run has a line for each operation, also when there are many cases"
expect 0 '' "$lsmbench" run -n --suite lmbench
has out '^select-tcp  *[0-9.]* s  FD10, FD100, FD250, FD500$'
has out '^context-switch-overhead .* s  (added: context-switch is shown less this)$'
has out '96p/32K, 96p/64K$'
has out '^signal-catch  *[0-9.]* s$'
[ "$(cut -d ' ' -f 1 out | sed -e '/^[0-9]/,$d' -e '/^$/d' | sort | uniq -d)" = "" ] ||
	fail "an operation has two lines"
[ "$(wc -l <out)" -lt 70 ] || fail "the dry run of a suite fills $(wc -l <out) lines"
expect 0 '' "$lsmbench" run -n --ops stat --variants none,landlock:1
has out '^stat .* s  default, FFF, '
has out '^  *XXX/YYY/ZZZ/AAA'
[ "$(sed '$d' out | wc -L)" -le 80 ] || fail "a line of the dry run is longer than 80 columns"
expect 0 '' "$lsmbench" run -n --ops protection-fault,signal-catch,kill-self
grep -q added out && fail "what was asked for counts as added"

expect 0 '' "$lsmbench" env --redact
grep -q "$(uname -n)" out && [ "$(uname -n)" != localhost ] && grep "host" out |
	grep -qw "$(uname -n)" && fail "the host's name is not left out"

echo "a redacted plan cannot run, and says why"
printf 'ops: stat\npaths: FFF\npath: /redacted/path-1\n' >redacted.plan
expect 4 'redacted result' "$lsmbench" run -q --plan redacted.plan -o none.csv
one_line

echo "env masks what a redacted result masks"
expect 0 '' "$lsmbench" run -q --redact --ops loop --runs 3 --passes 1 --batch 1ms -o redacted.csv
for key in host.name host.user kernel.command_line lsm.requested scratch.0.path; do
	value=$(sed -n "s/^# env\\.$key: //p" redacted.csv)
	if [ -n "$value" ]; then
		expect 0 '' "$lsmbench" env --redact
		sed -n "s/^  $key  *//p" out | grep -qF -- "$value" ||
			fail "env --redact says otherwise of $key than a result: $value"
	fi
done
echo "sizes that no case can have are refused before anything is measured, a dry run too"
for dry in -n ''; do
	expect 2 "memory-read: size '700': must be a multiple of 256" "$lsmbench" run $dry --ops memory-read --sizes 700
	one_line
	expect 2 "file-reread: size '65K': must be a multiple of 64K" "$lsmbench" run $dry --ops file-reread --sizes 65K
	expect 2 "memory-latency: size and stride '1K/1024': the first must be 2 times the stride" \
		"$lsmbench" run $dry --ops memory-latency --sizes 1K --strides 1024
	expect 2 "stride '12': must be a multiple of 8" "$lsmbench" run $dry --ops memory-latency --strides 12
	expect 2 "mmap-latency: size '512': must be a whole number from 4K" "$lsmbench" run $dry \
		--ops mmap-latency,memory-read --sizes 512
	expect 2 "size '700': must be a multiple of 256" "$lsmbench" run $dry --cases 'memory-read 700'
done
expect 0 '' "$lsmbench" run -n --ops memory-latency --sizes 2K --strides 1024

finish
