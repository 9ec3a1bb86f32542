/* A remembered cost is the cost: random patterns, repeated and shifted, against the model itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "observe/memo.h"

static uint32_t random_word(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static void against_the_model(void **state) {
    (void)state;
    static const HwOp ops[] = {HW_LOAD, HW_STORE, HW_ATOMIC};
    uint64_t seed = 1;
    uint32_t models;
    const HwModel *list = hw_list(&models);
    for (uint32_t round = 0; round < 2000; round++) {
        static Memo memo;
        memset(&memo, 0, sizeof memo);
        MemoKey k = {.hw = &list[random_word(&seed) % models],
                     .op = ops[random_word(&seed) % 3],
                     .banked = random_word(&seed) & 1,
                     .width = 4u << random_word(&seed) % 3,
                     .lanes = 1 + random_word(&seed) % HW_MAX_LANES};
        if (k.op == HW_ATOMIC)
            k.width = 4;
        uint32_t mask[4] = {0}, address[HW_MAX_LANES];
        for (uint32_t i = 0; i < k.lanes; i++)
            mask[i / 32] |= (uint32_t)(random_word(&seed) % 4 != 0) << (i % 32);
        if (!(mask[0] | mask[1] | mask[2] | mask[3]))
            continue;
        uint32_t spread = 1 + random_word(&seed) % 200;
        for (uint32_t i = 0; i < k.lanes; i++)
            address[i] = random_word(&seed) % spread * k.width;
        k.mask = mask;
        k.address = address;
        for (uint32_t shift = 0; shift < 40; shift++) { /* the same pattern, further on */
            const MemoCost *c = memo_cost(&memo, &k);
            if (k.banked) {
                HwBankCost b = hw_bank_cost(k.hw, k.op, k.width, k.lanes, mask, address);
                assert_int_equal(c->bank.wavefronts, b.wavefronts);
                assert_int_equal(c->bank.ideal, b.ideal);
            } else {
                HwSectorCost s = hw_sector_cost(k.hw, k.op, k.width, k.lanes, mask, address);
                assert_int_equal(c->sector.sectors, s.sectors);
                assert_int_equal(c->sector.ideal, s.ideal);
                assert_int_equal(c->sector.requests, s.requests);
            }
            for (uint32_t i = 0; i < k.lanes; i++)
                address[i] += k.width;
        }
    }
}

static void same_address(void **state) {
    (void)state;
    uint32_t models, mask = 0xff, address[8] = {4, 8, 4, 12, 4, 8, 4, 0};
    static Memo memo;
    MemoKey k = {.hw = hw_list(&models),
                 .op = HW_ATOMIC,
                 .banked = true,
                 .atomic = true,
                 .width = 4,
                 .lanes = 8,
                 .mask = &mask,
                 .address = address};
    assert_int_equal(memo_cost(&memo, &k)->same_address, 4);
    mask = 0xf2; /* lanes 1, 4..7 */
    assert_int_equal(memo_cost(&memo, &k)->same_address, 2);
    assert_int_equal(memo_cost(&memo, &k)->active, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(against_the_model),
                                       cmocka_unit_test(same_address)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
