/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_cell.c - the scripts' rules for numbers in few characters, backwards.
 */
#include "exports/lmbench/lmbench_printed_cell.h"

#include <math.h>
#include <string.h>

#include "exports/number.h"

/*
 * A number in its parts: "12.3K" has 2 digits, a point, 1 decimal, and a factor of 1000; "4e-04",
 * as 3.0 writes what is very small, a digit and a factor of 0.0001.
 */
struct parts {
	size_t digits;
	bool point;
	size_t decimals;
	double factor;
	bool is_power; /* factor is one of ten, not a suffix */
	size_t length; /* without the suffix */
	double number; /* without the factor */
};

/* Cut "e-04" off text. Returns the length that is left. */
static size_t cut_power(char *text, size_t length, struct parts *parts)
{
	char *e = strchr(text, 'e');

	if (!e || parts->factor > 1 || strlen(e) != 4 || e[1] != '-' ||
	    strspn(e + 2, "0123456789") != 2)
		return length;
	parts->factor = pow(10, -(double)(10 * (e[2] - '0') + e[3] - '0'));
	parts->is_power = true;
	*e = '\0';
	return (size_t)(e - text);
}

static bool take_parts(const char *text, size_t length, struct parts *parts)
{
	static const char digits[] = "0123456789";
	char copy[PRINTED_CELL_SIZE];
	size_t at;

	if (length == 0 || length >= sizeof(copy))
		return false;
	memcpy(copy, text, length);
	copy[length] = '\0';
	*parts = (struct parts){.factor = 1};
	if (copy[length - 1] == 'K')
		parts->factor = 1e3;
	else if (copy[length - 1] == 'M')
		parts->factor = 1e6;
	if (parts->factor > 1)
		copy[--length] = '\0';
	parts->length = length;
	length = cut_power(copy, length, parts);
	parts->digits = at = strspn(copy, digits);
	parts->point = copy[at] == '.';
	if (parts->point) {
		parts->decimals = strspn(&copy[at + 1], digits);
		at += 1 + parts->decimals;
		if (parts->decimals == 0)
			copy[at - 1] = '\0';
	}
	/* A lone point would be no number; ".004" is one, with its zero left out. */
	if (at != length || parts->digits + parts->decimals == 0)
		return false;
	if (parts->digits == 0) {
		memmove(&copy[1], copy, strlen(copy) + 1);
		copy[0] = '0';
	}
	return number_parse_double(copy, &parts->number) == 0;
}

bool printed_is_number(const char *text, size_t length)
{
	struct parts parts;

	return take_parts(text, length, &parts);
}

/* value times factor as the decimal that the text means, not 12600.000000000002 of the product. */
static double multiplied(double value, double factor)
{
	char text[NUMBER_SIZE];
	double result = value * factor;

	number_show_fixed(result, 9, text);
	return number_parse_double(text, &result) == 0 ? result : value * factor;
}

double printed_number(const char *text)
{
	struct parts parts;
	double value;

	if (!take_parts(text, strlen(text), &parts))
		return NAN;
	if (parts.is_power)
		return number_parse_double(text, &value) == 0 ? value : NAN;
	return parts.factor > 1 ? multiplied(parts.number, parts.factor) : parts.number;
}

double printed_unit(const char *text)
{
	struct parts parts;

	if (!take_parts(text, strlen(text), &parts))
		return NAN;
	return parts.factor * pow(10, -(double)parts.decimals);
}

/* Characters that a number has in a cell, beside its suffix. */
static size_t room_of(const struct parts *parts, int width)
{
	return (size_t)width - (parts->factor > 1 ? 1 : 0);
}

/* The final's rule: "%.1f" cut to the room; below 10 as many decimals as make the cell full. */
static bool fits_final(const struct parts *parts, int width)
{
	size_t room = room_of(parts, width);

	if (parts->factor <= 1 && parts->number < 10)
		return parts->point && parts->digits == 1 && parts->length == room;
	if (parts->digits + 2 <= room)
		return parts->point && parts->decimals == 1;
	return parts->length == room && parts->decimals == 0;
}

bool printed_fits(const char *text, int width, enum printed_generation generation)
{
	struct parts parts;

	if (!take_parts(text, strlen(text), &parts))
		return false;
	if (width <= 0)
		return true;
	if (parts.is_power)
		return generation == PRINTED_FINAL && parts.length <= (size_t)width;
	if (parts.length > room_of(&parts, width))
		return false;
	if (generation == PRINTED_FINAL)
		return fits_final(&parts, width);
	if (generation == PRINTED_BETA && parts.factor <= 1 && parts.number < 10)
		return parts.point && parts.length == (size_t)width;
	return true;
}

/* Whether a ten or a thousand times larger value would have been cut to the same digits. */
static bool may_be_cut(const struct parts *parts, int width)
{
	/* Beyond these the script takes the next suffix; after M there is none. */
	double next = parts->factor >= 1e6 ? INFINITY : 9999.95;

	if (parts->point || parts->length < room_of(parts, width))
		return false;
	return parts->number * 10 + 9 < next || (parts->number >= 1000 && parts->number <= 1000);
}

static void read_final(struct printed_cell *cell, const struct parts *parts, int width)
{
	bool is_cut =
		parts->decimals == 0 && (width <= 0 || parts->length == room_of(parts, width));

	cell->precision = (is_cut ? 1 : 0.5) * printed_unit(cell->text);
	cell->ambiguous = is_cut && width > 0 && may_be_cut(parts, width);
}

void printed_cell_read(struct printed_cell *cell, int width, enum printed_generation generation)
{
	struct parts parts;

	cell->value = printed_number(cell->text);
	cell->precision = 0;
	cell->ambiguous = false;
	if (!take_parts(cell->text, strlen(cell->text), &parts))
		return;
	if (generation == PRINTED_FINAL) {
		read_final(cell, &parts, width);
		return;
	}
	cell->precision = 0.5 * printed_unit(cell->text);
	cell->ambiguous = generation == PRINTED_BETA && parts.factor <= 1 && parts.number >= 10 &&
			  parts.decimals > 0;
}

void printed_cell_read_cut(struct printed_cell *cell)
{
	struct parts parts;

	cell->value = printed_number(cell->text);
	cell->precision = 0;
	cell->ambiguous = false;
	if (!take_parts(cell->text, strlen(cell->text), &parts))
		return;
	cell->precision = printed_unit(cell->text);
	/* What fills all four characters and is no number below 10 may have had a K or an M. */
	cell->ambiguous = parts.length >= 4 && parts.number >= 10;
}
