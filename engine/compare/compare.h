/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare.h - what differs: the variants of one session, or sessions of several boots, case by
 * case, with a verdict where one may be given.
 *
 * Differences are kept as ln(other / base): 0 is no difference, swapping the sides flips the sign,
 * and a machine that runs at another speed changes nothing.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_H
#define LSMBENCH_ENGINE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/compare/compare_source.h"
#include "engine/compare/verdict.h"
#include "engine/environment/environment_difference.h"
#include "engine/operation/operation.h"
#include "engine/result/result.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

enum comparison_kind {
	COMPARISON_VARIANTS, /* within one session, run by run and pass by pass */
	COMPARISON_SESSIONS, /* across boots, session by session */
};

enum comparison_role {
	ROW_TEST,
	ROW_CONTROL, /* the variant cannot affect the case: whatever moves it is not the variant */
	ROW_AA,      /* the baseline against itself */
};

/* "test", "control", "A/A"; static. */
const char *comparison_role_name(enum comparison_role role);

/* A base whose passes differ by more than this factor: percent of its median is no one's ns. */
#define COMPARISON_STEADY 2.0

/*
 * ln; a row that would not have seen a difference as large (double, or half) cannot tell: it has no
 * verdict instead of "no difference".
 */
#define COMPARISON_BLIND 0.69314718055994531

/*
 * Boots of one kernel were seen to differ by so many instructions an iteration where its repeats
 * happened to agree: nothing is concluded from less.
 */
#define COMPARISON_FINEST_COUNT 5.0

/* Holds a case's whole error beside what a verdict says itself. */
#define COMPARISON_REASON_SIZE 1024

/* A case, and with what it is compared. */
struct comparison_row {
	const struct operation *operation;
	/*
	 * What of the runs is compared; NULL: their own figure. What is called ns below is then in
	 * the metric's unit, and 1 over it where more is better: less is better in all rows.
	 */
	const struct metric *metric;
	char *parameter;   /* canonical value, "" for none */
	char *place;       /* the scratch directory where that tells cases apart, else "" */
	char *name;        /* "stat XXX/FFF", "command make: user" of a metric */
	const char *label; /* one of comparison.labels: the variant or the group */
	enum comparison_role role;
	double calls;          /* system calls per iteration */
	bool calls_grow;       /* there are more than that, nobody counted how many */
	enum result_unit unit; /* of what is called ns below: that of the whole comparison */
	uint64_t bytes;        /* that an iteration moves: it is shown as a rate; 0: in unit */

	double base_ns; /* medians over passes, or over sessions, of their medians; NaN: none */
	double other_ns;
	double base_range; /* ln; VARIANTS: the base's largest pass over its smallest, else NaN */
	/*
	 * The median of the passes' differences, each of its own base, in ns and in the row's unit
	 * (NaN for ns), where comparison_base_jumps().
	 */
	double paired_ns;
	double paired_shown;

	/*
	 * Of a metric that was 0 in a run of either side, and has no ratio: the row has medians of
	 * base and other, which may be 0, and their difference, and neither estimate nor verdict.
	 */
	bool has_zeros;

	double estimate; /* ln; NaN when there is nothing on one side */
	double low;      /* its 95% interval; NaN with too few passes or sessions */
	double high;
	double spread_low; /* ln of the extremes: smallest pass of other over largest of base */
	double spread_high;

	/*
	 * COMPARISON_VARIANTS: for each pass that counts, ln of its median pair. SESSIONS: for each
	 * session of the other group, ln of its median over the base's median.
	 */
	double *parts;
	size_t part_count;
	size_t pairs;       /* of runs, all counted passes together */
	size_t base_count;  /* passes or sessions of the base that count */
	size_t base_passes; /* SESSIONS: of all sessions of a side together */
	size_t other_passes;
	size_t failed_runs;  /* on both sides, left out */
	size_t passes_short; /* left out: cut short before half of their pairs */

