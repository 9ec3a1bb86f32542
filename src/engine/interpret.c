/* The interpreter: one instruction after the other, each for all active lanes of a unit.
 *
 * Vector operations work on the window of the active mask. Those that write a value no other lane
 * may later read write all lanes of the window; the others (`merge`) leave inactive lanes alone,
 * which costs nothing while the window is full.
 */
#include "engine/unit.h"

#include "lang/sem.h"

/* ---- masks ---- */

/* The bits of a condition, in the window of a mask. */
static const uint32_t *condition_bits(const Worker *w, const Mask *m, const Lane *condition) {
    w->ops->to_bits(w->bits + m->lo / WINDOW, condition + m->lo, m->hi - m->lo);
    return w->bits;
}

/* d = outer and condition (or its opposite); known: the bits of the condition were just made. */
static void mask_split(const Worker *w, const Unit *u, Mask *d, const Mask *outer, Lane *condition,
                       uint32_t flip, bool known) {
    const uint32_t *bits = known ? w->bits : condition_bits(w, outer, condition);
    uint32_t from = outer->lo / WINDOW, to = (outer->hi + WINDOW - 1) / WINDOW;
    for (uint32_t i = 0; i < u->words; i++)
        d->word[i] = i < from || i >= to ? 0 : outer->word[i] & (bits[i] ^ flip);
    bool as_it_is = outer->full && !flip;
    mask_settle(u, d, from, to);
    if (as_it_is && d->hi <= u->whole)
        d->lanes = condition;
}

/* d = outer and not d */
static void mask_rest(const Unit *u, Mask *d, const Mask *outer) {
    for (uint32_t i = 0; i < u->words; i++)
        d->word[i] = outer->word[i] & ~d->word[i];
    mask_settle(u, d, outer->lo / WINDOW, (outer->hi + WINDOW - 1) / WINDOW);
}

static void mask_remove(const Unit *u, Mask *m, const uint32_t *gone, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++)
        m->word[i] &= ~gone[i];
    mask_settle(u, m, m->lo / WINDOW, (m->hi + WINDOW - 1) / WINDOW);
}

/* Takes active lanes (those with a condition, if there is one) out of slots first..active. */
static void leave(const Worker *w, Unit *u, uint32_t first, const Lane *condition, uint32_t flip,
                  bool known) {
    Mask *active = unit_mask(u, u->mask);
    uint32_t from = active->lo / WINDOW, to = (active->hi + WINDOW - 1) / WINDOW, any = 0;
    uint32_t *gone = w->bits;
    if (condition && !known)
        condition_bits(w, active, condition);
    for (uint32_t i = from; i < to; i++) {
        gone[i] = condition ? active->word[i] & (gone[i] ^ flip) : active->word[i];
        any |= gone[i];
    }
    for (uint32_t slot = first; any && slot <= u->mask; slot++)
        mask_remove(u, unit_mask(u, slot), gone, from, to);
}

/* ---- single instructions ---- */

static void make_builtin(const Unit *u, Lane *d, uint32_t builtin, const EngineProgram *p) {
    const uint32_t *size = p->ir->workgroup_size;
    for (uint32_t i = 0; i < u->padded; i++) {
        uint32_t at = u->first_lane + i;
        switch (builtin) {
        case IRB_LOCAL_ID_X: d[i] = at % size[0]; break;
        case IRB_LOCAL_ID_Y: d[i] = at / size[0] % size[1]; break;
        case IRB_LOCAL_ID_Z: d[i] = at / size[0] / size[1]; break;
        case IRB_SUBGROUP_LANE: d[i] = at % p->subgroup_size; break;
        case IRB_SUBGROUP_ID: d[i] = at / p->subgroup_size; break;
        default: d[i] = at;
        }
    }
}

static uint32_t find_case(const SwitchTable *t, uint32_t selector, uint32_t otherwise) {
    uint32_t low = 0, high = t->cases;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (t->selector[middle] < selector)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->cases && t->selector[low] == selector ? t->target[low] : otherwise;
}

/* Subgroups are taken whole: the window grows to a multiple of their size, with lanes that are not
 * active. */
