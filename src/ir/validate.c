/* Is a module well formed? Checks what the passes and the engine rely on and would not notice
 * themselves: types, definitions before uses, the ends of blocks, shapes of accesses, indices into
 * tables. The first problem found is the answer. */
#include "ir/internal.h"

/* Where jumps inside a block may go. */
typedef struct Targets {
    bool can_break, can_continue, can_return;
    bool in_continuing; /* directly in the continuing block of a loop */
} Targets;

typedef struct Checker {
    const IrModule *m;
    const IrFunction *f;
    uint32_t function; /* index of f */
    bool *visible;     /* values that may be used here */
    bool *defined;
    VEC(IrValue) scope;  /* values to hide at the end of blocks */
    uint32_t *slot_user; /* by slot: the function that uses it + 1 */
    uint32_t depth;
    const char *error;
} Checker;

/* Of a value in messages: as it is printed. */
static uint32_t number_of(const Checker *c, IrValue v) {
    return v < c->f->values.len ? ir_number_values(c->m->arena, c->f)[v] : v;
}

__attribute__((format(printf, 3, 4))) static bool fail(Checker *c, const IrInst *in,
                                                       const char *format, ...) {
    StrBuf s = {.arena = c->m->arena};
    if (c->f)
        strbuf_addf(&s, "%.*s: ", STR_ARG(c->f->name));
    if (in) {
        if (in->results)
            strbuf_addf(&s, "%%%u ", number_of(c, in->result));
        strbuf_addf(&s, "%s: ", ir_op_name(in->op));
    }
    va_list ap;
    va_start(ap, format);
    strbuf_vaddf(&s, format, ap);
    va_end(ap);
    c->error = s.at;
    return false;
}

static IrType type_of(const Checker *c, IrValue v) {
    return ir_type_of(c->f, v);
}

static bool is_word(IrType t) {
    return t == IR_I32 || t == IR_U32;
}
static bool is_float(IrType t) {
    return t == IR_F32 || t == IR_F16;
}

static bool expect_type(Checker *c, const IrInst *in, uint32_t i, IrType t) {
    if (type_of(c, in->arg[i]) == t)
        return true;
    return fail(c, in, "operand %u is of type %s, not %s", i, ir_type_name(type_of(c, in->arg[i])),
                ir_type_name(t));
}

static bool expect_args(Checker *c, const IrInst *in, uint32_t n) {
    return in->args == n || fail(c, in, "%u operands instead of %u", in->args, n);
}

static bool expect_results(Checker *c, const IrInst *in, uint32_t n) {
    return in->results == n || fail(c, in, "%u results instead of %u", in->results, n);
}

static bool expect_result_type(Checker *c, const IrInst *in, uint32_t i, IrType t) {
    IrType is = type_of(c, in->result + i);
    return is == t ||
           fail(c, in, "result %u is of type %s, not %s", i, ir_type_name(is), ir_type_name(t));
}

/* ---- scalar operations ---- */

static bool letter_allows(char letter, IrType t) {
    switch (letter) {
    case 'b': return t == IR_BOOL;
    case 'i': return t == IR_I32;
    case 'u': return t == IR_U32;
    case 'w': return is_word(t);
    case 'f': return is_float(t);
    default: return t != IR_VOID;
    }
}

/* Letters that stand for several types stand for the same one in the whole signature, but for the
 * two operations that convert within a letter. */
static bool check_scalar(Checker *c, const IrInst *in) {
    const char *signature = op_info[in->op].signature; /* "r:abc" */
    IrType result = type_of(c, in->result), bound = IR_VOID;
    if (!letter_allows(signature[0], result))
        return fail(c, in, "result of type %s", ir_type_name(result));
    if (strchr("wfx", signature[0]) && in->op != OP_MOV && in->op != OP_FFROMF)
        bound = result;
    for (uint32_t i = 0; i < in->args; i++) {
        char letter = signature[2 + i];
        IrType t = type_of(c, in->arg[i]);
        if (!letter_allows(letter, t))
            return fail(c, in, "operand %u is of type %s", i, ir_type_name(t));
        bool open = strchr("wfx", letter) && (letter == signature[0] || signature[0] == 'b');
        if (!open || in->op == OP_MOV || in->op == OP_FFROMF)
            continue;
        if (bound != IR_VOID && t != bound)
            return fail(c, in, "operand %u is of type %s, not %s", i, ir_type_name(t),
                        ir_type_name(bound));
        bound = t;
    }
    if (in->op == OP_MOV && result != type_of(c, in->arg[0]) &&
        (result == IR_BOOL || result == IR_F16 || type_of(c, in->arg[0]) == IR_BOOL ||
         type_of(c, in->arg[0]) == IR_F16))
        return fail(c, in, "from %s to %s", ir_type_name(type_of(c, in->arg[0])),
                    ir_type_name(result));
    return true;
}

