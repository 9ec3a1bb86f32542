/* The parser on wrong shaders: messages, places, and that one mistake gives one message. */
#include "messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void characters(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"const a = 1 # 2;",
         "1:13 error syntax: unexpected character '#'; WGSL has no preprocessor"},
        {"const a = \"\";", "1:11 error syntax: unexpected character '\"'; WGSL has no strings"},
        {"const a = b ? 1 : 2;",
         "1:13 error syntax: unexpected character '?'; WGSL has select() and if instead of '?:'"},
        {"const a = \xe2\x82\xac;", "1:11 error syntax: unexpected character U+20AC"},
        {"\xef\xbb\xbf"
         "const a = 1;",
         "1:1 error syntax: a shader must not begin with a byte order mark"},
        {"const a = 1; // \xff", "1:17 error not-utf8: the shader is not valid UTF-8"},
        {"/* /* */ const a = 1;", "1:1 error syntax: this comment has no end"},
        {"const ref = 1;", "1:7 error reserved-word: 'ref' is a reserved word of WGSL"},
        {"const __a = 1;",
         "1:7 error reserved-word: an identifier must not start with two underscores"},
        {"const _ = 1;", "1:7 error syntax: expected the name of a constant, found '_'"},
        {"const if = 1;",
         "1:7 error syntax: expected the name of a constant, found the keyword 'if'"},
    };
    MESSAGES_CHECK(cases, PARSE_ONLY);
}

static void null_character(void **state) {
    (void)state;
    Arena arena = {0};
    Module *m = messages_module(&arena, STR("const a = 1;\0const b = ;"), PARSE_ONLY);
    assert_string_equal(messages_text(&arena, m).at,
                        "1:13 error syntax: a shader must not contain a null character\n"
                        "1:24 error syntax: expected an expression, found ';'");
    m = messages_module(&arena, STR("const a = 1; // \0"), PARSE_ONLY);
    assert_string_equal(messages_text(&arena, m).at,
                        "1:17 error syntax: a shader must not contain a null character");
    arena_free(&arena);
}

static void numbers(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"const a = 012;", "1:11 error bad-literal: a decimal integer has no leading zeros"},
        {"const a = 0x;", "1:11 error bad-literal: a hexadecimal number needs digits"},
        {"const a = 1e;", "1:11 error bad-literal: the exponent of this number has no digits"},
        {"const a = 1.5u;", "1:11 error bad-literal: a float has no suffix 'i' or 'u'"},
        {"const a = 12abc;",
         "1:11 error bad-literal: this number is followed by characters that are no part of it"},
        {"const a = 0x1.8h;",
         "1:11 error bad-literal: a hexadecimal number needs an exponent before suffix 'h'"},
        {"const a = 2147483648i;", "1:11 error bad-literal: this integer is too large for i32"},
        {"const a = 4294967296u;", "1:11 error bad-literal: this integer is too large for u32"},
        {"const a = 9223372036854775808;",
         "1:11 error bad-literal: this integer is too large for 64 bits"},
        {"const a = 1e39f;", "1:11 error bad-literal: this number is too large for f32"},
        {"const a = 65520.0h;", "1:11 error bad-literal: this number is too large for f16"},
        {"const a = 1e309;", "1:11 error bad-literal: this number is too large for any float type"},
        {"const a = 0x1p128f;", "1:11 error bad-literal: this number is too large for f32"},
        {"const a = 0x1.000001p0f;",
         "1:11 error bad-literal: f32 cannot hold this hexadecimal float exactly"},
        {"const a = 0x1p-150f;",
         "1:11 error bad-literal: f32 cannot hold this hexadecimal float exactly"},
        {"const a = 1e999999999999999999999;",
         "1:11 error bad-literal: this number is too large for any float type"},
    };
    MESSAGES_CHECK(cases, PARSE_ONLY);
}

