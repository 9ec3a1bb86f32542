/* What observers are told: addresses, masks, what is out of bounds, branches, counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "run_shader.h"

static const EngineOptions usual = {.subgroup_size = 32};

/* ---- an observer that keeps copies ---- */

enum { MOST = 400, LANES = 256, WORDS = LANES / 32 };

typedef struct Memory {
    uint32_t line, group, first_lane, lanes, width, bytes, object;
    MemoryOp op;
    AddressSpace space;
    bool all_active, affine, fixed, out;
    int32_t stride;
    uint32_t mask[WORDS], out_bits[WORDS], raw[LANES], used[LANES], value[LANES];
} Memory;

typedef struct Seen {
    Shader *shader;
    Memory memory[MOST];
    uint32_t memories;
    uint32_t branch_line[MOST], reached[MOST], taken[MOST], branches;
    uint32_t barriers, groups, begun, ended;
    uint64_t instructions, flops;
    uint64_t calls, lanes_moved, lanes_branched, lanes_taken; /* calls: of memory events */
} Seen;

static uint32_t count_bits(const uint32_t *bits, uint32_t lanes) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < lanes; i++)
        n += bits[i / 32] >> i % 32 & 1;
    return n;
}

static void *begin(void *context, uint32_t worker) {
    Seen *s = context;
    assert_int_equal(worker, s->begun);
    s->begun++;
    return s;
}

static void end(void *context, uint32_t worker, void *state) {
    Seen *s = context;
    assert_ptr_equal(state, s);
    assert_int_equal(worker, s->ended);
    s->ended++;
}

static void check_place(const EventPlace *p) {
    assert_int_equal(p->lanes_padded % 32, 0);
    assert_int_equal(p->lanes_padded % p->subgroup_size, 0);
    assert_int_equal(p->first_lane % p->subgroup_size, 0);
    uint32_t active = count_bits(p->mask, p->lanes_padded);
    assert_true(active > 0);
    assert_int_equal(active, count_bits(p->mask, p->lanes));
    assert_int_equal(p->all_active, active == p->lanes);
}

static void see_memory(void *state, const MemoryEvent *e) {
    Seen *s = state;
    check_place(&e->place);
    s->calls++;
    s->lanes_moved += count_bits(e->place.mask, e->place.lanes) * e->place.times;
    if (s->memories == MOST)
        return;
    Memory *m = &s->memory[s->memories++];
    *m = (Memory){.line = shader_line(s->shader, e->site),
                  .group = e->place.workgroup_index,
                  .first_lane = e->place.first_lane,
                  .lanes = e->place.lanes,
                  .width = e->width,
                  .bytes = e->bytes,
                  .object = e->object,
                  .op = e->op,
                  .space = e->space,
                  .all_active = e->place.all_active,
                  .affine = e->affine,
                  .fixed = e->fixed,
                  .out = e->out_of_bounds,
                  .stride = e->stride};
    memcpy(m->mask, e->place.mask, e->place.lanes_padded / 8);
    for (uint32_t i = 0; i < e->place.lanes; i++) {
        if (!(e->place.mask[i / 32] >> i % 32 & 1))
            continue;
        m->raw[i] = e->raw[i];
        m->used[i] = e->used[i];
        m->value[i] = e->value ? e->value[0][i] : 0;
        bool out = e->out_of_bounds && e->out_of_bounds[i / 32] >> i % 32 & 1;
        assert_int_equal(out, e->raw[i] != e->used[i]);
        if (e->affine)
            assert_int_equal(e->used[i], e->used[0] + i * (uint32_t)e->stride);
    }
    if (e->out_of_bounds)
        memcpy(m->out_bits, e->out_of_bounds, e->place.lanes_padded / 8);
}

