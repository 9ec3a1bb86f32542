/* Accesses: addresses, loads, stores, atomics.
 *
 * In the fast variant an address is a vector (what varies) plus a scalar (what does not), so that
 * an index that all lanes share costs no vector operation. Vectors are remembered within a block,
 * and those made of fixed indices for all time. In the checked variant an access is one
 * instruction with all its indices.
 */
#include "engine/gen.h"

/* ---- private memory ---- */

/* A word of private memory stands for 4 bytes, or for 2 where an f16 may lie at any of them. */
static void find_scales(Gen *g) {
    for (uint32_t i = 0; i < g->ir->objects.len; i++)
        g->private_scale[i] = 4;
    for (uint32_t i = 0; i < g->ir->functions.len; i++) {
        const FlowFunction *f = &g->flow->function[i];
        for (uint32_t at = 0; at < f->node.len; at++) {
            const IrInst *in = f->node.at[at].inst;
            bool memory = in && (in->op == IR_LOAD || in->op == IR_STORE);
            if (memory && in->access->type == IR_F16)
                g->private_scale[in->access->object] = 2;
        }
    }
}

void gen_private_layout(Gen *g) {
    uint32_t n = g->ir->objects.len;
    g->private_word = arena_array(g->arena, uint32_t, n + 1);
    g->private_scale = arena_array(g->arena, uint8_t, n + 1);
    find_scales(g);
    for (int pass = 0; pass < 2; pass++) { /* those of the module first: they are zeroed */
        for (uint32_t i = 1; i < n; i++) {
            const IrObject *o = &g->ir->objects.at[i];
            if (o->space != (pass ? SPACE_FUNCTION : SPACE_PRIVATE) || o->promoted)
                continue;
            g->private_word[i] = g->private_words;
            g->private_words += (o->size + g->private_scale[i] - 1) / g->private_scale[i];
        }
        if (pass == 0)
            g->zeroed_words = g->private_words;
    }
}

/* ---- addresses ---- */

static uint32_t limit_of(Gen *g, uint32_t object, const IrIndex *i) {
    return i->count ? gen_constant(g, i->count) : gen_limit(g, object);
}

/* The constant part of an address, constant indices and all. */
static uint32_t constant_part(const Gen *g, const IrInst *in, uint32_t scale) {
    const IrAccess *access = in->access;
    const IrObject *o = &g->ir->objects.at[access->object];
    uint32_t sum = access->offset / scale + (o->space == SPACE_WORKGROUP ? o->offset : 0);
    for (uint32_t i = 0; i < access->indices; i++) {
        const IrIndex *x = &access->index[i];
        IrValue v = in->arg[x->arg];
        if (!x->count || !ir_is_const(g->f->ir, v))
            continue;
        uint32_t at = g->f->ir->values.at[v].bits;
        sum += (at < x->count ? at : x->count - 1) * (x->stride / scale);
    }
    return sum;
}

/* The addresses are equal if these are: constant indices do not matter to the fast variant. */
GenAddress gen_address_of(const Gen *g, const IrInst *in, uint32_t scale) {
    const IrAccess *access = in->access;
    GenAddress a = {.function = g->current,
                    .scale = scale,
                    .object = access->object,
                    .reg = NO_REGISTER,
                    .pattern = NO_REGISTER,
                    .offset = g->checked ? constant_part(g, in, scale) : 0};
    IrIndex *index = arena_array(g->arena, IrIndex, access->indices + 1);
    IrValue *arg = arena_array(g->arena, IrValue, access->indices + 1);
    for (uint32_t i = 0; i < access->indices; i++) {
        IrValue v = in->arg[access->index[i].arg];
        if (!g->f->value[v].varying)
            continue;
        index[a.indices] = access->index[i];
        arg[a.indices++] = v;
    }
    a.index = index;
    a.arg = arg;
    return a;
}

bool gen_same_address(const GenAddress *a, const GenAddress *b) {
    if (a->function != b->function || a->indices != b->indices || a->scale != b->scale ||
        a->offset != b->offset)
        return false;
    for (uint32_t i = 0; i < a->indices; i++) {
        const IrIndex *x = &a->index[i], *y = &b->index[i];
        if (a->arg[i] != b->arg[i] || x->count != y->count || x->stride != y->stride ||
            (!x->count && a->object != b->object))
            return false;
    }
    return true;
}

