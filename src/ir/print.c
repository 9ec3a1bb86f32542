/* The module as text, for people, goldens and --print. One instruction a line:
 *
 *     %12 = iadd.u32 %3, 4u                       an operation and the type of its result
 *     %13*, %14* = load.f32x2 tile[%12 < 16 * 64] + 8 w8 @3
 *
 * Values are numbered in the order of their definition: which constants were made between them does
 * not show. A star marks what ir_uniformity found to vary. An index is printed as operand < count *
 * stride in bytes, w is the width that the hardware moves, @ the site. */
#include "base/f16.h"
#include "ir/internal.h"

typedef struct Printer {
    StrBuf *out;
    const IrModule *m;
    const IrFunction *f;
    const uint32_t *number; /* by value */
} Printer;

static void number_block(const IrFunction *f, const IrBlock *block, uint32_t *number,
                         uint32_t *last) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        for (uint32_t k = 0; k < in->results; k++)
            if (in->result + k < f->values.len && !number[in->result + k])
                number[in->result + k] = ++*last;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            number_block(f, ir_block_at(in, k), number, last);
    }
}

const uint32_t *ir_number_values(Arena *a, const IrFunction *f) {
    uint32_t *number = arena_array(a, uint32_t, f->values.len), last = f->params;
    for (IrValue v = 1; v <= f->params && v < f->values.len; v++)
        number[v] = v;
    number_block(f, f->body, number, &last);
    return number;
}

static void print_float(Printer *p, uint32_t bits, char suffix) {
    if ((bits & 0x7f800000u) == 0x7f800000u)
        strbuf_addf(p->out, "float(0x%08x)%c", bits, suffix);
    else
        strbuf_addf(p->out, "%.9g%c", (double)f32_from_bits(bits), suffix);
}

static void print_constant(Printer *p, const IrValueInfo *v) {
    switch (v->type) {
    case IR_BOOL: strbuf_addf(p->out, v->bits ? "true" : "false"); break;
    case IR_I32: strbuf_addf(p->out, "%d", (int32_t)v->bits); break;
    case IR_U32: strbuf_addf(p->out, "%uu", v->bits); break;
    default: print_float(p, v->bits, v->type == IR_F16 ? 'h' : 'f'); break;
    }
}

static void print_value(Printer *p, IrValue v) {
    if (v >= p->f->values.len)
        strbuf_addf(p->out, "%%%u?", v);
    else if (ir_is_const(p->f, v))
        print_constant(p, &p->f->values.at[v]);
    else
        strbuf_addf(p->out, "%%%u", p->number[v]);
}

static void print_args(Printer *p, const IrInst *in, uint32_t n) {
    for (uint32_t i = 0; i < n && i < in->args; i++) {
        strbuf_addf(p->out, i ? ", " : " ");
        print_value(p, in->arg[i]);
    }
}

static void print_slot(Printer *p, uint32_t slot) {
    if (slot >= p->m->slots.len)
        strbuf_addf(p->out, " ?%u", slot);
    else
        strbuf_addf(p->out, " %.*s.%u", STR_ARG(p->m->slots.at[slot].name), slot);
}

static void print_access(Printer *p, const IrInst *in) {
    const IrAccess *a = in->access;
    strbuf_addf(p->out, " ");
    if (a->object < p->m->objects.len)
        strbuf_add(p->out, p->m->objects.at[a->object].name);
    for (uint32_t i = 0; i < a->indices; i++) {
        const IrIndex *x = &a->index[i];
        strbuf_addf(p->out, "[");
        if (in->op != IR_ARRAY_LENGTH && x->arg < in->args)
            print_value(p, in->arg[x->arg]);
        if (x->count)
            strbuf_addf(p->out, " < %u", x->count);
        else
            strbuf_addf(p->out, " < length at %u", x->array_offset);
        strbuf_addf(p->out, " * %u]", x->stride);
    }
    if (a->offset)
        strbuf_addf(p->out, " + %u", a->offset);
    if (in->op != IR_ARRAY_LENGTH)
        strbuf_addf(p->out, " w%u", a->width);
}

