/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_workload.c - any bytes as published tables of workloads: refused with a line, or read, and
 * then what is written of it reads back, and it can be compared with itself in every format; of
 * each group alone as well.
 */
#include <errno.h>
#include <stdint.h>

#include "exports/workload/workload_read.h"
#include "tests/fuzz/figures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const hosts[] = {NULL, "nostack", "stack"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++) {
		struct error error = {""};
		struct figures figures;
		int status = workload_read_memory((const char *)data, size, "fuzz", hosts[i],
						  &figures, &error);

		if (status < 0) {
			must(error.text[0] != '\0');
			must(status == -EINVAL || status == -ENODATA);
			continue;
		}
		must(figures.case_count > 0);
		round_trip(&figures);
		compare_with_itself(&figures);
		figures_clear(&figures);
	}
	return 0;
}
