/* What the scalar operations of ops.def compute: sem_<printed name>, one function an operation.
 *
 * Values are 32-bit words: integers as they are, floats as their bits, bools 0 or all ones, an f16
 * as the f32 of equal value. Every function is total: it has a result for every word. Where WGSL
 * leaves a result open it is fixed here, but for which NaN an arithmetic operation yields:
 * processors differ there, so comparers must take any NaN for any other.
 *
 * The functions work on f32. On f16 the same function is applied and its result rounded with
 * sem_fquant. That rounds correctly, since an f32 has more than twice the digits of an f16 and two
 * more; only the fused multiply-add has a form of its own, sem_ffma_f16.
 *
 * Loops over these functions are meant to be vectorised by the compiler: there are no branches, no
 * table look-ups and, but for the transcendental functions, no calls. Those call the scalar forms
 * of SLEEF's deterministic functions without fused operations; the vector forms of the same family
 * (Sleef_cinz_sinf4_u10sse2, Sleef_cinz_sinf8_u10avx, Sleef_cinz_sinf16_u10avx512fnofma, ...)
 * have the same results bit for bit. SEM_SLEEF1 and SEM_SLEEF2 say which function belongs to which.
 *
 * Compile with -ffp-contract=off -fno-math-errno -fno-trapping-math and the default rounding mode.
 */
#ifndef LW_LANG_SEM_H
#define LW_LANG_SEM_H

#include <sleef.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/f16.h"
#include "lang/ops.h"

/* The operations by number of operands: X(op, name). */
#define SEM_OPS1(X)                                                                                \
    X(INEG, ineg)                                                                                  \
    X(INOT, inot)                                                                                  \
    X(SABS, sabs)                                                                                  \
    X(SSIGN, ssign)                                                                                \
    X(POPCOUNT, popcount)                                                                          \
    X(CLZ, clz)                                                                                    \
    X(CTZ, ctz)                                                                                    \
    X(REVERSE, reverse)                                                                            \
    X(SFLB, sflb)                                                                                  \
    X(UFLB, uflb)                                                                                  \
    X(FTB, ftb)                                                                                    \
    X(FNEG, fneg)                                                                                  \
    X(FABS, fabs)                                                                                  \
    X(FSIGN, fsign)                                                                                \
    X(FFLOOR, ffloor)                                                                              \
    X(FCEIL, fceil)                                                                                \
    X(FROUND, fround)                                                                              \
    X(FTRUNC, ftrunc)                                                                              \
    X(FFRACT, ffract)                                                                              \
    X(FSQRT, fsqrt)                                                                                \
    X(FRSQRT, frsqrt)                                                                              \
    X(FSIN, fsin)                                                                                  \
    X(FCOS, fcos)                                                                                  \
    X(FTAN, ftan)                                                                                  \
    X(FASIN, fasin)                                                                                \
    X(FACOS, facos)                                                                                \
    X(FATAN, fatan)                                                                                \
    X(FSINH, fsinh)                                                                                \
    X(FCOSH, fcosh)                                                                                \
    X(FTANH, ftanh)                                                                                \
    X(FASINH, fasinh)                                                                              \
    X(FACOSH, facosh)                                                                              \
    X(FATANH, fatanh)                                                                              \
    X(FEXP, fexp)                                                                                  \
    X(FEXP2, fexp2)                                                                                \
    X(FLOG, flog)                                                                                  \
    X(FLOG2, flog2)                                                                                \
    X(FREXP_FRACT, frexp_fract)                                                                    \
    X(FREXP_EXP, frexp_exp)                                                                        \
    X(FQUANT, fquant)                                                                              \
    X(FFROMS, ffroms)                                                                              \
    X(FFROMU, ffromu)                                                                              \
    X(SFROMF, sfromf)                                                                              \
    X(UFROMF, ufromf)                                                                              \
    X(FFROMF, ffromf)                                                                              \
    X(BFROMW, bfromw)                                                                              \
    X(BFROMF, bfromf)                                                                              \
    X(WFROMB, wfromb)                                                                              \
    X(FFROMB, ffromb)                                                                              \
    X(MOV, mov)                                                                                    \
    X(HBITS, hbits)                                                                                \
    X(HFROMBITS, hfrombits)

