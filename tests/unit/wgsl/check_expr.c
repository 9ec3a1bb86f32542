/* Expressions and statements in a function: operators, access, calls, constructors, assignments. */
#include "verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void operators(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"let a = x + 1; let c = 2 * v; let d = v / 3.5; let e = -x; let f = !b;", ""},
        {"let a = x + parameter;", "1:11 no-matching-overload"},
        {"let a = v + vec2f();", "1:11 no-matching-overload"},
        {"let a = mat4x3f() * vec4f(); let c: vec3f = a; let d: vec4f = v * mat4x3f();", ""},
        {"let a = mat4x3f() * v;", "1:19 no-matching-overload"},
        {"let a: mat4x2f = mat3x2f() * mat4x3f();", ""},
        {"let a = !x;", "1:9 no-matching-overload"},
        {"let a = -1u;", "1:9 no-matching-overload"},
        {"let a = ~parameter & 0xff; let c = ~x;", "1:36 no-matching-overload"},
        {"let a = 1 << buffer[0]; let c: i32 = a;", ""},
        {"let a = parameter << 1; let c = parameter << 32; let d = parameter << 1i;",
         "1:46 const-eval, 1:68 no-matching-overload"},
        {"let a = parameter / 0; let c = parameter % 0; let d = x / 0; let e = vec2i(1) / vec2i(1, "
         "0);",
         "1:21 const-eval, 1:44 const-eval, 1:70 const-eval"},
        {"let a = b && x;", "1:11 no-matching-overload"},
        {"let a = v == vec3f(1); if all(a) {} if v == vec3f(1) {}", "1:40 type-mismatch"},
        {"let a = b == true; let c = b < true;", "1:30 no-matching-overload"},
        {"let a = false && 1 / 0 == 1; let c = true || array<i32, 2>(1, 2)[5] == 1;", ""},
        {"let a = false && (vec2(1, 4294967295).y == parameter);", ""},
        {"let a = true && (vec2(1, 4294967295).y == parameter);", "1:18 const-eval"},
        {"let a = false && 1.5h == 1u;", "1:23 no-matching-overload"},
        {"let a = vec3(true) & vec3(b); let c = b | true; let d = b ^ true;",
         "1:59 no-matching-overload"},
    };
    VERDICT_CHECK(in_function, cases);
}

static void abstract_numbers(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"let a: i32 = 1; let c: u32 = 1; let d: f32 = 1; let e: f16 = 1; let f: f32 = 1.5;", ""},
        {"let a: i32 = 1.0;", "1:14 type-mismatch"},
        {"let a: u32 = 1i;", "1:14 type-mismatch"},
        {"let a: i32 = 2147483648;", "1:14 const-eval"},
        {"let a = 2147483648;", "1:9 const-eval"},
        {"let a: f16 = 65536;", "1:14 const-eval"},
        {"let a: array<f32, 2> = array(1, 2); let c: vec2u = vec2(1, 2);", ""},
        {"let a = 1; let c: u32 = a;", "1:25 type-mismatch"},
        {"const a = 1; let c: u32 = a; let d: f32 = a;", ""},
        {"let a: f32 = x + 1; let c: f32 = min(1, x); let d: u32 = max(1, buffer[0]);", ""},
        {"let a: i32 = select(1, 2, b); let c: f32 = select(1, 2.0, b);", ""},
        {"let a = array(1, 2, 3)[parameter]; let c: i32 = a;", ""},
        {"let a = vec3(1, 2.0, 3); let c: vec3f = a; let d: vec3f = vec3(1, x, 3);", ""},
        {"let a = modf(1.5).fract; let c: f32 = a; let d = frexp(1.5); let e: i32 = d.exp;", ""},
        {"let a = vec2(1, true);", "1:9 no-matching-overload"},
        {"let a = vec2(1i, 1u);", "1:9 no-matching-overload"},
    };
    VERDICT_CHECK(in_function, cases);
}

