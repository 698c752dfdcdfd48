/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_linear.c - whether twice the iterations take twice the time, for every case of the suite
 * "lmbench": a loop that the compiler has taken out, or an iteration that finds its work done by
 * the one before, takes less.
 *
 * A process for each case times n and 2n iterations in turn. The figure is the quickest batch of 2n
 * over twice the quickest of n: what disturbs a batch adds to it, and the longer one more often.
 * The spread is what the quickest of n in the one half of the blocks and in the other differ by.
 * Shown is the case that lies furthest from 1 beyond its spread; of what is far off, the best of
 * three attempts. BENCH_VERBOSE=1 shows all of them.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/plan/plan.h"
#include "engine/worker/batch.h"
#include "engine/worker/cpu.h"
#include "fixtures/scratch.h"
#include "tests/bench/figure.h"

#define TOLERANCE 0.1
/* Twice as many files at a time need twice the memory, so that each of them costs more. */
#define TOLERANCE_BOUNDED 0.4
#define ATTEMPTS 3
#define BLOCKS 30u
#define BATCH_NS 500000u
#define PATIENCE_SECONDS 120u

/* What the process of a case has found; shared with it. */
struct finding {
	int code; /* negative errno */
	double ratio;
	double spread;
	char text[512];
};

static struct scratch scratch;
static struct clock_choice timer;

static void give_up(const char *what, const char *why)
{
	struct error error;

	fprintf(stderr, "bench_linear: %s: %s\n", what, why);
	scratch_remove(&scratch, &error);
	exit(2);
}

static int prepare(const struct plan_case *which, const char *directory, struct context *context,
		   struct error *error)
{
	const struct parameter *parameter = which->operation->parameter;
	struct fixture_spec spec;
	int code = operation_fixture(which->operation, which->parameter, &spec, error);

	memset(context, 0, sizeof(*context));
	if (code == 0)
		code = fixture_build(scratch.fd, directory, &spec, NULL, NULL, error);
	if (code < 0)
		return code;
	context->directory_fd = openat(scratch.fd, directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fchdir(context->directory_fd) < 0)
		return error_set(error, -errno, "%s: %s", directory, strerror(errno));
	context->number = parameter_number(parameter, which->parameter);
	context->second = parameter_second(parameter, which->parameter);
	sched_getaffinity(0, sizeof(context->cpus), &context->cpus);
	if (parameter->type != PARAMETER_PATH)
		return 0;
	context->missing = parameter_is_missing(which->parameter);
	return parameter_path_of(which->parameter, NULL, context->path, sizeof(context->path),
				 error);
}

/* Lower *least to what a batch of n iterations takes. 0 or the positive errno. */
static int time_batch(const struct operation *operation, struct context *context, uint64_t n,
		      double *least)
{
	struct batch batch = batch_time(operation, context, n, timer.id);

	if (!batch.failure)
		*least = fmin(*least, (double)batch.duration_ns);
	return batch.failure;
}

/* The quickest batches. */
struct quickest {
	double once[2]; /* of n, in even and odd blocks */
	double twice;
};

static int time_blocks(const struct operation *operation, struct context *context, uint64_t n,
		       struct quickest *quickest)
{
	int failure = 0;

	*quickest = (struct quickest){{INFINITY, INFINITY}, INFINITY};
	for (unsigned int i = 0; i < BLOCKS && !failure; i++) {
		failure = time_batch(operation, context, n, &quickest->once[i % 2]);
		if (!failure)
			failure = time_batch(operation, context, 2 * n, &quickest->twice);
	}
	return failure;
}

/* As many as last for BATCH_NS, and twice as many are still within the operation's most. */
static int choose_count(const struct operation *operation, struct context *context, uint64_t *n)
{
	const uint64_t period = operation_period(operation, context->number);
	uint32_t batches;
	double ns;
	int failure = batch_calibrate(operation, context, &timer, BATCH_NS, n, &ns);

	if (!failure && operation->most && *n > operation->most / 2)
		*n = operation->most / 2 / period * period;
	return failure ? failure : batch_warm(operation, context, *n, timer.id, &batches);
}

static int measure(const struct operation *operation, struct context *context,
		   struct finding *finding, struct error *error)
{
	struct quickest quickest;
	uint64_t n;
	int code = operation->setup ? operation->setup(context, error) : 0;
	int failure;

	if (code == 0)
		code = operation->verify(context, error);
	if (code < 0)
		return code;
	failure = choose_count(operation, context, &n);
	if (!failure)
		failure = time_blocks(operation, context, n, &quickest);
	if (operation->teardown)
		operation->teardown(context);
	if (failure)
		return error_set(error, -failure, "an iteration failed: %s", strerror(failure));
	finding->ratio = quickest.twice / (2 * fmin(quickest.once[0], quickest.once[1]));
	finding->spread = fabs(quickest.once[0] / quickest.once[1] - 1);
	return 0;
}

