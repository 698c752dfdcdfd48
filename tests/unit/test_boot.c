/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_boot.c - what a guest says arrives whole or is refused, and no guest outlives its boot.
 */
#include "tests/unit/emulator_play.h"
#include "tests/unit/guest_said.h"

#include <poll.h>
#include <signal.h>

#include "engine/ladder/boot.h"

/* What was heard: a letter for each message. */
struct heard {
	char letters[64];
	char value[64];
};

static void hear(void *argument, const struct guest_message *message)
{
	static const char letters[] = "HISTsKUWXE";
	struct heard *heard = argument;
	size_t length = strlen(heard->letters);

	assert_true(length + 1 < sizeof(heard->letters));
	heard->letters[length] = letters[message->kind];
	if (message->kind == GUEST_ITEM)
		snprintf(heard->value, sizeof(heard->value), "%s", message->value);
}

/* HELLO, an item, END. */
static struct said said_well(void)
{
	struct said said = {.lines = 0};

	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	say_item(&said, "lsm.active", "capability landlock");
	say_number(&said, GUEST_END, 2);
	return said;
}

/* A test's guest. */
struct guest {
	const struct playground *play;
	struct qemu qemu;
	struct joined log;
	struct heard heard;
	struct boot *boot;
};

/*
 * Start script, in which "$log" is the guest's log, and the file "$said" holds text.
 */
static void start(struct guest *guest, const struct playground *play, const char *text,
		  const char *script, unsigned int limit)
{
	struct error error = {""};
	struct joined said = playground_join(play->path, "said");
	char *whole = NULL;
	struct boot_request request = {
		.qemu = &guest->qemu,
		.guest = {.kernel = "k", .initramfs = "i", .command_line = "c", .seed = 1},
		.limit_seconds = limit,
		.listener = hear,
		.argument = &guest->heard,
	};

	*guest = (struct guest){.play = play};
	guest->log = playground_join(play->path, "log");
	request.guest.log = guest->log.text;
	playground_write(said.text, text);
	assert_true(asprintf(&whole, "log='%s'\nsaid='%s'\n%s", guest->log.text, said.text,
			     script) > 0);
	emulator_find(play, whole, &guest->qemu);
	free(whole);
	if (boot_start(&guest->boot, &request, &error) < 0)
		fail_msg("%s", error.text);
}

/* Wait until it is over, as a front end does, and see that its process is gone. */
static enum boot_state finish(struct guest *guest)
{
	pid_t pid = boot_pid(guest->boot);
	enum boot_state state = boot_work(guest->boot);

	for (int turns = 0; state == BOOT_STARTING || state == BOOT_RUNNING; turns++) {
		struct pollfd ready = {.fd = boot_fd(guest->boot), .events = POLLIN};

		assert_true(turns < 10000);
		assert_int_equal(poll(&ready, 1, 30000), 1);
		state = boot_work(guest->boot);
	}
	assert_false(emulator_runs(pid));
	assert_int_equal(boot_state_of(guest->boot), state);
	return state;
}

/* The whole life of a guest that says text: it must end in state. */
static void live(struct guest *guest, const struct playground *play, const char *text,
		 const char *script, enum boot_state state)
{
	enum boot_state ended;

	start(guest, play, text, script, 30);
	ended = finish(guest);
	if (ended != state)
		fail_msg("state %d instead of %d: %s", (int)ended, (int)state,
			 boot_trouble(guest->boot));
}

static void expect_trouble(const struct guest *guest, const char *words)
{
	if (!strstr(boot_trouble(guest->boot), words))
		fail_msg("\"%s\" lacks \"%s\"", boot_trouble(guest->boot), words);
}

static void everything_is_heard_in_order(void **state)
{
	struct said said = said_well();
	struct guest guest;
	struct pollfd quiet;

	live(&guest, *state, said.text, "cat \"$said\"\nexec sleep 1000\n", BOOT_DONE);
	assert_string_equal(guest.heard.letters, "HIE");
	assert_string_equal(guest.heard.value, "capability landlock");
	assert_string_equal(boot_trouble(guest.boot), "");
	assert_true(boot_elapsed_seconds(guest.boot) >= 0);
	quiet = (struct pollfd){.fd = boot_fd(guest.boot), .events = POLLIN};
	assert_int_equal(poll(&quiet, 1, 600), 0);
	boot_free(guest.boot);
}

