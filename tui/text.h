/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - text as it may safely be put on a screen: control characters and what this locale cannot
 * show are escaped, and what is too long is cut. No terminal here.
 */
#ifndef LSMBENCH_TUI_TEXT_H
#define LSMBENCH_TUI_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Write text to buffer so that it takes at most columns screen columns; what is cut is marked
 * by a ">" in the last one. Control characters, invalid bytes and characters that reorder text are
 * shown as \xNN or \u{NNNN}. Returns the columns used.
 */
int text_clip(char *buffer, size_t size, const char *text, int columns);

/* Screen columns that text takes when it is escaped and not cut. */
int text_width(const char *text);

/*
 * How many bytes of text fill the next line of at most columns columns, broken at a blank
 * where a fair part of the line stands before it. Always at least one byte unless text is empty.
 * text must need no escapes.
 */
size_t text_wrap(const char *text, int columns);

/* Bytes of text that take the first columns columns, or all of them. Escapes are never split. */
size_t text_skip(const char *text, int columns);

/* Like text_clip, but what is too long loses its middle ("open-cl..ZZZ/NNN"), not its end. */
void text_shorten(char *buffer, size_t size, const char *text, int columns);

/* Nanoseconds (or anything else) in at most width characters: "412.3", "1203.4", "1.2e+09". */
void text_number(char *buffer, size_t size, double value, int width);

/* The same with four significant digits, and whole numbers as such: "1.234", "0.03120", "42". */
void text_significant(char *buffer, size_t size, double value, int width);

/* Seconds for people: "0:13", "12:05", "3 h 20 min"; "?" when negative or not a number. */
void text_duration(char *buffer, size_t size, double seconds);

/* The same in words, for what is only estimated: "31 s", "12 min 5 s". */
void text_span(char *buffer, size_t size, double seconds);

/* True when needle occurs in text, the case of ASCII letters aside. An empty needle never does. */
bool text_contains(const char *text, const char *needle);

#endif
