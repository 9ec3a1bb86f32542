/* The scalar semantics: integers and exact float operations against plain C, transcendental
 * functions against double-precision libm within the bounds that the functions promise (which are
 * tighter than WGSL's), and the values that WGSL names. */
#include "lang/sem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

enum { RANDOM = 100000 };

/* ---- words to try ---- */

static const uint32_t special[] = {
    0,           1,           2,           3,           31,          32,          33,
    0xffu,       0x7fffffffu, 0x80000000u, 0x80000001u, 0xffffffffu, 0xfffffffeu, /* integers */
    0x3f800000u, 0xbf800000u, 0x3f000000u, 0xbf000000u, 0x3fc00000u, 0x40200000u, /* 1 0.5 1.5 2.5
                                                                                   */
    0x3effffffu, 0x3f7fffffu, 0x4b000000u, 0x4b000001u, 0x4affffffu, 0x4a800001u, /* 2^23, 2^22 */
    0x4f000000u, 0x4effffffu, 0xcf000000u, 0xcf000001u, 0x4f800000u, 0x4f7fffffu, /* 2^31, 2^32 */
    0x00800000u, 0x007fffffu, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, /* extremes */
    0x7fc00000u, 0xffc00000u, 0x7f800001u,                                        /* NaN */
    0x38800000u, 0x387fffffu, 0x477fe000u, 0x477fefffu, 0x477ff000u, 0x477fffffu, /* f16's ends */
    0x33000000u, 0x33000001u, 0x33800000u, 0x33c00000u, 0x387fe000u, 0x387ff000u,
};
enum { SPECIALS = sizeof special / sizeof *special };

typedef struct Random {
    uint32_t state;
} Random;

static uint32_t random_word(Random *r) {
    r->state ^= r->state << 13;
    r->state ^= r->state >> 17;
    r->state ^= r->state << 5;
    return r->state;
}

/* Half of the words are special, small or near 1. */
static uint32_t next_word(Random *r) {
    uint32_t u = random_word(r);
    switch (u & 7) {
    case 0:
    case 1: return special[random_word(r) % SPECIALS];
    case 2: return random_word(r) >> (u >> 8 & 31);
    case 3: return (random_word(r) & 0x80ffffffu) | (0x78u + (u >> 8 & 15)) << 23;
    default: return random_word(r);
    }
}

static bool same(uint32_t a, uint32_t b) {
    return a == b || (isnan(f32_from_bits(a)) && isnan(f32_from_bits(b)));
}

#define CHECK(what, got, wanted)                                                                   \
    do {                                                                                           \
        uint32_t got_ = (got), wanted_ = (wanted);                                                 \
        if (!same(got_, wanted_))                                                                  \
            fail_msg("%s(%08x, %08x, %08x) = %08x, not %08x", what, a, b, c, got_, wanted_);       \
    } while (0)

/* ---- integers ---- */

static bool no_quotient(uint32_t a, uint32_t b) {
    return b == 0 || (a == 0x80000000u && b == 0xffffffffu);
}

static uint32_t slow_reverse(uint32_t a) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (a >> i & 1) << (31 - i);
    return r;
}

static uint32_t slow_extract(uint32_t a, uint32_t offset, uint32_t count, bool extend) {
    uint32_t o = offset < 32 ? offset : 32, n = count < 32 - o ? count : 32 - o, r = 0;
    if (n == 0)
        return 0;
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t from = i < n ? i : n - 1;
        r |= (i < n || extend ? a >> (o + from) & 1 : 0) << i;
    }
    return r;
}

static uint32_t slow_insert(uint32_t a, uint32_t b, uint32_t offset, uint32_t count) {
    uint32_t r = a;
    for (uint64_t i = 0; i < count && offset + i < 32; i++)
        r = (r & ~(1u << (offset + i))) | (b >> i & 1) << (offset + i);
    return r;
}

static uint32_t slow_dot4(uint32_t a, uint32_t b, bool is_signed) {
    uint32_t sum = 0;
    for (int i = 0; i < 32; i += 8)
        sum += is_signed ? (uint32_t)((int8_t)(a >> i) * (int8_t)(b >> i))
                         : (a >> i & 255) * (b >> i & 255);
    return sum;
}

