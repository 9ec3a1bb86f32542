/* What the hot loops need of an instruction set, in terms of chunks of 16 lanes: every register is
 * whole chunks, aligned to 64 bytes. For AVX-512, AVX2 and SSE2 with intrinsics, else in plain C.
 *
 * With LANE_PLAIN (the reference build) nothing here is clever: CHUNK_FAST is 0, and callers then
 * go lane by lane. The thread sanitizer must see each access to shared memory as an atomic one,
 * which vector accesses are not, so it gets the same.
 */
#ifndef LW_ENGINE_LANE_OPS_SIMD_H
#define LW_ENGINE_LANE_OPS_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/lane_ops.h"
#include "lang/sem.h"

enum { CHUNK = 16 };
#define CHUNK_ALL 0xffffu /* chunk_bits of a chunk with every lane active */

#define LANE_INLINE static inline __attribute__((always_inline))
#define LANE_UNUSED __attribute__((unused))

/* For loops whose arrays do not overlap, or exactly. A loop over one chunk is not to be unrolled
 * before it is vectorised. */
#if defined(__clang__)
#define LANE_LOOP _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#pragma clang diagnostic ignored "-Wpass-failed" /* loops that call a function stay scalar */
#else
#define LANE_LOOP _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#endif
/* What the compiler may know about every register. */
#define LANE_REGISTER(p) ((p) = __builtin_assume_aligned((p), 64))
#define LANE_COUNT(n)    ((n) &= ~(uint32_t)(CHUNK - 1))

#if defined(__SANITIZE_THREAD__)
#define LANE_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LANE_TSAN 1
#endif
#endif

#if defined(LANE_PLAIN) || defined(LANE_TSAN)
#define CHUNK_FAST 0
#else
#define CHUNK_FAST 1
#endif

#if !defined(LANE_PLAIN) && defined(__AVX512F__)
#define LANE_AVX512 1
#elif !defined(LANE_PLAIN) && defined(__AVX2__)
#define LANE_AVX2 1
#elif !defined(LANE_PLAIN) && defined(__SSE2__)
#define LANE_SSE2 1
#endif
#if defined(LANE_AVX512) || defined(LANE_AVX2) || defined(LANE_SSE2)
#include <immintrin.h>
#endif

/* A word of memory that other threads may use at the same time. */
LANE_INLINE Lane word_load(const uint8_t *p) {
    return __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_RELAXED);
}
LANE_INLINE void word_store(uint8_t *p, Lane v) {
    __atomic_store_n((uint32_t *)(void *)p, v, __ATOMIC_RELAXED);
}
LANE_INLINE uint16_t half_load(const uint8_t *p) {
    return __atomic_load_n((const uint16_t *)(const void *)p, __ATOMIC_RELAXED);
}
LANE_INLINE void half_store(uint8_t *p, uint16_t v) {
    __atomic_store_n((uint16_t *)(void *)p, v, __ATOMIC_RELAXED);
}

/* ---- a chunk of lanes ----
 *
 * chunk_bits: the signs of the lanes, lane 0 lowest.
 * chunk_from_bits: all ones where the bit is set, else 0.
 * chunk_differs: is a[i] != *first + i * step for some lane?
 * chunk_swap: d[i] = s[i ^ m], m < 16.
 * chunk_from_halves, chunk_to_halves, chunk_quantise: f16 as 16 bits, and f32 rounded to f16.
 * Operands and results may be the same chunk.
 *
 * The instructions that convert to and from f16 make NaNs quiet, but a shader that copies f16 may
 * be copying what are integers to its user, and GPUs copy them. So where there is a signalling NaN,
 * which is rare, halves_widened and halves_narrowed do the conversion in its place.
 */

LANE_UNUSED static void halves_widened(Lane *d, const uint16_t *h, int n) {
    for (int i = 0; i < n; i++)
        d[i] = sem_hfrombits(h[i]);
}
LANE_UNUSED static void halves_narrowed(uint16_t *h, const Lane *s, int n) {
    for (int i = 0; i < n; i++)
        h[i] = (uint16_t)sem_hbits(s[i]);
}

#if defined(LANE_AVX512)