#define SEM_OPS2(X)                                                                                \
    X(IADD, iadd)                                                                                  \
    X(ISUB, isub)                                                                                  \
    X(IMUL, imul)                                                                                  \
    X(SDIV, sdiv)                                                                                  \
    X(UDIV, udiv)                                                                                  \
    X(SREM, srem)                                                                                  \
    X(UREM, urem)                                                                                  \
    X(IAND, iand)                                                                                  \
    X(IOR, ior)                                                                                    \
    X(IXOR, ixor)                                                                                  \
    X(SHL, shl)                                                                                    \
    X(SSHR, sshr)                                                                                  \
    X(USHR, ushr)                                                                                  \
    X(SMIN, smin)                                                                                  \
    X(SMAX, smax)                                                                                  \
    X(UMIN, umin)                                                                                  \
    X(UMAX, umax)                                                                                  \
    X(DOT4U8, dot4u8)                                                                              \
    X(DOT4I8, dot4i8)                                                                              \
    X(IEQ, ieq)                                                                                    \
    X(INE, ine)                                                                                    \
    X(SLT, slt)                                                                                    \
    X(SLE, sle)                                                                                    \
    X(ULT, ult)                                                                                    \
    X(ULE, ule)                                                                                    \
    X(FEQ, feq)                                                                                    \
    X(FNE, fne)                                                                                    \
    X(FLT, flt)                                                                                    \
    X(FLE, fle)                                                                                    \
    X(FADD, fadd)                                                                                  \
    X(FSUB, fsub)                                                                                  \
    X(FMUL, fmul)                                                                                  \
    X(FDIV, fdiv)                                                                                  \
    X(FREM, frem)                                                                                  \
    X(FMIN, fmin)                                                                                  \
    X(FMAX, fmax)                                                                                  \
    X(FATAN2, fatan2)                                                                              \
    X(FPOW, fpow)                                                                                  \
    X(FLDEXP, fldexp)

#define SEM_OPS3(X)                                                                                \
    X(SEXTRACT, sextract)                                                                          \
    X(UEXTRACT, uextract)                                                                          \
    X(SELECT, select)                                                                              \
    X(FFMA, ffma)

#define SEM_OPS4(X) X(INSERT, insert)

/* The operations that are one call of SLEEF: X(op, name, function). The scalar form of a function
 * is Sleef_cinz_<function>1_u10purec. facosh and fasinh are a call and a patch: see there. */
#define SEM_SLEEF1(X)                                                                              \
    X(FSIN, fsin, sinf)                                                                            \
    X(FCOS, fcos, cosf)                                                                            \
    X(FTAN, ftan, tanf)                                                                            \
    X(FASIN, fasin, asinf)                                                                         \
    X(FACOS, facos, acosf)                                                                         \
    X(FATAN, fatan, atanf)                                                                         \
    X(FSINH, fsinh, sinhf)                                                                         \
    X(FCOSH, fcosh, coshf)                                                                         \
    X(FTANH, ftanh, tanhf)                                                                         \
    X(FATANH, fatanh, atanhf)                                                                      \
    X(FEXP, fexp, expf)                                                                            \
    X(FEXP2, fexp2, exp2f)                                                                         \
    X(FLOG, flog, logf)                                                                            \
    X(FLOG2, flog2, log2f)

#define SEM_SLEEF2(X)                                                                              \
    X(FATAN2, fatan2, atan2f)                                                                      \
    X(FPOW, fpow, powf)

/* 0 or all ones. */
static inline uint32_t sem_bool(bool b) {
    return -(uint32_t)b;
}
/* m ? a : b, for m 0 or all ones. */
static inline uint32_t sem_pick(uint32_t m, uint32_t a, uint32_t b) {
    return (a & m) | (b & ~m);
}

/* ---- integers ---- */

static inline uint32_t sem_iadd(uint32_t a, uint32_t b) {
    return a + b;
}
static inline uint32_t sem_isub(uint32_t a, uint32_t b) {
    return a - b;
}
static inline uint32_t sem_imul(uint32_t a, uint32_t b) {
    return a * b;
}
static inline uint32_t sem_ineg(uint32_t a) {
    return 0u - a;
}
static inline uint32_t sem_iand(uint32_t a, uint32_t b) {
    return a & b;
}
static inline uint32_t sem_ior(uint32_t a, uint32_t b) {
    return a | b;
}
static inline uint32_t sem_ixor(uint32_t a, uint32_t b) {
    return a ^ b;
}
static inline uint32_t sem_inot(uint32_t a) {
    return ~a;
}
static inline uint32_t sem_shl(uint32_t a, uint32_t b) {
    return a << (b & 31);
}
static inline uint32_t sem_sshr(uint32_t a, uint32_t b) {
    return (uint32_t)((int32_t)a >> (b & 31));
}
static inline uint32_t sem_ushr(uint32_t a, uint32_t b) {
    return a >> (b & 31);
}

