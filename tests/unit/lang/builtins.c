/* The table of builtins holds together. */
#include "lang/builtins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void every_builtin_is_found_by_its_name(void **state) {
    (void)state;
    for (int b = BUILTIN_NONE + 1; b < BUILTIN_COUNT; b++)
        assert_int_equal(builtin_find(str_from_c(builtin_info[b].name)), b);
    assert_int_equal(builtin_find(STR("abS")), BUILTIN_NONE);
    assert_int_equal(builtin_find(STR("")), BUILTIN_NONE);
}

/* Overloads belong to the builtin they stand behind. */
static void overloads_are_where_they_belong(void **state) {
    (void)state;
    assert_null(builtin_info[BUILTIN_NONE].overload[0]);
    assert_null(builtin_info[BUILTIN_bitcast].overload[0]);
    assert_string_equal(builtin_info[BUILTIN_all].overload[1], "(vecN<bool>) -> bool");
    assert_null(builtin_info[BUILTIN_all].overload[2]);
    assert_string_equal(builtin_info[BUILTIN_workgroupBarrier].overload[0], "()");
    for (int b = BUILTIN_bitcast + 1; b < BUILTIN_COUNT; b++)
        assert_non_null(builtin_info[b].overload[0]);
}

static uint32_t parameters(const char *signature) {
    const char *at = strchr(signature, '('), *end = strstr(signature, ") ->");
    uint32_t n = at[1] != ')';
    for (int depth = 0; at < end; at++) {
        depth += (*at == '<') - (*at == '>');
        n += *at == ',' && depth == 0;
    }
    return n;
}

/* What is lowered component by component has an operation, with an operand a parameter. */
static void componentwise_builtins_have_operations(void **state) {
    (void)state;
    for (int b = BUILTIN_NONE + 1; b < BUILTIN_COUNT; b++) {
        const BuiltinInfo *i = &builtin_info[b];
        const Op op[] = {i->op_f, i->op_s, i->op_u};
        bool any = false;
        for (int k = 0; k < 3; k++) {
            if (op[k] == OP_NONE)
                continue;
            any = true;
            if (op_info[op[k]].operands != parameters(i->overload[0]))
                fail_msg("%s takes %u operands", i->name, op_info[op[k]].operands);
        }
        assert_int_equal(any, (i->flags & BF_COMPONENTWISE) != 0);
    }
}

static void flags_agree(void **state) {
    (void)state;
    for (int b = BUILTIN_NONE + 1; b < BUILTIN_COUNT; b++) {
        const BuiltinInfo *i = &builtin_info[b];
        bool touches = i->flags & (BF_ATOMIC | BF_TEXTURE | BF_SUBGROUP | BF_BARRIER);
        assert_false(touches && (i->flags & BF_CONST));
        assert_int_equal(strncmp(i->name, "atomic", 6) == 0, (i->flags & BF_ATOMIC) != 0);
        assert_int_equal(strncmp(i->name, "texture", 7) == 0 && b != BUILTIN_textureBarrier,
                         (i->flags & BF_TEXTURE) != 0);
        assert_int_equal(strncmp(i->name, "subgroup", 8) == 0 || strncmp(i->name, "quad", 4) == 0,
                         (i->flags & BF_SUBGROUP) != 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_builtin_is_found_by_its_name),
        cmocka_unit_test(overloads_are_where_they_belong),
        cmocka_unit_test(componentwise_builtins_have_operations),
        cmocka_unit_test(flags_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
