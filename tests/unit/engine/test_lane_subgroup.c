/* Subgroup operations of every instruction set against a model that goes by the words of WGSL and
 * of lane_ops.h: one subgroup, one lane at a time. */
#include "lane_test.h"

/* One subgroup: its lanes' values and which of them are active. */
typedef struct Group {
    IrType type;
    uint32_t size, lanes;
    Lane a[128], b[128];
    bool active[128];
} Group;

static Lane round_to(IrType type, Lane f) {
    return type == IR_F16 ? sem_fquant(f) : f;
}
static bool is_float(IrType type) {
    return type == IR_F32 || type == IR_F16;
}
static Lane add(IrType type, Lane a, Lane b) {
    return is_float(type) ? round_to(type, sem_fadd(a, b)) : a + b;
}
static Lane mul(IrType type, Lane a, Lane b) {
    return is_float(type) ? round_to(type, sem_fmul(a, b)) : a * b;
}

/* Is a strictly less than b? NaN never is, and -0 is less than +0. */
static bool less(IrType type, Lane a, Lane b) {
    if (type == IR_U32)
        return a < b;
    if (type == IR_I32)
        return (int32_t)a < (int32_t)b;
    if (sem_feq(a, b))
        return a > b; /* as words: of the zeros, -0 is the greater */
    return sem_flt(a, b);
}

/* The reduction of lanes [at, at + step, ...] by halves: see lane_ops.h. */
static Lane fold(const Group *g, IrSubgroupOp op, uint32_t at, uint32_t step) {
    if (step == g->size) {
        if (at < g->lanes && g->active[at])
            return g->a[at];
        return op == IRS_MUL ? (is_float(g->type) ? 0x3f800000 : 1)
                             : (is_float(g->type) ? 0x80000000 : 0);
    }
    Lane low = fold(g, op, at, step * 2), high = fold(g, op, at + step, step * 2);
    return op == IRS_MUL ? mul(g->type, low, high) : add(g->type, low, high);
}

static Lane extreme(const Group *g, bool least) {
    Lane best = 0x7fc00000;
    bool any = false;
    for (uint32_t i = 0; i < g->lanes; i++) {
        if (!g->active[i] || (is_float(g->type) && is_nan_word(g->a[i])))
            continue;
        if (!any || (least ? less(g->type, g->a[i], best) : less(g->type, best, g->a[i])))
            best = g->a[i];
        any = true;
    }
    return best;
}

static Lane bitwise(const Group *g, IrSubgroupOp op) {
    Lane r = op == IRS_AND ? 0xffffffffu : 0;
    for (uint32_t i = 0; i < g->lanes; i++)
        if (g->active[i])
            r = op == IRS_AND ? r & g->a[i] : op == IRS_OR ? r | g->a[i] : r ^ g->a[i];
    return r;
}

static Lane scan(const Group *g, bool is_add, bool inclusive, uint32_t lane) {
    Lane r = is_add ? 0 : is_float(g->type) ? 0x3f800000 : 1;
    for (uint32_t i = 0; i < lane + inclusive; i++)
        if (g->active[i])
            r = is_add ? add(g->type, r, g->a[i]) : mul(g->type, r, g->a[i]);
    return r;
}

static Lane votes(const Group *g, IrSubgroupOp op, uint32_t word, uint32_t lane) {
    bool all = true, any = false;
    uint32_t first = g->size, bits = 0;
    for (uint32_t i = g->lanes; i-- > 0;) {
        if (!g->active[i])
            continue;
        first = i;
        all &= g->a[i] != 0;
        any |= g->a[i] != 0;
        bits |= (uint32_t)(i / 32 == word && g->a[i]) << i % 32;
    }
    return op == IRS_ALL     ? sem_bool(all)
           : op == IRS_ANY   ? sem_bool(any)
           : op == IRS_ELECT ? sem_bool(first == lane)
                             : bits;
}

