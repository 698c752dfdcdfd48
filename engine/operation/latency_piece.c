/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latency_piece.c - from the fine buckets of a histogram to pieces of the coarser ones. */
#include "engine/operation/latency_piece.h"

#include "engine/statistics/histogram.h"

/*
 * The fine buckets from *bucket on, as many as fill a piece. A fine one lies in one coarse one.
 */
static void fill(const struct histogram *histogram, size_t *bucket, struct latency_piece *piece)
{
	for (; *bucket < HISTOGRAM_BUCKETS; (*bucket)++) {
		const uint64_t count = histogram->buckets[*bucket];
		const uint32_t number = latencies_bucket(histogram_least(*bucket));
		struct latency_bucket *last =
			piece->bucket_count ? &piece->buckets[piece->bucket_count - 1] : NULL;

		if (count == 0)
			continue;
		if (last && last->number == number) {
			last->count += count;
			continue;
		}
		if (piece->bucket_count == LATENCY_PIECE_BUCKETS)
			return;
		piece->buckets[piece->bucket_count++] =
			(struct latency_bucket){.number = number, .count = count};
	}
}

/* What is known of the extremes of a part: they are those of the whole, or at the part's edge. */
static void bound(const struct histogram *histogram, struct latency_piece *piece)
{
	const uint32_t last = piece->buckets[piece->bucket_count - 1].number;
	const uint64_t end = latencies_least(last) + (latencies_width(last) - 1);

	piece->minimum = latencies_least(piece->buckets[0].number);
	if (histogram->minimum > piece->minimum)
		piece->minimum = histogram->minimum;
	piece->maximum = histogram->maximum < end ? histogram->maximum : end;
}

bool latency_piece_next(const struct recording *recording, struct latency_place *place,
			struct latency_piece *piece)
{
	for (; place->histogram < recording->histogram_count; place->histogram++) {
		const struct recording_histogram *from = &recording->histograms[place->histogram];

		*piece = (struct latency_piece){.row = (uint32_t)from->row};
		fill(from->histogram, &place->bucket, piece);
		if (piece->bucket_count > 0) {
			bound(from->histogram, piece);
			return true;
		}
		place->bucket = 0;
	}
	return false;
}
