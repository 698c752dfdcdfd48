/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf.c - programs of two instructions on the hooks that the kernel keeps for BPF.
 *
 * For each hook there is a function bpf_lsm_HOOK, known by its number in the kernel's type
 * information (BTF). The kernel calls the programs on it one after the other, and the function
 * itself when all of them have returned 0: so they leave even the hook's default answer alone.
 */
#include "engine/variant/bpf.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/text/nearest.h"
#include "engine/variant/variant_private.h"

#define PREFIX "bpf_lsm_"
/* More hooks than any kernel has. */
#define KNOWN_MAXIMUM 512u
/* What the kernel answers where it cannot attach programs to functions; no errno of libc's. */
#define KERNEL_NOT_SUPPORTED 524

/* Names of hooks as the kernel tells them; they live in its type information. */
struct known {
	const char *names[KNOWN_MAXIMUM];
	size_t count;
};

static const char *name_at(const void *table, size_t index)
{
	return ((const struct known *)table)->names[index];
}

static void list_hooks(const struct btf *types, struct known *known)
{
	known->count = 0;
	for (__u32 i = 1; i < btf__type_cnt(types) && known->count < KNOWN_MAXIMUM; i++) {
		const struct btf_type *type = btf__type_by_id(types, i);
		const char *name = btf__name_by_offset(types, type->name_off);

		if (btf_is_func(type) && name && strncmp(name, PREFIX, strlen(PREFIX)) == 0)
			known->names[known->count++] = name + strlen(PREFIX);
	}
}

static int unknown_hook(const struct btf *types, const char *name, struct error *error)
{
	struct known known;
	char near[160];

	list_hooks(types, &known);
	return error_set(error, -ESRCH, "bpf: this kernel has no hook %s%s", name,
			 nearest_names(name, name_at, &known, known.count, near, sizeof(near))[0]
				 ? near
				 : ": \"lsmbench hooks\" counts those that an operation calls");
}

/* The number of a hook's function in the kernel's type information, or a negative errno. */
static int find_hook(const struct btf *types, const char *name, struct error *error)
{
	char function[sizeof(PREFIX) + BPF_HOOK_SIZE];
	int number;

	snprintf(function, sizeof(function), "%s%s", PREFIX, name);
	number = btf__find_by_name_kind(types, function, BTF_KIND_FUNC);
	return number > 0 ? number : unknown_hook(types, name, error);
}

/* Whether the process has, in its own user namespace, what the kernel asks for. */
static bool has_capabilities(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0}};
	__u64 held;

	if (syscall(SYS_capget, &header, data) < 0)
		return false;
	held = data[0].effective | (__u64)data[1].effective << 32;
	return held & (1ull << CAP_SYS_ADMIN) ||
	       ((held & (1ull << CAP_BPF)) && (held & (1ull << CAP_PERFMON)));
}

static int refused(int code, struct error *error)
{
	if (!has_capabilities())
		return error_set(
			error, code,
			"bpf: loading programs takes CAP_BPF and CAP_PERFMON: run as root");
	return error_set(
		error, code,
		"bpf: the kernel refuses to load a program (%s) though the capabilities "
		"are there: a container, a user namespace, lockdown or the machine's owner "
		"forbids bpf(2); in a guest of \"lsmbench ladder\" it works",
		error_words(code));
}

/* What went wrong with program number of a hook, from 1. */
static int explain(int code, const struct bpf_hook *hook, uint32_t number, struct error *error)
{
	switch (-code) {
	case EPERM:
	case EACCES:
		return refused(code, error);
	case EINVAL:
		return error_set(error, code,
				 "bpf: the kernel lets no program onto the hook %s: choose another "
				 "hook",
				 hook->name);
	case E2BIG:
		return error_set(error, code,
				 "bpf: program %u of %u on %s: a hook takes at most %u, those of "
				 "others included: ask for fewer",
				 number, hook->programs, hook->name, BPF_PROGRAMS_MAXIMUM);
	case EMFILE:
	case ENFILE:
		return error_set(error, code,
				 "bpf: program %u of %u on %s: %s: raise the limit of open files "
				 "(ulimit -n)",
				 number, hook->programs, hook->name, error_words(code));
	case KERNEL_NOT_SUPPORTED:
	case EOPNOTSUPP:
	case ENOSYS:
		return error_set(error, code == -KERNEL_NOT_SUPPORTED ? -EOPNOTSUPP : code,
				 "bpf: this kernel cannot attach programs to hooks: take Linux 5.7 "
				 "or later with CONFIG_BPF_LSM=y and CONFIG_BPF_JIT=y");
	default:
		return error_set(error, code, "bpf: program %u of %u on %s: %s", number,
				 hook->programs, hook->name, error_words(code));
	}
}

