/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_read.h - read the lines of the published suite (published_text.h), also out of a mail:
 * quoted with
 * "> ", wrapped, with other text around them.
 */
#ifndef LSMBENCH_EXPORTS_TEXT_READ_H
#define LSMBENCH_EXPORTS_TEXT_READ_H

#include <stddef.h>

#include "engine/compare/compare_source.h"
#include "fixtures/error.h"

/* No text to be read is longer, in bytes. */
#define TEXT_READ_MAXIMUM (16u << 20)

/*
 * Read text[0..length-1] into *figures (uninitialised before, needs figures_clear after success):
 * summaries only, environment unknown. Lines that are neither figures nor their parameter are let
 * pass; figures of unknown operations are left out and noted. source names the text in messages.
 *
 * -ENODATA when there are no such figures; -EINVAL, with the line's number, for damaged ones, for
 * some without the parameter line they need, and when a case comes again later: then there are two
 * results in the text. -ENOMEM. Untrusted input: what is shown of it is escaped.
 */
int text_read_memory(const char *text, size_t length, const char *source, struct figures *figures,
		     struct error *error);

#endif
