/* The correctness observer against a detector that compares every access with every other: random
 * accesses in all shapes, over several workgroups, barriers and workers, must give the same pairs,
 * the same counts and the same classes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "observe/check.h"

enum {
    LANES = 96, /* of a workgroup; units of 64 and 32 */
    UNIT = 64,
    MOST_GROUPS = 5,
    ACCESSES = 22,
    WORDS = 2600, /* of the large buffer: three pages */
};

/* ---- chance ---- */

static uint64_t state;

static uint32_t chance(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

/* ---- the shader ---- */

typedef enum What { LOAD, STORE, ADD, MAX, EXCHANGE, ATOMIC_STORE, ATOMIC_LOAD } What;

typedef struct Shape {
    uint32_t object;
    What what;
    uint32_t components;
    bool half;
} Shape;

enum { TILE = 1, BUFFER, COUNTERS, VECTORS, HALVES, FLAGS, OBJECTS };

static const Shape shapes[ACCESSES] = {
    {TILE, LOAD, 1, false},
    {TILE, STORE, 1, false},
    {TILE, LOAD, 1, false},
    {TILE, STORE, 1, false},
    {BUFFER, LOAD, 1, false},
    {BUFFER, STORE, 1, false},
    {BUFFER, LOAD, 2, false},
    {BUFFER, STORE, 4, false},
    {COUNTERS, ADD, 1, false},
    {COUNTERS, MAX, 1, false},
    {COUNTERS, EXCHANGE, 1, false},
    {COUNTERS, ATOMIC_STORE, 1, false},
    {COUNTERS, ATOMIC_LOAD, 1, false},
    {VECTORS, LOAD, 4, false},
    {VECTORS, STORE, 4, false},
    {VECTORS, STORE, 1, false}, /* a part of a vector */
    {HALVES, LOAD, 1, true},
    {HALVES, STORE, 1, true},
    {HALVES, STORE, 2, true},
    {FLAGS, ADD, 1, false},
    {FLAGS, ATOMIC_STORE, 1, false},
    {FLAGS, ATOMIC_LOAD, 1, false},
};

/* Bytes, and where workgroup objects are. */
static const uint32_t size_of[OBJECTS] = {0, 512, WORDS * 4, 64, 256, 128, 32};
static const uint32_t offset_of[OBJECTS] = {0, 64, 0, 0, 1024, 2048, 2304};

static bool is_storage(uint32_t object) {
    return object == BUFFER || object == COUNTERS;
}

typedef struct World {
    Arena arena;
    TypeTable types;
    Source source;
    IrModule *module;
    EngineBinding binding[2];
    EngineDispatch dispatch;
    uint32_t site[ACCESSES];
} World;

static IrAtomicOp atomic_op(What w) {
    static const IrAtomicOp ops[] = {
        [ADD] = IRA_ADD,           [MAX] = IRA_MAX,
        [EXCHANGE] = IRA_EXCHANGE, [ATOMIC_STORE] = IRA_STORE,
        [ATOMIC_LOAD] = IRA_LOAD,
    };
    return ops[w];
}

static void add_objects(World *w) {
    TypeTable *t = &w->types;
    const Type *type[OBJECTS] = {
        [TILE] = type_array(t, t->u32, 128),
        [BUFFER] = type_array_runtime(t, t->u32),
        [COUNTERS] = type_array(t, type_atomic(t, t->u32), 16),
        [VECTORS] = type_array(t, type_vector(t, t->f32, 4), 16),
        [HALVES] = type_array(t, t->f16, 64),
        [FLAGS] = type_array(t, type_atomic(t, t->u32), 8),
    };
    static const char *const name[OBJECTS] = {"",        "tile",   "buffer", "counters",
                                              "vectors", "halves", "flags"};
    for (uint32_t i = 1; i < OBJECTS; i++)
        ir_add_object(w->module,
                      (IrObject){.name = str_from_c(name[i]),
                                 .type = type[i],
                                 .space = is_storage(i) ? SPACE_STORAGE : SPACE_WORKGROUP,
                                 .access = ACCESS_READ_WRITE,
                                 .binding = i,
                                 .size = size_of[i],
                                 .offset = offset_of[i]});
    w->binding[0] = (EngineBinding){.binding = BUFFER, .size = size_of[BUFFER]};
    w->binding[1] = (EngineBinding){.binding = COUNTERS, .size = size_of[COUNTERS]};
}

static void add_accesses(World *w) {
    IrBlock *body = ir_function_new(w->module, STR("main"))->body;
    for (uint32_t i = 0; i < ACCESSES; i++) {
        const Shape *s = &shapes[i];
        w->site[i] = ir_add_site(w->module, (IrSite){.span = {i, i + 1}, .object = s->object});
        IrAccess *a = arena_new(&w->arena, IrAccess);
        *a = (IrAccess){.object = s->object,
                        .components = (uint8_t)s->components,
                        .type = s->half                ? IR_F16
                                : s->object == VECTORS ? IR_F32
                                                       : IR_U32};
        IrInst *in = arena_new(&w->arena, IrInst);
        in->op = s->what == LOAD ? IR_LOAD : s->what == STORE ? IR_STORE : IR_ATOMIC;
        in->site = w->site[i];
        in->access = a;
        if (in->op == IR_ATOMIC)
            in->atomic_op = atomic_op(s->what);
        vec_push(&w->arena, &body->inst, in);
    }
}

static void world_init(World *w, uint32_t groups, bool storage_barriers) {
    *w = (World){0};
    types_init(&w->types, &w->arena);
    source_init(&w->source, &w->arena, STR("random"), STR("abcdefghijklmnopqrstuvwxyz"));
    w->module = ir_module_new(&w->arena, &w->source);
    w->module->workgroup_size[0] = LANES;
    add_objects(w);
    add_accesses(w);
    if (storage_barriers) {
        IrInst *in = arena_new(&w->arena, IrInst);
        in->op = IR_BARRIER;
        in->barrier = IR_BARRIER_STORAGE;
        vec_push(&w->arena, &w->module->functions.at[0]->body->inst, in);
    }
    w->dispatch =
        (EngineDispatch){.workgroups = {groups, 1, 1}, .binding = w->binding, .bindings = 2};
}

/* ---- what happens ---- */

/* One invocation's use of one word: of 4 bytes, of halves 2. */
typedef struct Use {
    uint32_t object, word, access, group, lane, epoch;
    bool stores, unknown; /* a value; a vector's other part */
    uint32_t value;
} Use;

typedef VEC(Use) Uses;

static uint32_t word_bytes(uint32_t object) {
    return object == HALVES ? 2 : 4;
}

static bool stores(uint32_t access) {
    return shapes[access].what == STORE || shapes[access].what == ATOMIC_STORE;
}

typedef struct Step {
    uint32_t access, first_lane, lanes;
    uint32_t used[UNIT], mask[2], value[4][UNIT];
    bool affine, all;
    int32_t stride;
} Step;

/* Lanes: all, a range, some. */
static void choose_lanes(Step *s) {
    uint32_t how = chance(4), from = chance(s->lanes), to = from + chance(s->lanes - from) + 1;
    for (uint32_t i = 0; i < s->lanes; i++) {
        bool in = how == 0 || how == 1 || (how == 2 && i >= from && i < to) ||
                  (how == 3 && chance(3) == 0);
        s->mask[i / 32] |= (uint32_t)in << i % 32;
    }
    s->all = how < 2;
}

/* Elements: in a row, apart, the same, in rows of 16, anywhere. What would be outside is inside. */
static void choose_addresses(Step *s) {
    const Shape *shape = &shapes[s->access];
    uint32_t bytes = shape->components * (shape->half ? 2 : 4);
    uint32_t unit = shape->object == VECTORS && shape->what == STORE ? 4 : bytes;
    uint32_t n = size_of[shape->object] / unit, how = chance(6);
    uint32_t first = chance(n), step = how == 1 ? chance(5) + 1 : how == 2 ? 0 : 1;
    uint32_t rows = chance(20) + 16;
    for (uint32_t i = 0; i < s->lanes; i++) {
        uint32_t at = how < 3    ? first + i * step
                      : how == 3 ? first + i / 16 * rows + i % 16
                      : how == 4 ? first + s->lanes - i
                                 : chance(n);
        s->used[i] = at % n * unit + offset_of[shape->object];
        if (unit < bytes)
            s->used[i] &= ~(bytes - 1);
    }
    s->affine = true;
    s->stride = (int32_t)(s->used[1] - s->used[0]);
    for (uint32_t i = 1; i < s->lanes; i++)
        s->affine &= s->used[i] - s->used[i - 1] == (uint32_t)s->stride;
    uint32_t same = chance(3);
    for (uint32_t k = 0; k < 4; k++)
        for (uint32_t i = 0; i < s->lanes; i++)
            s->value[k][i] = same ? 7 : chance(3);
}

static void note_use(Uses *uses, Arena *a, const Step *s, uint32_t group, uint32_t epoch,
                     uint32_t lane) {
    const Shape *shape = &shapes[s->access];
    uint32_t bytes = word_bytes(shape->object), address = s->used[lane], k = 0;
    uint32_t words = shape->components, first = address / bytes, last = first + words;
    if (shape->object == VECTORS && shape->what == STORE) {
        first = address / 16 * 4;
        last = first + 4;
        k = address / 4 - first;
    }
    for (uint32_t w = first; w < last; w++) {
        bool really = w - first >= k && w - first < k + words;
        vec_push(a, uses,
                 (Use){.object = shape->object,
                       .word = w,
                       .access = s->access,
                       .group = group,
                       .lane = s->first_lane + lane,
                       .epoch = epoch,
                       .stores = stores(s->access),
                       .unknown = !really,
                       .value = really ? s->value[w - first - k][lane] : 0});
    }
}

static void tell(const World *w, const Observer *o, void *worker, const Step *s, uint32_t group) {
    const Shape *shape = &shapes[s->access];
    const uint32_t *value[4] = {s->value[0], s->value[1], s->value[2], s->value[3]};
    MemoryEvent e = {.place = {.workgroup_index = group,
                               .first_lane = s->first_lane,
                               .lanes = s->lanes,
                               .lanes_padded = UNIT,
                               .subgroup_size = 32,
                               .mask = s->mask,
                               .all_active = s->all},
                     .site = w->site[s->access],
                     .object = shape->object,
                     .op = shape->what == LOAD    ? MEMORY_LOAD
                           : shape->what == STORE ? MEMORY_STORE
                                                  : MEMORY_ATOMIC,
                     .atomic_op = shape->what > STORE ? atomic_op(shape->what) : IRA_LOAD,
                     .space = is_storage(shape->object) ? SPACE_STORAGE : SPACE_WORKGROUP,
                     .bytes = (uint8_t)(shape->components * (shape->half ? 2 : 4)),
                     .raw = s->used,
                     .used = s->used,
                     .value = shape->what == LOAD ? NULL : value,
                     .affine = s->affine,
                     .stride = s->stride};
    o->memory(worker, &e);
}

static void tell_barrier(const Observer *o, void *worker, uint32_t group, uint32_t kind) {
    static const uint32_t all[2] = {~0u, ~0u};
    for (uint32_t at = 0; at < LANES; at += UNIT) {
        BarrierEvent e = {.place = {.workgroup_index = group,
                                    .first_lane = at,
                                    .lanes = LANES - at < UNIT ? LANES - at : UNIT,
                                    .lanes_padded = UNIT,
                                    .subgroup_size = 32,
                                    .mask = all,
                                    .all_active = true},
                          .barrier = kind};
        o->barrier(worker, &e);
    }
}

/* A workgroup's life so far. */
typedef struct Life {
    uint32_t steps, workgroup_epoch, storage_epoch, worker;
} Life;

static void take_step(World *w, const Observer *o, void *worker, Life *l, uint32_t group,
                      Uses *uses, bool storage_barriers) {
    l->steps--;
    if (chance(4) == 0) {
        bool storage = storage_barriers && chance(2);
        tell_barrier(o, worker, group, storage ? IR_BARRIER_STORAGE : IR_BARRIER_WORKGROUP);
        *(storage ? &l->storage_epoch : &l->workgroup_epoch) += 1;
        return;
    }
    Step s = {.access = chance(ACCESSES)};
    s.first_lane = chance(2) ? UNIT : 0;
    s.lanes = s.first_lane ? LANES - UNIT : UNIT;
    choose_lanes(&s);
    choose_addresses(&s);
    tell(w, o, worker, &s, group);
    uint32_t epoch = is_storage(shapes[s.access].object) ? l->storage_epoch : l->workgroup_epoch;
    for (uint32_t i = 0; i < s.lanes; i++)
        if (s.mask[i / 32] >> i % 32 & 1)
            note_use(uses, &w->arena, &s, group, epoch, i);
}

/* ---- the other detector ---- */

typedef struct Count {
    uint64_t count, same;
} Count;

static int commutes_with(What w) {
    return w == ADD ? 1 : w == MAX ? 2 : 0;
}

typedef enum Meet { NO, RACE, ORDER } Meet;

static Meet meet(uint32_t a, uint32_t b) {
    What x = shapes[a].what, y = shapes[b].what;
    bool x_writes = x != LOAD && x != ATOMIC_LOAD, y_writes = y != LOAD && y != ATOMIC_LOAD;
    if (x > STORE && y > STORE) {
        bool commute = commutes_with(x) && commutes_with(x) == commutes_with(y);
        return x_writes && y_writes && !commute ? ORDER : NO;
    }
    return x_writes || y_writes ? RACE : NO;
}

static int compare_uses(const void *x, const void *y) {
    const Use *a = x, *b = y;
    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return a->word < b->word ? -1 : a->word > b->word;
}

/* Of uses of one word: were all values that these two accesses stored in one epoch the same? */
static bool epoch_same(const Use *u, uint32_t n, const Use *like, uint32_t a, uint32_t b) {
    const Use *first = NULL;
    for (uint32_t i = 0; i < n; i++) {
        if ((u[i].access != a && u[i].access != b) || u[i].group != like->group ||
            u[i].epoch != like->epoch)
            continue;
        if (!u[i].stores || u[i].unknown || (first && first->value != u[i].value))
            return false;
        first = &u[i];
    }
    return true;
}

/* Were all values that anybody stored the same? Not known of an access that a workgroup has made
 * before and after a barrier. */
static bool all_same(const Use *u, uint32_t n) {
    const Use *first = NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (!u[i].stores)
            continue;
        if (u[i].unknown || (first && first->value != u[i].value))
            return false;
        first = &u[i];
        for (uint32_t k = 0; k < i; k++)
            if (u[k].access == u[i].access && u[k].group == u[i].group && u[k].epoch != u[i].epoch)
                return false;
    }
    return true;
}

