/* Shaders that nobody would write: cut off, mixed up, in too little memory. Nothing may crash, hang
 * or be accepted by accident; what the messages say does not matter here. */
#include "base/os.h"
#include "messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A shader with all that the front end reads. */
static const char sample[] =
    "enable f16, subgroups;\n"
    "diagnostic(off, subgroup_uniformity);\n"
    "struct S { @align(16) a: f32, b: array<vec4<f32>, 3>, @size(32) c: mat2x2<f32> }\n"
    "alias T = array<array<i32, 4>, 2>;\n"
    "const k = 0x1.8p3f + 1e-3f * 2.5;\n"
    "override n: u32 = 3u;\n"
    "@group(0) @binding(0) var<storage, read_write> buf: array<S>;\n"
    "@group(0) @binding(1) var<uniform> un: vec4<u32>;\n"
    "var<workgroup> tile: array<atomic<u32>, 64>;\n"
    "var<private> pv: T;\n"
    "const_assert 1 < 2;\n"
    "fn f(p: ptr<function, array<f32, 4>>, x: i32) -> f32 {\n"
    "  var s = 0.0;\n"
    "  for (var i = 0; i < 4; i++) { if i == x { continue; } s += (*p)[i] * f32(i << 1u); }\n"
    "  switch x { case 1, 2: { return s; } case 3, default { (*p)[0] = -s; } }\n"
    "  loop { if s > 3 { break; } continuing { s += 1; break if s > 2 || s < -1; } }\n"
    "  while s < 10 && x != 2 { s *= 2; }\n"
    "  return select(s, (*p)[1], x >= 2);\n"
    "}\n"
    "@compute @workgroup_size(64, 1) fn main(@builtin(local_invocation_index) lane: u32,\n"
    "    @builtin(workgroup_id) group: vec3<u32>) {\n"
    "  var a = array<f32, 4>(1, 2, 3, 4);\n"
    "  let q = &a;\n"
    "  atomicAdd(&tile[lane & 63], u32(f(q, i32(lane))));\n"
    "  workgroupBarrier();\n"
    "  @diagnostic(warning, subgroup_uniformity) if lane == n { _ = subgroupAdd(lane); }\n"
    "  pv[1][lane % 4u]--;\n"
    "  buf[group.x].b[1] = vec4(vec3(a[0], f32(pv[0][1]), k) / f32(un.w), 0);\n"
    "}\n";

static void sample_is_right(void **state) {
    (void)state;
    Arena arena = {0};
    assert_null(strstr(messages_of(&arena, sample, ALL_PASSES).at, "error"));
    arena_free(&arena);
}

static void compile(Str text) {
    Arena arena = {.limit = 256u << 20};
    Module *m = messages_module(&arena, text, ALL_PASSES);
    messages_text(&arena, m);
    arena_free(&arena);
}

/* Every beginning and every end of the sample. */
static void cut_off(void **state) {
    (void)state;
    Str all = str_from_c(sample);
    for (uint32_t i = 0; i <= all.len; i++) {
        Arena arena = {0};
        compile(str_copy(&arena, (Str){sample, i}));
        compile((Str){sample + i, all.len - i});
        arena_free(&arena);
    }
}

static uint32_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* Pieces of text that mean something. */
static const char *const pieces[] = {
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "<<",
    ">>",
    "<=",
    ">=",
    "=",
    "==",
    ";",
    ":",
    ",",
    ".",
    "@",
    "&",
    "&&",
    "|",
    "||",
    "^",
    "+",
    "++",
    "-",
    "--",
    "->",
    "*",
    "/",
    "/*",
    "*/",
    "//",
    "\n",
    "%",
    "!",
    "~",
    "_",
    "if ",
    "else ",
    "for ",
    "while ",
    "loop ",
    "continuing ",
    "break ",
    "continue ",
    "return ",
    "switch ",
    "case ",
    "default ",
    "fn ",
    "var ",
    "let ",
    "const ",
    "override ",
    "struct ",
    "alias ",
    "enable ",
    "diagnostic ",
    "discard",
    "true",
    "x",
    "f",
    "a",
    "i32",
    "vec3",
    "array",
    "ptr",
    "function",
    "0",
    "1u",
    "0x1p3",
    "1e9",
    ".5f",
    "\xce\xb1",
    "#",
    "\xff",
    "workgroupBarrier()",
    "&x",
    "*p",
    "atomicAdd",
    "main",
};

