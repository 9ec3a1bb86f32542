/* Whole registers, masks and addresses, against plain loops. */
#include "lane_test.h"

static void copies_and_merges(void **state) {
    (void)state;
    FOR_EACH_ISA(ops) {
        for (uint32_t n = 16; n <= LANES; n += 16) {
            Register a, m, d, want;
            fill_interesting(&a);
            fill_mask(&m, 2);

            fill_interesting(&d);
            want = d;
            memcpy(&want, &a, n * sizeof(Lane));
            ops->copy(d.lane, a.lane, n);
            assert_memory_equal(&d, &want, sizeof d);

            for (uint32_t i = 0; i < n; i++)
                want.lane[i] = m.lane[i] ? 77 : a.lane[i];
            ops->merge_scalar(d.lane, 77, m.lane, n);
            assert_memory_equal(&d, &want, sizeof d);
            ops->merge(d.lane, a.lane, m.lane, n);
            assert_memory_equal(d.lane, a.lane, n * sizeof(Lane));

            for (uint32_t i = 0; i < n; i++)
                want.lane[i] = a.lane[i] & ~m.lane[i];
            ops->and_not(d.lane, a.lane, m.lane, n);
            assert_memory_equal(&d, &want, sizeof d);

            for (uint32_t i = 0; i < n; i++)
                want.lane[i] = 0xfffffff0u + i * 3;
            ops->iota(d.lane, 0xfffffff0u, 3, n);
            assert_memory_equal(&d, &want, sizeof d);
            for (uint32_t i = 0; i < n; i++)
                want.lane[i] = 0x1234;
            ops->splat(d.lane, 0x1234, n);
            assert_memory_equal(&d, &want, sizeof d);
        }
    }
}

static void masks(void **state) {
    (void)state;
    FOR_EACH_ISA(ops) {
        for (uint32_t n = 16; n <= LANES; n += 16) {
            Register m;
            uint32_t bits[LANES / 32 + 1];
            fill_mask(&m, 1);
            assert_false(ops->any(m.lane, n));
            m.lane[n - 1] = 0xffffffffu;
            assert_true(ops->any(m.lane, n));
            fill_mask(&m, 0);
            assert_true(ops->all(m.lane, n));
            m.lane[n - 1] = 0;
            assert_false(ops->all(m.lane, n));

            fill_mask(&m, 2);
            memset(bits, 0xa5, sizeof bits);
            ops->to_bits(bits, m.lane, n);
            for (uint32_t i = 0; i < (n + 31) / 32 * 32; i++)
                assert_int_equal(bits[i / 32] >> i % 32 & 1, i < n && m.lane[i]);
            assert_int_equal(bits[(n + 31) / 32], 0xa5a5a5a5);
        }
    }
}

static void affine(void **state) {
    (void)state;
    FOR_EACH_ISA(ops) {
        for (uint32_t n = 16; n <= LANES; n += 48) {
            static const Lane step[] = {0, 4, 16, 0xfffffffc, 0x40000001};
            for (size_t s = 0; s < sizeof step / sizeof *step; s++) {
                Register d;
                int32_t stride = 99;
                for (uint32_t i = 0; i < LANES; i++)
                    d.lane[i] = 0xffffff00u + i * step[s];
                assert_true(ops->is_affine(d.lane, &stride, n));
                assert_int_equal((Lane)stride, step[s]);
                for (uint32_t i = 2; i < n; i++) {
                    d.lane[i] ^= 0x80000000u;
                    stride = 99;
                    assert_false(ops->is_affine(d.lane, &stride, n));
                    assert_int_equal(stride, 99);
                    d.lane[i] ^= 0x80000000u;
                }
            }
        }
    }
}

/* Where the result of an address computation goes: a register of its own, or that of the index. */
typedef enum Target { APART, OVER_INDEX } Target;

static void check_address(const LaneOps *ops, uint32_t limit, uint32_t stride, bool add,
                          bool with_raw, Target d_at, Target raw_at) {
    Register index, d, raw, want_d, want_raw;
    uint32_t bits[LANES / 32] = {0}, want_bits[LANES / 32] = {0}, base = interesting_word();
    bool out = false;
    uint32_t kind = random_word() % 2; /* all in bounds, or not */
    for (uint32_t i = 0; i < LANES; i++)
        index.lane[i] = kind ? random_word() % limit : interesting_word();
    fill_interesting(&d);
    fill_interesting(&raw);
    Lane *to = d_at == OVER_INDEX ? index.lane : d.lane;
    Lane *raw_to = raw_at == OVER_INDEX ? index.lane : raw.lane;
    bits[3] = want_bits[3] = 0x10; /* stays */
    for (uint32_t i = 0; i < LANES; i++) {
        Lane x = index.lane[i], used = x >= limit ? limit - 1 : x;
        if (x >= limit) {
            out = true;
            want_bits[i / 32] |= 1u << i % 32;
        }
        want_d.lane[i] = used * stride + base + (add ? to[i] : 0);
        want_raw.lane[i] = x * stride + base + (add ? raw_to[i] : 0);
    }
    bool with_bits = random_word() % 4;
    bool got = ops->address(to, with_raw ? raw_to : NULL, index.lane, limit, stride, base, add,
                            with_bits ? bits : NULL, LANES);
    assert_int_equal(got, out);
    if (with_bits)
        assert_memory_equal(bits, want_bits, sizeof bits);
    assert_memory_equal(to, &want_d, sizeof want_d);
    if (with_raw)
        assert_memory_equal(raw_to, &want_raw, sizeof want_raw);
}

static void addresses(void **state) {
    (void)state;
    static const uint32_t limit[] = {1, 2, 16, 1000, 0x80000000, 0xffffffff};
    static const uint32_t stride[] = {0, 1, 2, 4, 12, 16, 68, 0x80000000};
    FOR_EACH_ISA(ops) {
        for (size_t l = 0; l < sizeof limit / sizeof *limit; l++)
            for (size_t s = 0; s < sizeof stride / sizeof *stride; s++)
                for (uint32_t way = 0; way < 32; way++) {
                    bool with_raw = way & 2;
                    Target d_at = way & 4 ? OVER_INDEX : APART;
                    Target raw_at = way & 8 && d_at == APART ? OVER_INDEX : APART;
                    check_address(ops, limit[l], stride[s], way & 1, with_raw, d_at, raw_at);
                }
    }
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(copies_and_merges),
        cmocka_unit_test(masks),
        cmocka_unit_test(affine),
        cmocka_unit_test(addresses),
    };
    return cmocka_run_group_tests(test, NULL, NULL);
}
