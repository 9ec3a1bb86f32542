/* Edits, drafts and their diffs. A diff is proven by applying it: what comes out is the draft's
 * text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "rewrite/diff.h"

/* ---- a plain reader of unified diffs ---- */

/* Appends line `n` (from 0) of a text with its end; false behind the last. */
static bool next_line(Str text, uint32_t *at, Str *line) {
    if (*at >= text.len)
        return false;
    const char *end = memchr(text.at + *at, '\n', text.len - *at);
    uint32_t to = end ? (uint32_t)(end - text.at) + 1 : text.len;
    *line = (Str){text.at + *at, to - *at};
    *at = to;
    return true;
}

static bool starts(Str s, const char *with) {
    uint32_t n = (uint32_t)strlen(with);
    return s.len >= n && memcmp(s.at, with, n) == 0;
}

/* Applies a diff; every context and removed line must be the original's. */
static Str apply_diff(Arena *a, Str original, Str diff) {
    StrBuf out = {.arena = a};
    uint32_t at = 0, from = 0, number = 0;
    char sign = ' ';
    Str line, old;
    while (next_line(diff, &at, &line)) {
        if (starts(line, "--- ") || starts(line, "+++ "))
            continue;
        if (starts(line, "@@ -")) {
            uint32_t first = (uint32_t)strtoul(line.at + 4, NULL, 10);
            const char *comma = memchr(line.at, ',', line.len),
                       *plus = memchr(line.at, '+', line.len);
            bool nothing = comma && comma < plus && comma[1] == '0';
            while (number + !nothing < first && next_line(original, &from, &old)) {
                strbuf_add(&out, old);
                number++;
            }
            continue;
        }
        if (line.at[0] == '\\') { /* the line before has no end */
            out.len -= sign != '-';
            continue;
        }
        Str rest = {line.at + 1, line.len - 1};
        sign = line.at[0];
        if (line.at[0] != '+') {
            assert_true(next_line(original, &from, &old));
            number++;
            bool ends = old.len && old.at[old.len - 1] == '\n';
            assert_true(str_eq(old, rest) || (!ends && old.len + 1 == rest.len &&
                                              memcmp(old.at, rest.at, old.len) == 0));
        }
        if (line.at[0] == ' ')
            strbuf_add(&out, rest);
        if (line.at[0] == '+')
            strbuf_add(&out, rest);
    }
    while (next_line(original, &from, &old))
        strbuf_add(&out, old);
    return strbuf_str(&out);
}

static void check_diff(Arena *a, const Draft *d) {
    StrBuf diff = {.arena = a};
    diff_unified(&diff, d, STR("name"), false);
    if (str_eq(d->original, d->text)) {
        assert_int_equal(diff.len, 0);
        return;
    }
    Str found = apply_diff(a, d->original, strbuf_str(&diff));
    if (!str_eq(found, d->text))
        fail_msg("original:\n%.*s\nwanted:\n%.*s\nfound:\n%.*s\ndiff:\n%.*s", STR_ARG(d->original),
                 STR_ARG(d->text), STR_ARG(found), STR_ARG(strbuf_str(&diff)));
}

/* ---- edits ---- */

static void edits_are_sorted_and_apart(void **state) {
    (void)state;
    Arena a = {0};
    EditList l = {0};
    edit_insert(&a, &l, 3, STR("x"));
    edit_replace(&a, &l, (Span){1, 2}, STR("yy"));
    edit_insert(&a, &l, 3, STR("z"));
    assert_true(edit_sort(&l));
    assert_true(str_is(edit_apply(&a, STR("abcdef"), &l), "ayycxzdef"));
    assert_int_equal(edit_map(&l, 0), 0);
    assert_int_equal(edit_map(&l, 2), 3);
    assert_int_equal(edit_map(&l, 3), 6);
    assert_int_equal(edit_map(&l, 6), 9);
    edit_replace(&a, &l, (Span){0, 2}, STR(""));
    assert_false(edit_sort(&l));
    arena_free(&a);
}