/* In two pieces, and with what a kernel says between the lines. */
static void pieces_are_put_together(void **state)
{
	struct said said = said_well();
	struct guest guest;

	live(&guest, *state, said.text,
	     "echo '[    0.1] usb: new'\nhead -c 20 \"$said\"\nsleep 0.3\n"
	     "tail -c +21 \"$said\"\n",
	     BOOT_DONE);
	assert_string_equal(guest.heard.letters, "HIE");
	boot_free(guest.boot);
}

static void without_a_second_port_the_log_is_read(void **state)
{
	struct said said = said_well();
	struct guest guest;

	live(&guest, *state, said.text,
	     "echo '[    0.1] booting' >>\"$log\"\ncat \"$said\" >>\"$log\"\nexec sleep 1000\n",
	     BOOT_DONE);
	assert_string_equal(guest.heard.letters, "HIE");
	boot_free(guest.boot);
}

static void a_damaged_line_is_refused(void **state)
{
	struct said said = said_well();
	struct guest guest;
	char *place = strstr(said.text, "landlock");

	assert_non_null(place);
	place[3] = 'D';
	live(&guest, *state, said.text, "cat \"$said\"\nexec sleep 1000\n", BOOT_DAMAGED);
	expect_trouble(&guest, "damaged on its way: number 1");
	assert_string_equal(guest.heard.letters, "H");
	boot_free(guest.boot);
}

static void a_lost_line_is_missed(void **state)
{
	struct said said = said_well();
	struct guest guest;

	live(&guest, *state, said.text, "sed 2d \"$said\"\nexec sleep 1000\n", BOOT_DAMAGED);
	expect_trouble(&guest, "number 2 came in the place of 1");
	boot_free(guest.boot);
}

/* A line that is too long for a guest is none, and so one of its own is missing. */
static void a_line_without_end_is_dropped(void **state)
{
	struct said said = said_well();
	struct guest guest;

	live(&guest, *state, said.text,
	     "head -n 1 \"$said\"\nhead -c 9000 /dev/zero | tr '\\0' x\ntail -n +2 \"$said\"\n"
	     "exec sleep 1000\n",
	     BOOT_DAMAGED);
	expect_trouble(&guest, "number 2 came in the place of 1");
	boot_free(guest.boot);
}

static void lines_lost_before_the_last_are_missed(void **state)
{
	struct said said = {.lines = 0};
	struct guest guest;

	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	say_number(&said, GUEST_END, 7);
	live(&guest, *state, said.text, "cat \"$said\"\nexec sleep 1000\n", BOOT_DAMAGED);
	expect_trouble(&guest, "7 lines came before");
	boot_free(guest.boot);
}

static void what_nobody_understands_is_refused(void **state)
{
	struct said said = {.lines = 0};
	struct guest guest;

	assert_true(guest_line_write(said.text, 0, "gibberish") > 0);
	live(&guest, *state, said.text, "cat \"$said\"\nexec sleep 1000\n", BOOT_DAMAGED);
	expect_trouble(&guest, "line 0 of the guest");
	boot_free(guest.boot);
}

static void another_protocol_is_refused(void **state)
{
	struct said said = {.lines = 0};
	struct guest guest;

	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL + 1);
	live(&guest, *state, said.text, "cat \"$said\"\nexec sleep 1000\n", BOOT_TROUBLE);
	expect_trouble(&guest, "build both again");
	boot_free(guest.boot);
}

