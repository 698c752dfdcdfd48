# SPDX-License-Identifier: GPL-2.0-or-later
#
# Two commands: "make run" opens the console, "make test" runs every test. Both install what is
# missing first. "make" alone only compiles and never needs the network.

.DEFAULT_GOAL := build

PREFIX     ?= /usr/local
DESTDIR    ?=
BUILD      ?= build
CC         ?= cc
CFLAGS     ?= -O2 -g
WARNINGS   := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
ifdef CI
WARNINGS   += -Werror
endif

# --- Dependencies: named here and nowhere else; the README gives each one's reason. -----------
DEPS_RUN  := gcc libc6-dev pkg-config libncurses-dev libpopt-dev libcsv-dev zlib1g-dev libmd-dev \
             libgsl-dev ncurses-term
DEPS_TEST := $(DEPS_RUN) libcmocka-dev libvterm-dev tmux strace python3-minimal
DEPS_LINT := $(DEPS_RUN) clang-format clang-tidy cppcheck
DEPS_FUZZ := $(DEPS_RUN) clang libclang-rt-14-dev

PROGRAM_LIBS := -lncursesw -lpopt -lcsv -lz -lmd -lgsl -lgslcblas -lm
TEST_LIBS    := $(PROGRAM_LIBS) -lcmocka
SCREEN_LIBS  := $(TEST_LIBS) -lvterm -lutil

# --- Sources --------------------------------------------------------------------------------
FIXTURES := $(wildcard fixtures/*.c)
ENGINE   := $(filter-out engine/worker_main.c,$(wildcard engine/*.c))
EXPORTS  := $(wildcard exports/*.c)
TUI      := $(filter-out tui/main.c,$(wildcard tui/*.c))
UNIT     := $(wildcard tests/unit/test_*.c)
SCREEN   := $(wildcard tests/screen/test_*.c)
BENCH    := $(wildcard tests/bench/bench_*.c)
FUZZ     := $(wildcard tests/fuzz/fuzz_*.c)
HEADERS  := $(wildcard fixtures/*.h engine/*.h exports/*.h tui/*.h)
HOUSE    := $(FIXTURES) $(ENGINE) engine/worker_main.c $(EXPORTS) $(TUI) tui/main.c

objects   = $(patsubst %.c,$(BUILD)/%.o,$(1))
ALL_CFLAGS = -std=gnu17 -D_GNU_SOURCE -I. $(WARNINGS) $(CFLAGS) -MMD -MP \
             -DLSMBENCH_LIBEXECDIR='"$(PREFIX)/libexec"'
LIBRARIES = $(BUILD)/libtui.a $(BUILD)/libexports.a $(BUILD)/libengine.a $(BUILD)/libfixtures.a

# --- Building -------------------------------------------------------------------------------
.PHONY: build
build: $(BUILD)/lsmbench $(BUILD)/lsmbench-worker

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

define library
$(BUILD)/lib$(1).a: $(call objects,$(2))
	@rm -f $$@
	ar rcsD $$@ $$^
endef
$(eval $(call library,fixtures,$(FIXTURES)))
$(eval $(call library,engine,$(ENGINE)))
$(eval $(call library,exports,$(EXPORTS)))
$(eval $(call library,tui,$(TUI)))

$(BUILD)/lsmbench: $(BUILD)/tui/main.o $(LIBRARIES)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PROGRAM_LIBS)

# The worker links the C library and nothing else: what is not there cannot disturb a batch.
$(BUILD)/lsmbench-worker: $(BUILD)/engine/worker_main.o $(BUILD)/libengine.a $(BUILD)/libfixtures.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(LIBRARIES)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)
$(BUILD)/tests/screen/test_%: $(BUILD)/tests/screen/test_%.o \
		$(call objects,$(filter-out tests/screen/test_%,$(wildcard tests/screen/*.c))) $(LIBRARIES)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(SCREEN_LIBS)
$(BUILD)/tests/bench/%: $(BUILD)/tests/bench/%.o $(LIBRARIES)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)

UNIT_PROGRAMS   := $(patsubst %.c,$(BUILD)/%,$(UNIT))
SCREEN_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(SCREEN))
BENCH_PROGRAMS  := $(patsubst %.c,$(BUILD)/%,$(BENCH))

.PHONY: tests-build
tests-build: build $(UNIT_PROGRAMS) $(SCREEN_PROGRAMS)

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
