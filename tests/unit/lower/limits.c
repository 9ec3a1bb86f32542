/* What cannot be run, and bounds on what a shader may make of itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "harness.h"

static void external_textures(void **state) {
    (void)state;
    expect_errors("@group(0) @binding(0) var video: texture_external;\n"
                  "@group(0) @binding(1) var smooth_: sampler;\n"
                  "@compute @workgroup_size(1) fn main() {\n"
                  "  _ = textureSampleBaseClampToEdge(video, smooth_, vec2f());\n"
                  "}\n",
                  "4:7: external textures cannot be run: use a 'texture_2d<f32>' with the "
                  "picture's texels [unsupported]\n");
    expect_errors("@group(0) @binding(0) var video: texture_external;\n"
                  "@compute @workgroup_size(1) fn main() {\n"
                  "  _ = textureLoad(video, vec2u());\n"
                  "}\n",
                  "3:7: external textures cannot be run: use a 'texture_2d<f32>' with the "
                  "picture's texels [unsupported]\n");
}

/* The texture and the sampler are known through functions; offsets and channels are constants. */
static void sampling(void **state) {
    (void)state;
    Lowered *l = lower_text("@group(0) @binding(0) var image: texture_2d_array<f32>;\n"
                            "@group(0) @binding(1) var smooth_: sampler;\n"
                            "@group(0) @binding(2) var<storage, read_write> out: vec4f;\n"
                            "fn at(t: texture_2d_array<f32>, s: sampler) -> vec4f {\n"
                            "  return textureGather(2, t, s, vec2f(0.5, 1), 3i, vec2i(-1, 4));\n"
                            "}\n"
                            "@compute @workgroup_size(1) fn main() {\n"
                            "  out = at(image, smooth_);\n"
                            "}\n",
                            NULL, 0);
    assert_string_equal(lowered_functions(l),
                        "fn at() -> f32, f32, f32, f32 {\n"
                        "  %1, %2, %3, %4 = texture.gather.f32 image by smooth_ channel 2 "
                        "offset -1 4 0, 0.5f, 1f, 0f, 3u\n"
                        "  return %1, %2, %3, %4\n"
                        "}\n"
                        "fn main() {\n"
                        "  %1, %2, %3, %4 = call.f32 at\n"
                        "  store.f32x4 out w16, %1, %2, %3, %4\n"
                        "}\n");
    lowered_free(l);
}

/* A sampler that is only named, and sampling in a branch that is not there. */
static void unused_sampling(void **state) {
    (void)state;
    Lowered *l =
        lower_text("@group(0) @binding(0) var image: texture_2d<f32>;\n"
                   "@group(0) @binding(1) var smooth_: sampler;\n"
                   "override use_it = false;\n"
                   "@compute @workgroup_size(1) fn main() {\n"
                   "  _ = smooth_;\n"
                   "  if (use_it) { _ = textureSampleLevel(image, smooth_, vec2f(), 0); }\n"
                   "}\n",
                   NULL, 0);
    assert_string_equal(lowered_functions(l), "fn main() {\n}\n");
    lowered_free(l);
}

static void override_index(void **state) {
    (void)state;
    const char *text = "override n = 2u;\n"
                       "override at = 7;\n"
                       "var<workgroup> tile: array<f32, n>;\n"
                       "@compute @workgroup_size(1) fn main() {\n"
                       "  tile[at] = 1;\n"
                       "}\n";
    expect_errors(text,
                  "5:8: index 7 is out of range: 'array<f32, 2>' has 2 elements [out-of-range]\n");
    const OverrideValue eight = {STR("n"), 8};
    Lowered *l = lower_text(text, &eight, 1);
    assert_string_equal(lowered_functions(l), "fn main() {\n"
                                              "  store.f32 tile + 28 w4, 1f\n"
                                              "}\n");
    lowered_free(l);
}

/* Each call gives two new variables to the next function: 2 to the 20 copies. */
static void many_copies(void **state) {
    (void)state;
    Arena a = {0};
    StrBuf text = {.arena = &a};
    strbuf_addf(&text, "fn f0(p: ptr<function, u32>) { *p = 1; }\n");
    for (int i = 1; i <= 20; i++)
        strbuf_addf(&text,
                    "fn f%d(p: ptr<function, u32>) { var a: u32; var b: u32; f%d(&a); f%d(&b); }\n",
                    i, i - 1, i - 1);
    strbuf_addf(&text, "@compute @workgroup_size(1) fn main() { var a: u32; f20(&a); }\n");
    Lowered *l = lower_text(text.at, NULL, 0);
    assert_null(l->ir);
    assert_int_equal(l->diags.errors, 1);
    assert_string_equal(l->diags.at.at[0]->code, "limit");
    lowered_free(l);
    arena_free(&a);
}

/* A value of 4096 scalars may go through a call; a larger one may not, but through memory. */
static void large_values(void **state) {
    (void)state;
    Lowered *l = lower_text("fn f() -> array<u32, 4096> { return array<u32, 4096>(); }\n"
                            "@compute @workgroup_size(1) fn main() { let a = f(); _ = a[7]; }\n",
                            NULL, 0);
    assert_non_null(l->ir);
    lowered_free(l);
    expect_errors("fn f() -> array<u32, 4097> { return array<u32, 4097>(); }\n"
                  "@compute @workgroup_size(1) fn main() { _ = f()[7]; }\n",
                  "1:4: the value has more than 4096 scalars and is not in a variable [limit]\n");
    l = lower_text("var<private> a: array<u32, 8192>;\n"
                   "@compute @workgroup_size(1) fn main() { let b = a; a[1] = b[a[2]]; }\n",
                   NULL, 0);
    assert_non_null(l->ir);
    lowered_free(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sampling),        cmocka_unit_test(external_textures),
        cmocka_unit_test(unused_sampling), cmocka_unit_test(override_index),
        cmocka_unit_test(many_copies),     cmocka_unit_test(large_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
