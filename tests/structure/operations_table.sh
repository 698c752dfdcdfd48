#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes the README's table of operations from what "lsmbench ops '*'" prints: ... | operations_table.sh

awk '
	function flush_row() {
		gsub(/\|/, "\\|", iteration)
		if (name != "")
			printf "| `%s` | %s | %s | %s |\n", name, iteration, calls, applied
		name = iteration = calls = ""
		applied = "-"
	}
	BEGIN {
		print "| operation | one iteration | system calls | applied to |"
		print "|---|---|---|---|"
		applied = "-"
	}
	/^  [^ ]/ { flush_row(); name = $1 }
	/^    one iteration / { sub(/^ +one iteration +/, ""); iteration = $0 }
	/^    system calls / { sub(/^ +system calls +/, ""); calls = $0 }
	/^    applied to / { sub(/^ +applied to +/, ""); applied = $0 }
	END { flush_row() }'
