# SPDX-License-Identifier: GPL-2.0-or-later
#
# Two commands: "make run" opens the console, "make test" runs every test. Both install what is
# missing first (target deps). "make" alone only compiles and never needs the network.

.DEFAULT_GOAL := build
.DELETE_ON_ERROR:

PREFIX     ?= /usr/local
DESTDIR    ?=
BUILD      ?= build
# ?= would keep make's own default, which is the same; an environment's CC still wins.
ifeq ($(origin CC),default)
CC         := cc
endif
CFLAGS     ?= -O2 -g
LDFLAGS    ?=
WARNINGS   := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
ifdef CI
WARNINGS   += -Werror
endif
# What "make fuzz" spends on each target, and what "make test" lets one program take.
FUZZ_SECONDS    ?= 300
TEST_TIME_LIMIT ?= 180
TEST_JOBS       ?= 2

# --- Dependencies: Debian packages, named here and nowhere else, each with its reason. ---------
DEPS_RUN  := gcc libc6-dev libncurses-dev libpopt-dev libcsv-dev zlib1g-dev libmd-dev libgsl-dev \
             libtirpc-dev libarchive-dev libbpf-dev libelf-dev
DEPS_TEST := $(DEPS_RUN) libcmocka-dev libvterm-dev tmux strace procps bubblewrap locales dbench e2fsprogs
DEPS_LADDER := qemu-system-x86 apparmor cpio secilc
DEPS_FRAMEWORK := gcc make libc6-dev libelf-dev flex bison bc perl xz-utils
DEPS_LINT := $(DEPS_RUN) libcmocka-dev libvterm-dev clang-format clang-tidy cppcheck
DEPS_FUZZ := $(DEPS_RUN) clang libclang-rt-14-dev

WHY.gcc               := compiles the programs
WHY.libc6-dev         := the C library's headers
WHY.libncurses-dev    := draws the console
WHY.libpopt-dev       := reads the command line
WHY.libcsv-dev        := reads and quotes the text cells of result files
WHY.zlib1g-dev        := reads /proc/config.gz, the running kernel's configuration
WHY.libmd-dev         := SHA-256, to tell kernel configurations apart
WHY.libgsl-dev        := quantiles of the normal, Student's t and binomial distributions
WHY.libtirpc-dev      := remote procedure calls, which LMbench times too
WHY.libarchive-dev    := packs the file system from which a guest of the ladder starts
WHY.libbpf-dev        := loads the BPF programs of the variant bpf
WHY.libelf-dev        := libbpf needs it where it is linked into the guest's program
WHY.libcmocka-dev     := runs the unit tests
WHY.libvterm-dev      := plays the terminal when tests drive the console
WHY.tmux              := the console is tested once in a real terminal multiplexer
WHY.strace            := shows that reading the environment changes nothing
WHY.procps            := tests look for the workers of a session
WHY.bubblewrap        := confines a worker from outside, as any wrapper may
WHY.locales           := a locale with a decimal comma, to see that no number takes it
WHY.dbench            := dbench and tbench are run for real
WHY.e2fsprogs         := makes the small ext4 that tests fill
WHY.qemu-system-x86   := boots kernels for the ladder and counts their instructions
WHY.cpio              := packs a guest that runs whole sessions, not only the ladder's program
WHY.apparmor          := compiles the profile of a policy rung
WHY.secilc            := compiles the policy for SELinux that a guest enforces
WHY.make              := builds the two kernels of make kernels-framework
WHY.flex              := a kernel's build makes the reader of its configuration with it
WHY.bison             := a kernel's build makes the reader of its configuration with it
WHY.bc                := a kernel's build computes constants of its clocks with it
WHY.perl              := a kernel's build runs scripts with it
WHY.xz-utils          := unpacks the source of a kernel
WHY.clang-format      := checks the layout of the code
WHY.clang-tidy        := checks the code for likely mistakes
WHY.cppcheck          := checks the code for likely mistakes, another way
WHY.clang             := compiles the fuzz targets
WHY.libclang-rt-14-dev := libFuzzer and the sanitizers of that compiler

