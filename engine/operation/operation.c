/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation.c - the table of operations, and what it says about a case.
 */
#include "engine/operation/operation.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine/operation/call_hooks.h"
#include "engine/operation/operation_attribute.h"
#include "engine/operation/operation_bandwidth.h"
#include "engine/operation/operation_command.h"
#include "engine/operation/operation_context_switch.h"
#include "engine/operation/operation_create.h"
#include "engine/operation/operation_dbench.h"
#include "engine/operation/operation_directory.h"
#include "engine/operation/operation_exec.h"
#include "engine/operation/operation_file.h"
#include "engine/operation/operation_fsx.h"
#include "engine/operation/operation_latency.h"
#include "engine/operation/operation_loop.h"
#include "engine/operation/operation_map.h"
#include "engine/operation/operation_memory.h"
#include "engine/operation/operation_memory_bandwidth.h"
#include "engine/operation/operation_memory_latency.h"
#include "engine/operation/operation_path.h"
#include "engine/operation/operation_procedure.h"
#include "engine/operation/operation_process.h"
#include "engine/operation/operation_processor.h"
#include "engine/operation/operation_protection.h"
#include "engine/operation/operation_reread.h"
#include "engine/operation/operation_rpc.h"
#include "engine/operation/operation_select.h"
#include "engine/operation/operation_signal.h"
#include "engine/operation/operation_socket.h"
#include "engine/operation/operation_tcp_connect.h"
#include "engine/operation/operation_together.h"
#include "engine/operation/operation_together_inner.h"
#include "engine/operation/operation_walk.h"

const struct operation *const operations[] = {
	&operation_stat,
	&operation_fstatat,
	&operation_access,
	&operation_open_close,
	&operation_openat_close,
	&operation_open_path,
	&operation_chmod,
	&operation_rename,
	&operation_mkstemp,
	&operation_readdir,
	&operation_rename_create,
	&operation_open_unlink,
	&operation_symlink_unlink,
	&operation_mkdir_rmdir,
	&operation_link_unlink,
	&operation_truncate,
	&operation_getxattr,
	&operation_setxattr,
	&operation_ioctl,
	&operation_mmap_exec,
	&operation_mprotect_exec,
	&operation_socket_close,
	&operation_bind_close,
	&operation_connect_unix,
	&operation_connect_tcp,
	&operation_null_call,
	&operation_read_zero,
	&operation_write_null,
	&operation_fstat,
	&operation_select_file,
	&operation_select_tcp,
	&operation_signal_install,
	&operation_signal_catch,
	&operation_procedure_call,
	&operation_kill_self,
	&operation_fork_wait,
	&operation_fork_exec,
	&operation_fork_shell,
	&operation_file_create,
	&operation_file_delete,
	&operation_mmap_latency,
	&operation_protection_fault,
	&operation_page_fault,
	&operation_context_switch,
	&operation_context_switch_spread,
	&operation_context_switch_overhead,
	&operation_pipe_latency,
	&operation_unix_latency,
	&operation_udp_latency,
	&operation_rpc_udp_latency,
	&operation_tcp_latency,
	&operation_rpc_tcp_latency,
	&operation_tcp_connect,
	&operation_fifo_latency,
	&operation_semaphore_latency,
	&operation_pipe_bandwidth,
	&operation_unix_bandwidth,
	&operation_tcp_bandwidth,
	&operation_file_reread,
	&operation_mmap_reread,
	&operation_copy_libc,
	&operation_copy_unrolled,
	&operation_memory_read,
	&operation_memory_read_partial,
	&operation_memory_write,
	&operation_memory_write_partial,
	&operation_memory_latency,
	&operation_memory_latency_random,
	&operation_tlb_latency,
	&operation_command,
	&operation_fsx,
	&operation_dbench,
	&operation_tbench,
	&operation_walk,
	&operation_together,
	&operation_together_shared,
	&operation_mixed,
	&operation_open_denied,
	&operation_loop,
};

const size_t operation_count = sizeof(operations) / sizeof(operations[0]);

static bool has_alias(const struct operation *operation, const char *name)
{
	for (const char *const *alias = operation->aliases; alias && *alias; alias++)
		if (strcmp(*alias, name) == 0)
			return true;
	return false;
}