	double p;          /* two-sided; NaN when nothing could be tested */
	double p_adjusted; /* Holm, within the rows of the same role; of controls, and variant */
	double limit;      /* ln; smallest difference that would have been seen; NaN, INFINITY */
	double drift;      /* Kendall's tau of parts against their place; VARIANTS only, else NaN */
	double drift_p;    /* adjusted for all rows */
	double drift_change; /* ln; along the line through parts, from the first to the last */

	/* Of imported figures: compare_spread.h */
	double precision;      /* ns that the difference may be off because cells were rounded */
	double sessions_apart; /* ln; the largest session over the smallest of the same side */
	bool ambiguous;        /* a cell can be read several ways */
	bool one_summary;      /* sessions of a side are rows of one printed summary */

	/*
	 * Of counts of instructions, which no test is for: what the base differs by from itself,
	 * in a repeat of its boot (ROW_AA), between boots of a side, and between passes; at least
	 * COMPARISON_FINEST_COUNT. A row beyond it moved, another did not. NaN without a repeat,
	 * and then there is no verdict.
	 */
	double resolution;

	bool other_work; /* SESSIONS: the runs did not do the same, so that nothing is compared */

	enum verdict verdict;
	/* One line: why there is no verdict or it cannot be trusted, or what else to know; or "".
	 */
	char reason[COMPARISON_REASON_SIZE];
};

struct comparison {
	enum comparison_kind kind;
	enum result_unit unit;   /* of all rows; RESULT_INSTRUCTIONS are no times */
	char *base;              /* the baseline variant, or the base group's name */
	struct text_list labels; /* what was compared with it, in order; "exec:NAME" of a wrapper */
	struct comparison_row *rows; /* by case, then by label */
	size_t row_count;
	size_t tests; /* rows of ROW_TEST that could be tested: the family, without metrics */
	size_t metric_tests; /* those of metrics, a family of their own */
	size_t needed; /* passes, or sessions a side, that a verdict needs for so many tests */
	size_t parts;  /* the most that a row has */
	bool partial; /* some cases did not get all their runs: they failed, or were skipped, or: */
	bool stopped; /* a session was stopped before its end */
	struct text_list notes; /* what else to know of the whole, a line each */

	/* A/A over all cases: the median row's estimate, and the median of what they could see. */
	double aa_estimate; /* NaN without an A/A row */
	double aa_limit;

	/* COMPARISON_SESSIONS */
	struct environment_difference difference;
	struct text_list only_base; /* names of cases that have no counterpart */
	struct text_list only_other;
	bool summaries_only;   /* a side was imported: no samples exist */
	size_t base_sessions;  /* those of one boot count as one */
	size_t other_sessions; /* of the group with the fewest */
};

/*
 * Compare the variants of result with its first one.
 *
 * In each pass, run i of the variant is paired with run i of the baseline, neighbours in time, and
 * d = ln(variant) - ln(baseline). The median d of a pass is one figure; over passes the estimate
 * is that of Hodges and Lehmann with the interval and p of the signed-rank test. A pass counts
 * when it has at least half as many pairs as the fullest. ns are percent of the baseline's median,
 * unless that moved (paired_ns).
 * limit is verdict_limit_paired() of the sd of the case's A/A passes, or of the row's own where
 * that is larger (or there is no A/A row).
 *
 * A control or A/A row "moved" when its p is at most the level, adjusted among the A/A rows or the
 * controls of its variant. It is untrustworthy itself, and makes a row of its case (A/A) or variant
 * (control) so, unless the row's difference is more than twice as large: then the reason says what
 * moved. Where there are too many of them for the passes to show a move, a note says so. A drift of
 * the difference over the passes (Kendall, adjusted) that is larger than the difference itself
 * makes a row untrustworthy, too. -EINVAL for a result with one variant; -ENOMEM; or 0.
 */
int compare_variants(const struct result *result, struct comparison *comparison,
		     struct error *error);

/*
 * The same for the cases whose name or operation a glob of cases matches (NULL or empty: all);
 * only they count as tests. -EINVAL, too, when none does.
 */
int compare_variants_of(const struct result *result, const struct text_list *cases,
			struct comparison *comparison, struct error *error);