/* ---- memory ---- */

/* Operands of an atomic besides the indices. */
static uint32_t atomic_operands(IrAtomicOp op) {
    return op == IRA_LOAD ? 0 : op == IRA_COMPARE_EXCHANGE ? 2 : 1;
}

static bool check_index(Checker *c, const IrInst *in, const IrIndex *x, uint32_t first,
                        uint64_t *end) {
    if (x->arg < first || x->arg >= in->args)
        return fail(c, in, "an index is operand %u of %u", x->arg, in->args);
    if (!is_word(type_of(c, in->arg[x->arg])))
        return fail(c, in, "an index is of type %s", ir_type_name(type_of(c, in->arg[x->arg])));
    if (x->count == 0 && !c->m->objects.at[in->access->object].runtime_sized)
        return fail(c, in, "an index without a count, but the object has a fixed size");
    if (x->count)
        *end += (uint64_t)(x->count - 1) * x->stride;
    return true;
}

/* Object, indices, extent; the operands before the indices are `plain` many. */
static bool check_access(Checker *c, const IrInst *in, uint32_t plain) {
    const IrAccess *a = in->access;
    if (!a)
        return fail(c, in, "no access");
    if (a->object == 0 || a->object >= c->m->objects.len)
        return fail(c, in, "object %u of %u", a->object, c->m->objects.len);
    const IrObject *o = &c->m->objects.at[a->object];
    if (o->promoted)
        return fail(c, in, "%.*s has become slots", STR_ARG(o->name));
    if (a->components < 1 || a->components > 4)
        return fail(c, in, "%u components", a->components);
    if (a->type < IR_BOOL || a->type > IR_F16)
        return fail(c, in, "components of type %s", ir_type_name(a->type));
    if (a->width != 2 && a->width != 4 && a->width != 8 && a->width != 16)
        return fail(c, in, "width %u", a->width);
    if (!expect_args(c, in, plain + a->indices))
        return false;
    uint64_t end = (uint64_t)a->offset + (uint64_t)a->components * ir_type_bytes(a->type);
    for (uint32_t i = 0; i < a->indices; i++)
        if (!check_index(c, in, &a->index[i], plain, &end))
            return false;
    if (end > o->size && !o->runtime_sized)
        return fail(c, in, "reaches byte %llu of %.*s, which has %u", (unsigned long long)end,
                    STR_ARG(o->name), o->size);
    return true;
}

static bool check_load(Checker *c, const IrInst *in) {
    if (!check_access(c, in, 0) || !expect_results(c, in, in->access->components))
        return false;
    for (uint32_t i = 0; i < in->results; i++)
        if (!expect_result_type(c, in, i, (IrType)in->access->type))
            return false;
    return true;
}

static bool check_store(Checker *c, const IrInst *in) {
    if (!check_access(c, in, in->access ? in->access->components : 0) || !expect_results(c, in, 0))
        return false;
    const IrObject *o = &c->m->objects.at[in->access->object];
    if (o->space == SPACE_UNIFORM || (o->space == SPACE_STORAGE && o->access == ACCESS_READ))
        return fail(c, in, "%.*s is read-only", STR_ARG(o->name));
    for (uint32_t i = 0; i < in->access->components; i++)
        if (!expect_type(c, in, i, (IrType)in->access->type))
            return false;
    return true;
}

