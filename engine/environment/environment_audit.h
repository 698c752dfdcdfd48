/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_audit.h - what a session's environment says of the audit records that it caused.
 */
#ifndef LSMBENCH_ENGINE_ENVIRONMENT_AUDIT_H
#define LSMBENCH_ENGINE_ENVIRONMENT_AUDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/environment/environment.h"

/* Records during the session, whoever caused them. */
#define AUDIT_RECORDS_KEY "during.audit_records"

/* The key of the records that came while a case of the plan was measured; in buffer, returned. */
const char *environment_audit_case_key(size_t case_index, char *buffer, size_t size);

/* Whether audit was on when the session began. */
bool environment_audit_is_on(const struct environment *environment);

/*
 * What is known of the records of a case, in one line: "4500 audit records while it was measured,
 * under all variants together", "audit was off: no record of it was written"; "" when it is unknown
 * whether audit was on. In buffer, returned.
 */
const char *environment_audit_words(const struct environment *environment, size_t case_index,
				    char *buffer, size_t size);

#endif
