/* Loads, stores and atomics of every instruction set against plain loops over the lanes. */
#include "lane_test.h"

enum { MEMORY = 64 * 1024 };

/* Address patterns, in elements of `bytes` bytes of which each lane touches all. */
typedef enum Pattern {
    RUN,         /* one after the other */
    RUN_SHIFTED, /* the same, not aligned to anything but the element's component */
    RUNS,        /* runs of 16 lanes in random order */
    STRIDED,     /* an element between two */
    BACKWARDS,
    EQUAL,
    EQUAL_BY_16, /* another one for every 16 lanes */
    ALMOST_RUN,  /* but one lane */
    FEW,         /* random among 8 */
    ANYWHERE,
    PATTERNS,
} Pattern;

static void fill_addresses(Register *r, Pattern p, uint32_t component, uint32_t bytes) {
    uint32_t most = MEMORY / bytes - 1, odd = random_word() % LANES;
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t e = i;
        switch (p) {
        case RUNS: e = (i / 16 * 7 % 16) * 40 + i % 16; break;
        case STRIDED: e = 2 * i; break;
        case BACKWARDS: e = LANES - i; break;
        case EQUAL: e = 5; break;
        case EQUAL_BY_16: e = i / 16 * 3; break;
        case ALMOST_RUN: e = i == odd ? LANES : i; break;
        case FEW: e = random_word() % 8; break;
        case ANYWHERE: e = random_word() % most; break;
        default: break;
        }
        r->lane[i] = e * bytes + (p == RUN_SHIFTED || p == FEW ? component : 0);
    }
}

static uint8_t *memory_new(void) {
    uint8_t *m = aligned_alloc(64, MEMORY);
    assert_non_null(m);
    for (uint32_t i = 0; i < MEMORY; i += 4) {
        uint32_t w = random_word();
        memcpy(m + i, &w, 4);
    }
    return m;
}

static void expect_same(const LaneOps *ops, const char *what, uint32_t components, Pattern p,
                        const void *got, const void *want, size_t size) {
    if (memcmp(got, want, size))
        fail_msg("%s: %s of %u components, pattern %d differs", ops->name, what, components, p);
}

/* What lies at an address, as a register has it. */
static Lane read_word(const uint8_t *m, uint32_t address, uint32_t component) {
    if (component == 4) {
        uint32_t w;
        memcpy(&w, m + address, 4);
        return w;
    }
    uint16_t h;
    memcpy(&h, m + address, 2);
    return sem_hfrombits(h);
}
static void write_word(uint8_t *m, uint32_t address, uint32_t component, Lane v) {
    uint16_t h = (uint16_t)sem_hbits(v);
    memcpy(m + address, component == 4 ? (const void *)&v : (const void *)&h, component);
}

static void check_load(const LaneOps *ops, const uint8_t *m, uint32_t component,
                       uint32_t components, Pattern p, uint32_t n, uint32_t over) {
    Register a, d[4], want[4];
    Lane *to[4];
    fill_addresses(&a, p, component, component * components);
    for (uint32_t k = 0; k < components; k++) {
        fill_interesting(&d[k]);
        to[k] = over == k ? a.lane : d[k].lane;
        want[k] = over == k ? a : d[k];
    }
    for (uint32_t k = 0; k < components; k++)
        for (uint32_t i = 0; i < n; i++)
            want[k].lane[i] = read_word(m, a.lane[i] + component * k, component);
    (component == 4 ? ops->load32 : ops->load16)(to, m, a.lane, components, n);
    for (uint32_t k = 0; k < components; k++)
        for (uint32_t i = 0; i < LANES; i++)
            if (to[k][i] != want[k].lane[i] &&
                !(component == 2 && same_float(to[k][i], want[k].lane[i])))
                fail_msg("%s: load of %u x %u bytes, pattern %d, lane %u, component %u: %08x, "
                         "want %08x",
                         ops->name, components, component, p, i, k, to[k][i], want[k].lane[i]);
}

static void loads(void **state) {
    (void)state;
    uint8_t *m = memory_new();
    FOR_EACH_ISA(ops) {
        for (uint32_t component = 2; component <= 4; component += 2)
            for (uint32_t components = 1; components <= 4; components++)
                for (Pattern p = 0; p < PATTERNS; p++)
                    for (uint32_t n = 16; n <= LANES; n += 80)
                        for (uint32_t over = 0; over <= components; over++)
                            check_load(ops, m, component, components, p, n, over);
    }
    free(m);
}

