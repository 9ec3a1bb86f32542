/* Who runs when, and when it is enough: waiting for others, schedules, budgets, interruption. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "run_shader.h"

enum { ENOUGH = 200000000 }; /* steps: more than what must end needs */

static const EngineOptions usual = {.subgroup_size = 32};

/* ---- subgroups of one workgroup ---- */

/* Subgroup `waits` spins on a flag that the other one sets. */
static EngineResult run_siblings(const char *text, const EngineOptions *options,
                                 ScheduleKind schedule, uint32_t *first) {
    Shader s;
    shader_compile(&s, text, *options);
    uint32_t *dst = shader_bind(&s, 0, 64);
    s.dispatch.schedule = schedule;
    s.dispatch.schedule_arg = 1;
    s.dispatch.step_budget = ENOUGH / 10;
    EngineResult r = shader_run(&s, 1);
    *first = dst[0] + dst[63];
    if (r.status != ENGINE_OK)
        assert_int_equal(shader_line(&s, r.site), 6);
    shader_free(&s);
    return r;
}

#define SIBLINGS(waits)                                                                            \
    "@group(0) @binding(0) var<storage, read_write> dst: array<u32>;\n"                            \
    "var<workgroup> flag: atomic<u32>;\n"                                                          \
    "@compute @workgroup_size(64)\n"                                                               \
    "fn main(@builtin(local_invocation_index) i: u32) {\n"                                         \
    "  if (" waits ") {\n"                                                                         \
    "    while (atomicLoad(&flag) == 0u) {}\n"                                                     \
    "  } else { atomicStore(&flag, i); }\n"                                                        \
    "  dst[i] = 5u;\n"                                                                             \
    "}\n"

static void a_subgroup_may_wait_for_its_sibling(void **state) {
    (void)state;
    static const EngineOptions options[] = {
        {32, ISA_BEST, 0}, {32, ISA_BEST, 32}, {4, ISA_BEST, 0}};
    static const ScheduleKind schedules[] = {SCHEDULE_FAIR, SCHEDULE_ASCENDING, SCHEDULE_DESCENDING,
                                             SCHEDULE_OCCUPANCY, SCHEDULE_SEED};
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < 5; k++) {
            uint32_t sum;
            assert_int_equal(
                run_siblings(SIBLINGS("i < 32u"), &options[i], schedules[k], &sum).status,
                ENGINE_OK);
            assert_int_equal(sum, 10);
            assert_int_equal(
                run_siblings(SIBLINGS("i >= 32u"), &options[i], schedules[k], &sum).status,
                ENGINE_OK);
            assert_int_equal(sum, 10);
        }
}

/* Lanes of one subgroup do not run ahead of each other: nobody sets the flag. */
static void a_lane_may_not_wait_for_its_neighbour(void **state) {
    (void)state;
    static const ScheduleKind schedules[] = {SCHEDULE_FAIR, SCHEDULE_ASCENDING, SCHEDULE_DESCENDING,
                                             SCHEDULE_OCCUPANCY, SCHEDULE_SEED};
    for (uint32_t k = 0; k < 5; k++) {
        uint32_t sum;
        EngineResult r = run_siblings(SIBLINGS("i % 32u < 31u"), &usual, schedules[k], &sum);
        assert_int_equal(r.status, ENGINE_NO_PROGRESS);
        assert_true(r.steps < ENOUGH / 10);
    }
}