static void check_integers(uint32_t a, uint32_t b, uint32_t c) {
    int32_t x = (int32_t)a, y = (int32_t)b;
    CHECK("sdiv", sem_sdiv(a, b), no_quotient(a, b) ? a : (uint32_t)(x / y));
    CHECK("srem", sem_srem(a, b), no_quotient(a, b) ? 0 : (uint32_t)(x % y));
    CHECK("udiv", sem_udiv(a, b), b ? a / b : a);
    CHECK("urem", sem_urem(a, b), b ? a % b : 0);
    CHECK("imul", sem_imul(a, b), (uint32_t)((uint64_t)a * b));
    CHECK("ineg", sem_ineg(a), ~a + 1);
    CHECK("sabs", sem_sabs(a), x < 0 ? ~a + 1 : a);
    CHECK("ssign", sem_ssign(a), x < 0 ? 0xffffffffu : x > 0);
    CHECK("smin", sem_smin(a, b), x < y ? a : b);
    CHECK("smax", sem_smax(a, b), x < y ? b : a);
    CHECK("umin", sem_umin(a, b), a < b ? a : b);
    CHECK("umax", sem_umax(a, b), a < b ? b : a);
    CHECK("shl", sem_shl(a, b), a << b % 32);
    CHECK("ushr", sem_ushr(a, b), a >> b % 32);
    CHECK("sshr", sem_sshr(a, b), (uint32_t)(x >> b % 32));
    CHECK("popcount", sem_popcount(a), (uint32_t)__builtin_popcount(a));
    CHECK("clz", sem_clz(a), a ? (uint32_t)__builtin_clz(a) : 32);
    CHECK("ctz", sem_ctz(a), a ? (uint32_t)__builtin_ctz(a) : 32);
    CHECK("ftb", sem_ftb(a), a ? (uint32_t)__builtin_ctz(a) : 0xffffffffu);
    CHECK("uflb", sem_uflb(a), a ? 31 - (uint32_t)__builtin_clz(a) : 0xffffffffu);
    uint32_t changed = x < 0 ? ~a : a;
    CHECK("sflb", sem_sflb(a), changed ? 31 - (uint32_t)__builtin_clz(changed) : 0xffffffffu);
    CHECK("reverse", sem_reverse(a), slow_reverse(a));
    CHECK("dot4u8", sem_dot4u8(a, b), slow_dot4(a, b, false));
    CHECK("dot4i8", sem_dot4i8(a, b), slow_dot4(a, b, true));
    CHECK("slt", sem_slt(a, b), x < y ? 0xffffffffu : 0);
    CHECK("sle", sem_sle(a, b), x <= y ? 0xffffffffu : 0);
    CHECK("ult", sem_ult(a, b), a < b ? 0xffffffffu : 0);
    CHECK("ule", sem_ule(a, b), a <= b ? 0xffffffffu : 0);
    CHECK("select", sem_select(0xffffffffu, a, b), a);
    CHECK("select", sem_select(0, a, b), b);
}

static void check_fields(uint32_t a, uint32_t b, uint32_t c) {
    for (uint32_t offset = 0; offset <= 34; offset++)
        for (uint32_t count = 0; count <= 34; count++) {
            CHECK("uextract", sem_uextract(a, offset, count),
                  slow_extract(a, offset, count, false));
            CHECK("sextract", sem_sextract(a, offset, count), slow_extract(a, offset, count, true));
            CHECK("insert", sem_insert(a, b, offset, count), slow_insert(a, b, offset, count));
        }
    CHECK("insert", sem_insert(a, b, c, c), slow_insert(a, b, c, c));
    CHECK("uextract", sem_uextract(a, b, c), slow_extract(a, b, c, false));
}

