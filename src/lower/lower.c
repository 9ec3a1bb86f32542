/* The module: its objects, the work list of functions, sites, and the bounds on what is made.
 *
 * Functions are lowered from the entry point downwards, so their numbers are provisional; at the
 * end they are put in the order that the IR asks for, callees first. WGSL has no recursion and the
 * front end has sorted the declarations by calls, so that is the order of the declarations; copies
 * of one function do not call each other.
 */
#include <stdlib.h>

#include "lower/lower_internal.h"

/* ---- errors and bounds ---- */

void lower_unsupported(Lower *l, Span span, const char *what) {
    error(l->module->diags, CODE_UNSUPPORTED, span, "%s cannot be run yet", what);
    l->failed = true;
}

/* What is being lowered is of no use any more, and lies in arenas, so there is nothing to undo. */
void lower_limit(Lower *l, Span span, const char *what) {
    error(l->module->diags, CODE_LIMIT, span, "%s", what);
    longjmp(*l->give_up, 1);
}

void lower_check_size(Lower *l, Span span) {
    if (l->instructions + l->b.function->values.len > LOWER_MOST_INSTRUCTIONS)
        lower_limit(l, span,
                    "the shader becomes too large when its functions are copied for the "
                    "variables they are given and its values are taken apart");
}

IrInst *lower_append(Lower *l, uint32_t op, IrType t, uint32_t results, const IrValue *arg,
                     uint32_t args) {
    l->instructions++;
    return ir_append(&l->b, op, t, results, arg, args);
}

/* ---- sites ---- */

uint32_t lower_site(Lower *l, Span span, uint32_t object) {
    const IrSite site = {.span = span, .function = l->fn->id, .object = object};
    const IrSite *last = l->ir->sites.len ? &vec_last(&l->ir->sites) : NULL;
    if (last && last->span.start == span.start && last->span.end == span.end &&
        last->function == site.function && last->object == object)
        return l->ir->sites.len - 1;
    return ir_add_site(l->ir, site);
}

void lower_at(Lower *l, Span span) {
    l->b.site = lower_site(l, span, 0);
}

void lower_note_first(Span *first, Span span) {
    if (first->end == 0 || span.start < first->start)
        *first = span;
}

/* ---- objects ---- */

Str lower_key(const void *const *pointer) {
    return (Str){(const char *)pointer, sizeof *pointer};
}

static Path new_variable(Lower *l, AddressSpace space, Str name, const Type *type, Span span) {
    if (type->size > INT32_MAX)
        lower_limit(l, span, "the variable is too large");
    IrObject o = {
        .name = name,
        .space = space,
        .access = ACCESS_READ_WRITE,
        .type = type,
        .size = (uint32_t)type->size,
        .align = type->align,
        .function = l->fn->id,
        .span = span,
    };
    return (Path){.object = ir_add_object(l->ir, o), .type = type};
}

Path lower_local(Lower *l, Str name, const Type *type, Span span) {
    return new_variable(l, SPACE_FUNCTION, name, type, span);
}

Path lower_private(Lower *l, Str name, const Type *type, Span span) {
    return new_variable(l, SPACE_PRIVATE, name, type, span);
}

/* Notes the runtime-sized array that a buffer's type is or ends in. */
static void find_runtime_array(IrObject *o) {
    const Type *t = o->type;
    uint32_t offset = 0;
    if (t->kind == TYPE_STRUCT && t->structure->members) {
        const StructMember *last = &t->structure->member[t->structure->members - 1];
        offset = (uint32_t)last->offset;
        t = last->type;
    }
    if (t->kind != TYPE_ARRAY || t->count_kind != COUNT_RUNTIME)
        return;
    o->runtime_sized = true;
    o->array_offset = offset;
    o->array_stride = t->stride;
}

/* Workgroup variables follow each other, each at a multiple of 16 bytes at least, so that the banks
 * an array meets do not depend on the size of the variable before it. */
static void place_in_workgroup(Lower *l, IrObject *o) {
    const uint64_t align = o->align > 16 ? o->align : 16;
    const uint64_t offset = (l->ir->workgroup_bytes + align - 1) / align * align;
    const uint64_t end = (offset + o->size + 15) / 16 * 16; /* so does WebGPU count */
    if (end > INT32_MAX)
        lower_limit(l, o->span, "the variables of the workgroup space are too large");
    o->offset = (uint32_t)offset;
    l->ir->workgroup_bytes = (uint32_t)end;
}

