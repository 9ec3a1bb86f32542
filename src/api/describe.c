/* Modules and pipelines as lanewise.h tells of them. */
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"

static LwPlace place_of(Span s) {
    return (LwPlace){s.start, s.end - s.start};
}

/* ---- modules ---- */

typedef VEC(LwStruct) StructList;

static uint64_t stride_of(const Type *t) {
    return t->kind == TYPE_ARRAY ? t->stride : t->kind == TYPE_MATRIX ? t->column->align : 0;
}

static const LwMember *describe_members(Arena *a, const StructType *s) {
    LwMember *list = arena_array(a, LwMember, s->members);
    for (uint32_t i = 0; i < s->members; i++) {
        const StructMember *m = &s->member[i];
        const Decl *decl = m->decl;
        list[i] = (LwMember){.name = text_view_str(m->name),
                             .type = text_view_str(m->type->name),
                             .offset = m->offset,
                             .size = m->size,
                             .align = m->align,
                             .stride = stride_of(m->type),
                             .place = place_of(decl->name_span)};
    }
    return list;
}

static LwStruct *find_struct(const StructList *list, const Decl *decl) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->at[i].place.offset == decl->name_span.start)
            return &list->at[i];
    return NULL;
}

static bool *space_flag(LwStruct *s, AddressSpace space) {
    return space == SPACE_UNIFORM ? &s->in_uniform : &s->in_storage;
}

/* Adds the structs in a type, once each. A type is no deeper than WGSL's limit. */
static void add_structs(Arena *a, StructList *list, const Type *t, AddressSpace space) {
    if (t->kind == TYPE_ARRAY)
        add_structs(a, list, t->element, space);
    if (t->kind != TYPE_STRUCT)
        return;
    const StructType *s = t->structure;
    const Decl *decl = s->decl;
    LwStruct *known = find_struct(list, decl);
    if (known && *space_flag(known, space))
        return;
    for (uint32_t i = 0; i < s->members; i++)
        add_structs(a, list, s->member[i].type, space);
    if (!known) {
        LwStruct one = {.name = text_view_str(s->name),
                        .size = s->size,
                        .align = s->align,
                        .members = describe_members(a, s),
                        .member_count = s->members,
                        .place = place_of(decl->name_span)};
        vec_push(a, list, one);
    }
    *space_flag(find_struct(list, decl), space) = true;
}

static void describe_structs(WGPUShaderModule m) {
    const Module *from = m->module;
    StructList list = {0};
    for (uint32_t i = 0; i < from->variables.len; i++) {
        const Decl *v = from->variables.at[i];
        if (v->space == SPACE_UNIFORM || v->space == SPACE_STORAGE)
            add_structs(&m->arena, &list, v->type, v->space);
    }
    m->info.structs = list.at;
    m->info.struct_count = list.len;
}

static void describe_extensions(WGPUShaderModule m) {
    const Module *from = m->module;
    VEC(LwExtension) list = {0};
    for (uint32_t i = 0; i < from->directives.len; i++) {
        const Directive *d = &from->directives.at[i];
        for (uint32_t k = 0; d->kind != DIRECTIVE_DIAGNOSTIC && k < d->args.len; k++) {
            LwExtension e = {text_view_str(d->args.at[k]->ident.name),
                             d->kind == DIRECTIVE_REQUIRES, place_of(d->args.at[k]->span)};
            vec_push(&m->arena, &list, e);
        }
    }
    m->info.extensions = list.at;
    m->info.extension_count = list.len;
}

void describe_module(WGPUShaderModule m) {
    const Module *from = m->module;
    LwEntryPoint *entry = arena_array(&m->arena, LwEntryPoint, from->entry_points.len);
    for (uint32_t i = 0; i < from->entry_points.len; i++)
        entry[i] = (LwEntryPoint){text_view_str(from->entry_points.at[i]->name),
                                  from->entry_points.at[i]->stage == SHADER_COMPUTE};
    LwOverride *override = arena_array(&m->arena, LwOverride, from->overrides.len);
    for (uint32_t i = 0; i < from->overrides.len; i++) {
        const Decl *o = from->overrides.at[i];
        override[i] = (LwOverride){.name = text_view_str(o->name),
                                   .has_id = o->has_id,
                                   .has_default = o->init != NULL,
                                   .id = o->id,
                                   .type = text_view_str(o->type ? o->type->name : STR(""))};
    }
    m->info = (LwModuleInfo){.entry_points = entry,
                             .entry_point_count = from->entry_points.len,
                             .overrides = override,
                             .override_count = from->overrides.len,
                             .valid = m->diags.list.errors == 0};
    if (!m->info.valid)
        return;
    describe_extensions(m);
    describe_structs(m);
}

