/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hello_main.c - a program that does nothing but end with a status of its own. It is linked
 * statically and without the C library's start, so that what is timed is the kernel's work, and the
 * same on all machines: hello.h says who starts it.
 */
#include <unistd.h>

#include "engine/operation/hello.h"

void _start(void);

void _start(void)
{
	_exit(HELLO_STATUS);
}
