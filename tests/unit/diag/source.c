/* Lines and places of sources, and lists of diagnostics. */
#include "diag/diag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void check_place(const Source *s, uint32_t offset, uint32_t line, uint32_t column) {
    Place p = source_place(s, offset);
    if (p.line != line || p.column != column)
        fail_msg("offset %u is at %u:%u, not %u:%u", offset, p.line, p.column, line, column);
}

static void lines(void **state) {
    (void)state;
    Arena a = {0};
    Source s;
    /* LF, CRLF, CR, VT, FF, U+0085, U+2028, U+2029 */
    source_init(&s, &a, STR("x"), STR("a\nb\r\nc\rd\ve\ff\xc2\x85g\xe2\x80\xa8h\xe2\x80\xa9i"));
    assert_int_equal(s.lines, 9);
    for (uint32_t i = 1; i <= 9; i++) {
        Str line = source_line(&s, i);
        assert_int_equal(line.len, 1);
        assert_int_equal(line.at[0], 'a' + (int)i - 1);
        check_place(&s, (uint32_t)(line.at - s.text.at), i, 1);
    }
    assert_int_equal(source_line(&s, 0).len, 0);
    assert_int_equal(source_line(&s, 10).len, 0);
    source_init(&s, &a, STR("x"), STR(""));
    assert_int_equal(s.lines, 1);
    check_place(&s, 0, 1, 1);
    check_place(&s, 99, 1, 1);
    source_init(&s, &a, STR("x"), STR("\n\n"));
    assert_int_equal(s.lines, 3);
    check_place(&s, 1, 2, 1);
    check_place(&s, 2, 3, 1);
    assert_int_equal(source_line(&s, 2).len, 0);
    arena_free(&a);
}

static void columns(void **state) {
    (void)state;
    Arena a = {0};
    Source s;
    source_init(&s, &a, STR("x"), STR("\tab\n\xce\xb1\xe2\x82\xac\xf0\x9f\x98\x80z\n"));
    check_place(&s, 0, 1, 1);
    check_place(&s, 1, 1, 2); /* a tab is one column */
    check_place(&s, 3, 1, 4);
    check_place(&s, 4, 2, 1);
    check_place(&s, 6, 2, 2);
    check_place(&s, 9, 2, 3);
    check_place(&s, 13, 2, 4);
    check_place(&s, 15, 3, 1);
    arena_free(&a);
}

static void sorting(void **state) {
    (void)state;
    Arena a = {0};
    DiagList l = {.arena = &a};
    static const uint32_t at[] = {5, 3, 9, 3, 1, 5};
    for (uint32_t i = 0; i < 6; i++)
        diag_add(&l, SEVERITY_WARNING, "c", (Span){at[i], at[i] + 1}, "%u", i);
    diag_sort(&l);
    StrBuf order = {.arena = &a};
    for (uint32_t i = 0; i < l.at.len; i++)
        strbuf_add(&order, l.at.at[i]->message);
    assert_string_equal(order.at, "413052"); /* equals keep their order */
    assert_int_equal(l.errors, 0);
    arena_free(&a);
}

static void limits(void **state) {
    (void)state;
    Arena a = {0};
    DiagList l = {.arena = &a, .limit = 3};
    for (uint32_t i = 0; i < 1000; i++) {
        Diag *d = diag_add(&l, SEVERITY_WARNING, "c", (Span){i, i}, "w");
        diag_note(&l, d, (Span){0, 0}, "note");
        d = diag_add(&l, SEVERITY_ERROR, "c", (Span){i, i}, "e");
        diag_note(&l, d, (Span){0, 0}, "note");
    }
    assert_int_equal(l.errors, 1000);
    assert_int_equal(l.at.len, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(l.at.at[i]->notes.len, 1);
    assert_true(a.used < 100000);
    arena_free(&a);
    l = (DiagList){.arena = &a};
    for (uint32_t i = 0; i < 1000; i++)
        diag_add(&l, SEVERITY_ERROR, "c", (Span){i, i}, "e");
    assert_int_equal(l.at.len, 100);
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),
        cmocka_unit_test(columns),
        cmocka_unit_test(sorting),
        cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