static Lane lane_value(const Group *g, uint64_t from) {
    return from < g->lanes && g->active[from] ? g->a[from] : 0;
}
static Lane shuffle(const Group *g, IrSubgroupOp op, uint32_t lane) {
    uint64_t b = g->b[lane];
    switch (op) {
    case IRS_SHUFFLE_XOR: return lane_value(g, lane ^ b);
    case IRS_SHUFFLE_UP: return lane_value(g, lane - b);
    case IRS_SHUFFLE_DOWN: return lane_value(g, lane + b);
    case IRS_QUAD_BROADCAST: return b < 4 ? lane_value(g, lane / 4 * 4 + b) : 0;
    case IRS_QUAD_SWAP_X: return lane_value(g, lane ^ 1);
    case IRS_QUAD_SWAP_Y: return lane_value(g, lane ^ 2);
    case IRS_QUAD_SWAP_DIAGONAL: return lane_value(g, lane ^ 3);
    case IRS_BROADCAST_FIRST:
        for (uint32_t i = 0; i < g->lanes; i++)
            if (g->active[i])
                return g->a[i];
        return 0;
    default: return lane_value(g, b);
    }
}

static Lane want(const Group *g, IrSubgroupOp op, uint32_t result, uint32_t lane) {
    switch (op) {
    case IRS_ADD:
    case IRS_MUL: return fold(g, op, 0, 1);
    case IRS_MIN: return extreme(g, true);
    case IRS_MAX: return extreme(g, false);
    case IRS_AND:
    case IRS_OR:
    case IRS_XOR: return bitwise(g, op);
    case IRS_INCLUSIVE_ADD: return scan(g, true, true, lane);
    case IRS_EXCLUSIVE_ADD: return scan(g, true, false, lane);
    case IRS_INCLUSIVE_MUL: return scan(g, false, true, lane);
    case IRS_EXCLUSIVE_MUL: return scan(g, false, false, lane);
    case IRS_ALL:
    case IRS_ANY:
    case IRS_ELECT:
    case IRS_BALLOT: return votes(g, op, result, lane);
    default: return shuffle(g, op, lane);
    }
}

/* ---- the operations on registers of all kinds ---- */

typedef struct Case {
    const LaneOps *ops;
    IrSubgroupOp op;
    IrType type;
    uint32_t size, n, mask_kind; /* MASKS: no mask */
    bool uniform;                /* operand b is the same in all lanes */
    Register a, b, mask;
} Case;

static Lane value_word(const Case *c) {
    Lane w = interesting_word();
    switch (c->type) {
    case IR_BOOL: return sem_bool(w % 5 != 0);
    case IR_F32: return random_word() % 4 ? (w & 0x807fffff) | 0x3f000000 : w;
    case IR_F16: return sem_fquant(random_word() % 4 ? (w & 0x807fffff) | 0x3f000000 : w);
    default: return w;
    }
}

static void fill_case(Case *c) {
    bool zeros = random_word() % 8 == 0; /* of both signs, alone: what becomes of -0? */
    Lane same = random_word() % (c->size + 2) - 1;
    for (uint32_t i = 0; i < LANES; i++) {
        c->a.lane[i] = zeros && is_float(c->type) ? random_word() & 0x80000000u : value_word(c);
        c->b.lane[i] = c->uniform                ? same
                       : random_word() % 16 == 0 ? 0u - random_word() % (2 * c->size)
                                                 : random_word() % c->size;
    }
    if (c->op == IRS_QUAD_BROADCAST)
        for (uint32_t i = 0; i < LANES; i++)
            c->b.lane[i] = random_word() % 5;
    fill_mask(&c->mask, c->mask_kind % MASKS);
}

static void group_at(Group *g, const Case *c, uint32_t at) {
    *g = (Group){.type = c->type, .size = c->size};
    g->lanes = c->n - at < c->size ? c->n - at : c->size;
    for (uint32_t i = 0; i < g->lanes; i++) {
        g->a[i] = c->a.lane[at + i];
        g->b[i] = c->op == IRS_BROADCAST ? c->b.lane[0] : c->b.lane[at + i];
        g->active[i] = c->mask_kind == MASKS || c->mask.lane[at + i];
    }
}

