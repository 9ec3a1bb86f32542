/* Atomics of every instruction set against a plain loop, and from two threads at a time. */
#include "lane_test.h"

#include "base/threads.h"

enum { WORDS = 512 };

static Lane next_word(IrAtomicOp op, bool is_signed, Lane old, Lane a, Lane b) {
    bool less = is_signed ? (int32_t)a < (int32_t)old : a < old;
    switch (op) {
    case IRA_LOAD: return old;
    case IRA_STORE: return a;
    case IRA_ADD: return old + a;
    case IRA_SUB: return old - a;
    case IRA_MIN: return less ? a : old;
    case IRA_MAX: return less ? old : a;
    case IRA_AND: return old & a;
    case IRA_OR: return old | a;
    case IRA_XOR: return old ^ a;
    case IRA_EXCHANGE: return a;
    case IRA_COMPARE_EXCHANGE: return old == a ? b : old;
    }
    return 0;
}

/* One call; its results and the memory after it must be the model's. */
static void check_atomic(const LaneOps *ops, IrAtomicOp op, uint32_t way) {
    static _Alignas(64) Lane m[WORDS], want_m[WORDS];
    bool is_signed = way & 1, shared = way & 2, used = way & 4, all = way & 8, in_place = way & 16;
    uint32_t spread = (const uint32_t[]){1, 4, 64, WORDS}[way / 32 % 4];
    uint32_t n = (const uint32_t[]){16, 48, LANES}[way % 3];
    Register address, a, b, mask, old, exchanged, want_old, want_exchanged;
    for (uint32_t i = 0; i < WORDS; i++)
        m[i] = want_m[i] = interesting_word() % 8 ? random_word() % 4 : interesting_word();
    for (uint32_t i = 0; i < LANES; i++) {
        address.lane[i] = random_word() % spread * 4;
        a.lane[i] = random_word() % 2 ? random_word() % 4 : interesting_word();
    }
    fill_interesting(&b);
    fill_mask(&mask, 1 + way / 128 % 3);
    fill_interesting(&old);
    fill_interesting(&exchanged);
    /* Not over the mask: the lanes that stay are compared with it. */
    Lane *old_to = in_place ? (way & 64 ? a.lane : address.lane) : old.lane;
    Lane *exchanged_to = in_place ? b.lane : exchanged.lane;
    memcpy(&want_old, old_to, sizeof want_old);
    memcpy(&want_exchanged, exchanged_to, sizeof want_exchanged);
    for (uint32_t i = 0; i < n; i++) {
        if (!all && !mask.lane[i])
            continue;
        Lane *p = &want_m[address.lane[i] / 4], was = *p;
        *p = next_word(op, is_signed, was, a.lane[i], b.lane[i]);
        want_old.lane[i] = was;
        want_exchanged.lane[i] = sem_bool(was == a.lane[i]);
    }
    bool compare = op == IRA_COMPARE_EXCHANGE;
    ops->atomic(op, is_signed, shared, used ? old_to : NULL, used && compare ? exchanged_to : NULL,
                (uint8_t *)m, address.lane, op == IRA_LOAD && !in_place ? NULL : a.lane,
                compare ? b.lane : NULL, all ? NULL : mask.lane, n);
    if (memcmp(m, want_m, sizeof m))
        fail_msg("%s: atomic %d, way %u: memory differs", ops->name, op, way);
    if (used && op != IRA_STORE && memcmp(old_to, &want_old, sizeof want_old))
        fail_msg("%s: atomic %d, way %u: old values differ", ops->name, op, way);
    if (used && compare && memcmp(exchanged_to, &want_exchanged, sizeof want_exchanged))
        fail_msg("%s: atomic %d, way %u: exchanged differs", ops->name, op, way);
}

static void against_a_loop(void **state) {
    (void)state;
    FOR_EACH_ISA(ops) {
        for (IrAtomicOp op = 0; op <= IRA_COMPARE_EXCHANGE; op++)
            for (uint32_t way = 0; way < 3 * 512; way++)
                check_atomic(ops, op, way);
    }
}

/* ---- two threads ---- */

enum { THREADS = 2, ROUNDS = 2000, BINS = 7 };

typedef struct Contest {
    const LaneOps *ops;
    Lane count, bins[BINS], least, greatest, lock_free;
    Lane seen[THREADS][ROUNDS]; /* the first old value of each round */
} Contest;

static void contend(void *context, uint32_t worker) {
    Contest *c = context;
    const LaneOps *ops = c->ops;
    Register zero = {{0}}, one, bin, value, old, next, exchanged, first = {{0}};
    uint32_t state = worker + 1;
    ops->splat(one.lane, 1, LANES);
    first.lane[0] = 0xffffffffu;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < LANES; i++) {
            state = state * 1664525 + 1013904223;
            bin.lane[i] = (state >> 16) % BINS * 4;
            value.lane[i] = worker * ROUNDS * LANES + round * LANES + i + 1;
        }
        uint8_t *count = (uint8_t *)&c->count, *lock_free = (uint8_t *)&c->lock_free;
        ops->atomic(IRA_ADD, false, true, old.lane, NULL, count, zero.lane, one.lane, NULL, NULL,
                    LANES);
        c->seen[worker][round] = old.lane[0];
        ops->atomic(IRA_ADD, false, true, NULL, NULL, (uint8_t *)c->bins, bin.lane, one.lane, NULL,
                    NULL, LANES);
        ops->atomic(IRA_MIN, false, true, NULL, NULL, (uint8_t *)&c->least, zero.lane, value.lane,
                    NULL, NULL, LANES);
        ops->atomic(IRA_MAX, false, true, NULL, NULL, (uint8_t *)&c->greatest, zero.lane,
                    value.lane, NULL, NULL, LANES);
        /* Adds one by compare-exchange, retrying until it succeeds. */
        do {
            ops->atomic(IRA_LOAD, false, true, old.lane, NULL, lock_free, zero.lane, NULL, NULL,
                        first.lane, LANES);
            next.lane[0] = old.lane[0] + 1;
            ops->atomic(IRA_COMPARE_EXCHANGE, false, true, NULL, exchanged.lane, lock_free,
                        zero.lane, old.lane, next.lane, first.lane, LANES);
        } while (!exchanged.lane[0]);
    }
}

static void threads(void **state) {
    (void)state;
    ThreadPool *pool = threads_new(THREADS);
    assert_non_null(pool);
    static Contest c;
    FOR_EACH_ISA(ops) {
        memset(&c, 0, sizeof c);
        c.ops = ops;
        c.least = 0xffffffffu;
        threads_run(pool, contend, &c);
        Lane total = 0;
        for (uint32_t i = 0; i < BINS; i++)
            total += c.bins[i];
        assert_int_equal(c.count, THREADS * ROUNDS * LANES);
        assert_int_equal(total, THREADS * ROUNDS * LANES);
        assert_int_equal(c.least, 1);
        assert_int_equal(c.greatest, THREADS * ROUNDS * LANES);
        assert_int_equal(c.lock_free, THREADS * ROUNDS);
        for (uint32_t w = 0; w < THREADS; w++)
            for (uint32_t r = 1; r < ROUNDS; r++)
                assert_true(c.seen[w][r] >= c.seen[w][r - 1] + 1);
    }
    threads_free(pool);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(against_a_loop),
        cmocka_unit_test(threads),
    };
    return cmocka_run_group_tests(test, NULL, NULL);
}