static void print_results(Printer *p, const IrInst *in) {
    for (uint32_t i = 0; i < in->results; i++) {
        IrValue v = in->result + i;
        bool varying = v < p->f->values.len && p->f->values.at[v].varying;
        strbuf_addf(p->out, "%s%%%u%s", i ? ", " : "", v < p->f->values.len ? p->number[v] : v,
                    varying ? "*" : "");
    }
    if (in->results)
        strbuf_addf(p->out, " = ");
}

/* How many operands come before the index operands. */
static uint32_t plain_args(const IrInst *in) {
    return in->op == IR_STORE ? in->access->components : in->args - in->access->indices;
}

static void print_sampling(Printer *p, const IrSampling *s) {
    strbuf_addf(p->out, " by %.*s", STR_ARG(p->m->objects.at[s->sampler].name));
    if (s->channel)
        strbuf_addf(p->out, " channel %u", s->channel);
    if (s->offset[0] || s->offset[1] || s->offset[2])
        strbuf_addf(p->out, " offset %d %d %d", s->offset[0], s->offset[1], s->offset[2]);
}

static void print_body(Printer *p, const IrInst *in) {
    strbuf_addf(p->out, "%s", ir_op_name(in->op));
    if (in->op == IR_ATOMIC)
        strbuf_addf(p->out, ".%s", ir_atomic_name(in->atomic_op));
    if (in->op == IR_SUBGROUP)
        strbuf_addf(p->out, ".%s", ir_subgroup_name(in->subgroup_op));
    if (in->op == IR_TEXTURE)
        strbuf_addf(p->out, ".%s", ir_texture_name(in->texture_op));
    if (in->op == IR_WATCH)
        strbuf_addf(p->out, ".%s", ir_watch_name(in->watch));
    if (in->op == IR_WATCH && in->watch == IRW_PRINT)
        strbuf_addf(p->out, ".%u.%u", in->print, in->first);
    if (in->results || in->op == IR_STORE || in->op == IR_WATCH)
        strbuf_addf(p->out, ".%s", ir_type_name(in->type));
    if ((in->op == IR_LOAD || in->op == IR_STORE) && in->access->components > 1)
        strbuf_addf(p->out, "x%u", in->access->components);
    switch (in->op) {
    case IR_BUILTIN: strbuf_addf(p->out, " %s", ir_builtin_name(in->builtin)); break;
    case IR_GET: print_slot(p, in->slot); break;
    case IR_SET:
        print_slot(p, in->slot);
        strbuf_addf(p->out, " =");
        print_args(p, in, 1);
        break;
    case IR_LOAD:
    case IR_STORE:
    case IR_ATOMIC:
    case IR_ARRAY_LENGTH:
        print_access(p, in);
        if (in->op != IR_ARRAY_LENGTH && plain_args(in)) {
            strbuf_addf(p->out, ",");
            print_args(p, in, plain_args(in));
        }
        break;
    case IR_TEXTURE:
        strbuf_addf(p->out, " %.*s", STR_ARG(p->m->objects.at[in->texture].name));
        if (ir_samples(in->texture_op))
            print_sampling(p, &in->sampling);
        if (in->args)
            strbuf_addf(p->out, ",");
        print_args(p, in, in->args);
        break;
    case IR_BARRIER:
        strbuf_addf(p->out, "%s%s%s", in->barrier & IR_BARRIER_WORKGROUP ? " workgroup" : "",
                    in->barrier & IR_BARRIER_STORAGE ? " storage" : "",
                    in->barrier & IR_BARRIER_TEXTURE ? " texture" : "");
        break;
    case IR_CALL:
        if (in->callee < p->m->functions.len)
            strbuf_addf(p->out, " %.*s", STR_ARG(p->m->functions.at[in->callee]->name));
        print_args(p, in, in->args);
        break;
    default: print_args(p, in, in->args); break;
    }
}

static void print_block(Printer *p, const IrBlock *b, uint32_t depth);

static void indent(Printer *p, uint32_t depth) {
    for (uint32_t i = 0; i < depth; i++)
        strbuf_add(p->out, STR("  "));
}

static void print_case_head(Printer *p, const IrCase *c, uint32_t depth) {
    indent(p, depth);
    strbuf_addf(p->out, c->is_default ? "default" : "case");
    for (uint32_t i = 0; i < c->selectors.len; i++)
        strbuf_addf(p->out, "%s%u", i ? ", " : " ", c->selectors.at[i]);
    strbuf_addf(p->out, " {\n");
}

