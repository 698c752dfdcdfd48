/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_audit.c - the audit records that come while a case is measured: what a denied call costs
 * is for a good part that of writing them.
 */
#include <stdio.h>
#include <string.h>

#include "engine/environment/environment_audit.h"
#include "engine/session/session_private.h"
#include "fixtures/error.h"

static const char source[] = "netlink AUDIT_NLGRP_READLOG";

void session_audit_open(struct session *session)
{
	struct environment *environment = &session->result.environment;
	int code;

	/* While it is off there are none, and being listened to costs the kernel a little. */
	if (!environment_audit_is_on(environment))
		return;
	code = audit_watch_open(&session->audit);
	if (code < 0) {
		char reason[128];

		snprintf(reason, sizeof(reason), "%s: %s; only root may listen (CAP_AUDIT_READ)",
			 source, error_words(code));
		environment_set(environment, AUDIT_RECORDS_KEY, NULL, reason);
	}
}

void session_audit_begin_case(struct session *session)
{
	session->case_start_records = audit_watch_count(&session->audit);
}

void session_audit_end_case(struct session *session)
{
	session->case_audit_records[session->case_index] +=
		audit_watch_count(&session->audit) - session->case_start_records;
}

static void record(struct session *session, const char *key, uint64_t count)
{
	char value[32];

	snprintf(value, sizeof(value), "%llu", (unsigned long long)count);
	environment_set(&session->result.environment, key, value, source);
}

void session_audit_record(struct session *session)
{
	if (session->audit.fd < 0)
		return;
	record(session, AUDIT_RECORDS_KEY, audit_watch_count(&session->audit));
	for (size_t i = 0; i < session->result.plan.case_count; i++) {
		char key[64];

		if (session->case_audit_records[i] > 0)
			record(session, environment_audit_case_key(i, key, sizeof(key)),
			       session->case_audit_records[i]);
	}
}