static inline uint32_t sem_smin(uint32_t a, uint32_t b) {
    return (int32_t)a < (int32_t)b ? a : b;
}
static inline uint32_t sem_smax(uint32_t a, uint32_t b) {
    return (int32_t)a > (int32_t)b ? a : b;
}
static inline uint32_t sem_umin(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}
static inline uint32_t sem_umax(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static inline uint32_t sem_sabs(uint32_t a) {
    uint32_t sign = sem_sshr(a, 31);
    return (a ^ sign) - sign;
}
static inline uint32_t sem_ssign(uint32_t a) {
    return sem_sshr(a, 31) | (uint32_t)((int32_t)a > 0);
}

/* Division goes through doubles, which vector units can divide: an exact quotient of two 32-bit
 * numbers that is no integer is further from the next one than a double's precision, so cutting
 * the rounded quotient off is right. A divisor that has no quotient is replaced by 1. */
static inline uint32_t sem_sdiv(uint32_t a, uint32_t b) {
    uint32_t bad = sem_bool(b == 0) | (sem_bool(a == 0x80000000u) & sem_bool(b == 0xffffffffu));
    return (uint32_t)(int32_t)((double)(int32_t)a / (double)(int32_t)sem_pick(bad, 1, b));
}
static inline uint32_t sem_srem(uint32_t a, uint32_t b) {
    return (a - b * sem_sdiv(a, b)) & sem_bool(b != 0);
}

/* u32 to double and back by way of i32: the unsigned conversions are missing from most vector
 * units. */
static inline double sem_u32_to_double(uint32_t a) {
    return (double)(int32_t)(a ^ 0x80000000u) + 0x1p31;
}
static inline uint32_t sem_double_to_u32(double d) {
    bool big = d >= 0x1p31;
    return (uint32_t)(int32_t)(d - (big ? 0x1p31 : 0.0)) ^ (uint32_t)big << 31;
}
static inline uint32_t sem_udiv(uint32_t a, uint32_t b) {
    return sem_double_to_u32(sem_u32_to_double(a) / sem_u32_to_double(b + (b == 0)));
}
static inline uint32_t sem_urem(uint32_t a, uint32_t b) {
    return (a - b * sem_udiv(a, b)) & sem_bool(b != 0);
}

static inline uint32_t sem_popcount(uint32_t a) {
    a -= a >> 1 & 0x55555555u;
    a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    a += a >> 8; /* not the usual product: compilers take that for a scalar instruction */
    return (a + (a >> 16)) & 63;
}
static inline uint32_t sem_clz(uint32_t a) {
    a |= a >> 1;
    a |= a >> 2;
    a |= a >> 4;
    a |= a >> 8;
    a |= a >> 16;
    return sem_popcount(~a);
}
static inline uint32_t sem_ctz(uint32_t a) {
    return sem_popcount((a & (0u - a)) - 1);
}
static inline uint32_t sem_reverse(uint32_t a) {
    a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
    a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
    a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
    a = (a >> 8 & 0x00ff00ffu) | (a & 0x00ff00ffu) << 8;
    return a >> 16 | a << 16;
}
static inline uint32_t sem_uflb(uint32_t a) {
    return 31u - sem_clz(a);
}
static inline uint32_t sem_sflb(uint32_t a) {
    return sem_uflb(a ^ sem_sshr(a, 31));
}
static inline uint32_t sem_ftb(uint32_t a) {
    return sem_ctz(a) | sem_bool(a == 0);
}

/* A field of bits is cut to what lies inside the word; one of no bits is 0. */
static inline uint32_t sem_field_count(uint32_t offset, uint32_t count) {
    return sem_umin(count, 32 - sem_umin(offset, 32));
}
static inline uint32_t sem_uextract(uint32_t a, uint32_t offset, uint32_t count) {
    uint32_t c = sem_field_count(offset, count);
    return sem_ushr(sem_shl(a, 32 - c - offset), 32 - c) & sem_bool(c != 0);
}
static inline uint32_t sem_sextract(uint32_t a, uint32_t offset, uint32_t count) {
    uint32_t c = sem_field_count(offset, count);
    return sem_sshr(sem_shl(a, 32 - c - offset), 32 - c) & sem_bool(c != 0);
}
static inline uint32_t sem_insert(uint32_t a, uint32_t b, uint32_t offset, uint32_t count) {
    uint32_t c = sem_field_count(offset, count);
    uint32_t mask = sem_shl(sem_ushr(0xffffffffu, 32 - c), offset) & sem_bool(c != 0);
    return sem_pick(mask, sem_shl(b, offset), a);
}

static inline uint32_t sem_dot4u8(uint32_t a, uint32_t b) {
    return (a & 255) * (b & 255) + (a >> 8 & 255) * (b >> 8 & 255) +
           (a >> 16 & 255) * (b >> 16 & 255) + (a >> 24) * (b >> 24);
}
static inline uint32_t sem_dot4i8(uint32_t a, uint32_t b) {
    return sem_sshr(a << 24, 24) * sem_sshr(b << 24, 24) +
           sem_sshr(a << 16, 24) * sem_sshr(b << 16, 24) +
           sem_sshr(a << 8, 24) * sem_sshr(b << 8, 24) + sem_sshr(a, 24) * sem_sshr(b, 24);
}

/* ---- comparisons ---- */

static inline uint32_t sem_ieq(uint32_t a, uint32_t b) {
    return sem_bool(a == b);
}
static inline uint32_t sem_ine(uint32_t a, uint32_t b) {
    return sem_bool(a != b);
}
static inline uint32_t sem_slt(uint32_t a, uint32_t b) {
    return sem_bool((int32_t)a < (int32_t)b);
}
static inline uint32_t sem_sle(uint32_t a, uint32_t b) {
    return sem_bool((int32_t)a <= (int32_t)b);
}
static inline uint32_t sem_ult(uint32_t a, uint32_t b) {
    return sem_bool(a < b);
}
static inline uint32_t sem_ule(uint32_t a, uint32_t b) {
    return sem_bool(a <= b);
}
static inline uint32_t sem_feq(uint32_t a, uint32_t b) {
    return sem_bool(f32_from_bits(a) == f32_from_bits(b));
}
static inline uint32_t sem_fne(uint32_t a, uint32_t b) {
    return sem_bool(f32_from_bits(a) != f32_from_bits(b));
}
static inline uint32_t sem_flt(uint32_t a, uint32_t b) {
    return sem_bool(f32_from_bits(a) < f32_from_bits(b));
}
static inline uint32_t sem_fle(uint32_t a, uint32_t b) {
    return sem_bool(f32_from_bits(a) <= f32_from_bits(b));
}
static inline uint32_t sem_select(uint32_t condition, uint32_t a, uint32_t b) {
    return sem_pick(condition, a, b);
}

/* ---- floats: arithmetic ---- */

#define SEM_SIGN     0x80000000u
#define SEM_INFINITY 0x7f800000u

static inline uint32_t sem_fneg(uint32_t a) {
    return a ^ SEM_SIGN;
}
static inline uint32_t sem_fabs(uint32_t a) {
    return a & ~SEM_SIGN;
}
static inline uint32_t sem_is_nan(uint32_t a) {
    return sem_bool(sem_fabs(a) > SEM_INFINITY);
}
static inline uint32_t sem_copysign(uint32_t a, uint32_t sign) {
    return sem_pick(SEM_SIGN, sign, a);
}

static inline uint32_t sem_fadd(uint32_t a, uint32_t b) {
    return f32_bits(f32_from_bits(a) + f32_from_bits(b));
}
static inline uint32_t sem_fsub(uint32_t a, uint32_t b) {
    return f32_bits(f32_from_bits(a) - f32_from_bits(b));
}
static inline uint32_t sem_fmul(uint32_t a, uint32_t b) {
    return f32_bits(f32_from_bits(a) * f32_from_bits(b));
}
static inline uint32_t sem_fdiv(uint32_t a, uint32_t b) {
    return f32_bits(f32_from_bits(a) / f32_from_bits(b));
}

/* 0 of either sign, and NaN, have the sign +0. */
static inline uint32_t sem_fsign(uint32_t a) {
    uint32_t zero = sem_feq(a, 0) | sem_is_nan(a);
    return sem_copysign(f32_bits(1.0f), a) & ~zero;
}
/* Of two zeros of different sign the second is taken. */
static inline uint32_t sem_fmin(uint32_t a, uint32_t b) {
    return sem_pick(sem_flt(a, b) | sem_is_nan(b), a, b);
}
static inline uint32_t sem_fmax(uint32_t a, uint32_t b) {
    return sem_pick(sem_flt(b, a) | sem_is_nan(b), a, b);
}

/* The product of two f32 is exact in a double. The sum is not always: rounding it to the nearest
 * double and then to f32 would round twice. So it is rounded to odd: towards zero, and then the
 * last bit is set when anything was lost, which the second rounding cannot mistake for a tie.
 * Infinities and NaN stay as they are. */
static inline uint64_t sem_double_bits(double d) {
    uint64_t u;
    memcpy(&u, &d, 8);
    return u;
}
static inline double sem_double_from_bits(uint64_t u) {
    double d;
    memcpy(&d, &u, 8);
    return d;
}
static inline double sem_fma_to_odd(uint32_t a, uint32_t b, uint32_t c) {
    double p = (double)f32_from_bits(a) * (double)f32_from_bits(b), q = (double)f32_from_bits(c);
    double sum = p + q, t = sum - p;
    double error = (p - (sum - t)) + (q - t); /* exact */
    uint64_t s = sem_double_bits(sum), e = sem_double_bits(error), twice = e << 1;
    uint64_t special = ((s >> 52 & 0x7ff) + 1) >> 11;
    uint64_t lost = (twice | (0 - twice)) >> 63 & (special ^ 1);
    return sem_double_from_bits((s - ((s ^ e) >> 63 & lost)) | lost);
}
static inline uint32_t sem_ffma(uint32_t a, uint32_t b, uint32_t c) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
    return f32_bits(__builtin_fmaf(f32_from_bits(a), f32_from_bits(b), f32_from_bits(c)));
#else
    return f32_bits((float)sem_fma_to_odd(a, b, c));
#endif
}

