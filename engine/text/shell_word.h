/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shell_word.h - text so quoted that a shell reads it as one word. */
#ifndef LSMBENCH_ENGINE_SHELL_WORD_H
#define LSMBENCH_ENGINE_SHELL_WORD_H

#include <stdio.h>

/* Write text to file, in single quotes where a shell would make something else of it. */
void shell_word_write(const char *text, FILE *file);

#endif
