/* Functions, entry points, their inputs and outputs, stages, directives. */
#include "verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void functions(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"fn f(a: i32, p: ptr<storage, u32, read_write>, t: texture_2d<f32>) -> vec3f { return "
         "vec3f(); }",
         ""},
        {"fn f(a: atomic<u32>) {}", "1:9 bad-type"},
        {"fn f() -> ptr<private, i32> {}", "1:11 bad-type"},
        {"fn f() -> i32 { return 1.5; }", "1:24 type-mismatch"},
        {"fn f() -> i32 { return; }", "1:17 type-mismatch"},
        {"@must_use fn f() {}", "1:1 bad-attribute"},
        {"@must_use() fn f() -> i32 { return 1; }", "1:1 syntax"},
        {"@const fn f() {}", "1:2 bad-attribute"},
        {"fn f(@builtin(position) a: vec4f) {}", "1:6 bad-attribute"},
        {"fn f(a: i32, a: i32) {}", "1:14 redeclared"},
        {"fn f(a: i32) { let a = 1; }", "1:20 redeclared"},
        {"fn f(a: i32) { { let a = 1; } for (var a = 1; ; ) { let a = 2; } }", ""},
        {"fn f() { g(); } fn g() { f(); }", "1:4 recursion"},
        {"@compute @workgroup_size(1) fn main() {} fn f() { main(); }", "1:51 bad-call"},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

static void workgroup_sizes(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"@compute @workgroup_size(8, 4u, 2) fn main() {}", ""},
        {"override n: u32; @compute @workgroup_size(n, n * 2) fn main() {}", ""},
        {"@compute fn main() {}", "1:13 bad-entry-point"},
        {"@workgroup_size(1) fn main() {}", "1:1 bad-attribute"},
        {"@compute @workgroup_size(0) fn main() {}", "1:26 out-of-range"},
        {"@compute @workgroup_size(1.5) fn main() {}", "1:26 type-mismatch"},
        {"@compute @workgroup_size(1i, 1u) fn main() {}", "1:30 type-mismatch"},
        {"@compute @workgroup_size(1, 2, 3, 4) fn main() {}", "1:10 bad-attribute"},
        {"@compute @workgroup_size() fn main() {}", "1:10 bad-attribute"},
        {"var<private> n = 1; @compute @workgroup_size(n) fn main() {}", "1:46 not-const"},
        {"@compute @vertex @workgroup_size(1) fn main() {}", "1:1 bad-attribute"},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

static void compute_inputs(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"@compute @workgroup_size(1) fn a(@builtin(global_invocation_id) g: vec3u, i: I) {}", ""},
        {"@compute @workgroup_size(1) fn a(@builtin(subgroup_id) g: u32) {}", ""},
        {"@compute @workgroup_size(1) fn a(@builtin(local_invocation_index) g: vec3u) {}",
         "1:34 type-mismatch"},
        {"@compute @workgroup_size(1) fn a(@builtin(local_invocation_index) g: i32) {}",
         "1:34 type-mismatch"},
        {"@compute @workgroup_size(1) fn a(@builtin(position) g: vec4f) {}",
         "1:34 bad-entry-point"},
        {"@compute @workgroup_size(1) fn a(@builtin(nonsense) g: vec4f) {}", "1:43 bad-attribute"},
        {"@compute @workgroup_size(1) fn a(g: u32) {}", "1:34 bad-entry-point"},
        {"@compute @workgroup_size(1) fn a(@location(0) g: u32) {}", "1:34 bad-entry-point"},
        {"@compute @workgroup_size(1) fn a(i: I, @builtin(workgroup_id) w: vec3u) {}",
         "1:40 bad-entry-point"},
        {"@compute @workgroup_size(1) fn a() -> @location(0) f32 { return 1; }",
         "1:52 bad-entry-point"},
    };
    VERDICT_CHECK("enable subgroups; struct I { @builtin(workgroup_id) w: vec3u }\n%s", cases);
    static const VerdictCase disabled[] = {
        {"@compute @workgroup_size(1) fn a(@builtin(subgroup_size) g: u32) {}", "1:34 not-enabled"},
        {"fn a() { let b = subgroupAdd(1); }", "1:18 not-enabled"},
    };
    VERDICT_CHECK(IN_MODULE, disabled);
}