static void see_branch(void *state, const BranchEvent *e) {
    Seen *s = state;
    check_place(&e->place);
    s->lanes_branched += count_bits(e->place.mask, e->place.lanes) * e->place.times;
    s->lanes_taken += count_bits(e->taken, e->place.lanes) * e->place.times;
    if (s->branches == MOST)
        return;
    s->branch_line[s->branches] = shader_line(s->shader, e->site);
    s->reached[s->branches] = count_bits(e->place.mask, e->place.lanes_padded);
    s->taken[s->branches++] = count_bits(e->taken, e->place.lanes_padded);
}

static void see_barrier(void *state, const BarrierEvent *e) {
    check_place(&e->place);
    ((Seen *)state)->barriers += (uint32_t)e->place.times;
}

static void see_block(void *state, const BlockEvent *e) {
    Seen *s = state;
    uint32_t blocks, lanes = count_bits(e->place.mask, e->place.lanes_padded);
    uint64_t times = lanes * e->place.times;
    const EngineBlockInfo *info = engine_blocks(s->shader->program, &blocks);
    assert_true(e->block < blocks);
    s->instructions += info[e->block].instructions * times;
    s->flops += info[e->block].flops * times;
}

static void see_group(void *state, const GroupEvent *e) {
    Seen *s = state;
    s->groups += e->begins ? 1 : 100;
}

static Seen *watch(Shader *s, uint32_t wants) {
    Seen *seen = arena_new(&s->arena, Seen);
    Observer *o = arena_new(&s->arena, Observer);
    const Observer **list = arena_array(&s->arena, const Observer *, 1);
    seen->shader = s;
    *o = (Observer){.wants = wants,
                    .context = seen,
                    .begin = begin,
                    .memory = see_memory,
                    .branch = see_branch,
                    .barrier = see_barrier,
                    .block = see_block,
                    .group = see_group,
                    .end = end};
    list[0] = o;
    s->dispatch.observer = list;
    s->dispatch.observers = 1;
    return seen;
}

/* ---- tests ---- */

static const char transpose[] =
    "@group(0) @binding(0) var<storage, read> src: array<f32>;\n"
    "@group(0) @binding(1) var<storage, read_write> dst: array<f32>;\n"
    "var<workgroup> pad: f32;\n"
    "var<workgroup> tile: array<array<f32, 17>, 16>;\n"
    "@compute @workgroup_size(16, 16)\n"
    "fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {\n"
    "  tile[l.y][l.x] = src[l.y * 32u + w.x * 16u + l.x];\n"
    "  pad = 0.0;\n"
    "  workgroupBarrier();\n"
    "  dst[(w.x * 16u + l.y) * 16u + l.x] = tile[l.x][l.y] * 2.0 + 1.0;\n"
    "}\n";

static void addresses_of_a_transpose(void **state) {
    (void)state;
    Shader s;
    shader_compile(&s, transpose, usual);
    shader_bind(&s, 0, 512);
    shader_bind(&s, 1, 512);
    Seen *seen = watch(&s, EVENT_MEMORY | EVENT_BARRIER | EVENT_BLOCK | EVENT_GROUP);
    assert_int_equal(shader_run(&s, 2).status, ENGINE_OK);
    assert_int_equal(seen->memories, 10);
    assert_int_equal(seen->barriers, 2);
    assert_int_equal(seen->groups, 202);
    assert_int_equal(seen->begun, 1);
    assert_int_equal(seen->ended, 1);
    assert_int_equal(seen->flops, 2 * 2 * 256);
    uint32_t tile = 0;
    for (uint32_t i = 1; i < s.ir->objects.len; i++)
        if (str_is(s.ir->objects.at[i].name, "tile"))
            tile = s.ir->objects.at[i].offset;
    for (uint32_t e = 0; e < 10; e++) {
        const Memory *m = &seen->memory[e];
        assert_int_equal(m->group, e / 5);
        assert_true(m->all_active && !m->out);
        assert_int_equal(m->lanes, 256);
        assert_int_equal(m->width, 4);
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t x = i % 16, y = i / 16, w = m->group, wanted;
            if (m->line == 7 && m->space == SPACE_STORAGE)
                wanted = 4 * (y * 32 + w * 16 + x);
            else if (m->line == 7)
                wanted = tile + 4 * (y * 17 + x);
            else if (m->line == 8)
                wanted = m->used[0];
            else if (m->op == MEMORY_LOAD)
                wanted = tile + 4 * (x * 17 + y);
            else
                wanted = 4 * ((w * 16 + y) * 16 + x);
            assert_int_equal(m->used[i], wanted);
        }
        assert_int_equal(m->affine, m->line == 8 || (m->line == 10 && m->op == MEMORY_STORE));
        assert_int_equal(m->fixed, m->space == SPACE_WORKGROUP);
        assert_int_equal(m->stride, m->line == 8 || !m->affine ? 0 : 4);
    }
    shader_free(&s);
}