/* ---- pipelines ---- */

/* The runtime-sized array in a store type, or NULL. */
static const Type *runtime_array(const Type *t) {
    if (t->kind == TYPE_STRUCT && t->structure->members)
        t = t->structure->member[t->structure->members - 1].type;
    return t->kind == TYPE_ARRAY && t->count_kind == COUNT_RUNTIME ? t : NULL;
}

/* The one scalar type that a type is made of; NULL when there are several. `known` keeps the
 * answers for structs: structs of structs can hold one of them any number of times. */
static const Type *only_scalar(Map *known, const Type *t) {
    while (t->element)
        t = t->element;
    if (t->kind != TYPE_STRUCT)
        return t;
    Str key = {(const char *)&t->structure, sizeof t->structure};
    const Type *all = map_get(known, key);
    if (all)
        return all;
    for (uint32_t i = 0; i < t->structure->members; i++) {
        const Type *one = only_scalar(known, t->structure->member[i].type);
        if (!one || (all && one != all))
            return NULL;
        all = one;
    }
    map_set(known, key, (void *)all);
    return all;
}

static WGPUBufferBindingType buffer_kind(const Decl *v) {
    if (v->space == SPACE_UNIFORM)
        return WGPUBufferBindingType_Uniform;
    if (v->space != SPACE_STORAGE)
        return WGPUBufferBindingType_Undefined;
    return v->access == ACCESS_READ ? WGPUBufferBindingType_ReadOnlyStorage
                                    : WGPUBufferBindingType_Storage;
}

static WGPUTextureViewDimension view_dimension(const Type *t) {
    static const WGPUTextureViewDimension dimensions[] = {
        [TEXTURE_1D] = WGPUTextureViewDimension_1D,
        [TEXTURE_2D] = WGPUTextureViewDimension_2D,
        [TEXTURE_2D_ARRAY] = WGPUTextureViewDimension_2DArray,
        [TEXTURE_3D] = WGPUTextureViewDimension_3D,
        [TEXTURE_CUBE] = WGPUTextureViewDimension_Cube,
        [TEXTURE_CUBE_ARRAY] = WGPUTextureViewDimension_CubeArray,
        [TEXTURE_MULTISAMPLED_2D] = WGPUTextureViewDimension_2D,
        [TEXTURE_EXTERNAL] = WGPUTextureViewDimension_2D,
    };
    return dimensions[t->texture_dim];
}

/* What is not sampled need not be filterable: see describe_uses. */
static WGPUTextureSampleType sample_type(const Type *t) {
    if (t->texture_class == TEXTURE_DEPTH)
        return WGPUTextureSampleType_Depth;
    TypeKind channel = t->element ? t->element->kind : TYPE_F32;
    return channel == TYPE_I32   ? WGPUTextureSampleType_Sint
           : channel == TYPE_U32 ? WGPUTextureSampleType_Uint
                                 : WGPUTextureSampleType_UnfilterableFloat;
}

static void describe_handle(LwBinding *b, const Type *t) {
    if (t->kind == TYPE_SAMPLER)
        b->sampler.type = WGPUSamplerBindingType_Filtering;
    else if (t->kind == TYPE_SAMPLER_COMPARISON)
        b->sampler.type = WGPUSamplerBindingType_Comparison;
    else if (t->kind == TYPE_TEXTURE && t->texture_class == TEXTURE_STORAGE)
        b->storage_texture = (WGPUStorageTextureBindingLayout){
            .access = t->access == ACCESS_READ    ? WGPUStorageTextureAccess_ReadOnly
                      : t->access == ACCESS_WRITE ? WGPUStorageTextureAccess_WriteOnly
                                                  : WGPUStorageTextureAccess_ReadWrite,
            .format = format_number(&texel_format[t->texel_format]),
            .viewDimension = view_dimension(t)};
    else if (t->kind == TYPE_TEXTURE)
        b->texture =
            (WGPUTextureBindingLayout){.sampleType = sample_type(t),
                                       .viewDimension = view_dimension(t),
                                       .multisampled = t->texture_dim == TEXTURE_MULTISAMPLED_2D};
}

