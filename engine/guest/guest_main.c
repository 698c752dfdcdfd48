/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_main.c - the program lsmbench-guest: the first and only process of a guest of the ladder.
 * It makes its place, reports what kernel it is in, measures, and turns the guest off.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/reboot.h>
#include <unistd.h>

#include "engine/guest/guest_run.h"

int main(void)
{
	/* It would turn off the machine of whoever starts it by hand. */
	if (getpid() != 1) {
		fputs("lsmbench-guest: is the first process of a guest that lsmbench ladder "
		      "starts, and nothing else: run lsmbench instead\n",
		      stderr);
		return 2;
	}
	guest_run();
	sync();
	reboot(RB_POWER_OFF);
	/* Without a power switch: the kernel's panic ends the guest as well. */
	return 1;
}
