/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_printed.c - any bytes as a printed LMbench summary: refused with a line, or read, and then
 * each cell is in a column of its table that holds numbers, in order, or in none, and each host's
 * figures can be written, read back and compared.
 */
#include <stdint.h>

#include "exports/lmbench/lmbench_printed.h"
#include "exports/lmbench/lmbench_printed_figures.h"
#include "exports/lmbench/lmbench_printed_hosts.h"
#include "tests/fuzz/figures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Comparing every host of a long text would take the fuzzer's time. */
#define HOSTS_TAKEN 4

static void check_row(const struct printed_table *table, const struct printed_row *row)
{
	int last = -1;

	must(row->cell_count <= PRINTED_COLUMNS_MAXIMUM);
	must((row->kind == PRINTED_HOST) == (row->host[0] != '\0'));
	for (size_t i = 0; i < row->cell_count; i++) {
		const struct printed_cell *cell = &row->cells[i];

		if (cell->column < 0)
			continue;
		must(cell->column > last && (size_t)cell->column < table->layout->column_count);
		must(table->layout->columns[cell->column].kind != PRINTED_WORDS);
		must(cell->precision >= 0);
		last = cell->column;
	}
}

static void take_host(const struct printed_summary *summary, const char *host)
{
	struct error error = {""};
	struct figures figures;
	int status = printed_figures_of(summary, "fuzz", host, &figures, &error);

	if (status < 0) {
		must(error.text[0] != '\0');
		return;
	}
	round_trip(&figures);
	compare_with_itself(&figures);
	figures_clear(&figures);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct printed_summary summary;
	struct printed_hosts hosts;
	struct error error = {""};

	if (printed_read((const char *)data, size, &summary, &error) < 0) {
		must(error.text[0] != '\0');
		return 0;
	}
	for (size_t i = 0; i < summary.table_count; i++) {
		for (size_t j = 0; j < summary.tables[i].row_count; j++)
			check_row(&summary.tables[i], &summary.tables[i].rows[j]);
	}
	must(printed_hosts_of(&summary, &hosts) == 0);
	for (size_t i = 0; i < hosts.count && i < HOSTS_TAKEN; i++)
		take_host(&summary, hosts.items[i].name);
	printed_hosts_clear(&hosts);
	printed_clear(&summary);
	return 0;
}
