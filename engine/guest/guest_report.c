/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_report.c - lines on the guest's serial port. */
#include "engine/guest/guest_report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* What the terminal's work takes to end once the last byte has left. */
#define QUIET_NS 20000000L

/* Nothing is changed on its way, and nothing waits for a modem. */
static void make_raw(int fd)
{
	struct termios settings;

	if (tcgetattr(fd, &settings) < 0)
		return;
	cfmakeraw(&settings);
	settings.c_cflag |= CLOCAL;
	cfsetspeed(&settings, B115200);
	tcsetattr(fd, TCSANOW, &settings);
}

int guest_report_open(struct guest_report *report)
{
	static const char *const places[] = {"/dev/ttyS1", "/dev/console"};

	report->lines = 0;
	report->fd = -1;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && report->fd < 0; i++) {
		report->fd = open(places[i], O_RDWR | O_NOCTTY | O_CLOEXEC);
		/* A port that is not there has a name all the same, and no settings. */
		if (report->fd >= 0 && !isatty(report->fd)) {
			close(report->fd);
			report->fd = -1;
		}
	}
	if (report->fd < 0)
		return -ENODEV;
	make_raw(report->fd);
	return 0;
}

static void write_all(int fd, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t written = write(fd, text, length);

		if (written < 0 && errno != EINTR && errno != EAGAIN)
			return;
		if (written > 0) {
			text += written;
			length -= (size_t)written;
		}
	}
}

/* The longest of a message's texts, to be cut: NULL when there is none. */
static const char **longest_text(struct guest_message *message)
{
	const char **texts[] = {&message->value, &message->source, &message->reason,
				&message->text};
	const char **longest = NULL;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (*texts[i] && (!longest || strlen(*texts[i]) > strlen(*longest)))
			longest = texts[i];
	return longest;
}

/* Written, its longest texts halved until it fits. 0 or negative errno. */
static int write_cut(char text[GUEST_TEXT_SIZE], const struct guest_message *message)
{
	struct guest_message shorter = *message;
	char cut[4][GUEST_TEXT_SIZE];
	int code = guest_message_write(text, &shorter);

	for (size_t i = 0; code == -EMSGSIZE && i < sizeof(cut) / sizeof(cut[0]); i++) {
		const char **longest = longest_text(&shorter);

		if (!longest)
			break;
		/* Whatever its bytes are, they fit then. */
		snprintf(cut[i], GUEST_TEXT_SIZE / 8, "%s", *longest);
		*longest = cut[i];
		code = guest_message_write(text, &shorter);
	}
	return code;
}

void guest_report_send(struct guest_report *report, const struct guest_message *message)
{
	char text[GUEST_TEXT_SIZE];
	char line[GUEST_LINE_SIZE];
	int length;

	if (write_cut(text, message) < 0)
		return;
	length = guest_line_write(line, report->lines, text);
	if (length < 0)
		return;
	write_all(report->fd, line, (size_t)length);
	report->lines++;
}

void guest_report_state(struct guest_report *report, const char *text)
{
	guest_report_send(report, &(struct guest_message){.kind = GUEST_STATE, .text = text});
}

void guest_report_trouble(struct guest_report *report, int code, const char *text)
{
	guest_report_send(
		report, &(struct guest_message){.kind = GUEST_TROUBLE, .code = code, .text = text});
}

void guest_report_environment(struct guest_report *report, const struct environment *environment)
{
	for (size_t i = 0; i < environment->item_count; i++) {
		const struct environment_item *item = &environment->items[i];

		guest_report_send(report, &(struct guest_message){.kind = GUEST_ITEM,
								  .key = item->key,
								  .value = item->value,
								  .source = item->source,
								  .reason = item->reason});
	}
}

void guest_report_end(struct guest_report *report)
{
	guest_report_send(report,
			  &(struct guest_message){.kind = GUEST_END, .number = report->lines});
}

void guest_report_drain(const struct guest_report *report)
{
	const struct timespec quiet = {.tv_nsec = QUIET_NS};

	tcdrain(report->fd);
	nanosleep(&quiet, NULL);
}
