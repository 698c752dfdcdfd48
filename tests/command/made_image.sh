# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# For tests of the ladder: an image that says of itself what a bzImage says, and has no kernel in it.
# Enough to plan with.

# make_image FILE
make_image() {
	# put OFFSET BYTES
	put() { printf '%b' "$2" | dd of="$image" bs=1 seek=$(($1)) conv=notrunc status=none; }
	image=$1
	head -c 32768 /dev/zero >"$image"
	put 0x1f1 '\x1f'     # sectors of the set-up
	put 0x1f4 '\x00\x04' # size of the rest, in paragraphs
	put 0x1fe '\x55\xaa'
	put 0x202 'HdrS\x0f\x02'
	put 0x20e '\x00\x02' # the banner stands at 0x200 and this
	put 0x211 '\x01'     # loaded high
	put 0x236 '\x01'     # 64 bits
	put 0x400 '6.99.0-made (someone@somewhere) #1 SMP'
}