static bool check_atomic(Checker *c, const IrInst *in) {
    uint32_t n = atomic_operands(in->atomic_op);
    if (in->atomic_op > IRA_COMPARE_EXCHANGE)
        return fail(c, in, "atomic operation %u", in->atomic_op);
    if (!check_access(c, in, n))
        return false;
    const IrAccess *a = in->access;
    const IrObject *o = &c->m->objects.at[a->object];
    if (o->space != SPACE_WORKGROUP && o->space != SPACE_STORAGE)
        return fail(c, in, "on %.*s of the %s space", STR_ARG(o->name), space_name(o->space));
    if (a->components != 1 || a->width != 4 || !is_word((IrType)a->type))
        return fail(c, in, "%u components of type %s, %u wide", a->components,
                    ir_type_name(a->type), a->width);
    for (uint32_t i = 0; i < n; i++)
        if (!expect_type(c, in, i, (IrType)a->type))
            return false;
    bool exchange = in->atomic_op == IRA_COMPARE_EXCHANGE;
    if (!expect_results(c, in, in->atomic_op == IRA_STORE ? 0 : exchange ? 2 : 1))
        return false;
    return (!in->results || expect_result_type(c, in, 0, (IrType)a->type)) &&
           (!exchange || expect_result_type(c, in, 1, IR_BOOL));
}

static bool check_array_length(Checker *c, const IrInst *in) {
    if (!in->access || in->access->object >= c->m->objects.len ||
        !c->m->objects.at[in->access->object].runtime_sized)
        return fail(c, in, "not of a runtime-sized object");
    if (in->access->indices != 1 || in->access->index[0].stride == 0)
        return fail(c, in, "no stride");
    return expect_args(c, in, 0) && expect_results(c, in, 1) &&
           expect_result_type(c, in, 0, IR_U32);
}

/* ---- subgroups, calls, slots ---- */

typedef struct SubgroupShape {
    uint8_t args, results;
    char value, lane, result; /* letters as in ops.def; result 0: as the value */
} SubgroupShape;

static SubgroupShape subgroup_shape(uint32_t op) {
    switch (op) {
    case IRS_ALL:
    case IRS_ANY: return (SubgroupShape){1, 1, 'b', 0, 0};
    case IRS_ELECT: return (SubgroupShape){0, 1, 0, 0, 'b'};
    case IRS_BALLOT: return (SubgroupShape){1, 4, 'b', 0, 'u'};
    case IRS_BROADCAST:
    case IRS_SHUFFLE:
    case IRS_QUAD_BROADCAST: return (SubgroupShape){2, 1, 'x', 'w', 0};
    case IRS_SHUFFLE_XOR:
    case IRS_SHUFFLE_UP:
    case IRS_SHUFFLE_DOWN: return (SubgroupShape){2, 1, 'x', 'u', 0};
    case IRS_AND:
    case IRS_OR:
    case IRS_XOR: return (SubgroupShape){1, 1, 'w', 0, 0};
    default: return (SubgroupShape){1, 1, 'x', 0, 0};
    }
}

static bool check_watch(Checker *c, const IrInst *in) {
    if (in->watch == IRW_PRINT) {
        const IrModule *m = c->m;
        return (in->print < m->prints.len &&
                in->first + in->args <= m->prints.at[in->print].scalars && in->args <= 4) ||
               fail(c, in, "of print %u", in->print);
    }
    return (in->watch < IRW_COUNT && in->args >= 1 && in->args <= 4) ||
           fail(c, in, "of %u operands, for %u", in->args, in->watch);
}

static bool check_subgroup(Checker *c, const IrInst *in) {
    if (in->subgroup_op > IRS_QUAD_SWAP_DIAGONAL)
        return fail(c, in, "subgroup operation %u", in->subgroup_op);
    SubgroupShape s = subgroup_shape(in->subgroup_op);
    if (!expect_args(c, in, s.args) || !expect_results(c, in, s.results))
        return false;
    char letter[] = {s.value, s.lane};
    for (uint32_t i = 0; i < in->args; i++)
        if (!letter_allows(letter[i], type_of(c, in->arg[i])))
            return fail(c, in, "operand %u is of type %s", i, ir_type_name(type_of(c, in->arg[i])));
    if ((in->subgroup_op == IRS_BROADCAST || in->subgroup_op == IRS_QUAD_BROADCAST) &&
        !ir_is_const(c->f, in->arg[1]))
        return fail(c, in, "the lane is not a constant");
    for (uint32_t i = 0; i < in->results; i++) {
        IrType t = type_of(c, in->result + i);
        if (s.result ? !letter_allows(s.result, t) : t != type_of(c, in->arg[0]))
            return fail(c, in, "result of type %s", ir_type_name(t));
    }
    return true;
}