/* A program that returns 0. Its descriptor, or a negative errno. */
static int load_program(int function)
{
	static const struct bpf_insn program[] = {
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 0},
		{.code = BPF_JMP | BPF_EXIT},
	};
	const struct bpf_prog_load_opts options = {
		.sz = sizeof(options),
		.expected_attach_type = BPF_LSM_MAC,
		.attach_btf_id = (__u32)function,
	};

	return bpf_prog_load(BPF_PROG_TYPE_LSM, "lsmbench_noop", "GPL", program,
			     sizeof(program) / sizeof(program[0]), &options);
}

/*
 * Whether such programs are refused whatever they are for: known at once, where types take their
 * time to read. The first type is no function, which is looked at after who asks.
 */
static int check_loading(struct error *error)
{
	int program = load_program(1);

	if (program == -EPERM || program == -EACCES)
		return refused(program, error);
	if (program >= 0)
		close(program);
	return 0;
}

/* Attach one more program: the descriptor of its link, or a negative errno. */
static int attach_program(int function)
{
	int program = load_program(function);
	int link;

	if (program < 0)
		return program;
	link = bpf_raw_tracepoint_open(NULL, program);
	/* The link holds it. */
	close(program);
	return link;
}

static int attach_hook(struct bpf_attachments *attachments, const struct btf *types,
		       const struct bpf_hook *hook, struct error *error)
{
	int function = find_hook(types, hook->name, error);

	if (function < 0)
		return function;
	for (uint32_t i = 0; i < hook->programs; i++) {
		int link = attach_program(function);

		if (link < 0)
			return explain(link, hook, i + 1, error);
		attachments->links[attachments->count++] = link;
	}
	return 0;
}

/* The library must not write to the terminal that a console stands on. */
static int load_types(struct btf **types, struct error *error)
{
	libbpf_set_print(NULL);
	*types = btf__load_vmlinux_btf();
	if (*types)
		return 0;
	return error_set(error, -ENOENT,
			 "bpf: the kernel's types (BTF) cannot be read from "
			 "/sys/kernel/btf/vmlinux (%s): mount sysfs, or take a kernel with "
			 "CONFIG_DEBUG_INFO_BTF=y",
			 error_words(errno));
}

static int attach_hooks(struct bpf_attachments *attachments, const struct bpf_hooks *hooks,
			struct error *error)
{
	struct btf *types;
	int code = load_types(&types, error);

	if (code < 0)
		return code;
	for (size_t i = 0; i < hooks->count && code == 0; i++)
		code = attach_hook(attachments, types, &hooks->hooks[i], error);
	btf__free(types);
	return code;
}

int bpf_attachments_open(struct bpf_attachments *attachments, const char *variant,
			 struct error *error)
{
	struct variant_parts parts;
	struct bpf_hooks hooks;
	int code = variant_parse(variant, &parts, error);

	attachments->count = 0;
	if (code < 0)
		return code;
	for (size_t i = 0; i < parts.count && code == 0; i++) {
		if (parts.parts[i].variant->argument != VARIANT_HOOKS)
			continue;
		code = bpf_hooks_parse(parts.parts[i].argument, &hooks, error);
		if (code == 0)
			code = attach_hooks(attachments, &hooks, error);
	}
	variant_parts_clear(&parts);
	if (code < 0)
		bpf_attachments_close(attachments);
	return code;
}

void bpf_attachments_close(struct bpf_attachments *attachments)
{
	while (attachments->count > 0)
		close(attachments->links[--attachments->count]);
}

static int check_hook(const struct btf *types, const struct bpf_hook *hook, struct error *error)
{
	int function = find_hook(types, hook->name, error);
	int program;

	if (function < 0)
		return function;
	program = load_program(function);
	if (program < 0)
		return explain(program, hook, 1, error);
	close(program);
	return 0;
}

int bpf_check(const struct bpf_hooks *hooks, struct error *error)
{
	struct btf *types;
	int code;

	libbpf_set_print(NULL);
	code = check_loading(error);
	if (code == 0)
		code = load_types(&types, error);
	if (code < 0)
		return code;
	for (size_t i = 0; i < hooks->count && code == 0; i++)
		code = check_hook(types, &hooks->hooks[i], error);
	btf__free(types);
	return code;
}
