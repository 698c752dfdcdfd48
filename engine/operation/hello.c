/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hello.c - the bytes of the program that hello_main.c becomes. */
#include "engine/operation/hello.h"

__asm__(".pushsection .rodata\n"
	".balign 16\n"
	".global hello_program\n"
	"hello_program:\n"
	".incbin \"" LSMBENCH_HELLO "\"\n"
	"hello_program_end:\n"
	".balign 8\n"
	".global hello_program_size\n"
	"hello_program_size:\n"
	".8byte hello_program_end - hello_program\n"
	".popsection\n");
