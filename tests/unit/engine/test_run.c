/* Workgroups as a whole: barriers, workgroup memory, subgroups, private variables, bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/f16.h"
#include "run_shader.h"

static const EngineOptions usual = {.subgroup_size = 32};

/* Sizes of subgroups and bundles that a result must not depend on. */
static const EngineOptions every[] = {
    {.subgroup_size = 32},
    {.subgroup_size = 4},
    {.subgroup_size = 8, .bundle_lanes = 16},
    {.subgroup_size = 128},
    {.subgroup_size = 16, .bundle_lanes = 64},
    {.subgroup_size = 32, .isa = ISA_SCALAR},
};
#define EACH(options)                                                                              \
    (uint32_t i_ = 0; i_ < sizeof every / sizeof *every && ((options) = every[i_], 1); i_++)

static void barriers_order_workgroup_memory(void **state) {
    (void)state;
    EngineOptions options;
    for
        EACH(options) {
            Shader s;
            shader_compile(&s,
                           "@group(0) @binding(0) var<storage, read> src: array<u32>;\n"
                           "@group(0) @binding(1) var<storage, read_write> dst: array<u32>;\n"
                           "var<workgroup> tree: array<u32, 200>;\n"
                           "@compute @workgroup_size(200)\n"
                           "fn main(@builtin(local_invocation_index) i: u32,\n"
                           "        @builtin(workgroup_id) w: vec3u) {\n"
                           "  tree[i] = src[w.x * 200u + i];\n"
                           "  for (var half = 128u; half > 0u; half /= 2u) {\n"
                           "    workgroupBarrier();\n"
                           "    if (i < half && i + half < 200u) { tree[i] += tree[i + half]; }\n"
                           "  }\n"
                           "  if (i == 0u) { dst[w.x] = tree[0]; }\n"
                           "}\n",
                           options);
            uint32_t *src = shader_bind(&s, 0, 1000), *dst = shader_bind(&s, 1, 5);
            for (uint32_t i = 0; i < 1000; i++)
                src[i] = i * i;
            assert_int_equal(shader_run(&s, 5).status, ENGINE_OK);
            for (uint32_t w = 0; w < 5; w++) {
                uint32_t sum = 0;
                for (uint32_t i = 0; i < 200; i++)
                    sum += src[w * 200 + i];
                assert_int_equal(dst[w], sum);
            }
            shader_free(&s);
        }
}

static void memory_is_zeroed_for_each_workgroup(void **state) {
    (void)state;
    EngineOptions options;
    for
        EACH(options) {
            Shader s;
            shader_compile(
                &s,
                "@group(0) @binding(0) var<storage, read_write> dst: array<u32>;\n"
                "var<workgroup> own: array<atomic<u32>, 8>;\n"
                "var<private> p: array<u32, 4>;\n"
                "var<private> q: u32;\n"
                "fn touch(i: u32) { p[i % 4u] += i + 1u; q += 7u; }\n"
                "@compute @workgroup_size(64)\n"
                "fn main(@builtin(global_invocation_id) id: vec3u) {\n"
                "  let i = id.x % 64u;\n"
                "  atomicAdd(&own[i % 8u], 1u);\n"
                "  var sum: array<u32, 3>;\n"
                "  for (var k = 0u; k < 3u; k++) { touch(k + i); sum[(k + i) % 3u] += k; }\n"
                "  workgroupBarrier();\n"
                "  dst[id.x] = atomicLoad(&own[i % 8u]) + 100u * (p[i % 4u] - i)\n"
                "              + 1000u * q + 100000u * (sum[0] + sum[1] + sum[2]);\n"
                "}\n",
                options);
            uint32_t *dst = shader_bind(&s, 0, 256);
            assert_int_equal(shader_run(&s, 4).status, ENGINE_OK);
            for (uint32_t i = 0; i < 256; i++)
                assert_int_equal(dst[i], 8 + 100 + 21000 + 300000);
            shader_free(&s);
        }
}