/* After the wait, all go on together: the barrier and the loop behind it are right. */
static void parts_meet_again_at_a_barrier(void **state) {
    (void)state;
    static const uint32_t sizes[] = {4, 8, 32, 64};
    for (uint32_t n = 0; n < 4; n++) {
        Shader s;
        shader_compile(&s,
                       "@group(0) @binding(0) var<storage, read_write> dst: array<u32>;\n"
                       "var<workgroup> turn: atomic<u32>;\n"
                       "var<workgroup> sum: array<u32, 256>;\n"
                       "@compute @workgroup_size(256)\n"
                       "fn main(@builtin(local_invocation_index) i: u32) {\n"
                       "  var mine = 0u;\n"
                       "  for (var k = 0u; k < 3u; k++) {\n"
                       "    if (i % 64u == 0u) {\n"
                       "      while (atomicLoad(&turn) != k * 4u + (3u - i / 64u)) {}\n"
                       "      mine += k + 1u;\n"
                       "      atomicAdd(&turn, 1u);\n"
                       "    }\n"
                       "    sum[i] = mine;\n"
                       "    workgroupBarrier();\n"
                       "    mine = sum[i / 64u * 64u];\n"
                       "    workgroupBarrier();\n"
                       "  }\n"
                       "  dst[i] = mine * 10u + atomicLoad(&turn);\n"
                       "}\n",
                       (EngineOptions){.subgroup_size = sizes[n]});
        uint32_t *dst = shader_bind(&s, 0, 256);
        s.dispatch.step_budget = ENOUGH;
        assert_int_equal(shader_run(&s, 1).status, ENGINE_OK);
        for (uint32_t i = 0; i < 256; i++)
            assert_int_equal(dst[i], 60 + 12);
        shader_free(&s);
    }
}

/* Counting loops are no waiting, however long: they stay whole, and bounded by nothing else. */
static void long_loops_are_not_taken_for_waiting(void **state) {
    (void)state;
    Shader s;
    shader_compile(&s,
                   "@group(0) @binding(0) var<storage, read_write> dst: array<u32>;\n"
                   "@compute @workgroup_size(128)\n"
                   "fn main(@builtin(local_invocation_index) i: u32) {\n"
                   "  var x = 0u;\n"
                   "  for (var k = 0u; k < 9000u + i; k++) { x = x * 3u + k; }\n"
                   "  dst[i] = x;\n"
                   "}\n",
                   usual);
    uint32_t *dst = shader_bind(&s, 0, 128);
    EngineResult r = shader_run(&s, 1);
    assert_int_equal(r.status, ENGINE_OK);
    assert_true(r.steps < 9200 * 256);
    uint32_t x = 0;
    for (uint32_t k = 0; k < 9127; k++)
        x = x * 3 + k;
    assert_int_equal(dst[127], x);
    shader_free(&s);
}

/* ---- workgroups ---- */

static const char chain[] =
    "@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;\n"
    "@compute @workgroup_size(32)\n"
    "fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u,\n"
    "        @builtin(num_workgroups) n: vec3u) {\n"
    "  if (i == 0u) {\n"
    "    while (w.x + 1u < n.x && atomicLoad(&flag[w.x + 1u]) == 0u) {}\n"
    "    atomicStore(&flag[w.x], n.x - w.x);\n"
    "  }\n"
    "}\n";

static EngineResult run_chain(ScheduleKind schedule, uint32_t arg, uint32_t threads,
                              uint64_t memory, uint64_t steps, bool *right) {
    Shader s;
    shader_compile(&s, chain, usual);
    uint32_t *flag = shader_bind(&s, 0, 40);
    s.dispatch.schedule = schedule;
    s.dispatch.schedule_arg = arg;
    s.dispatch.step_budget = steps;
    s.dispatch.memory_budget = memory;
    s.dispatch.pool = threads > 1 ? threads_new(threads) : NULL;
    EngineResult r = shader_run(&s, 40);
    if (s.dispatch.pool)
        threads_free(s.dispatch.pool);
    *right = true;
    for (uint32_t i = 0; i < 40; i++)
        *right &= flag[i] == 40 - i;
    shader_free(&s);
    return r;
}