/* A point, and what comes behind it: f32, but for the point's layer. */
static bool check_sampling(Checker *c, const IrInst *in, const Type *t) {
    static const uint8_t behind[IRT_COUNT] = {[IRT_SAMPLE] = 1,
                                              [IRT_SAMPLE_GRAD] = 6,
                                              [IRT_SAMPLE_COMPARE] = 1,
                                              [IRT_GATHER_COMPARE] = 1};
    const uint32_t sampler = in->sampling.sampler;
    const bool samples = in->texture_op == IRT_SAMPLE || in->texture_op == IRT_SAMPLE_GRAD;
    const bool one =
        in->texture_op == IRT_SAMPLE_COMPARE || (samples && t->texture_class == TEXTURE_DEPTH);
    if (!expect_args(c, in, IRT_POINT + behind[in->texture_op]) ||
        !expect_results(c, in, one ? 1 : 4))
        return false;
    for (uint32_t i = 0; i < in->args; i++)
        if (!expect_type(c, in, i, i == IRT_POINT - 1 ? IR_U32 : IR_F32))
            return false;
    if (sampler == 0 || sampler >= c->m->objects.len)
        return fail(c, in, "sampler %u of %u objects", sampler, c->m->objects.len);
    const TypeKind kind = c->m->objects.at[sampler].type->kind;
    if (kind != TYPE_SAMPLER && kind != TYPE_SAMPLER_COMPARISON)
        return fail(c, in, "not by a sampler");
    return in->sampling.channel < 4 || fail(c, in, "channel %u", in->sampling.channel);
}

static bool check_texture(Checker *c, const IrInst *in) {
    static const struct {
        uint8_t words, values, results;
    } shape[IRT_COUNT] = {
        [IRT_LOAD] = {IRT_COORDINATES, 0, 4},    [IRT_STORE] = {IRT_COORDINATES, 4, 0},
        [IRT_SIZE] = {.words = 1, .results = 3}, [IRT_LAYERS] = {.results = 1},
        [IRT_LEVELS] = {.results = 1},           [IRT_SAMPLES] = {.results = 1},
    };
    if (in->texture_op >= IRT_COUNT)
        return fail(c, in, "texture operation %u", in->texture_op);
    if (in->texture == 0 || in->texture >= c->m->objects.len)
        return fail(c, in, "object %u of %u", in->texture, c->m->objects.len);
    const Type *t = c->m->objects.at[in->texture].type;
    if (!t || t->kind != TYPE_TEXTURE)
        return fail(c, in, "not of a texture");
    if (ir_samples(in->texture_op))
        return check_sampling(c, in, t);
    bool one = in->texture_op == IRT_LOAD && t->texture_class == TEXTURE_DEPTH;
    uint32_t words = shape[in->texture_op].words, values = shape[in->texture_op].values;
    if (!expect_args(c, in, words + values) ||
        !expect_results(c, in, one ? 1 : shape[in->texture_op].results))
        return false;
    for (uint32_t i = 0; i < words; i++)
        if (!is_word(type_of(c, in->arg[i])))
            return fail(c, in, "a coordinate is of type %s", ir_type_name(type_of(c, in->arg[i])));
    for (uint32_t i = words; i < words + values; i++)
        if (!expect_type(c, in, i, type_of(c, in->arg[words])))
            return false;
    return true;
}

static bool check_call(Checker *c, const IrInst *in) {
    if (in->callee >= c->function)
        return fail(c, in, "function %u is not before the caller", in->callee);
    const IrFunction *f = c->m->functions.at[in->callee];
    if (!expect_args(c, in, f->params) || !expect_results(c, in, f->result_types.len))
        return false;
    for (uint32_t i = 0; i < in->args; i++)
        if (!expect_type(c, in, i, ir_type_of(f, i + 1)))
            return false;
    for (uint32_t i = 0; i < in->results; i++)
        if (!expect_result_type(c, in, i, (IrType)f->result_types.at[i]))
            return false;
    return true;
}

