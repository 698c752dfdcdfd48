/* SPDX-License-Identifier: GPL-2.0-or-later */
/* worker_process.c - posix_spawn, the socket pair, and the post-mortem. */
#include "engine/worker/worker_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures/text_show.h"

/* How long a worker is waited for. */
#define END_MS 5000

void worker_process_init(struct worker_process *worker)
{
	*worker = (struct worker_process){
		.process = -1, .control = -1, .errors = -1, .keeper = {.link = -1}};
}

static bool usable(const char *path)
{
	struct stat status;

	if (stat(path, &status) < 0)
		return false;
	if (!S_ISREG(status.st_mode)) {
		errno = EACCES;
		return false;
	}
	return access(path, X_OK) == 0;
}

/* The worker beside our own program, or where "make install" puts it from there. */
static bool find_near(const char *name, char *buffer, size_t size)
{
	static const char *const places[] = {"", "../libexec/lsmbench/"};
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (length <= 0)
		return false;
	self[length] = '\0';
	*strrchr(self, '/') = '\0';
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if ((size_t)snprintf(buffer, size, "%s/%s%s", self, places[i], name) < size &&
		    usable(buffer))
			return true;
	}
	return false;
}

int worker_process_find(char *buffer, size_t size, struct error *error)
{
	static const char name[] = "lsmbench-worker";
	const char *named = getenv("LSMBENCH_WORKER");

	if (named && named[0]) {
		snprintf(buffer, size, "%s", named);
		if (usable(buffer))
			return 0;
		return error_set(error, -ENOENT,
				 "LSMBENCH_WORKER=%s: %s: unset it or name the program", named,
				 error_words(errno));
	}
	if (find_near(name, buffer, size))
		return 0;
	if ((size_t)snprintf(buffer, size, "%s/%s", LSMBENCH_LIBEXECDIR, name) < size &&
	    usable(buffer))
		return 0;
	return error_set(
		error, -ENOENT,
		"%s: found neither beside lsmbench nor in %s: build it with make, or name it "
		"in LSMBENCH_WORKER",
		name, LSMBENCH_LIBEXECDIR);
}

int worker_process_beside(const char *program, const char *name, char *buffer, size_t size,
			  struct error *error)
{
	const char *slash = strrchr(program, '/');
	int length = slash ? (int)(slash + 1 - program) : 0;

	if ((size_t)snprintf(buffer, size, "%.*s%s", length, program, name) < size &&
	    usable(buffer))
		return 0;
	return error_set(error, -ENOENT, "%s: not found beside %s: build it with make", name,
			 program);
}

/* Above the numbers that the worker inherits, so that no dup2 overwrites a source. */
static int move_up(int fd)
{
	int moved;

	if (fd < 0)
		return fd;
	moved = fcntl(fd, F_DUPFD_CLOEXEC, 10);
	close(fd);
	return moved;
}

struct spawn_descriptors {
	int control;
	int errors;
	int ring;
	int directory;
};

static int add_descriptors(posix_spawn_file_actions_t *actions,
			   const struct spawn_descriptors *descriptors)
{
	int code = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);

	if (code == 0)
		code = posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0);
	if (code == 0)
		code = posix_spawn_file_actions_adddup2(actions, descriptors->errors, 2);
	if (code == 0)
		code = posix_spawn_file_actions_adddup2(actions, descriptors->control,
							WORKER_CONTROL);
	if (code == 0)
		code = posix_spawn_file_actions_adddup2(actions, descriptors->ring, WORKER_RING);
	if (code == 0)
		code = posix_spawn_file_actions_adddup2(actions, descriptors->directory,
							WORKER_DIRECTORY);
	return code;
}

/* In a process group of its own, so that the terminal's signals pass it by, with default signals.
 */
static int set_attributes(posix_spawnattr_t *attributes)
{
	sigset_t all;
	sigset_t none;
	int code;

	sigfillset(&all);
	sigemptyset(&none);
	code = posix_spawnattr_setsigdefault(attributes, &all);
	if (code == 0)
		code = posix_spawnattr_setsigmask(attributes, &none);
	if (code == 0)
		code = posix_spawnattr_setpgroup(attributes, 0);
	if (code == 0)
		code = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF |
								    POSIX_SPAWN_SETSIGMASK |
								    POSIX_SPAWN_SETPGROUP);
	return code;
}

