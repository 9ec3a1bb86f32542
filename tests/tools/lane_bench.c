/* Times the hot loops of each instruction set: nanoseconds a call on 256 lanes, the best of many
 * runs. lane_bench [PART-OF-A-NAME] */
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "engine/lane_ops.h"

enum { LANES = 256, CALLS = 50, RUNS = 800 };

typedef struct Bench {
    const LaneOps *ops;
    _Alignas(64) Lane d[4][LANES], a[LANES], b[LANES], c[LANES], mask[LANES];
    _Alignas(64) Lane address[LANES], index[LANES], count[LANES];
    _Alignas(64) uint8_t memory[64 * 1024];
} Bench;

typedef void BenchFn(Bench *b);

/* A benchmark is one call, on the registers of `t`. */
#define BENCH(name, call)                                                                          \
    static void bench_##name(Bench *t) {                                                           \
        LANE_BENCH_REGISTERS;                                                                      \
        call;                                                                                      \
    }
#define LANE_BENCH_REGISTERS                                                                       \
    const LaneOps *o = t->ops;                                                                     \
    Lane *const d[] = {t->d[0], t->d[1], t->d[2], t->d[3]};                                        \
    (void)o, (void)d
#define ALU1(op)       o->alu[op][FORM_VV](d[0], t->a, NULL, NULL, NULL, LANES)
#define ALU(op, form)  o->alu[op][form](d[0], t->a, t->b, NULL, NULL, LANES)
#define ALU3(op)       o->alu[op][FORM_VV](d[0], t->a, t->b, t->c, NULL, LANES)
#define ALU16(op)      o->alu16[op][FORM_VV](d[0], t->a, t->b, NULL, NULL, LANES)
#define LOAD(k)        o->load32(d, t->memory, t->address, k, LANES)
#define STORE(k, mask) o->store32(t->memory, t->address, d, k, mask, LANES)
#define ATOMIC(op, shared, old, address)                                                           \
    o->atomic(op, false, shared, old, NULL, t->memory, address, t->count, NULL, NULL, LANES)
#define SUBGROUP(op, type, size, mask) o->subgroup(op, type, size, d, t->a, t->count, mask, LANES)

/* Which addresses a benchmark uses. */
typedef enum Pattern { RUN, RUN2, STRIDED, EQUAL, SCATTERED, RUN4, STRIDED4 } Pattern;

