/* Functions: their parameters, what the names in them are bound to, and calls of them. */
#include "lower/lower_internal.h"

/* ---- names ---- */

static Binding *bind(Lower *l, const Decl *decl) {
    Binding *b = arena_new(l->arena, Binding);
    b->decl = decl;
    map_set(&l->fn->bindings, lower_key((const void *const *)&b->decl), b);
    return b;
}

void lower_bind_values(Lower *l, const Decl *decl, Values v) {
    bind(l, decl)->values = v;
}

void lower_bind_path(Lower *l, const Decl *decl, Path p) {
    Binding *b = bind(l, decl);
    b->is_path = true;
    b->path = p;
}

Binding *lower_binding(Lower *l, const Decl *decl) {
    const void *key = decl;
    Binding *b = map_get(&l->fn->bindings, lower_key(&key));
    if (!b)
        b = map_get(&l->globals, lower_key(&key));
    if (!b && !l->failed)
        LW_BUG("the name '%.*s' is not bound", STR_ARG(decl->name));
    return b;
}

Values lower_bound_values(Lower *l, Binding *b) {
    if (!b->through_slots)
        return b->values;
    b->fetched = true;
    Values v = lower_values(l, b->values.len);
    for (uint32_t i = 0; i < v.len; i++)
        v.at[i] = ir_get(&l->b, b->first_slot + i);
    return v;
}

Path lower_bound_path(Lower *l, Binding *b) {
    Path p = b->path;
    if (!b->through_slots)
        return p;
    b->fetched = true;
    PathIndex *index = arena_array(l->arena, PathIndex, p.indices);
    for (uint32_t i = 0; i < p.indices; i++) {
        index[i] = p.index[i];
        index[i].value = ir_get(&l->b, b->first_slot + i);
    }
    p.index = index;
    return p;
}

/* ---- making functions ---- */

static uint32_t rank_of(Lower *l, const Decl *decl) {
    const void *key = decl;
    const uint32_t *rank = map_get(&l->ranks, lower_key(&key));
    if (!rank)
        LW_BUG("the function '%.*s' is not among those of its entry point", STR_ARG(decl->name));
    return *rank;
}

static bool is_pointer(const Decl *param) {
    return lower_is_place(param->type);
}

/* A pointer parameter, or one for a texture, is its place, whose indices are parameters of the IR
 * function. */
static void add_pointer_param(Lower *l, const Decl *param, Path p) {
    PathIndex *index = arena_array(l->arena, PathIndex, p.indices);
    for (uint32_t i = 0; i < p.indices; i++) {
        index[i] = p.index[i];
        index[i].value = ir_add_param(l->ir, l->fn->ir, IR_U32);
    }
    p.index = index;
    lower_bind_path(l, param, p);
}

static void add_value_param(Lower *l, const Decl *param) {
    const uint32_t count = lower_scalars(l, param->type, param->name_span);
    uint8_t *types = arena_array(l->arena, uint8_t, count);
    Values v = lower_values(l, count);
    if (count)
        lower_flatten(l, param->type, types);
    for (uint32_t i = 0; i < count; i++)
        v.at[i] = ir_add_param(l->ir, l->fn->ir, (IrType)types[i]);
    lower_bind_values(l, param, v);
}

static void add_results(Lower *l, const Decl *decl, IrFunction *f) {
    if (decl->type->kind == TYPE_VOID)
        return;
    const uint32_t count = lower_scalars(l, decl->type, decl->name_span);
    vec_reserve(l->arena, &f->result_types, count);
    if (count)
        lower_flatten(l, decl->type, f->result_types.at);
    f->result_types.len = count;
}

/* Entry points have built-in values for parameters: these are bound when the body is lowered. */
LowerFunction *lower_function_new(Lower *l, Decl *decl, const Path *pointer) {
    LowerFunction *caller = l->fn;
    LowerFunction *f = arena_new(l->arena, LowerFunction);
    f->decl = decl;
    f->id = l->functions.len;
    f->rank = rank_of(l, decl);
    f->ir = ir_function_new(l->ir, decl->name);
    f->bindings.arena = l->arena;
    vec_push(l->arena, &l->functions, f);
    l->fn = f;
    add_results(l, decl, f->ir);
    for (uint32_t i = 0; i < decl->params.len && decl->stage == SHADER_NONE; i++) {
        if (is_pointer(decl->params.at[i]))
            add_pointer_param(l, decl->params.at[i], *pointer++);
        else
            add_value_param(l, decl->params.at[i]);
    }
    l->fn = caller;
    return f;
}