static void run_subgroup(const Worker *w, const Unit *u, const Inst *in) {
    const Access *a = &u->code->access[in->d];
    const Mask *m = unit_mask(u, u->mask);
    uint32_t size = w->run->p->subgroup_size, lo = m->lo / size * size;
    uint32_t hi = (m->hi + size - 1) / size * size;
    if (hi > u->padded)
        hi = u->padded;
    const Lane *mask = mask_lanes(w, u, u->mask) + lo;
    if (lo != m->lo || hi != m->hi) {
        w->ops->from_bits(w->wide, m->word + lo / WINDOW, hi - lo);
        mask = w->wide;
    }
    Lane *d[4] = {0};
    const Lane *arg[2] = {0};
    for (uint32_t i = 0; i < a->results; i++)
        d[i] = unit_register(u, a->result[i]) + lo;
    for (uint32_t i = 0; i < a->operands; i++)
        arg[i] =
            a->scalar_operand[i] ? &u->scalar[a->operand[i]] : unit_register(u, a->operand[i]) + lo;
    w->ops->subgroup((IrSubgroupOp)in->sub, (IrType)a->type, size, d, arg[0], arg[1], mask,
                     hi - lo);
}

static void run_load(const Worker *w, const Unit *u, const Access *a, const uint8_t *base,
                     const Lane *address) {
    const Mask *m = unit_mask(u, u->mask);
    Lane *d[4] = {0};
    for (uint32_t k = 0; k < a->components; k++)
        d[k] = unit_register(u, a->result[k]) + m->lo;
    (a->half ? w->ops->load16 : w->ops->load32)(d, base, address, a->components, m->hi - m->lo);
}

static void run_store(const Worker *w, const Unit *u, const Access *a, uint8_t *base,
                      const Lane *address) {
    const Mask *m = unit_mask(u, u->mask);
    Lane *s[4] = {0};
    for (uint32_t k = 0; k < a->components; k++)
        s[k] = unit_register(u, a->operand[k]) + m->lo;
    (a->half ? w->ops->store16 : w->ops->store32)(base, address, s, a->components,
                                                  mask_for_memory(w, u, u->mask), m->hi - m->lo);
}

static void load_by_pattern(const Worker *w, const Unit *u, const Inst *in, const Access *a) {
    const Mask *m = unit_mask(u, u->mask);
    const uint8_t *base = w->base[a->object] + u->scalar[in->b];
    const Lane *chunks = unit_register(u, in->c) + m->lo / 16;
    Lane *d = unit_register(u, a->result[0]) + m->lo;
    if (!lanes_load_by(w->ops, unit_pattern(u, in->e), d, base, chunks, m->hi - m->lo))
        run_load(w, u, a, base, unit_register(u, in->a) + m->lo);
}

static void store_by_pattern(const Worker *w, const Unit *u, const Inst *in, const Access *a) {
    const Mask *m = unit_mask(u, u->mask);
    uint8_t *base = w->base[a->object] + u->scalar[in->b];
    if (unit_pattern(u, in->e) == PATTERN_RUNS && m->full && m->hi <= u->whole)
        w->ops->store_runs(base, unit_register(u, in->c) + m->lo / 16,
                           unit_register(u, a->operand[0]) + m->lo, m->hi - m->lo);
    else
        run_store(w, u, a, base, unit_register(u, in->a) + m->lo);
}

static uint32_t run_eval(const Inst *in, const Lane *s) {
    uint32_t arg[4] = {s[in->a], s[in->b], s[in->c], s[in->e]};
    return sem_eval((Op)in->sub, in->half, arg);
}

/* ---- the loop ---- */

#define VECTOR(r) ((Lane *)(void *)(v + (size_t)(r)*pitch))
#define ACTIVATE(slot)                                                                             \
    do {                                                                                           \
        u->mask = (slot);                                                                          \
        m = unit_mask(u, u->mask);                                                                 \
        v = u->vector + m->lo * sizeof(Lane);                                                      \
        n = m->hi - m->lo;                                                                         \
    } while (0)
#define GO(target)                                                                                 \
    {                                                                                              \
        in = code->inst + (target);                                                                \
        continue;                                                                                  \
    }
#define GO_IF_NONE(target)                                                                         \
    if (n == 0)                                                                                    \
    GO(target)
/* Where a vector operation writes, and what makes that the result when it is not the register. */
#define MERGES (in->merge && !m->full)
#define RESULT (MERGES ? w->lane : VECTOR(in->d))
#define MERGE                                                                                      \
    if (MERGES)                                                                                    \
    ops->merge(VECTOR(in->d), w->lane, mask_lanes(w, u, u->mask) + m->lo, n)
#define STOP(reason)                                                                               \
    {                                                                                              \
        u->pc = (uint32_t)(in - code->inst);                                                       \
        return (reason);                                                                           \
    }

