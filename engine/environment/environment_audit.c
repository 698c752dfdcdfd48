/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_audit.c - the audit records of a case, as an environment holds them and in words.
 */
#include <stdio.h>
#include <string.h>

#include "engine/environment/environment_audit.h"

const char *environment_audit_case_key(size_t case_index, char *buffer, size_t size)
{
	snprintf(buffer, size, "during.audit_records_of_case.%zu", case_index + 1);
	return buffer;
}

bool environment_audit_is_on(const struct environment *environment)
{
	return strncmp(environment_value(environment, "audit.enabled", ""), "on", 2) == 0;
}

const char *environment_audit_words(const struct environment *environment, size_t case_index,
				    char *buffer, size_t size)
{
	const char *lost = environment_value(environment, "during.audit_lost", "0");
	char key[64];
	const char *count;

	buffer[0] = '\0';
	if (!environment_value(environment, "audit.enabled", NULL))
		return buffer;
	if (!environment_audit_is_on(environment)) {
		snprintf(buffer, size, "audit was off: no record of it was written");
		return buffer;
	}
	if (!environment_value(environment, AUDIT_RECORDS_KEY, NULL)) {
		snprintf(buffer, size, "audit was on, its records were not counted");
		return buffer;
	}
	count = environment_value(environment,
				  environment_audit_case_key(case_index, key, sizeof(key)), "0");
	snprintf(buffer, size,
		 "%.24s audit record%s while it was measured, under all variants together", count,
		 strcmp(count, "1") == 0 ? "" : "s");
	if (strcmp(lost, "0") != 0) {
		size_t used = strlen(buffer);

		snprintf(buffer + used, size - used, "; %.24s more were lost in the session", lost);
	}
	return buffer;
}
