/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_audit_rules.c - whether the kernel audits system calls, asked by netlink.
 *
 * The two questions (AUDIT_GET, AUDIT_LIST_RULES) change nothing; they need CAP_AUDIT_CONTROL.
 */
#include "engine/environment/environment_internal.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/netlink.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ANSWER_SIZE 9000 /* a rule with long strings fills one page */
#define PATIENCE_MS 20   /* the kernel answers within the call to send */
#define RULES_MAXIMUM 100000
#define SOURCE_STATUS "netlink AUDIT_GET"
#define SOURCE_RULES "netlink AUDIT_LIST_RULES"

union answer {
	struct nlmsghdr header;
	char bytes[ANSWER_SIZE];
};

static int ask(int fd, uint16_t question)
{
	struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
	struct nlmsghdr message = {
		.nlmsg_len = sizeof(message),
		.nlmsg_type = question,
		.nlmsg_flags = NLM_F_REQUEST,
	};
	ssize_t sent = sendto(fd, &message, sizeof(message), 0, (struct sockaddr *)&kernel,
			      sizeof(kernel));

	return sent < 0 ? -errno : 0;
}

/* One message from the kernel: its length, or a negative errno. */
static ssize_t hear(int fd, union answer *answer)
{
	struct pollfd ready = {.fd = fd, .events = POLLIN};
	ssize_t length;

	if (poll(&ready, 1, PATIENCE_MS) != 1)
		return -ETIMEDOUT;
	length = recv(fd, answer->bytes, sizeof(answer->bytes), MSG_DONTWAIT);
	if (length < 0)
		return -errno;
	if ((size_t)length < sizeof(answer->header) || answer->header.nlmsg_len > (size_t)length)
		return -EPROTO;
	if (answer->header.nlmsg_type == NLMSG_ERROR) {
		struct nlmsgerr error;

		if ((size_t)length < NLMSG_LENGTH(sizeof(error)))
			return -EPROTO;
		memcpy(&error, answer->bytes + NLMSG_HDRLEN, sizeof(error));
		return error.error ? error.error : -EPROTO;
	}
	return length;
}

/* Older kernels send a shorter status: the missing fields stay 0. */
static int get_status(int fd, struct audit_status *status)
{
	union answer answer;
	int code = ask(fd, AUDIT_GET);
	ssize_t length;
	size_t payload;

	if (code)
		return code;
	length = hear(fd, &answer);
	if (length < 0)
		return (int)length;
	if (answer.header.nlmsg_type != AUDIT_GET)
		return -EPROTO;
	payload = (size_t)length - NLMSG_HDRLEN;
	*status = (struct audit_status){0};
	memcpy(status, answer.bytes + NLMSG_HDRLEN,
	       payload < sizeof(*status) ? payload : sizeof(*status));
	return 0;
}

/* The number of rules, or a negative errno. */
static int count_rules(int fd)
{
	union answer answer;
	int code = ask(fd, AUDIT_LIST_RULES);

	if (code)
		return code;
	for (int count = 0; count < RULES_MAXIMUM; count++) {
		ssize_t length = hear(fd, &answer);

		if (length < 0)
			return (int)length;
		if (answer.header.nlmsg_type == NLMSG_DONE)
			return count;
	}
	return -E2BIG;
}

static const char *reason_hint(int code)
{
	if (code == -EPERM || code == -EACCES)
		return "only root may ask (CAP_AUDIT_CONTROL)";
	if (code == -EPROTONOSUPPORT)
		return "the kernel is built without CONFIG_AUDIT or started with audit=off";
	if (code == -ECONNREFUSED)
		return "audit answers only in the first network and user namespace";
	return "no answer";
}

static void set_unknown(struct collection *collection, const char *key, const char *source,
			int code)
{
	collection_unknown(collection, key, "%s: %s; %s", source, error_words(code),
			   reason_hint(code));
}

static void set_status(struct collection *collection, const struct audit_status *status)
{
	static const char *const states[] = {"off", "on", "on, locked"};

	collection_format(collection, "audit.enabled", SOURCE_STATUS, "%s",
			  status->enabled < 3 ? states[status->enabled] : "other");
	collection_format(collection, "audit.rate_limit", SOURCE_STATUS, "%u messages/s%s",
			  status->rate_limit, status->rate_limit ? "" : " (no limit)");
	collection_format(collection, "audit.backlog_limit", SOURCE_STATUS, "%u",
			  status->backlog_limit);
	collection_format(collection, "audit.daemon", SOURCE_STATUS, "%s",
			  status->pid ? "running" : "not running");
	collection_format(collection, "counter.audit_lost", SOURCE_STATUS, "%u", status->lost);
	collection_format(collection, "counter.audit_backlog", SOURCE_STATUS, "%u",
			  status->backlog);
}

static void probe_socket(struct collection *collection, int fd)
{
	struct audit_status status;
	int rules, code = get_status(fd, &status);

	if (code) {
		set_unknown(collection, "audit.enabled", SOURCE_STATUS, code);
		return;
	}
	set_status(collection, &status);
	rules = count_rules(fd);
	if (rules < 0)
		set_unknown(collection, "audit.rules", SOURCE_RULES, rules);
	else
		collection_format(collection, "audit.rules", SOURCE_RULES, "%d", rules);
}

void environment_probe_audit(struct collection *collection)
{
	int fd;

	if (!collection->roots->live) {
		collection_unknown(collection, "audit.enabled",
				   "only the running kernel can be asked");
		return;
	}
	fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_AUDIT);
	if (fd < 0) {
		set_unknown(collection, "audit.enabled", SOURCE_STATUS, -errno);
		return;
	}
	probe_socket(collection, fd);
	close(fd);
}
