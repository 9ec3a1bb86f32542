/* A dispatch is a set of files that begin with the same name:
 *
 *     0001-blur.wgsl       the module's text, as the program gave it
 *     0001-blur.0-1.bin    the bytes that group 0, binding 1 had, dynamic offsets applied
 *     0001-blur.run        what to run, last: where it stands the others are whole
 *
 * The number is the first that is free in the folder, which several devices and processes may
 * share: the shader's file is made only where there was none, and so claims the name. */
#include "api/capture.h"
#include "api/runner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"

enum { MOST_NUMBERS = 1000000, LONGEST_NAME = 48 };

struct Capture {
    char *folder;
    uint64_t saved, most;
    unsigned number; /* the last one that was tried */
    bool ended;
    char **path; /* of the .run files */
    WGPUStringView *view;
    size_t cap, view_cap;
};

Capture *capture_new(const char *folder, uint64_t most, char **error) {
    const char *why;
    if (!os_make_folder(folder, &why)) {
        *error = text_format("capture: the folder \"%s\" cannot be made: %s", folder, why);
        return NULL;
    }
    Capture *c = calloc(1, sizeof *c);
    if (c)
        c->folder = text_format("%s", folder);
    if (c && c->folder) {
        c->most = most;
        return c;
    }
    free(c);
    return NULL;
}

void capture_free(Capture *c) {
    if (!c)
        return;
    for (uint64_t i = 0; i < c->saved; i++)
        free(c->path[i]);
    free(c->path);
    free(c->view);
    free(c->folder);
    free(c);
}

static void end(Capture *c, const char *path, const char *why) {
    c->ended = true;
    api_log("capture: '%s' cannot be written: %s; no more dispatches are captured", path, why);
}

/* ---- names ---- */

/* The pipeline's label, else its entry point's name, as a part of a file's name. */
static void name_of(WGPUComputePipeline p, char name[LONGEST_NAME]) {
    Str s = p->base.label ? str_from_c(p->base.label) : text_str(p->info.entry_point);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s.len && n + 1 < LONGEST_NAME; i++) {
        char k = s.at[i];
        bool plain = (k >= '0' && k <= '9') || (k >= 'A' && k <= 'Z') || (k >= 'a' && k <= 'z');
        bool kept = plain || k == '_' || (k == '.' && n);
        if (kept || !n || name[n - 1] != '-')
            name[n++] = kept ? k : '-';
    }
    name[n] = 0;
}

/* Writes the shader under the first free name; gives that name without its end ("DIR/0001-blur"),
 * or NULL when the capture is over. */
static char *claim(Capture *c, WGPUComputePipeline p) {
    char name[LONGEST_NAME];
    name_of(p, name);
    Str text = p->module->source.text;
    while (++c->number < MOST_NUMBERS) {
        char *base = text_format("%s/%04u-%s", c->folder, c->number, name);
        char *path = base ? text_format("%s.wgsl", base) : NULL;
        const char *why = "out of memory";
        OsCreated made = path ? os_create_file(path, text.at, text.len, &why) : OS_FAILED;
        if (made == OS_FAILED)
            end(c, path ? path : c->folder, why);
        free(path);
        if (made == OS_CREATED)
            return base;
        free(base);
        if (made == OS_FAILED)
            return NULL;
    }
    end(c, c->folder, "it is full");
    return NULL;
}

/* ---- the .run file ---- */

static const char *schedule_name(const DeviceOptions *o) {
    switch (o->schedule) {
    case SCHEDULE_ASCENDING: return "ascending";
    case SCHEDULE_DESCENDING: return "descending";
    case SCHEDULE_OCCUPANCY: return "occupancy";
    case SCHEDULE_SEED: return "seed";
    default: return NULL; /* fair, as everywhere */
    }
}

