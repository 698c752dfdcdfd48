/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parameter_number.c - numbers as parameters: sizes of directories, files and memory, counts of
 * processes and descriptors, alone or as a pair.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation_together_inner.h"
#include "engine/operation/parameter.h"
#include "engine/text/number_read.h"

#define KIB 1024u
#define MIB (1024u * KIB)
#define GIB (1024u * (uint64_t)MIB)

static const uint64_t directory_sizes[] = {0, 10, 100, 1000, 10000};
static const uint64_t descriptor_counts[] = {10, 100, 250, 500};
static const uint64_t process_counts[] = {2, 4, 8, 16, 24, 32, 64, 96};
static const uint64_t cpu_counts[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
static const uint64_t working_sets[] = {0, 4 * KIB, 16 * KIB, 32 * KIB, 64 * KIB};
static const uint64_t file_sizes[] = {0, KIB, 4 * KIB, 10 * KIB};
static const uint64_t sizes[] = {32 * KIB, 512 * KIB, 8 * MIB, 64 * MIB};
static const uint64_t strides[] = {128};
static const uint64_t page_counts[] = {16, 64, 256, 1024, 4096};
static const uint64_t client_counts[] = {1, 4};

static const uint64_t writer_counts[] = {0, 6};

const struct parameter parameter_directory = {
	.name = "directory size",
	.option = "dirs",
	.type = PARAMETER_NUMBER,
	.prefix = "DIR",
	.unit = "files",
	.minimum = 0,
	.maximum = 1000000,
	.defaults = directory_sizes,
	.default_count = sizeof(directory_sizes) / sizeof(directory_sizes[0]),
	.help = "how many empty files the directory holds beside the one worked on",
};

const struct parameter parameter_descriptors = {
	.name = "descriptors",
	.option = "descriptors",
	.type = PARAMETER_NUMBER,
	.prefix = "FD",
	.unit = "descriptors",
	.minimum = 1,
	.maximum = 1000,
	.defaults = descriptor_counts,
	.default_count = sizeof(descriptor_counts) / sizeof(descriptor_counts[0]),
	.help = "how many file descriptors are asked about",
};

const struct parameter parameter_working_set = {
	.name = "working set",
	.option = "working-sets",
	.type = PARAMETER_NUMBER,
	.unit = "bytes",
	.is_bytes = true,
	.minimum = 0,
	.maximum = 64 * MIB,
	.defaults = working_sets,
	.default_count = sizeof(working_sets) / sizeof(working_sets[0]),
	.help = "how much memory each process reads when it has the token",
};

const struct parameter parameter_processes = {
	.name = "processes and working set",
	.option = "processes",
	.type = PARAMETER_NUMBER,
	.suffix = "p",
	.unit = "processes",
	.minimum = 2,
	.maximum = 256,
	.defaults = process_counts,
	.default_count = sizeof(process_counts) / sizeof(process_counts[0]),
	.second = &parameter_working_set,
	.help = "how many processes pass the token around",
};

/* In parameter_numbers the list of all that run several processes; its defaults are the ring's. */
const struct parameter parameter_many = {
	.name = "processes",
	.option = "processes",
	.type = PARAMETER_NUMBER,
	.suffix = "p",
	.unit = "processes",
	.minimum = 1,
	.maximum = 256,
	.defaults = process_counts,
	.default_count = sizeof(process_counts) / sizeof(process_counts[0]),
	.help = "how many processes run at once, or pass the token around",
};

const struct parameter parameter_cpus = {
	.name = "CPUs",
	.option = "cpus",
	.type = PARAMETER_NUMBER,
	.suffix = "cpu",
	.unit = "CPUs",
	.minimum = 1,
	.maximum = 1024,
	.defaults = cpu_counts,
	.default_count = sizeof(cpu_counts) / sizeof(cpu_counts[0]),
	.up_to_cpus = true,
	.help = "on how many CPUs the processes that run at once are kept",
};

const struct parameter parameter_file_size = {
	.name = "file size",
	.option = "file-sizes",
	.type = PARAMETER_NUMBER,
	.unit = "bytes",
	.is_bytes = true,
	.minimum = 0,
	.maximum = 64 * MIB,
	.defaults = file_sizes,
	.default_count = sizeof(file_sizes) / sizeof(file_sizes[0]),
	.help = "how much is written into each file",
};

const struct parameter parameter_size = {
	.name = "size",
	.option = "sizes",
	.type = PARAMETER_NUMBER,
	.unit = "bytes",
	.is_bytes = true,
	.minimum = 512,
	.maximum = 16 * GIB,
	.defaults = sizes,
	.default_count = sizeof(sizes) / sizeof(sizes[0]),
	.help = "how much memory is worked on",
};

const struct parameter parameter_stride = {
	.name = "stride",
	.option = "strides",
	.type = PARAMETER_NUMBER,
	.unit = "bytes",
	.minimum = 8,
	.maximum = 65536,
	.multiple = 8,
	.defaults = strides,
	.default_count = sizeof(strides) / sizeof(strides[0]),
	.help = "how far apart the places are that are read",
};

const struct parameter parameter_pages = {
	.name = "pages",
	.option = "pages",
	.type = PARAMETER_NUMBER,
	.prefix = "PAGES",
	.unit = "pages",
	.minimum = 2,
	.maximum = 1000000,
	.defaults = page_counts,
	.default_count = sizeof(page_counts) / sizeof(page_counts[0]),
	.help = "how many pages are visited in turn",
};

const struct parameter parameter_clients = {
	.name = "clients",
	.option = "clients",
	.type = PARAMETER_NUMBER,
	.suffix = "c",
	.unit = "clients",
	.minimum = 1,
	.maximum = 1024,
	.defaults = client_counts,
	.default_count = sizeof(client_counts) / sizeof(client_counts[0]),
	.help = "how many clients of a file server are played",
};

const struct parameter parameter_writers = {
	.name = "writers",
	.option = "writers",
	.type = PARAMETER_NUMBER,
	.suffix = "w",
	.unit = "writers",
	.minimum = 0,
	.maximum = 64,
	.defaults = writer_counts,
	.default_count = sizeof(writer_counts) / sizeof(writer_counts[0]),
	.help = "how many processes write files meanwhile",
};

const struct parameter *const parameter_numbers[] = {
	&parameter_directory,   &parameter_descriptors, &parameter_many,    &parameter_cpus,
	&parameter_working_set, &parameter_file_size,   &parameter_size,    &parameter_stride,
	&parameter_pages,       &parameter_clients,     &parameter_writers,
};

const size_t parameter_number_count = sizeof(parameter_numbers) / sizeof(parameter_numbers[0]);

const struct parameter *parameter_by_option(const char *option)
{
	for (size_t i = 0; i < parameter_number_count; i++)
		if (strcmp(parameter_numbers[i]->option, option) == 0)
			return parameter_numbers[i];
	return NULL;
}

/* What may stand behind a number of bytes, the largest first. */
static const struct {
	char letter;
	uint64_t factor;
} multiples[] = {{'G', GIB}, {'M', MIB}, {'K', KIB}};

#define MULTIPLE_COUNT (sizeof(multiples) / sizeof(multiples[0]))

/* The factor of the letter behind a number of bytes; 0 when it is none. */
static uint64_t factor_of(char letter)
{
	for (size_t i = 0; i < MULTIPLE_COUNT; i++)
		if ((letter & ~0x20) == multiples[i].letter)
			return multiples[i].factor;
	return 0;
}

/* Read one number of parameter that ends where length says. 0 or -EINVAL; the range is not seen to.
 */
static int take_number(const struct parameter *parameter, const char *text, size_t length,
		       uint64_t *number)
{
	size_t prefix = parameter->prefix ? strlen(parameter->prefix) : 0;
	size_t suffix = parameter->suffix ? strlen(parameter->suffix) : 0;
	const char *end = text + length;
	const char *rest;

	if (prefix <= length && prefix > 0 && memcmp(text, parameter->prefix, prefix) == 0)
		text += prefix;
	if (number_take(text, (size_t)(end - text), UINT64_MAX, number, &rest) < 0)
		return -EINVAL;
	if (parameter->is_bytes && rest < end && factor_of(*rest) > 0) {
		if (__builtin_mul_overflow(*number, factor_of(*rest), number))
			return -EINVAL;
		rest++;
	}
	if (suffix > 0 && (size_t)(end - rest) == suffix &&
	    memcmp(rest, parameter->suffix, suffix) == 0)
		rest = end;
	return rest == end ? 0 : -EINVAL;
}

const char *parameter_show(const struct parameter *parameter, uint64_t number,
			   char buffer[PARAMETER_NUMBER_SIZE])
{
	char letter[2] = "";

	/* 0K and not 0: it is a size, and LMbench's tables say so. */
	for (size_t i = 0; parameter->is_bytes && i < MULTIPLE_COUNT && !letter[0]; i++) {
		if (number % multiples[i].factor != 0 || (number == 0 && i + 1 < MULTIPLE_COUNT))
			continue;
		letter[0] = multiples[i].letter;
		number /= multiples[i].factor;
	}
	snprintf(buffer, PARAMETER_NUMBER_SIZE, "%.12s%llu%s%.12s",
		 parameter->prefix ? parameter->prefix : "", (unsigned long long)number, letter,
		 parameter->suffix ? parameter->suffix : "");
	return buffer;
}

static int refuse(const struct parameter *parameter, const char *text, size_t length,
		  struct error *error)
{
	struct parameter bare = *parameter;
	char least[PARAMETER_NUMBER_SIZE];
	char most[PARAMETER_NUMBER_SIZE];

	bare.prefix = NULL;
	bare.suffix = NULL;
	return error_set(error, -EINVAL, "%s '%.*s': must be a whole number from %s to %s (%s)",
			 parameter->name, (int)(length < 64 ? length : 64), text,
			 parameter_show(&bare, parameter->minimum, least),
			 parameter_show(&bare, parameter->maximum, most), parameter->unit);
}

static int parse_part(const struct parameter *parameter, const char *text, size_t length,
		      uint64_t *number, struct error *error)
{
	uint64_t found;

	if (take_number(parameter, text, length, &found) < 0 || found < parameter->minimum ||
	    found > parameter->maximum)
		return refuse(parameter, text, length, error);
	if (parameter->multiple > 0 && found % parameter->multiple != 0) {
		struct parameter bare = *parameter;
		char unit[PARAMETER_NUMBER_SIZE];

		bare.prefix = NULL;
		bare.suffix = NULL;
		return error_set(error, -EINVAL, "%s '%.*s': must be a multiple of %s (%s)",
				 parameter->name, (int)(length < 64 ? length : 64), text,
				 parameter_show(&bare, parameter->multiple, unit), parameter->unit);
	}
	*number = found;
	return 0;
}

int parameter_parse_number(const struct parameter *parameter, const char *text, uint64_t *number,
			   struct error *error)
{
	return parse_part(parameter, text, strlen(text), number, error);
}

static int parse_numbers(const struct parameter *parameter, const char *text, char **value,
			 struct error *error)
{
	const struct parameter *second = parameter->second;
	size_t length = second ? strcspn(text, "/") : strlen(text);
	char first_text[PARAMETER_NUMBER_SIZE];
	char second_text[PARAMETER_NUMBER_SIZE] = "";
	uint64_t first = 0;
	uint64_t number = 0;
	int status = parse_part(parameter, text, length, &first, error);

	if (status < 0)
		return status;
	parameter_show(parameter, first, first_text);
	if (second && text[length] == '\0')
		return error_set(error, -EINVAL,
				 "%s '%.64s': a slash and the %s must follow, as in %s/%llu",
				 parameter->name, text, second->name, first_text,
				 (unsigned long long)second->defaults[0]);
	if (second) {
		const char *rest = text + length + 1;

		status = parse_part(second, rest, strlen(rest), &number, error);
		if (status < 0)
			return status;
		parameter_show(second, number, second_text);
		if (parameter->holds > 0 && first / parameter->holds < number)
			return error_set(error, -EINVAL,
					 "%s '%.64s': the first must be %llu times the %s at least",
					 parameter->name, text,
					 (unsigned long long)parameter->holds, second->name);
	}
	if (asprintf(value, "%s%s%s", first_text, second ? "/" : "", second_text) < 0) {
		*value = NULL;
		return error_set(error, -ENOMEM, "out of memory");
	}
	return 0;
}

const char *parameter_of(const char *value)
{
	const char *blank = strchr(value, ' ');

	return blank ? blank + 1 + strspn(blank + 1, " ") : "";
}

/* The numbers, and behind them the canonical name of the case that they are about. */
static int parse_with_case(const struct parameter *parameter, const char *text, char **value,
			   struct error *error)
{
	const char *of = parameter_of(text);
	char *numbers = strndup(text, strcspn(text, " "));
	char *both = NULL;
	char *inner = NULL;
	int status = numbers ? parse_numbers(parameter, numbers, &both, error)
			     : error_set(error, -ENOMEM, "out of memory");

	free(numbers);
	*value = NULL;
	if (status == 0)
		status = together_inner_parse(of[0] ? of : parameter->of, &inner, error);
	if (status == 0 && asprintf(value, "%s %s", both, inner) < 0) {
		*value = NULL;
		status = error_set(error, -ENOMEM, "out of memory");
	}
	free(inner);
	free(both);
	return status;
}

int parameter_parse_numbers(const struct parameter *parameter, const char *text, char **value,
			    struct error *error)
{
	if (parameter->of)
		return parse_with_case(parameter, text, value, error);
	return parse_numbers(parameter, text, value, error);
}

/* How many CPUs this process may use. */
static uint64_t cpus_here(void)
{
	cpu_set_t allowed;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) < 0)
		return 1;
	return (uint64_t)CPU_COUNT(&allowed);
}

size_t parameter_default_count(const struct parameter *parameter)
{
	size_t count = 0;

	if (!parameter->up_to_cpus)
		return parameter->default_count;
	while (count < parameter->default_count && parameter->defaults[count] < cpus_here())
		count++;
	return count + 1;
}

uint64_t parameter_default(const struct parameter *parameter, size_t index)
{
	if (parameter->up_to_cpus && index + 1 == parameter_default_count(parameter))
		return cpus_here();
	return parameter->defaults[index];
}

uint64_t parameter_number(const struct parameter *parameter, const char *value)
{
	uint64_t number;

	if (parameter->type != PARAMETER_NUMBER ||
	    take_number(parameter, value, parameter->second ? strcspn(value, "/") : strlen(value),
			&number) < 0)
		return 0;
	return number;
}

uint64_t parameter_second(const struct parameter *parameter, const char *value)
{
	const char *slash = strchr(value, '/');
	uint64_t number;

	if (parameter->type != PARAMETER_NUMBER || !parameter->second || !slash ||
	    take_number(parameter->second, slash + 1, strcspn(slash + 1, " "), &number) < 0)
		return 0;
	return number;
}