static void render_stages(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"struct V { @builtin(position) p: vec4f, @location(0) @interpolate(flat) i: u32 }\n"
         "@vertex fn v(@location(0) a: vec2f, @builtin(vertex_index) i: u32) -> V { return V(); }\n"
         "@fragment fn f(v: V) -> @location(0) vec4f { return v.p; }",
         ""},
        {"@vertex fn v() -> @location(0) vec4f { return vec4f(); }", "1:12 bad-entry-point"},
        {"@vertex fn v() {}", "1:12 bad-entry-point"},
        {"@fragment fn f(@location(0) i: u32) {}", "1:16 bad-entry-point"},
        {"@fragment fn f(@location(0) a: f32, @location(0) b: f32) {}", "1:37 bad-entry-point"},
        {"@fragment fn f(@location(0) a: bool) {}", "1:16 bad-entry-point"},
        {"@fragment fn f(@location(0) a: mat2x2f) {}", "1:16 bad-entry-point"},
        {"@fragment fn f(@location(0) @interpolate(linear, first) a: f32) {}",
         "1:50 bad-attribute"},
        {"@fragment fn f(@location(0) @interpolate(curved) a: f32) {}", "1:42 bad-attribute"},
        {"@fragment fn f(@interpolate(flat) a: f32) {}",
         "1:16 bad-attribute, 1:35 bad-entry-point"},
        {"@fragment fn f(@invariant @location(0) a: f32) {}", "1:16 bad-attribute"},
        {"@fragment fn f(@builtin(position) @location(0) a: vec4f) {}", "1:35 bad-attribute"},
        {"@fragment fn f() { discard; } @compute @workgroup_size(1) fn c() { d(); }\n"
         "fn d() { discard; }",
         "2:10 bad-entry-point"},
        {"var<workgroup> w: u32; @fragment fn f() { _ = w; }", "1:47 bad-entry-point"},
        {"@compute @workgroup_size(1) fn c() { _ = dpdx(1.0); } @fragment fn f() { _ = dpdx(1.0); "
         "workgroupBarrier(); }",
         "1:42 bad-entry-point, 1:89 bad-entry-point"},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

static void bindings(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"@compute @workgroup_size(1) fn c() { _ = a; } @compute @workgroup_size(1) fn d() { _ = "
         "b; "
         "}",
         ""},
        {"@compute @workgroup_size(1) fn c() { _ = a; d(); } fn d() { _ = b; }",
         "0:79 bad-binding"},
    };
    VERDICT_CHECK("@group(0) @binding(0) var<storage> a: u32; @group(0) @binding(0) "
                  "var<storage> b: u32;\n%s",
                  cases);
}

static void directives(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"enable f16, subgroups; enable f16; requires pointer_composite_access;", ""},
        {"enable fp16;", "1:8 unknown-extension"},
        {"requires time_travel;", "1:10 unknown-extension"},
        {"diagnostic(off, derivative_uniformity); diagnostic(warning, chromium.unreachable_code);",
         ""},
        {"diagnostic(off, derivative_uniformity); diagnostic(error, derivative_uniformity);",
         "1:41 bad-attribute"},
        {"diagnostic(loud, derivative_uniformity);", "1:12 bad-attribute"},
        {"const a = 1h;", "1:11 not-enabled"},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

/* One mistake, one message: what depends on it is not reported again. */
static void no_cascades(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"fn f() { let a = nothing; let b = a + 1; let c = vec3(b).x; if c == b {} f2(a); } fn "
         "f2(x: i32) {}",
         "1:18 unresolved-identifier"},
        {"alias A = vec3<nothing>; var<private> a: A; fn f(p: A) -> A { a = p; return a; }",
         "1:16 unresolved-identifier"},
        {"const a = u32(-1); const b = a + 1; const c = array<u32, b>(); const_assert a == 0;",
         "1:11 const-eval"},
        {"fn f() { let a = nothing; let b = sqrt(true); let c = 1u + 1i; }",
         "1:18 unresolved-identifier, 1:35 no-matching-overload, 1:58 no-matching-overload"},
        {"const a = b; const b = a; fn f() { let c = a + b; }", "1:7 cycle"},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions),      cmocka_unit_test(workgroup_sizes),
        cmocka_unit_test(compute_inputs), cmocka_unit_test(render_stages),
        cmocka_unit_test(bindings),       cmocka_unit_test(directives),
        cmocka_unit_test(no_cascades),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