static void add_options(StrBuf *b, const DeviceOptions *o) {
    static const char *const modes[] = {"clamp", "drop", "trap"};
    strbuf_addf(b, "subgroup-size %u\n", o->subgroup_size);
    if (o->hw == &o->hw_storage)
        strbuf_addf(b, "hardware %s:banks=%u,bank-bytes=%u,subgroup-size=%u,sector-bytes=%u\n",
                    o->hw->name, o->hw->banks, o->hw->bank_bytes, o->hw->subgroup_size,
                    o->hw->sector_bytes);
    else
        strbuf_addf(b, "hardware %s\n", o->hw->name);
    const char *schedule = schedule_name(o);
    bool argument = o->schedule == SCHEDULE_OCCUPANCY || o->schedule == SCHEDULE_SEED;
    if (schedule && argument)
        strbuf_addf(b, "schedule %s %u\n", schedule, o->schedule_arg);
    else if (schedule)
        strbuf_addf(b, "schedule %s\n", schedule);
    if (o->out_of_bounds != LW_OUT_OF_BOUNDS_CLAMP)
        strbuf_addf(b, "out-of-bounds %s\n", modes[o->out_of_bounds]);
}

/* A name for comments: no line breaks. */
static void add_comment(StrBuf *b, const char *what, const char *label) {
    if (!label)
        return;
    strbuf_addf(b, "# %s ", what);
    for (const char *k = label; *k; k++)
        strbuf_addc(b, (unsigned char)*k < ' ' ? ' ' : *k);
    strbuf_addc(b, '\n');
}

typedef struct Job {
    Capture *capture;
    WGPUComputePipeline pipeline;
    const uint32_t *workgroups;
    const EngineBinding *binding;
    uint32_t bindings;
    const char *base; /* the path of the set, without an end */
    Arena *arena;
    bool written;
} Job;

static Str file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return str_from_c(slash ? slash + 1 : path);
}

/* What stands before a texture's file: "texture rgba8unorm 64x48x1 ". */
static void add_texture(StrBuf *b, const EngineTexture *t) {
    if (!t)
        return;
    const uint32_t *size = t->level[0].size;
    strbuf_addf(b, "texture %s %ux%ux%u ", t->format->name, size[0], size[1], size[2]);
}

/* Textures of which a capture cannot say everything: in a line of their own. */
static void add_losses(StrBuf *b, const EngineBinding *e) {
    if (e->texture && (e->texture->levels > 1 || e->texture->samples > 1))
        strbuf_addf(b, "# %u:%u had %u levels and %u samples, a file has one\n", e->group,
                    e->binding, e->texture->levels, e->texture->samples);
}

/* "sampler mag=linear min=linear mipmap=nearest u=repeat v=repeat w=clamp-to-edge lod=0..32" */
static void add_sampler(StrBuf *b, const EngineSampler *s) {
    static const char *const filter[] = {"nearest", "linear"};
    static const char *const address[] = {"clamp-to-edge", "repeat", "mirror-repeat"};
    static const char *const compare[] = {
        "",        "never",     "less",          "equal",  "less-equal",
        "greater", "not-equal", "greater-equal", "always",
    };
    strbuf_addf(b, "sampler mag=%s min=%s mipmap=%s", filter[s->magnifies_linear],
                filter[s->minifies_linear], filter[s->levels_linear]);
    strbuf_addf(b, " u=%s v=%s w=%s", address[s->address[0]], address[s->address[1]],
                address[s->address[2]]);
    strbuf_addf(b, " lod=%.9g..%.9g", (double)s->level_min, (double)s->level_max);
    if (s->compare != COMPARE_NONE)
        strbuf_addf(b, " compare=%s", compare[s->compare]);
    strbuf_addc(b, '\n');
}

static Str describe(const Job *j) {
    WGPUComputePipeline p = j->pipeline;
    StrBuf b = {.arena = j->arena};
    Str name = file_name(j->base);
    strbuf_addf(&b, "shader %.*s.wgsl\n", STR_ARG(name));
    strbuf_addf(&b, "# captured by Lanewise %s\n", LW_VERSION);
    add_comment(&b, "device", p->base.device->base.label);
    add_comment(&b, "pipeline", p->base.label);
    strbuf_addf(&b, "entry %.*s\n", (int)p->info.entry_point.length, p->info.entry_point.data);
    strbuf_addf(&b, "dispatch %u %u %u\n", j->workgroups[0], j->workgroups[1], j->workgroups[2]);
    for (uint32_t i = 0; i < p->overrides; i++)
        strbuf_addf(&b, "set %.*s=%.17g\n", STR_ARG(p->override[i].name), p->override[i].value);
    add_options(&b, &p->base.device->options);
    for (uint32_t i = 0; i < j->bindings; i++) {
        const EngineBinding *e = &j->binding[i];
        add_losses(&b, e);
        strbuf_addf(&b, "bind %u:%u ", e->group, e->binding);
        if (e->sampler) {
            add_sampler(&b, e->sampler);
            continue;
        }
        add_texture(&b, e->texture);
        strbuf_addf(&b, "file %.*s.%u-%u.bin\n", STR_ARG(name), e->group, e->binding);
    }
    return strbuf_str(&b);
}

