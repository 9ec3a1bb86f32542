/* The hot loops of the interpreter: one function an operation, over arrays of lanes.
 *
 * lane_ops.c is compiled once for each instruction set (the file includes its own parts) and fills
 * one LaneOps each; the interpreter picks one at start. The scalar build calls sem.h lane by lane
 * and is the reference that tests hold the others against, bit for bit.
 *
 * Conventions: registers are arrays of 32-bit words, `n` lanes, n a multiple of 16 and arrays aligned
 * to 64 bytes; masks and bools are 0 or all ones a lane. An f16 is held as an f32 of equal value.
 * A scalar operand is a pointer to one word. Results may overlap operands only exactly.
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
typedef void LaneFn(Lane *d, const Lane *a, const Lane *b, const Lane *c, const Lane *e, uint32_t n);

/* Which operands of a binary operation are single words. */
typedef enum LaneForm { FORM_VV, FORM_VS, FORM_SV, FORM_COUNT } LaneForm;

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

    /* Addresses. d = min(index, limit - 1) * stride + base, lane by lane, base a scalar or (if add)
     * added to what is in d; returns true when some lane had index >= limit; those lanes are set in
     * oob (bits or'ed in; oob may be NULL when the caller does not need them). raw, when not NULL,
     * gets the same without clamping. limit >= 1. */
    bool (*address)(Lane *d, Lane *raw, const Lane *index, uint32_t limit, uint32_t stride,
                    uint32_t base, bool add, uint32_t *oob_bits, uint32_t n);
    /* Is d[i] == d[0] + i * stride for all i < n? */
    bool (*is_affine)(const Lane *d, int32_t *stride, uint32_t n);

    /* Memory. `address` are byte offsets from base, already in bounds for every lane whether active
     * or not; component k of lane i goes to d[k][i]. Fast paths for contiguous addresses are taken
     * inside. `components` 1 to 4. mask NULL: all lanes. 32-bit words; the 16-bit forms convert. */
    void (*load32)(Lane *const *d, const uint8_t *base, const Lane *address, uint32_t components,
                   uint32_t n);
    void (*store32)(uint8_t *base, const Lane *address, Lane *const *s, uint32_t components,
                    const Lane *mask, uint32_t n);
    void (*load16)(Lane *const *d, const uint8_t *base, const Lane *address, uint32_t components,
                   uint32_t n);
    void (*store16)(uint8_t *base, const Lane *address, Lane *const *s, uint32_t components,
                    const Lane *mask, uint32_t n);
    /* Private memory, word w of lane i at base[w * pitch + i]: gathers and scatters by word index. */
    void (*load_private)(Lane *d, const Lane *base, const Lane *word, uint32_t pitch, uint32_t n);
    void (*store_private)(Lane *base, const Lane *word, uint32_t pitch, const Lane *s,
                          const Lane *mask, uint32_t n);

    /* Atomics on 32-bit words, active lanes in ascending order. `old` may be NULL when the result is
     * not used; `exchanged` only for compare-exchange (b is the new value). is_signed matters for
     * min and max. shared: other threads may access the words (relaxed atomics are used). */
    void (*atomic)(IrAtomicOp op, bool is_signed, bool shared, Lane *old, Lane *exchanged,
                   uint8_t *base, const Lane *address, const Lane *a, const Lane *b,
                   const Lane *mask, uint32_t n);

    /* Subgroup operations over n lanes, `size` lanes a subgroup (n need not be a multiple of size:
     * the last subgroup may be partial). Only active lanes take part. d[0..results-1]. */
    void (*subgroup)(IrSubgroupOp op, IrType type, uint32_t size, Lane *const *d, const Lane *a,
                     const Lane *b, const Lane *mask, uint32_t n);
} LaneOps;

/* The best the processor has, or the one asked for; NULL when it does not have it. */
const LaneOps *lane_ops(EngineIsa isa);

#endif
