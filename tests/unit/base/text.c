/* Strings, UTF-8 and the Unicode properties of identifiers. */
#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

#include "base/utf8.h"

static void building(void **state) {
    (void)state;
    Arena a = {0};
    StrBuf b = {.arena = &a};
    strbuf_add(&b, STR(""));
    assert_string_equal(b.at, "");
    for (int i = 0; i < 300; i++)
        strbuf_addf(&b, "%d,", i);
    strbuf_addc(&b, '.');
    assert_int_equal(b.len, 10 * 2 + 90 * 3 + 200 * 4 + 1);
    assert_int_equal(strlen(b.at), b.len);
    assert_memory_equal(b.at, "0,1,2,", 6);
    assert_string_equal(b.at + b.len - 5, "299,.");
    Str s = str_format(&a, "%s-%05.1f-%u", "a", 2.25, 7u);
    assert_string_equal(s.at, "a-002.2-7");
    assert_true(str_eq(str_copy(&a, s), s));
    assert_false(str_eq(STR("ab"), STR("abc")));
    assert_true(str_eq(STR(""), (Str){NULL, 0}));
    arena_free(&a);
}

/* The distance by its definition, without limit. */
static uint32_t slow_distance(Str a, Str b) {
    uint32_t d[16][16];
    for (uint32_t i = 0; i <= a.len; i++) {
        for (uint32_t j = 0; j <= b.len; j++) {
            uint32_t best = i + j;
            if (i)
                best = d[i - 1][j] + 1;
            if (j && d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            if (i && j && d[i - 1][j - 1] + (a.at[i - 1] != b.at[j - 1]) < best)
                best = d[i - 1][j - 1] + (a.at[i - 1] != b.at[j - 1]);
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1] &&
                d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = i || j ? best : 0;
        }
    }
    return d[a.len][b.len];
}

static void distance(void **state) {
    (void)state;
    assert_int_equal(str_distance(STR("lane"), STR("lane"), 2), 0);
    assert_int_equal(str_distance(STR("lane"), STR("lnae"), 2), 1);
    assert_int_equal(str_distance(STR("lane"), STR("line"), 2), 1);
    assert_int_equal(str_distance(STR("lane"), STR("planet"), 2), 2);
    assert_int_equal(str_distance(STR("lane"), STR("barrier"), 2), 3);
    assert_int_equal(str_distance(STR(""), STR("ab"), 5), 2);
    srand(1);
    for (int i = 0; i < 20000; i++) {
        char x[12], y[12];
        Str a = {x, (uint32_t)(rand() % 12)}, b = {y, (uint32_t)(rand() % 12)};
        for (uint32_t k = 0; k < 12; k++) {
            x[k] = (char)('a' + rand() % 3);
            y[k] = (char)('a' + rand() % 3);
        }
        uint32_t most = (uint32_t)rand() % 6, right = slow_distance(a, b);
        assert_int_equal(str_distance(a, b, most), right < most + 1 ? right : most + 1);
    }
}

/* Encodes by the definition; 0 for what has no encoding. */
static uint32_t encode(uint32_t c, char *out) {
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0;
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    uint32_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (uint32_t i = length - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 63));
    out[0] = (char)((0xf00 >> length & 0xff) | c);
    return length;
}

static void every_code_point(void **state) {
    (void)state;
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        char text[5] = {0};
        uint32_t length = encode(c, text), got = 0;
        if (!length)
            continue;
        if (utf8_decode(text, text + length, &got) != length || got != c)
            fail_msg("U+%04X is not decoded", c);
        if (length > 1 && utf8_decode(text, text + length - 1, &got) != 0)
            fail_msg("U+%04X is decoded though it is cut off", c);
    }
}

static void bad_sequences(void **state) {
    (void)state;
    static const char *const bad[] = {
        "\x80",
        "\xbf",
        "\xc0\x80",
        "\xc1\xbf",
        "\xc2",
        "\xc2\x41",
        "\xe0\x80\x80",
        "\xe0\x9f\xbf",
        "\xed\xa0\x80",
        "\xed\xbf\xbf",
        "\xe2\x82",
        "\xf0\x80\x80\x80",
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xff",
        "\xfe",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint32_t c;
        assert_int_equal(utf8_decode(bad[i], bad[i] + strlen(bad[i]), &c), 0);
        char text[64] = "a long run of ASCII characters, then ";
        uint32_t at = (uint32_t)strlen(text), where = 0;
        strcat(text, bad[i]);
        assert_false(utf8_valid(str_from_c(text), &where));
        assert_int_equal(where, at);
    }
    uint32_t where;
    assert_true(utf8_valid(STR("plain, \xce\xb1\xe2\x82\xac\xf0\x90\x90\xb7, plain"), &where));
    assert_true(utf8_valid(STR(""), &where));
}

static void identifiers(void **state) {
    (void)state;
    /* of the specification's examples, and their neighbours */
    static const uint32_t start[] = {'a',    'Z',   0x394, 0xe9,  0x41a,  0x10c13, 0x671d, 0x633,
                                     0xac80, 0x5e9, 0x917, 0x583, 0x2118, 0x212e,  0x1e900};
    static const uint32_t only_continue[] = {'0', '9', 0xb7, 0x301, 0x5b8, 0x941, 0x203f, 0xe0100};
    static const uint32_t neither[] = {' ',    '-',    '$',     '@',      '{',
                                       0xa0,   0xd7,   0x2028,  0x20ac,   0x3000,
                                       0xfeff, 0xfffd, 0x1f600, 0x10ffff, 0x110000};
    for (size_t i = 0; i < sizeof start / sizeof start[0]; i++)
        assert_true(unicode_xid_start(start[i]) && unicode_xid_continue(start[i]));
    for (size_t i = 0; i < sizeof only_continue / sizeof only_continue[0]; i++)
        assert_true(!unicode_xid_start(only_continue[i]) && unicode_xid_continue(only_continue[i]));
    for (size_t i = 0; i < sizeof neither / sizeof neither[0]; i++)
        assert_false(unicode_xid_start(neither[i]) || unicode_xid_continue(neither[i]));
    assert_true(!unicode_xid_start('_') && unicode_xid_continue('_'));
    /* as many as Unicode 14 has */
    uint32_t starts = 0, continues = 0;
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        starts += unicode_xid_start(c);
        continues += unicode_xid_continue(c);
        assert_true(!unicode_xid_start(c) || unicode_xid_continue(c));
    }
    assert_int_equal(starts, 131974);
    assert_int_equal(continues, 135053);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(building),         cmocka_unit_test(distance),
        cmocka_unit_test(every_code_point), cmocka_unit_test(bad_sequences),
        cmocka_unit_test(identifiers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
