/* Behavior analysis and alias analysis: what they refuse, and what they must not. */
#include "messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The examples of the specification that are right. */
static void right_control_flow(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"fn f() { var a: i32; loop { if a == 5 { break; } a = a + 1; } }", ""},
        {"fn f() { var a: i32; loop { if a == 5 { break; } else if a == 42 { continue; } else { "
         "return; "
         "} } }",
         ""},
        {"fn f() { var a: i32; switch a { default: { break; } } a = 5; }", ""},
        {"fn f() { var a: i32; loop { if a == 5 { break; } if a % 2 == 1 { continue; } a = a * 2; "
         "continuing { a = a + 1; } } }",
         ""},
        {"fn f() { for (var i = 0; i < 5; i++) { continue; } }", ""},
        {"fn f() -> i32 { loop { return 1; } }", ""},
        {"fn f(a: i32) -> i32 { if a == 0 { return 1; } else { return 2; } }", ""},
        {"fn f(a: i32) -> i32 { switch a { case 0 { return 1; } default { return 2; } } }", ""},
        {"fn f() -> i32 { for (;;) { return 1; } }", ""},
        {"fn f() { loop { continuing { break if true; } } }", ""},
        {"fn f() { loop { continuing { loop { break; } break if true; } } }", ""},
        {"fn f() { loop { continuing { loop { if true { continue; } break; } break if true; } } }",
         ""},
        {"fn f() { loop { continuing { switch 1 { default { break; } } break if true; } } }", ""},
        {"fn f() { loop { let a = 1; if a == 1 { continue; } continuing { break if a == 1; } } }",
         ""},
        {"fn f() { loop { switch 1 { case 1 { continue; } default { break; } } break; } }", ""},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

static void unreachable(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"fn f() -> i32 { var a: i32; return 0; a = 1; return 2; }",
         "1:39 warning unreachable-code: no path reaches this statement"},
        {"fn f() -> i32 { { return 1; } return 2; }",
         "1:31 warning unreachable-code: no path reaches this statement"},
        {"fn f() { loop { if true { break; } else { continue; } var a = 1; } }",
         "1:55 warning unreachable-code: no path reaches this statement"},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

static void wrong_control_flow(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"fn f() { break; }",
         "1:10 error bad-control-flow: 'break' must stand in a loop or a switch"},
        {"fn f() { if true { continue; } }",
         "1:20 error bad-control-flow: 'continue' must stand in a loop"},
        {"fn f() { switch 1 { default { continue; } } }",
         "1:31 error bad-control-flow: 'continue' must stand in a loop"},
        {"fn f() { loop { } }",
         "1:10 error bad-control-flow: this loop cannot end: it has neither a break nor a return"},
        {"fn f() -> i32 { for (;;) { continue; } }",
         "1:17 error bad-control-flow: this loop cannot end: it has neither a break nor a return"},
        {"fn f() { loop { continuing { if true { break; } break if true; } } }",
         "1:40 error bad-control-flow: 'break' cannot leave a continuing block; end it with 'break "
         "if'"},
        {"fn f() { loop { continuing { if true { break; } } } }",
         "1:40 error bad-control-flow: 'break' cannot leave a continuing block; end it with 'break "
         "if'"},
        {"fn f() { loop { break; continuing { if true { continue; } } } }",
         "1:47 error bad-control-flow: 'continue' cannot stand in the continuing block of its own "
         "loop"},
        {"fn f() { loop { break; continuing { loop { return; } } } }",
         "~'return' cannot stand in a continuing block"},
        {"fn f() { loop { if true { continue; } let a = 1; if a == 1 { break; } "
         "continuing { let b = a + a; } } }",
         "1:27 error bad-control-flow: 'continue' jumps over the declaration of 'a', which the "
         "continuing block uses\n  1:43 note: declared here\n  1:92 note: used here"},
        {"fn f() { loop { if true { continue; } let a = true; continuing { break if a; } } }",
         "~jumps over the declaration of 'a'"},
        {"fn f() -> i32 { }",
         "1:17 error missing-return: function 'f' can end without returning a value\n"
         "  1:11 note: its result is declared here"},
        {"fn f(a: i32) -> i32 { if a == 1 { return 1; } }", "~1:47 error missing-return"},
        {"fn f(a: i32) -> i32 { while a == 1 { return 1; } }", "~1:50 error missing-return"},
        {"fn f(a: i32) -> i32 { switch a { case 1 { return 1; } default { break; } } }",
         "~1:76 error missing-return"},
        {"fn f() { break; }\nfn g() -> i32 { continue; }",
         "1:10 error bad-control-flow: 'break' must stand in a loop or a switch\n"
         "2:17 error bad-control-flow: 'continue' must stand in a loop\n"
         "2:27 error missing-return: function 'g' can end without returning a value\n"
         "  2:11 note: its result is declared here"},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

