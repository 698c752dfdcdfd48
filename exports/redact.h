/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * redact.h - a result without what names the host, the user, a disk or a path of this machine.
 *
 * Environment items that may name them, warnings, reasons, label and note are masked
 * ("root=UUID=<redacted>"); own paths become /redacted/path-1 and so on in the plan, the cases
 * and the command line; a single scratch directory is left out, several become
 * /redacted/scratch-1 and so on. The redacted result reads back with as many cases in the same
 * order.
 */
#ifndef LSMBENCH_EXPORTS_REDACT_H
#define LSMBENCH_EXPORTS_REDACT_H

#include "engine/result/result.h"

/*
 * Make *redacted (uninitialised before) of result, whose samples it shares: result must stay until
 * redact_clear. 0 or -ENOMEM, and then nothing is to be cleared.
 */
int redact_result(const struct result *result, struct result *redacted, struct error *error);
void redact_clear(struct result *redacted);

/*
 * The same for an environment alone: add masked items and warnings to *redacted, which is zeroed
 * and the caller's to clear. 0 or -ENOMEM.
 */
int redact_environment(const struct environment *environment, struct environment *redacted);

#endif