Stop unit_run(Worker *w, Unit *u) {
    const Code *code = u->code;
    const LaneOps *ops = w->ops;
    const Inst *in = code->inst + u->pc;
    const size_t pitch = u->pitch;
    Lane *const s = u->scalar;
    Mask *m;
    uint8_t *v;
    uint32_t n;
    ACTIVATE(u->mask);
    for (;;) {
        switch ((CodeOp)in->op) {
        case CODE_V1:
            in->fn(RESULT, VECTOR(in->a), NULL, NULL, NULL, n);
            MERGE;
            break;
        case CODE_V2:
            in->fn(RESULT, VECTOR(in->a), VECTOR(in->b), NULL, NULL, n);
            MERGE;
            break;
        case CODE_VS:
            in->fn(RESULT, VECTOR(in->a), &s[in->b], NULL, NULL, n);
            MERGE;
            break;
        case CODE_SV:
            in->fn(RESULT, &s[in->a], VECTOR(in->b), NULL, NULL, n);
            MERGE;
            break;
        case CODE_V3:
            in->fn(RESULT, VECTOR(in->a), VECTOR(in->b), VECTOR(in->c), NULL, n);
            MERGE;
            break;
        case CODE_V4:
            in->fn(RESULT, VECTOR(in->a), VECTOR(in->b), VECTOR(in->c), VECTOR(in->e), n);
            MERGE;
            break;
        case CODE_COPY:
            if (MERGES)
                ops->merge(VECTOR(in->d), VECTOR(in->a), mask_lanes(w, u, u->mask) + m->lo, n);
            else
                ops->copy(VECTOR(in->d), VECTOR(in->a), n);
            break;
        case CODE_SPLAT:
            if (MERGES)
                ops->merge_scalar(VECTOR(in->d), s[in->a], mask_lanes(w, u, u->mask) + m->lo, n);
            else
                ops->splat(VECTOR(in->d), s[in->a], n);
            break;
        case CODE_BUILTIN: make_builtin(u, unit_register(u, in->d), in->a, w->run->p); break;

        case CODE_MOVE: s[in->d] = s[in->a]; break;
        case CODE_IADD: s[in->d] = s[in->a] + s[in->b]; break;
        case CODE_ISUB: s[in->d] = s[in->a] - s[in->b]; break;
        case CODE_IMUL: s[in->d] = s[in->a] * s[in->b]; break;
        case CODE_SHL: s[in->d] = sem_shl(s[in->a], s[in->b]); break;
        case CODE_USHR: s[in->d] = sem_ushr(s[in->a], s[in->b]); break;
        case CODE_IAND: s[in->d] = s[in->a] & s[in->b]; break;
        case CODE_ULT: s[in->d] = sem_ult(s[in->a], s[in->b]); break;
        case CODE_SLT: s[in->d] = sem_slt(s[in->a], s[in->b]); break;
        case CODE_EVAL: s[in->d] = run_eval(in, s); break;

        case CODE_ADDRESS:
            ops->address(VECTOR(in->d), NULL, VECTOR(in->a), s[in->b], in->e, s[in->c], false, NULL,
                         n);
            break;
        case CODE_ADDRESS_ADD:
            ops->address(VECTOR(in->d), NULL, VECTOR(in->a), s[in->b], in->e, 0, true, NULL, n);
            break;
        case CODE_ADDRESS_S: s[in->d] = s[in->c] + sem_umin(s[in->a], s[in->b] - 1) * in->e; break;

        case CODE_LOAD: {
            const Access *a = &code->access[in->d];
            run_load(w, u, a, w->base[a->object] + s[in->b], VECTOR(in->a));
            break;
        }
        case CODE_STORE: {
            const Access *a = &code->access[in->d];
            run_store(w, u, a, w->base[a->object] + s[in->b], VECTOR(in->a));
            break;
        }
        case CODE_PATTERN:
            s[in->d] = ops->pattern(unit_register(u, in->c), unit_register(u, in->a), u->padded);
            break;
        case CODE_LOAD_BY: load_by_pattern(w, u, in, &code->access[in->d]); break;
        case CODE_STORE_BY: store_by_pattern(w, u, in, &code->access[in->d]); break;
        case CODE_ATOMIC: memory_atomic(w, u, &code->access[in->d], VECTOR(in->a), s[in->b]); break;
        case CODE_LOAD_S: memory_load_scalar(w, u, &code->access[in->d], s[in->a]); break;
        case CODE_STORE_S: memory_store_scalar(w, u, &code->access[in->d], s[in->a]); break;
        case CODE_LOAD_P:
            memory_load_private(w, u, &code->access[in->d], VECTOR(in->a), s[in->b]);
            break;
        case CODE_STORE_P:
            memory_store_private(w, u, &code->access[in->d], VECTOR(in->a), s[in->b]);
            break;
        case CODE_LOAD_PS: memory_load_private_uniform(w, u, &code->access[in->d], s[in->a]); break;
        case CODE_STORE_PS:
            memory_store_private_uniform(w, u, &code->access[in->d], s[in->a]);
            break;
        case CODE_FIXED: memory_make_fixed(w, u, &code->access[in->d]); break;
        case CODE_CHECKED:
            if (!memory_checked(w, u, &code->access[in->d]))
                STOP(STOP_ERROR);
            break;

        case CODE_TEXTURE:
            if (!texture_operation(w, u, &code->access[in->d], (IrTextureOp)in->sub))
                STOP(STOP_ERROR);
            break;
        case CODE_WATCH: watch_operation(w, u, &code->access[in->d], (IrWatch)in->sub); break;
        case CODE_SUBGROUP: run_subgroup(w, u, in); break;
        case CODE_BARRIER:
            event_barrier(w, u, in);
            if (u->group->unit->next) {
                in++;
                STOP(STOP_BARRIER);
            }
            barrier_alone(w, u, in->b);
            break;

        case CODE_JUMP: GO(in->e);
        case CODE_JUMP_IF:
            if (s[in->a])
                GO(in->e);
            break;
        case CODE_JUMP_UNLESS:
            if (!s[in->a])
                GO(in->e);
            break;
        case CODE_SWITCH: GO(find_case(&code->table[in->d], s[in->a], in->e));
        case CODE_BACK:
            GO_IF_NONE(in->e);
            if (in->a && --u->turns == 0)
                STOP(STOP_SPIN);
            if ((w->fuel -= steps_of_turn(u)) < 0 && !worker_look_around(w, u, in->d))
                STOP(STOP_ERROR);
            GO(in->c);
        case CODE_CALL:
            if ((w->fuel -= steps_of_turn(u)) < 0 && !worker_look_around(w, u, 0))
                STOP(STOP_ERROR);
            mask_copy(u, unit_mask(u, in->d), unit_mask(u, in->b));
            u->back[in->a] = (uint32_t)(in - code->inst) + 1;
            ACTIVATE(in->d);
            GO(in->e);
        case CODE_RETURN: GO(u->back[in->a]);
        case CODE_DONE: return STOP_DONE;

        case CODE_IF:
        case CODE_IF_NOT:
            mask_split(w, u, unit_mask(u, in->d), m, unit_register(u, in->a),
                       in->op == CODE_IF ? 0 : ~0u, in->known);
            ACTIVATE(in->d);
            GO_IF_NONE(in->e);
            break;
        case CODE_ELSE:
            mask_rest(u, unit_mask(u, in->d), unit_mask(u, in->b));
            ACTIVATE(in->d);
            GO_IF_NONE(in->e);
            break;
        case CODE_RESUME:
        case CODE_END_IF:
            ACTIVATE(in->b);
            GO_IF_NONE(in->e);
            break;
        case CODE_ENTER:
            mask_copy(u, unit_mask(u, in->d), unit_mask(u, in->b));
            ACTIVATE(in->d);
            break;
        case CODE_LEAVE:
            leave(w, u, in->b, NULL, 0, false);
            ACTIVATE(u->mask);
            GO(in->e);
        case CODE_LEAVE_IF:
        case CODE_LEAVE_UNLESS:
            leave(w, u, in->b, unit_register(u, in->a), in->op == CODE_LEAVE_IF ? 0 : ~0u,
                  in->known);
            ACTIVATE(u->mask);
            GO_IF_NONE(in->e);
            break;
        case CODE_CASE:
        case CODE_CASE_NOT: {
            Mask *rest = unit_mask(u, in->b), *found = unit_mask(u, in->d);
            mask_split(w, u, found, rest, unit_register(u, in->a), in->op == CODE_CASE ? 0 : ~0u,
                       in->known);
            found->lanes = NULL; /* the register of the condition is not kept */
            mask_remove(u, rest, found->word, 0, u->words);
            ACTIVATE(in->d);
            GO_IF_NONE(in->e);
            break;
        }

        case CODE_EVENT_BLOCK: event_block(w, u, in->d); break;
        case CODE_EVENT_BRANCH: event_branch(w, u, in, unit_register(u, in->a)); break;
        case CODE_EVENT_BRANCH_S: event_branch_uniform(w, u, in, s[in->a] != 0); break;
        case CODE_COUNT: __builtin_unreachable();
        }
        in++;
    }
}