/* Can the vector part of an address be made in the preamble? Then something varies, and only by
 * place in the workgroup. The checked variant leaves those alone that are known to go wrong. */
bool gen_address_is_fixed(const Gen *g, const IrInst *in) {
    bool any = false;
    for (uint32_t i = 0; i < in->access->indices; i++) {
        const IrIndex *x = &in->access->index[i];
        IrValue v = in->arg[x->arg];
        if (g->f->value[v].varying && !g->f->value[v].fixed)
            return false;
        if (g->checked && x->count && ir_is_const(g->f->ir, v) &&
            g->f->ir->values.at[v].bits >= x->count)
            return false;
        any |= g->f->value[v].varying;
    }
    return any;
}

static void make_address(Gen *g, GenAddress *a) {
    for (uint32_t i = 0; i < a->indices; i++) {
        uint32_t index = gen_vector(g, a->arg[i]), limit = limit_of(g, a->object, &a->index[i]);
        uint32_t stride = a->index[i].stride / a->scale;
        if (i == 0) {
            uint32_t zero = gen_constant(g, 0);
            a->reg = gen_reg(g, false);
            gen_emit(g, CODE_ADDRESS, a->reg, index, limit, zero, stride);
        } else {
            gen_emit(g, CODE_ADDRESS_ADD, a->reg, index, limit, 0, stride);
        }
    }
}

static uint32_t forever(Gen *g, bool scalar) {
    uint32_t r = gen_reg(g, scalar);
    g->reg.at[r].forever = true;
    return r;
}

/* With what there is to know about it. */
static void make_checked_address(Gen *g, GenAddress *a) {
    a->reg = forever(g, false);
    a->out = forever(g, true);
    a->affine = forever(g, true);
    a->stride = forever(g, true);
    a->pattern = forever(g, true);
    a->chunks = forever(g, false);
    Access x = {.offset = a->offset,
                .indices = a->indices,
                .fixed = a->reg,
                .fixed_out = a->out,
                .fixed_affine = a->affine,
                .fixed_stride = a->stride,
                .fixed_pattern = a->pattern,
                .fixed_chunks = a->chunks,
                .object = a->object};
    x.index = arena_array(g->arena, AccessIndex, a->indices);
    for (uint32_t i = 0; i < a->indices; i++)
        x.index[i] = (AccessIndex){.reg = gen_vector(g, a->arg[i]),
                                   .limit = limit_of(g, a->object, &a->index[i]),
                                   .stride = a->index[i].stride};
    uint32_t index;
    gen_access(g, &x, &index);
    gen_emit(g, CODE_FIXED, index, 0, 0, 0, 0);
}

void gen_fixed_address(Gen *g, GenAddress *a) {
    if (g->checked) {
        make_checked_address(g, a);
        return;
    }
    make_address(g, a);
    g->reg.at[a->reg].forever = true;
    a->pattern = forever(g, true);
    a->chunks = forever(g, false);
    g->code->idle_vectors++;
    gen_emit(g, CODE_PATTERN, a->pattern, a->reg, 0, a->chunks, 0);
}

GenAddress *gen_find_fixed_address(Gen *g, const IrInst *in) {
    GenAddress wanted = gen_address_of(g, in, 1);
    for (uint32_t i = 0; i < g->fixed_address.len; i++)
        if (gen_same_address(&g->fixed_address.at[i], &wanted))
            return &g->fixed_address.at[i];
    return NULL;
}

static const GenAddress *find_address(const Gen *g, const GenAddress *a) {
    enum { LOOK_BACK = 16 };
    for (uint32_t i = 0; i < g->fixed_address.len; i++)
        if (gen_same_address(&g->fixed_address.at[i], a))
            return &g->fixed_address.at[i];
    for (uint32_t i = g->known_address.len, n = 0; i-- > 0 && n < LOOK_BACK; n++)
        if (gen_same_address(&g->known_address.at[i], a))
            return &g->known_address.at[i];
    return NULL;
}