static void count_pair(Count *c, uint32_t a, uint32_t b, bool same) {
    bool stored = stores(a) && stores(b);
    same = same && stored;
    if (same && meet(a, b) == ORDER)
        return;
    c->count++;
    c->same += same;
}

/* Does a pair meet in the epoch of a use, within its workgroup? */
static bool meets_in(const Use *u, uint32_t n, const Use *like, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (u[i].access == a && u[k].access == b && u[i].lane != u[k].lane &&
                u[i].group == like->group && u[k].group == like->group &&
                u[i].epoch == like->epoch && u[k].epoch == like->epoch)
                return true;
    return false;
}

static bool meets_across(const Use *u, uint32_t n, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (u[i].access == a && u[k].access == b && u[i].group != u[k].group)
                return true;
    return false;
}

static void count_word(const Use *u, uint32_t n, Count count[ACCESSES][ACCESSES]) {
    bool made[ACCESSES] = {false};
    for (uint32_t i = 0; i < n; i++)
        made[u[i].access] = true;
    for (uint32_t a = 0; a < ACCESSES; a++)
        for (uint32_t b = a; b < ACCESSES; b++) {
            if (!made[a] || !made[b] || meet(a, b) == NO)
                continue;
            for (uint32_t i = 0; i < n; i++) {
                bool seen = false; /* each epoch of each workgroup once */
                for (uint32_t k = 0; k < i; k++)
                    seen |= u[k].group == u[i].group && u[k].epoch == u[i].epoch;
                if (!seen && meets_in(u, n, &u[i], a, b))
                    count_pair(&count[a][b], a, b, epoch_same(u, n, &u[i], a, b));
            }
            if (is_storage(u->object) && meets_across(u, n, a, b))
                count_pair(&count[a][b], a, b, all_same(u, n));
        }
}