static void operators(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"const a = b & c | d;",
         "1:17 error syntax: '&' and '|' need parentheses to stand beside each other\n"
         "  1:11 note: put parentheses around this operand"},
        {"const a = b < c < d;",
         "1:17 error syntax: '<' and '<' need parentheses to stand beside each other\n"
         "  1:11 note: put parentheses around this operand"},
        {"const a = b == c == d;", "~'==' and '==' need parentheses"},
        {"const a = b || c && d;",
         "1:13 error syntax: '&&' and '||' need parentheses to stand beside each other\n"
         "  1:16 note: put parentheses around this operand"},
        {"const a = b + c << d;", "~'+' and '<<' need parentheses"},
        {"const a = b << c << d;", "~'<<' and '<<' need parentheses"},
        {"const a = b & c == d;", "~'==' and '&' need parentheses"},
        {"const a = b + c & d;", "~'+' and '&' need parentheses"},
        {"const a = b ^ c & d;", "~'&' and '^' need parentheses"},
        {"const a = b && c & d;", "~'&' and '&&' need parentheses"},
        {"const a = b + ;", "1:15 error syntax: expected an expression, found ';'"},
        {"const a = b[;", "1:13 error syntax: expected an expression, found ';'"},
        {"const a = (b;",
         "1:13 error syntax: expected ')', found ';'\n  1:11 note: to match this '('"},
        {"const a = f(b, c;",
         "1:17 error syntax: expected ')', found ';'\n  1:12 note: to match this '('"},
        {"const a = b.1;", "1:12 error syntax: expected ';' after the declaration"},
        {"const a = b.if;",
         "1:13 error syntax: expected the name of a member or component, found the keyword 'if'"},
        {"const a = f(a < b, c > d);",
         "1:24 error syntax: expected ')', found 'd'\n"
         "  1:22 note: this '>' ends a template list; put a comparison in parentheses\n"
         "  1:12 note: to match this '('"},
        {"const a = vec3<>(1);", "1:16 error syntax: expected a template argument, found '>'"},
        {"fn f() { let a = i++; }",
         "1:19 error syntax: '++' is a statement of its own, not an expression"},
        {"fn f() { let a = i--; }",
         "1:19 error syntax: '--' is a statement of its own, not an expression"},
    };
    MESSAGES_CHECK(cases, PARSE_ONLY);
}

static void declarations(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"let a = 1;",
         "1:1 error syntax: 'let' may only stand in a function; a module has 'const', "
         "'override' and 'var'"},
        {"const a;", "1:8 error syntax: expected '=' and a value, found ';'"},
        {"const a = 1\nconst b = 2;", "1:12 error syntax: expected ';' after the declaration"},
        {"var a b;\nconst c = ;", "1:7 error syntax: expected ';' after the declaration\n"
                                  "2:11 error syntax: expected an expression, found ';'"},
        {"const a = 1; enable f16;",
         "1:14 error syntax: a directive must come before all declarations"},
        {"enable;", "1:7 error syntax: expected the name of an extension, found ';'"},
        {"struct S { a: i32; b: f32 }", "1:18 error syntax: expected ',' after the member"},
        {"struct S { a: i32 b: f32 }", "1:19 error syntax: expected ',' after the member"},
        {"struct S { a: i32\n b: f32\n c: ,\n d: u32 }",
         "1:18 error syntax: expected ',' after the member\n"
         "2:8 error syntax: expected ',' after the member\n"
         "3:5 error syntax: expected a type, found ','"},
        {"struct S {}", "1:8 error syntax: a structure needs at least one member"},
        {"struct S { a: i32", "1:18 error syntax: expected '}', found the end of the file\n"
                              "  1:10 note: to match this '{'"},
        {"function f() {}\nconst a = ;",
         "1:1 error syntax: expected a declaration, found 'function'; did you mean 'fn'?\n"
         "2:11 error syntax: expected an expression, found ';'"},
        {"strcut S { a: i32 }",
         "1:1 error syntax: expected a declaration, found 'strcut'; did you mean 'struct'?"},
        {"fn f(a) {}", "1:7 error syntax: expected ':' after the name"},
        {"fn f(a: i32 b: i32) { let c = ; }\nfn g( {}",
         "1:13 error syntax: expected ')', found 'b'\n  1:5 note: to match this '('\n"
         "1:31 error syntax: expected an expression, found ';'\n"
         "2:7 error syntax: expected the name of a parameter, found '{'"},
        {"fn f() -> {}", "1:11 error syntax: expected a type, found '{'"},
        {"fn f() {}}\nconst a = 1;", "1:10 error syntax: expected a declaration, found '}'"},
        {"@a struct S { a: i32 }",
         "1:1 error bad-attribute: attributes may not stand before 'struct'"},
        {"@ const a = 1;", "1:9 error syntax: expected a declaration, found 'a'"},
    };
    MESSAGES_CHECK(cases, PARSE_ONLY);
}