/* The vector part of an address; its `reg` is NO_REGISTER when nothing varies. */
static GenAddress vector_address(Gen *g, const IrInst *in, uint32_t scale) {
    GenAddress a = gen_address_of(g, in, scale);
    if (!a.indices)
        return a;
    const GenAddress *known = find_address(g, &a);
    if (known)
        return *known;
    make_address(g, &a);
    vec_push(g->arena, &g->known_address, a);
    return a;
}

/* The scalar part of an address. */
static uint32_t scalar_address(Gen *g, const IrInst *in, uint32_t scale) {
    const IrAccess *access = in->access;
    uint32_t reg = gen_constant(g, constant_part(g, in, scale));
    for (uint32_t i = 0; i < access->indices; i++) {
        const IrIndex *x = &access->index[i];
        IrValue v = in->arg[x->arg];
        if (g->f->value[v].varying || (x->count && ir_is_const(g->f->ir, v)))
            continue;
        uint32_t index = gen_scalar(g, v), limit = limit_of(g, access->object, x);
        uint32_t d = gen_reg(g, true);
        gen_emit(g, CODE_ADDRESS_S, d, index, limit, reg, x->stride / scale);
        reg = d;
    }
    return reg;
}

/* ---- accesses ---- */

static uint32_t zero_vector(Gen *g) {
    uint32_t d = gen_reg(g, false);
    gen_emit(g, CODE_SPLAT, d, gen_constant(g, 0), 0, 0, 0);
    return d;
}

static uint32_t value_operands(const IrInst *in) {
    if (in->op == IR_STORE)
        return in->access->components;
    if (in->op == IR_ATOMIC && in->atomic_op != IRA_LOAD)
        return in->atomic_op == IRA_COMPARE_EXCHANGE ? 2 : 1;
    return 0;
}

static bool address_varies(const Gen *g, const IrInst *in) {
    for (uint32_t i = 0; i < in->access->indices; i++)
        if (g->f->value[in->arg[in->access->index[i].arg]].varying)
            return true;
    return false;
}

bool gen_memory_wants_vector(const Gen *g, const IrInst *in, uint32_t i) {
    if (in->op != IR_STORE && in->op != IR_ATOMIC)
        return false;
    return i < value_operands(in) && (g->checked || in->op == IR_ATOMIC || address_varies(g, in));
}

static Access describe(const Gen *g, const IrInst *in) {
    const IrAccess *x = in->access;
    const IrObject *o = &g->ir->objects.at[x->object];
    Access a = {.op = in->op == IR_LOAD    ? MEMORY_LOAD
                      : in->op == IR_STORE ? MEMORY_STORE
                                           : MEMORY_ATOMIC,
                .space = o->space,
                .type = x->type,
                .components = x->components,
                .width = x->width,
                .bytes = (uint8_t)(x->components * (x->type == IR_F16 ? 2 : 4)),
                .object = x->object,
                .site = in->site,
                .step = 1,
                .fixed = NO_REGISTER};
    if (in->op == IR_ATOMIC)
        a.atomic_op = in->atomic_op;
    a.results = (uint8_t)in->results;
    a.operands = (uint8_t)value_operands(in);
    a.half = x->type == IR_F16;
    a.scalar_result = in->results && !g->f->value[in->result].varying;
    if (flow_is_private(g->ir, x->object)) {
        a.first_word = g->private_word[x->object];
        a.scale = g->private_scale[x->object];
        if (g->private_scale[x->object] == 2 && !a.half)
            a.step = 2;
        a.half = false;
    }
    return a;
}

/* Gives an access its registers; the operands as vectors, or as they come. */
static void fill_registers(Gen *g, const IrInst *in, Access *a, bool vectors) {
    for (uint32_t i = 0; i < a->operands; i++) {
        a->scalar_operand[i] = !vectors && !gen_varies(g, in->arg[i]);
        a->operand[i] =
            a->scalar_operand[i] ? gen_scalar(g, in->arg[i]) : gen_vector(g, in->arg[i]);
    }
    for (uint32_t i = 0; i < a->results; i++) {
        bool wanted = in->op != IR_ATOMIC || g->f->value[in->result + i].uses;
        a->result[i] = wanted ? gen_result(g, in->result + i, NULL) : NO_REGISTER;
    }
}