static void compare(const World *w, Uses *uses, const CheckResult *r) {
    Count count[ACCESSES][ACCESSES] = {{{0}}};
    if (uses->len)
        qsort(uses->at, uses->len, sizeof *uses->at, compare_uses);
    for (uint32_t from = 0, to; from < uses->len; from = to) {
        for (to = from; to < uses->len && !compare_uses(&uses->at[from], &uses->at[to]); to++)
            ;
        count_word(&uses->at[from], to - from, count);
    }
    assert_non_null(r);
    (void)w;
    for (uint32_t i = 0; i < r->findings.len; i++) {
        const CheckFinding *f = &r->findings.at[i];
        uint32_t a = f->span.start, b = f->has_other ? f->other.start : a;
        Count *c = a < b ? &count[a][b] : &count[b][a];
        assert_string_equal(f->rule, meet(a, b) == ORDER ? "order-dependent-atomics" : "data-race");
        assert_int_equal(f->count, c->count);
        bool mild = meet(a, b) == ORDER || c->same == c->count;
        assert_int_equal(f->severity, mild ? SEVERITY_WARNING : SEVERITY_ERROR);
        c->count = 0;
    }
    for (uint32_t a = 0; a < ACCESSES; a++)
        for (uint32_t b = a; b < ACCESSES; b++)
            assert_int_equal(count[a][b].count, 0);
}

