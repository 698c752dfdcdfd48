/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_model_figures.c - how what guests report fills the Ladder page in. The figures are
 * made up on purpose.
 */
#include "tests/unit/ladder_model_made.h"
#include "tui/text.h"

/* Two rungs and the cases stat at depths 1, 4, 8 under two variants. */
struct played {
	struct ladder_plan ran;
	struct result results[2];
};

static void play(struct ladder_model *model, struct played *played)
{
	struct error error;

	for (size_t i = 0; i < model->plan.rung_count; i++)
		if (i != rung_of(model, "capability") && i != rung_of(model, "apparmor"))
			assert_int_equal(ladder_model_toggle(model, i, &error), 0);
	assert_int_equal(ladder_model_set(model, "ops", "stat", &error), 0);
	assert_int_equal(ladder_model_set(model, "depths", "1,4,8", &error), 0);
	assert_int_equal(ladder_model_set(model, "variants", "none,landlock:4", &error), 0);
	assert_int_equal(ladder_model_run(model, &played->ran, &error), 0);
	assert_int_equal(played->ran.rung_count, 2);
	for (size_t i = 0; i < 2; i++) {
		struct plan copy;

		assert_int_equal(plan_copy(&copy, &played->ran.plan), 0);
		result_init(&played->results[i]);
		assert_int_equal(result_begin(&played->results[i], &copy, &error), 0);
		plan_clear(&copy);
		played->results[i].unit = RESULT_INSTRUCTIONS;
	}
	assert_int_equal(ladder_model_begin(model, &played->ran), 0);
}

/* Instructions an iteration: 1000 a call and 700 a component; apparmor 10 and 20 more. */
static void measure(struct result *result, unsigned int call, unsigned int component)
{
	static const unsigned int depths[] = {1, 4, 8};
	struct sample sample = {.iterations = 100};

	for (sample.pass = 0; sample.pass < 2; sample.pass++) {
		for (sample.step = 0; sample.step < plan_step_count(&result->plan); sample.step++) {
			unsigned int depth = depths[sample.step / result->plan.variants.count];

			sample.order = sample.step;
			sample.duration_ns = (uint64_t)100 * (call + depth * component);
			assert_int_equal(result_add(result, &sample), 0);
		}
	}
}

static void tell(struct ladder_model *model, size_t rung, const struct rung_status *status)
{
	struct error error = {""};

	ladder_model_tell(model, rung, status);
	if (ladder_model_update(model, &error) < 0)
		fail_msg("%s", error.text);
}

/* A row as shown in width columns, never wider. */
static const char *show(const struct ladder_model *model, size_t row, int width)
{
	static char line[2048];
	struct ladder_columns columns;

	ladder_columns_fit(&columns, model, width, 0);
	ladder_columns_row(&columns, model, &model->rows[row], line, sizeof(line));
	if (text_width(line) > width)
		fail_msg("%d columns: \"%s\"", width, line);
	return line;
}

static void assert_shows(const struct ladder_model *model, const char *row, int width,
			 const char *text)
{
	const char *line = show(model, row_of(model, row), width);

	if (strstr(line, text) == NULL)
		fail_msg("no \"%s\" in \"%s\"", text, line);
}

static const struct rung_status done = {
	.state = RUNG_DONE,
	.attempt = 1,
	.elapsed_seconds = 14,
	.trouble = "",
	.log = "",
};

static void forget(struct ladder_model *model, struct played *played)
{
	ladder_model_forget(model);
	for (size_t i = 0; i < 2; i++)
		result_clear(&played->results[i]);
	ladder_plan_clear(&played->ran);
}

static void rows_say_what_guests_do(void **state)
{
	struct ladder_model *model = *state;
	struct played played;
	struct rung_status status = done;

	status.state = RUNG_BOOTING;
	status.elapsed_seconds = 5;
	status.remaining_seconds = 8.2;
	play(model, &played);
	assert_shows(model, "capability", 79, "queued");
	assert_shows(model, "landlock", 79, "[ ]");
	tell(model, 0, &status);
	assert_shows(model, "capability", 79, "booting ETA 9s");
	assert_shows(model, "capability", 199, "booting, 5 s, ETA 9s");
	assert_shows(model, "capability", 39, "booting");
	status.attempt = 2;
	tell(model, 0, &status);
	assert_shows(model, "capability", 199, "booting again");
	status.state = RUNG_MEASURING;
	status.steps_done = 4;
	status.result = &played.results[0];
	tell(model, 0, &status);
	assert_shows(model, "capability", 79, "4/6");
	status.state = RUNG_FAILED;
	status.trouble = "no sign of life for 120 s\nlast lines";
	tell(model, 0, &status);
	assert_shows(model, "capability", 199, "failed: no sign of life for 120 s ");
	assert_int_equal(ladder_model_done(model), 1);
	for (int width = 39; width < 210; width++)
		show(model, 0, width);
	forget(model, &played);
}