static void builtins_say_where_a_lane_is(void **state) {
    (void)state;
    EngineOptions options;
    for
        EACH(options) {
            Shader s;
            shader_compile(
                &s,
                "enable subgroups;\n"
                "@group(0) @binding(0) var<storage, read_write> dst: array<vec4u>;\n"
                "@compute @workgroup_size(10, 3, 2)\n"
                "fn main(@builtin(local_invocation_id) l: vec3u, @builtin(global_invocation_id) g: "
                "vec3u,\n"
                "        @builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) n: vec3u,\n"
                "        @builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: "
                "u32,\n"
                "        @builtin(subgroup_invocation_id) lane: u32) {\n"
                "  let at = (w.x + n.x * (w.y + n.y * w.z)) * 60u + i;\n"
                "  dst[at] = vec4u(l.x + 100u * l.y + 10000u * l.z, g.x + 100u * g.y + 10000u * "
                "g.z,\n"
                "                  size, lane);\n"
                "}\n",
                options);
            uint32_t *dst = shader_bind(&s, 0, 12 * 60 * 4);
            memcpy(s.dispatch.workgroups, (uint32_t[]){2, 3, 2}, 12);
            assert_int_equal(engine_run(s.program, &s.dispatch).status, ENGINE_OK);
            for (uint32_t at = 0; at < 12 * 60; at++) {
                uint32_t i = at % 60, w = at / 60, x = i % 10, y = i / 10 % 3, z = i / 30;
                const uint32_t *d = dst + 4 * at;
                assert_int_equal(d[0], x + 100 * y + 10000 * z);
                assert_int_equal(d[1], w % 2 * 10 + x + 100 * (w / 2 % 3 * 3 + y) +
                                           10000 * (w / 6 * 2 + z));
                assert_int_equal(d[2], options.subgroup_size);
                assert_int_equal(d[3], i % options.subgroup_size);
            }
            shader_free(&s);
        }
}

/* Active lanes only, also of subgroups that a branch cuts and of the last, partial one. */
static void subgroup_operations_see_active_lanes(void **state) {
    (void)state;
    EngineOptions options;
    for
        EACH(options) {
            Shader s;
            shader_compile(
                &s,
                "enable subgroups;\n"
                "diagnostic(off, subgroup_uniformity);\n"
                "@group(0) @binding(0) var<storage, read_write> dst: array<u32>;\n"
                "@compute @workgroup_size(75)\n"
                "fn main(@builtin(local_invocation_index) i: u32) {\n"
                "  var r = 0u;\n"
                "  if (i % 3u != 1u) { r = subgroupAdd(i) * 1000u + subgroupBroadcastFirst(i); }\n"
                "  else { r = subgroupMax(i); }\n"
                "  dst[i] = r;\n"
                "}\n",
                options);
            uint32_t *dst = shader_bind(&s, 0, 75);
            assert_int_equal(shader_run(&s, 1).status, ENGINE_OK);
            for (uint32_t i = 0; i < 75; i++) {
                uint32_t size = options.subgroup_size, first = i / size * size, sum = 0, low = 99,
                         top = 0;
                for (uint32_t k = first; k < first + size && k < 75; k++) {
                    if (k % 3 != 1) {
                        sum += k;
                        low = k < low ? k : low;
                    } else {
                        top = k;
                    }
                }
                assert_int_equal(dst[i], i % 3 != 1 ? sum * 1000 + low : top);
            }
            shader_free(&s);
        }
}

static void last_active_lane_wins_a_uniform_store(void **state) {
    (void)state;
    Shader s;
    shader_compile(&s,
                   "@group(0) @binding(0) var<storage, read_write> dst: array<u32, 4>;\n"
                   "@compute @workgroup_size(100)\n"
                   "fn main(@builtin(local_invocation_index) i: u32) {\n"
                   "  if (i % 7u == 3u) { dst[1] = i; }\n"
                   "  if (i < 50u) { dst[2] = i + 5u; }\n"
                   "  dst[3] = i;\n"
                   "}\n",
                   usual);
    uint32_t *dst = shader_bind(&s, 0, 4);
    assert_int_equal(shader_run(&s, 1).status, ENGINE_OK);
    assert_int_equal(dst[0], 0);
    assert_int_equal(dst[1], 94);
    assert_int_equal(dst[2], 54);
    assert_int_equal(dst[3], 99);
    shader_free(&s);
}

static void halves_are_halves_in_memory(void **state) {
    (void)state;
    EngineOptions options;
    for
        EACH(options) {
            Shader s;
            shader_compile(
                &s,
                "enable f16;\n"
                "struct S { a: f16, b: vec2h, c: f32, d: array<f16, 3> }\n"
                "@group(0) @binding(0) var<storage, read_write> dst: array<S>;\n"
                "@compute @workgroup_size(40)\n"
                "fn main(@builtin(local_invocation_index) i: u32) {\n"
                "  var s: S;\n"
                "  s.d[i % 3u] = f16(i) / 3h; s.c = f32(i) / 3.0; s.b.y = 1h / f16(i + 1u);\n"
                "  s.a = s.d[i % 3u] + s.b[1];\n"
                "  dst[i] = s;\n"
                "}\n",
                options);
            uint16_t *dst = (uint16_t *)shader_bind(&s, 0, 40 * 5);
            assert_int_equal(shader_run(&s, 1).status, ENGINE_OK);
            for (uint32_t i = 0; i < 40; i++) {
                const uint16_t *d = dst + i * 10;
                float third = f16_round((float)i / 3), inverse = f16_round(1 / (float)(i + 1)), c;
                memcpy(&c, d + 4, 4);
                assert_int_equal(d[2], 0);
                assert_int_equal(d[3], f16_from_f32(inverse));
                assert_true(c == (float)i / 3);
                assert_int_equal(d[6 + i % 3], f16_from_f32(third));
                assert_int_equal(d[0], f16_from_f32(f16_round(third + inverse)));
            }
            shader_free(&s);
        }
}

