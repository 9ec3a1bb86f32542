/* The table of hardware models, and the parameters of "generic".
 *
 * Where a number is published it is cited in `source`; nvidia's bank and sector rules were fitted
 * to the counters of an H200 and are held to them by the tests (tests/data). */
#include "hw/hw.h"

/* Groups that fill all banks once: 128 bytes a pass. */
#define GROUPS_128(merge_wide)                                                                     \
    {                                                                                              \
        {4, 32, false}, {8, 16, merge_wide}, {                                                     \
            16, 8, merge_wide                                                                      \
        }                                                                                          \
    }
#define GROUPS_64                                                                                  \
    {                                                                                              \
        {4, 16, false}, {8, 8, false}, {                                                           \
            16, 4, false                                                                           \
        }                                                                                          \
    }
#define GROUPS_ALL                                                                                 \
    {                                                                                              \
        {4, 0, false}, {8, 0, false}, {                                                            \
            16, 0, false                                                                           \
        }                                                                                          \
    }

static const HwModel models[] = {
    {
        .name = "nvidia",
        .title = "NVIDIA H200 (compute capability 9.0)",
        .basis = HW_MEASURED,
        .source =
            "bank passes, conflicts and sectors: counters of an H200, tests/data; rates: NVIDIA "
            "H200 datasheet and Hopper tuning guide",
        .subgroup_size = 32,
        .banks = 32,
        .bank_bytes = 4,
        .sector_bytes = 32,
        .line_bytes = 128,
        .units = 132,
        .bank_passes_per_cycle = 1,
        .flops_per_cycle = 256,
        .memory_bytes_per_cycle = 18.4,
        .clock_ghz = 1.98,
        .workgroup_bytes_per_unit = 233472,
        .workgroup_bytes_reserved = 1024,
        .invocations_per_unit = 2048,
        .workgroups_per_unit = 32,
        .groups = GROUPS_128(true),
        .stores_share = true,
        /* Bits 7 to 31, each found by a pattern of its own. */
        .slice_mask = {0xf7bd5a80, 0x5d6aed00},
    },
    {
        .name = "generic",
        .title = "textbook GPU: 32 banks of 4 bytes, equal words broadcast",
        .basis = HW_TEXTBOOK,
        .source = "passes = the most different words in one bank; parameters: banks, bank-bytes, "
                  "subgroup-size, sector-bytes",
        .subgroup_size = 32,
        .banks = 32,
        .bank_bytes = 4,
        .sector_bytes = 32,
        .line_bytes = 128,
        .units = 64,
        .bank_passes_per_cycle = 1,
        .flops_per_cycle = 256,
        .memory_bytes_per_cycle = 8,
        .clock_ghz = 1.5,
        .workgroup_bytes_per_unit = 65536,
        .invocations_per_unit = 2048,
        .workgroups_per_unit = 32,
        .groups = GROUPS_ALL,
        .stores_share = true,
    },
    {
        .name = "amd",
        .title = "AMD Radeon RX 7900 XTX (RDNA 3), wave64",
        .basis = HW_DOCUMENTED,
        .source =
            "32 banks of 4 bytes, 128 bytes a pass, half a wave64 at a time: ROCm documentation, "
            "'LDS and bank conflicts'; rates: AMD RDNA 3 ISA guide and product page",
        .subgroup_size = 64,
        .banks = 32,
        .bank_bytes = 4,
        .sector_bytes = 32,
        .line_bytes = 128,
        .units = 96,
        .bank_passes_per_cycle = 1,
        .flops_per_cycle = 256,
        .memory_bytes_per_cycle = 4,
        .clock_ghz = 2.5,
        .workgroup_bytes_per_unit = 65536,
        .invocations_per_unit = 1024,
        .workgroups_per_unit = 16,
        .groups = GROUPS_128(false),
        .stores_share = true,
    },
    {
        .name = "intel",
        .title = "Intel Arc A770 (Xe-HPG)",
        .basis = HW_DOCUMENTED,
        .source =
            "shared local memory of 16 banks of 4 bytes, loads of one address are broadcast, "
            "stores to one bank always conflict: Intel's OpenCL developer guide for processor "
            "graphics; rates: Intel Xe-HPG product brief",
        .subgroup_size = 16,
        .banks = 16,
        .bank_bytes = 4,
        .sector_bytes = 64,
        .line_bytes = 64,
        .units = 32,
        .bank_passes_per_cycle = 1,
        .flops_per_cycle = 256,
        .memory_bytes_per_cycle = 7.3,
        .clock_ghz = 2.4,
        .workgroup_bytes_per_unit = 65536,
        .invocations_per_unit = 2048,
        .workgroups_per_unit = 32,
        .groups = GROUPS_64,
        .stores_share = false,
    },
    {
        .name = "apple",
        .title = "Apple M2 Max (38 cores); its banks are not published: the textbook's are taken",
        .basis = HW_TEXTBOOK,
        .source = "subgroup of 32, 32 KiB of threadgroup memory: Apple's Metal feature set tables; "
                  "rates: Apple's product page",
        .subgroup_size = 32,
        .banks = 32,
        .bank_bytes = 4,
        .sector_bytes = 32,
        .line_bytes = 128,
        .units = 38,
        .bank_passes_per_cycle = 1,
        .flops_per_cycle = 256,
        .memory_bytes_per_cycle = 7.5,
        .clock_ghz = 1.4,
        .workgroup_bytes_per_unit = 32768,
        .invocations_per_unit = 1024,
        .workgroups_per_unit = 32,
        .groups = GROUPS_ALL,
        .stores_share = true,
    },
};

