/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_fixture.c - how fast DIR10000 is built and removed, beside a bare loop of openat(O_CREAT)
 * and close and a bare loop of unlinkat over the same number of files.
 *
 * The two take turns in ABBA blocks. The figure is the ratio of median rates, ours over bare; the
 * A/A spread is what two halves of the bare loop's own times differ by.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/statistics/summary.h"
#include "engine/worker/clock.h"
#include "fixtures/fixture.h"
#include "fixtures/scratch.h"
#include "tests/bench/figure.h"

#define FILES 10000u
#define ROUNDS 24u

struct times {
	double build[ROUNDS];
	double removal[ROUNDS];
};

static void give_up(const char *what)
{
	fprintf(stderr, "bench_fixture: %s\n", what);
	exit(2);
}

static double since(uint64_t start)
{
	return (double)(clock_now(CLOCK_MONOTONIC) - start);
}

static void name_file(char *name, size_t size, unsigned int number)
{
	snprintf(name, size, "f%07u", number);
}

static void bare(int root, double *build, double *removal)
{
	static char names[FILES][16];
	uint64_t start;
	int directory;

	for (unsigned int i = 0; i < FILES; i++)
		name_file(names[i], sizeof(names[i]), i);
	start = clock_now(CLOCK_MONOTONIC);
	if (mkdirat(root, "bare", 0700) < 0)
		give_up(strerror(errno));
	directory = openat(root, "bare", O_RDONLY | O_DIRECTORY);
	for (unsigned int i = 0; i < FILES; i++)
		close(openat(directory, names[i], O_CREAT | O_EXCL | O_WRONLY, 0600));
	*build = since(start);
	start = clock_now(CLOCK_MONOTONIC);
	for (unsigned int i = 0; i < FILES; i++)
		if (unlinkat(directory, names[i], 0) < 0)
			give_up(strerror(errno));
	close(directory);
	if (unlinkat(root, "bare", AT_REMOVEDIR) < 0)
		give_up(strerror(errno));
	*removal = since(start);
}

static void ours(int root, double *build, double *removal)
{
	const struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = FILES};
	struct error error;
	uint64_t start = clock_now(CLOCK_MONOTONIC);

	if (fixture_build(root, "ours", &spec, NULL, NULL, &error) < 0)
		give_up(error.text);
	*build = since(start);
	start = clock_now(CLOCK_MONOTONIC);
	if (fixture_remove(root, "ours", NULL, NULL, &error) < 0)
		give_up(error.text);
	*removal = since(start);
}

static double median(const double *values, size_t first, size_t stride)
{
	double sorted[ROUNDS];
	size_t count = 0;

	for (size_t i = first; i < ROUNDS; i += stride)
		sorted[count++] = values[i];
	sort_values(sorted, count);
	return quantile(sorted, count, 0.5);
}

static bool report(const char *name, const double *bare_times, const double *our_times)
{
	double spread = fabs(median(bare_times, 0, 2) / median(bare_times, 1, 2) - 1);

	return figure_ratio(name, median(bare_times, 0, 1) / median(our_times, 0, 1), 0.8, true,
			    spread);
}

int main(void)
{
	static struct times bare_times;
	static struct times our_times;
	struct scratch scratch;
	struct error error;
	bool met;

	if (scratch_create(&scratch, scratch_default_parent(), &error) < 0)
		give_up(error.text);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		bool bare_first = i % 4 == 0 || i % 4 == 3;

		if (bare_first)
			bare(scratch.fd, &bare_times.build[i], &bare_times.removal[i]);
		ours(scratch.fd, &our_times.build[i], &our_times.removal[i]);
		if (!bare_first)
			bare(scratch.fd, &bare_times.build[i], &bare_times.removal[i]);
	}
	met = report("fixture: build DIR10000, rate", bare_times.build, our_times.build);
	met = report("fixture: remove DIR10000, rate", bare_times.removal, our_times.removal) &&
	      met;
	if (scratch_remove(&scratch, &error) < 0)
		give_up(error.text);
	return met ? 0 : 1;
}