static void masks_and_branches(void **state) {
    (void)state;
    Shader s;
    shader_compile(&s,
                   "@group(0) @binding(0) var<storage, read_write> dst: array<u32, 256>;\n"
                   "@compute @workgroup_size(200)\n"
                   "fn main(@builtin(local_invocation_index) i: u32) {\n"
                   "  if (i >= 96u && i % 2u == 1u) {\n"
                   "    dst[i + 1u] = 7u;\n"
                   "  } else {\n"
                   "    for (var k = 0u; k < i % 3u; k++) { dst[i] += k; }\n"
                   "  }\n"
                   "}\n",
                   (EngineOptions){.subgroup_size = 64});
    shader_bind(&s, 0, 256);
    Seen *seen = watch(&s, EVENT_MEMORY | EVENT_BRANCH | EVENT_VALUES);
    assert_int_equal(shader_run(&s, 1).status, ENGINE_OK);
    const Memory *m = &seen->memory[0];
    assert_int_equal(m->line, 5);
    assert_int_equal(m->op, MEMORY_STORE);
    for (uint32_t i = 0; i < 200; i++) {
        bool active = i >= 96 && i % 2 == 1;
        assert_int_equal(m->mask[i / 32] >> i % 32 & 1, active);
        assert_int_equal(m->used[i], active ? 4 * (i + 1) : 0);
        assert_int_equal(m->value[i], active ? 7 : 0);
    }
    assert_int_equal(count_bits(m->mask, 256), 52);
    uint32_t loads = 0;
    for (uint32_t e = 1; e < seen->memories; e++)
        loads += seen->memory[e].op == MEMORY_LOAD ? count_bits(seen->memory[e].mask, 256) : 0;
    uint32_t turns = 0, reached = 0, left = 0;
    for (uint32_t i = 0; i < 200; i++)
        turns += i >= 96 && i % 2 ? 0 : i % 3;
    assert_int_equal(loads, turns);
    for (uint32_t b = 0; b < seen->branches; b++) {
        if (seen->branch_line[b] != 7)
            continue;
        reached += seen->reached[b];
        left += seen->taken[b] < seen->reached[b] ? seen->taken[b] : seen->reached[b];
    }
    assert_int_equal(reached, turns + 148);
    assert_true(left == turns || left == 148);
    shader_free(&s);
}

static void out_of_bounds_raw_and_used(void **state) {
    (void)state;
    Shader s;
    shader_compile(
        &s,
        "@group(0) @binding(0) var<storage, read_write> dst: array<array<u32, 3>>;\n"
        "@compute @workgroup_size(64)\n"
        "fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {\n"
        "  dst[i][w.x + 2u] = 1u;\n"
        "  var own = vec4u(i);\n"
        "  own[i / 8u] = 5u;\n"
        "  dst[0][0] = own[i % 4u];\n"
        "}\n",
        (EngineOptions){.subgroup_size = 32, .bundle_lanes = 32});
    shader_bind(&s, 0, 40 * 3);
    Seen *seen = watch(&s, EVENT_MEMORY | EVENT_PRIVATE);
    assert_int_equal(shader_run(&s, 2).status, ENGINE_OK);
    uint32_t out[2] = {0}, own = 0;
    for (uint32_t e = 0; e < seen->memories; e++) {
        const Memory *m = &seen->memory[e];
        for (uint32_t i = 0; i < 32 && m->line == 4; i++) {
            uint32_t at = m->first_lane + i, row = at < 40 ? at : 39;
            assert_int_equal(m->raw[i], at * 12 + (m->group + 2) * 4);
            assert_int_equal(m->used[i], row * 12 + 8);
            out[m->group] += m->out_bits[0] >> i & 1;
        }
        if (m->line == 6) {
            assert_int_equal(m->space, SPACE_FUNCTION);
            own += count_bits(m->out_bits, 32);
            assert_int_equal(m->raw[31], 4 * ((m->first_lane + 31) / 8));
            assert_int_equal(m->used[31], 12);
        }
    }
    assert_int_equal(out[0], 24);
    assert_int_equal(out[1], 64);
    assert_int_equal(own, 64);
    shader_free(&s);
}