enum { MODELS = sizeof models / sizeof models[0] };

const HwModel *hw_list(uint32_t *count) {
    *count = MODELS;
    return models;
}

/* A decimal number up to `most`; 0 when it is not one. */
static uint32_t parse_number(Str s, uint32_t most) {
    uint32_t v = 0;
    for (uint32_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9' || v > most)
            return 0;
        v = v * 10 + (uint32_t)(s.at[i] - '0');
    }
    return v <= most ? v : 0;
}

static Str take_until(Str *rest, char stop) {
    uint32_t n = 0;
    while (n < rest->len && rest->at[n] != stop)
        n++;
    Str head = {rest->at, n};
    uint32_t skip = n < rest->len ? n + 1 : n;
    *rest = (Str){rest->at + skip, rest->len - skip};
    return head;
}

static bool is_power_of_two(uint32_t v) {
    return v && !(v & (v - 1));
}

static const char *set_parameter(HwModel *m, Str key, Str value) {
    uint32_t v = parse_number(value, 1024);
    if (str_is(key, "banks")) {
        if (!v || v > HW_MAX_BANKS)
            return "banks must be 1 to 256";
        m->banks = v;
    } else if (str_is(key, "bank-bytes")) {
        if (v != 4 && v != 8)
            return "bank-bytes must be 4 or 8";
        m->bank_bytes = v;
    } else if (str_is(key, "subgroup-size")) {
        if (!is_power_of_two(v) || v < 4 || v > HW_MAX_LANES)
            return "subgroup-size must be 4, 8, 16, 32, 64 or 128";
        m->subgroup_size = v;
    } else if (str_is(key, "sector-bytes")) {
        if (!is_power_of_two(v) || v < 16 || v > 256)
            return "sector-bytes must be a power of two from 16 to 256";
        m->sector_bytes = v;
    } else {
        return "generic takes banks, bank-bytes, subgroup-size and sector-bytes";
    }
    return NULL;
}

const HwModel *hw_find(Str name, HwModel *storage, const char **error) {
    Str parameters = name;
    Str base = take_until(&parameters, ':');
    const HwModel *m = NULL;
    for (uint32_t i = 0; i < MODELS && !m; i++)
        if (str_is(base, models[i].name))
            m = &models[i];
    if (!m) {
        *error = "no such hardware model: there are nvidia, generic, amd, intel and apple";
        return NULL;
    }
    if (base.len == name.len)
        return m;
    if (!str_is(base, "generic")) {
        *error = "only the generic model takes parameters";
        return NULL;
    }
    *storage = *m;
    while (parameters.len) {
        Str value = take_until(&parameters, ',');
        Str key = take_until(&value, '=');
        const char *bad = set_parameter(storage, key, value);
        if (bad) {
            *error = bad;
            return NULL;
        }
    }
    return storage;
}

uint32_t hw_resident_workgroups(const HwModel *m, uint32_t workgroup_bytes, uint32_t invocations) {
    if (!invocations)
        return 0;
    uint32_t n = m->workgroups_per_unit;
    uint32_t by_invocations = m->invocations_per_unit / invocations;
    uint32_t bytes = workgroup_bytes + m->workgroup_bytes_reserved;
    if (bytes && m->workgroup_bytes_per_unit / bytes < n)
        n = m->workgroup_bytes_per_unit / bytes;
    return by_invocations < n ? by_invocations : n;
}

const char *hw_basis_name(HwBasis b) {
    static const char *const names[] = {"measured", "documented", "textbook"};
    return names[b];
}