static void expect(const Case *c, Lane *const *d, uint32_t results, const char *how) {
    Group g;
    for (uint32_t at = 0; at < c->n; at += c->size) {
        group_at(&g, c, at);
        for (uint32_t i = 0; i < g.lanes; i++)
            for (uint32_t r = 0; g.active[i] && r < results; r++) {
                Lane w = want(&g, c->op, r, i), got = d[r][at + i];
                if (w != got && !(is_float(c->type) && same_float(w, got)))
                    fail_msg("%s: operation %d type %d size %u n %u mask %u %s: lane %u result %u "
                             "is %08x, want %08x",
                             c->ops->name, c->op, c->type, c->size, c->n, c->mask_kind, how, at + i,
                             r, got, w);
            }
    }
}

static void check_case(Case *c) {
    Register d[4], t;
    Lane *to[4];
    bool has_a = c->op != IRS_ELECT;
    bool has_b = c->op == IRS_BROADCAST || (c->op >= IRS_SHUFFLE && c->op <= IRS_QUAD_BROADCAST);
    uint32_t results = c->op == IRS_BALLOT ? 4 : 1;
    fill_case(c);
    memset(d, 0xa5, sizeof d);
    for (uint32_t r = 0; r < 4; r++)
        to[r] = d[r].lane;
    const Lane *mask = c->mask_kind == MASKS ? NULL : c->mask.lane;
    const Lane *a = has_a ? c->a.lane : NULL, *b = has_b ? c->b.lane : NULL;
    c->ops->subgroup(c->op, c->type, c->size, to, a, b, mask, c->n);
    expect(c, to, results, "apart");
    if (c->n < LANES)
        assert_int_equal(d[0].lane[c->n], 0xa5a5a5a5);

    const Lane *operand[] = {a, b, mask};
    for (uint32_t k = 0; k < 3; k++) {
        if (!operand[k])
            continue;
        memcpy(&t, operand[k], sizeof t);
        to[results - 1] = t.lane;
        c->ops->subgroup(c->op, c->type, c->size, to, k == 0 ? t.lane : a, k == 1 ? t.lane : b,
                         k == 2 ? t.lane : mask, c->n);
        expect(c, to, results, "in place");
    }
}

static void check_sizes(const LaneOps *ops, IrSubgroupOp op, IrType type) {
    static const uint32_t n[] = {16, 48, 144, 256};
    uint32_t least = op >= IRS_QUAD_BROADCAST ? 4 : 1;
    for (uint32_t size = least; size <= 128; size *= 2)
        for (uint32_t k = 0; k < sizeof n / sizeof *n; k++)
            for (uint32_t mask = 0; mask <= MASKS; mask++)
                for (uint32_t turn = 0; turn < 4; turn++) {
                    Case c = {.ops = ops, .op = op, .type = type, .size = size, .n = n[k]};
                    c.mask_kind = mask;
                    c.uniform = turn % 2;
                    check_case(&c);
                }
}

static bool has_type(IrSubgroupOp op, IrType type) {
    if (op >= IRS_ALL && op <= IRS_BALLOT)
        return type == IR_BOOL;
    if (op >= IRS_AND && op <= IRS_XOR)
        return type == IR_I32 || type == IR_U32;
    return type != IR_BOOL;
}

static void subgroup_operations(void **state) {
    (void)state;
    FOR_EACH_ISA(ops) {
        for (IrSubgroupOp op = 0; op <= IRS_QUAD_SWAP_DIAGONAL; op++)
            for (IrType type = IR_BOOL; type <= IR_F16; type++)
                if (has_type(op, type))
                    check_sizes(ops, op, type);
    }
}

int main(void) {
    const struct CMUnitTest test[] = {cmocka_unit_test(subgroup_operations)};
    return cmocka_run_group_tests(test, NULL, NULL);
}