static void integers(void **state) {
    (void)state;
    Random r = {1};
    for (uint32_t i = 0; i < SPECIALS; i++)
        for (uint32_t k = 0; k < SPECIALS; k++)
            check_integers(special[i], special[k], 0);
    for (uint32_t i = 0; i < RANDOM; i++)
        check_integers(next_word(&r), next_word(&r), 0);
    for (uint32_t i = 0; i < 200; i++)
        check_fields(next_word(&r), next_word(&r), next_word(&r));
}

/* ---- floats ---- */

static uint32_t slow_sfromf(float f) {
    return isnan(f)       ? 0
           : f >= 0x1p31f ? 2147483520u
           : f < -0x1p31f ? 0x80000000u
                          : (uint32_t)(int32_t)f;
}

static uint32_t slow_ufromf(float f) {
    return isnan(f) || f <= 0 ? 0 : f >= 0x1p32f ? 4294967040u : (uint32_t)f;
}

static void check_rounding(uint32_t a, uint32_t b, uint32_t c) {
    float x = f32_from_bits(a);
    CHECK("fround", sem_fround(a), f32_bits(rintf(x)));
    CHECK("ffloor", sem_ffloor(a), f32_bits(floorf(x)));
    CHECK("fceil", sem_fceil(a), f32_bits(ceilf(x)));
    CHECK("ftrunc", sem_ftrunc(a), f32_bits(truncf(x)));
    CHECK("ffract", sem_ffract(a), f32_bits(x - floorf(x)));
    CHECK("fsqrt", sem_fsqrt(a), f32_bits(sqrtf(x)));
    CHECK("sfromf", sem_sfromf(a), slow_sfromf(x));
    CHECK("ufromf", sem_ufromf(a), slow_ufromf(x));
    CHECK("ffroms", sem_ffroms(a), f32_bits((float)(int32_t)a));
    CHECK("ffromu", sem_ffromu(a), f32_bits((float)a));
    CHECK("fsign", sem_fsign(a), f32_bits(x > 0 ? 1.0f : x < 0 ? -1.0f : 0.0f));
    CHECK("fquant", sem_fquant(a), f32_bits(f16_round(x)));
    CHECK("hbits", sem_hbits(a), f16_from_f32(x));
    CHECK("hfrombits", sem_hfrombits(a), f32_bits(f32_from_f16((uint16_t)a)));
    CHECK("bfromf", sem_bfromf(a), x != 0 ? 0xffffffffu : 0);
    int exponent = 0;
    if (isfinite(x)) {
        CHECK("frexp_fract", sem_frexp_fract(a), f32_bits(frexpf(x, &exponent)));
        CHECK("frexp_exp", sem_frexp_exp(a), (uint32_t)exponent);
    }
}

static void check_arithmetic(uint32_t a, uint32_t b, uint32_t c) {
    float x = f32_from_bits(a), y = f32_from_bits(b), z = f32_from_bits(c);
    int power = (int32_t)b > 1000 ? 1000 : (int32_t)b < -1000 ? -1000 : (int32_t)b;
    CHECK("fadd", sem_fadd(a, b), f32_bits(x + y));
    CHECK("fsub", sem_fsub(a, b), f32_bits(x - y));
    CHECK("fmul", sem_fmul(a, b), f32_bits(x * y));
    CHECK("fdiv", sem_fdiv(a, b), f32_bits(x / y));
    CHECK("ffma", sem_ffma(a, b, c), f32_bits(fmaf(x, y, z)));
    CHECK("fldexp", sem_fldexp(a, b), f32_bits(ldexpf(x, power)));
    CHECK("fmin", sem_fmin(a, b), isnan(x) ? b : isnan(y) ? a : x < y ? a : b);
    CHECK("fmax", sem_fmax(a, b), isnan(x) ? b : isnan(y) ? a : x > y ? a : b);
    CHECK("feq", sem_feq(a, b), x == y ? 0xffffffffu : 0);
    CHECK("fne", sem_fne(a, b), x != y ? 0xffffffffu : 0);
    CHECK("flt", sem_flt(a, b), x < y ? 0xffffffffu : 0);
    CHECK("fle", sem_fle(a, b), x <= y ? 0xffffffffu : 0);
}