static void statements(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"fn f() { a = 1 b = 2; }\nconst c = ;",
         "1:16 error syntax: expected ';' after the assignment\n"
         "2:11 error syntax: expected an expression, found ';'"},
        {"fn f() {\n  a = 1\n  b = ;\n  c = 3;\n}",
         "2:8 error syntax: expected ';' after the assignment\n"
         "3:7 error syntax: expected an expression, found ';'"},
        {"fn f() { a; }", "1:11 error syntax: expected '=' or '(', found ';'"},
        {"fn f() { 1 = a; }", "1:10 error syntax: expected a statement, found '1'"},
        {"fn f() { (a + b) = 1; a<b>= 2; }",
         "1:10 error not-assignable: this cannot be assigned to\n"
         "1:23 error not-assignable: this cannot be assigned to"},
        {"fn f() { else {} }", "1:10 error syntax: expected a statement, found the keyword 'else'"},
        {"fn f() { if (a { b = 1; } else { c = 2; } d = ; }",
         "1:16 error syntax: expected ')', found '{'\n  1:13 note: to match this '('\n"
         "1:47 error syntax: expected an expression, found ';'"},
        {"fn f() { for (var i = 0; i < 3; i++ { } }",
         "1:37 error syntax: expected ')', found '{'\n  1:14 note: to match this '('"},
        {"fn f() { switch a { case 1 {} } }", "1:10 error syntax: this switch has no default"},
        {"fn f() { switch a { default {} case 1, default {} } }",
         "1:32 error syntax: a switch has only one default\n  1:21 note: the other one is here"},
        {"fn f() { switch a { case default, default {} } }",
         "1:35 error syntax: 'default' stands twice in this case"},
        {"fn f() { switch a { x = 1; default {} } }",
         "1:21 error syntax: expected 'case', 'default' or '}', found 'x'"},
        {"fn f() { loop { continuing {} a = 1; } }",
         "1:31 error syntax: 'continuing' must be the last statement of a loop's body"},
        {"fn f() { if a { continuing {} } }",
         "1:17 error syntax: 'continuing' must be the last statement of a loop's body"},
        {"fn f() { loop { break if a; } }",
         "1:17 error syntax: 'break if' may only end a continuing block"},
        {"fn f() { loop { continuing { break if a; b = 1; } } }",
         "1:42 error syntax: 'break if' must be the last statement of a continuing block"},
        {"fn f() { @diagnostic(off, a) b = 1; }", "1:10 error bad-attribute: attributes may only "
                                                  "stand before a block, if, switch, loop, for "
                                                  "or while"},
        {"fn f() {\n  if a {\n    b = 1;\nfn g() { c = ; }",
         "4:1 error syntax: expected '}', found the keyword 'fn'\n"
         "  2:8 note: the block that begins here has no end\n"
         "4:14 error syntax: expected an expression, found ';'"},
        {"fn f() {", "1:9 error syntax: expected '}', found the end of the file\n"
                     "  1:8 note: the block that begins here has no end"},
        {"fn f() { return 1 }", "1:19 error syntax: expected ';' after the return statement"},
    };
    MESSAGES_CHECK(cases, PARSE_ONLY);
}

