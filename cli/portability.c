#include "cli/portability.h"

#include <jansson.h>
#include <stdio.h>

#include "base/utf8.h"
#include "report/json_string.h"

/* ---- what is offered ---- */

enum { INTERFACES = 4 };
static const char *const interface_keys[INTERFACES] = {"compatibility", "core", "d3d12", "metal"};
static const char *const interface_titles[INTERFACES] = {"compat.", "default", "D3D12", "Metal"};
enum { CORE = 1 };

typedef enum LimitKind {
    LIMIT_INVOCATIONS,
    LIMIT_SIZE_X,
    LIMIT_SIZE_Y,
    LIMIT_SIZE_Z,
    LIMIT_WORKGROUP_BYTES,
    LIMIT_STORAGE_BUFFERS,
    LIMIT_UNIFORM_BUFFERS,
    LIMIT_BIND_GROUPS,
    LIMIT_STORAGE_BYTES,
    LIMIT_UNIFORM_BYTES,
    LIMIT_WORKGROUPS,
    LIMIT_COUNT
} LimitKind;

/* By the WebGPU specification's limits (core, and its compatibility mode's), Direct3D 12's compute
 * shader limits at feature level 11_0, and the Metal feature set tables from Apple family 4 and Mac
 * family 2 on. 0: no number of its own, the default holds. */
static const struct {
    const char *name;
    uint64_t offered[INTERFACES];
} limits[LIMIT_COUNT] = {
    [LIMIT_INVOCATIONS] = {"maxComputeInvocationsPerWorkgroup", {128, 256, 1024, 1024}},
    [LIMIT_SIZE_X] = {"maxComputeWorkgroupSizeX", {128, 256, 1024, 1024}},
    [LIMIT_SIZE_Y] = {"maxComputeWorkgroupSizeY", {128, 256, 1024, 1024}},
    [LIMIT_SIZE_Z] = {"maxComputeWorkgroupSizeZ", {64, 64, 64, 0}},
    [LIMIT_WORKGROUP_BYTES] = {"maxComputeWorkgroupStorageSize", {16384, 16384, 32768, 32768}},
    [LIMIT_STORAGE_BUFFERS] = {"maxStorageBuffersPerShaderStage", {8, 8, 0, 0}},
    [LIMIT_UNIFORM_BUFFERS] = {"maxUniformBuffersPerShaderStage", {12, 12, 0, 0}},
    [LIMIT_BIND_GROUPS] = {"maxBindGroups", {4, 4, 0, 0}},
    [LIMIT_STORAGE_BYTES] = {"maxStorageBufferBindingSize", {134217728, 134217728, 0, 0}},
    [LIMIT_UNIFORM_BYTES] = {"maxUniformBufferBindingSize", {16384, 65536, 65536, 0}},
    [LIMIT_WORKGROUPS] = {"maxComputeWorkgroupsPerDimension", {65535, 65535, 65535, 0}},
};

/* ---- what is needed ---- */

typedef struct Entry {
    const LwPipelineInfo *info;
    uint64_t needs[LIMIT_COUNT];
} Entry;

typedef struct Portability {
    Program *program;
    Str name;
    Source source;
    const LwModuleInfo *module;
    Entry *entry;
    uint32_t entries;
    bool over_default;
} Portability;