/* Events do not depend on how many lanes are taken at once. */
static void bundles_share_out_the_same_events(void **state) {
    (void)state;
    uint64_t flops[2];
    uint32_t lanes[2];
    for (uint32_t n = 0; n < 2; n++) {
        Shader s;
        shader_compile(&s, transpose, (EngineOptions){.subgroup_size = 16, .bundle_lanes = n * 64});
        shader_bind(&s, 0, 512);
        shader_bind(&s, 1, 512);
        Seen *seen = watch(&s, EVENT_MEMORY | EVENT_BLOCK);
        assert_int_equal(shader_run(&s, 2).status, ENGINE_OK);
        flops[n] = seen->flops;
        lanes[n] = 0;
        for (uint32_t e = 0; e < seen->memories; e++)
            lanes[n] += count_bits(seen->memory[e].mask, LANES);
        shader_free(&s);
    }
    assert_true(flops[0] == flops[1]);
    assert_int_equal(lanes[0], lanes[1]);
}

static const char tree[] =
    "@group(0) @binding(0) var<storage, read_write> dst: array<f32>;\n"
    "var<workgroup> part: array<f32, 64>;\n"
    "@compute @workgroup_size(64)\n"
    "fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {\n"
    "  part[i] = dst[w.x * 64u + i];\n"
    "  for (var half = 32u; half > 0u; half /= 2u) {\n"
    "    workgroupBarrier();\n"
    "    if (i < half + w.x % 2u) { part[i] += part[(i + half) % 64u]; }\n"
    "  }\n"
    "  dst[w.x * 64u] = part[0];\n"
    "}\n";

/* Whoever lets equal events be put together hears of fewer, and of the same in all. */
static void repeats_add_up(void **state) {
    (void)state;
    static Seen seen[2];
    for (uint32_t n = 0; n < 2; n++) {
        Shader s;
        shader_compile(&s, tree, (EngineOptions){.subgroup_size = 32, .bundle_lanes = n * 32});
        shader_bind(&s, 0, 64 * 40);
        uint32_t kinds = EVENT_MEMORY | EVENT_BRANCH | EVENT_BARRIER | EVENT_BLOCK;
        for (uint32_t repeats = 0; repeats < 2; repeats++) {
            Seen *now = watch(&s, kinds | (repeats ? EVENT_REPEATS : 0));
            assert_int_equal(shader_run(&s, 40).status, ENGINE_OK);
            seen[repeats] = *now;
        }
        assert_true(seen[1].calls < seen[0].calls * 3 / 4);
        assert_true(seen[1].lanes_moved == seen[0].lanes_moved);
        assert_true(seen[1].lanes_branched == seen[0].lanes_branched);
        assert_true(seen[1].lanes_taken == seen[0].lanes_taken);
        assert_int_equal(seen[1].barriers, seen[0].barriers);
        assert_true(seen[1].instructions == seen[0].instructions);
        assert_true(seen[1].flops == seen[0].flops);
        shader_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_of_a_transpose),
        cmocka_unit_test(masks_and_branches),
        cmocka_unit_test(out_of_bounds_raw_and_used),
        cmocka_unit_test(bundles_share_out_the_same_events),
        cmocka_unit_test(repeats_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