static void mutate(StrBuf *out, uint64_t *random) {
    Str all = str_from_c(sample);
    uint32_t at = 0, edits = 1 + next_random(random) % 8;
    for (uint32_t i = 0; i < edits && at < all.len; i++) {
        uint32_t end = at + next_random(random) % (all.len - at + 1);
        strbuf_add(out, (Str){sample + at, end - at});
        switch (next_random(random) % 4) {
        case 0: end += next_random(random) % 20; break;                  /* leave out */
        case 1: end -= end < 40 ? end : next_random(random) % 40; break; /* say twice */
        default:
            strbuf_add(
                out, str_from_c(pieces[next_random(random) % (sizeof pieces / sizeof pieces[0])]));
        }
        at = end;
    }
    if (at < all.len)
        strbuf_add(out, (Str){sample + at, all.len - at});
}

static void mixed_up(void **state) {
    (void)state;
    uint64_t random = 1;
    for (uint32_t i = 0; i < 2000; i++) {
        Arena arena = {0};
        StrBuf text = {.arena = &arena};
        mutate(&text, &random);
        compile(strbuf_str(&text));
        arena_free(&arena);
    }
}

static void soup(void **state) {
    (void)state;
    uint64_t random = 2;
    for (uint32_t i = 0; i < 500; i++) {
        Arena arena = {0};
        StrBuf text = {.arena = &arena};
        for (uint32_t n = 0; n < 300; n++)
            strbuf_add(
                &text,
                str_from_c(pieces[next_random(&random) % (sizeof pieces / sizeof pieces[0])]));
        compile(strbuf_str(&text));
        arena_free(&arena);
    }
}

/* Compiles the sample with the n-th allocation failing; false when it needs fewer. */
static bool fails_at(int64_t n) {
    jmp_buf handler;
    Arena arena = {.on_oom = &handler};
    bool failed = setjmp(handler) != 0;
    if (!failed) {
        arena_fail_after(n);
        messages_module(&arena, str_from_c(sample), ALL_PASSES);
    }
    arena_fail_after(0);
    arena_free(&arena);
    return failed;
}

/* Whichever allocation fails, the owner of the arena hears of it. */
static void no_memory(void **state) {
    (void)state;
    int64_t n = 1;
    while (fails_at(n))
        n++;
    assert_true(n > 2);
}

/* Twice the text must not take much more than twice the time; a generous bound, since machines are
 * busy, but far below what anything quadratic takes. */
static double seconds_for(uint32_t count) {
    Arena arena = {0};
    StrBuf text = {.arena = &arena};
    strbuf_add(&text, STR("@compute @workgroup_size(1) fn main(@builtin(workgroup_id) g: vec3<u32>)"
                          " {\n var x = 0u; let p0 = &x;\n"));
    for (uint32_t i = 0; i < count; i++)
        strbuf_addf(
            &text,
            "for (var i = 0u; i < 4; i++) { if x == 2 { x = i; continue; } if x > g.x { break;"
            " } }\nif (x < 3) && (g.y > 2) { x = vec2<u32>(x, 1)[1]; workgroupBarrier(); }\n"
            "let p%u = &*p%u; *p%u += 1;\n",
            i + 1, i, i + 1);
    strbuf_add(&text, STR("}\n"));
    uint64_t start = os_now_ns();
    messages_module(&arena, strbuf_str(&text), ALL_PASSES);
    double seconds = (double)(os_now_ns() - start) / 1e9;
    arena_free(&arena);
    return seconds;
}

static void linear(void **state) {
    (void)state;
    double small = seconds_for(500), large = seconds_for(5000);
    if (large > 40 * small + 1)
        fail_msg("%.3f s for 500, %.3f s for 5000", small, large);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_is_right), cmocka_unit_test(cut_off),
        cmocka_unit_test(mixed_up),        cmocka_unit_test(soup),
        cmocka_unit_test(no_memory),       cmocka_unit_test(linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