/* `count` times `part` between `before` and `after`. */
static Str repeat(Arena *a, const char *before, const char *part, uint32_t count,
                  const char *after) {
    StrBuf b = {.arena = a};
    strbuf_add(&b, str_from_c(before));
    for (uint32_t i = 0; i < count; i++)
        strbuf_add(&b, str_from_c(part));
    strbuf_add(&b, str_from_c(after));
    return strbuf_str(&b);
}

/* Each is right up to a limit; far beyond it there is one message, and no crash. */
static void limits(void **state) {
    (void)state;
    static const struct {
        const char *before, *part, *after;
        uint32_t right;
        const char *message;
    } cases[] = {
        {"const a = ", "(", "1;", 0, "nested more than 127 levels deep"},
        {"const a = ", "-", "1;", 126, "nested more than 127 levels deep"},
        {"const a = ", "f(", ";", 0, "nested more than 127 levels deep"},
        {"const a = ", "a[", ";", 0, "nested more than 127 levels deep"},
        {"const a = ", "A<A ", ";", 0, NULL},
        {"const a = 1", " + 1", ";", 900, "more than 1000 operators in a row"},
        {"const a = b", ".b", ";", 900, "more than 1000 operators in a row"},
        {"const a = b", "[0]", ";", 900, "more than 1000 operators in a row"},
        {"fn f() ", "{", "", 0, "nested more than 127 levels deep"},
        {"fn f() { ", "if a {", "", 0, "nested more than 127 levels deep"},
        {"fn f() { ", "loop { continuing {", "", 0, "nested more than 127 levels deep"},
        {"fn f() { ", "switch a { default {", "", 0, "nested more than 127 levels deep"},
        {"fn f() { if a {}", " else if a {}", " }", 900, "more than 1000 links"},
        {"", "/*", "", 0, "this comment has no end"},
        {"", "#", "", 0, "unexpected character '#'"},
        {"", "@a ", "", 0, NULL},
        {"", "fn f(", "", 0, NULL},
        {"", "}", "", 0, NULL},
        {"fn f() {", "else ", "", 0, NULL},
        {"fn f() {", "switch { case ", "", 0, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Arena arena = {0};
        if (cases[i].right) {
            Str text =
                repeat(&arena, cases[i].before, cases[i].part, cases[i].right, cases[i].after);
            Module *m = messages_module(&arena, text, PARSE_ONLY);
            assert_string_equal(messages_text(&arena, m).at, "");
        }
        Str text = repeat(&arena, cases[i].before, cases[i].part, 20000, cases[i].after);
        Module *m = messages_module(&arena, text, PARSE_ONLY);
        assert_true(m->diags->errors > 0);
        if (cases[i].message && !strstr(messages_text(&arena, m).at, cases[i].message))
            fail_msg("%s: %s", cases[i].part, messages_text(&arena, m).at);
        arena_free(&arena);
    }
}

/* As many levels of braces as the specification wants at least. */
static void nesting(void **state) {
    (void)state;
    Arena arena = {0};
    StrBuf b = {.arena = &arena};
    strbuf_add(&b, repeat(&arena, "fn f() {", "{", 127, ""));
    strbuf_add(&b, repeat(&arena, "", "}", 127, "}"));
    Module *m = messages_module(&arena, strbuf_str(&b), PARSE_ONLY);
    assert_string_equal(messages_text(&arena, m).at, "");
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters),   cmocka_unit_test(null_character),
        cmocka_unit_test(numbers),      cmocka_unit_test(operators),
        cmocka_unit_test(declarations), cmocka_unit_test(statements),
        cmocka_unit_test(limits),       cmocka_unit_test(nesting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