#define TWO "fn f1(p1: ptr<function, i32>, p2: ptr<function, i32>) { *p1 = *p2; }\n"
#define GLOBALS                                                                                    \
    "var<private> x: i32;\nfn w(p: ptr<private, i32>) { x = *p; }\n"                               \
    "fn r(p: ptr<private, i32>) -> i32 { return x + *p; }\n"

static void right_aliases(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"fn f4(p1: ptr<function, i32>, p2: ptr<function, i32>) -> i32 { return *p1 + *p2; }\n"
         "fn f5() { var a = 0; let b = f4(&a, &a); }",
         ""},
        {TWO "fn f() { var a = 0; var b = 0; f1(&a, &b); }", ""},
        {GLOBALS "fn f() { let b = r(&x); }", ""},
        {"fn f(p: ptr<function, i32>) { *p = 1; }\nfn g() { var a: i32; f(&a); f(&a); }", ""},
        {"fn n(p: ptr<function, i32>, q: ptr<function, i32>) { *p = 1; }\nfn g() { var a: i32; "
         "n(&a, &a); }",
         ""},
        {"fn n(p: ptr<function, i32>, q: ptr<function, i32>) { }\nfn g() { var a: i32; n(&a, &a); "
         "}",
         ""},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

static void wrong_aliases(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {TWO "fn f3() { var a = 0; f1(&a, &a); }",
         "2:29 error aliasing: 'f1' gets two pointers to 'a', and writes through one of them\n"
         "  2:25 note: the other pointer is this argument\n  1:7 note: parameter 'p1' is written"},
        {TWO "fn f2(p1: ptr<function, i32>, p2: ptr<function, i32>) { f1(p1, p2); }\n"
             "fn f3() { var a = 0; f2(&a, &a); }",
         "~3:29 error aliasing: 'f2' gets two pointers to 'a'"},
        {TWO "fn f3() { var a: array<i32, 4>; let p = &a[0]; f1(p, &a[1]); }",
         "~2:54 error aliasing: 'f1' gets two pointers to 'a'"},
        {TWO "fn f3(p: ptr<function, i32>) { let q = p; f1(q, &*p); }",
         "~2:49 error aliasing: 'f1' gets two pointers to 'p'"},
        {GLOBALS "fn f() { w(&x); }",
         "4:12 error aliasing: 'w' gets a pointer to 'x', which it writes by name as well\n"
         "  2:6 note: parameter 'p' is read"},
        {"var<private> x: i32;\nfn h() { x += 1; }\nfn w(p: ptr<private, i32>) -> i32 { h(); "
         "return *p; }\n"
         "fn f() { let a = w(&x); }",
         "~4:20 error aliasing: 'w' gets a pointer to 'x', which it writes by name as well"},
        {"var<private> x: i32;\nfn w(p: ptr<private, i32>) { *p = x; }\nfn f() { w(&x); }",
         "~3:12 error aliasing: 'w' gets a pointer to 'x', which it reads by name as well"},
        {"var<workgroup> x: atomic<i32>;\n"
         "fn w(p: ptr<workgroup, atomic<i32>>) { atomicStore(p, atomicLoad(&x)); }\nfn f() { "
         "w(&x); }",
         "~3:12 error aliasing: 'w' gets a pointer to 'x', which it reads by name as well"},
        {"fn f1(p1: ptr<function, i32>, p2: ptr<function, i32>) { (*p1)++; let a = *p2; }\n"
         "fn f() { var a = 0; f1(&a, &a); }",
         "~2:28 error aliasing"},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_control_flow), cmocka_unit_test(unreachable),
        cmocka_unit_test(wrong_control_flow), cmocka_unit_test(right_aliases),
        cmocka_unit_test(wrong_aliases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
