/* Operations that are watched: which lanes do what is looked for. */
#include <math.h>
#include <string.h>

#include "base/f16.h"
#include "engine/unit.h"

/* The operands of one lane. */
typedef bool WatchFn(const Lane v[4], uint32_t operands, IrType t);

static bool is_bad_division(const Lane v[4], uint32_t operands, IrType t) {
    (void)operands;
    return v[1] == 0 || (t == IR_I32 && v[0] == 0x80000000u && v[1] == UINT32_MAX);
}

static bool is_long_shift(const Lane v[4], uint32_t operands, IrType t) {
    (void)operands;
    (void)t;
    return v[1] >= 32;
}

/* What truncates to a number of the type is in its range. */
static bool is_out_of_range(const Lane v[4], uint32_t operands, IrType t) {
    (void)operands;
    float f = f32_from_bits(v[0]);
    return t == IR_U32 ? !(f > -1.0f && f < 0x1p32f) : !(f >= -0x1p31f && f < 0x1p31f);
}

static bool is_beyond_whole(const Lane v[4], uint32_t operands, IrType t) {
    (void)operands;
    (void)t;
    return fabsf(f32_from_bits(v[0])) > 2048.0f;
}

static bool is_born(const Lane v[4], uint32_t operands, IrType t) {
    (void)t;
    bool made_of_finite = true;
    for (uint32_t i = 1; i < operands; i++)
        made_of_finite &= isfinite(f32_from_bits(v[i])) != 0;
    return made_of_finite && !isfinite(f32_from_bits(v[0]));
}

static bool is_there(const Lane v[4], uint32_t operands, IrType t) {
    (void)v;
    (void)operands;
    (void)t;
    return true;
}

static WatchFn *const watch_fn[IRW_COUNT] = {
    [IRW_DIVISION] = is_bad_division,  [IRW_REMAINDER] = is_bad_division,
    [IRW_SHIFT] = is_long_shift,       [IRW_CONVERSION] = is_out_of_range,
    [IRW_F16_INDEX] = is_beyond_whole, [IRW_NON_FINITE] = is_born,
    [IRW_BARRIER] = is_there,          [IRW_SUBGROUP] = is_there,
};

static void set_operands(const Unit *u, const Access *a, OperationEvent *e) {
    e->operands = a->operands;
    for (uint32_t i = 0; i < a->operands; i++) {
        e->operand[i].uniform = a->scalar_operand[i];
        e->operand[i].value =
            a->scalar_operand[i] ? &u->scalar[a->operand[i]] : unit_register(u, a->operand[i]);
    }
}

static void load_lane(const OperationEvent *e, uint32_t lane, Lane v[4]) {
    for (uint32_t i = 0; i < e->operands; i++)
        v[i] = e->operand[i].value[e->operand[i].uniform ? 0 : lane];
}

/* The active lanes that do it; false when there are none. */
static bool find_lanes(const OperationEvent *e, const Mask *m, uint32_t words, uint32_t *bits) {
    uint32_t any = 0;
    Lane v[4] = {0};
    memset(bits, 0, words * sizeof *bits);
    for (uint32_t w = m->lo / WINDOW; w * WINDOW < m->hi; w++) {
        for (uint32_t rest = m->word[w]; rest; rest &= rest - 1) {
            uint32_t i = (uint32_t)__builtin_ctz(rest);
            load_lane(e, w * WINDOW + i, v);
            bits[w] |= (uint32_t)watch_fn[e->watch](v, e->operands, e->type) << i;
        }
        any |= bits[w];
    }
    return any != 0;
}

/* Every active lane prints. */
static void watch_print(Worker *w, Unit *u, const Access *a) {
    const Mask *m = unit_mask(u, u->mask);
    OperationEvent e = {.site = a->site,
                        .watch = IRW_PRINT,
                        .type = (IrType)a->type,
                        .print = a->object,
                        .first_scalar = a->offset};
    set_operands(u, a, &e);
    event_place(&e.place, u, m);
    e.bits = e.place.mask;
    event_operation(w, &e);
}

void watch_operation(Worker *w, Unit *u, const Access *a, IrWatch watch) {
    if (!(w->run->wants & EVENT_OPERATION))
        return;
    if (watch == IRW_PRINT) {
        watch_print(w, u, a);
        return;
    }
    const Mask *m = unit_mask(u, u->mask);
    OperationEvent e = {.site = a->site, .watch = watch, .type = (IrType)a->type, .bits = w->out};
    set_operands(u, a, &e);
    if (!find_lanes(&e, m, u->words, w->out))
        return;
    event_place(&e.place, u, m);
    event_operation(w, &e);
}