static void print_blocks(Printer *p, const IrInst *in, uint32_t depth) {
    if (in->op == IR_SWITCH) {
        strbuf_addf(p->out, " {\n");
        for (uint32_t i = 0; i < in->case_count; i++) {
            print_case_head(p, &in->cases[i], depth + 1);
            print_block(p, in->cases[i].block, depth + 2);
            indent(p, depth + 1);
            strbuf_addf(p->out, "}\n");
        }
    } else {
        strbuf_addf(p->out, " {\n");
        print_block(p, in->block[0], depth + 1);
        if (in->block[1]->inst.len) {
            indent(p, depth);
            strbuf_addf(p->out, in->op == IR_IF ? "} else {\n" : "} continuing {\n");
            print_block(p, in->block[1], depth + 1);
        }
    }
    indent(p, depth);
    strbuf_addf(p->out, "}\n");
}

static void print_block(Printer *p, const IrBlock *b, uint32_t depth) {
    for (uint32_t i = 0; i < b->inst.len; i++) {
        const IrInst *in = b->inst.at[i];
        indent(p, depth);
        print_results(p, in);
        print_body(p, in);
        if (in->site)
            strbuf_addf(p->out, " @%u", in->site);
        if (ir_block_count(in) || in->op == IR_SWITCH)
            print_blocks(p, in, depth);
        else
            strbuf_addf(p->out, "\n");
    }
}

static void print_function(Printer *p, const IrFunction *f) {
    p->f = f;
    p->number = ir_number_values(p->out->arena, f);
    strbuf_addf(p->out, "fn %.*s(", STR_ARG(f->name));
    for (IrValue v = 1; v <= f->params; v++)
        strbuf_addf(p->out, "%s%%%u%s: %s", v > 1 ? ", " : "", v,
                    f->values.at[v].varying ? "*" : "", ir_type_name(f->values.at[v].type));
    strbuf_addf(p->out, ")");
    for (uint32_t i = 0; i < f->result_types.len; i++)
        strbuf_addf(p->out, "%s%s", i ? ", " : " -> ", ir_type_name(f->result_types.at[i]));
    strbuf_addf(p->out, " {\n");
    print_block(p, f->body, 1);
    strbuf_addf(p->out, "}\n");
}

static void print_object(Printer *p, uint32_t i) {
    const IrObject *o = &p->m->objects.at[i];
    strbuf_addf(p->out, "object %u %.*s: ", i, STR_ARG(o->name));
    if (o->type)
        strbuf_addf(p->out, "%.*s, ", STR_ARG(o->type->name));
    strbuf_addf(p->out, "%s, %u bytes%s", space_name(o->space), o->size,
                o->runtime_sized ? " and more" : "");
    if (o->space == SPACE_STORAGE || o->space == SPACE_UNIFORM || o->space == SPACE_HANDLE)
        strbuf_addf(p->out, ", %s, binding %u:%u", access_name(o->access), o->group, o->binding);
    if (o->space == SPACE_WORKGROUP)
        strbuf_addf(p->out, ", at %u", o->offset);
    strbuf_addf(p->out, "%s\n", o->promoted ? ", promoted" : "");
}

void ir_print(StrBuf *out, const IrModule *m) {
    Printer p = {.out = out, .m = m};
    strbuf_addf(out, "entry %.*s, workgroup_size(%u, %u, %u), %u bytes\n", STR_ARG(m->entry_name),
                m->workgroup_size[0], m->workgroup_size[1], m->workgroup_size[2],
                m->workgroup_bytes);
    for (uint32_t i = 1; i < m->objects.len; i++)
        print_object(&p, i);
    for (uint32_t i = 0; i < m->slots.len; i++)
        strbuf_addf(out, "slot %.*s.%u%s: %s%s\n", STR_ARG(m->slots.at[i].name), i,
                    m->slots.at[i].varying ? "*" : "", ir_type_name(m->slots.at[i].type),
                    m->slots.at[i].is_private ? ", private" : "");
    for (uint32_t i = 0; i < m->functions.len; i++)
        print_function(&p, m->functions.at[i]);
}
