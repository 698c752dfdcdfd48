/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_virtualization.c - whether a hypervisor runs this machine, and which: from what is
 * readable without privilege. Every trace is its own item, so that the source can be judged.
 */
#include "engine/environment/environment_internal.h"

#include <string.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

static void probe_trace(struct collection *collection, const char *key, const char *path)
{
	char value[256];

	if (!collection_read_line(collection, path, value, sizeof(value)) && value[0])
		collection_set(collection, key, value, path);
}

static const struct {
	const char *signature;
	const char *name;
} signatures[] = {
	{"KVMKVMKVM", "KVM"},      {"Microsoft Hv", "Hyper-V"},   {"VMwareVMware", "VMware"},
	{"XenVMMXenVMM", "Xen"},   {"TCGTCGTCGTCG", "QEMU TCG"},  {"VBoxVBoxVBox", "VirtualBox"},
	{"bhyve bhyve ", "bhyve"}, {" lrpepyh  vr", "Parallels"}, {"ACRNACRNACRN", "ACRN"},
	{"QNXQVMBSQG", "QNX"},     {"SRESRESRESRE", "SRE"},
};

static const char *signature_name(const char *signature)
{
	for (size_t i = 0; i < sizeof(signatures) / sizeof(signatures[0]); i++)
		if (!strcmp(signatures[i].signature, signature))
			return signatures[i].name;
	return signature;
}

/* The hypervisor's own words, which any program may ask the processor for. */
static bool processor_signature(char *signature)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned int a, b, c, d;

	__cpuid(1, a, b, c, d);
	if (!(c & 1U << 31))
		return false;
	__cpuid(0x40000000, a, b, c, d);
	memcpy(signature, &b, 4);
	memcpy(signature + 4, &c, 4);
	memcpy(signature + 8, &d, 4);
	signature[12] = '\0';
	return true;
#else
	(void)signature;
	return false;
#endif
}

static bool cpuinfo_has_hypervisor(const struct collection *collection)
{
	char cpuinfo[4096];

	return collection_read(collection, "/proc/cpuinfo", cpuinfo, sizeof(cpuinfo)) > 0 &&
	       strstr(cpuinfo, " hypervisor") != NULL;
}

/* The strongest trace decides; without any there is no proof that the machine is real. */
static void probe_hypervisor(struct collection *collection)
{
	const char *key = "machine.virtualization";
	char signature[16], clean[32], type[64];

	if (!collection_read_line(collection, "/sys/hypervisor/type", type, sizeof(type)) &&
	    type[0]) {
		collection_set(collection, key, type, "/sys/hypervisor/type");
	} else if (collection->roots->live && processor_signature(signature)) {
		text_clean(signature_name(signature), strlen(signature_name(signature)), clean,
			   sizeof(clean));
		collection_set(collection, key, clean[0] ? clean : "yes, unnamed",
			       "CPUID leaf 0x40000000");
	} else if (!collection_read_line(collection, "/proc/device-tree/hypervisor/compatible",
					 type, sizeof(type))) {
		collection_set(collection, key, type, "/proc/device-tree/hypervisor/compatible");
	} else if (cpuinfo_has_hypervisor(collection)) {
		collection_set(collection, key, "yes, unnamed",
			       "the hypervisor flag in /proc/cpuinfo");
	} else {
		collection_unknown(collection, key,
				   "no trace of a hypervisor in /sys/hypervisor, the processor's "
				   "flags or the device tree");
	}
}

static void probe_container(struct collection *collection)
{
	static const char *const traces[] = {"/run/systemd/container", "/run/.containerenv",
					     "/.dockerenv"};
	char path[512];

	for (size_t i = 0; i < sizeof(traces) / sizeof(traces[0]); i++)
		if (!collection_path(collection, traces[i], path, sizeof(path)) &&
		    !access(path, F_OK)) {
			collection_set(collection, "machine.container", "yes", traces[i]);
			return;
		}
	collection_unknown(collection, "machine.container", "no trace in %s, %s or %s", traces[0],
			   traces[1], traces[2]);
}

void environment_probe_virtualization(struct collection *collection)
{
	probe_hypervisor(collection);
	probe_container(collection);
	probe_trace(collection, "machine.vendor", "/sys/class/dmi/id/sys_vendor");
	collection_file(collection, "machine.product", "/sys/class/dmi/id/product_name",
			"the firmware tells no names");
	probe_trace(collection, "machine.board", "/sys/class/dmi/id/board_name");
	probe_trace(collection, "machine.firmware", "/sys/class/dmi/id/bios_version");
	probe_trace(collection, "machine.model", "/proc/device-tree/model");
}