static void check_store(const LaneOps *ops, uint8_t *m, uint8_t *want, uint32_t component,
                        uint32_t components, Pattern p, uint32_t n, uint32_t mask_kind) {
    Register a, s[4], mask;
    Lane *from[4];
    fill_addresses(&a, p, component, component * components);
    fill_mask(&mask, mask_kind % MASKS);
    bool all = mask_kind == MASKS;
    for (uint32_t k = 0; k < components; k++) {
        for (uint32_t i = 0; i < LANES; i++) /* no NaN, whose bits may differ */
            s[k].lane[i] = component == 4 ? random_word() : sem_fquant(random_word() & 0xbfffffff);
        from[k] = s[k].lane;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; (all || mask.lane[i]) && k < components; k++)
            write_word(want, a.lane[i] + component * k, component, s[k].lane[i]);
    (component == 4 ? ops->store32 : ops->store16)(m, a.lane, from, components,
                                                   all ? NULL : mask.lane, n);
    expect_same(ops, component == 4 ? "store32" : "store16", components, p, m, want, MEMORY);
}

static void stores(void **state) {
    (void)state;
    uint8_t *m = memory_new(), *want = memory_new();
    memcpy(want, m, MEMORY);
    FOR_EACH_ISA(ops) {
        for (uint32_t component = 2; component <= 4; component += 2)
            for (uint32_t components = 1; components <= 4; components++)
                for (Pattern p = 0; p < PATTERNS; p++)
                    for (uint32_t n = 16; n <= LANES; n += 80)
                        for (uint32_t mask = 0; mask <= MASKS; mask++)
                            check_store(ops, m, want, component, components, p, n, mask);
    }
    free(m);
    free(want);
}

/* Offsets from 2^31 on are not negative. */
static void far_addresses(void **state) {
    (void)state;
    uint8_t *m = memory_new();
    FOR_EACH_ISA(ops) {
        Register a, d;
        Lane *to[] = {d.lane};
        for (uint32_t i = 0; i < LANES; i++)
            a.lane[i] = 0x90000000u + i * (i < 64 ? 4 : 8);
        ops->load32(to, m - 0x90000000u, a.lane, 1, LANES);
        for (uint32_t i = 0; i < LANES; i++)
            assert_int_equal(d.lane[i], read_word(m, a.lane[i] - 0x90000000u, 4));
    }
    free(m);
}

static void private_memory(void **state) {
    (void)state;
    enum { WORDS = 9 };
    static _Alignas(64) Lane m[WORDS * LANES], want[WORDS * LANES];
    FOR_EACH_ISA(ops) {
        for (uint32_t turn = 0; turn < 200; turn++) {
            Register w, d, s, mask;
            bool all = turn % 5 == 0;
            fill_mask(&mask, turn % MASKS);
            fill_interesting(&s);
            for (uint32_t i = 0; i < LANES; i++)
                w.lane[i] = turn % 3 == 0   ? turn % WORDS
                            : turn % 3 == 1 ? i / 16 % WORDS
                                            : random_word() % WORDS;
            for (uint32_t i = 0; i < LANES; i++)
                if (all || mask.lane[i])
                    want[w.lane[i] * LANES + i] = s.lane[i];
            ops->store_private(m, w.lane, LANES, s.lane, all ? NULL : mask.lane, LANES);
            assert_memory_equal(m, want, sizeof m);
            for (uint32_t i = 0; i < LANES; i++)
                s.lane[i] = want[w.lane[i] * LANES + i];
            ops->load_private(d.lane, m, w.lane, LANES, LANES);
            assert_memory_equal(&d, &s, sizeof d);
            ops->load_private(w.lane, m, w.lane, LANES, LANES); /* in place */
            assert_memory_equal(&w, &s, sizeof d);
        }
    }
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(loads),
        cmocka_unit_test(stores),
        cmocka_unit_test(far_addresses),
        cmocka_unit_test(private_memory),
    };
    return cmocka_run_group_tests(test, NULL, NULL);
}