static void floats(void **state) {
    (void)state;
    Random r = {2};
    for (uint32_t i = 0; i < SPECIALS; i++) {
        check_rounding(special[i], 0, 0);
        for (uint32_t k = 0; k < SPECIALS; k++)
            for (uint32_t n = 0; n < SPECIALS; n++)
                check_arithmetic(special[i], special[k], special[n]);
    }
    for (uint32_t i = 0; i < RANDOM; i++) {
        uint32_t a = next_word(&r), b = next_word(&r);
        check_rounding(a, 0, 0);
        check_arithmetic(a, b, next_word(&r));
        /* A sum that cancels, and one that is almost a tie. */
        check_arithmetic(a, b, sem_fneg(sem_fmul(a, b)));
        check_arithmetic(a, b, f32_bits(ldexpf(f32_from_bits(sem_fmul(a, b)), 24)));
    }
    assert_true(isnan(f32_from_bits(sem_fmin(0x7fc00000u, 0x7fc00000u))));
    assert_int_equal(sem_sfromf(0x7fc00000u), 0);
    assert_int_equal(sem_fsign(0x7fc00000u), 0);
    assert_int_equal(sem_frexp_exp(0), 0);
}

/* ---- f16 ---- */

/* The exact sum as a multiple of 2^-48, cut to a double with a last bit that says if more was
 * there: enough to round it once. */
static uint16_t slow_fma16(float x, float y, float z) {
    __int128 n =
        (__int128)(x * 0x1p24) * (__int128)(y * 0x1p24) + (__int128)(z * 0x1p24) * (1 << 24);
    bool negative = n < 0;
    unsigned __int128 u = negative ? (unsigned __int128)-n : (unsigned __int128)n;
    int shift = 0;
    bool lost = false;
    while (u >> 52) {
        lost |= u & 1;
        u >>= 1;
        shift++;
    }
    double d = ldexp((double)(uint64_t)(u | lost), shift - 48);
    return f16_from_f64(negative ? -d : d);
}

static void halves(void **state) {
    (void)state;
    Random r = {3};
    for (uint32_t h = 0; h < 65536; h++) {
        uint32_t a = sem_hfrombits(h), b = 0, c = 0;
        CHECK("hfrombits", a, f32_bits(f32_from_f16((uint16_t)h)));
        if (!isnan(f32_from_bits(a)))
            CHECK("hbits", sem_hbits(a), h);
    }
    for (uint32_t i = 0; i < RANDOM; i++) {
        uint32_t a = sem_fquant(next_word(&r)), b = sem_fquant(next_word(&r));
        uint32_t c = i & 1 ? sem_fquant(next_word(&r)) : sem_fneg(sem_fquant(sem_fmul(a, b)));
        float x = f32_from_bits(a), y = f32_from_bits(b), z = f32_from_bits(c);
        uint32_t arg[3] = {a, b, c};
        bool zero = (double)x * (double)y == -(double)z; /* of either sign */
        if (isfinite(x) && isfinite(y) && isfinite(z) && !zero)
            CHECK("ffma f16", sem_eval(OP_FFMA, true, arg),
                  f32_bits(f32_from_f16(slow_fma16(x, y, z))));
        double quotient = (double)x / (double)y, product = (double)x * (double)y;
        CHECK("fmul f16", sem_eval(OP_FMUL, true, arg),
              f32_bits(f32_from_f16(f16_from_f64(product))));
        if (isfinite(quotient))
            CHECK("fdiv f16", sem_eval(OP_FDIV, true, arg),
                  f32_bits(f32_from_f16(f16_from_f64(quotient))));
        uint32_t n = next_word(&r);
        CHECK("ffromu f16", sem_eval(OP_FFROMU, true, &n), f32_bits(f32_from_f16(f16_from_f64(n))));
        CHECK("ffroms f16", sem_eval(OP_FFROMS, true, &n),
              f32_bits(f32_from_f16(f16_from_f64((int32_t)n))));
    }
}

/* ---- transcendental functions ---- */

