/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_keys.c - the table of everything that a plan can say.
 *
 * The command line's options, the plan file, a result's header, and the help derive from it.
 */
#include <string.h>

#include "engine/plan/plan_private.h"
#include "engine/variant/landlock.h"

#define FIELD(name) .offset = offsetof(struct plan, name), .size = sizeof(((struct plan *)0)->name)
#define MICROSECOND 1000u
#define MILLISECOND 1000000u
#define SECOND 1000000000u
#define DAY (86400u * (uint64_t)SECOND)

const struct plan_key plan_keys[] = {
	{"suite", PLAN_KEY_TEXT, "NAME", "a whole suite: published (47 cases of paths), lmbench",
	 FIELD(suite), .selects = true, .check = plan_check_suite},
	{"ops", PLAN_KEY_WORDS, "LIST",
	 "operations, by name, glob or group: stat,*-unlink,directory", FIELD(operations),
	 .selects = true, .check = plan_check_operation},
	{"paths", PLAN_KEY_WORDS, "LIST", "path shapes: FFF,XXX/FFF,default ... or all",
	 FIELD(paths), .selects = true, .check = plan_check_shape},
	{"depths", PLAN_KEY_WORDS, "LIST", "plain path depths: 1,4,8 or 1..32", FIELD(depths),
	 .selects = true, .check = plan_check_depths},
	{"path", PLAN_KEY_EACH, "FILE", "a file of your own as path; may be given again",
	 FIELD(own_paths), .selects = true, .check = plan_check_own_path},
	{"dirs", PLAN_KEY_WORDS, "LIST", "directory sizes in files: 0,10,100", FIELD(directories),
	 .selects = true, .number = &parameter_directory},
	{"descriptors", PLAN_KEY_WORDS, "LIST", "how many descriptors are asked about: 10,500",
	 FIELD(descriptors), .selects = true, .number = &parameter_descriptors},
	{"processes", PLAN_KEY_WORDS, "LIST",
	 "how many processes run at once, or pass the token: 2,8,16", FIELD(processes),
	 .selects = true, .number = &parameter_many},
	{"cpus", PLAN_KEY_WORDS, "LIST", "on how many CPUs those that run at once are: 1,2,4",
	 FIELD(cpus), .selects = true, .number = &parameter_cpus},
	{"of", PLAN_KEY_EACH, "CASE",
	 "what \"together\" has its processes do: \"stat XXX/FFF\"; may be given again", FIELD(of),
	 .selects = true, .check = plan_check_of},
	{"working-sets", PLAN_KEY_WORDS, "LIST", "what each of them reads in between: 0K,16K",
	 FIELD(working_sets), .selects = true, .number = &parameter_working_set},
	{"file-sizes", PLAN_KEY_WORDS, "LIST", "what is written into a file: 0K,10K",
	 FIELD(file_sizes), .selects = true, .number = &parameter_file_size},
	{"sizes", PLAN_KEY_WORDS, "LIST", "how much memory is worked on: 32K,8M", FIELD(sizes),
	 .selects = true, .number = &parameter_size},
	{"strides", PLAN_KEY_WORDS, "LIST", "bytes between the places that are read: 16,128",
	 FIELD(strides), .selects = true, .number = &parameter_stride},
	{"pages", PLAN_KEY_WORDS, "LIST", "how many pages are visited in turn: 16,1024",
	 FIELD(pages), .selects = true, .number = &parameter_pages},
	{"clients", PLAN_KEY_WORDS, "LIST", "how many clients dbench and tbench play: 1,4",
	 FIELD(clients), .selects = true, .number = &parameter_clients},
	{"writers", PLAN_KEY_WORDS, "LIST", "processes that write beside a walk: 0,6",
	 FIELD(writers), .selects = true, .number = &parameter_writers},
	{"cases", PLAN_KEY_EACH, "CASE",
	 "one whole case: \"stat XXX/FFF\", \"chmod DIR100\"; may be given again",
	 FIELD(cases_given), .selects = true, .check = plan_check_case},
	{"scratch", PLAN_KEY_EACH, "DIR",
	 "directory to work below (default $TMPDIR, else /var/tmp); may be given again",
	 FIELD(scratches), .check = plan_check_scratch},
	{"variants", PLAN_KEY_WORDS, "LIST",
	 "confinements to compare, by comma; the first is the baseline", FIELD(variants),
	 .check = plan_check_variant},
	{"runs", PLAN_KEY_COUNT, "N", "timed batches a pass (default 300; several variants: 100)",
	 .minimum = 1, .maximum = 1000000, FIELD(runs)},
	{"passes", PLAN_KEY_COUNT, "N",
	 "sets of runs by fresh workers (default 2; quick 8; variants 15; commands 3, 10)",
	 .minimum = 1, .maximum = 1000, FIELD(passes)},
	{"repeats", PLAN_KEY_COUNT, "N", "runs a pass of what times itself (default 1)",
	 .minimum = 1, .maximum = 10000, FIELD(repeats)},
	{"batch", PLAN_KEY_TIME, "TIME",
	 "length of a batch, 1us to 10s; 10 is 10ms (default 1ms; variants: 100us)",
	 .minimum = MICROSECOND, .maximum = 10 * (uint64_t)SECOND, .default_unit = "ms",
	 FIELD(batch_ns)},
	{"precision", PLAN_KEY_PERCENT, "PERCENT",
	 "end a case early when the median's 95% interval is within +-PERCENT", FIELD(precision)},
	{"time-limit", PLAN_KEY_TIME, "TIME",
	 "longest time for a case, all passes: 2s, 1min; 10 is 10s", .minimum = MILLISECOND,
	 .maximum = 7 * DAY, .default_unit = "s", FIELD(time_limit_ns)},
	{"session-limit", PLAN_KEY_TIME, "TIME", "longest time for the session; 10 is 10s",
	 .minimum = MILLISECOND, .maximum = 7 * DAY, .default_unit = "s", FIELD(session_limit_ns)},
	{"quick", PLAN_KEY_FLAG, NULL, "two minutes at most: precision 1%, 100 runs at most",
	 FIELD(quick)},
	{"cpu", PLAN_KEY_COUNT, "N", "CPU of the workers (default: chosen)", .maximum = 1023,
	 .unset = (uint32_t)-1, FIELD(cpu)},
	{"seed", PLAN_KEY_COUNT, "N", "seed of the order of variants (default: from the clock)",
	 .minimum = 1, .maximum = INT64_MAX, FIELD(seed)},
	{"default-path", PLAN_KEY_TEXT, "FILE", "what the shape \"default\" stands for",
	 FIELD(default_file), .check = plan_check_own_path},
	{"landlock-rules", PLAN_KEY_COUNT, "N",
	 "further rules in each Landlock layer, for files that nobody opens", .minimum = 1,
	 .maximum = LANDLOCK_FILLER_MAXIMUM, FIELD(landlock_rules)},
	{"landlock-depth", PLAN_KEY_COUNT, "N",
	 "directories between the one that Landlock allows and the case's own", .minimum = 1,
	 .maximum = PLAN_DEPTH_MAXIMUM, FIELD(landlock_depth)},
	{"no-controls", PLAN_KEY_FLAG, NULL,
	 "add no case: no control, and nothing that others are shown less of", FIELD(no_controls)},
	{"no-aa", PLAN_KEY_FLAG, NULL, "leave out the baseline's comparison with itself",
	 FIELD(no_aa)},
	{"subtract-loop", PLAN_KEY_FLAG, NULL, "show figures less the cost of an empty loop",
	 FIELD(subtract_loop)},
	{"watchdog", PLAN_KEY_COUNT, "SECONDS",
	 "a worker silent for longer has hung (default 30; workloads: 10 at least)", .minimum = 1,
	 .maximum = 86400, FIELD(watchdog_seconds)},
	{"interval", PLAN_KEY_TIME, "TIME",
	 "how long a run of a walk, of clients or of processes lasts (default 30s; together 5s)",
	 .minimum = 100 * (uint64_t)MILLISECOND, .maximum = DAY, .default_unit = "s",
	 FIELD(interval_ns)},
	{"tree", PLAN_KEY_TEXT, "DIR", "keep the tree of files there, or use the one that is there",
	 FIELD(tree), .check = plan_check_scratch},
	{"tree-files", PLAN_KEY_COUNT, "N", "files in the tree (default 10000)", .minimum = 1,
	 .maximum = 10000000, FIELD(tree_files)},
	{"tree-size", PLAN_KEY_SIZE, "SIZE", "bytes in all files of the tree (default 256M)",
	 .minimum = 1, .maximum = (uint64_t)1 << 44, FIELD(tree_bytes)},
	{"tree-seed", PLAN_KEY_COUNT, "N", "seed of the tree's shape (default 1)", .minimum = 1,
	 .maximum = INT64_MAX, FIELD(tree_seed)},
	{"steps", PLAN_KEY_COUNT, "N",
	 "steps of fsx, or as many as --interval lets (default: those, without it 100000)",
	 .minimum = 1, .maximum = (uint64_t)1 << 40, FIELD(steps)},
	{"cold", PLAN_KEY_FLAG, NULL, "drop what the page cache holds of the tree before each run",
	 FIELD(cold)},
	{"sync", PLAN_KEY_FLAG, NULL, "writers sync each file", FIELD(sync)},
	{"command", PLAN_KEY_TEXT, "COMMAND", "the command to time", FIELD(command)},
	{"prepare", PLAN_KEY_TEXT, "COMMAND", "before each run of it, untimed", FIELD(prepare)},
	{"cleanup", PLAN_KEY_TEXT, "COMMAND", "after each run of it, untimed", FIELD(cleanup)},
	{"warmup", PLAN_KEY_COUNT, "N", "runs of it before the session's first, which do not count",
	 .minimum = 1, .maximum = 1000, FIELD(warmups)},
	{"no-shell", PLAN_KEY_FLAG, NULL, "start its words themselves, without sh -c",
	 FIELD(no_shell)},
	{"ignore-failure", PLAN_KEY_FLAG, NULL, "let runs of it count whatever their exit status",
	 FIELD(ignore_failure)},
	{"label", PLAN_KEY_TEXT, "TEXT", "name of the session", FIELD(label)},
	{"note", PLAN_KEY_TEXT, "TEXT", "a remark that goes into the result", FIELD(note)},
};

const size_t plan_key_count = sizeof(plan_keys) / sizeof(plan_keys[0]);

const struct plan_key *plan_key_find(const char *name)
{
	for (size_t i = 0; i < plan_key_count; i++) {
		if (strcmp(plan_keys[i].name, name) == 0)
			return &plan_keys[i];
	}
	return NULL;
}