/* Whatever it says first, and even when all that it says fits together. */
static void one_that_never_says_hello_is_refused(void **state)
{
	struct said item = {.lines = 0};
	struct said end = {.lines = 0};
	struct guest guest;

	say_item(&item, "lsm.active", "capability landlock");
	say_number(&item, GUEST_END, 1);
	say_number(&end, GUEST_END, 0);
	live(&guest, *state, item.text, "cat \"$said\"\nexec sleep 1000\n", BOOT_TROUBLE);
	expect_trouble(&guest, "does not begin with HELLO");
	assert_string_equal(guest.heard.letters, "");
	boot_free(guest.boot);
	live(&guest, *state, end.text, "cat \"$said\"\nexec sleep 1000\n", BOOT_TROUBLE);
	expect_trouble(&guest, "does not begin with HELLO");
	boot_free(guest.boot);
}

/* A kernel that has started again has forgotten what was measured. */
static void one_that_begins_again_is_refused(void **state)
{
	struct said said = {.lines = 0};
	struct guest guest;

	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	say_number(&said, GUEST_END, 2);
	live(&guest, *state, said.text, "cat \"$said\"\nexec sleep 1000\n", BOOT_DAMAGED);
	expect_trouble(&guest, "HELLO a second time, in line 1");
	assert_string_equal(guest.heard.letters, "H");
	boot_free(guest.boot);
}

/* A last line that was cut is no end. */
static void an_early_end_is_told(void **state)
{
	struct said said = said_well();
	struct guest guest;

	said.text[strlen(said.text) - 3] = '\0';
	live(&guest, *state, said.text,
	     "cat \"$said\"\necho 'out of memory' >&2\nprintf '\\033[2J' >>\"$log\"\nexit 3\n",
	     BOOT_PANIC);
	expect_trouble(&guest, "ended before it had told everything (QEMU exited with status 3)");
	expect_trouble(&guest, "\n  out of memory\n  \\x1b[2J");
	assert_string_equal(guest.heard.letters, "HI");
	boot_free(guest.boot);
}

static void the_words_of_a_panic_come_first(void **state)
{
	struct guest guest;

	live(&guest, *state, "",
	     "for i in 1 2 3 4 5 6 7 8; do echo \"before $i\"; done >>\"$log\"\n"
	     "echo '[ 1.2] Kernel panic - not syncing: No init' >>\"$log\"\n"
	     "echo '[ 1.3] ---[ end Kernel panic ]---' >>\"$log\"\n",
	     BOOT_PANIC);
	expect_trouble(&guest, "panicked: Kernel panic - not syncing: No init\n");
	expect_trouble(&guest, "before 8\n");
	assert_null(strstr(boot_trouble(guest.boot), "before 4"));
	boot_free(guest.boot);
}

static void what_the_guest_complains_of_is_told(void **state)
{
	struct said said = {.lines = 0};
	struct guest guest;

	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	say(&said, &(struct guest_message){
			   .kind = GUEST_TROUBLE, .code = -EPERM, .text = "no policy today"});
	live(&guest, *state, said.text, "cat \"$said\"\nexec sleep 1000\n", BOOT_TROUBLE);
	expect_trouble(&guest, "no policy today");
	boot_free(guest.boot);
}

/* One that says something first, is deaf to SIGTERM, and has a child. */
static void silence_has_a_limit(void **state)
{
	struct said said = {.lines = 0};
	struct joined note;
	struct guest guest;
	FILE *file;
	long child = 0;

	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	start(&guest, *state, said.text,
	      "trap '' TERM INT HUP\ncat \"$said\"\nsleep 1000 &\necho $! >\"$said.pid\"\n"
	      "echo 'and then?' >>\"$log\"\nwait\nsleep 1000\n",
	      1);
	assert_int_equal(finish(&guest), BOOT_HANG);
	expect_trouble(&guest, "nothing was heard of the guest for 1 s");
	expect_trouble(&guest, "and then?");
	assert_string_equal(guest.heard.letters, "H");
	note = playground_join(guest.play->path, "said.pid");
	file = fopen(note.text, "re");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld", &child), 1);
	fclose(file);
	for (int i = 0; i < 500 && emulator_runs((pid_t)child); i++)
		usleep(10000);
	assert_false(emulator_runs((pid_t)child));
	boot_free(guest.boot);
}