/* ---- floats: rounding ---- */

#if defined(__SSE4_1__) || defined(__aarch64__) || defined(__wasm__)
static inline uint32_t sem_fround(uint32_t a) {
    return f32_bits(__builtin_rintf(f32_from_bits(a)));
}
static inline uint32_t sem_ffloor(uint32_t a) {
    return f32_bits(__builtin_floorf(f32_from_bits(a)));
}
static inline uint32_t sem_fceil(uint32_t a) {
    return f32_bits(__builtin_ceilf(f32_from_bits(a)));
}
static inline uint32_t sem_ftrunc(uint32_t a) {
    return f32_bits(__builtin_truncf(f32_from_bits(a)));
}
#else
/* Without an instruction: adding and taking away 2^23 leaves no room for a fraction. */
static inline uint32_t sem_fround(uint32_t a) {
    float f = f32_from_bits(sem_fabs(a));
    uint32_t small = sem_bool(f < 0x1p23f);
    return sem_pick(small & ~SEM_SIGN, f32_bits((f + 0x1p23f) - 0x1p23f), a);
}
static inline uint32_t sem_ffloor(uint32_t a) {
    uint32_t r = sem_fround(a), above = sem_flt(a, r);
    return sem_copysign(sem_fsub(r, f32_bits(1.0f) & above), a);
}
static inline uint32_t sem_fceil(uint32_t a) {
    return sem_fneg(sem_ffloor(sem_fneg(a)));
}
static inline uint32_t sem_ftrunc(uint32_t a) {
    return sem_copysign(sem_ffloor(sem_fabs(a)), a);
}
#endif

