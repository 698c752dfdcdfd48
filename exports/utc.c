/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * utc.c - moments as ISO 8601 in UTC.
 */
#include "exports/utc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void utc_show(int64_t seconds, char buffer[UTC_SIZE])
{
	time_t moment = (time_t)seconds;
	struct tm parts;

	if (seconds == 0 || !gmtime_r(&moment, &parts) || parts.tm_year < 1000 - 1900 ||
	    parts.tm_year > 9999 - 1900) {
		snprintf(buffer, UTC_SIZE, "unknown");
		return;
	}
	strftime(buffer, UTC_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

int utc_parse(const char *text, int64_t *seconds)
{
	struct tm parts = {0};
	char again[UTC_SIZE];
	int64_t moment;

	if (strcmp(text, "unknown") == 0) {
		*seconds = 0;
		return 0;
	}
	if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2dZ", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
		   &parts.tm_hour, &parts.tm_min, &parts.tm_sec) != 6)
		return -EINVAL;
	parts.tm_year -= 1900;
	parts.tm_mon -= 1;
	moment = (int64_t)timegm(&parts);
	/* A 31st of June would come out as another day, and other spellings as this one. */
	utc_show(moment, again);
	if (strcmp(again, text) != 0)
		return -EINVAL;
	*seconds = moment;
	return 0;
}