/* ---- trials ---- */

static void trial(uint64_t seed) {
    World w;
    Uses uses = {0};
    Life life[MOST_GROUPS] = {{0}};
    void *worker[3];
    state = seed * 0x9e3779b97f4a7c15u + 1;
    uint32_t groups = chance(MOST_GROUPS) + 1, workers = chance(3) + 1, left = 0;
    bool storage_barriers = chance(3) == 0;
    world_init(&w, groups, storage_barriers);
    CheckObserver *c = check_new(&w.arena, w.module, &w.dispatch);
    const Observer *o = check_observer(c);
    for (uint32_t i = 0; i < workers; i++)
        worker[i] = o->begin(o->context, i);
    for (uint32_t i = 0; i < groups; i++) {
        GroupEvent e = {.workgroup_index = i, .begins = true};
        life[i] = (Life){.steps = chance(12) + 1, .worker = chance(workers)};
        left += life[i].steps;
        o->group(worker[life[i].worker], &e);
    }
    while (left) {
        uint32_t g = chance(groups);
        if (!life[g].steps)
            continue;
        left--;
        take_step(&w, o, worker[life[g].worker], &life[g], g, &uses, storage_barriers);
        GroupEvent e = {.workgroup_index = g};
        if (!life[g].steps)
            o->group(worker[life[g].worker], &e);
    }
    for (uint32_t i = 0; i < workers; i++)
        o->end(o->context, i, worker[i]);
    compare(&w, &uses, check_result(c));
    check_free(c);
    arena_free(&w.arena);
}

static void test_random(void **unused) {
    (void)unused;
    const char *only = getenv("LW_SEED");
    if (only) {
        trial(strtoull(only, NULL, 0));
        return;
    }
    for (uint64_t seed = 0; seed < 2000; seed++) {
        if (seed % 500 == 0)
            print_message("seed %llu\n", (unsigned long long)seed);
        trial(seed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