static bool check_slot(Checker *c, const IrInst *in) {
    if (in->slot >= c->m->slots.len)
        return fail(c, in, "slot %u of %u", in->slot, c->m->slots.len);
    const IrSlot *slot = &c->m->slots.at[in->slot];
    uint32_t *user = &c->slot_user[in->slot];
    if (*user && *user != c->function + 1 && !slot->is_private)
        return fail(c, in, "slot %u belongs to another function", in->slot);
    *user = c->function + 1;
    IrType t = (IrType)slot->type;
    if (in->op == IR_SET)
        return expect_args(c, in, 1) && expect_results(c, in, 0) && expect_type(c, in, 0, t);
    return expect_args(c, in, 0) && expect_results(c, in, 1) && expect_result_type(c, in, 0, t);
}

static bool check_builtin(Checker *c, const IrInst *in) {
    if (in->builtin >= IRB_COUNT)
        return fail(c, in, "built-in value %u", in->builtin);
    return expect_args(c, in, 0) && expect_results(c, in, 1) &&
           expect_result_type(c, in, 0, IR_U32);
}

static bool check_return(Checker *c, const IrInst *in, Targets to) {
    if (!to.can_return)
        return fail(c, in, "in a continuing block");
    if (!expect_args(c, in, c->f->result_types.len))
        return false;
    for (uint32_t i = 0; i < in->args; i++)
        if (!expect_type(c, in, i, (IrType)c->f->result_types.at[i]))
            return false;
    return true;
}

/* ---- blocks ---- */

static bool check_block(Checker *c, const IrBlock *b, Targets to);

static bool check_loop(Checker *c, const IrInst *in, Targets to) {
    Targets body = {true, true, to.can_return, false};
    Targets continuing = {false, false, false, true};
    return expect_args(c, in, 0) && expect_results(c, in, 0) &&
           check_block(c, in->block[0], body) && check_block(c, in->block[1], continuing);
}

static bool check_if(Checker *c, const IrInst *in, Targets to) {
    to.in_continuing = false;
    return expect_args(c, in, 1) && expect_results(c, in, 0) && expect_type(c, in, 0, IR_BOOL) &&
           check_block(c, in->block[0], to) && check_block(c, in->block[1], to);
}

static bool check_switch(Checker *c, const IrInst *in, Targets to) {
    to.can_break = true;
    to.in_continuing = false;
    if (!expect_args(c, in, 1) || !expect_results(c, in, 0))
        return false;
    if (!is_word(type_of(c, in->arg[0])))
        return fail(c, in, "selector of type %s", ir_type_name(type_of(c, in->arg[0])));
    uint32_t defaults = 0;
    for (uint32_t i = 0; i < in->case_count; i++) {
        defaults += in->cases[i].is_default;
        if (!check_block(c, in->cases[i].block, to))
            return false;
    }
    return defaults <= 1 || fail(c, in, "%u default cases", defaults);
}

static bool check_shape(Checker *c, const IrInst *in, Targets to) {
    switch (in->op) {
    case IR_BUILTIN: return check_builtin(c, in);
    case IR_GET:
    case IR_SET: return check_slot(c, in);
    case IR_LOAD: return check_load(c, in);
    case IR_STORE: return check_store(c, in);
    case IR_ATOMIC: return check_atomic(c, in);
    case IR_ARRAY_LENGTH: return check_array_length(c, in);
    case IR_BARRIER:
        return expect_args(c, in, 0) && expect_results(c, in, 0) &&
               (in->barrier ? true : fail(c, in, "of no space"));
    case IR_SUBGROUP: return check_subgroup(c, in);
    case IR_CALL: return check_call(c, in);
    case IR_IF: return check_if(c, in, to);
    case IR_LOOP: return check_loop(c, in, to);
    case IR_SWITCH: return check_switch(c, in, to);
    case IR_BREAK: return to.can_break ? true : fail(c, in, "outside a loop or switch");
    case IR_CONTINUE: return to.can_continue ? true : fail(c, in, "outside a loop");
    case IR_BREAK_IF:
        return to.in_continuing ? expect_args(c, in, 1) && expect_type(c, in, 0, IR_BOOL)
                                : fail(c, in, "outside a continuing block");
    case IR_RETURN: return check_return(c, in, to);
    case IR_TEXTURE: return check_texture(c, in);
    case IR_WATCH: return expect_results(c, in, 0) && check_watch(c, in);
    default:
        if (!ir_is_scalar_op(in->op))
            return fail(c, in, "instruction %u", in->op);
        return expect_args(c, in, op_info[in->op].operands) && expect_results(c, in, 1) &&
               check_scalar(c, in);
    }
}