LANE_INLINE uint32_t chunk_bits(const Lane *m) {
    return _mm512_movepi32_mask(_mm512_load_si512(m));
}
LANE_INLINE __m512i chunk_iota(void) {
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
LANE_INLINE void chunk_from_bits(Lane *d, uint32_t bits) {
    _mm512_store_si512(d, _mm512_movm_epi32((__mmask16)bits));
}
LANE_INLINE bool chunk_differs(const Lane *a, const Lane *first, Lane step) {
    __m512i steps = _mm512_mullo_epi32(chunk_iota(), _mm512_set1_epi32((int)step));
    __m512i start = _mm512_sub_epi32(_mm512_load_si512(a), steps);
    return _mm512_cmpneq_epi32_mask(start, _mm512_set1_epi32((int)*first)) != 0;
}
LANE_INLINE void chunk_swap(Lane *d, const Lane *s, uint32_t m) {
    __m512i from = _mm512_xor_si512(chunk_iota(), _mm512_set1_epi32((int)m));
    _mm512_store_si512(d, _mm512_permutexvar_epi32(from, _mm512_load_si512(s)));
}
LANE_INLINE void chunk_from_halves(Lane *d, const uint16_t *h) {
    __m256i half = _mm256_loadu_si256((const __m256i *)(const void *)h);
    _mm512_store_ps(d, _mm512_cvtph_ps(half));
    __m256i u = _mm256_and_si256(half, _mm256_set1_epi16(0x7fff));
    __m256i signalling = _mm256_and_si256(_mm256_cmpgt_epi16(u, _mm256_set1_epi16(0x7c00)),
                                          _mm256_cmpgt_epi16(_mm256_set1_epi16(0x7e00), u));
    if (__builtin_expect(!_mm256_testz_si256(signalling, signalling), 0)) {
        uint16_t copy[CHUNK];
        _mm256_storeu_si256((__m256i *)(void *)copy, half);
        halves_widened(d, copy, CHUNK);
    }
}
LANE_INLINE void chunk_to_halves(uint16_t *h, const Lane *s) {
    __m256i half = _mm512_cvtps_ph(_mm512_load_ps(s), _MM_FROUND_TO_NEAREST_INT);
    __m512i u = _mm512_and_si512(_mm512_load_si512(s), _mm512_set1_epi32(0x7fffffff));
    __mmask16 signalling = _mm512_cmpgt_epi32_mask(u, _mm512_set1_epi32(0x7f800000)) &
                           _mm512_cmplt_epi32_mask(u, _mm512_set1_epi32(0x7fc00000));
    if (__builtin_expect(signalling != 0, 0))
        halves_narrowed(h, s, CHUNK);
    else
        _mm256_storeu_si256((__m256i *)(void *)h, half);
}
LANE_INLINE void chunk_quantise(Lane *d, const Lane *s) {
    __m256i h = _mm512_cvtps_ph(_mm512_load_ps(s), _MM_FROUND_TO_NEAREST_INT);
    _mm512_store_ps(d, _mm512_cvtph_ps(h));
}

#elif defined(LANE_AVX2)

LANE_INLINE __m256i half_chunk(const Lane *p) {
    return _mm256_load_si256((const __m256i *)(const void *)p);
}
LANE_INLINE uint32_t chunk_bits(const Lane *m) {
    int low = _mm256_movemask_ps(_mm256_castsi256_ps(half_chunk(m)));
    int high = _mm256_movemask_ps(_mm256_castsi256_ps(half_chunk(m + 8)));
    return (uint32_t)(low | high << 8);
}
LANE_INLINE bool chunk_differs(const Lane *a, const Lane *first, Lane step) {
    __m256i iota = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i start = _mm256_set1_epi32((int)*first);
    __m256i low = _mm256_mullo_epi32(iota, _mm256_set1_epi32((int)step));
    __m256i high = _mm256_add_epi32(low, _mm256_set1_epi32((int)(step * 8)));
    low = _mm256_xor_si256(_mm256_sub_epi32(half_chunk(a), low), start);
    high = _mm256_xor_si256(_mm256_sub_epi32(half_chunk(a + 8), high), start);
    __m256i d = _mm256_or_si256(low, high);
    return !_mm256_testz_si256(d, d);
}
LANE_INLINE void chunk_swap(Lane *d, const Lane *s, uint32_t m) {
    __m256i from = _mm256_xor_si256(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                    _mm256_set1_epi32((int)(m & 7)));
    __m256i low = _mm256_permutevar8x32_epi32(half_chunk(s + (m & 8)), from);
    __m256i high = _mm256_permutevar8x32_epi32(half_chunk(s + (~m & 8)), from);
    _mm256_store_si256((__m256i *)(void *)d, low);
    _mm256_store_si256((__m256i *)(void *)(d + 8), high);
}
LANE_INLINE void chunk_from_halves(Lane *d, const uint16_t *h) {
    for (int i = 0; i < CHUNK; i += 8) {
        __m128i half = _mm_loadu_si128((const __m128i *)(const void *)(h + i));
        _mm256_store_ps((float *)(void *)(d + i), _mm256_cvtph_ps(half));
        __m128i u = _mm_and_si128(half, _mm_set1_epi16(0x7fff));
        __m128i signalling = _mm_and_si128(_mm_cmpgt_epi16(u, _mm_set1_epi16(0x7c00)),
                                           _mm_cmpgt_epi16(_mm_set1_epi16(0x7e00), u));
        if (__builtin_expect(!_mm_testz_si128(signalling, signalling), 0)) {
            uint16_t copy[8];
            _mm_storeu_si128((__m128i *)(void *)copy, half);
            halves_widened(d + i, copy, 8);
        }
    }
}
LANE_INLINE __m128i half_chunk_to_halves(const Lane *s) {
    return _mm256_cvtps_ph(_mm256_castsi256_ps(half_chunk(s)), _MM_FROUND_TO_NEAREST_INT);
}
LANE_INLINE void chunk_to_halves(uint16_t *h, const Lane *s) {
    for (int i = 0; i < CHUNK; i += 8) {
        __m256i u = _mm256_and_si256(half_chunk(s + i), _mm256_set1_epi32(0x7fffffff));
        __m256i signalling = _mm256_and_si256(_mm256_cmpgt_epi32(u, _mm256_set1_epi32(0x7f800000)),
                                              _mm256_cmpgt_epi32(_mm256_set1_epi32(0x7fc00000), u));
        if (__builtin_expect(!_mm256_testz_si256(signalling, signalling), 0))
            halves_narrowed(h + i, s + i, 8);
        else
            _mm_storeu_si128((__m128i *)(void *)(h + i), half_chunk_to_halves(s + i));
    }
}
LANE_INLINE void chunk_quantise(Lane *d, const Lane *s) {
    for (int i = 0; i < CHUNK; i += 8)
        _mm256_store_ps((float *)(void *)(d + i), _mm256_cvtph_ps(half_chunk_to_halves(s + i)));
}

#else

#if defined(LANE_SSE2)
LANE_INLINE __m128i quarter_chunk(const Lane *p) {
    return _mm_load_si128((const __m128i *)(const void *)p);
}
LANE_INLINE uint32_t chunk_bits(const Lane *m) {
    __m128i low = _mm_packs_epi32(quarter_chunk(m), quarter_chunk(m + 4));
    __m128i high = _mm_packs_epi32(quarter_chunk(m + 8), quarter_chunk(m + 12));
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}
#else
LANE_INLINE uint32_t chunk_bits(const Lane *m) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < CHUNK; i++)
        bits |= (m[i] >> 31) << i;
    return bits;
}
#endif
LANE_INLINE bool chunk_differs(const Lane *a, const Lane *first, Lane step) {
    Lane d = 0;
    LANE_LOOP
    for (uint32_t i = 0; i < CHUNK; i++)
        d |= (a[i] - i * step) ^ *first;
    return d != 0;
}
LANE_INLINE void chunk_swap(Lane *d, const Lane *s, uint32_t m) {
    Lane t[CHUNK];
    for (uint32_t i = 0; i < CHUNK; i++)
        t[i] = s[i ^ m];
    memcpy(d, t, sizeof t);
}
LANE_INLINE void chunk_from_halves(Lane *d, const uint16_t *h) {
    LANE_LOOP
    for (uint32_t i = 0; i < CHUNK; i++)
        d[i] = sem_hfrombits(h[i]);
}
LANE_INLINE void chunk_to_halves(uint16_t *h, const Lane *s) {
    LANE_LOOP
    for (uint32_t i = 0; i < CHUNK; i++)
        h[i] = (uint16_t)sem_hbits(s[i]);
}
LANE_INLINE void chunk_quantise(Lane *d, const Lane *s) {
    LANE_LOOP
    for (uint32_t i = 0; i < CHUNK; i++)
        d[i] = sem_fquant(s[i]);
}

#endif

#if !defined(LANE_AVX512)
LANE_INLINE void chunk_from_bits(Lane *d, uint32_t bits) {
    LANE_LOOP
    for (uint32_t i = 0; i < CHUNK; i++)
        d[i] = sem_bool(bits & 1u << i);
}
#endif

/* The lanes of a chunk that are active; mask NULL: all. */
LANE_INLINE uint32_t chunk_active(const Lane *mask, size_t i) {
    return mask ? chunk_bits(mask + i) : CHUNK_ALL;
}
LANE_INLINE void *chunk_copy(void *d, const void *s) {
    return memcpy(d, s, CHUNK * sizeof(Lane));
}
LANE_INLINE void chunk_splat(Lane *d, Lane v) {
    LANE_LOOP
    for (uint32_t i = 0; i < CHUNK; i++)
        d[i] = v;
}
/* Takes the lowest bit out of *bits. */
LANE_INLINE uint32_t next_lane(uint32_t *bits) {
    uint32_t i = (uint32_t)__builtin_ctz(*bits);
    *bits &= *bits - 1;
    return i;
}

#endif
