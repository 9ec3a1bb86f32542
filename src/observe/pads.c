/* Why an access conflicts, and which padding would cure it.
 *
 * A pad adds elements to the innermost dimension of a workgroup array. Every access that the first
 * workgroup made to the array is moved to where it would go in the padded array, and the model
 * counts its passes there: the answer holds for all accesses together, since a pad that cures one
 * may hurt another. */
#include <stdlib.h>

#include "observe/record.h"

/* The shape of an array that can be padded: rows of `columns` elements of `stride` bytes. */
typedef struct Shape {
    uint32_t columns, stride;
    bool flattened;
} Shape;

static bool is_padding_candidate(const CostAccess *a) {
    return a->space == SPACE_WORKGROUP && a->wavefronts > a->ideal_wavefronts;
}

/* The innermost array dimension of arrays of arrays; false for other types. */
static bool nested_shape(const Type *t, Shape *s) {
    if (t->kind != TYPE_ARRAY || t->element->kind != TYPE_ARRAY)
        return false;
    while (t->element->kind == TYPE_ARRAY)
        t = t->element;
    *s = (Shape){t->count, t->stride, false};
    return true;
}

/* A one-dimensional array whose conflict has a stride that divides it: rows of that many elements.
 */
static bool flat_shape(const Type *t, int32_t stride_words, Shape *s) {
    uint32_t bytes = (uint32_t)abs(stride_words) * 4;
    if (t->kind != TYPE_ARRAY || t->element->kind == TYPE_ARRAY || !t->stride || bytes % t->stride)
        return false;
    uint32_t columns = bytes / t->stride;
    if (columns < 2 || columns >= t->count || t->count % columns)
        return false;
    *s = (Shape){columns, t->stride, true};
    return true;
}

/* The most frequent distance between neighbouring active lanes, and the length of the first run of
 * lanes that keep it. */
static void find_stride(const CostSample *s, int32_t *stride, uint32_t *run) {
    int32_t best = 0;
    uint32_t best_count = 0;
    for (uint32_t i = 1; i < s->lanes; i++) {
        int32_t d = (int32_t)(s->address[i] - s->address[i - 1]);
        uint32_t count = 0;
        for (uint32_t j = 1; j < s->lanes; j++)
            count += (int32_t)(s->address[j] - s->address[j - 1]) == d &&
                     (s->mask[j / 32] >> (j % 32) & 1) &&
                     (s->mask[(j - 1) / 32] >> ((j - 1) % 32) & 1);
        if (count > best_count) {
            best_count = count;
            best = d;
        }
    }
    /* Fewer than half the lanes keeping step is no stride. */
    *stride = best_count * 2 >= s->lanes && best % 4 == 0 ? best / 4 : 0;
    *run = 1;
    uint32_t now = 1;
    for (uint32_t i = 1; i < s->lanes && *stride; i++) {
        now = (int32_t)(s->address[i] - s->address[i - 1]) == best ? now + 1 : 1;
        if (now > *run)
            *run = now;
    }
}

static uint32_t pad_address(uint32_t address, uint32_t start, Shape s, uint32_t pad) {
    uint32_t offset = address - start, element = offset / s.stride;
    return start + (element + element / s.columns * pad) * s.stride + offset % s.stride;
}

static CostPad try_pad(const IrModule *m, const HwModel *hw, const RecordList *recorded,
                       uint32_t object, Shape s, uint32_t pad) {
    const IrObject *o = &m->objects.at[object];
    uint32_t rows = o->size / (s.columns * s.stride);
    CostPad p = {.object = object,
                 .dimension = s.columns,
                 .flattened = s.flattened,
                 .pad = pad,
                 .extra_bytes = rows * pad * s.stride};
    for (uint32_t i = 0; i < recorded->len; i++) {
        const RecordedAccess *a = recorded->at[i];
        if (a->object != object)
            continue;
        for (uint32_t j = 0; j < a->records; j++) {
            const Record *r = &a->record[j];
            uint32_t moved[HW_MAX_LANES];
            for (uint32_t k = 0; k < r->lanes; k++)
                moved[k] = pad_address(a->pool[r->at + k] + r->shift, o->offset, s, pad);
            HwBankCost c = hw_bank_cost(hw, a->op, r->width, r->lanes, r->mask, moved);
            p.wavefronts += c.wavefronts;
            p.ideal += c.ideal;
        }
    }
    return p;
}

/* The access to `object` with the most extra passes, as an index into r->causes; or -1. */
static int worst_cause(const CostResult *r, uint32_t object) {
    int worst = -1;
    uint64_t most = 0;
    for (uint32_t i = 0; i < r->causes.len; i++) {
        const CostAccess *a = &r->accesses.at[r->causes.at[i].access];
        uint64_t extra = a->wavefronts - a->ideal_wavefronts;
        if (a->object == object && extra > most) {
            most = extra;
            worst = (int)i;
        }
    }
    return worst;
}

void cost_try_pads(Arena *arena, const IrModule *m, const HwModel *hw, const RecordList *recorded,
                   CostResult *r) {
    for (uint32_t i = 0; i < r->accesses.len; i++) {
        if (!is_padding_candidate(&r->accesses.at[i]))
            continue;
        CostCause c = {.access = i};
        find_stride(&r->accesses.at[i].worst, &c.stride, &c.run);
        vec_push(arena, &r->causes, c);
    }
    for (uint32_t object = 1; object < m->objects.len; object++) {
        int worst = worst_cause(r, object);
        Shape s;
        if (worst < 0 || (!nested_shape(m->objects.at[object].type, &s) &&
                          !flat_shape(m->objects.at[object].type, r->causes.at[worst].stride, &s)))
            continue;
        for (uint32_t pad = 0; pad <= COST_MOST_PAD; pad++)
            vec_push(arena, &r->pads, try_pad(m, hw, recorded, object, s, pad));
    }
}
