/* Uniformity analysis: what must pass, what must fail, and the reasons given. */
#include "messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* What most of the shaders begin with: line 1. */
#define HEAD                                                                                       \
    "enable subgroups; var<workgroup> w: array<u32, 64>; var<private> pv: u32; "                   \
    "@group(0) @binding(0) var<storage, read_write> rw: array<u32, 64>; "                          \
    "@group(0) @binding(1) var<storage> ro: array<u32, 64>; "                                      \
    "@group(0) @binding(2) var<uniform> un: vec4<u32>; "                                           \
    "@group(0) @binding(3) var<storage, read_write> at: atomic<u32>;\n"
#define MAIN                                                                                       \
    "@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) lane: u32,\n"           \
    "@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,\n"       \
    "@builtin(subgroup_size) size: u32, @builtin(local_invocation_id) id: vec3<u32>) {\n"
#define BODY HEAD MAIN /* statements follow on line 5 */

static void right(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {BODY "workgroupBarrier(); }", ""},
        /* uniform conditions */
        {BODY "if group.x == 1 { workgroupBarrier(); } }", ""},
        {BODY "if groups.x + size == 1 { workgroupBarrier(); } }", ""},
        {BODY "if un.x == 1 { workgroupBarrier(); } }", ""},
        {BODY "if ro[group.y] == 1 { workgroupBarrier(); } }", ""},
        {BODY "if workgroupUniformLoad(&w[3]) == 1 { workgroupBarrier(); } }", ""},
        {BODY "if arrayLength(&dyn) == 1 { workgroupBarrier(); } }\n"
              "@group(1) @binding(0) var<storage, read_write> dyn: array<u32>;",
         ""},
        {BODY "let x = min(group.x, 3u) * 2; if x > 2 && un.y < 3 { workgroupBarrier(); } }", ""},
        {BODY "for (var i = 0u; i < un.x; i++) { workgroupBarrier(); } }", ""},
        {BODY "var i = 0u; while i < 4 { i += group.x; workgroupBarrier(); } }", ""},
        {BODY "switch group.x { case 1 { workgroupBarrier(); } default { storageBarrier(); } } }",
         ""},
        /* control flow meets again */
        {BODY "if lane == 1 { w[0] = 1; } workgroupBarrier(); }", ""},
        {BODY "for (var i = 0u; i < lane; i++) { w[i] = 1; } workgroupBarrier(); }", ""},
        {BODY "loop { if lane == 3 { break; } } workgroupBarrier(); }", ""},
        {BODY "switch lane { case 1 { w[1] = 1; } default { } } workgroupBarrier(); }", ""},
        {BODY "let b = lane == 1 && rw[0] == 2; workgroupBarrier(); }", ""},
        /* values */
        {BODY "var x = lane; x = 1; if x == 1 { workgroupBarrier(); } }", ""},
        {BODY "var x = 1u; if group.x == 1 { x = un.x; } if x == 1 { workgroupBarrier(); } }", ""},
        {BODY "var x = 1u; { var x = lane; x++; } if x == 1 { workgroupBarrier(); } }", ""},
        {BODY "var x = 1u; loop { if x == 4 { break; } x++; continuing { x = group.x; } } "
              "if x == 1 { workgroupBarrier(); } }",
         ""},
        {BODY "var a: array<u32, 4>; a[1] = un.x; if a[0] == 1 { workgroupBarrier(); } }", ""},
        {BODY "var x = 1u; let p = &x; *p = 2; if *p == 1 { workgroupBarrier(); } }", ""},
        {BODY "var x = lane; let p = &x; *p = 2; if x == 1 { workgroupBarrier(); } }", ""},
        /* code that is never reached does not count */
        {BODY "if lane == 1 { return; workgroupBarrier(); } }",
         "5:24 warning unreachable-code: no path reaches this statement"},
        /* functions */
        {HEAD "fn f(x: u32) -> u32 { return x + 1; }\n" MAIN
              "if f(group.x) == 1 { workgroupBarrier(); } }",
         ""},
        {HEAD "fn f(x: u32) { if x == 1 { workgroupBarrier(); } }\n" MAIN "f(group.x); f(un.x); }",
         ""},
        {HEAD "fn f(p: ptr<function, u32>) { *p = 1; }\n" MAIN
              "var x = lane; f(&x); if x == 1 { workgroupBarrier(); } }",
         ""},
        {HEAD "fn f(p: ptr<function, u32>) -> u32 { return *p; }\n" MAIN
              "var x = 1u; if f(&x) == 1 { workgroupBarrier(); } }",
         ""},
        {HEAD "fn f(p: ptr<function, u32>, y: u32) { *p = y; }\n" MAIN
              "var x = lane; f(&x, un.x); if x == 1 { workgroupBarrier(); } }",
         ""},
        {HEAD "fn f(x: u32) -> u32 { return 1; }\n" MAIN
              "if f(lane) == 1 { workgroupBarrier(); } }",
         ""},
        {HEAD "fn f(p: ptr<workgroup, array<u32, 64>>) -> u32 { return "
              "workgroupUniformLoad(&(*p)[1]); }\n" MAIN "if f(&w) == 1 { workgroupBarrier(); } }",
         ""},
        /* subgroup operations need the subgroup's uniformity only */
        {BODY "if subgroupAdd(lane) == 1 { let x = subgroupMax(lane); } }", ""},
        {BODY "if subgroupAny(lane == 1) { let x = subgroupMax(lane); } }", ""},
        {BODY "let x = subgroupShuffleXor(lane, group.x); }", ""},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

static void conditions(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {BODY "if lane == 1 { workgroupBarrier(); } }",
         "5:16 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  5:4 note: control flow depends on this possibly non-uniform value\n"
         "  2:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        {BODY "if un.x == 1 { } else if id.x == 1 { } else { storageBarrier(); } }",
         "5:47 error non-uniform: 'storageBarrier' must be called in uniform control flow\n"
         "  5:26 note: control flow depends on this possibly non-uniform value\n"
         "  4:66 note: builtin 'local_invocation_id' of 'main' is non-uniform"},
        {BODY "if rw[0] == 1 { workgroupBarrier(); } }",
         "5:17 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  5:4 note: control flow depends on this possibly non-uniform value\n"
         "  5:4 note: reading from read_write storage buffer 'rw' may give a non-uniform value"},
        {BODY "if w[0] == 1 { workgroupBarrier(); } }",
         "~reading from workgroup variable 'w' may give a non-uniform value"},
        {BODY "if pv == 1 { workgroupBarrier(); } }",
         "~reading from private variable 'pv' may give a non-uniform value"},
        {BODY "if ro[lane] == 1 { workgroupBarrier(); } }", "~builtin 'local_invocation_index'"},
        {BODY "if atomicLoad(&at) == 1 { workgroupBarrier(); } }",
         "~5:4 note: the result of 'atomicLoad' may be non-uniform"},
        {BODY "let b = lane == 1 && workgroupUniformLoad(&w[1]) == 2; }",
         "~5:22 error non-uniform: 'workgroupUniformLoad' must be called in uniform control flow\n"
         "  5:9 note: control flow depends on this possibly non-uniform value"},
        {BODY "switch lane { case 1 { workgroupBarrier(); } default { } } }",
         "~5:24 error non-uniform"},
        {BODY "while rw[1] == 1 { workgroupBarrier(); } }", "~5:20 error non-uniform"},
        {BODY "for (var i = lane; i < 4; i++) { workgroupBarrier(); } }",
         "5:34 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  5:20 note: control flow depends on this possibly non-uniform value\n"
         "  5:14 note: 'i' gets a possibly non-uniform value here\n"
         "  2:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        /* only the outer condition is to blame */
        {BODY "if lane == 1 { if un.x == 1 { workgroupBarrier(); } } }",
         "5:31 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  5:4 note: control flow depends on this possibly non-uniform value\n"
         "  2:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        {BODY "for (var i = 0; i < 3; i++) { workgroupBarrier(); if lane == 1 { break; } } }",
         "5:31 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  5:54 note: control flow depends on this possibly non-uniform value\n"
         "  2:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        /* what a branch does to the rest */
        {BODY "if lane == 1 { return; } workgroupBarrier(); }",
         "~5:26 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  5:4 note: control flow depends"},
        {BODY "loop { if lane == 1 { break; } workgroupBarrier(); } }", "~5:32 error non-uniform"},
        {BODY "for (var i = 0; i < 4; i++) { if lane == 1 { continue; } workgroupBarrier(); } }",
         "~5:58 error non-uniform"},
        {BODY "loop { workgroupBarrier(); if lane == 1 { break; } } }", "~5:8 error non-uniform"},
        {BODY "loop { workgroupBarrier(); continuing { break if lane == 1; } } }",
         "~5:8 error non-uniform"},
        {BODY "loop { if lane == 1 { continue; } if un.x == 2 { break; } "
              "continuing { workgroupBarrier(); } } }",
         "~5:72 error non-uniform"},
        {BODY
         "switch un.x { case 1 { if lane == 1 { break; } workgroupBarrier(); } default { } } }",
         "~5:48 error non-uniform"},
        {BODY "switch lane { case 1 { return; } default { } } workgroupBarrier(); }",
         "~5:48 error non-uniform"},
        {BODY "for (var i = 0; i < 3; i++) { if lane == 1 { return; } } workgroupBarrier(); }",
         "~5:58 error non-uniform"},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

static void variables(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {BODY "let x = lane + 1; if x == 1 { workgroupBarrier(); } }",
         "5:31 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  5:22 note: control flow depends on this possibly non-uniform value\n"
         "  5:9 note: 'x' gets a possibly non-uniform value here\n"
         "  2:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        {BODY "var x = 1u; if lane == 1 { x = 2; } if x == 1 { workgroupBarrier(); } }",
         "5:49 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  5:40 note: control flow depends on this possibly non-uniform value\n"
         "  5:28 note: 'x' gets a possibly non-uniform value here\n"
         "  5:16 note: control flow depends on this possibly non-uniform value\n"
         "  2:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        {BODY "var x = 1u; x += lane; if x == 1 { workgroupBarrier(); } }",
         "~5:13 note: 'x' gets a possibly non-uniform value here"},
        {BODY "var x = lane; x++; if x == 1 { workgroupBarrier(); } }", "~5:32 error non-uniform"},
        {BODY "var x = 1u; if un.x == 1 { x = 2; } else if un.y == 1 { x = lane; } else { x = 3; } "
              "if x == 1 { workgroupBarrier(); } }",
         "~5:57 note: 'x' gets"},
        {BODY
         "var x = 1u; switch un.x { case 1 { x = lane; } case 2 { break; } default { x = 1; } } "
         "if x == 1 { workgroupBarrier(); } }",
         "~5:36 note: 'x' gets"},
        {BODY "var x = 1u; loop { if x == 4 { break; } if un.x == 1 { x = lane; break; } x++; } "
              "if x == 1 { workgroupBarrier(); } }",
         "~5:56 note: 'x' gets"},
        {BODY "var x = 1u; loop { if x == 1 { workgroupBarrier(); } if un.x == 1 { break; } x = "
              "lane; } }",
         "~5:32 error non-uniform"},
        {BODY "var x = 1u; for (var i = 0; i < 4; i++) { if x == 1 { workgroupBarrier(); } "
              "if un.x == 1 { x = lane; continue; } x = 2; } }",
         "~5:55 error non-uniform"},
        {BODY "var x = 1u; for (var i = 0; i < 4; i++) { for (var j = 0; j < 4; j++) { x = lane; } "
              "if x == 1 { workgroupBarrier(); } } }",
         "~5:97 error non-uniform"},
        {BODY "var a: array<u32, 4>; a[1] = lane; if a[0] == 1 { workgroupBarrier(); } }",
         "~5:23 note: 'a' gets"},
        {BODY "var a: array<u32, 4>; a[lane] = 1; if a[0] == 1 { workgroupBarrier(); } }",
         "~5:23 note: 'a' gets"},
        {BODY "var a = vec4(lane); a.x = 1; if a.x == 1 { workgroupBarrier(); } }",
         "~5:44 error non-uniform"},
        {BODY "var x = 1u; let p = &x; *p = lane; if x == 1 { workgroupBarrier(); } }",
         "~5:25 note: 'x' gets"},
        {BODY
         "var a: array<u32, 4>; let p = &a[lane]; let q = p; if *q == 1 { workgroupBarrier(); } }",
         "~5:65 error non-uniform"},
        {BODY "var a = array<u32, 4>(lane, 0, 0, 0); let p = &a[0]; *p = 1; if a[0] == 1 { "
              "workgroupBarrier(); } }",
         "~5:77 error non-uniform"},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

static void functions(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {HEAD "fn g() { workgroupBarrier(); }\nfn f() { g(); }\n" MAIN "if lane == 1 { f(); } }",
         "2:10 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  3:10 note: 'g', which contains it, is called here\n"
         "  7:16 note: 'f', which contains it, is called here\n"
         "  7:4 note: control flow depends on this possibly non-uniform value\n"
         "  4:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        {HEAD "fn f(x: u32) { if x == 1 { workgroupBarrier(); } }\n" MAIN "f(lane); }",
         "2:28 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  6:3 note: it comes from this argument of 'f'\n"
         "  3:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        {HEAD "fn f() -> u32 { return rw[1]; }\n" MAIN "if f() == 1 { workgroupBarrier(); } }",
         "6:15 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  6:4 note: control flow depends on this possibly non-uniform value\n"
         "  6:4 note: the result of 'f' may be non-uniform\n"
         "  2:24 note: reading from read_write storage buffer 'rw' may give a non-uniform value"},
        {HEAD "fn f(x: u32) -> u32 { return x; }\n" MAIN
              "if f(lane) == 1 { workgroupBarrier(); } }",
         "~6:19 error non-uniform"},
        {HEAD "fn f(x: u32) -> u32 { if x == 1 { return 2; } return 3; }\n" MAIN
              "if f(lane) == 1 { workgroupBarrier(); } }",
         "~6:19 error non-uniform"},
        {HEAD "fn f(p: ptr<function, u32>) { *p = rw[0]; }\n" MAIN
              "var x = 1u; f(&x); if x == 1 { workgroupBarrier(); } }",
         "6:32 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  6:23 note: control flow depends on this possibly non-uniform value\n"
         "  6:15 note: 'f' may store a non-uniform value in 'x'\n"
         "  2:36 note: reading from read_write storage buffer 'rw' may give a non-uniform value"},
        {HEAD "fn f(p: ptr<function, u32>, y: u32) { *p = y; }\n" MAIN
              "var x = 1u; f(&x, lane); if x == 1 { workgroupBarrier(); } }",
         "~6:15 note: 'x' gets a possibly non-uniform value here"},
        {HEAD "fn f(p: ptr<function, u32>, q: ptr<function, u32>) { *p = *q; }\n" MAIN
              "var x = 1u; var y = lane; f(&x, &y); if x == 1 { workgroupBarrier(); } }",
         "~6:29 note: 'x' gets"},
        {HEAD "fn f(p: ptr<function, u32>) { *p = 1; }\n" MAIN
              "var x = 1u; if lane == 1 { f(&x); } if x == 1 { workgroupBarrier(); } }",
         "~6:49 error non-uniform"},
        {HEAD "fn f(p: ptr<function, array<u32, 4>>) { (*p)[1] = 1; }\n" MAIN
              "var x = array<u32, 4>(lane, 0, 0, 0); f(&x); if x[0] == 1 { workgroupBarrier(); } }",
         "~6:61 error non-uniform"},
        {HEAD "fn f(p: ptr<function, u32>) { if *p == 1 { workgroupBarrier(); } }\n" MAIN
              "var x = lane; f(&x); }",
         "~2:44 error non-uniform: 'workgroupBarrier' must be called in uniform control flow\n"
         "  6:17 note: it comes from this argument of 'f'"},
        {HEAD "fn f(p: ptr<function, u32>) -> u32 { return *p; }\n" MAIN
              "var x = lane; if f(&x) == 1 { workgroupBarrier(); } }",
         "~6:31 error non-uniform"},
        {HEAD "fn f(p: ptr<function, u32>) { *p = 1; for (var i = 0; i < 3; i++) { if *p == 1 { "
              "workgroupBarrier(); } *p = rw[0]; } }\n" MAIN "}",
         "~2:82 error non-uniform"},
        {HEAD "fn f(p: ptr<private, u32>) { if *p == 1 { workgroupBarrier(); } }\n" MAIN
              "f(&pv); }",
         "~reading through pointer 'p' may give a non-uniform value"},
        /* a function that nobody calls */
        {HEAD "fn f() { if rw[0] == 1 { workgroupBarrier(); } }", "~2:26 error non-uniform"},
        /* inputs */
        {"struct In { @builtin(workgroup_id) g: vec3<u32>, @builtin(local_invocation_index) l: u32 "
         "}\n"
         "@compute @workgroup_size(1) fn main(in: In) { if in.g.x == 1 { workgroupBarrier(); } }",
         "~1:83 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        {"struct In { @builtin(workgroup_id) g: vec3<u32>, @builtin(num_workgroups) l: vec3<u32> "
         "}\n"
         "@compute @workgroup_size(1) fn main(in: In) { if in.g.x == 1 { workgroupBarrier(); } }",
         ""},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

static void subgroups(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {BODY "if lane == 1 { let x = subgroupAdd(lane); } }",
         "5:24 error non-uniform: 'subgroupAdd' must be called in uniform control flow\n"
         "  5:4 note: control flow depends on this possibly non-uniform value\n"
         "  2:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        {BODY "if subgroupAdd(lane) == 1 { workgroupBarrier(); } }",
         "~5:29 error non-uniform: 'workgroupBarrier' must be called in uniform control flow"},
        {BODY "if subgroupExclusiveAdd(lane) == 1 { let x = subgroupAdd(lane); } }",
         "~the result of 'subgroupExclusiveAdd' may be non-uniform"},
        {BODY "let x = subgroupShuffleXor(lane, lane); }",
         "5:34 error non-uniform: the mask of 'subgroupShuffleXor' must be uniform\n"
         "  2:71 note: builtin 'local_invocation_index' of 'main' is non-uniform"},
        {BODY "let x = subgroupShuffleUp(lane, rw[0]); }",
         "~5:33 error non-uniform: the delta of 'subgroupShuffleUp' must be uniform"},
        {BODY "let x = subgroupShuffle(lane, lane); }", ""},
        {BODY "let x = workgroupUniformLoad(&w[lane]); }",
         "~5:30 error non-uniform: the pointer of 'workgroupUniformLoad' must be uniform"},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

static void filters(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"enable subgroups; diagnostic(off, subgroup_uniformity); @compute @workgroup_size(1)\n"
         "fn f(@builtin(local_invocation_index) l: u32) { if l == 1 { let x = subgroupAdd(l); } }",
         ""},
        {BODY "@diagnostic(off, subgroup_uniformity) if lane == 1 { let x = subgroupAdd(lane); } }",
         ""},
        {BODY
         "@diagnostic(warning, subgroup_uniformity) if lane == 1 { let x = subgroupAdd(lane); } }",
         "~5:66 warning non-uniform: 'subgroupAdd' must be called"},
        {BODY
         "if lane == 1 @diagnostic(info, subgroup_uniformity) { let x = subgroupAdd(lane); } }",
         "~5:63 info non-uniform"},
        /* the innermost wins */
        {BODY "@diagnostic(off, subgroup_uniformity) if lane == 1 @diagnostic(error, "
              "subgroup_uniformity) "
              "{ let x = subgroupAdd(lane); } }",
         "~5:102 error non-uniform"},
        {BODY
         "@diagnostic(off, subgroup_uniformity) { } if lane == 1 { let x = subgroupAdd(lane); } }",
         "~5:66 error non-uniform"},
        /* the severity is that of the builtin's place, not the call's */
        {HEAD "@diagnostic(off, subgroup_uniformity) fn f(x: u32) -> u32 { return subgroupAdd(x); "
              "}\n" MAIN "if lane == 1 { let x = f(lane); } }",
         ""},
        {HEAD "fn f(x: u32) -> u32 { return subgroupAdd(x); }\n" MAIN
              "@diagnostic(off, subgroup_uniformity) if lane == 1 { let x = f(lane); } }",
         "~2:30 error non-uniform"},
        {HEAD "@diagnostic(warning, subgroup_uniformity) fn f(x: u32) -> u32 { return "
              "subgroupAdd(x); }\n" MAIN "if lane == 1 { let x = f(lane); } }",
         "~2:72 warning non-uniform"},
        /* barriers have no rule */
        {BODY "@diagnostic(off, derivative_uniformity) if lane == 1 { workgroupBarrier(); } }",
         "~5:56 error non-uniform"},
        {BODY "switch lane @diagnostic(off, subgroup_uniformity) { default { let x = "
              "subgroupAdd(lane); } } }",
         ""},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

static void derivatives(void **state) {
    (void)state;
    static const MessageCase cases[] = {
        {"@fragment fn f(@location(0) x: f32) { if x < 1 { let y = dpdx(x); } }",
         "1:58 error non-uniform: 'dpdx' must be called in uniform control flow\n"
         "  1:42 note: control flow depends on this possibly non-uniform value\n"
         "  1:29 note: input 'x' of 'f' is non-uniform"},
        {"diagnostic(off, derivative_uniformity);\n"
         "@fragment fn f(@location(0) x: f32) { if x < 1 { let y = dpdx(x); } }",
         ""},
        {"@fragment fn f(@location(0) x: f32) { let y = dpdx(x); }", ""},
        {"@fragment fn f(@location(0) x: f32) { if x < 1 { discard; } let y = dpdx(x); }", ""},
        {"@group(0) @binding(0) var t: texture_2d<f32>;\n@group(0) @binding(1) var s: sampler;\n"
         "@fragment fn f(@location(0) x: f32) { if textureSample(t, s, vec2f()).x > 1 "
         "{ let y = textureSample(t, s, vec2f()); } }",
         "~3:87 error non-uniform: 'textureSample' must be called"},
    };
    MESSAGES_CHECK(cases, ALL_PASSES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right),       cmocka_unit_test(conditions), cmocka_unit_test(variables),
        cmocka_unit_test(functions),   cmocka_unit_test(subgroups),  cmocka_unit_test(filters),
        cmocka_unit_test(derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