static void closed_output_is_no_reason_to_spin(void **state)
{
	struct guest guest;
	int turns = 0;

	start(&guest, *state, "", "exec >&-\nexec sleep 1000\n", 1);
	while (boot_work(guest.boot) == BOOT_STARTING) {
		struct pollfd ready = {.fd = boot_fd(guest.boot), .events = POLLIN};

		poll(&ready, 1, 30000);
		assert_true(++turns < 100);
	}
	assert_int_equal(boot_state_of(guest.boot), BOOT_HANG);
	boot_free(guest.boot);
}

static void a_guest_can_be_stopped(void **state)
{
	struct guest guest;
	pid_t pid;

	start(&guest, *state, "", "trap '' TERM\nexec sleep 1000\n", 30);
	pid = boot_pid(guest.boot);
	assert_true(emulator_runs(pid));
	assert_int_equal(boot_work(guest.boot), BOOT_STARTING);
	boot_stop(guest.boot);
	assert_int_equal(boot_work(guest.boot), BOOT_STOPPED);
	assert_false(emulator_runs(pid));
	boot_free(guest.boot);
	boot_free(NULL);
}

/* The one who started it is killed in a way that leaves no time to say goodbye. */
static void it_dies_with_us(void **state)
{
	struct guest guest;
	int ends[2];
	pid_t owner;
	pid_t pid = 0;

	assert_int_equal(pipe(ends), 0);
	owner = fork();
	if (owner == 0) {
		start(&guest, *state, "", "exec sleep 1000\n", 30);
		pid = boot_pid(guest.boot);
		(void)!write(ends[1], &pid, sizeof(pid));
		pause();
		_exit(0);
	}
	assert_int_equal(read(ends[0], &pid, sizeof(pid)), sizeof(pid));
	assert_true(emulator_runs(pid));
	assert_int_equal(kill(owner, SIGKILL), 0);
	assert_int_equal(waitpid(owner, NULL, 0), owner);
	for (int i = 0; i < 500 && emulator_runs(pid); i++)
		usleep(10000);
	assert_false(emulator_runs(pid));
	close(ends[0]);
	close(ends[1]);
}

static size_t open_descriptors(void)
{
	return playground_entries("/proc/self/fd");
}

static void what_cannot_start_leaves_nothing(void **state)
{
	const struct playground *play = *state;
	const size_t before = open_descriptors();
	struct joined log = playground_join(play->path, "log");
	struct qemu qemu = {.path = "/nowhere/qemu"};
	struct boot_request request = {
		.qemu = &qemu,
		.guest = {.kernel = "k", .initramfs = "i", .command_line = "c", .log = log.text},
		.limit_seconds = 1,
		.listener = hear,
	};
	struct boot *boot;
	struct error error = {""};

	assert_int_equal(boot_start(&boot, &request, &error), -ENOENT);
	assert_null(boot);
	assert_non_null(strstr(error.text, "cannot start /nowhere/qemu"));
	request.guest.log = "/nowhere/log";
	assert_int_equal(boot_start(&boot, &request, &error), -ENOENT);
	assert_non_null(strstr(error.text, "/nowhere/log"));
	assert_int_equal(open_descriptors(), before);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, playground_make, playground_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(everything_is_heard_in_order),
		TEST(pieces_are_put_together),
		TEST(without_a_second_port_the_log_is_read),
		TEST(a_damaged_line_is_refused),
		TEST(a_lost_line_is_missed),
		TEST(a_line_without_end_is_dropped),
		TEST(lines_lost_before_the_last_are_missed),
		TEST(what_nobody_understands_is_refused),
		TEST(another_protocol_is_refused),
		TEST(one_that_never_says_hello_is_refused),
		TEST(one_that_begins_again_is_refused),
		TEST(an_early_end_is_told),
		TEST(the_words_of_a_panic_come_first),
		TEST(what_the_guest_complains_of_is_told),
		TEST(silence_has_a_limit),
		TEST(closed_output_is_no_reason_to_spin),
		TEST(a_guest_can_be_stopped),
		TEST(it_dies_with_us),
		TEST(what_cannot_start_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
