/* The same expression twice: once as a const-expression, which the front end evaluates, and once
 * with lets for its operands, which lowering takes apart and the builder folds. Both must store the
 * same scalars. So the definitions that lowering writes out are held against those of the
 * evaluator, which does not share them.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/f16.h"
#include "harness.h"

#define OPERANDS(kind)                                                                             \
    kind " a = 0.3f; " kind " b = 1.75f; " kind " c = -2.25f; " kind " z = 0.0f; " kind            \
         " i = -7i; " kind " j = 12345i; " kind " u = 37u; " kind " w = 0x92f3a4b5u; " kind        \
         " t = true; " kind " f = false; " kind " h = 1.5h; " kind " g = -0.375h; " kind           \
         " p2 = vec2f(0.6, -1.5); " kind " p3 = vec3f(0.25, -1.5, 2.0); " kind                     \
         " q3 = vec3f(-0.5, 0.75, 1.25); " kind " p4 = vec4f(0.1, -0.7, 1.4, -3.0); " kind         \
         " q4 = vec4f(-0.2, 0.3, 0.4, 0.9); " kind " i3 = vec3i(-1, 5, 100); " kind                \
         " j3 = vec3i(3, -4, 7); " kind " i4 = vec4i(-200, 5, 127, 300); " kind                    \
         " u4 = vec4u(1, 254, 300, 77); " kind " h2 = vec2h(0.5, -3.0); " kind                     \
         " h4 = vec4h(0.5, -3.0, 1.25, 8.0); " kind " b3 = vec3<bool>(true, false, true); " kind   \
         " m2 = mat2x2f(1.5, -2.0, 0.25, 3.0); " kind                                              \
         " m23 = mat2x3f(1.0, 2.0, -3.0, 0.5, 0.25, 4.0); " kind                                   \
         " m32 = mat3x2f(1.0, -2.0, 3.0, 0.5, -0.25, 4.0); " kind                                  \
         " m3 = mat3x3f(2.0, 1.0, -1.0, 0.5, 3.0, 1.0, -2.0, 0.25, 1.0); " kind                    \
         " m4 = mat4x4f(2.0, 1.0, -1.0, 0.0, 0.5, 3.0, 1.0, 2.0, -2.0, 0.25, 1.0, 1.0, 4.0, 0.0, " \
         "1.0, -3.0); "

typedef struct Case {
    const char *type, *expression;
} Case;

static const Case cases[] = {
    /* operators */
    {"f32", "a + b * c - a / b"},
    {"f32", "c % b"},
    {"f32", "-c"},
    {"vec3f", "p3 * a + q3 / p3 - b"},
    {"i32", "i / 2 + i % 4 - j * i"},
    {"u32", "((w / u) ^ ((w % u) & ~w)) | u"},
    {"i32", "(i << 3u) | (j >> 2u)"},
    {"u32", "(u << 4u) + (w >> 5u)"},
    {"i32", "i >> 1u"},
    {"vec3i", "(i3 + j3) * i3 / j3 % 5"},
    {"vec3i", "-i3"},
    {"u32", "select(0u, 1u, (a < b && !(c >= a)) || f)"},
    {"vec3u", "select(vec3u(1), vec3u(2), p3 <= q3)"},
    {"vec3u", "select(vec3u(1), vec3u(2), i3 > j3)"},
    {"vec3u", "select(vec3u(1), vec3u(2), (b3 & vec3(t)) != !b3)"},
    {"u32", "u32(t) + u32(b == 1.75f) * 2u + u32(u != 37u) * 4u"},
    /* matrices */
    {"mat2x2f", "m2 * m2 + m2 - m2 * a"},
    {"vec3f", "m23 * p2"},
    {"vec2f", "p3 * m23"},
    {"mat2x2f", "m32 * m23"},
    {"mat3x3f", "m23 * m32"},
    {"mat3x3f", "a * m3"},
    {"mat3x2f", "transpose(m23)"},
    {"f32", "determinant(m2)"},
    {"f32", "determinant(m3)"},
    {"f32", "determinant(m4)"},
    {"vec4f", "m4 * p4"},
    {"vec3f", "m3[1]"},
    {"f32", "m3[1][2]"},
    /* constructors, conversions, parts */
    {"vec4f", "vec4f(p2, a, b)"},
    {"vec4f", "vec4f(a, p3)"},
    {"vec3f", "vec3f(c)"},
    {"mat2x3f", "mat2x3f(p3, q3)"},
    {"vec3f", "vec3f(i3)"},
    {"vec3i", "vec3i(p3 * 3.7f)"},
    {"u32", "u32(i) + u32(b)"},
    {"i32", "i32(w) + i32(t) + i32(c)"},
    {"f32", "f32(w) + f32(i) + f32(t) + f32(h)"},
    {"f16", "f16(a) + f16(i) + f16(u)"},
    {"u32", "u32(bool(a)) + u32(bool(z)) + u32(bool(i))"},
    {"mat2x2h", "mat2x2h(m2)"},
    {"vec4f", "p4.wzyx"},
    {"vec2f", "p4.yy + p3.xz"},
    {"array<i32, 3>", "array<i32, 3>(i, j, i + j)"},
    /* f16 */
    {"f16", "h * g + h / g"},
    {"vec2h", "h2 * h - g"},
    {"f16", "fma(h, g, h)"},
    {"f16", "length(h4)"},
    /* componentwise builtins */
    {"f32", "abs(c) + ceil(a) + floor(c) + fract(c) + round(b) + trunc(c)"},
    {"f32", "sign(c) + sqrt(b) + inverseSqrt(b) + exp2(a) + log2(b) + exp(a) + log(b)"},
    {"f32", "sin(a) + cos(b) + tan(a) + asin(a) + acos(a) + atan(c) + atan2(a, c)"},
    {"f32", "sinh(a) + cosh(a) + tanh(a) + asinh(a) + acosh(b) + atanh(a) + pow(b, c)"},
    {"vec3i", "abs(i3) + sign(j3) + min(i3, j3) + max(i3, j3)"},
    {"u32", "abs(u) + min(u, w) + max(u, w)"},
    {"u32", "countOneBits(w) + countLeadingZeros(u) * 64 + countTrailingZeros(w) * 4096"},
    {"u32", "reverseBits(w) ^ firstLeadingBit(w) ^ firstTrailingBit(u << 4u)"},
    {"i32", "firstLeadingBit(i) + firstTrailingBit(j)"},
    {"i32", "extractBits(i32(w), 4u, 9u) + insertBits(i, j, 3u, 7u)"},
    {"u32", "extractBits(w, 4u, 9u) + insertBits(u, w, 3u, 7u)"},
    {"vec3i", "extractBits(i3, 1u, 5u)"},
    {"f32", "ldexp(b, i)"},
    {"f32", "quantizeToF16(a)"},
    {"i32", "dot4I8Packed(w, u)"},
    {"u32", "dot4U8Packed(w, u)"},
    /* builtins written out */
    {"f32", "clamp(c, a, b) + saturate(b) + saturate(c) + clamp(a, z, b)"},
    {"vec3i", "clamp(i3, vec3i(-3), vec3i(4))"},
    {"f32", "degrees(a) + radians(b)"},
    {"f32", "mix(a, b, 0.25f)"},
    {"vec3f", "mix(p3, q3, a)"},
    {"vec3f", "mix(p3, q3, q3)"},
    {"f32", "step(a, b) + step(b, a) * 2 + step(a, a) * 4"},
    {"f32", "smoothstep(c, b, a)"},
    {"vec3f", "smoothstep(vec3f(-1), vec3f(2), p3)"},
    {"vec3f", "select(p3, q3, b3)"},
    {"vec3f", "select(p3, q3, t)"},
    {"u32", "u32(all(b3)) + u32(any(b3)) * 2u + u32(all(t)) * 4u + u32(any(f)) * 8u"},
    {"f32", "dot(p4, q4)"},
    {"i32", "dot(i3, j3)"},
    {"vec3f", "cross(p3, q3)"},
    {"f32", "length(p3) + length(c) + distance(p3, q3) + distance(a, b)"},
    {"vec3f", "normalize(p3)"},
    {"vec3f", "reflect(p3, q3)"},
    {"vec3f", "refract(normalize(p3), normalize(q3), a)"},
    {"vec3f", "refract(p3, q3, 3.0f)"},
    {"vec3f", "faceForward(p3, q3, p3)"},
    {"f32", "modf(c).fract + modf(b).whole * 10"},
    {"vec3f", "modf(p3).whole"},
    {"f32", "frexp(c).fract + f32(frexp(b).exp) * 10"},
    {"vec3i", "frexp(p3).exp"},
    /* bits */
    {"u32", "pack4x8snorm(p4)"},
    {"u32", "pack4x8unorm(p4)"},
    {"u32", "pack2x16snorm(p2)"},
    {"u32", "pack2x16unorm(p2)"},
    {"u32", "pack2x16float(p2)"},
    {"u32", "pack4xI8(i4)"},
    {"u32", "pack4xU8(u4)"},
    {"u32", "pack4xI8Clamp(i4)"},
    {"u32", "pack4xU8Clamp(u4)"},
    {"vec4f", "unpack4x8snorm(w)"},
    {"vec4f", "unpack4x8unorm(w)"},
    {"vec2f", "unpack2x16snorm(w)"},
    {"vec2f", "unpack2x16unorm(w)"},
    {"vec2f", "unpack2x16float(w)"},
    {"vec4i", "unpack4xI8(w)"},
    {"vec4u", "unpack4xU8(w)"},
    {"u32", "bitcast<u32>(a)"},
    {"vec3f", "bitcast<vec3f>(vec3i(5, 1000000000, j))"},
    {"u32", "bitcast<u32>(h2)"},
    {"vec2i", "bitcast<vec2i>(h4)"},
    {"vec2h", "bitcast<vec2h>(w)"},
    {"vec4h", "bitcast<vec4h>(vec2u(w, u))"},
};

