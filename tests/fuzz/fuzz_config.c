/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_config.c - any bytes as the config file: damaged lines are left out with one clean line, and
 * what is written of the rest reads back the same and undamaged.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where the fuzzer sees it. */
static void must(int is_so)
{
	if (!is_so)
		abort();
}

static char *written(const struct settings *settings, size_t *length)
{
	char *text = NULL;
	FILE *file = open_memstream(&text, length);

	must(file != NULL);
	settings_write(settings, file);
	must(fclose(file) == 0);
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct settings settings;
	struct settings again;
	struct error error = {""};
	size_t length;
	char *text;

	settings_init(&settings);
	settings_init(&again);
	if (settings_read(&settings, (const char *)data, size, "config", &error) < 0) {
		must(error.text[0] != '\0');
		for (const char *at = error.text; *at; at++)
			must((unsigned char)*at >= 0x20 && *at != 0x7f);
	}
	text = written(&settings, &length);
	must(settings_read(&again, text, length, "again", &error) == 0);
	must(plan_equal(&settings.plan, &again.plan));
	must(text_list_equal(&settings.others, &again.others));
	must(strcmp(settings.theme, again.theme) == 0 && strcmp(settings.page, again.page) == 0);
	must(settings.ascii == again.ascii && settings.mouse == again.mouse);
	free(text);
	settings_clear(&settings);
	settings_clear(&again);
	return 0;
}