/* Our child: the worker, or the keeper, which ends like the worker. */
static pid_t waited_for(const struct worker_process *worker)
{
	return worker->keeper.pid > 0 ? worker->keeper.pid : worker->pid;
}

/* What is to be started. */
struct spawn {
	char *const *arguments;
	const struct spawn_descriptors *descriptors;
};

/* Returns the process id or negative errno. */
static pid_t spawn(void *argument)
{
	const struct spawn *what = argument;
	pid_t pid = 0;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int code = posix_spawn_file_actions_init(&actions);

	if (code)
		return -code;
	code = posix_spawnattr_init(&attributes);
	if (code == 0) {
		code = add_descriptors(&actions, what->descriptors);
		if (code == 0)
			code = set_attributes(&attributes);
		if (code == 0)
			code = posix_spawnp(&pid, what->arguments[0], &actions, &attributes,
					    what->arguments, environ);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return code ? -code : pid;
}

/* The words of the wrapper, then the program. Only the array is malloc'ed. */
static char **make_arguments(const struct text_list *wrapper, const char *program)
{
	size_t count = wrapper ? wrapper->count : 0;
	char **arguments = calloc(count + 2, sizeof(*arguments));

	if (!arguments)
		return NULL;
	for (size_t i = 0; i < count; i++)
		arguments[i] = wrapper->items[i];
	arguments[count] = (char *)(uintptr_t)program;
	return arguments;
}

static void close_if_open(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int open_channels(struct worker_process *worker, struct spawn_descriptors *descriptors)
{
	int pair[2];
	int pipes[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	worker->control = move_up(pair[0]);
	descriptors->control = move_up(pair[1]);
	if (pipe2(pipes, O_CLOEXEC | O_NONBLOCK) < 0)
		return -errno;
	worker->errors = move_up(pipes[0]);
	descriptors->errors = move_up(pipes[1]);
	if (worker->control < 0 || worker->errors < 0 || descriptors->control < 0 ||
	    descriptors->errors < 0)
		return -EMFILE;
	return 0;
}

static const char *remedy(int code)
{
	switch (code) {
	case -EMFILE:
		return "; raise the limit of open files (ulimit -n)";
	case -EAGAIN:
		return "; raise the limit of processes (ulimit -u) or end some";
	default:
		return "";
	}
}

static int launch(struct worker_process *worker, char *const *arguments,
		  const struct spawn_descriptors *descriptors, bool kept)
{
	struct spawn what = {arguments, descriptors};

	/* Our own program alone leaves nothing running that does not end with it: see child.h. */
	worker->pid = kept ? keeper_start(&worker->keeper, spawn, &what) : spawn(&what);
	return worker->pid < 0 ? worker->pid : 0;
}

int worker_process_start(struct worker_process *worker, const char *program, int ring_fd,
			 int directory_fd, struct error *error)
{
	return worker_process_start_wrapped(worker, NULL, false, program, ring_fd, directory_fd,
					    error);
}

int worker_process_start_wrapped(struct worker_process *worker, const struct text_list *wrapper,
				 bool kept, const char *program, int ring_fd, int directory_fd,
				 struct error *error)
{
	struct spawn_descriptors descriptors = {-1, -1, -1, -1};
	char **arguments = make_arguments(wrapper, program);
	int code;

	worker_process_init(worker);
	code = arguments ? open_channels(worker, &descriptors) : -ENOMEM;
	if (code == 0) {
		descriptors.ring = fcntl(ring_fd, F_DUPFD_CLOEXEC, 10);
		descriptors.directory = fcntl(directory_fd, F_DUPFD_CLOEXEC, 10);
		if (descriptors.ring < 0 || descriptors.directory < 0)
			code = -errno;
	}
	if (code == 0)
		code = launch(worker, arguments, &descriptors,
			      kept || (wrapper && wrapper->count > 0));
	close_if_open(&descriptors.control);
	close_if_open(&descriptors.errors);
	close_if_open(&descriptors.ring);
	close_if_open(&descriptors.directory);
	if (code == 0) {
		worker->process = pidfd_open(waited_for(worker), 0);
		if (worker->process < 0) {
			code = -errno;
			worker_process_kill(worker);
			worker_process_reap(worker, true);
		}
	}
	if (code < 0) {
		close_if_open(&worker->control);
		close_if_open(&worker->errors);
		worker->pid = 0;
		error_set(error, code, "worker %s: %s%s", arguments ? arguments[0] : program,
			  error_words(code), remedy(code));
	}
	free(arguments);
	return code;
}

int worker_process_send(struct worker_process *worker, const struct worker_request *request)
{
	if (send(worker->control, request, sizeof(*request), MSG_NOSIGNAL) < 0)
		return -EPIPE;
	return 0;
}

int worker_process_receive(struct worker_process *worker, struct worker_reply *reply)
{
	ssize_t size = recv(worker->control, reply, sizeof(*reply), MSG_DONTWAIT);

	if (size == sizeof(*reply)) {
		reply->text[sizeof(reply->text) - 1] = '\0';
		return 1;
	}
	if (size < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	return -EPIPE;
}

void worker_process_dismiss(struct worker_process *worker)
{
	close_if_open(&worker->control);
}

void worker_process_kill(struct worker_process *worker)
{
	if (worker->pid <= 0)
		return;
	if (worker->keeper.pid > 0) {
		keeper_end(&worker->keeper);
		return;
	}
	/* By its descriptor, which never means another process; before there is one, by number. */
	if (worker->process >= 0 && pidfd_send_signal(worker->process, SIGKILL, NULL, 0) < 0)
		return;
	/* A wrapper may have left others in the group, whose number is taken until we reap. */
	kill(-worker->pid, SIGKILL);
}

void worker_process_abandon(struct worker_process *worker)
{
	worker->pid = 0;
	keeper_end(&worker->keeper);
	worker->keeper.pid = 0;
	close_if_open(&worker->control);
	close_if_open(&worker->errors);
	close_if_open(&worker->process);
}

bool worker_process_waits_for_a_disk(const struct worker_process *worker)
{
	char path[48];
	char text[256];
	const char *state;
	ssize_t size;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)worker->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	size = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	close_if_open(&fd);
	if (size <= 0)
		return false;
	text[size] = '\0';
	/* The name before it may hold anything, also a bracket. */
	state = strrchr(text, ')');
	return state && strncmp(state, ") D", 3) == 0;
}

bool worker_process_reap(struct worker_process *worker, bool wait)
{
	struct pollfd end = {.fd = worker->process, .events = POLLIN};
	pid_t reaped;

	if (worker->pid <= 0)
		return true;
	/* Without a descriptor it was killed right after its start: there waitpid cannot take long.
	 */
	if (wait && end.fd >= 0)
		while (poll(&end, 1, END_MS) < 0 && errno == EINTR)
			;
	do {
		reaped = waitpid(waited_for(worker), &worker->status,
				 wait && end.fd < 0 ? 0 : WNOHANG);
	} while (reaped < 0 && errno == EINTR);
	if (reaped == 0)
		return false;
	worker_process_abandon(worker);
	return true;
}

/* The first line that it wrote to standard error, without what could harm a terminal. */
static void read_errors(const struct worker_process *worker, char *buffer, size_t size)
{
	ssize_t length = worker->errors < 0 ? 0 : read(worker->errors, buffer, size - 1);

	buffer[length > 0 ? length : 0] = '\0';
	buffer[strcspn(buffer, "\n")] = '\0';
	for (size_t i = 0; buffer[i];) {
		size_t used = text_character_length(buffer + i, strlen(buffer + i));

		if (used == 0)
			buffer[i] = '?';
		i += used > 0 ? used : 1;
	}
}

void worker_process_describe(struct worker_process *worker, char *buffer, size_t size)
{
	siginfo_t how = {.si_pid = 0};
	char words[256];

	read_errors(worker, words, sizeof(words));
	if (waitid(P_PID, (id_t)waited_for(worker), &how, WEXITED | WNOHANG | WNOWAIT) < 0 ||
	    how.si_pid == 0)
		snprintf(buffer, size, "closed its socket");
	else if (how.si_code == CLD_EXITED)
		snprintf(buffer, size, "exited with status %d", how.si_status);
	else
		snprintf(buffer, size, "was killed by signal %d (%s)", how.si_status,
			 strsignal(how.si_status));
	if (words[0]) {
		size_t length = strlen(buffer);

		snprintf(buffer + length, size - length, ": %s", words);
	}
}