static inline uint32_t sem_ffract(uint32_t a) {
    return sem_fsub(a, sem_ffloor(a));
}
static inline uint32_t sem_frem(uint32_t a, uint32_t b) {
    return sem_fsub(a, sem_fmul(b, sem_ftrunc(sem_fdiv(a, b))));
}

/* ---- f16 ---- */

/* Three ranges: what rounds to infinity, normal numbers (13 digits go), and below 2^-14 multiples
 * of 2^-24, which is what an f32 from 0.5 on can hold. A NaN keeps the digits that an f16 has. */
static inline uint32_t sem_fquant(uint32_t a) {
    uint32_t u = sem_fabs(a);
    uint32_t normal = (u + 0xfffu + (u >> 13 & 1)) & ~0x1fffu;
    uint32_t tiny = f32_bits((f32_from_bits(u) + 0.5f) - 0.5f);
    uint32_t r = sem_pick(sem_bool(u < 0x38800000u), tiny, normal);
    r = sem_pick(sem_bool(r >= 0x47800000u), SEM_INFINITY, r);
    r = sem_pick(sem_is_nan(a), (u | 0x400000u) & ~0x1fffu, r);
    return sem_copysign(r, a);
}
/* A NaN keeps its upper bits, and is not made quiet where it is an f16: a copy of an f16 is one of
 * every pattern. */