static void measure_apart(const struct plan_case *which, const char *directory, int cpu,
			  struct finding *finding)
{
	static struct context context;
	struct error error = {""};

	alarm(PATIENCE_SECONDS);
	/* Before it is pinned: others may be spread. */
	finding->code = prepare(which, directory, &context, &error);
	if (finding->code == 0)
		finding->code = cpu_pin(cpu);
	if (finding->code == 0)
		finding->code = measure(which->operation, &context, finding, &error);
	snprintf(finding->text, sizeof(finding->text), "%s", error.text);
	_exit(0);
}

/* False when the case cannot be measured here. */
static bool measure_case(const struct plan *plan, size_t index, int cpu, struct finding *finding)
{
	static unsigned int attempts;
	char directory[32];
	char name[PLAN_LABEL_SIZE];
	int status;
	pid_t child;

	snprintf(directory, sizeof(directory), "case%u", attempts++);
	plan_case_name(plan, index, name, sizeof(name));
	memset(finding, 0, sizeof(*finding));
	fflush(stdout);
	child = fork();
	if (child == 0)
		measure_apart(&plan->cases[index], directory, cpu, finding);
	if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status))
		give_up(name, "its process did not end by itself");
	if (finding->code < 0 && finding->code != -EOPNOTSUPP)
		give_up(name, finding->text);
	return finding->code == 0;
}

static void make_plan(struct plan *plan)
{
	struct error error = {""};

	plan_init(plan);
	if (plan_set(plan, "suite", "lmbench", &error) < 0 || plan_expand(plan, &error) < 0)
		give_up("plan", error.text);
}

/* How far the ratio lies from 1 beyond what chance does. */
static double distance(const struct finding *finding)
{
	return fmax(0, fabs(finding->ratio - 1) - finding->spread);
}

/* The nearest to 1 of a few attempts: what disturbs one passes, what is wrong with a loop stays. */
static bool attempt_case(const struct plan *plan, size_t index, int cpu, struct finding *shared,
			 struct finding *nearest)
{
	for (int i = 0; i < ATTEMPTS; i++) {
		if (!measure_case(plan, index, cpu, shared))
			return false;
		if (i == 0 || distance(shared) < distance(nearest))
			*nearest = *shared;
		if (distance(nearest) <= TOLERANCE)
			break;
	}
	return true;
}

/* The case that lies furthest from 1, of a kind. */
struct worst {
	size_t count;
	struct finding finding;
	char name[PLAN_LABEL_SIZE];
};

static void note(struct worst *worst, const struct finding *finding, const char *name)
{
	if (worst->count++ > 0 && distance(finding) <= distance(&worst->finding))
		return;
	worst->finding = *finding;
	snprintf(worst->name, sizeof(worst->name), "%s", name);
}

static bool show(const char *title, const struct worst *worst, double tolerance)
{
	bool met = figure_equal(title, worst->finding.ratio, tolerance, worst->finding.spread);

	printf("  of %zu cases, the furthest from it: %s\n", worst->count, worst->name);
	return met && worst->count > 0;
}

static bool measure_all(const struct plan *plan, int cpu, struct finding *shared)
{
	static struct worst usual;
	static struct worst bounded;
	struct finding finding;
	char name[PLAN_LABEL_SIZE];
	bool met;

	for (size_t i = 0; i < plan->case_count; i++) {
		if (!attempt_case(plan, i, cpu, shared, &finding))
			continue;
		plan_case_name(plan, i, name, sizeof(name));
		note(plan->cases[i].operation->most ? &bounded : &usual, &finding, name);
		if (getenv("BENCH_VERBOSE"))
			printf("  %-40s %.3f +- %.3f\n", name, finding.ratio, finding.spread);
	}
	met = show("twice as many take twice as long", &usual, TOLERANCE);
	return show("likewise, of files made before", &bounded, TOLERANCE_BOUNDED) && met;
}

/*
 * Files in memory, if there may be any: ext4 looks through all inodes that were deleted in the last
 * minutes before it makes a new one, so that there a file costs more the more were made before.
 */
static const char *choose_parent(void)
{
	static const char memory[] = "/dev/shm";

	return access(memory, W_OK) == 0 ? memory : scratch_default_parent();
}

int main(void)
{
	struct finding *finding = mmap(NULL, sizeof(*finding), PROT_READ | PROT_WRITE,
				       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct error error = {""};
	struct plan plan;
	bool met;
	int cpu;

	make_plan(&plan);
	timer = clock_choose();
	if (finding == MAP_FAILED || cpu_choose(-1, &cpu, &error) < 0 ||
	    scratch_create(&scratch, choose_parent(), &error) < 0) {
		fprintf(stderr, "bench_linear: %s\n", error.text);
		return 2;
	}
	met = measure_all(&plan, cpu, finding);
	plan_clear(&plan);
	if (scratch_remove(&scratch, &error) < 0)
		give_up("scratch", error.text);
	return met ? 0 : 1;
}