/* The constants that are stored in an object, in order; -1 when one is no constant. */
static int stored(const IrModule *m, uint32_t object, uint32_t *bits, uint8_t *type) {
    const IrFunction *f = vec_last(&m->functions);
    int n = 0;
    for (uint32_t i = 0; i < f->body->inst.len; i++) {
        const IrInst *in = f->body->inst.at[i];
        if (in->op != IR_STORE || in->access->object != object)
            continue;
        for (uint32_t k = 0; k < in->access->components; k++) {
            if (!ir_is_const(f, in->arg[k]))
                return -1;
            type[n] = f->values.at[in->arg[k]].type;
            bits[n++] = f->values.at[in->arg[k]].bits;
        }
    }
    return n;
}

/* Functions without an exact definition may differ in the last places. */
static bool same(uint8_t type, uint32_t a, uint32_t b) {
    if (a == b)
        return true;
    if (type != IR_F32 && type != IR_F16)
        return false;
    const float x = f32_from_bits(a), y = f32_from_bits(b);
    const float close = type == IR_F32 ? 2e-6f : 2e-3f;
    return fabsf(x - y) <= close * fmaxf(1, fabsf(x));
}

static void check_case(const Case *c) {
    Arena a = {0};
    const Str text = str_format(&a,
                                "enable f16;\n"
                                "@group(0) @binding(0) var<storage, read_write> known: %s;\n"
                                "@group(0) @binding(1) var<storage, read_write> found: %s;\n"
                                "@compute @workgroup_size(1) fn main() {\n"
                                "  { " OPERANDS("const") " known = %s; }\n"
                                                         "  { " OPERANDS("let") " found = %s; }\n"
                                                                                "}\n",
                                c->type, c->type, c->expression, c->expression);
    Lowered *l = lower_text(text.at, NULL, 0);
    lowered_functions(l);
    uint32_t known[16], found[16];
    uint8_t known_type[16], found_type[16];
    const int n = stored(l->ir, 1, known, known_type);
    if (stored(l->ir, 2, found, found_type) != n || n <= 0)
        fail_msg("%s: not folded\n%s", c->expression, lowered_functions(l));
    for (int i = 0; i < n; i++) {
        assert_int_equal(known_type[i], found_type[i]);
        if (!same(known_type[i], known[i], found[i]))
            fail_msg("%s: scalar %d is %08x (%g), not %08x (%g)", c->expression, i, found[i],
                     (double)f32_from_bits(found[i]), known[i], (double)f32_from_bits(known[i]));
    }
    lowered_free(l);
    arena_free(&a);
}

static void all_cases(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_case(&cases[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