static LwBinding describe_binding(Arena *a, Module *m, const Specialisation *s, const Decl *v) {
    LwBinding b = {.group = v->group,
                   .binding = v->binding,
                   .name = text_view_str(v->name),
                   .type = text_view_str(v->type->name),
                   .kind = buffer_kind(v),
                   .place = place_of(v->name_span),
                   .scalar = {"", 0}};
    if (b.kind == WGPUBufferBindingType_Undefined) {
        describe_handle(&b, v->type);
        return b;
    }
    const Type *t = wgsl_concrete_type(m, s, v->type);
    Map known = {.arena = a};
    const Type *array = runtime_array(t), *scalar = only_scalar(&known, t);
    b.min_size = t->size;
    b.stride = array ? array->stride : 0;
    if (scalar)
        b.scalar = text_view_str(scalar->name);
    return b;
}

static int by_place(const void *a, const void *b) {
    const LwBinding *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return (x->binding > y->binding) - (x->binding < y->binding);
}

void describe_pipeline(WGPUComputePipeline p, const Specialisation *s) {
    LwBinding *list = arena_array(&p->arena, LwBinding, s->variables.len);
    size_t count = 0;
    for (uint32_t i = 0; i < s->variables.len; i++)
        if (s->variables.at[i]->has_binding)
            list[count++] = describe_binding(&p->arena, s->module, s, s->variables.at[i]);
    qsort(list, count, sizeof *list, by_place);
    p->info = (LwPipelineInfo){.entry_point = text_view_str(s->entry->name),
                               .bindings = list,
                               .binding_count = count,
                               .parse_ns = p->module->parse_ns};
    for (int i = 0; i < 3; i++)
        p->info.workgroup_size[i] = s->workgroup_size[i];
}

static LwBinding *find_binding(WGPUComputePipeline p, uint32_t object) {
    const IrObject *o = &p->ir->objects.at[object];
    const LwBinding key = {.group = o->group, .binding = o->binding};
    return bsearch(&key, p->info.bindings, p->info.binding_count, sizeof key, by_place);
}

/* What is sampled is filterable where it can be; where it cannot, the sampler does not filter. */
static void settle_pair(LwBinding *texture, LwBinding *sampler) {
    if (!texture || !sampler || sampler->sampler.type == WGPUSamplerBindingType_Comparison)
        return;
    if (texture->texture.sampleType == WGPUTextureSampleType_UnfilterableFloat)
        texture->texture.sampleType = WGPUTextureSampleType_Float;
    else if (texture->texture.sampleType != WGPUTextureSampleType_Float)
        sampler->sampler.type = WGPUSamplerBindingType_NonFiltering;
}

void describe_uses(WGPUComputePipeline p) {
    for (uint32_t i = 0; i < p->ir->pairs.len; i++) {
        const IrSampledPair *pair = &p->ir->pairs.at[i];
        settle_pair(find_binding(p, pair->texture), find_binding(p, pair->sampler));
    }
    p->info.subgroups = place_of(p->ir->subgroups);
    p->info.atomics = place_of(p->ir->atomics);
}

/* ---- places in bindings ---- */

typedef struct AddressName {
    const IrModule *module;
    uint32_t object;
    uint64_t byte;
    StrBuf name;
} AddressName;

static void write_address(void *context) {
    AddressName *n = context;
    ir_address_name(&n->name, n->module, n->object, n->byte);
}

size_t lw_compute_pipeline_address(WGPUComputePipeline p, uint32_t group, uint32_t binding,
                                   uint64_t byte, char *text, size_t size) {
    if (!p || p->base.invalid || !size)
        return 0;
    text[0] = 0;
    for (uint32_t i = 1; i < p->ir->objects.len; i++) {
        const IrObject *o = &p->ir->objects.at[i];
        if ((o->space != SPACE_STORAGE && o->space != SPACE_UNIFORM) || o->group != group ||
            o->binding != binding)
            continue;
        Arena scratch = {0};
        AddressName n = {p->ir, i, byte, {.arena = &scratch}};
        int length = 0;
        if (arena_protect(&(Arena *){&scratch}, 1, write_address, &n))
            length = snprintf(text, size, "%.*s", STR_ARG(strbuf_str(&n.name)));
        arena_free(&scratch);
        return length > 0 ? (size_t)length : 0;
    }
    return 0;
}