/* Each waits for the one after it: only a fair schedule ends, or one from the end. */
static void a_workgroup_may_wait_for_a_later_one(void **state) {
    (void)state;
    bool right;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        assert_int_equal(run_chain(SCHEDULE_FAIR, 0, threads, 0, ENOUGH, &right).status, ENGINE_OK);
        assert_true(right);
    }
    assert_int_equal(run_chain(SCHEDULE_DESCENDING, 0, 1, 0, ENOUGH, &right).status, ENGINE_OK);
    assert_true(right);
    assert_int_equal(run_chain(SCHEDULE_OCCUPANCY, 40, 1, 0, ENOUGH, &right).status, ENGINE_OK);
    assert_true(right);
    assert_int_equal(run_chain(SCHEDULE_SEED, 3, 1, 0, ENOUGH, &right).status, ENGINE_OK);
    assert_true(right);
    EngineResult r = run_chain(SCHEDULE_ASCENDING, 0, 1, 0, ENOUGH, &right);
    assert_int_equal(r.status, ENGINE_NO_PROGRESS);
    assert_int_equal(r.workgroup[0], 0);
    assert_true(r.steps < ENOUGH / 100);
    r = run_chain(SCHEDULE_OCCUPANCY, 4, 1, 0, ENOUGH, &right);
    assert_int_equal(r.status, ENGINE_NO_PROGRESS);
}

/* With memory for a few workgroups only, those that wait never see the one they wait for. */
static void memory_bounds_how_many_wait(void **state) {
    (void)state;
    bool right;
    EngineResult r = run_chain(SCHEDULE_FAIR, 0, 1, 20000, ENOUGH / 10, &right);
    assert_int_equal(r.status, ENGINE_MEMORY_BUDGET);
    assert_true(r.memory <= 20000);
    assert_int_equal(run_chain(SCHEDULE_FAIR, 0, 1, 3000, ENOUGH / 10, &right).status,
                     ENGINE_MEMORY_BUDGET);
}

static const char order[] =
    "@group(0) @binding(0) var<storage, read_write> next: atomic<u32>;\n"
    "@group(0) @binding(1) var<storage, read_write> dst: array<u32>;\n"
    "@compute @workgroup_size(1)\n"
    "fn main(@builtin(workgroup_id) w: vec3u) { dst[w.x] = atomicAdd(&next, 1u); }\n";

static void run_order(ScheduleKind schedule, uint32_t arg, uint32_t *turn) {
    Shader s;
    shader_compile(&s, order, usual);
    shader_bind(&s, 0, 1);
    uint32_t *dst = shader_bind(&s, 1, 50);
    s.dispatch.schedule = schedule;
    s.dispatch.schedule_arg = arg;
    assert_int_equal(shader_run(&s, 50).status, ENGINE_OK);
    memcpy(turn, dst, 50 * sizeof *turn);
    shader_free(&s);
}

static void schedules_order_workgroups(void **state) {
    (void)state;
    uint32_t up[50], down[50], seven[50], again[50], eight[50];
    run_order(SCHEDULE_ASCENDING, 0, up);
    run_order(SCHEDULE_DESCENDING, 0, down);
    run_order(SCHEDULE_SEED, 7, seven);
    run_order(SCHEDULE_SEED, 7, again);
    run_order(SCHEDULE_SEED, 8, eight);
    uint64_t seen = 0;
    for (uint32_t i = 0; i < 50; i++) {
        assert_int_equal(up[i], i);
        assert_int_equal(down[i], 49 - i);
        seen |= 1ull << seven[i];
    }
    assert_true(seen == (1ull << 50) - 1);
    assert_memory_equal(seven, again, sizeof seven);
    assert_memory_not_equal(seven, eight, sizeof seven);
    assert_memory_not_equal(seven, up, sizeof seven);
}

