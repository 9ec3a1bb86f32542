/* Every arithmetic loop of every instruction set against sem_eval, lane by lane. */
#include "lane_test.h"

typedef struct Case {
    const LaneOps *ops;
    Op op;
    bool f16;
    Register in[4];
} Case;

/* A value that an operand of that type may have. */
static uint32_t operand_word(char letter, bool f16) {
    uint32_t w = interesting_word();
    if (letter == 'b')
        return sem_bool(w & 1);
    return letter == 'f' && f16 ? sem_fquant(w) : w;
}

static void fill_operands(Case *c) {
    const OpInfo *info = &op_info[c->op];
    /* FFROMF's operand has the other float type. */
    bool f16 = c->f16 && c->op != OP_FFROMF;
    for (uint32_t k = 0; k < info->operands; k++)
        for (uint32_t i = 0; i < LANES; i++)
            c->in[k].lane[i] = operand_word(info->signature[2 + k], f16);
}

/* in[] as the operation was called with it; lane 0 of operands that are single words. */
static void expect(const Case *c, const Register *d, LaneForm form, uint32_t n, const char *how) {
    const OpInfo *info = &op_info[c->op];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t arg[4] = {0};
        for (uint32_t k = 0; k < info->operands; k++)
            arg[k] = c->in[k].lane[i];
        if (form == FORM_SV)
            arg[0] = c->in[0].lane[0];
        if (form == FORM_VS)
            arg[1] = c->in[1].lane[0];
        uint32_t want = sem_eval(c->op, c->f16, arg), got = d->lane[i];
        if (got != want && !(info->signature[0] == 'f' && same_float(got, want)))
            fail_msg("%s %s%s form %d %s, lane %u: %08x %08x %08x %08x: got %08x, want %08x",
                     c->ops->name, info->name, c->f16 ? " f16" : "", form, how, i, arg[0], arg[1],
                     arg[2], arg[3], got, want);
    }
}

static void check_form(Case *c, LaneFn *fn, LaneForm form) {
    uint32_t operands = op_info[c->op].operands;
    for (uint32_t n = 16; n <= LANES; n = n * 2 + 16) { /* 16, 48, 112, 240 */
        Register d;
        memset(&d, 0xa5, sizeof d);
        fill_operands(c);
        const Lane *arg[4] = {NULL};
        for (uint32_t k = 0; k < operands; k++)
            arg[k] = c->in[k].lane;
        fn(d.lane, arg[0], arg[1], arg[2], arg[3], n);
        expect(c, &d, form, n, "apart");
        if (n < LANES)
            assert_int_equal(d.lane[n], 0xa5a5a5a5);

        /* In place, over each operand that is a register. */
        for (uint32_t k = 0; k < operands; k++) {
            if ((form == FORM_SV && k == 0) || (form == FORM_VS && k == 1))
                continue;
            Register t = c->in[k];
            arg[k] = t.lane;
            fn(t.lane, arg[0], arg[1], arg[2], arg[3], n);
            arg[k] = c->in[k].lane;
            expect(c, &t, form, n, "in place");
        }
    }
}

static void check_operation(Case *c, LaneFn *const fn[FORM_COUNT]) {
    bool binary = op_info[c->op].operands == 2;
    for (uint32_t form = 0; form < FORM_COUNT; form++) {
        assert_true((fn[form] != NULL) == (form == FORM_VV || binary));
        for (uint32_t turn = 0; fn[form] && turn < 20; turn++)
            check_form(c, fn[form], (LaneForm)form);
    }
}

static void alu(void **state) {
    (void)state;
    FOR_EACH_ISA(ops) {
        for (Op op = OP_NONE + 1; op < OP_COUNT; op++) {
            Case c = {.ops = ops, .op = op};
            check_operation(&c, ops->alu[op]);
        }
    }
}

static void alu16(void **state) {
    (void)state;
    FOR_EACH_ISA(ops) {
        for (Op op = OP_NONE + 1; op < OP_COUNT; op++) {
            Case c = {.ops = ops, .op = op, .f16 = true};
            bool is_float = strchr(op_info[op].signature, 'f') != NULL;
            if (is_float)
                check_operation(&c, ops->alu16[op]);
            else
                for (uint32_t form = 0; form < FORM_COUNT; form++)
                    assert_null(ops->alu16[op][form]);
        }
    }
}

/* The divisors for which multiplying by a reciprocal is most easily wrong. */
static void division_by_a_scalar(void **state) {
    (void)state;
    static const Op op[] = {OP_UDIV, OP_UREM, OP_SDIV, OP_SREM};
    FOR_EACH_ISA(ops) {
        for (uint32_t d = 0; d < 3 * 33 + 200; d++) {
            Case c = {.ops = ops};
            Register out;
            uint32_t divisor = d < 99 ? (1u << d / 3 % 32) + d % 3 - 1 : d - 99;
            for (uint32_t i = 0; i < LANES; i++) {
                uint32_t multiple = random_word() / (divisor | 1) * divisor;
                c.in[0].lane[i] = i % 2 ? multiple - i % 3 : interesting_word();
            }
            for (uint32_t sign = 0; sign < 2; sign++, divisor = 0u - divisor)
                for (uint32_t k = 0; k < 4; k++) {
                    c.op = op[k];
                    c.in[1].lane[0] = divisor;
                    ops->alu[c.op][FORM_VS](out.lane, c.in[0].lane, &divisor, NULL, NULL, LANES);
                    expect(&c, &out, FORM_VS, LANES, "divisor");
                }
        }
    }
}

static void selection(void **state) {
    (void)state;
    const LaneOps *best = lane_ops(ISA_BEST);
    assert_non_null(best);
    assert_non_null(lane_ops(ISA_SCALAR));
    assert_string_equal(lane_ops(ISA_SCALAR)->name, "scalar");
    FOR_EACH_ISA(ops) printf("runs here: %s%s\n", ops->name, ops == best ? " (best)" : "");
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(selection),
        cmocka_unit_test(alu),
        cmocka_unit_test(alu16),
        cmocka_unit_test(division_by_a_scalar),
    };
    return cmocka_run_group_tests(test, NULL, NULL);
}
