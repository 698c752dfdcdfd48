/* SPDX-License-Identifier: GPL-2.0-or-later */
/* recording.c - what a run that times itself has found. */
#include "engine/operation/recording.h"

void recording_add(struct recording *recording, enum metric_id metric, double value)
{
	if (recording->reading_count < RECORDING_READINGS_MAXIMUM)
		recording->readings[recording->reading_count++] =
			(struct reading_value){.metric = metric, .value = value};
}

void recording_add_histogram(struct recording *recording, enum latency_row row,
			     const struct histogram *histogram)
{
	if (recording->histogram_count < RECORDING_HISTOGRAMS_MAXIMUM)
		recording->histograms[recording->histogram_count++] =
			(struct recording_histogram){.row = row, .histogram = histogram};
}