/* X(name, addresses, call) */
#define BENCHES(X)                                                                                 \
    X(iadd, RUN, ALU(OP_IADD, FORM_VV))                                                            \
    X(iadd_vs, RUN, ALU(OP_IADD, FORM_VS))                                                         \
    X(imul, RUN, ALU(OP_IMUL, FORM_VV))                                                            \
    X(shl, RUN, ALU(OP_SHL, FORM_VV))                                                              \
    X(umin, RUN, ALU(OP_UMIN, FORM_VV))                                                            \
    X(ult, RUN, ALU(OP_ULT, FORM_VV))                                                              \
    X(select, RUN, o->alu[OP_SELECT][FORM_VV](d[0], t->mask, t->a, t->b, NULL, LANES))             \
    X(fadd, RUN, ALU(OP_FADD, FORM_VV))                                                            \
    X(fmul_vs, RUN, ALU(OP_FMUL, FORM_VS))                                                         \
    X(ffma, RUN, ALU3(OP_FFMA))                                                                    \
    X(flt, RUN, ALU(OP_FLT, FORM_VV))                                                              \
    X(fmin, RUN, ALU(OP_FMIN, FORM_VV))                                                            \
    X(ffloor, RUN, ALU1(OP_FFLOOR))                                                                \
    X(ffroms, RUN, ALU1(OP_FFROMS))                                                                \
    X(ufromf, RUN, ALU1(OP_UFROMF))                                                                \
    X(popcount, RUN, ALU1(OP_POPCOUNT))                                                            \
    X(clz, RUN, ALU1(OP_CLZ))                                                                      \
    X(reverse, RUN, ALU1(OP_REVERSE))                                                              \
    X(fdiv, RUN, ALU(OP_FDIV, FORM_VV))                                                            \
    X(fsqrt, RUN, ALU1(OP_FSQRT))                                                                  \
    X(udiv, RUN, ALU(OP_UDIV, FORM_VV))                                                            \
    X(udiv_vs, RUN, ALU(OP_UDIV, FORM_VS))                                                         \
    X(srem_vs, RUN, ALU(OP_SREM, FORM_VS))                                                         \
    X(fsin, RUN, ALU1(OP_FSIN))                                                                    \
    X(fexp, RUN, ALU1(OP_FEXP))                                                                    \
    X(fpow, RUN, ALU(OP_FPOW, FORM_VV))                                                            \
    X(fadd_f16, RUN, ALU16(OP_FADD))                                                               \
    X(splat, RUN, o->splat(d[0], 7, LANES))                                                        \
    X(copy, RUN, o->copy(d[0], t->a, LANES))                                                       \
    X(merge, RUN, o->merge(d[0], t->a, t->mask, LANES))                                            \
    X(and_not, RUN, o->and_not(d[0], t->a, t->mask, LANES))                                        \
    X(all, RUN, t->count[0] += !o->all(t->count, LANES))                                           \
    X(to_bits, RUN, o->to_bits(d[0], t->mask, LANES))                                              \
    X(address, RUN, o->address(d[0], NULL, t->index, 4096, 4, 16, false, NULL, LANES))             \
    X(address_raw, RUN, o->address(d[0], d[1], t->index, 4096, 12, 16, true, NULL, LANES))         \
    X(is_affine, RUN, o->is_affine(t->address, (int32_t *)t->d[1], LANES))                         \
    X(load_run, RUN, LOAD(1))                                                                      \
    X(load_equal, EQUAL, LOAD(1))                                                                  \
    X(load_strided, STRIDED, LOAD(1))                                                              \
    X(load_scattered, SCATTERED, LOAD(1))                                                          \
    X(load_vec2_run, STRIDED, LOAD(2))                                                             \
    X(load_vec4_run, RUN4, LOAD(4))                                                                \
    X(load_vec4_strided, STRIDED4, LOAD(4))                                                        \
    X(store_run, RUN, STORE(1, NULL))                                                              \
    X(store_run_mask, RUN, STORE(1, t->mask))                                                      \
    X(store_strided, STRIDED, STORE(1, NULL))                                                      \
    X(store_scatter_mask, SCATTERED, STORE(1, t->mask))                                            \
    X(store_vec4_run, RUN4, STORE(4, NULL))                                                        \
    X(load16_run, RUN2, o->load16(d, t->memory, t->address, 1, LANES))                             \
    X(load16_strided, STRIDED, o->load16(d, t->memory, t->address, 1, LANES))                      \
    X(store16_run, RUN2, o->store16(t->memory, t->address, d, 1, NULL, LANES))                     \
    X(load_private, RUN, o->load_private(d[0], (Lane *)t->memory, t->count, LANES, LANES))         \
    X(atomic_one_word, EQUAL, ATOMIC(IRA_ADD, true, NULL, t->address))                             \
    X(atomic_one_word_old, EQUAL, ATOMIC(IRA_ADD, true, d[0], t->address))                         \
    X(atomic_max_one_word, EQUAL, ATOMIC(IRA_MAX, true, NULL, t->address))                         \
    X(histogram, SCATTERED, ATOMIC(IRA_ADD, false, NULL, t->address))                              \
    X(histogram_shared, SCATTERED, ATOMIC(IRA_ADD, true, NULL, t->address))                        \
    X(sub_add_i32_x32, RUN, SUBGROUP(IRS_ADD, IR_I32, 32, NULL))                                   \
    X(sub_add_f32_x32, RUN, SUBGROUP(IRS_ADD, IR_F32, 32, NULL))                                   \
    X(sub_add_f32_x32_mask, RUN, SUBGROUP(IRS_ADD, IR_F32, 32, t->mask))                           \
    X(sub_add_f32_x8, RUN, SUBGROUP(IRS_ADD, IR_F32, 8, NULL))                                     \
    X(sub_max_f32_x32, RUN, SUBGROUP(IRS_MAX, IR_F32, 32, NULL))                                   \
    X(sub_add_f16_x32, RUN, SUBGROUP(IRS_ADD, IR_F16, 32, NULL))                                   \
    X(sub_scan_i32_x32, RUN, SUBGROUP(IRS_EXCLUSIVE_ADD, IR_I32, 32, NULL))                        \
    X(sub_scan_f32_x32, RUN, SUBGROUP(IRS_INCLUSIVE_ADD, IR_F32, 32, NULL))                        \
    X(sub_ballot_x32, RUN, SUBGROUP(IRS_BALLOT, IR_BOOL, 32, NULL))                                \
    X(sub_elect_x32, RUN, SUBGROUP(IRS_ELECT, IR_BOOL, 32, NULL))                                  \
    X(sub_any_x8, RUN, SUBGROUP(IRS_ANY, IR_BOOL, 8, NULL))                                        \
    X(sub_first_x32, RUN, SUBGROUP(IRS_BROADCAST_FIRST, IR_F32, 32, NULL))                         \
    X(sub_xor_x32, RUN, SUBGROUP(IRS_SHUFFLE_XOR, IR_F32, 32, NULL))                               \
    X(sub_down_x32, RUN, SUBGROUP(IRS_SHUFFLE_DOWN, IR_F32, 32, NULL))                             \
    X(sub_shuffle_x32, RUN, o->subgroup(IRS_SHUFFLE, IR_F32, 32, d, t->a, t->b, NULL, LANES))