/* ---- bodies ---- */

/* The components of built-in values, by BuiltinValue. */
static const struct {
    uint8_t first, components;
} builtin_values[BUILTIN_VALUE_OTHER] = {
    [BUILTIN_VALUE_LOCAL_INVOCATION_ID] = {IRB_LOCAL_ID_X, 3},
    [BUILTIN_VALUE_LOCAL_INVOCATION_INDEX] = {IRB_LOCAL_INDEX, 1},
    [BUILTIN_VALUE_GLOBAL_INVOCATION_ID] = {IRB_GLOBAL_ID_X, 3},
    [BUILTIN_VALUE_WORKGROUP_ID] = {IRB_WORKGROUP_ID_X, 3},
    [BUILTIN_VALUE_NUM_WORKGROUPS] = {IRB_NUM_WORKGROUPS_X, 3},
    [BUILTIN_VALUE_SUBGROUP_INVOCATION_ID] = {IRB_SUBGROUP_LANE, 1},
    [BUILTIN_VALUE_SUBGROUP_SIZE] = {IRB_SUBGROUP_SIZE, 1},
    [BUILTIN_VALUE_SUBGROUP_ID] = {IRB_SUBGROUP_ID, 1},
    [BUILTIN_VALUE_NUM_SUBGROUPS] = {IRB_NUM_SUBGROUPS, 1},
    [BUILTIN_VALUE_GLOBAL_INVOCATION_INDEX] = {IRB_GLOBAL_INDEX, 1},
    [BUILTIN_VALUE_WORKGROUP_INDEX] = {IRB_WORKGROUP_INDEX, 1},
};

static bool is_of_subgroups(uint32_t builtin) {
    return builtin >= IRB_SUBGROUP_LANE && builtin <= IRB_NUM_SUBGROUPS;
}

static uint32_t read_builtin(Lower *l, const Decl *d, IrValue *out) {
    if (d->builtin_value == BUILTIN_VALUE_NONE || d->builtin_value >= BUILTIN_VALUE_OTHER)
        LW_BUG("'%.*s' is no built-in value of compute shaders", STR_ARG(d->name));
    const uint32_t first = builtin_values[d->builtin_value].first;
    const uint32_t count = builtin_values[d->builtin_value].components;
    if (is_of_subgroups(first)) {
        lower_note_first(&l->ir->subgroups, d->name_span);
        l->ir->uses_subgroups = true;
    }
    for (uint32_t i = 0; i < count; i++) {
        IrInst *inst = lower_append(l, IR_BUILTIN, IR_U32, 1, NULL, 0);
        inst->builtin = first + i;
        out[i] = inst->result;
    }
    return count;
}

/* A parameter of an entry point is a built-in value, or a struct of them. */
static void bind_entry_param(Lower *l, const Decl *param) {
    Values v = lower_values(l, lower_scalars(l, param->type, param->name_span));
    lower_at(l, param->name_span);
    if (param->type->kind != TYPE_STRUCT) {
        read_builtin(l, param, v.at);
    } else {
        const StructType *s = param->type->structure;
        uint32_t done = 0;
        for (uint32_t i = 0; i < s->members; i++)
            done += read_builtin(l, s->member[i].decl, v.at + done);
    }
    lower_bind_values(l, param, v);
}

static void put_param_in_memory(Lower *l, const Decl *param) {
    if (is_pointer(param) || !lower_shape(l, param->type)->in_memory)
        return;
    Binding *b = lower_binding(l, param);
    Path p = lower_local(l, param->name, param->type, param->name_span);
    lower_store(l, p, b->values, param->name_span);
    b->is_path = true;
    b->path = p;
}

