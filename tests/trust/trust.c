/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trust.c - whether the verdicts deserve trust: how often a session of equal things calls them
 * different, and how surely and how exactly it finds a difference whose size is known.
 *
 * Each part measures many sessions of the default paired plan, with seeds that follow the clock,
 * and prints its figures beside their targets, with the load of the machine before and after.
 *
 *   TRUST_PARTS=aa,known-1     only these parts, in this order (default: all)
 *   TRUST_SESSIONS=N           at most N sessions a part; the targets shrink in proportion
 *   TRUST_CASE='stat FFF'      the case that A/A and known differences measure
 *
 * Exits with 1 when a figure missed its target, with 2 when something could not be measured.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/plan/plan.h"
#include "engine/statistics/summary.h"
#include "engine/worker/cpu.h"
#include "tests/trust/trust.h"

#define SESSIONS_MAXIMUM 200u
#define LEVEL 0.05
/* How often a part that takes long says where it stands. */
#define TELL_EVERY 25u

struct run {
	const char *one_case;
	char operation[64]; /* of one_case */
	size_t most;        /* sessions a part */
	uint64_t seed;      /* of the next session */
	bool missed;
};

/* --- Printing ----------------------------------------------------------------------------- */

static void print_figure(struct run *run, const char *name, double figure, const char *relation,
			 double target, bool met)
{
	char wanted[32];

	snprintf(wanted, sizeof(wanted), "%s %g", relation, target);
	printf("  %-52s %10.4g %10s %s\n", name, figure, wanted, met ? "met" : "missed");
	fflush(stdout);
	run->missed = run->missed || !met;
}

static void at_most(struct run *run, const char *name, double figure, double target)
{
	print_figure(run, name, figure, "<=", target, figure <= target);
}

static void at_least(struct run *run, const char *name, double figure, double target)
{
	print_figure(run, name, figure, ">=", target, figure >= target);
}

/* A target that stands for full sessions, for the ones that were measured. */
static double share(double target, size_t count, size_t full)
{
	return target * (double)count / (double)full;
}

static void print_load(const char *when)
{
	double load[3] = {NAN, NAN, NAN};
	char clock[32];
	time_t seconds = time(NULL);
	struct tm local;

	strftime(clock, sizeof(clock), "%H:%M:%S", localtime_r(&seconds, &local));
	if (getloadavg(load, 3) < 1)
		load[0] = NAN;
	printf("  %s at %s, load %.2f\n", when, clock, load[0]);
	fflush(stdout);
}

/* How many sessions a part gets that wants full of them; says with which seeds. */
static size_t begin_part(const struct run *run, const char *title, size_t full)
{
	size_t count = full < run->most ? full : run->most;

	printf("%s: %zu sessions, seeds from %llu on%s\n", title, count,
	       (unsigned long long)run->seed,
	       count < full ? " (fewer than the target is for: it is scaled)" : "");
	print_load("begun");
	return count;
}

static void tell(size_t done, size_t count, const char *what, size_t figure)
{
	if (done % TELL_EVERY == 0 && done < count)
		fprintf(stderr, "  %zu of %zu sessions: %s %zu\n", done, count, what, figure);
}

static double median_of(double *values, size_t count)
{
	sort_values(values, count);
	return quantile(values, count, 0.5);
}