/* Both rungs, as their guests reported. */
static void finish(struct ladder_model *model, struct played *played)
{
	struct rung_status status = done;

	measure(&played->results[0], 1000, 700);
	measure(&played->results[1], 1010, 720);
	status.booted = true;
	snprintf(status.reported, sizeof(status.reported), "lockdown,capability");
	status.result = &played->results[0];
	tell(model, 0, &status);
	snprintf(status.reported, sizeof(status.reported), "capability,apparmor");
	status.result = &played->results[1];
	tell(model, 1, &status);
}

static void figures_fill_in(void **state)
{
	struct ladder_model *model = *state;
	struct played played;

	play(model, &played);
	finish(model, &played);
	assert_shows(model, "capability", 79, " 3800 ");
	assert_shows(model, "capability", 79, "done in 14 s");
	/* By what the guest reported. */
	assert_shows(model, "capability", 199, "(+lockdown)");
	assert_shows(model, "apparmor", 79, " +90 ");
	assert_shows(model, "apparmor", 39, " +90 ");
	/* Each further variant has a row of its own. */
	assert_int_equal(model->rows[row_of(model, "apparmor") + 1].kind, LADDER_ROW_VARIANT);
	assert_shows(model, "  landlock:4", 79, " +0 ");
	assert_int_equal(ladder_model_done(model), 2);
	/* Figures stay beside their rung when rungs are added. */
	ladder_model_change_cases(model);
	assert_int_equal(ladder_model_add_rung(model, "bpf,capability", NULL), 0);
	assert_shows(model, "apparmor", 79, " +90 ");
	assert_shows(model, "apparmor", 79, " +170 ");
	for (int width = 39; width < 210; width++)
		for (size_t i = 0; i < model->row_count; i++)
			show(model, i, width);
	forget(model, &played);
	assert_null(strstr(show(model, row_of(model, "apparmor"), 79), "+90"));
}

/* By what the guests say of their modules. */
static void idle_modules_are_named(void **state)
{
	struct ladder_model *model = *state;
	struct played played;
	char idle[LADDER_NAME_SIZE];
	size_t row;

	play(model, &played);
	environment_set(&played.results[0].environment, "lsm.active", "capability", "made");
	environment_set(&played.results[1].environment, "lsm.active", "capability,apparmor",
			"made");
	environment_set(&played.results[1].environment, "lsm.apparmor.own_profile", "unconfined",
			"made");
	finish(model, &played);
	row = row_of(model, "apparmor idle");
	assert_true(ladder_model_idle(model, &model->rows[row], idle, sizeof(idle)));
	assert_string_equal(idle, "apparmor unconfined");
	assert_false(ladder_model_idle(model, &model->rows[0], idle, sizeof(idle)));
	forget(model, &played);
}

static void there_is_no_difference_from_what_is_not_measured(void **state)
{
	struct ladder_model *model = *state;
	struct played played;
	struct rung_status status = done;
	struct ladder_bar *bars;

	play(model, &played);
	measure(&played.results[1], 1010, 720);
	status.result = &played.results[1];
	tell(model, 1, &status);
	assert_shows(model, "apparmor", 79, "done");
	assert_null(strstr(show(model, row_of(model, "apparmor"), 79), "nan"));
	assert_int_equal(ladder_model_bars(model, &model->rows[row_of(model, "apparmor")], &bars),
			 0);
	free(bars);
	forget(model, &played);
}

static void bars_split_what_a_call_costs(void **state)
{
	struct ladder_model *model = *state;
	struct played played;
	struct ladder_bar *bars;
	char heading[512];
	struct ladder_columns columns;

	play(model, &played);
	finish(model, &played);
	ladder_columns_fit(&columns, model, 79, 0);
	ladder_columns_heading(&columns, model, heading, sizeof(heading));
	assert_non_null(strstr(heading, "[stat4]"));
	assert_int_equal(ladder_model_bars(model, &model->rows[0], &bars), 4);
	assert_true(bars[0].first);
	assert_true(bars[2].split);
	assert_int_equal((int)(bars[2].per_call + 0.5), 10);
	assert_int_equal((int)(bars[2].per_component + 0.5), 20);
	free(bars);
	forget(model, &played);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(rows_say_what_guests_do),
		TEST(figures_fill_in),
		TEST(idle_modules_are_named),
		TEST(there_is_no_difference_from_what_is_not_measured),
		TEST(bars_split_what_a_call_costs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
