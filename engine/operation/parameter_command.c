/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parameter_command.c - a command line's name in results. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/parameter.h"
#include "fixtures/text_show.h"

/* A name is cut after so many characters. */
#define SHOWN 40

const struct parameter parameter_command = {
	.name = "command",
	.option = "command",
	.type = PARAMETER_COMMAND,
	.help = "the name of the command that --command gives",
};

/* FNV-1a of 32 bits: Fowler, Noll, Vo; draft-eastlake-fnv. */
static uint32_t hash_of(const char *text)
{
	uint32_t hash = 2166136261u;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 16777619u;
	return hash;
}

const char *parameter_command_name(const char *command, char buffer[PARAMETER_COMMAND_SIZE])
{
	bool exact = true;
	size_t used = 0;

	for (const char *at = command; *at; at++) {
		const bool blank = *at == ' ' && (used == 0 || buffer[used - 1] == ' ' || !at[1]);

		if (used >= SHOWN || blank || !parameter_is_plain(*at))
			exact = false;
		if (used < SHOWN && !blank && *at != '\'' && *at != '"')
			buffer[used++] = parameter_is_plain(*at) ? *at : '_';
	}
	while (used > 0 && buffer[used - 1] == ' ')
		used--;
	buffer[used] = '\0';
	if (!exact)
		snprintf(buffer + used, PARAMETER_COMMAND_SIZE - used, ":%08" PRIx32,
			 hash_of(command));
	return buffer;
}

int parameter_parse_command(const char *text, char **value, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	size_t good = 0;

	while (text[good] && parameter_is_plain(text[good]))
		good++;
	if (good == 0 || text[good] || good >= PARAMETER_COMMAND_SIZE)
		return error_set(error, -EINVAL,
				 "command '%s': the name of a command has 1 to %u letters, digits, "
				 "blanks and _ . : / * + , -",
				 text_show(text, strlen(text), shown), PARAMETER_COMMAND_SIZE - 1);
	*value = strdup(text);
	return *value ? 0 : error_set(error, -ENOMEM, "out of memory");
}
