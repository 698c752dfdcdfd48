/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_show.h - untrusted text made fit to stand in a message.
 */
#ifndef LSMBENCH_ENGINE_TEXT_SHOW_H
#define LSMBENCH_ENGINE_TEXT_SHOW_H

#include <stddef.h>

/* Room for a text in a message; what is longer is cut and ends with "...". */
#define TEXT_SHOW_SIZE 100

/*
 * Copy length bytes of text to buffer, control characters and bytes that are not valid UTF-8
 * written as \xNN so that no terminal obeys them. Returns buffer.
 */
const char *text_show(const char *text, size_t length, char buffer[TEXT_SHOW_SIZE]);

#endif