const struct operation *operation_find(const char *name)
{
	for (size_t i = 0; i < operation_count; i++)
		if (strcmp(operations[i]->name, name) == 0 || has_alias(operations[i], name))
			return operations[i];
	return NULL;
}

const struct operation_call *operation_calls(const struct operation *operation,
					     const char *parameter)
{
	bool missing =
		operation->parameter->type == PARAMETER_PATH && parameter_is_missing(parameter);

	if (operation->parameter->type == PARAMETER_NUMBER && operation->calls_missing[0].name)
		missing = parameter[0] && parameter_number(operation->parameter, parameter) == 0;
	return missing ? operation->calls_missing : operation->calls;
}

double operation_call_count(const struct operation *operation, const char *parameter)
{
	const struct operation_call *calls = operation_calls(operation, parameter);
	double count = 0;

	for (size_t i = 0; i < OPERATION_CALLS_MAXIMUM && calls[i].name; i++)
		count += calls[i].count;
	return count;
}

uint64_t operation_period(const struct operation *operation, uint64_t number)
{
	return operation->period * (operation->period_is_number ? number : 1);
}

bool operation_calls_grow(const struct operation *operation, const char *parameter)
{
	return operation->calls_until > 0 &&
	       (uint64_t)parameter_number(operation->parameter, parameter) > operation->calls_until;
}

bool operation_makes_calls(const struct operation *operation)
{
	return operation->calls[0].name || operation->calls_missing[0].name;
}

unsigned int operation_hooks(const struct operation *operation)
{
	unsigned int hooks = 0;

	for (size_t i = 0; i < OPERATION_CALLS_MAXIMUM; i++) {
		if (operation->calls[i].name)
			hooks |= call_hooks(operation->calls[i].name);
		if (operation->calls_missing[i].name)
			hooks |= call_hooks(operation->calls_missing[i].name);
	}
	return operation->opens_path_only ? hooks & ~(unsigned int)HOOK_OPEN : hooks;
}

uint64_t operation_files(const struct operation *operation, const char *parameter)
{
	return operation->parameter == &parameter_directory
		       ? parameter_number(operation->parameter, parameter)
		       : 0;
}

uint64_t operation_bytes(const struct operation *operation, const char *parameter)
{
	return operation->moves_number ? parameter_number(operation->parameter, parameter)
				       : operation->bytes;
}

double operation_rate(uint64_t bytes, double value)
{
	return 1000 * (double)bytes / value;
}

const char *operation_calls_show(const struct operation *operation,
				 char buffer[OPERATION_CALLS_SIZE])
{
	size_t used = 0;

	buffer[0] = '\0';
	for (size_t i = 0; i < OPERATION_CALLS_MAXIMUM && operation->calls[i].name; i++) {
		const struct operation_call *call = &operation->calls[i];
		char count[32] = "";

		if (call->count < 1 || call->count > 1)
			snprintf(count, sizeof(count), "%g x ", call->count);
		used += (size_t)snprintf(buffer + used, OPERATION_CALLS_SIZE - used, "%s%s%s",
					 i ? ", " : "", count, call->name);
		if (used >= OPERATION_CALLS_SIZE)
			break;
	}
	return buffer;
}

const char *const *operation_outside(const struct operation *operation, const char *value)
{
	if (operation->parameter->of)
		return together_inner_outside(parameter_of(value));
	return operation->outside;
}

int operation_fixture(const struct operation *operation, const char *value,
		      struct fixture_spec *spec, struct error *error)
{
	memset(spec, 0, sizeof(*spec));
	spec->kind = operation->fixture;
	if (operation->fixture == FIXTURE_DIRECTORY) {
		spec->files = operation_files(operation, value);
		snprintf(spec->worked_on, sizeof(spec->worked_on), "%s",
			 operation->worked_on ? operation->worked_on : "");
	}
	if (operation->fixture != FIXTURE_PATH)
		return 0;
	/* "default" and own paths are the system's, not ours to build. */
	if (strcmp(value, "default") == 0 || value[0] == '/') {
		spec->kind = FIXTURE_NONE;
		return 0;
	}
	return parameter_path_of(value, NULL, spec->path, sizeof(spec->path), error);
}