/* A named group of sessions: boots of one kernel, say. */
struct comparison_group {
	const char *name;
	const struct figures *const *sessions;
	size_t count;
};

struct comparison_options {
	const struct text_list *cases; /* globs of case names; NULL or empty: all */
	/* What may differ: keys of the environment, and settings of the work, "plan.cold". */
	const struct text_list *despite;
	bool quick; /* with one boot a side, say whether it moved beyond the spread */
};

/*
 * Compare groups[1..] with groups[0], by case and variant. The estimate is the ratio of the medians
 * of session medians (a session's median: that of its passes'); p is Mann and Whitney's on the
 * session medians, exact. Sessions of one boot (kernel.boot), and sessions with the same figures,
 * are taken together as one, which notes say; a session whose boot is unknown counts as one of its
 * own. Each row of a printed summary is a session, too, but not known to be a boot of its own:
 * there is no verdict. Imported figures that cannot bear one (compare_spread.h) have none either.
 * With one boot a side and options.quick a row moved when no pass of one side lies among the
 * other's, and there are so many that this happens by chance in VERDICT_LEVEL of all comparisons at
 * most. A verdict needs several boots a side, and environments that, as far as they are known,
 * differ only in LSM fields or excused ones; with one that is unknown the verdict says so.
 *
 * Sessions that count instructions are boots of their own, however equal their figures are: that
 * is what is wanted of them. The first of a group stands for it, the others tell how exactly it
 * repeats. A group of repeats of the base's boot (ladder.kind) is ROW_AA.
 *
 * -EINVAL when there are fewer than two groups, an empty one, different units, or nothing in
 * common; -ENOMEM; 0.
 */
int compare_sessions(const struct comparison_group *groups, size_t count,
		     const struct comparison_options *options, struct comparison *comparison,
		     struct error *error);

void comparison_clear(struct comparison *comparison);

/* True when neither base nor variant can affect operation: a control of the two. */
bool compare_is_control(const char *base, const char *variant, const struct operation *operation);

/* More is better, and minus is worse: what moves bytes, and some metrics. */
bool comparison_is_rate(const struct comparison_row *row);
/* Whether the row's figures are in another unit than the comparison's. */
bool comparison_has_own_unit(const struct comparison_row *row);
/* How a metric's value stands in a row: see there. Other values as they are. */
double comparison_inner(const struct metric *metric, double value);
/*
 * A metric's row beside others that are the runs' own figures: it has its verdict, but is not among
 * what headlines and limits speak of.
 */
bool comparison_is_aside(const struct comparison *comparison, const struct comparison_row *row);
/* Tests of the family of a test row. */
size_t comparison_tests_with(const struct comparison *comparison, const struct comparison_row *row);

/* Whether base_range is beyond COMPARISON_STEADY. */
bool comparison_base_jumps(const struct comparison_row *row);

/* ln ratio as percent; the row's estimate in ns. */
double comparison_percent(double ln);
double comparison_ns(const struct comparison_row *row);
/*
 * The row's difference per system call in ns; NaN without system calls or their number, and where
 * bytes are moved: a call costs what it moves.
 */
double comparison_ns_per_call(const struct comparison_row *row);

/*
 * What people are shown of a row: times in ns, those of commands in the unit that suits the base (s
 * or ms), counts of instructions, rates in MB/s of 10^6 bytes, or metrics in their own unit. More
 * is better of comparison_is_rate(), and percent is the change of the rate: minus is slower. ln
 * stays that of times.
 */
/* "ns", "ms" of commands, "MB/s", "instructions", or a metric's own, "count" of what has none;
 * static. */
const char *comparison_unit(const struct comparison_row *row);
/* base_ns or other_ns in the row's unit. */
double comparison_shown(const struct comparison_row *row, double ns);
/*
 * The estimate in the row's unit; the difference that ln is in percent of it. NaN where the base
 * jumps: what it is in ns is another estimate than what it is in percent. The same per call.
 */