static void access(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"let a = v.xyz; let c = v.rg; let d: f32 = v.z; let e = vec4f().wzyx;", ""},
        {"let a = v.xg;", "1:11 bad-member"},
        {"let a = v.w;", "1:11 bad-member"},
        {"let a = v.xxxxx;", "1:11 bad-member"},
        {"let a = mine.v.x; let c = source[0].m[parameter]; let d = mine.q;", "1:64 bad-member"},
        {"let a = x.y;", "1:11 bad-member"},
        {"let a = x[0];", "1:9 type-mismatch"},
        {"let a = v[3];", "1:11 out-of-range"},
        {"let a = mine.m[4]; let c = mine.m[-1]; let d = buffer[-1]; let e = buffer[1000];",
         "1:16 out-of-range, 1:35 out-of-range, 1:55 out-of-range"},
        {"let a = v[1.0];", "1:11 type-mismatch"},
        {"let a = mat2x3f()[1][2]; let c = mat2x3f()[2];", "1:44 out-of-range"},
        {"let a = buffer;", "1:9 type-mismatch"},
        {"let a = counts[0];", "1:9 type-mismatch"},
        {"let a = none();", "1:9 type-mismatch"},
        {"let a = none;", "1:9 type-mismatch"},
        {"let a = S;", "1:9 type-mismatch"},
        {"let a = min;", "1:9 type-mismatch"},
        {"let a = read;", "1:9 type-mismatch"},
    };
    VERDICT_CHECK(in_function, cases);
}

static void pointers(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"let p = &mine; let a = (*p).a; let c = p.a; let d = p.v.xy; let e = p.m[1];", ""},
        {"var i = 1; by_pointer(&i); let p = &i; by_pointer(p); *p = 2; let c: i32 = *p;", ""},
        {"by_pointer(&mine.a);", "1:12 type-mismatch"},
        {"let p = &parameter;", "1:9 type-mismatch"},
        {"let p = &mine.v.x;", "1:9 type-mismatch"},
        {"let p = &mine.v[0];", "1:9 type-mismatch"},
        {"let p = &mine.v; p.x = 1; p[1] = 2; p.xy = vec2f();", "1:37 not-assignable"},
        {"let p: ptr<private, i32> = &mine.a; let q: ptr<function, i32> = &mine.a;",
         "1:65 type-mismatch"},
        {"let p = &source[0]; p.a = 1;", "1:21 not-assignable"},
        {"let a = *x;", "1:9 type-mismatch"},
        {"let n = arrayLength(&buffer) + arrayLength(&source);", ""},
        {"let n = arrayLength(buffer);", "1:21 type-mismatch"},
        {"let n = arrayLength(&mine.m);", "1:9 no-matching-overload"},
    };
    VERDICT_CHECK(in_function, cases);
}

static void assignments(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"var i = 1; i = 2; i += 3; i++; i <<= 1; var f = 1.0; f *= 2; f -= x; _ = i;", ""},
        {"var f = v; f *= 2; f += v; f *= mat3x3f(); f *= mat4x3f();", "1:44 type-mismatch"},
        {"parameter = 1;", "1:1 not-assignable"},
        {"let a = 1; a = 2;", "1:12 not-assignable"},
        {"constant = 1; size = 1u;", "1:1 not-assignable, 1:15 not-assignable"},
        {"uniforms.x = 1;", "1:1 not-assignable"},
        {"source[0].a = 1;", "1:1 not-assignable"},
        {"counts[0] = 1;", "1:1 not-assignable"},
        {"mine.v.xy = vec2f();", "1:1 not-assignable"},
        {"mine.a = 1.5;", "1:10 type-mismatch"},
        {"mine.a += x;", "1:8 no-matching-overload"},
        {"var f = 1.0; f++;", "1:14 type-mismatch"},
        {"var i = 1; i /= 0;", "1:17 const-eval"},
        {"_ = buffer;", "1:5 type-mismatch"},
        {"_ = texture; _ = &buffer; _ = 1; _ = 5000000000 + 1;", ""},
    };
    VERDICT_CHECK(in_function, cases);
}

