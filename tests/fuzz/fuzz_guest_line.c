/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_guest_line.c - any bytes as what comes over a guest's serial line: refused or read; what was
 * read as a message is written and read again as the same words. The checksum keeps chance away
 * from messages, so the bytes are also taken as the text of a line.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/guest/guest_line.h"
#include "engine/guest/guest_message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where the fuzzer sees it. */
static void must(int is_so)
{
	if (!is_so)
		abort();
}

static void read_message(char *text)
{
	char once[GUEST_TEXT_SIZE];
	char twice[GUEST_TEXT_SIZE];
	char again[GUEST_TEXT_SIZE];
	struct guest_message message;

	if (guest_message_read(text, &message) < 0)
		return;
	/* A count of few digits may be written with many. */
	if (guest_message_write(once, &message) < 0)
		return;
	memcpy(again, once, sizeof(again));
	must(guest_message_read(again, &message) == 0);
	must(guest_message_write(twice, &message) == 0);
	must(strcmp(once, twice) == 0);
}

/* The bytes as a line's text: it comes back as it is. */
static void write_line(const char *text)
{
	char line[GUEST_LINE_SIZE];
	char read[GUEST_TEXT_SIZE];
	uint32_t number = 0;
	int length = guest_line_write(line, 4711, text);

	if (length < 1)
		return;
	must(line[length - 1] == '\n');
	line[length - 1] = '\0';
	must(guest_line_read(line, &number, read) == 0 && number == 4711);
	must(strcmp(read, text) == 0);
	read_message(read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line = malloc(size + 1);
	char text[GUEST_TEXT_SIZE];
	uint32_t number;

	must(line != NULL);
	memcpy(line, data, size);
	line[size] = '\0';
	if (guest_line_read(line, &number, text) == 0)
		read_message(text);
	write_line(line);
	free(line);
	return 0;
}
