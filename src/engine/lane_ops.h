/* The hot loops of the interpreter: one function an operation, over arrays of lanes.
 *
 * lane_ops_kernels.c is compiled once for each instruction set and makes one LaneOps each;
 * lane_ops.c picks one at start. The scalar build calls sem.h lane by lane and is the reference
 * that tests hold the others against: results are the same bit for bit, but for which NaN a float
 * operation yields.
 *
 * Conventions: registers are arrays of 32-bit words, `n` lanes, n > 0 a multiple of 16 and arrays
 * aligned to 64 bytes; masks and bools are 0 or all ones a lane. An f16 is held as an f32 of equal
 * value. A scalar operand is a pointer to one word. Results may overlap operands only exactly: any
 * result may be the same register as any operand of the same call, the mask and the addresses
 * included, but no two results. Functions without a mask write all n lanes; subgroup operations do
 * too, with unspecified words in lanes that are not active; a mask that is NULL means all lanes.
 * Results in unwritten lanes stay as they were.
 */
#ifndef LW_ENGINE_LANE_OPS_H
#define LW_ENGINE_LANE_OPS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"
#include "ir/ir.h"
#include "lang/ops.h"

typedef uint32_t Lane;

/* d = op(a, b, c, e) over n lanes; unused operands are NULL. */
typedef void LaneFn(Lane *d, const Lane *a, const Lane *b, const Lane *c, const Lane *e,
                    uint32_t n);

/* Which operands of a binary operation are single words. */
typedef enum LaneForm { FORM_VV, FORM_VS, FORM_SV, FORM_COUNT } LaneForm;

/* What the addresses of 16 lanes are, all over a register. */
typedef enum LanePattern {
    PATTERN_NONE,
    PATTERN_RUNS,    /* consecutive words */
    PATTERN_REPEATS, /* one word */
} LanePattern;

