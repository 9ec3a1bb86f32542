/* The whole path of a shader: front end, lowering, optimisation, and a small dispatch of its first
 * compute entry point. Bindings are blocks of their exact size, so that AddressSanitizer sees every
 * access beside them; those that may only be read are compared with what they were. */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "engine/engine.h"
#include "fuzz.h"
#include "lower/lower.h"

enum {
    MOST_BINDINGS = 32,
    MOST_BINDING_BYTES = 1 << 20,
    MOST_INVOCATIONS = 256, /* a workgroup */
    STEPS = 20000,
    ENGINE_BYTES = 64 << 20,
};

/* ---- bindings ---- */

static void fill(uint8_t *data, uint64_t size, uint32_t seed) {
    for (uint64_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        data[i] = i % 4 == 0 || seed >> 31 ? (uint8_t)(seed >> 24) : 0;
    }
}

typedef struct Buffers {
    EngineBinding at[MOST_BINDINGS];
    EngineTexture texture[MOST_BINDINGS];
    EngineSampler sampler[MOST_BINDINGS];
    const IrObject *object[MOST_BINDINGS];
    uint32_t count;
    bool enough; /* room for all of them */
} Buffers;

static void add_buffer(Buffers *b, const IrObject *o, uint32_t elements) {
    uint64_t size = o->size + (o->runtime_sized ? (uint64_t)o->array_stride * elements : 0);
    void *data = NULL;
    b->enough = b->count < MOST_BINDINGS && size <= MOST_BINDING_BYTES &&
                posix_memalign(&data, 16, size) == 0;
    if (!b->enough)
        return;
    fill(data, size, b->count);
    b->object[b->count] = o;
    b->at[b->count++] = (EngineBinding){o->group, o->binding, data, size, NULL, NULL};
}

static const TexelFormat *format_of(const Type *t) {
    if (t->texture_class == TEXTURE_STORAGE)
        return &texel_format[t->texel_format];
    if (t->texture_class == TEXTURE_DEPTH || !t->element)
        return &texel_format[FORMAT_depth32float];
    return &texel_format[t->element->kind == TYPE_I32   ? FORMAT_r8sint
                         : t->element->kind == TYPE_U32 ? FORMAT_rgb10a2uint
                                                        : FORMAT_rgba16float];
}

static bool is_cube(const Type *t) {
    return t->texture_dim == TEXTURE_CUBE || t->texture_dim == TEXTURE_CUBE_ARRAY;
}

/* Two levels of a few texels, or one with four samples. */
static void add_texture(Buffers *b, const IrObject *o, uint32_t side) {
    const Type *t = o->type;
    b->enough = b->enough && b->count < MOST_BINDINGS;
    if (!b->enough)
        return;
    EngineTexture *e = &b->texture[b->count];
    bool many = t->texture_dim == TEXTURE_MULTISAMPLED_2D;
    *e = (EngineTexture){.format = format_of(t),
                         .levels = t->texture_class == TEXTURE_STORAGE || many ? 1 : 2,
                         .layers = t->texture_dim == TEXTURE_2D_ARRAY     ? 2
                                   : t->texture_dim == TEXTURE_CUBE_ARRAY ? 12
                                   : t->texture_dim == TEXTURE_CUBE       ? 6
                                                                          : 1,
                         .samples = many ? 4 : 1};
    uint32_t bytes = 0, texel = e->format->layout.bytes * e->samples;
    for (uint32_t i = 0; i < e->levels; i++) {
        EngineLevel *l = &e->level[i];
        *l = (EngineLevel){.size = {side + 1,
                                    t->texture_dim == TEXTURE_1D ? 1
                                    : is_cube(t)                 ? side + 1
                                                                 : side + 2,
                                    t->texture_dim == TEXTURE_3D ? side + 1 : e->layers},
                           .offset = bytes};
        l->row = l->size[0] * texel;
        l->slice = l->row * l->size[1];
        bytes += l->slice * l->size[2];
    }
    void *data = NULL;
    b->enough = posix_memalign(&data, 16, bytes) == 0;
    if (!b->enough)
        return;
    fill(data, bytes, b->count);
    b->object[b->count] = o;
    b->at[b->count++] = (EngineBinding){o->group, o->binding, data, bytes, e, NULL};
}

