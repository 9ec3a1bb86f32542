/* What the tests of the hot loops share: registers with values that find mistakes, and a walk over
 * the instruction sets that this processor has. */
#ifndef LW_TESTS_LANE_TEST_H
#define LW_TESTS_LANE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/lane_ops.h"
#include "lang/sem.h"

enum { LANES = 256 };

typedef struct Register {
    _Alignas(64) Lane lane[LANES];
} Register;

static const EngineIsa every_isa[] = {ISA_SCALAR, ISA_SSE2, ISA_AVX2, ISA_AVX512, ISA_NEON};

/* for (each LaneOps that runs here) */
#define FOR_EACH_ISA(ops)                                                                          \
    for (size_t isa_ = 0; isa_ < sizeof every_isa / sizeof *every_isa; isa_++)                     \
        for (const LaneOps *ops = lane_ops(every_isa[isa_]); ops; ops = NULL)

static uint32_t random_state = 1;

static inline uint32_t random_word(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    return random_state ^= random_state << 5;
}

/* Words that are special as integers, as f32 or as f16 held in an f32. */
static const uint32_t special_word[] = {
    0,          1,          2,          3,          7,          31,         32,         33,
    127,        128,        255,        0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe,
    0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0x7f800000, 0xff800000,
    0x7fc00000, 0xffc00000, 0x7f800001, 0x7f7fffff, 0x00800000, 0x007fffff, 0x80800000, 0x4b000000,
    0x4b000001, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff, 0x4f800000, 0x477fe000,
    0x477ff000, 0x47800000, 0x38800000, 0x387fc000, 0x33800000, 0x33000000, 0x33000001, 0x3f801000,
    0x3f803000, 0x40490fdb, 0x42000000, 0x5f000000, 0x7149f2ca, 0x41200000, 0xc1200000, 0x0000ffff,
};
enum { SPECIALS = sizeof special_word / sizeof *special_word };

/* Special values, small integers, floats of moderate size, and any word. */
static inline uint32_t interesting_word(void) {
    uint32_t r = random_word();
    switch (r % 4) {
    case 0: return special_word[random_word() % SPECIALS];
    case 1: return random_word() % 64;
    case 2: return (random_word() & 0x807fffff) | (112 + random_word() % 30) << 23;
    default: return random_word();
    }
}
static inline void fill_interesting(Register *r) {
    for (uint32_t i = 0; i < LANES; i++)
        r->lane[i] = interesting_word();
}

/* Masks: all, none, random, and a run of lanes; NULL is the tests' own business. */
enum { MASKS = 4 };
static inline void fill_mask(Register *r, uint32_t kind) {
    for (uint32_t i = 0; i < LANES; i++) {
        bool on = kind == 0 || (kind == 2 && random_word() % 3) || (kind == 3 && i > 20 && i < 40);
        r->lane[i] = on ? 0xffffffffu : 0;
    }
}

static inline bool is_nan_word(Lane a) {
    return (a & 0x7fffffffu) > 0x7f800000u;
}
static inline bool same_float(Lane a, Lane b) {
    return a == b || (is_nan_word(a) && is_nan_word(b));
}

#endif
