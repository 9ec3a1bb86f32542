/* Pads tried in the model: the numbers of the 16 x 16 transpose, nested and flattened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "observe/record.h"

typedef struct Fixture {
    Arena arena;
    TypeTable types;
    IrModule module;
    RecordedAccess write, read;
    RecordList recorded;
    CostResult result;
} Fixture;

/* Records the row write and the column read of one workgroup of a 16 x 16 tile. */
static void fill(Fixture *f, const Type *type, const HwModel *hw) {
    vec_push(&f->arena, &f->module.objects, (IrObject){0});
    vec_push(&f->arena, &f->module.objects,
             (IrObject){.name = STR("tile"), .space = SPACE_WORKGROUP, .type = type, .size = 1024});
    f->write = (RecordedAccess){.object = 1, .op = HW_STORE};
    f->read = (RecordedAccess){.object = 1, .op = HW_LOAD};
    CostAccess sum[2] = {{.object = 1, .op = MEMORY_STORE, .space = SPACE_WORKGROUP},
                         {.object = 1, .op = MEMORY_LOAD, .space = SPACE_WORKGROUP}};
    for (uint32_t s = 0; s < 8; s++) {
        uint32_t mask[4] = {~0u}, row[32], column[32];
        Record one = {.lanes = 32, .mask = {~0u}, .width = 4};
        for (uint32_t i = 0; i < 32; i++) {
            uint32_t x = i % 16, y = s * 2 + i / 16;
            row[i] = 4 * (y * 16 + x);
            column[i] = 4 * (x * 16 + y);
        }
        assert_true(record_add(&f->write, &one, row));
        assert_true(record_add(&f->read, &one, column));
        HwBankCost w = hw_bank_cost(hw, HW_STORE, 4, 32, mask, row),
                   r = hw_bank_cost(hw, HW_LOAD, 4, 32, mask, column);
        sum[0].wavefronts += w.wavefronts;
        sum[0].ideal_wavefronts += w.ideal;
        sum[1].wavefronts += r.wavefronts;
        sum[1].ideal_wavefronts += r.ideal;
        sum[1].worst = (CostSample){.lanes = 32, .mask = {~0u}, .bank = r};
        memcpy(sum[1].worst.address, column, sizeof column);
    }
    vec_push(&f->arena, &f->recorded, &f->write);
    vec_push(&f->arena, &f->recorded, &f->read);
    vec_push(&f->arena, &f->result.accesses, sum[0]);
    vec_push(&f->arena, &f->result.accesses, sum[1]);
}

static void check(bool flattened) {
    Fixture *f = test_calloc(1, sizeof *f);
    uint32_t models;
    const HwModel *hw = hw_list(&models);
    types_init(&f->types, &f->arena);
    const Type *row = type_array(&f->types, f->types.f32, 16);
    fill(f, flattened ? type_array(&f->types, f->types.f32, 256) : type_array(&f->types, row, 16),
         hw);
    cost_try_pads(&f->arena, &f->module, hw, &f->recorded, &f->result);
    assert_int_equal(f->result.causes.len, 1);
    assert_int_equal(f->result.causes.at[0].access, 1);
    assert_int_equal(f->result.causes.at[0].stride, 16);
    assert_int_equal(f->result.causes.at[0].run, 16);
    assert_int_equal(f->result.pads.len, COST_MOST_PAD + 1);
    static const uint32_t want[] = {72, 32, 24};
    for (uint32_t i = 0; i < 3; i++) {
        const CostPad *p = &f->result.pads.at[i];
        assert_int_equal(p->pad, i);
        assert_int_equal(p->dimension, 16);
        assert_int_equal(p->flattened, flattened);
        assert_int_equal(p->wavefronts, want[i]);
        assert_int_equal(p->ideal, 16);
        assert_int_equal(p->extra_bytes, i * 16 * 4);
    }
    record_free(&f->write);
    record_free(&f->read);
    arena_free(&f->arena);
    test_free(f);
}

static void nested(void **state) {
    (void)state;
    check(false);
}

static void flattened(void **state) {
    (void)state;
    check(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nested), cmocka_unit_test(flattened)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