static void calls(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"none(); one(); _ = used(); let a = one() + used();", ""},
        {"used();", "1:1 unused-result"},
        {"min(1, 2);", "1:1 unused-result"},
        {"i32(1);", "1:1 unused-result"},
        {"none(1);", "1:1 bad-call"},
        {"by_pointer(1);", "1:12 type-mismatch"},
        {"parameter(1);", "1:1 bad-call"},
        {"workgroupBarrier(); storageBarrier(); atomicAdd(&counts[1], 1u);", ""},
        {"atomicAdd(&buffer[0], 1u);", "1:1 no-matching-overload"},
        {"atomicAdd(counts[1], 1u);", "1:11 type-mismatch"},
        {"let a = min(1, 2, 3);", "1:9 no-matching-overload"},
        {"let a = clamp(x, 2, 1);", "1:18 out-of-range"},
        {"let a = extractBits(parameter, 20, 20); let c = extractBits(parameter, 12, 20);",
         "1:32 out-of-range"},
        {"let a = subgroupBroadcast(x, 128); let c = subgroupBroadcast(x, parameter);",
         "1:30 out-of-range, 1:65 not-const"},
        {"let a = subgroupAdd(1); let c: i32 = a; let d = subgroupAdd(b);",
         "1:49 no-matching-overload"},
        {"let a = atomicCompareExchangeWeak(&counts[0], 1, 2); if a.exchanged {} let c: u32 = "
         "a.old_value;",
         ""},
        {"let a = bitcast<u32>(x); let c = bitcast<vec2<f16>>(1u); let d = bitcast<f16>(1u);",
         "1:66 no-matching-overload"},
        {"let a = bitcast(x);", "1:9 bad-call"},
        {"let a = textureLoad(texture, vec2u(), 0); let c: vec4f = a;", ""},
        {"let a = workgroupUniformLoad(&counts[0]); let c: u32 = a;", ""},
        {"let a = ldexp(x, 200);", "1:18 out-of-range"},
    };
    VERDICT_CHECK(in_function, cases);
}

static void constructors(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"let a = vec4f(v, 1); let c = vec4(1, v.xy, 2); let d = vec3f(1); let e = vec3<i32>(v);",
         ""},
        {"let a = vec4f(v); let c = vec2f(v); let d = vec2f(1, 2, 3);",
         "1:9 no-matching-overload, 1:27 no-matching-overload, 1:45 no-matching-overload"},
        {"let a = f32(b) + f32(parameter) + f32(1u); let c = i32(3.7); let d = u32(-1);",
         "1:70 const-eval"},
        {"let a = i32(v);", "1:9 no-matching-overload"},
        {"let a = mat2x2f(1, 2, 3, 4); let c = mat2x2(v.xy, v.yz); let d = mat2x2f(a);", ""},
        {"let a = mat2x2f(1, 2, 3);", "1:9 no-matching-overload"},
        {"let a = array(1, 2, 3); let c = array<u32, 2>(1, 2); let d = array<u32, 3>(1, 2);",
         "1:62 bad-call"},
        {"let a = array(1, x, 2u);", "1:9 no-matching-overload"},
        {"let a = S(1, v, array<f32, 4>()); let c = S(); let d = S(1, v);", "1:56 bad-call"},
        {"let a = S(1.5, v, array<f32, 4>());", "1:11 type-mismatch"},
        {"let a = atomic<u32>(1);", "1:9 bad-type"},
        {"let a = array<u32>(1);", "1:9 bad-type"},
        {"let a = bool(x) || bool(parameter); let c = vec2<bool>(vec2f());", ""},
    };
    VERDICT_CHECK(in_function, cases);
}

static void statements(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"if parameter {}", "1:4 type-mismatch"},
        {"while x {} for (; v.x;) {} loop { continuing { break if parameter; } }",
         "1:7 type-mismatch, 1:19 type-mismatch, 1:57 type-mismatch"},
        {"return 1;", "1:8 type-mismatch"},
        {"switch parameter { case 1, 2: {} case constant: {} default: {} }", ""},
        {"switch parameter { case 1: {} case 1: {} default: {} }", "1:36 redeclared"},
        {"switch parameter { case 1u: {} default: {} }", "1:25 type-mismatch"},
        {"switch parameter { case parameter: {} default: {} }", "1:25 not-const"},
        {"switch x { default: {} }", "1:8 type-mismatch"},
        {"switch 1 { case 1u: {} default: {} }", ""},
        {"switch buffer[0] { case 1: {} default: {} }", ""},
        {"const_assert constant == 3; const_assert parameter == 3;", "1:42 not-const"},
        {"const c = parameter;", "1:11 not-const"},
        {"@diagnostic(off, subgroup_uniformity) if b {} @must_use if b {}", "1:47 bad-attribute"},
    };
    VERDICT_CHECK(in_function, cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators),    cmocka_unit_test(abstract_numbers),
        cmocka_unit_test(access),       cmocka_unit_test(pointers),
        cmocka_unit_test(assignments),  cmocka_unit_test(calls),
        cmocka_unit_test(constructors), cmocka_unit_test(statements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