static inline uint32_t sem_hbits(uint32_t a) {
    uint32_t q = sem_fquant(a), u = sem_fabs(q), payload = a >> 13 & 0x3ffu;
    uint32_t tiny = (uint32_t)(int32_t)(f32_from_bits(sem_umin(u, 0x38800000u)) * 0x1p24f);
    uint32_t r = sem_pick(sem_bool(u < 0x38800000u), tiny, (u - (112u << 23)) >> 13);
    r = sem_pick(sem_bool(u >= SEM_INFINITY), 0x7c00u | (u >> 13 & 0x3ffu), r);
    r = sem_pick(sem_is_nan(a) & sem_bool(payload), 0x7c00u | payload, r);
    return r | (q >> 16 & 0x8000u);
}
static inline uint32_t sem_hfrombits(uint32_t a) {
    uint32_t u = (a & 0x7fffu) << 13, tiny = sem_bool(u < 1u << 23);
    uint32_t normal = u + (112u << 23) + (sem_bool(u >= 31u << 23) & 112u << 23);
    uint32_t r = sem_pick(tiny, sem_fsub(u + (113u << 23), f32_bits(0x1p-14f)), normal);
    return r | (a & 0x8000u) << 16;
}
/* As sem_ffma, rounded once to f16: the f32 on the way is rounded to odd too. */
static inline uint32_t sem_ffma_f16(uint32_t a, uint32_t b, uint32_t c) {
    double exact = sem_fma_to_odd(a, b, c);
    uint32_t s = f32_bits((float)exact);
    uint64_t e = sem_double_bits(exact - (double)f32_from_bits(s)), twice = e << 1;
    uint32_t special = ((s >> 23 & 0xff) + 1) >> 8;
    uint32_t lost = (uint32_t)((twice | (0 - twice)) >> 63) & (special ^ 1);
    return sem_fquant((s - ((s >> 31 ^ (uint32_t)(e >> 63)) & lost)) | lost);
}

/* ---- floats: roots and powers of two ---- */

static inline uint32_t sem_fsqrt(uint32_t a) {
    return f32_bits(__builtin_sqrtf(f32_from_bits(a)));
}
static inline uint32_t sem_frsqrt(uint32_t a) {
    return f32_bits(1.0f / __builtin_sqrtf(f32_from_bits(a)));
}
/* In a double the product is exact, so the result is rounded once, also to a subnormal. */
static inline uint32_t sem_fldexp(uint32_t a, uint32_t b) {
    uint32_t e = sem_smin(sem_smax(b, (uint32_t)-400), 400) + 1023;
    double power = sem_double_from_bits((uint64_t)e << 52);
    return f32_bits((float)((double)f32_from_bits(a) * power));
}
/* Subnormals are normal numbers as doubles. Zeros, infinities and NaN are their own fraction, with
 * exponent 0. */
static inline uint32_t sem_frexp_plain(uint32_t a) {
    return sem_bool(sem_fabs(a) == 0) | sem_bool(sem_fabs(a) >= SEM_INFINITY);
}
static inline uint32_t sem_frexp_fract(uint32_t a) {
    uint64_t bits = sem_double_bits((double)f32_from_bits(a)) & 0x800fffffffffffffu;
    float fract = (float)sem_double_from_bits(bits | (uint64_t)1022 << 52);
    return sem_pick(sem_frexp_plain(a), a, f32_bits(fract));
}
static inline uint32_t sem_frexp_exp(uint32_t a) {
    uint64_t bits = sem_double_bits((double)f32_from_bits(a));
    return ((uint32_t)(bits >> 52 & 0x7ff) - 1022) & ~sem_frexp_plain(a);
}

