/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * escape.h - free text and names made fit to stand in a result file.
 *
 * Free text stands in header lines, percent-escaped: control characters, bytes beyond ASCII, "%"
 * and blanks at either end are written %XX. A name stands in a cell: letters, digits, "_.:/+*,-"
 * and single blanks inside as they are, all else %XX, so that no cell can begin a spreadsheet's
 * formula.
 */
#ifndef LSMBENCH_EXPORTS_ESCAPE_H
#define LSMBENCH_EXPORTS_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

/* text as a header line's value; malloc'ed, NULL without memory. */
char *escape_text(const char *text);
/* The same with every blank escaped too, for a word among others. */
char *escape_word(const char *text);
/* text as a name for a cell, without CSV quotes; malloc'ed, NULL without memory. */
char *escape_name(const char *text);

/*
 * Undo escape_text or escape_word in place. 0, or -EINVAL at a "%" that no two hexadecimal digits
 * follow, at %00 and at a raw control character; *at (may be NULL) then is its index.
 */
int unescape_text(char *text, size_t *at);

/* name as a CSV cell: as it is, or quoted by libcsv when it needs it. malloc'ed. */
char *escape_cell(const char *name);

/* Write text as a name in a cell, and the comma behind it. 0 or -ENOMEM. */
int escape_write_cell(const char *text, FILE *file);

#endif