/* Any filters, modes and comparison; levels past the last. */
static void add_sampler(Buffers *b, const IrObject *o, uint32_t seed) {
    b->enough = b->enough && b->count < MOST_BINDINGS;
    if (!b->enough)
        return;
    seed += b->count;
    EngineSampler *s = &b->sampler[b->count];
    *s = (EngineSampler){.address = {(EngineAddress)(seed % 3), (EngineAddress)((seed + 1) % 3),
                                     (EngineAddress)((seed + 2) % 3)},
                         .magnifies_linear = seed & 1,
                         .minifies_linear = seed & 2,
                         .levels_linear = seed & 4,
                         .compare = (EngineCompare)(seed % 9),
                         .level_max = 32};
    b->object[b->count] = o;
    b->at[b->count++] = (EngineBinding){o->group, o->binding, NULL, 0, NULL, s};
}

static void make_buffers(Buffers *b, const IrModule *m, uint32_t elements) {
    *b = (Buffers){.enough = true};
    for (uint32_t i = 1; i < m->objects.len && b->enough; i++) {
        const IrObject *o = &m->objects.at[i];
        if (o->space == SPACE_UNIFORM || o->space == SPACE_STORAGE)
            add_buffer(b, o, elements);
        if (o->space == SPACE_HANDLE && o->type->kind == TYPE_TEXTURE)
            add_texture(b, o, elements);
        else if (o->space == SPACE_HANDLE)
            add_sampler(b, o, elements);
    }
}

static void check_unchanged(const Buffers *b, uint32_t i) {
    uint8_t *expected = malloc(b->at[i].size);
    fill(expected, b->at[i].size, i);
    LW_ASSERT(memcmp(expected, b->at[i].data, b->at[i].size) == 0);
    free(expected);
}

static bool is_read_only(const IrObject *o) {
    if (o->space == SPACE_HANDLE && o->type->kind != TYPE_TEXTURE)
        return false; /* a sampler, which has no memory */
    if (o->space == SPACE_HANDLE)
        return o->type->texture_class != TEXTURE_STORAGE || o->type->access == ACCESS_READ;
    return o->access == ACCESS_READ;
}

static void free_buffers(const Buffers *b) {
    for (uint32_t i = 0; i < b->count; i++) {
        if (is_read_only(b->object[i]))
            check_unchanged(b, i);
        free(b->at[i].data);
    }
}

/* ---- the run ---- */

static void dispatch(Compilation *c, const IrModule *m, size_t seed) {
    static const uint32_t subgroup_sizes[] = {4, 8, 16, 32, 64, 128};
    EngineOptions options = {.subgroup_size = subgroup_sizes[seed % 6]};
    const EngineProgram *p = engine_program_new(&c->arena, m, &options);
    Buffers b;
    make_buffers(&b, m, (uint32_t)(seed % 7));
    EngineDispatch d = {
        .workgroups = {2, 1, 1},
        .binding = b.at,
        .bindings = b.count,
        .schedule = seed % 2 ? SCHEDULE_FAIR : SCHEDULE_DESCENDING,
        .step_budget = STEPS,
        .memory_budget = ENGINE_BYTES,
    };
    if (b.enough)
        engine_run(p, &d);
    free_buffers(&b);
}

static void compile_and_run(Compilation *c, size_t seed) {
    Specialisation *s = wgsl_specialise(c->module, (Str){0}, NULL, 0);
    if (!s)
        return;
    const uint32_t *size = s->workgroup_size;
    IrModule *m = lower_entry(&c->arena, s);
    if (!m || (uint64_t)size[0] * size[1] * size[2] > MOST_INVOCATIONS)
        return;
    ir_optimise(m);
    const char *malformed = ir_validate(m);
    if (malformed)
        LW_BUG("malformed IR: %s", malformed);
    dispatch(c, m, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Compilation c;
    fuzz_begin(&c, data, size);
    wgsl_parse(c.module);
    if (!c.diags.errors)
        wgsl_check(c.module);
    if (!c.diags.errors)
        compile_and_run(&c, size);
    fuzz_end(&c);
    return 0;
}
