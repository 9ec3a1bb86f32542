/* Accesses of the fast code that are more than one lane operation: uniform addresses, private
 * memory, atomics. Addresses are in bounds. Memory that other threads may use at the same time is
 * accessed with relaxed atomic loads and stores. */
#include "engine/unit.h"

#include "base/f16.h"

/* ---- one word ---- */

static Lane load_word(const uint8_t *p, bool half) {
    if (half)
        return f32_bits(
            f32_from_f16(__atomic_load_n((const uint16_t *)(const void *)p, __ATOMIC_RELAXED)));
    return __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_RELAXED);
}

static void store_word(uint8_t *p, Lane v, bool half) {
    if (half)
        __atomic_store_n((uint16_t *)(void *)p, f16_from_f32(f32_from_bits(v)), __ATOMIC_RELAXED);
    else
        __atomic_store_n((uint32_t *)(void *)p, v, __ATOMIC_RELAXED);
}

void memory_load_scalar(const Worker *w, const Unit *u, const Access *a, uint32_t address) {
    const uint8_t *p = w->base[a->object] + address;
    uint32_t step = a->half ? 2 : 4;
    for (uint32_t k = 0; k < a->results; k++, p += step)
        if (a->result[k] != NO_REGISTER)
            u->scalar[a->result[k]] = load_word(p, a->half);
}

void memory_store_scalar(const Worker *w, const Unit *u, const Access *a, uint32_t address) {
    uint8_t *p = w->base[a->object] + address;
    uint32_t step = a->half ? 2 : 4, lane = mask_last_lane(unit_mask(u, u->mask));
    for (uint32_t k = 0; k < a->operands; k++, p += step) {
        Lane v =
            a->scalar_operand[k] ? u->scalar[a->operand[k]] : unit_register(u, a->operand[k])[lane];
        store_word(p, v, a->half);
    }
}

/* ---- private memory: word i of a lane is in register first_word + i ---- */

void memory_load_private(const Worker *w, const Unit *u, const Access *a, const Lane *word,
                         uint32_t offset) {
    const Mask *m = unit_mask(u, u->mask);
    for (uint32_t k = 0; k < a->results; k++) {
        const Lane *base = unit_register(u, a->first_word + offset + k * a->step) + m->lo;
        w->ops->load_private(unit_register(u, a->result[k]) + m->lo, base, word,
                             (uint32_t)(u->pitch / sizeof(Lane)), m->hi - m->lo);
    }
}

void memory_store_private(const Worker *w, const Unit *u, const Access *a, const Lane *word,
                          uint32_t offset) {
    const Mask *m = unit_mask(u, u->mask);
    const Lane *mask = mask_for_memory(w, u, u->mask);
    for (uint32_t k = 0; k < a->operands; k++) {
        Lane *base = unit_register(u, a->first_word + offset + k * a->step) + m->lo;
        w->ops->store_private(base, word, (uint32_t)(u->pitch / sizeof(Lane)),
                              unit_register(u, a->operand[k]) + m->lo, mask, m->hi - m->lo);
    }
}

void memory_load_private_uniform(const Worker *w, const Unit *u, const Access *a, uint32_t word) {
    const Mask *m = unit_mask(u, u->mask);
    for (uint32_t k = 0; k < a->results; k++)
        w->ops->copy(unit_register(u, a->result[k]) + m->lo,
                     unit_register(u, a->first_word + word + k * a->step) + m->lo, m->hi - m->lo);
}

void memory_store_private_uniform(const Worker *w, const Unit *u, const Access *a, uint32_t word) {
    const Mask *m = unit_mask(u, u->mask);
    const Lane *mask = m->full ? NULL : mask_lanes(w, u, u->mask) + m->lo;
    uint32_t n = m->hi - m->lo;
    for (uint32_t k = 0; k < a->operands; k++) {
        Lane *d = unit_register(u, a->first_word + word + k * a->step) + m->lo;
        if (a->scalar_operand[k] && mask)
            w->ops->merge_scalar(d, u->scalar[a->operand[k]], mask, n);
        else if (a->scalar_operand[k])
            w->ops->splat(d, u->scalar[a->operand[k]], n);
        else if (mask)
            w->ops->merge(d, unit_register(u, a->operand[k]) + m->lo, mask, n);
        else
            w->ops->copy(d, unit_register(u, a->operand[k]) + m->lo, n);
    }
}

/* ---- atomics ---- */

void memory_atomic(const Worker *w, const Unit *u, const Access *a, const Lane *address,
                   uint32_t offset) {
    const Mask *m = unit_mask(u, u->mask);
    Lane *result[2] = {NULL, NULL};
    const Lane *operand[2] = {NULL, NULL};
    for (uint32_t k = 0; k < a->results; k++)
        if (a->result[k] != NO_REGISTER)
            result[k] = unit_register(u, a->result[k]) + m->lo;
    for (uint32_t k = 0; k < a->operands; k++)
        operand[k] = unit_register(u, a->operand[k]) + m->lo;
    bool shared = a->space == SPACE_STORAGE && w->run->workers > 1;
    w->ops->atomic(a->atomic_op, a->type == IR_I32, shared, result[0], result[1],
                   w->base[a->object] + offset, address, operand[0], operand[1],
                   mask_for_memory(w, u, u->mask), m->hi - m->lo);
}