typedef struct Sweep {
    const char *name;
    uint32_t (*f)(uint32_t);
    double (*reference)(double);
    float least, most;
    double ulp; /* what the function promises */
} Sweep;

/* The distance between neighbouring f32 at x. */
static double ulp_at(double x) {
    int e;
    frexp(x, &e);
    return ldexp(1, (e < -125 ? -125 : e) - 24);
}

static double reciprocal_root(double x) {
    return 1 / sqrt(x);
}

static const Sweep sweeps[] = {
    {"sin", sem_fsin, sin, -3.1415927f, 3.1415927f, 1.0},
    {"sin", sem_fsin, sin, -30000.0f, 30000.0f, 1.0},
    {"cos", sem_fcos, cos, -3.1415927f, 3.1415927f, 1.0},
    {"cos", sem_fcos, cos, -30000.0f, 30000.0f, 1.0},
    {"tan", sem_ftan, tan, -1.5f, 1.5f, 1.0},
    {"asin", sem_fasin, asin, -1.0f, 1.0f, 1.0},
    {"acos", sem_facos, acos, -1.0f, 1.0f, 1.0},
    {"atan", sem_fatan, atan, -1000.0f, 1000.0f, 1.0},
    {"sinh", sem_fsinh, sinh, -88.0f, 88.0f, 1.0},
    {"cosh", sem_fcosh, cosh, -88.0f, 88.0f, 1.0},
    {"tanh", sem_ftanh, tanh, -10.0f, 10.0f, 1.0},
    {"asinh", sem_fasinh, asinh, -1000.0f, 1000.0f, 1.0},
    {"asinh", sem_fasinh, asinh, -0x1p120f, 0x1p120f, 1.5},
    {"acosh", sem_facosh, acosh, 1.0f, 1000.0f, 1.0},
    {"acosh", sem_facosh, acosh, 1.0f, 0x1p120f, 1.5},
    {"atanh", sem_fatanh, atanh, -0.999999f, 0.999999f, 1.0},
    {"exp", sem_fexp, exp, -87.0f, 88.7f, 1.0},
    {"exp2", sem_fexp2, exp2, -126.0f, 127.9f, 1.0},
    {"log", sem_flog, log, 0x1p-126f, 0x1p120f, 1.0},
    {"log", sem_flog, log, 0.5f, 2.0f, 1.0},
    {"log2", sem_flog2, log2, 0x1p-126f, 0x1p120f, 1.0},
    {"log2", sem_flog2, log2, 0.5f, 2.0f, 1.0},
    {"inverseSqrt", sem_frsqrt, reciprocal_root, 0x1p-126f, 0x1p120f, 1.5},
};

static void check_point(const Sweep *s, float x) {
    double wanted = s->reference(x), got = f32_from_bits(s->f(f32_bits(x)));
    double error = fabs(got - wanted) / ulp_at(wanted);
    if (!(error <= s->ulp + 0.001))
        fail_msg("%s(%a) = %a, not %a: %g ulp", s->name, (double)x, got, wanted, error);
}

static float within(const Sweep *s, float x) {
    return x < s->least ? s->least : x > s->most ? s->most : x;
}

static void accuracy(void **state) {
    (void)state;
    Random r = {4};
    for (uint32_t i = 0; i < sizeof sweeps / sizeof *sweeps; i++) {
        const Sweep *s = &sweeps[i];
        for (uint32_t k = 0; k <= 20000; k++) {
            double t = k / 20000.0;
            check_point(s, within(s, (float)(s->least + ((double)s->most - s->least) * t)));
            float any = f32_from_bits(random_word(&r));
            if (any >= s->least && any <= s->most)
                check_point(s, any);
        }
    }
}