static void gen_checked(Gen *g, const IrInst *in) {
    const IrAccess *x = in->access;
    Access a = describe(g, in);
    uint32_t scale = flow_is_private(g->ir, x->object) ? g->private_scale[x->object] : 1;
    a.offset = x->offset / scale;
    if (a.space == SPACE_WORKGROUP)
        a.offset += g->ir->objects.at[x->object].offset;
    a.indices = x->indices;
    a.index = arena_array(g->arena, AccessIndex, x->indices + 1);
    for (uint32_t i = 0; i < x->indices; i++) {
        IrValue v = in->arg[x->index[i].arg];
        bool uniform = !gen_varies(g, v);
        a.index[i] = (AccessIndex){.uniform = uniform,
                                   .constant = x->index[i].count && ir_is_const(g->f->ir, v),
                                   .reg = uniform ? gen_scalar(g, v) : gen_vector(g, v),
                                   .limit = limit_of(g, x->object, &x->index[i]),
                                   .stride = x->index[i].stride / scale};
        a.shifts |= a.index[i].uniform && !a.index[i].constant;
    }
    const GenAddress *fixed = scale == 1 ? gen_find_fixed_address(g, in) : NULL;
    if (fixed) {
        a.fixed = fixed->reg;
        a.fixed_out = fixed->out;
        a.fixed_affine = fixed->affine;
        a.fixed_stride = fixed->stride;
        a.fixed_pattern = fixed->pattern;
        a.fixed_chunks = fixed->chunks;
    }
    fill_registers(g, in, &a, true);
    uint32_t index;
    gen_access(g, &a, &index);
    gen_emit(g, CODE_CHECKED, index, 0, 0, 0, 0);
}

static void gen_private(Gen *g, const IrInst *in) {
    uint32_t scale = g->private_scale[in->access->object], index;
    uint32_t vector = vector_address(g, in, scale).reg, scalar = scalar_address(g, in, scale);
    Access a = describe(g, in);
    fill_registers(g, in, &a, vector != NO_REGISTER);
    gen_access(g, &a, &index);
    bool load = in->op == IR_LOAD;
    if (vector == NO_REGISTER)
        gen_emit(g, load ? CODE_LOAD_PS : CODE_STORE_PS, index, scalar, 0, 0, 0);
    else
        gen_emit(g, load ? CODE_LOAD_P : CODE_STORE_P, index, vector, scalar, 0, 0);
}

static void emit_vector_access(Gen *g, const IrInst *in, const GenAddress *address, uint32_t vector,
                               uint32_t scalar, uint32_t index) {
    static const CodeOp plain[] = {CODE_LOAD, CODE_STORE}, by[] = {CODE_LOAD_BY, CODE_STORE_BY};
    const IrAccess *x = in->access;
    bool store = in->op == IR_STORE;
    if (in->op == IR_ATOMIC)
        gen_emit(g, CODE_ATOMIC, index, vector, scalar, 0, 0);
    else if (address->pattern != NO_REGISTER && x->components == 1 && x->type != IR_F16)
        gen_emit(g, by[store], index, vector, scalar, address->chunks, address->pattern);
    else
        gen_emit(g, plain[store], index, vector, scalar, 0, 0);
}

static void gen_shared(Gen *g, const IrInst *in) {
    GenAddress address = vector_address(g, in, 1);
    uint32_t vector = address.reg, scalar = scalar_address(g, in, 1), index;
    bool scalar_load = in->op == IR_LOAD || (in->op == IR_ATOMIC && in->atomic_op == IRA_LOAD);
    bool all_scalar = vector == NO_REGISTER && (scalar_load || in->op == IR_STORE);
    if (vector == NO_REGISTER && !all_scalar)
        vector = zero_vector(g);
    Access a = describe(g, in);
    fill_registers(g, in, &a, !all_scalar);
    gen_access(g, &a, &index);
    if (all_scalar)
        gen_emit(g, scalar_load ? CODE_LOAD_S : CODE_STORE_S, index, scalar, 0, 0, 0);
    else
        emit_vector_access(g, in, &address, vector, scalar, index);
}

void gen_memory(Gen *g, const IrInst *in) {
    if (g->checked)
        gen_checked(g, in);
    else if (flow_is_private(g->ir, in->access->object))
        gen_private(g, in);
    else
        gen_shared(g, in);
}