typedef struct LaneOps {
    const char *name; /* "avx512" */

    /* Scalar operations on f32 and integers. alu[op][FORM_VV] is always there; the other forms only
     * for binary operations (NULL elsewhere: splat the scalar first). */
    LaneFn *alu[OP_COUNT][FORM_COUNT];
    /* The same on f16 operands and results (float operations only; others NULL). */
    LaneFn *alu16[OP_COUNT][FORM_COUNT];

    void (*splat)(Lane *d, Lane v, uint32_t n);
    void (*iota)(Lane *d, Lane start, Lane step, uint32_t n);
    void (*copy)(Lane *d, const Lane *s, uint32_t n);
    /* d = mask ? s : d */
    void (*merge)(Lane *d, const Lane *s, const Lane *mask, uint32_t n);
    void (*merge_scalar)(Lane *d, Lane s, const Lane *mask, uint32_t n);
    void (*and_not)(Lane *d, const Lane *a, const Lane *b, uint32_t n); /* a & ~b */
    bool (*any)(const Lane *mask, uint32_t n);
    bool (*all)(const Lane *mask, uint32_t n);
    /* One bit a lane, n / 32 rounded up words. */
    void (*to_bits)(uint32_t *bits, const Lane *mask, uint32_t n);
    /* The reverse: 0 or all ones a lane from one bit a lane. */
    void (*from_bits)(Lane *mask, const uint32_t *bits, uint32_t n);

    /* Addresses. d = min(index, limit - 1) * stride + base, lane by lane, and if add, plus what is
     * in d; raw, when not NULL, gets (or has added) the same without clamping. All modulo 2^32.
     * Returns true when some lane had index >= limit, active or not; those lanes are set in
     * oob_bits (bits or'ed in; may be NULL when the caller does not need them). limit >= 1. */
    bool (*address)(Lane *d, Lane *raw, const Lane *index, uint32_t limit, uint32_t stride,
                    uint32_t base, bool add, uint32_t *oob_bits, uint32_t n);
    /* Is d[i] == d[0] + i * stride for all i < n? *stride is set only if so. */
    bool (*is_affine)(const Lane *d, int32_t *stride, uint32_t n);

    /* Memory. `address` are byte offsets from base, already in bounds for every lane whether active
     * or not; component k of lane i goes to d[k][i]. Fast paths for contiguous addresses are taken
     * inside. `components` 1 to 4. mask NULL: all lanes. 32-bit words; the 16-bit forms convert.
     * Addresses are multiples of 4 (of 2 in the 16-bit forms), of less than 2^32 bytes of memory.
     * Of several lanes that store to one address the highest active one wins. Accesses of a run of
     * lanes may be made as one: a component is read or written whole, but no order between them is
     * kept. */
    void (*load32)(Lane *const *d, const uint8_t *base, const Lane *address, uint32_t components,
                   uint32_t n);
    void (*store32)(uint8_t *base, const Lane *address, Lane *const *s, uint32_t components,
                    const Lane *mask, uint32_t n);
    void (*load16)(Lane *const *d, const uint8_t *base, const Lane *address, uint32_t components,
                   uint32_t n);
    void (*store16)(uint8_t *base, const Lane *address, Lane *const *s, uint32_t components,
                    const Lane *mask, uint32_t n);
    /* The same of 32-bit words by pattern, all lanes active: chunk[i / 16] is the address of lane
     * i, as `pattern` takes it from the addresses. */
    LanePattern (*pattern)(Lane *chunk, const Lane *address, uint32_t n);
    void (*load_runs)(Lane *d, const uint8_t *base, const Lane *chunk, uint32_t n);
    void (*load_repeats)(Lane *d, const uint8_t *base, const Lane *chunk, uint32_t n);
    void (*store_runs)(uint8_t *base, const Lane *chunk, const Lane *s, uint32_t n);
    /* Private memory, word w of lane i at base[w * pitch + i]: gathers and scatters by word index.
     */
    void (*load_private)(Lane *d, const Lane *base, const Lane *word, uint32_t pitch, uint32_t n);
    void (*store_private)(Lane *base, const Lane *word, uint32_t pitch, const Lane *s,
                          const Lane *mask, uint32_t n);

    /* Atomics on 32-bit words, active lanes in ascending order. `old` may be NULL when the result
     * is not used; `exchanged` only for compare-exchange (b is the new value), where it may be NULL
     * too; it never fails without need. The old value of a store is unspecified; load has no
     * operand a. is_signed matters for min and max. shared: other threads may access the words
     * (relaxed atomics are used). When all active lanes name the same word, their operations may be
     * made as one step. */
    void (*atomic)(IrAtomicOp op, bool is_signed, bool shared, Lane *old, Lane *exchanged,
                   uint8_t *base, const Lane *address, const Lane *a, const Lane *b,
                   const Lane *mask, uint32_t n);

    /* Subgroup operations over n lanes, `size` lanes a subgroup (n need not be a multiple of size:
     * the last subgroup may be partial). Only active lanes take part. d[0..results-1]. size is a
     * power of two up to 128; a subgroup starts at every multiple of it.
     * - Sums and products of floats: reductions fold the upper half of the subgroup onto the lower
     *   (lane i takes lane i + size/2, then i + size/4, ..., i + 1), inactive lanes being -0 or 1;
     *   scans go from left to right and start from +0 or 1. On f16 each step is rounded.
     * - Least and greatest float: -0 is less than +0, a NaN is the result only if all are NaN.
     * - Broadcasts, shuffles and quad operations that name a lane outside of the subgroup (any
     *   operand >= size; for quad broadcast >= 4), or one that is not active, yield 0.
     * - Broadcast takes its lane from b[0]; ballot fills four results; elect has no operand. */
    void (*subgroup)(IrSubgroupOp op, IrType type, uint32_t size, Lane *const *d, const Lane *a,
                     const Lane *b, const Lane *mask, uint32_t n);
} LaneOps;

/* The best the processor has, or the one asked for; NULL when it does not have it. */
const LaneOps *lane_ops(EngineIsa isa);

#endif