#define DEFINE(name, pattern, call) BENCH(name, call)
BENCHES(DEFINE)
#undef DEFINE

static const struct {
    const char *name;
    Pattern pattern;
    BenchFn *fn;
} benches[] = {
#define ROW(name, pattern, call) {#name, pattern, bench_##name},
    BENCHES(ROW)
#undef ROW
};

static void prepare(Bench *t, const LaneOps *ops, Pattern pattern) {
    uint32_t state = 1;
    memset(t, 0, sizeof *t);
    t->ops = ops;
    for (uint32_t i = 0; i < LANES; i++) {
        state = state * 1664525 + 1013904223;
        t->a[i] = 0x3f800000 + (state >> 9); /* floats in [1, 2) */
        t->b[i] = pattern == RUN && i ? (state >> 16) % 32 : 3;
        t->c[i] = 0x3f000000 + (state >> 10);
        t->mask[i] = state >> 20 & 1 ? 0xffffffffu : 0;
        t->index[i] = i;
        t->count[i] = 1;
        switch (pattern) {
        case RUN: t->address[i] = 4 * i; break;
        case RUN2: t->address[i] = 2 * i; break;
        case STRIDED: t->address[i] = 8 * i; break;
        case EQUAL: t->address[i] = 64; break;
        case SCATTERED: t->address[i] = (state >> 16) % 256 * 4; break;
        case RUN4: t->address[i] = 16 * i; break;
        case STRIDED4: t->address[i] = 32 * i; break;
        }
    }
}

static double measure(Bench *t, BenchFn *fn) {
    uint64_t best = UINT64_MAX;
    for (uint32_t run = 0; run < RUNS; run++) {
        uint64_t start = os_now_ns();
        for (uint32_t i = 0; i < CALLS; i++)
            fn(t);
        uint64_t time = os_now_ns() - start;
        best = time < best ? time : best;
    }
    return (double)best / CALLS;
}

int main(int argc, char **argv) {
    static const EngineIsa isa[] = {ISA_SCALAR, ISA_SSE2, ISA_NEON, ISA_AVX2, ISA_AVX512};
    static Bench t;
    printf("%-22s", "ns per 256 lanes");
    for (size_t i = 0; i < sizeof isa / sizeof *isa; i++)
        if (lane_ops(isa[i]))
            printf("%10s", lane_ops(isa[i])->name);
    printf("\n");
    for (size_t k = 0; k < sizeof benches / sizeof *benches; k++) {
        if (argc > 1 && !strstr(benches[k].name, argv[1]))
            continue;
        printf("%-22s", benches[k].name);
        for (size_t i = 0; i < sizeof isa / sizeof *isa; i++) {
            const LaneOps *ops = lane_ops(isa[i]);
            if (!ops)
                continue;
            prepare(&t, ops, benches[k].pattern);
            printf("%10.1f", measure(&t, benches[k].fn));
        }
        printf("\n");
    }
    return 0;
}
