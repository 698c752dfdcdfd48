/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.c - escaping, cutting and formatting for a screen. Environment values and result files
 * are untrusted: nothing of theirs may reach the terminal as a control sequence.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>

#include "tui/text.h"

/* One character, or one escape, as it is shown. */
struct glyph {
	char bytes[24];
	int columns;
	size_t taken; /* bytes of the source */
};

/* Characters that print as nothing and change the order of their neighbours. */
static bool reorders(wchar_t character)
{
	uint32_t code = (uint32_t)character;

	return (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) ||
	       (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

static void take_glyph(const char *text, struct glyph *glyph)
{
	mbstate_t state = {0};
	wchar_t character = 0;
	size_t length = mbrtowc(&character, text, strlen(text), &state);

	if (length == (size_t)-1 || length == (size_t)-2 || length == 0) {
		glyph->taken = 1;
		glyph->columns = snprintf(glyph->bytes, sizeof(glyph->bytes), "\\x%02x",
					  (unsigned int)(unsigned char)text[0]);
		return;
	}
	glyph->taken = length;
	glyph->columns = wcwidth(character);
	if (glyph->columns >= 0 && iswprint((wint_t)character) && !reorders(character)) {
		memcpy(glyph->bytes, text, length);
		glyph->bytes[length] = '\0';
		return;
	}
	glyph->columns = snprintf(glyph->bytes, sizeof(glyph->bytes),
				  (uint32_t)character < 256 ? "\\x%02x" : "\\u{%x}",
				  (unsigned int)character);
}

int text_width(const char *text)
{
	struct glyph glyph;
	int width = 0;

	for (; *text != '\0'; text += glyph.taken) {
		take_glyph(text, &glyph);
		width += glyph.columns;
	}
	return width;
}

/* True when text takes at most columns columns: looks no further than it must. */
static bool fits(const char *text, int columns)
{
	struct glyph glyph;
	int width = 0;

	for (; *text != '\0' && width <= columns; text += glyph.taken) {
		take_glyph(text, &glyph);
		width += glyph.columns;
	}
	return width <= columns;
}

int text_clip(char *buffer, size_t size, const char *text, int columns)
{
	bool cut = !fits(text, columns);
	int room = cut ? columns - 1 : columns;
	size_t used = 0;
	int width = 0;
	struct glyph glyph;

	if (size == 0)
		return 0;
	for (; *text != '\0'; text += glyph.taken) {
		take_glyph(text, &glyph);
		if (width + glyph.columns > room || used + strlen(glyph.bytes) + 2 > size)
			break;
		memcpy(buffer + used, glyph.bytes, strlen(glyph.bytes));
		used += strlen(glyph.bytes);
		width += glyph.columns;
	}
	if (cut && columns > 0 && used + 1 < size) {
		buffer[used++] = '>';
		width++;
	}
	buffer[used] = '\0';
	return width;
}

size_t text_wrap(const char *text, int columns)
{
	size_t length = 0;
	size_t blank = 0;
	int width = 0;
	struct glyph glyph;

	while (text[length] != '\0') {
		take_glyph(text + length, &glyph);
		if (length > 0 && width + glyph.columns > columns)
			/* A word as long as most of the line, such as a path, is cut instead. */
			return blank > length / 3 ? blank : length;
		length += glyph.taken;
		width += glyph.columns;
		if (text[length] == ' ' || text[length] == '\0')
			blank = length;
	}
	return length;
}

size_t text_skip(const char *text, int columns)
{
	size_t length = 0;
	int width = 0;
	struct glyph glyph;

	while (text[length] != '\0') {
		take_glyph(text + length, &glyph);
		if (width + glyph.columns > columns)
			break;
		length += glyph.taken;
		width += glyph.columns;
	}
	return length;
}

void text_shorten(char *buffer, size_t size, const char *text, int columns)
{
	int width = text_width(text);
	int head = (columns - 2) / 2;
	char cut[256];

	if (width <= columns || columns < 8) {
		text_clip(buffer, size, text, columns);
		return;
	}
	snprintf(cut, sizeof(cut), "%.*s..%s", (int)text_skip(text, head), text,
		 text + text_skip(text, width - (columns - 2 - head)));
	text_clip(buffer, size, cut, columns);
}

/* "3.2e+10", or "3e+10" where that is too wide. */
static void show_power(char *buffer, size_t size, double value, int width)
{
	if (snprintf(buffer, size, "%.1e", value) > width)
		snprintf(buffer, size, "%.0e", value);
}

void text_number(char *buffer, size_t size, double value, int width)
{
	int decimals;
	int length;

	if (isnan(value)) {
		snprintf(buffer, size, "-");
		return;
	}
	for (decimals = fabs(value) < 10 ? 2 : 1; decimals >= 0; decimals--) {
		length = snprintf(buffer, size, "%.*f", decimals, value);
		if (length <= width)
			return;
	}
	show_power(buffer, size, value, width);
}

#define SIGNIFICANT_DIGITS 4
#define SIGNIFICANT_DECIMALS 7

/* Whether so many decimals show nothing but zeros of what is not zero. */
static bool is_lost(double value, int decimals)
{
	return fabs(value) > 0 && fabs(value) < 0.5 * pow(10, -decimals);
}

void text_significant(char *buffer, size_t size, double value, int width)
{
	int decimals = 0;

	if (isfinite(value) && fabs(value - trunc(value)) > 0)
		decimals = SIGNIFICANT_DIGITS - 1 - (int)floor(log10(fabs(value)));
	if (decimals > SIGNIFICANT_DECIMALS)
		decimals = SIGNIFICANT_DECIMALS;
	if (decimals < 0)
		decimals = 0;
	for (; isfinite(value) && decimals >= 0; decimals--) {
		if (snprintf(buffer, size, "%.*f", decimals, value) > width)
			continue;
		if (is_lost(value, decimals))
			show_power(buffer, size, value, width);
		return;
	}
	text_number(buffer, size, value, width);
}

void text_duration(char *buffer, size_t size, double seconds)
{
	long whole;

	if (isnan(seconds) || seconds < 0 || seconds > 1e9) {
		snprintf(buffer, size, "?");
		return;
	}
	whole = lround(seconds);
	if (whole < 3600)
		snprintf(buffer, size, "%ld:%02ld", whole / 60, whole % 60);
	else if (whole < 86400)
		snprintf(buffer, size, "%ld h %ld min", whole / 3600, whole / 60 % 60);
	else
		snprintf(buffer, size, "%ld d %ld h", whole / 86400, whole / 3600 % 24);
}

void text_span(char *buffer, size_t size, double seconds)
{
	if (seconds >= 0 && seconds < 59.5)
		snprintf(buffer, size, "%.0f s", ceil(seconds));
	else if (seconds >= 0 && seconds < 3600)
		snprintf(buffer, size, "%ld min %ld s", lround(seconds) / 60, lround(seconds) % 60);
	else
		text_duration(buffer, size, seconds);
}

bool text_contains(const char *text, const char *needle)
{
	size_t length = strlen(needle);

	if (length == 0)
		return false;
	for (; *text != '\0'; text++)
		if (strncasecmp(text, needle, length) == 0)
			return true;
	return false;
}