static bool check_operands(Checker *c, const IrInst *in) {
    for (uint32_t i = 0; i < in->args; i++)
        if (in->arg[i] == 0 || in->arg[i] >= c->f->values.len || !c->visible[in->arg[i]])
            return fail(c, in, "operand %u, %%%u, is not defined here", i,
                        number_of(c, in->arg[i]));
    return true;
}

static bool check_definitions(Checker *c, const IrInst *in) {
    for (uint32_t i = 0; i < in->results; i++) {
        IrValue v = in->result + i;
        if (v == 0 || v >= c->f->values.len)
            return fail(c, in, "value %u of %u", v, c->f->values.len);
        const IrValueInfo *info = &c->f->values.at[v];
        if (info->kind != IRV_INST || info->inst != in)
            return fail(c, in, "%%%u belongs to another definition", number_of(c, v));
        if (c->defined[v])
            return fail(c, in, "%%%u is defined twice", number_of(c, v));
        c->defined[v] = true;
    }
    return true;
}

static bool check_inst(Checker *c, const IrInst *in, Targets to) {
    if (in->site >= c->m->sites.len)
        return fail(c, in, "site %u of %u", in->site, c->m->sites.len);
    if (!check_operands(c, in) || !check_definitions(c, in) || !check_shape(c, in, to))
        return false;
    for (uint32_t i = 0; i < in->results; i++) {
        c->visible[in->result + i] = true;
        vec_push(c->m->arena, &c->scope, in->result + i);
    }
    return true;
}

static bool check_block(Checker *c, const IrBlock *b, Targets to) {
    if (!b)
        return fail(c, NULL, "a block is missing");
    if (++c->depth > IR_MAX_DEPTH)
        return fail(c, NULL, "blocks nest deeper than %d", IR_MAX_DEPTH);
    uint32_t outer = c->scope.len;
    for (uint32_t i = 0; i < b->inst.len; i++) {
        const IrInst *in = b->inst.at[i];
        if (ir_ends_block(in->op) && i + 1 < b->inst.len)
            return fail(c, in, "before the end of its block");
        if (!check_inst(c, in, to))
            return false;
    }
    while (c->scope.len > outer)
        c->visible[vec_pop(&c->scope)] = false;
    c->depth--;
    return true;
}

static bool check_function(Checker *c, uint32_t index) {
    const IrFunction *f = c->m->functions.at[index];
    c->f = f;
    c->function = index;
    c->depth = 0;
    c->scope.len = 0;
    c->visible = arena_array(c->m->arena, bool, f->values.len);
    c->defined = arena_array(c->m->arena, bool, f->values.len);
    for (IrValue v = 1; v < f->values.len; v++) {
        bool param = f->values.at[v].kind == IRV_PARAM;
        if (param != (v <= f->params))
            return fail(c, NULL, "value %u is %s", v, param ? "a parameter" : "not a parameter");
        c->visible[v] = param || f->values.at[v].kind == IRV_CONST;
    }
    return check_block(c, f->body, (Targets){.can_return = true});
}

static bool check_tables(Checker *c) {
    for (uint32_t i = 1; i < c->m->objects.len; i++) {
        const IrObject *o = &c->m->objects.at[i];
        if (o->space == SPACE_FUNCTION && o->function >= c->m->functions.len)
            return fail(c, NULL, "object %u belongs to function %u of %u", i, o->function,
                        c->m->functions.len);
    }
    for (uint32_t i = 1; i < c->m->sites.len; i++) {
        const IrSite *s = &c->m->sites.at[i];
        if (s->function >= c->m->functions.len || s->object >= c->m->objects.len)
            return fail(c, NULL, "site %u is of function %u, object %u", i, s->function, s->object);
    }
    return true;
}

const char *ir_validate(const IrModule *m) {
    Checker c = {.m = m, .slot_user = arena_array(m->arena, uint32_t, m->slots.len)};
    bool ok = check_tables(&c);
    for (uint32_t i = 0; ok && i < m->functions.len; i++)
        ok = check_function(&c, i);
    return ok ? NULL : c.error;
}