/* Racy programs are the shader's fault, not ours: the thread sanitizer has nothing to say. */
static void threads_may_meet_on_any_word(void **state) {
    (void)state;
    for (uint32_t observed = 0; observed < 2; observed++) {
        static const Observer observer = {.wants = EVENT_MEMORY};
        const Observer *list[] = {&observer};
        Shader s;
        shader_compile(&s,
                       "@group(0) @binding(0) var<storage, read_write> dst: array<vec4u>;\n"
                       "@group(0) @binding(1) var<storage, read_write> sum: atomic<u32>;\n"
                       "@compute @workgroup_size(64)\n"
                       "fn main(@builtin(global_invocation_id) id: vec3u) {\n"
                       "  let i = id.x % 64u;\n"
                       "  dst[i].x = dst[i + 1u].x + 1u;\n"
                       "  dst[id.x % 7u] = vec4u(id.x) + dst[9];\n"
                       "  if (id.x % 3u == 0u) { dst[3].y += i; }\n"
                       "  atomicAdd(&sum, 1u);\n"
                       "}\n",
                       usual);
        shader_bind(&s, 0, 4 * 70);
        uint32_t *sum = shader_bind(&s, 1, 1);
        s.dispatch.pool = threads_new(3);
        s.dispatch.observer = list;
        s.dispatch.observers = observed;
        assert_int_equal(shader_run(&s, 200).status, ENGINE_OK);
        assert_int_equal(*sum, 200 * 64);
        threads_free(s.dispatch.pool);
        shader_free(&s);
    }
}

/* ---- ends ---- */

static const char endless[] = "@group(0) @binding(0) var<storage, read_write> dst: array<u32>;\n"
                              "@compute @workgroup_size(64)\n"
                              "fn main(@builtin(local_invocation_index) i: u32) {\n"
                              "  var x = i;\n"
                              "  loop {\n"
                              "    x = x * 5u + 1u;\n"
                              "    if (x == 3u && dst[0] == 1u) { break; }\n"
                              "  }\n"
                              "  dst[i] = x;\n"
                              "}\n";

static void endless_loops_end_by_the_budget(void **state) {
    (void)state;
    Shader s;
    shader_compile(&s, endless, usual);
    shader_bind(&s, 0, 64);
    s.dispatch.step_budget = 100000;
    EngineResult r = shader_run(&s, 3);
    assert_int_equal(r.status, ENGINE_STEP_BUDGET);
    assert_int_equal(shader_line(&s, r.site), 5);
    assert_true(r.steps > 100000 && r.steps < 200000);
    shader_free(&s);
}

static bool stop_at_once(void *context, uint64_t done, uint64_t all) {
    assert_true(done <= all);
    ++*(uint32_t *)context;
    return true;
}

static void progress_may_interrupt(void **state) {
    (void)state;
    Shader s;
    uint32_t calls = 0;
    shader_compile(&s, endless, usual);
    shader_bind(&s, 0, 64);
    s.dispatch.progress = stop_at_once;
    s.dispatch.progress_context = &calls;
    assert_int_equal(shader_run(&s, 1).status, ENGINE_INTERRUPTED);
    assert_int_equal(calls, 1);
    shader_free(&s);
}

static void nothing_to_do_is_done(void **state) {
    (void)state;
    Shader s;
    shader_compile(&s, order, usual);
    shader_bind(&s, 0, 1);
    shader_bind(&s, 1, 1);
    assert_int_equal(shader_run(&s, 0).status, ENGINE_OK);
    shader_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_subgroup_may_wait_for_its_sibling),
        cmocka_unit_test(a_lane_may_not_wait_for_its_neighbour),
        cmocka_unit_test(parts_meet_again_at_a_barrier),
        cmocka_unit_test(long_loops_are_not_taken_for_waiting),
        cmocka_unit_test(a_workgroup_may_wait_for_a_later_one),
        cmocka_unit_test(memory_bounds_how_many_wait),
        cmocka_unit_test(schedules_order_workgroups),
        cmocka_unit_test(threads_may_meet_on_any_word),
        cmocka_unit_test(endless_loops_end_by_the_budget),
        cmocka_unit_test(progress_may_interrupt),
        cmocka_unit_test(nothing_to_do_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
