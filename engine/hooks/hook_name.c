/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_name.c - the names of hooks that follow no rule, by security/security.c and
 * include/linux/lsm_hook_defs.h of Linux 5.15 to 6.12.
 */
#include "engine/hooks/hook_name.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *hook;
	const char *implemented;
} others[] = {
	{"create_user_ns", "userns_create"},         {"free_mnt_opts", "sb_free_mnt_opts"},
	{"prepare_creds", "cred_prepare"},           {"settime64", "settime"},
	{"sk_classify_flow", "sk_getsecid"},         {"skb_classify_flow", "xfrm_decode_session"},
	{"sock_rcv_skb", "socket_sock_rcv_skb"},     {"transfer_creds", "cred_transfer"},
	{"vm_enough_memory_mm", "vm_enough_memory"},
};

/* Of SELinux's policy server, of the security state of memory devices, and of the boot. */
static const char *const helpers[] = {
	"add_hooks",
	"bounded_transition",
	"change_sid",
	"compute_av",
	"compute_av_user",
	"compute_sid",
	"compute_validatetrans",
	"compute_xperms_decision",
	"context_str_to_sid",
	"context_to_sid",
	"context_to_sid_core",
	"context_to_sid_default",
	"context_to_sid_force",
	"dump_masked_av",
	"erase_store",
	"fs_use",
	"genfs_sid",
	"get_allow_unknown",
	"get_bool_value",
	"get_bools",
	"get_classes",
	"get_initial_sid_context",
	"get_permissions",
	"get_reject_unknown",
	"get_user_sids",
	"ib_endport_sid",
	"ib_pkey_sid",
	"init",
	"load_policy",
	"member_sid",
	"mls_enabled",
	"net_peersid_resolve",
	"netif_sid",
	"netlbl_secattr_to_sid",
	"netlbl_sid_to_secattr",
	"node_sid",
	"policycap_supported",
	"port_sid",
	"read_policy",
	"read_state_kernel",
	"sanitize_store",
	"set_bools",
	"sid_mls_copy",
	"sid_to_context",
	"sid_to_context_core",
	"sid_to_context_force",
	"sid_to_context_inval",
	"sidtab_hash_stats",
	"state_show",
	"store",
	"transition_sid",
	"transition_sid_user",
	"validate_transition",
	"validate_transition_user",
};

static const char *const framework[] = {
	"ib_free_security",
	"key_free",
	"perf_event_free",
	"tun_dev_free_security",
};

static bool listed(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

const char *hook_name_implemented(const char *hook)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (strcmp(others[i].hook, hook) == 0)
			return others[i].implemented;
	return NULL;
}

bool hook_name_is_helper(const char *name)
{
	return listed(name, helpers, sizeof(helpers) / sizeof(helpers[0]));
}

bool hook_name_is_framework(const char *name)
{
	return listed(name, framework, sizeof(framework) / sizeof(framework[0]));
}