double comparison_shown_difference(const struct comparison_row *row);
double comparison_shown_per_call(const struct comparison_row *row);
/* With how many decimals such a figure is shown. */
int comparison_shown_decimals(const struct comparison_row *row, double figure);
/* The same three for files that programs read: all times in ns, metrics in their own unit. */
const char *comparison_kept_unit(const struct comparison_row *row);
double comparison_kept(const struct comparison_row *row, double ns);
double comparison_kept_difference(const struct comparison_row *row);
/* Whether a row with zeros has the same median on both sides. */
bool comparison_is_same(const struct comparison_row *row);
double comparison_row_percent(const struct comparison_row *row, double ln);
/* An interval in percent, low first. */
struct comparison_span {
	double low;
	double high;
};
struct comparison_span comparison_shown_span(const struct comparison_row *row, double low,
					     double high);
/* By how many percent it is worse: of the time that it takes more, or of the rate that is lost. */
double comparison_loss(const struct comparison_row *row);

#define COMPARISON_PERCENT_SIZE 32
/* "+1.2%", "-" where there is none; in buffer, returned. */
const char *comparison_show_percent(double ln, char buffer[COMPARISON_PERCENT_SIZE]);
/* The same, of the row's unit. */
const char *comparison_show_row_percent(const struct comparison_row *row, double ln,
					char buffer[COMPARISON_PERCENT_SIZE]);
/* "base x7.6", of a base that jumps by that factor: why there is no difference in its unit; or "".
 * In buffer, returned. */
const char *comparison_show_jump(const struct comparison_row *row,
				 char buffer[COMPARISON_PERCENT_SIZE]);
/* A limit as people read it, "0.5%": rounded up, for it must hold as it is written. */
const char *comparison_show_limit(double ln, char buffer[COMPARISON_PERCENT_SIZE]);

/* "slower", "no difference detected (limit 0.4%)", "untrustworthy: ..."; in buffer, returned. */
const char *comparison_verdict(const struct comparison_row *row, char *buffer, size_t size);
/* The same in few characters for a table: "slower", "no diff <0.4%", "still <23.3%" (did not move),
 * "no verdict". */
const char *comparison_verdict_short(const struct comparison_row *row, char *buffer, size_t size);

/*
 * What a row is to people: "case", or, where the same case was compared with several, "comparison"
 * (of a case under a variant); the plural for other counts than 1. Static.
 */
const char *comparison_row_noun(const struct comparison *comparison, size_t count);

/* What a headline counts. */
struct comparison_headline {
	size_t tested; /* rows of ROW_TEST with an estimate */
	/* Of them worse by more than the threshold (comparison_loss), whatever the verdict. */
	size_t above;
	size_t slower;        /* verdicts; of counts: moved to more, */
	size_t faster;        /* to fewer, */
	size_t no_difference; /* or not beyond the resolution */
	size_t untrustworthy;
	size_t without;  /* no verdict, not comparable */
	size_t aa_moved; /* rows of ROW_AA and ROW_CONTROL that did */
	size_t controls_moved;
	const struct comparison_row *worst; /* the largest rise; NULL when nothing was tested */
	const struct comparison_row *best;  /* the largest fall */
	size_t other_work; /* rows whose sides did other work, counted nowhere else */
};

/* The threshold, in percent, where a person names none. */
#define HEADLINE_ABOVE 20.0

void comparison_headline_of(const struct comparison *comparison, double above,
			    struct comparison_headline *headline);
/*
 * "31 of 47 cases above 20% (comparisons, where there are several variants or groups), worst +80.6%
 * (stat NNN/YYY/ZZZ/FFF)", or where none took longer "0 of 3 cases above 20%, none slower, fastest
 * -12.0% (stat FFF)"; behind it "; moved though equal: 1 A/A row, 2 controls" where there are such.
 * In buffer, returned.
 */
const char *comparison_headline(const struct comparison *comparison, double above, char *buffer,
				size_t size);
/*
 * What the whole comes to in one line, "no verdict: one boot each, environment unknown", or "" when
 * rows have verdicts of their own. In buffer, returned.
 */
const char *comparison_state(const struct comparison *comparison, char *buffer, size_t size);

#endif