/* ---- floats: transcendental functions ---- */

#define SEM_DEFINE1(op, name, function)                                                            \
    static inline uint32_t sem_##name(uint32_t a) {                                                \
        return f32_bits(Sleef_cinz_##function##1_u10purec(f32_from_bits(a)));                      \
    }
#define SEM_DEFINE2(op, name, function)                                                            \
    static inline uint32_t sem_##name(uint32_t a, uint32_t b) {                                    \
        return f32_bits(Sleef_cinz_##function##1_u10purec(f32_from_bits(a), f32_from_bits(b)));    \
    }
SEM_SLEEF1(SEM_DEFINE1)
SEM_SLEEF2(SEM_DEFINE2)
#undef SEM_DEFINE1
#undef SEM_DEFINE2

/* SLEEF squares the operand of these two, which overflows from 2^64 on; there, and from 2^60 on for
 * good measure, the result is log(2 |a|) with the sign of a. */
#define SEM_HUGE 0x1p60f
#define SEM_LN2  0x1.62e43p-1f
static inline uint32_t sem_log_twice(uint32_t a) {
    return sem_fadd(sem_flog(a), f32_bits(SEM_LN2));
}
static inline uint32_t sem_fasinh(uint32_t a) {
    uint32_t u = sem_fabs(a), huge = sem_fle(f32_bits(SEM_HUGE), u);
    uint32_t r = f32_bits(Sleef_cinz_asinhf1_u10purec(f32_from_bits(u)));
    return sem_copysign(sem_pick(huge, sem_log_twice(u), r), a);
}
static inline uint32_t sem_facosh(uint32_t a) {
    uint32_t huge = sem_fle(f32_bits(SEM_HUGE), a);
    uint32_t r = f32_bits(Sleef_cinz_acoshf1_u10purec(f32_from_bits(a)));
    return sem_pick(huge, sem_log_twice(a), r);
}

/* ---- conversions ---- */

static inline uint32_t sem_ffroms(uint32_t a) {
    return f32_bits((float)(int32_t)a);
}
/* The halves are exact, their sum is rounded once. */
static inline uint32_t sem_ffromu(uint32_t a) {
    return f32_bits((float)(int32_t)(a >> 16) * 0x1p16f + (float)(int32_t)(a & 0xffffu));
}
/* What does not fit becomes the integer nearest to it that is also an f32. */
static inline uint32_t sem_sfromf(uint32_t a) {
    float f = f32_from_bits(a & ~sem_is_nan(a));
    f = f > -0x1p31f ? f : -0x1p31f;
    f = f < 0x1.fffffep30f ? f : 0x1.fffffep30f;
    return (uint32_t)(int32_t)f;
}
static inline uint32_t sem_ufromf(uint32_t a) {
    float f = f32_from_bits(a & ~sem_is_nan(a));
    f = f > 0.0f ? f : 0.0f;
    f = f < 0x1.fffffep31f ? f : 0x1.fffffep31f;
    bool big = f >= 0x1p31f;
    return (uint32_t)(int32_t)(f - (big ? 0x1p31f : 0.0f)) ^ (uint32_t)big << 31;
}
/* From f16 nothing changes; to f16 is what rounding the result makes of it. */
static inline uint32_t sem_ffromf(uint32_t a) {
    return a;
}
static inline uint32_t sem_bfromw(uint32_t a) {
    return sem_bool(a != 0);
}
static inline uint32_t sem_bfromf(uint32_t a) {
    return sem_bool(sem_fabs(a) != 0);
}
static inline uint32_t sem_wfromb(uint32_t a) {
    return a & 1;
}
static inline uint32_t sem_ffromb(uint32_t a) {
    return a & f32_bits(1.0f);
}
static inline uint32_t sem_mov(uint32_t a) {
    return a;
}

/* Any operation on as many words as it has operands. f16: the float operands or the float result
 * are f16, and a float result is rounded to it. */
uint32_t sem_eval(Op op, bool f16, const uint32_t *arg);

#endif
