/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view.c - which view shows which page.
 */
#include "tui/view.h"

static const struct view *const views[PAGE_COUNT] = {
	[PAGE_PLAN] = &view_plan,       [PAGE_RUN] = &view_run,
	[PAGE_COMPARE] = &view_compare, [PAGE_FILES] = &view_files,
	[PAGE_LADDER] = &view_ladder,   [PAGE_KERNELS] = &view_kernels,
	[PAGE_TABLES] = &view_tables,   [PAGE_ENVIRONMENT] = &view_environment,
	[PAGE_EXPORT] = &view_export,   [PAGE_HELP] = &view_help,
};

const struct view *view_of(enum page page)
{
	return views[page];
}