static void add_global(Lower *l, const Decl *d) {
    const Type *type = wgsl_concrete_type(l->module, l->spec, d->type);
    if (!type) {
        l->failed = true;
        return;
    }
    if (type->size > UINT32_MAX || (d->space == SPACE_PRIVATE && type->size > INT32_MAX))
        lower_limit(l, d->name_span, "the variable is too large");
    IrObject o = {
        .name = d->name,
        .space = d->space,
        .access = d->access,
        .type = type,
        .size = (uint32_t)type->size,
        .align = type->align,
        .group = d->group,
        .binding = d->binding,
        .span = d->name_span,
    };
    find_runtime_array(&o);
    if (d->space == SPACE_WORKGROUP)
        place_in_workgroup(l, &o);
    Binding *b = arena_new(l->arena, Binding);
    *b = (Binding){.decl = d, .is_path = true};
    b->path = (Path){.object = ir_add_object(l->ir, o), .type = type};
    map_set(&l->globals, lower_key((const void *const *)&b->decl), b);
}

/* ---- functions in order ---- */

static int by_rank(const void *a, const void *b) {
    const LowerFunction *f = *(LowerFunction *const *)a, *g = *(LowerFunction *const *)b;
    if (f->rank != g->rank)
        return f->rank < g->rank ? -1 : 1;
    return f->id < g->id ? -1 : f->id > g->id;
}

/* Sorts the functions, and replaces their provisional numbers wherever these stand. */
static void order_functions(Lower *l) {
    const uint32_t count = l->functions.len;
    qsort(l->functions.at, count, sizeof l->functions.at[0], by_rank);
    uint32_t *now = arena_array(l->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        now[l->functions.at[i]->id] = i;
        l->ir->functions.at[i] = l->functions.at[i]->ir;
    }
    for (uint32_t i = 1; i < l->ir->sites.len; i++)
        l->ir->sites.at[i].function = now[l->ir->sites.at[i].function];
    for (uint32_t i = 1; i < l->ir->objects.len; i++) {
        if (l->ir->objects.at[i].space == SPACE_FUNCTION)
            l->ir->objects.at[i].function = now[l->ir->objects.at[i].function];
    }
    for (uint32_t i = 0; i < l->calls.len; i++)
        l->calls.at[i]->callee = now[l->calls.at[i]->callee];
}

/* ---- the module ---- */

static void rank_functions(Lower *l) {
    const DeclList *functions = &l->spec->functions;
    for (uint32_t i = 0; i < functions->len; i++) {
        uint32_t *rank = arena_new(l->arena, uint32_t);
        *rank = i;
        map_set(&l->ranks, lower_key((const void *const *)&functions->at[i]), rank);
    }
}

static IrBlock *concat(Lower *l, IrBlock *first, const IrBlock *second) {
    for (uint32_t i = 0; i < second->inst.len; i++)
        vec_push(l->arena, &first->inst, second->inst.at[i]);
    return first;
}

static void lower_module(Lower *l) {
    rank_functions(l);
    for (uint32_t i = 0; i < l->spec->variables.len; i++)
        add_global(l, l->spec->variables.at[i]);
    if (l->failed)
        return;
    LowerFunction *entry = lower_function_new(l, l->spec->entry, NULL);
    l->prologue = ir_block_new(l->ir);
    for (uint32_t i = 0; i < l->functions.len; i++)
        lower_function_body(l, l->functions.at[i]);
    entry->ir->body = concat(l, l->prologue, entry->ir->body);
    order_functions(l);
}

IrModule *lower_entry(Arena *arena, const Specialisation *s) {
    jmp_buf give_up;
    Lower l = {.arena = arena, .module = s->module, .spec = s, .give_up = &give_up};
    l.function_of_key.arena = l.shapes.arena = l.globals.arena = l.ranks.arena = l.tables.arena =
        arena;
    l.ir = ir_module_new(arena, s->module->source);
    l.ir->entry_name = s->entry->name;
    l.ir->entry = s->entry->name_span;
    l.ir->non_uniform = s->module->non_uniform.at;
    l.ir->non_uniforms = s->module->non_uniform.len;
    memcpy(l.ir->workgroup_size, s->workgroup_size, sizeof l.ir->workgroup_size);
    if (setjmp(give_up))
        return NULL;
    lower_module(&l);
    return l.failed ? NULL : l.ir;
}