/* Private variables are given their initial values where the entry point begins. */
static void initialise_private(Lower *l) {
    for (uint32_t i = 0; i < l->spec->variables.len; i++) {
        const Decl *d = l->spec->variables.at[i];
        if (d->space != SPACE_PRIVATE)
            continue;
        Path p = lower_bound_path(l, lower_binding(l, d));
        if (d->init)
            lower_store_expr(l, p, d->init, d->name_span);
        else
            lower_store_zero(l, p, d->name_span);
    }
}

void lower_function_body(Lower *l, LowerFunction *f) {
    l->fn = f;
    l->b = (IrBuilder){.module = l->ir, .function = f->ir, .block = f->ir->body};
    lower_at(l, f->decl->name_span);
    const bool is_entry = f->decl->stage != SHADER_NONE;
    if (is_entry)
        initialise_private(l);
    for (uint32_t i = 0; i < f->decl->params.len; i++) {
        if (is_entry)
            bind_entry_param(l, f->decl->params.at[i]);
        else
            put_param_in_memory(l, f->decl->params.at[i]);
    }
    lower_stmt(l, f->decl->body);
    l->instructions += f->ir->values.len;
}

/* ---- calls ---- */

static void add_bytes(StrBuf *key, const void *p, uint32_t size) {
    strbuf_add(key, (Str){p, size});
}

/* What tells one copy of a function from another. */
static Str function_key(Lower *l, Decl *decl, const Path *pointer, uint32_t pointers) {
    StrBuf key = {.arena = l->arena};
    add_bytes(&key, &decl, sizeof decl);
    for (uint32_t i = 0; i < pointers; i++) {
        const Path *p = &pointer[i];
        const uint32_t head[] = {p->object, p->offset, p->indices};
        add_bytes(&key, head, sizeof head);
        for (uint32_t k = 0; k < p->indices; k++) {
            const PathIndex *x = &p->index[k];
            const uint32_t shape[] = {x->count, x->stride, x->array_offset};
            add_bytes(&key, shape, sizeof shape);
        }
    }
    return strbuf_str(&key);
}

static LowerFunction *find_function(Lower *l, Decl *decl, const Path *pointer, uint32_t pointers,
                                    Span span) {
    Str key = function_key(l, decl, pointer, pointers);
    LowerFunction *f = map_get(&l->function_of_key, key);
    if (f)
        return f;
    if (l->functions.len >= LOWER_MOST_FUNCTIONS)
        lower_limit(l, span,
                    "too many copies of functions are needed for the variables that their "
                    "pointer parameters are given");
    f = lower_function_new(l, decl, pointer);
    map_set(&l->function_of_key, key, f);
    return f;
}

typedef VEC(IrValue) IrValueList;

static void pass_pointer(Lower *l, IrValueList *args, Path p) {
    for (uint32_t i = 0; i < p.indices; i++)
        vec_push(l->arena, args, lower_convert1(l, p.index[i].value, IR_U32));
}

static Values results_of(Lower *l, const IrInst *call) {
    Values v = lower_values(l, call->results);
    for (uint32_t i = 0; i < v.len; i++)
        v.at[i] = call->result + i;
    return v;
}

Values lower_call(Lower *l, const Expr *e) {
    Decl *decl = e->function;
    Path *pointer = arena_array(l->arena, Path, decl->params.len);
    uint32_t pointers = 0;
    IrValueList args = {0};
    for (uint32_t i = 0; i < e->args.len; i++) {
        const Decl *param = decl->params.at[i];
        if (is_pointer(param)) {
            pointer[pointers] = lower_place(l, e->args.at[i]);
            pass_pointer(l, &args, pointer[pointers++]);
            continue;
        }
        Values v = lower_expr(l, e->args.at[i]);
        for (uint32_t k = 0; k < v.len; k++)
            vec_push(l->arena, &args, v.at[k]);
    }
    lower_check_size(l, e->span);
    LowerFunction *f = find_function(l, decl, pointer, pointers, e->span);
    lower_at(l, e->span);
    IrInst *call = ir_append_call(&l->b, f->id, args.at, args.len);
    vec_push(l->arena, &l->calls, call);
    return results_of(l, call);
}