/* The bytes of a binding; of a texture the texels of its first level, without padding. */
static const void *contents(const Job *j, const EngineBinding *e, uint64_t *size) {
    *size = e->size;
    if (!e->texture)
        return e->data;
    const EngineLevel *l = &e->texture->level[0];
    uint64_t row = (uint64_t)l->size[0] * e->texture->format->layout.bytes;
    *size = row * l->size[1] * l->size[2];
    uint8_t *packed = arena_alloc(j->arena, *size ? *size : 1, 16);
    uint8_t *to = packed;
    for (uint32_t z = 0; z < l->size[2]; z++)
        for (uint32_t y = 0; y < l->size[1]; y++, to += row)
            memcpy(to,
                   (const uint8_t *)e->data + l->offset + (uint64_t)z * l->slice +
                       (uint64_t)y * l->row,
                   row);
    return packed;
}

static void write_set(void *context) {
    Job *j = context;
    const char *why;
    for (uint32_t i = 0; i < j->bindings; i++) {
        const EngineBinding *e = &j->binding[i];
        if (e->sampler)
            continue;
        const char *path = str_format(j->arena, "%s.%u-%u.bin", j->base, e->group, e->binding).at;
        uint64_t size;
        const void *data = contents(j, e, &size);
        if (!os_write_file(path, data, size, &why)) {
            end(j->capture, path, why);
            return;
        }
    }
    const char *path = str_format(j->arena, "%s.run", j->base).at;
    Str run = describe(j);
    j->written = os_write_file(path, run.at, run.len, &why);
    if (!j->written)
        end(j->capture, path, why);
}

/* ---- capturing ---- */

static bool remember(Capture *c, const char *base) {
    if (!array_room((void **)&c->path, &c->cap, (size_t)c->saved, sizeof *c->path) ||
        !array_room((void **)&c->view, &c->view_cap, (size_t)c->saved, sizeof *c->view))
        return false;
    char *path = text_format("%s.run", base);
    if (!path)
        return false;
    c->path[c->saved] = path;
    c->view[c->saved++] = text_view(path);
    return true;
}

void capture_dispatch(Capture *c, WGPUComputePipeline p, const uint32_t workgroups[3],
                      const EngineBinding *binding, uint32_t bindings) {
    if (c->ended)
        return;
    if (c->saved == c->most) {
        c->ended = true;
        api_log("capture: %" PRIu64 " dispatches are saved in '%s', and no more will be (see "
                "LANEWISE_CAPTURE_MOST)",
                c->saved, c->folder);
        return;
    }
    char *base = claim(c, p);
    if (!base)
        return;
    Arena arena = {0};
    Job job = {c, p, workgroups, binding, bindings, base, &arena, false};
    bool enough = arena_protect(&(Arena *){&arena}, 1, write_set, &job) &&
                  (!job.written || remember(c, base));
    arena_free(&arena);
    if (!enough && !c->ended)
        end(c, base, "out of memory");
    free(base);
}

/* ---- the public functions ---- */

bool lw_device_capture(WGPUDevice d, WGPUStringView folder, uint64_t most, char *error,
                       size_t error_size) {
    char *path = text_copy(folder), *why = NULL;
    Capture *c = path ? capture_new(path, most ? most : LW_CAPTURE_MOST, &why) : NULL;
    bool ok = c || !text_str(folder).len;
    if (ok) {
        runner_drain(d->runner);
        lock_take(d->running);
        capture_free(d->capture);
        d->capture = c;
        lock_give(d->running);
    } else if (error_size) {
        snprintf(error, error_size, "%s", why ? why : "capture: out of memory");
    }
    free(path);
    free(why);
    return ok;
}

const WGPUStringView *lw_device_captured(WGPUDevice d, size_t *count) {
    runner_drain(d->runner);
    *count = d->capture ? (size_t)d->capture->saved : 0;
    return d->capture ? d->capture->view : NULL;
}
