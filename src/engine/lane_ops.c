/* Chooses one of the builds of the hot loops at run time. */
#include "engine/lane_ops.h"

#include <stddef.h>

#include "engine/lane_ops_isa.h"

#if defined(__x86_64__)
#include <cpuid.h>

/* Half-precision conversions and the bit-counting extensions, which not every compiler can ask
 * the processor for by name. All processors with AVX2 have them, but a virtual machine may not. */
static bool has_avx2_companions(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C) && (c & bit_MOVBE) &&
           __get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & bit_LZCNT);
}

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && has_avx2_companions();
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

static bool processor_has(EngineIsa isa) {
#if defined(__x86_64__)
    if (isa == ISA_AVX2)
        return has_avx2();
    if (isa == ISA_AVX512)
        return has_avx512();
#endif
    (void)isa; /* the others are part of the family's baseline */
    return true;
}

const LaneOps *lane_ops(EngineIsa isa) {
    static const struct {
        const LaneOps *ops;
        EngineIsa isa;
    } build[] = {
#define BUILD(name, id) {&lane_ops_##name, id},
        LANE_OPS_BUILDS(BUILD)
#undef BUILD
    };
    for (size_t i = sizeof build / sizeof *build; i-- > 0;)
        if ((isa == ISA_BEST || isa == build[i].isa) && processor_has(build[i].isa))
            return build[i].ops;
    return NULL;
}
