/* The human form of diagnostics. */
#include "diag/diag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct Case {
    const char *text;
    uint32_t start, end;
    const char *want;
} Case;

static void check(const Case *cases, uint32_t count) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        Arena a = {0};
        Source s;
        DiagList l = {.arena = &a};
        source_init(&s, &a, STR("f.wgsl"), str_from_c(cases[i].text));
        Span span = {cases[i].start, cases[i].end};
        Diag *d = diag_add(&l, SEVERITY_ERROR, "code", span, "wrong");
        StrBuf out = {.arena = &a};
        diag_render(&out, &s, d, false);
        if (!str_is(strbuf_str(&out), cases[i].want)) {
            print_error("---- gave:\n%.*s---- wanted:\n%s", STR_ARG(out), cases[i].want);
            wrong++;
        }
        arena_free(&a);
    }
    assert_int_equal(wrong, 0);
}

static void ranges(void **state) {
    (void)state;
    static const Case cases[] = {
        {"let x = abc;\n", 8, 11,
         "f.wgsl:1:9: error: wrong [code]\n    let x = abc;\n            ^~~\n"},
        {"abc", 0, 1, "f.wgsl:1:1: error: wrong [code]\n    abc\n    ^\n"},
        /* nothing, the end of a line, the end of the text, beyond it */
        {"abc", 1, 1, "f.wgsl:1:2: error: wrong [code]\n    abc\n     ^\n"},
        {"abc\ndef", 3, 3, "f.wgsl:1:4: error: wrong [code]\n    abc\n       ^\n"},
        {"abc\r\ndef", 3, 5, "f.wgsl:1:4: error: wrong [code]\n    abc\n       ^\n"},
        {"abc", 3, 3, "f.wgsl:1:4: error: wrong [code]\n    abc\n       ^\n"},
        {"abc\n", 90, 95, "f.wgsl:2:1: error: wrong [code]\n    \n    ^\n"},
        /* the first line of several */
        {"a b c\nd e f", 2, 9, "f.wgsl:1:3: error: wrong [code]\n    a b c\n      ^~~\n"},
        {"", 0, 0, "f.wgsl:1:1: error: wrong [code]\n"},
    };
    check(cases, sizeof cases / sizeof cases[0]);
}

static void odd_characters(void **state) {
    (void)state;
    static const Case cases[] = {
        {"\t\tx = y;", 6, 7, "f.wgsl:1:7: error: wrong [code]\n    \t\tx = y;\n    \t\t    ^\n"},
        {"a\tbc", 2, 4, "f.wgsl:1:3: error: wrong [code]\n    a\tbc\n     \t^~\n"},
        /* wide and combining characters */
        {"\xe6\x9c\x9d\xe7\x84\xbc = b", 9, 10,
         "f.wgsl:1:6: error: wrong [code]\n    \xe6\x9c\x9d\xe7\x84\xbc = b\n           ^\n"},
        {"\xe6\x9c\x9d\xe7\x84\xbc", 0, 6,
         "f.wgsl:1:1: error: wrong [code]\n    \xe6\x9c\x9d\xe7\x84\xbc\n    ^~~~\n"},
        {"e\xcc\x81 b", 4, 5, "f.wgsl:1:4: error: wrong [code]\n    e\xcc\x81 b\n      ^\n"},
        /* what could paint over the terminal, or is not UTF-8 */
        {"a \x1b[2J b", 7, 8,
         "f.wgsl:1:8: error: wrong [code]\n    a \xef\xbf\xbd[2J b\n           ^\n"},
        {"a \xe2\x80\xae b", 6, 7,
         "f.wgsl:1:5: error: wrong [code]\n    a \xef\xbf\xbd b\n        ^\n"},
        {"a \xff\xff b", 2, 3,
         "f.wgsl:1:3: error: wrong [code]\n    a \xef\xbf\xbd\xef\xbf\xbd b\n      ^\n"},
    };
    check(cases, sizeof cases / sizeof cases[0]);
}

/* Of a long line a window is shown, and the caret stands under its place. */
static void long_lines(void **state) {
    (void)state;
    Arena a = {0};
    for (uint32_t at = 0; at < 5000; at += 7) {
        char *text = arena_alloc(&a, 5001, 1);
        memset(text, '-', 5000);
        text[at] = 'X';
        Source s;
        DiagList l = {.arena = &a};
        source_init(&s, &a, STR("f"), (Str){text, 5000});
        StrBuf out = {.arena = &a};
        diag_render(&out, &s, diag_add(&l, SEVERITY_ERROR, "c", (Span){at, at + 1}, "m"), false);
        const char *line = strchr(out.at, '\n') + 1, *carets = strchr(line, '\n') + 1;
        assert_true(carets - line < 180);
        assert_int_equal(strchr(line, 'X') - line, strchr(carets, '^') - carets);
        assert_int_equal(strncmp(line, "    ...", 7) == 0, at > 64);
        assert_int_equal(strncmp(carets - 4, "...\n", 4) == 0, at < 4900);
    }
    arena_free(&a);
}

static void lists(void **state) {
    (void)state;
    Arena a = {0};
    Source s;
    DiagList l = {.arena = &a, .limit = 2};
    source_init(&s, &a, STR("f.wgsl"), STR("one two\nthree\n"));
    StrBuf out = {.arena = &a};
    strbuf_add(&out, STR(""));
    diag_render_all(&out, &s, &l, false);
    assert_string_equal(out.at, "");
    Diag *d = diag_add(&l, SEVERITY_WARNING, "w", (Span){0, 3}, "odd");
    diag_note(&l, d, (Span){8, 13}, "see here");
    diag_render_all(&out, &s, &l, false);
    assert_string_equal(out.at, "f.wgsl:1:1: warning: odd [w]\n    one two\n    ^~~\n"
                                "f.wgsl:2:1: note: see here\n    three\n    ^~~~~\n");
    out.len = 0;
    for (uint32_t i = 0; i < 3; i++)
        diag_add(&l, SEVERITY_ERROR, "e", (Span){4, 7}, "bad");
    diag_render_all(&out, &s, &l, false);
    assert_non_null(strstr(out.at, "f.wgsl:1:5: error: bad [e]\n    one two\n        ^~~\n"
                                   "1 warning and 3 errors generated (the first 2 are shown)\n"));
    arena_free(&a);
}

static void colours(void **state) {
    (void)state;
    Arena a = {0};
    Source s;
    DiagList l = {.arena = &a};
    source_init(&s, &a, STR("f"), STR("x"));
    StrBuf out = {.arena = &a};
    diag_render(&out, &s, diag_add(&l, SEVERITY_ERROR, "c", (Span){0, 1}, "m"), true);
    assert_string_equal(out.at, "\033[1mf:1:1: \033[1;31merror: \033[0m\033[1mm\033[0m [c]\n    x\n"
                                "    \033[1;32m^\033[0m\n");
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges), cmocka_unit_test(odd_characters), cmocka_unit_test(long_lines),
        cmocka_unit_test(lists),  cmocka_unit_test(colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