/* ---- bounds ---- */

static const char beyond[] =
    "@group(0) @binding(0) var<storage, read_write> dst: array<u32>;\n"
    "@group(0) @binding(1) var<storage, read> src: array<u32>;\n"
    "var<workgroup> tile: array<u32, 8>;\n"
    "@compute @workgroup_size(64)\n"
    "fn main(@builtin(local_invocation_index) i: u32) {\n"
    "  tile[i] = i;\n"
    "  var own = array<u32, 4>(5, 6, 7, 8);\n"
    "  own[i] += 100u;\n"
    "  workgroupBarrier();\n"
    "  dst[i] = src[i] + tile[i + 8u * (i & 1u)] * 1000u + own[3] * 100000u;\n"
    "}\n";

static void clamped_lanes_use_the_last_element(void **state) {
    (void)state;
    for (int observed = 0; observed < 2; observed++) {
        static const Observer observer = {.wants = EVENT_MEMORY};
        const Observer *list[] = {&observer};
        Shader s;
        shader_compile(&s, beyond, usual);
        uint32_t *dst = shader_bind(&s, 0, 40), *src = shader_bind(&s, 1, 40);
        for (uint32_t i = 0; i < 40; i++)
            src[i] = i;
        s.dispatch.observer = list;
        s.dispatch.observers = (uint32_t)observed;
        assert_int_equal(shader_run(&s, 1).status, ENGINE_OK);
        for (uint32_t i = 0; i < 40; i++) {
            uint32_t lane = i == 39 ? 63 : i, tile = lane & 1 || lane >= 7 ? 63 : lane;
            uint32_t own = lane >= 3 ? 108 : 8, in = lane < 40 ? lane : 39;
            assert_int_equal(dst[i], in + tile * 1000 + own * 100000);
        }
        shader_free(&s);
    }
}

static void dropped_lanes_do_nothing(void **state) {
    (void)state;
    Shader s;
    shader_compile(&s, beyond, usual);
    uint32_t *dst = shader_bind(&s, 0, 40), *src = shader_bind(&s, 1, 20);
    for (uint32_t i = 0; i < 20; i++)
        src[i] = i;
    s.dispatch.out_of_bounds = OOB_DROP;
    assert_int_equal(shader_run(&s, 1).status, ENGINE_OK);
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t tile = i & 1 || i >= 8 ? 0 : i, own = i == 3 ? 108 : 8, in = i < 20 ? i : 0;
        assert_int_equal(dst[i], in + tile * 1000 + own * 100000);
    }
    shader_free(&s);
}

static void trapped_lanes_end_the_run(void **state) {
    (void)state;
    Shader s;
    shader_compile(&s, beyond, usual);
    shader_bind(&s, 0, 64);
    shader_bind(&s, 1, 64);
    s.dispatch.out_of_bounds = OOB_TRAP;
    EngineResult r = shader_run(&s, 1);
    assert_int_equal(r.status, ENGINE_OUT_OF_BOUNDS);
    assert_int_equal(shader_line(&s, r.site), 6);
    shader_free(&s);
}

static void empty_arrays_hold_nothing(void **state) {
    (void)state;
    Shader s;
    shader_compile(
        &s,
        "@group(0) @binding(0) var<storage, read_write> dst: array<u32>;\n"
        "@group(0) @binding(1) var<storage, read_write> none: array<atomic<u32>>;\n"
        "@compute @workgroup_size(32)\n"
        "fn main(@builtin(local_invocation_index) i: u32) {\n"
        "  dst[i] = 7u + arrayLength(&none) + atomicAdd(&none[i], 1u) + atomicLoad(&none[2]);\n"
        "  atomicStore(&none[i], 3u);\n"
        "}\n",
        usual);
    uint32_t *dst = shader_bind(&s, 0, 32), *none = shader_bind(&s, 1, 0);
    assert_int_equal(shader_run(&s, 1).status, ENGINE_OK);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(dst[i], 7);
    assert_int_equal(none[0], 0);
    shader_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(barriers_order_workgroup_memory),
        cmocka_unit_test(memory_is_zeroed_for_each_workgroup),
        cmocka_unit_test(builtins_say_where_a_lane_is),
        cmocka_unit_test(subgroup_operations_see_active_lanes),
        cmocka_unit_test(last_active_lane_wins_a_uniform_store),
        cmocka_unit_test(halves_are_halves_in_memory),
        cmocka_unit_test(clamped_lanes_use_the_last_element),
        cmocka_unit_test(dropped_lanes_do_nothing),
        cmocka_unit_test(trapped_lanes_end_the_run),
        cmocka_unit_test(empty_arrays_hold_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