static uint64_t max_u64(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static void count_bindings(Entry *e) {
    for (size_t i = 0; i < e->info->binding_count; i++) {
        const LwBinding *b = &e->info->bindings[i];
        bool storage = b->kind == WGPUBufferBindingType_Storage ||
                       b->kind == WGPUBufferBindingType_ReadOnlyStorage;
        e->needs[LIMIT_BIND_GROUPS] = max_u64(e->needs[LIMIT_BIND_GROUPS], b->group + 1);
        if (b->kind == WGPUBufferBindingType_Uniform) {
            e->needs[LIMIT_UNIFORM_BUFFERS]++;
            e->needs[LIMIT_UNIFORM_BYTES] = max_u64(e->needs[LIMIT_UNIFORM_BYTES], b->min_size);
        } else if (storage) {
            e->needs[LIMIT_STORAGE_BUFFERS]++;
            e->needs[LIMIT_STORAGE_BYTES] = max_u64(e->needs[LIMIT_STORAGE_BYTES], b->min_size);
        }
    }
}

/* The largest dispatch that the file speaks of, 0 when it speaks of none. */
static uint64_t workgroups_of(const Spec *s) {
    uint64_t most = 0;
    for (int k = 0; k < 3; k++) {
        most = max_u64(most, s->has_dispatch ? s->dispatch[k] : 0);
        for (uint32_t i = 0; i < s->passes.len; i++)
            most = max_u64(most, s->passes.at[i].workgroups[k]);
    }
    return most;
}

static void find_needs(Portability *t, const Spec *s, const RunResult *r) {
    t->entry = arena_array(t->program->arena, Entry, r->pipelines);
    t->entries = r->pipelines;
    for (uint32_t i = 0; i < t->entries; i++) {
        Entry *e = &t->entry[i];
        e->info = lw_compute_pipeline_info(r->pipeline[i]);
        const uint32_t *size = e->info->workgroup_size;
        e->needs[LIMIT_INVOCATIONS] = (uint64_t)size[0] * size[1] * size[2];
        e->needs[LIMIT_SIZE_X] = size[0];
        e->needs[LIMIT_SIZE_Y] = size[1];
        e->needs[LIMIT_SIZE_Z] = size[2];
        e->needs[LIMIT_WORKGROUP_BYTES] = e->info->workgroup_bytes;
        e->needs[LIMIT_WORKGROUPS] = workgroups_of(s);
        count_bindings(e);
        for (int k = 0; k < LIMIT_COUNT; k++)
            t->over_default |= e->needs[k] > limits[k].offered[CORE];
    }
}

static Place place_of(const Portability *t, LwPlace p) {
    return source_place(&t->source, p.offset);
}

/* ---- as text ---- */

static const char *feature_of(Str extension) {
    static const char *const names[][2] = {
        {"f16", "shader-f16"},
        {"subgroups", "subgroups"},
        {"clip_distances", "clip-distances"},
        {"dual_source_blending", "dual-source-blending"},
        {"primitive_index", "primitive-index"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (str_is(extension, names[i][0]))
            return names[i][1];
    return "";
}

static void put_extensions(StrBuf *out, const Portability *t) {
    strbuf_addf(out, "\nneeds\n");
    for (size_t i = 0; i < t->module->extension_count; i++) {
        const LwExtension *e = &t->module->extensions[i];
        Str name = str_of(e->name);
        uint32_t line = place_of(t, e->place).line;
        if (e->is_language_feature)
            strbuf_addf(out, "  language feature %.*s (line %u): part of the browser or library\n",
                        STR_ARG(name), line);
        else
            strbuf_addf(out, "  device feature %s (line %u): optional, to be asked for\n",
                        feature_of(name), line);
    }
    if (!t->module->extension_count)
        strbuf_addf(out, "  no optional feature\n");
}

static void put_subgroup_sizes(StrBuf *out, const Portability *t) {
    enum { MOST = 16 };
    bool any = false;
    for (uint32_t i = 0; i < t->entries; i++)
        any |= t->entry[i].info->subgroups.length > 0;
    if (!any)
        return;
    LwHardware list[MOST];
    size_t n = lw_hardware_list(list, MOST);
    strbuf_addf(out, "  subgroup operations: sizes of 4 to 128 are allowed (");
    for (size_t i = 0; i < n && i < MOST; i++)
        strbuf_addf(out, "%s%s %u", i ? ", " : "", list[i].name, list[i].subgroup_size);
    strbuf_addf(out, "); lanewise check --subgroup-size all\n");
}

static void put_limits(StrBuf *out, const Entry *e) {
    const uint32_t *size = e->info->workgroup_size;
    strbuf_addf(out, "\nlimits of %.*s, workgroups of %u x %u x %u",
                STR_ARG(str_of(e->info->entry_point)), size[0], size[1], size[2]);
    strbuf_addf(out, "\n  %-36s %11s", "", "needs");
    for (int i = 0; i < INTERFACES; i++)
        strbuf_addf(out, " %11s", interface_titles[i]);
    strbuf_addf(out, "\n");
    for (int k = 0; k < LIMIT_COUNT; k++) {
        if (!e->needs[k])
            continue;
        strbuf_addf(out, "  %-36s %11llu", limits[k].name, (unsigned long long)e->needs[k]);
        for (int i = 0; i < INTERFACES; i++) {
            uint64_t offered = limits[k].offered[i];
            if (offered)
                strbuf_addf(out, " %10llu%c", (unsigned long long)offered,
                            e->needs[k] > offered ? '!' : ' ');
            else
                strbuf_addf(out, " %10s ", "");
        }
        while (out->at[out->len - 1] == ' ')
            out->len--;
        strbuf_addf(out, "\n");
    }
}

static const char *kind_word(WGPUBufferBindingType k) {
    return k == WGPUBufferBindingType_Uniform           ? "uniform"
           : k == WGPUBufferBindingType_ReadOnlyStorage ? "storage, read"
           : k == WGPUBufferBindingType_Storage         ? "storage"
                                                        : "";
}

/* Those of all entry points, once each: they come sorted from each. */
static void put_bindings(StrBuf *out, const Portability *t) {
    strbuf_addf(out, "\nbindings                 size  stride\n");
    for (uint32_t i = 0; i < t->entries; i++) {
        for (size_t k = 0; k < t->entry[i].info->binding_count; k++) {
            const LwBinding *b = &t->entry[i].info->bindings[k];
            bool known = false;
            for (uint32_t j = 0; j < i && !known; j++)
                for (size_t l = 0; l < t->entry[j].info->binding_count && !known; l++)
                    known = t->entry[j].info->bindings[l].place.offset == b->place.offset;
            if (known)
                continue;
            strbuf_addf(out, "  %2u:%-3u %-13s %8llu%c", b->group, b->binding, kind_word(b->kind),
                        (unsigned long long)b->min_size, b->stride ? '+' : ' ');
            if (b->stride)
                strbuf_addf(out, " %6llu", (unsigned long long)b->stride);
            else
                strbuf_addf(out, " %6s", "");
            strbuf_addf(out, "  %.*s: %.*s\n", STR_ARG(str_of(b->name)), STR_ARG(str_of(b->type)));
        }
    }
}

static void put_padding(StrBuf *out, uint64_t from, uint64_t to) {
    if (to > from)
        strbuf_addf(out, "  %8llu %8llu                 (padding)\n", (unsigned long long)from,
                    (unsigned long long)(to - from));
}

static void put_struct(StrBuf *out, const Portability *t, const LwStruct *s) {
    strbuf_addf(out, "\nstruct %.*s, line %u: %llu bytes, aligned to %u (%s)\n",
                STR_ARG(str_of(s->name)), place_of(t, s->place).line, (unsigned long long)s->size,
                s->align,
                s->in_storage && s->in_uniform ? "storage and uniform"
                : s->in_uniform                ? "uniform"
                                               : "storage");
    strbuf_addf(out, "    offset     size   align  stride\n");
    uint64_t end = 0;
    for (size_t i = 0; i < s->member_count; i++) {
        const LwMember *m = &s->members[i];
        put_padding(out, end, m->offset);
        strbuf_addf(out, "  %8llu %8llu %7u ", (unsigned long long)m->offset,
                    (unsigned long long)m->size, m->align);
        if (m->stride)
            strbuf_addf(out, "%7llu", (unsigned long long)m->stride);
        else
            strbuf_addf(out, "%7s", "");
        strbuf_addf(out, "  %.*s: %.*s\n", STR_ARG(str_of(m->name)), STR_ARG(str_of(m->type)));
        end = m->offset + m->size;
    }
    put_padding(out, end, s->size);
}

static void put_text(StrBuf *out, const Portability *t) {
    strbuf_addf(out, "%.*s: portability\n", STR_ARG(utf8_shown(out->arena, t->name)));
    put_extensions(out, t);
    put_subgroup_sizes(out, t);
    for (uint32_t i = 0; i < t->entries; i++)
        put_limits(out, &t->entry[i]);
    strbuf_addf(out, t->over_default
                         ? "! is over what is offered. Over the default: ask for it in "
                           "requiredLimits, and have\na way without it for devices that offer less."
                           "\n"
                         : "all within WebGPU's defaults\n");
    if (t->entries)
        put_bindings(out, t);
    for (size_t i = 0; i < t->module->struct_count; i++)
        put_struct(out, t, &t->module->structs[i]);
}

/* ---- as JSON ---- */

static json_t *string(WGPUStringView v) {
    return report_json_string((Str){v.data, v.data ? (uint32_t)v.length : 0});
}

static json_t *integer(uint64_t v) {
    return json_integer((json_int_t)v);
}

static json_t *placed(const Portability *t, WGPUStringView name, LwPlace place) {
    json_t *o = json_object();
    Place at = place_of(t, place);
    json_object_set_new(o, "name", string(name));
    json_object_set_new(o, "line", json_integer(at.line));
    json_object_set_new(o, "column", json_integer(at.column));
    return o;
}

static json_t *extensions_json(const Portability *t) {
    json_t *list = json_array();
    for (size_t i = 0; i < t->module->extension_count; i++) {
        const LwExtension *e = &t->module->extensions[i];
        json_t *o = placed(t, e->name, e->place);
        json_object_set_new(o, "feature", json_string(feature_of(str_of(e->name))));
        json_object_set_new(o, "language_feature", json_boolean(e->is_language_feature));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *limits_json(const Entry *e) {
    json_t *list = json_array();
    for (int k = 0; k < LIMIT_COUNT; k++) {
        if (!e->needs[k])
            continue;
        json_t *o = json_object();
        json_object_set_new(o, "name", json_string(limits[k].name));
        json_object_set_new(o, "needs", integer(e->needs[k]));
        for (int i = 0; i < INTERFACES; i++)
            json_object_set_new(o, interface_keys[i],
                                limits[k].offered[i] ? integer(limits[k].offered[i]) : json_null());
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *bindings_json(const Portability *t, const LwPipelineInfo *info) {
    json_t *list = json_array();
    for (size_t i = 0; i < info->binding_count; i++) {
        const LwBinding *b = &info->bindings[i];
        json_t *o = placed(t, b->name, b->place);
        json_object_set_new(o, "group", integer(b->group));
        json_object_set_new(o, "binding", integer(b->binding));
        json_object_set_new(o, "kind", json_string(kind_word(b->kind)));
        json_object_set_new(o, "type", string(b->type));
        json_object_set_new(o, "size", integer(b->min_size));
        json_object_set_new(o, "stride", integer(b->stride));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *entries_json(const Portability *t) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < t->entries; i++) {
        const LwPipelineInfo *info = t->entry[i].info;
        json_t *o = json_object(), *size = json_array();
        for (int k = 0; k < 3; k++)
            json_array_append_new(size, json_integer(info->workgroup_size[k]));
        json_object_set_new(o, "name", string(info->entry_point));
        json_object_set_new(o, "workgroup_size", size);
        json_object_set_new(o, "subgroups", json_boolean(info->subgroups.length > 0));
        json_object_set_new(o, "limits", limits_json(&t->entry[i]));
        json_object_set_new(o, "bindings", bindings_json(t, info));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *structs_json(const Portability *t) {
    json_t *list = json_array();
    for (size_t i = 0; i < t->module->struct_count; i++) {
        const LwStruct *s = &t->module->structs[i];
        json_t *o = placed(t, s->name, s->place), *members = json_array();
        for (size_t k = 0; k < s->member_count; k++) {
            const LwMember *m = &s->members[k];
            json_t *one = placed(t, m->name, m->place);
            json_object_set_new(one, "type", string(m->type));
            json_object_set_new(one, "offset", integer(m->offset));
            json_object_set_new(one, "size", integer(m->size));
            json_object_set_new(one, "align", integer(m->align));
            json_object_set_new(one, "stride", integer(m->stride));
            json_array_append_new(members, one);
        }
        json_object_set_new(o, "size", integer(s->size));
        json_object_set_new(o, "align", integer(s->align));
        json_object_set_new(o, "storage", json_boolean(s->in_storage));
        json_object_set_new(o, "uniform", json_boolean(s->in_uniform));
        json_object_set_new(o, "members", members);
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *report_json(const Portability *t) {
    json_t *o = json_object();
    json_object_set_new(o, "lanewise", json_string(lw_version()));
    json_object_set_new(o, "shader", string(view_of(t->name)));
    json_object_set_new(o, "extensions", extensions_json(t));
    json_object_set_new(o, "entry_points", entries_json(t));
    json_object_set_new(o, "structs", structs_json(t));
    return o;
}

/* ---- the report ---- */

static int exit_code(const Portability *t) {
    Str fail_on = t->program->options.fail_on;
    bool noted = t->module->extension_count > 0;
    if (!fail_on.len)
        return EXIT_DONE;
    return (t->over_default && !str_is(fail_on, "error")) || (noted && str_is(fail_on, "note"))
               ? EXIT_FOUND
               : EXIT_DONE;
}

static int report_file(Program *p, Str path, json_t *all) {
    Spec s;
    Str text;
    if (!program_read_spec(p, path, &s, &text))
        return EXIT_USAGE;
    RunOptions o = program_run_options(p, LW_OBSERVE_NONE);
    RunResult r;
    run_compile(p->arena, &s, text, &o, &r);
    int code = r.exit_code;
    if (code == EXIT_DONE) {
        Portability t = {.program = p, .name = s.shader, .module = lw_shader_module_info(r.module)};
        source_init(&t.source, p->arena, s.shader, text);
        find_needs(&t, &s, &r);
        code = exit_code(&t);
        if (p->options.format == FORMAT_JSON) {
            json_array_append_new(all, report_json(&t));
        } else {
            StrBuf out = {.arena = p->arena};
            put_text(&out, &t);
            printf("%.*s", STR_ARG(strbuf_str(&out)));
        }
    }
    run_free(&r);
    return code;
}

int portability_report(Program *p) {
    json_t *all = json_array();
    int code = EXIT_DONE;
    if (p->options.format == FORMAT_SARIF || p->options.format == FORMAT_GITHUB) {
        complain("--report portability has the formats text and json");
        json_decref(all);
        return EXIT_USAGE;
    }
    for (uint32_t i = 0; i < p->options.files.len; i++) {
        if (i && p->options.format == FORMAT_TEXT)
            printf("\n");
        int one = report_file(p, p->options.files.at[i], all);
        code = one > code ? one : code;
    }
    if (p->options.format == FORMAT_JSON && json_array_size(all)) {
        json_dumpf(json_array_size(all) > 1 ? all : json_array_get(all, 0), stdout, JSON_INDENT(2));
        putchar('\n');
    }
    json_decref(all);
    return code;
}