static double sd_of(const double *values, size_t count)
{
	double mean = 0;
	double squares = 0;

	for (size_t i = 0; i < count; i++)
		mean += values[i] / (double)count;
	for (size_t i = 0; i < count; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return count < 2 ? NAN : sqrt(squares / (double)(count - 1));
}

/* --- A/A ---------------------------------------------------------------------------------- */

static void equal_things(struct run *run, size_t count, int cpu, double target)
{
	size_t significant = 0;
	size_t moved = 0;

	for (size_t i = 0; i < count; i++) {
		const struct comparison_row *row;
		struct measured measured;

		measure(run->one_case, "none,same", run->seed++, cpu, &measured);
		row = measured_row(&measured, run->operation, "same");
		significant += row->p <= LEVEL;
		moved += row->verdict == VERDICT_SLOWER || row->verdict == VERDICT_FASTER;
		measured_clear(&measured);
		tell(i + 1, count, "significant", significant);
	}
	at_most(run, "equal things called different at 5%", (double)significant,
		ceil(share(target, count, 200)));
	printf("  %-52s %10zu\n", "of them with the verdict slower or faster", moved);
	print_load("ended");
}

static void part_aa(struct run *run)
{
	size_t count = begin_part(run, "A/A, none against same", 200);

	equal_things(run, count, -1, 19);
}

static void part_drift(struct run *run)
{
	size_t count = begin_part(run, "A/A under forced drift", 200);
	struct disturbers disturbers;
	struct error error;
	int cpu;

	if (cpu_choose(-1, &cpu, &error) < 0)
		give_up("CPU", error.text);
	disturbers_start(&disturbers, cpu, run->seed);
	equal_things(run, count, cpu, 24);
	disturbers_stop(&disturbers);
}

/* --- Known differences -------------------------------------------------------------------- */

struct found {
	double estimates[SESSIONS_MAXIMUM]; /* percent */
	double seconds[SESSIONS_MAXIMUM];   /* a case and variant */
	size_t covered;
	size_t slower;
	size_t untrustworthy;
};

static void find_known(struct run *run, unsigned int thousandths, size_t count, struct found *found)
{
	const double truth = log1p(thousandths / 1000.0);
	char label[32];
	char variants[64];

	snprintf(label, sizeof(label), "longer:%u", thousandths);
	snprintf(variants, sizeof(variants), "none,%s", label);
	for (size_t i = 0; i < count; i++) {
		const struct comparison_row *row;
		struct measured measured;

		measure(run->one_case, variants, run->seed++, -1, &measured);
		row = measured_row(&measured, run->operation, label);
		found->estimates[i] = comparison_percent(row->estimate);
		found->seconds[i] = measured.seconds / (double)measured.steps;
		found->covered += row->low <= truth && truth <= row->high;
		found->slower += row->verdict == VERDICT_SLOWER;
		found->untrustworthy += row->verdict == VERDICT_UNTRUSTWORTHY;
		measured_clear(&measured);
		tell(i + 1, count, "slower", found->slower);
	}
}

static void known(struct run *run, unsigned int thousandths, double slower)
{
	static struct found found;
	char title[64];
	size_t count;

	snprintf(title, sizeof(title), "Known difference of +%g%%", thousandths / 10.0);
	count = begin_part(run, title, 100);
	memset(&found, 0, sizeof(found));
	find_known(run, thousandths, count, &found);
	at_least(run, "95% interval covers the truth", (double)found.covered,
		 floor(share(90, count, 100)));
	at_least(run, "verdict slower", (double)found.slower, floor(share(slower, count, 100)));
	printf("  %-52s %10zu\n", "verdict untrustworthy", found.untrustworthy);
	at_most(run, "sd of the estimates, %", sd_of(found.estimates, count), 0.2);
	printf("  %-52s %10.4g\n", "median estimate, %", median_of(found.estimates, count));
	printf("  %-52s %10.4g\n", "median session, s a case and variant",
	       median_of(found.seconds, count));
	at_most(run, "longest session, s a case and variant", found.seconds[count - 1], 1.5);
	print_load("ended");
}

static void part_known_2(struct run *run)
{
	known(run, 20, 99);
}

static void part_known_1(struct run *run)
{
	known(run, 10, 97);
}

static void part_known_half(struct run *run)
{
	known(run, 5, 75);
}

/* --- Controls ----------------------------------------------------------------------------- */

#define CONTROL_CASES "stat FFF,chmod DIR0,open-close FFF"
#define CONTROL_VARIANTS "none,landlock:1"

/* As the engine has it: significant after Holm, and beyond what the A/A row lets it see. */
static bool is_different(const struct measured *measured, const char *operation)
{
	const struct comparison_row *row = measured_row(measured, operation, "landlock:1");

	if (row->role != ROW_CONTROL)
		give_up(operation, "it is no control of landlock");
	return row->p_adjusted <= LEVEL && fabs(row->estimate) > row->limit;
}

static void part_controls(struct run *run)
{
	size_t count = begin_part(run, "Controls under landlock:1", 20);
	double estimates[SESSIONS_MAXIMUM];
	size_t different = 0;
	size_t slower = 0;
	double median;

	for (size_t i = 0; i < count; i++) {
		const struct comparison_row *row;
		struct measured measured;

		measure(CONTROL_CASES, CONTROL_VARIANTS, run->seed++, -1, &measured);
		different += is_different(&measured, "stat");
		different += is_different(&measured, "chmod");
		row = measured_row(&measured, "open-close", "landlock:1");
		slower += row->verdict == VERDICT_SLOWER;
		estimates[i] = comparison_percent(row->estimate);
		measured_clear(&measured);
	}
	at_most(run, "stat and chmod called different", (double)different,
		ceil(share(2, count, 20)));
	at_least(run, "open-close slower", (double)slower, (double)count);
	median = median_of(estimates, count);
	printf("  %-52s %10.4g\n", "open-close, median estimate, %", median);
	at_most(run, "open-close, furthest estimate from it, points",
		fmax(median - estimates[0], estimates[count - 1] - median), 2);
	print_load("ended");
}

/* --- Overhead ----------------------------------------------------------------------------- */

/*
 * Whatever is not inside a timed batch counts: the untimed lead-ins too, calibration, warm-up, the
 * starts of workers, fixtures, and the reading of the environment.
 */
static void part_overhead(struct run *run)
{
	size_t count = begin_part(run, "Overhead of a paired session", 10);
	double shares[SESSIONS_MAXIMUM];

	for (size_t i = 0; i < count; i++) {
		struct measured measured;

		measure(CONTROL_CASES, CONTROL_VARIANTS, run->seed++, -1, &measured);
		shares[i] = 100 * (1 - measured.batch_seconds / measured.seconds);
		measured_clear(&measured);
	}
	at_most(run, "everything but timed batches, median, % of time", median_of(shares, count),
		30);
	printf("  %-52s %10.4g\n", "least", shares[0]);
	printf("  %-52s %10.4g\n", "most", shares[count - 1]);
	print_load("ended");
}

/* --- All of it ---------------------------------------------------------------------------- */

static const struct part {
	const char *name;
	void (*measure)(struct run *run);
} parts[] = {
	{"known-1", part_known_1},      {"aa", part_aa},
	{"controls", part_controls},    {"known-2", part_known_2},
	{"known-0.5", part_known_half}, {"overhead", part_overhead},
	{"drift", part_drift},
};

#define PART_COUNT (sizeof(parts) / sizeof(parts[0]))

static const struct part *find_part(const char *name)
{
	for (size_t i = 0; i < PART_COUNT; i++) {
		if (strcmp(parts[i].name, name) == 0)
			return &parts[i];
	}
	fprintf(stderr, "trust: TRUST_PARTS: no part %s; there are", name);
	for (size_t i = 0; i < PART_COUNT; i++)
		fprintf(stderr, " %s", parts[i].name);
	fprintf(stderr, "\n");
	exit(2);
}

static void measure_named(struct run *run, const char *names)
{
	char copy[256];
	char *rest = copy;
	char *name;

	snprintf(copy, sizeof(copy), "%s", names);
	while ((name = strsep(&rest, ",")))
		find_part(name)->measure(run);
}

static void prepare(struct run *run)
{
	const char *one_case = getenv("TRUST_CASE");
	const char *most = getenv("TRUST_SESSIONS");

	memset(run, 0, sizeof(*run));
	run->one_case = one_case && *one_case ? one_case : "stat FFF";
	snprintf(run->operation, sizeof(run->operation), "%.*s", (int)strcspn(run->one_case, " "),
		 run->one_case);
	run->most = most && *most ? strtoul(most, NULL, 10) : SESSIONS_MAXIMUM;
	if (run->most == 0)
		give_up("TRUST_SESSIONS", "not a number of sessions");
	run->seed = (uint64_t)time(NULL) * 1000;
	/* What makes up a known difference works for tests only. */
	setenv("LSMBENCH_TESTS", "1", 1);
}

int main(void)
{
	const char *names = getenv("TRUST_PARTS");
	struct run run;

	prepare(&run);
	printf("case: %s; default paired plan\n", run.one_case);
	if (names && *names)
		measure_named(&run, names);
	else
		for (size_t i = 0; i < PART_COUNT; i++)
			parts[i].measure(&run);
	puts(run.missed ? "a figure was missed" : "all figures met");
	return run.missed ? 1 : 0;
}