PROGRAM_LIBS := -lncursesw -lpopt -lcsv -lz -lmd -lgsl -lgslcblas -larchive -lbpf -lm
GUEST_LIBS   := -lbpf -lelf -lgsl -lgslcblas -lmd -lz -lm
TEST_LIBS    := $(PROGRAM_LIBS) -lcmocka
RPC_LIBS     := -ltirpc
RPC_INCLUDE  := -isystem /usr/include/tirpc
SCREEN_LIBS  := -lncursesw -lcmocka -lvterm -lutil

# --- Sources -----------------------------------------------------------------------------------
# The files of houses, those in their rooms too.
files     = $(foreach house,$(1),$(wildcard $(house)/*.$(2) $(house)/*/*.$(2)))
FIXTURES := $(call files,fixtures,c)
# What calls remote procedures is linked into a worker of its own.
RPC      := engine/operation/rpc_round_trip.c
ENGINE   := $(filter-out engine/worker/worker_main.c engine/operation/hello_main.c \
	      engine/guest/guest_main.c $(RPC),$(call files,engine,c))
EXPORTS  := $(call files,exports,c)
TUI      := $(filter-out tui/main.c,$(call files,tui,c))
UNIT     := $(wildcard tests/unit/test_*.c)
COMMAND  := $(wildcard tests/command/test_*.c)
SCREEN   := $(wildcard tests/screen/test_*.c)
HARNESS  := $(filter-out $(SCREEN),$(wildcard tests/screen/*.c))
BENCH    := $(wildcard tests/bench/bench_*.c)
BARE     := $(wildcard tests/bench/bare_*.c)
BENCH_SHARED := $(filter-out $(BENCH) $(BARE),$(wildcard tests/bench/*.c))
TRUST    := $(wildcard tests/trust/*.c)
FUZZ     := $(wildcard tests/fuzz/fuzz_*.c)
LADDER   := $(wildcard tests/ladder/test_*.sh)
SCRIPTS  := $(wildcard tests/structure/test_*.sh tests/command/test_*.sh tests/screen/test_*.sh)
PROGRAM  := $(FIXTURES) $(ENGINE) $(RPC) engine/worker/worker_main.c $(EXPORTS) $(TUI) tui/main.c
SOURCES  := $(call files,fixtures engine exports tui tests,c)
HEADERS  := $(call files,fixtures engine exports tui tests,h)

HELLO    := $(BUILD)/lsmbench-hello

objects   = $(patsubst %.c,$(BUILD)/%.o,$(1))
programs  = $(patsubst %.c,$(BUILD)/%,$(1))
INCLUDE   = -std=gnu17 -D_GNU_SOURCE -I. -DLSMBENCH_LIBEXECDIR='"$(PREFIX)/libexec/lsmbench"' \
	    -DLSMBENCH_HELLO='"$(HELLO)"'
ALL_CFLAGS = $(INCLUDE) $(WARNINGS) $(CFLAGS) -MMD -MP
LIBRARIES = $(BUILD)/libtui.a $(BUILD)/libexports.a $(BUILD)/libengine.a $(BUILD)/libfixtures.a
LINK      = $(if $(V),,@$(if $(SILENT),,echo '  LINK  $@' && ))$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^)

# A line a file; "make V=1" shows the commands, "make -s" nothing.
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
QUIET  = $(if $(V),,@)
say    = $(if $(V)$(SILENT),,@echo '  $(1)$@')

# --- Building ----------------------------------------------------------------------------------
.PHONY: build
build: $(BUILD)/lsmbench $(BUILD)/lsmbench-worker $(BUILD)/lsmbench-worker-rpc \
	$(if $(wildcard engine/guest/guest_main.c),$(BUILD)/lsmbench-guest)

quote = '$(subst ','\'',$(1))'
# Other flags or another compiler than last time: everything is compiled again.
FLAGS_NOW := $(CC) $(ALL_CFLAGS) $(LDFLAGS)
FLAGS_FILE := $(BUILD)/flags
ifneq ($(FLAGS_NOW),$(shell cat $(FLAGS_FILE) 2>/dev/null))
.PHONY: $(FLAGS_FILE)
endif
$(FLAGS_FILE):
	@mkdir -p $(@D)
	@printf '%s\n' $(call quote,$(FLAGS_NOW)) >$@

$(BUILD)/%.o: %.c $(FLAGS_FILE)
	@mkdir -p $(@D)
	$(call say,CC    )
	$(QUIET)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# A source that was removed must leave the library too: the list of members is a prerequisite.
define library
$(BUILD)/lib$(1).a: $(call objects,$(2)) $(BUILD)/members-$(1)
	$$(call say,AR    )
	@rm -f $$@
	$$(QUIET)ar rcsD $$@ $$(filter %.o,$$^)
ifneq ($(strip $(2)),$(shell cat $(BUILD)/members-$(1) 2>/dev/null))
.PHONY: $(BUILD)/members-$(1)
endif
$(BUILD)/members-$(1):
	@mkdir -p $$(@D)
	@echo $(strip $(2)) >$$@
endef
$(eval $(call library,fixtures,$(FIXTURES)))
$(eval $(call library,engine,$(ENGINE)))
$(eval $(call library,exports,$(EXPORTS)))
$(eval $(call library,tui,$(TUI)))

$(BUILD)/lsmbench: $(BUILD)/tui/main.o $(LIBRARIES)
	$(LINK) $(PROGRAM_LIBS)

# The worker links the C library, with its mathematics, and nothing else: what is not there cannot
# disturb a batch.
$(BUILD)/lsmbench-worker: $(BUILD)/engine/worker/worker_main.o $(BUILD)/libengine.a $(BUILD)/libfixtures.a
	$(LINK) -lm

# What fork-exec starts: a program of its own, whatever the others are compiled with. The worker
# carries its bytes.
$(HELLO): engine/operation/hello_main.c engine/operation/hello.h $(FLAGS_FILE)
	@mkdir -p $(@D)
	$(call say,LINK  )
	$(QUIET)$(CC) $(INCLUDE) $(WARNINGS) -O2 -fno-stack-protector -static -nostartfiles -s -o $@ $<
$(BUILD)/engine/operation/hello.o: $(HELLO)

# The same worker with the operations that need this library.
$(BUILD)/lsmbench-worker-rpc: $(BUILD)/engine/worker/worker_main.o $(call objects,$(RPC)) \
		$(BUILD)/libengine.a $(BUILD)/libfixtures.a
	$(LINK) $(RPC_LIBS) -lm
$(BUILD)/tests/unit/test_operation_rpc: $(call objects,$(RPC))
$(BUILD)/tests/unit/test_operation_rpc: TEST_LIBS += $(RPC_LIBS)
$(call objects,$(RPC)) $(patsubst %.c,$(BUILD)/lint/%.tidy,$(RPC)): INCLUDE += $(RPC_INCLUDE)

# The first process of a guest of the ladder. Static: it is alone there. What a sanitizer needs
# cannot be linked so; such a build takes a guest that was compiled without.
ifeq ($(findstring -fsanitize,$(CFLAGS)),)
$(BUILD)/lsmbench-guest: $(BUILD)/engine/guest/guest_main.o $(BUILD)/libengine.a $(BUILD)/libfixtures.a
	$(LINK) -static $(GUEST_LIBS)
else
.PHONY: $(BUILD)/lsmbench-guest
$(BUILD)/lsmbench-guest:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/plain CC=gcc CFLAGS='-O2 -g' LDFLAGS= \
		$(BUILD)/plain/lsmbench-guest
	@cp $(BUILD)/plain/lsmbench-guest $@
endif

$(call programs,$(UNIT) $(COMMAND)): %: %.o $(LIBRARIES)
	$(LINK) $(TEST_LIBS)
$(call programs,$(BENCH)): %: %.o $(call objects,$(BENCH_SHARED) $(HARNESS)) $(LIBRARIES)
	$(LINK) $(TEST_LIBS) $(SCREEN_LIBS)
$(BUILD)/tests/bench/bench_linear: $(call objects,$(RPC))
$(BUILD)/tests/bench/bench_linear: TEST_LIBS += $(RPC_LIBS)
# Linked like the worker, with which it is timed.
$(BUILD)/tests/bench/bare_worker: $(call objects,$(BARE)) $(BUILD)/libengine.a $(BUILD)/libfixtures.a
	$(LINK) -lm
$(BUILD)/tests/trust/trust: $(call objects,$(TRUST)) $(LIBRARIES)
	$(LINK) $(PROGRAM_LIBS)
# These see the console from outside, as a person does, and link nothing of it.
$(call programs,$(SCREEN)): %: %.o $(call objects,$(HARNESS))
	$(LINK) $(SCREEN_LIBS)

# In "make test" each fuzz target replays its kept inputs, without libFuzzer.
REPLAYS := $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/tests/fuzz/replay_%,$(FUZZ))
$(REPLAYS): $(BUILD)/tests/fuzz/replay_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o \
		$(LIBRARIES)
	$(LINK) $(PROGRAM_LIBS)

-include $(patsubst %.c,$(BUILD)/%.d,$(SOURCES))

# --- Running -----------------------------------------------------------------------------------
# Each of these installs what is missing first; the work itself is a second make, so that with -j
# no compiler starts before its libraries are there.
AGAIN = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
.PHONY: run test test-ladder bench trust lint sanitize fuzz
run: deps-run
	@$(AGAIN) build
	@exec $(BUILD)/lsmbench

test: deps-test
	@$(AGAIN) test-here

# Debian's kernels 6.1 and 6.12 for those tests, unpacked under the build folder; takes the network
# once.
.PHONY: kernels
kernels:
	@BUILD=$(abspath $(BUILD)) tests/ladder/kernels.sh

# Two small kernels that differ in CONFIG_SECURITY: what the framework itself costs. A download of
# 139 MB and a build of some minutes.
.PHONY: kernels-framework
kernels-framework: deps-framework
	@BUILD=$(abspath $(BUILD)) tests/ladder/kernels-framework.sh

# The tests that boot kernels, where Debian's kernels and the emulator are here or can be fetched.
test-ladder: deps-test
	@$(AGAIN) tests-build
	@$(AGAIN) deps-ladder kernels || echo 'not everything that the ladder needs could be fetched'
	@BUILD=$(abspath $(BUILD)) TEST_TIME_LIMIT=900 TEST_JOBS=1 tests/ladder.sh $(LADDER)

bench: deps-test
	@$(AGAIN) bench-here

# Hundreds of sessions: some ten minutes, alone on the machine. tests/trust/trust.c says how to
# have less of it.
trust: deps-run
	@$(AGAIN) trust-here

lint: deps-lint
	@$(AGAIN) --keep-going lint-here

# The tests again, with AddressSanitizer and UndefinedBehaviorSanitizer watching.
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
sanitize: deps-test
	@$(AGAIN) BUILD=$(BUILD)/sanitize CFLAGS='-O1 -g $(SANITIZE)' \
		TEST_TIME_LIMIT=$$((3 * $(TEST_TIME_LIMIT))) test-here

fuzz: deps-fuzz
	@$(AGAIN) BUILD=$(BUILD)/fuzz CC=clang \
		CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined' \
		fuzz-here

.PHONY: tests-build test-here bench-here trust-here
tests-build: build $(call programs,$(UNIT) $(COMMAND) $(SCREEN)) $(REPLAYS)

test-here: tests-build
	@BUILD=$(abspath $(BUILD)) TEST_TIME_LIMIT=$(TEST_TIME_LIMIT) TEST_JOBS=$(TEST_JOBS) \
		tests/run.sh $(SCRIPTS) $(call programs,$(UNIT) $(COMMAND)) $(REPLAYS) \
		$(call programs,$(SCREEN))

bench-here: build $(call programs,$(BENCH)) $(BUILD)/tests/bench/bare_worker
	@BUILD=$(abspath $(BUILD)) tests/bench.sh $(call programs,$(BENCH)) \
		$(wildcard tests/bench/bench_*.sh)

trust-here: build $(BUILD)/tests/trust/trust
	@LSMBENCH_WORKER=$(abspath $(BUILD))/lsmbench-worker $(BUILD)/tests/trust/trust

# --- Checking the code -------------------------------------------------------------------------
.PHONY: lint-here lint-format lint-tidy lint-cppcheck
lint-here: lint-format lint-tidy lint-cppcheck

lint-format:
	clang-format --dry-run -Werror $(SOURCES) $(HEADERS)

# A checked file is checked again only when it or a header changed.
TIDY := $(patsubst %.c,$(BUILD)/lint/%.tidy,$(SOURCES))
$(BUILD)/lint/fixtures/error.tidy: ANALYSIS :=
ANALYSIS := -include .ci/analysis.h
lint-tidy: $(TIDY)
$(TIDY): $(BUILD)/lint/%.tidy: %.c $(HEADERS) .clang-tidy tests/.clang-tidy \
		.ci/analysis.h Makefile
	@mkdir -p $(@D)
	@echo clang-tidy $<
	@clang-tidy --quiet $< -- $(INCLUDE) $(ANALYSIS) 2>$@.log || { cat $@.log; false; }
	@touch $@

# Leaks are left to the sanitizers: cppcheck takes a copy that is stored in a compound for one.
lint-cppcheck:
	cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance -j 2 \
		--inline-suppr --suppress=missingIncludeSystem --suppress=memleak \
		--suppress=resourceLeak --suppress=invalidFunctionArgBool \
		--suppress=leakReturnValNotUsed --suppress=ignoredReturnValue:tests/* \
		--suppress=uninitvar:tests/* --library=posix,gnu \
		-D_GNU_SOURCE -D__linux__ -DLSMBENCH_LIBEXECDIR='""' -DLSMBENCH_HELLO='""' \
		-I. $(SOURCES)

# --- Fuzzing -----------------------------------------------------------------------------------
FUZZERS := $(call programs,$(FUZZ))
.PHONY: fuzz-here
fuzz-here: $(FUZZERS)
	@tests/fuzz.sh $(FUZZ_SECONDS) $(FUZZERS)

ifneq ($(findstring fuzzer,$(CFLAGS)),)
$(FUZZERS): %: %.o $(LIBRARIES)
	$(LINK) -fsanitize=fuzzer $(PROGRAM_LIBS)
endif

# --- Installing --------------------------------------------------------------------------------
.PHONY: install
install: build
	install -D -m 755 $(BUILD)/lsmbench $(DESTDIR)$(PREFIX)/bin/lsmbench
	install -D -m 755 $(BUILD)/lsmbench-worker \
		$(DESTDIR)$(PREFIX)/libexec/lsmbench/lsmbench-worker
	install -D -m 755 $(BUILD)/lsmbench-worker-rpc \
		$(DESTDIR)$(PREFIX)/libexec/lsmbench/lsmbench-worker-rpc
	install -D -m 755 $(BUILD)/lsmbench-guest \
		$(DESTDIR)$(PREFIX)/libexec/lsmbench/lsmbench-guest
	install -D -m 644 README.md $(DESTDIR)$(PREFIX)/share/doc/lsmbench/README.md

.PHONY: clean
clean:
	rm -rf $(BUILD)

# --- Dependencies ------------------------------------------------------------------------------
# Asks dpkg what is missing and installs it. With nothing missing it says nothing and uses no
# network; without apt it names what is needed and lets the compiler be the judge.
.PHONY: deps deps-run deps-test deps-ladder deps-framework deps-lint deps-fuzz
deps: deps-run
deps-run:  PACKAGES := $(DEPS_RUN)
deps-test: PACKAGES := $(DEPS_TEST)
deps-ladder: PACKAGES := $(DEPS_LADDER)
deps-framework: PACKAGES := $(DEPS_FRAMEWORK)
deps-lint: PACKAGES := $(DEPS_LINT)
deps-fuzz: PACKAGES := $(DEPS_FUZZ)

close := )
deps-run deps-test deps-ladder deps-framework deps-lint deps-fuzz:
	@why() { case $$1 in $(foreach p,$(PACKAGES),$(p)$(close) echo $(call quote,  $(p): $(WHY.$(p)));;) esac; }; \
	if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then \
		echo 'No apt here, so nothing is installed. Needed are, by their names in Debian:'; \
		for package in $(PACKAGES); do why $$package; done; exit 0; \
	fi; \
	missing=; \
	for package in $(PACKAGES); do \
		case $$(dpkg-query -W -f '$${db:Status-Status} ' $$package 2>/dev/null) in \
		installed*) ;; *) missing="$$missing $$package";; esac; \
	done; \
	test -n "$$missing" || exit 0; \
	echo 'Missing, and installed now with apt-get:'; \
	for package in $$missing; do why $$package; done; \
	as_root=; test $$(id -u) = 0 || as_root=sudo; \
	if test -n "$$as_root" && ! command -v sudo >/dev/null; then \
		echo "Neither root nor sudo: as root, run apt-get install$$missing" >&2; exit 1; \
	fi; \
	$$as_root apt-get update -q && \
	$$as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -q -y --no-install-recommends $$missing