static void drafts_know_what_is_original(void **state) {
    (void)state;
    Arena a = {0};
    Draft d;
    EditList first = {0}, second = {0};
    draft_init(&d, &a, STR("one two three"));
    edit_replace(&a, &first, (Span){4, 7}, STR("2"));
    assert_true(edit_sort(&first));
    draft_apply(&d, &first);
    assert_true(str_is(d.text, "one 2 three"));
    edit_replace(&a, &second, (Span){4, 8}, STR("and t"));
    assert_true(edit_sort(&second));
    draft_apply(&d, &second);
    assert_true(str_is(d.text, "one and tree"));
    assert_int_equal(draft_origin(&d, 0), 0);
    assert_int_equal(draft_origin(&d, 9), 10);
    assert_int_equal(draft_origin(&d, 5), 10); /* new text: what it stands before */
    check_diff(&a, &d);
    arena_free(&a);
}

/* ---- diffs ---- */

static Str lines(Arena *a, uint32_t n) {
    StrBuf b = {.arena = a};
    for (uint32_t i = 1; i <= n; i++)
        strbuf_addf(&b, "line %u\n", i);
    return strbuf_str(&b);
}

static void diff_of_an_insertion(void **state) {
    (void)state;
    Arena a = {0};
    Draft d;
    EditList l = {0};
    StrBuf diff = {.arena = &a};
    draft_init(&d, &a, lines(&a, 9));
    edit_insert(&a, &l, 28, STR("new\n")); /* before line 5 */
    assert_true(edit_sort(&l));
    draft_apply(&d, &l);
    diff_unified(&diff, &d, STR("a\tb"), false);
    assert_string_equal(diff.at,
                        "--- \"a\\011b\"\n+++ \"a\\011b\"\n@@ -2,6 +2,7 @@\n line 2\n line 3\n"
                        " line 4\n+new\n line 5\n line 6\n line 7\n");
    arena_free(&a);
}

static void diff_at_the_ends(void **state) {
    (void)state;
    static const struct {
        const char *original;
        Span span;
        const char *text;
    } cases[] = {
        {"", {0, 0}, "a"},         {"", {0, 0}, "a\n"},       {"a", {0, 1}, ""},
        {"a", {1, 1}, "b"},        {"a", {1, 1}, "\n"},       {"a\n", {1, 2}, ""},
        {"a\nb", {2, 3}, "c"},     {"a\nb", {3, 3}, "\nc"},   {"a\nb\n", {0, 0}, "z\n"},
        {"a\nb\n", {4, 4}, "z"},   {"a\nb\n", {0, 4}, ""},    {"a\r\nb\r\n", {3, 3}, "z\r\n"},
        {"a\nb\nc\n", {1, 2}, ""}, {"a\nb\nc\n", {2, 4}, ""}, {"a\nb\n", {2, 2}, "  "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Arena a = {0};
        Draft d;
        EditList l = {0};
        draft_init(&d, &a, str_from_c(cases[i].original));
        edit_replace(&a, &l, cases[i].span, str_from_c(cases[i].text));
        assert_true(edit_sort(&l));
        draft_apply(&d, &l);
        check_diff(&a, &d);
        arena_free(&a);
    }
}

/* Random edits in random rounds. */
static void diffs_of_random_edits(void **state) {
    (void)state;
    static const char *const texts[] = {"", "x", "\n", "new\n", "a\nb\n", "  ", "\nc", "line 7\n"};
    uint32_t seed = 1;
    for (int round = 0; round < 3000; round++) {
        Arena a = {0};
        Draft d;
        Str original = lines(&a, seed % 23);
        draft_init(
            &d, &a,
            (Str){original.at ? original.at : "", original.len - (original.len && seed % 5 == 0)});
        for (int pass = 0; pass < 3; pass++) {
            EditList l = {0};
            uint32_t at = 0;
            while (at <= d.text.len) {
                seed = seed * 1664525u + 1013904223u;
                uint32_t start = at + (seed >> 8) % 29, end = start + (seed >> 16) % 9 % 5;
                if (end > d.text.len)
                    break;
                edit_replace(&a, &l, (Span){start, end}, str_from_c(texts[(seed >> 24) % 8]));
                at = end + 1;
            }
            Str wanted = edit_apply(&a, d.text, &l);
            assert_true(edit_sort(&l));
            draft_apply(&d, &l);
            assert_true(str_eq(d.text, wanted));
            check_diff(&a, &d);
        }
        arena_free(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_are_sorted_and_apart),
        cmocka_unit_test(drafts_know_what_is_original),
        cmocka_unit_test(diff_of_an_insertion),
        cmocka_unit_test(diff_at_the_ends),
        cmocka_unit_test(diffs_of_random_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
