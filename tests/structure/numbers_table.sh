#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes the README's table of numbers from what "lsmbench ops" prints: ... | numbers_table.sh

awk '
	BEGIN {
		print "| option | sets | unless given | from, to |"
		print "|---|---|---|---|"
	}
	/^NUMBERS/ { inside = 1; next }
	/^$/ { inside = 0 }
	inside && /^  --/ { option = $1; sub(/^ +[^ ]+ +[^:]*: /, ""); sets = $0 }
	inside && / unless given; / {
		sub(/^ +/, "")
		split($0, part, / unless given; /)
		sub(/ to /, ", ", part[2])
		sub(/ [A-Za-z]+$/, "", part[2])
		printf "| `%s` | %s | %s | %s |\n", option, sets, part[1], part[2]
	}'