static void accuracy_of_two(void **state) {
    (void)state;
    Random r = {5};
    for (uint32_t i = 0; i < RANDOM; i++) {
        float x = f32_from_bits((random_word(&r) & 0x7fffffu) | (0x70u + i % 32) << 23);
        float y = f32_from_bits((random_word(&r) & 0x807fffffu) | (0x74u + i % 16) << 23);
        double power = pow(x, y), angle = atan2(y, x);
        double got = f32_from_bits(sem_fatan2(f32_bits(y), f32_bits(x)));
        assert_true(fabs(got - angle) <= 1.001 * ulp_at(angle));
        got = f32_from_bits(sem_fpow(f32_bits(x), f32_bits(y)));
        if (power < 0x1p127 && power > 0x1p-126)
            assert_true(fabs(got - power) <= 1.001 * ulp_at(power));
    }
}

/* Within one step of f16, for every f16. */
static void accuracy_of_halves(void **state) {
    (void)state;
    static const Op ops[] = {OP_FSIN, OP_FEXP, OP_FTANH, OP_FATAN};
    static double (*const reference[])(double) = {sin, exp, tanh, atan};
    for (uint32_t i = 0; i < sizeof ops / sizeof *ops; i++)
        for (uint32_t h = 0; h < 0x7c00; h++) {
            uint32_t a = sem_hfrombits(h);
            double wanted = reference[i]((double)f32_from_bits(a));
            if (wanted > 65504)
                continue;
            int e;
            frexp(wanted, &e);
            double got = f32_from_bits(sem_eval(ops[i], true, &a));
            assert_true(fabs(got - wanted) <= ldexp(0.501, (e < -13 ? -13 : e) - 11));
        }
}

static float f(uint32_t (*op)(uint32_t), float x) {
    return f32_from_bits(op(f32_bits(x)));
}

static void special_values(void **state) {
    (void)state;
    assert_true(f(sem_fexp, 0) == 1 && f(sem_fexp, -1000) == 0 && isinf(f(sem_fexp, 1000)));
    assert_true(f(sem_fexp2, 10) == 1024 && f(sem_flog2, 1024) == 10 && f(sem_flog, 1) == 0);
    assert_true(isinf(f(sem_flog, 0)) && isnan(f(sem_flog, -1)) && isnan(f(sem_fsqrt, -1)));
    assert_true(f(sem_fsin, 0) == 0 && f(sem_fcos, 0) == 1 && isnan(f(sem_fsin, INFINITY)));
    assert_true(isnan(f(sem_fasin, 2)) && isnan(f(sem_facos, -2)) && isnan(f(sem_facosh, 0.5f)));
    assert_true(isinf(f(sem_fatanh, 1)) && isinf(f(sem_fasinh, -INFINITY)));
    assert_true(f(sem_ftanh, 100) == 1 && f(sem_ftanh, -100) == -1);
    assert_true(fabsf(f(sem_fasinh, -1e20f) + 46.744849f) < 1e-5f);
    assert_true(isinf(f(sem_frsqrt, 0)) && f(sem_frsqrt, 4) == 0.5f);
    assert_true(f32_from_bits(sem_fpow(f32_bits(2), f32_bits(10))) == 1024);
    assert_true(f32_from_bits(sem_fpow(0, 0)) == 1);
    assert_true(f32_from_bits(sem_frem(f32_bits(-7), f32_bits(4))) == -3);
    uint32_t a = f32_bits(65520), b = f32_bits(2049);
    assert_int_equal(sem_eval(OP_FFROMF, true, &a), 0x7f800000u);
    assert_true(f32_from_bits(sem_eval(OP_FFROMF, true, &b)) == 2048);
    assert_true(f32_from_bits(sem_eval(OP_FFROMF, false, &b)) == 2049);
}

/* Every row of the table has its function. */
static void complete(void **state) {
    (void)state;
    for (uint32_t op = OP_NONE + 1; op < OP_COUNT; op++) {
        const uint32_t arg[4] = {f32_bits(1), f32_bits(1), 0, 0};
        sem_eval((Op)op, false, arg);
        sem_eval((Op)op, true, arg);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(complete),       cmocka_unit_test(integers),
        cmocka_unit_test(floats),         cmocka_unit_test(halves),
        cmocka_unit_test(accuracy),       cmocka_unit_test(accuracy_of_two),
        cmocka_unit_test(special_values), cmocka_unit_test(accuracy_of_halves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
