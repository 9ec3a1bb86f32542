/* Programs as text, for tests and people: one instruction a line. */
#include "engine/program.h"

typedef struct Print {
    StrBuf *out;
    bool first;
} Print;

static void print_register(void *context, char letter, uint32_t *reg) {
    Print *p = context;
    bool scalar = letter == 's' || letter == 'S';
    bool written = letter == 'V' || letter == 'S' || letter == 'M';
    strbuf_addf(p->out, "%s%s%c%u", p->first ? "" : ", ", written ? "=" : "", scalar ? 's' : 'v',
                *reg);
    p->first = false;
}

static void print_access(StrBuf *out, const Code *c, const Inst *in, const IrModule *m) {
    const Access *a = &c->access[in->d];
    if (in->op == CODE_SUBGROUP || in->op == CODE_WATCH)
        return;
    const IrObject *o = &m->objects.at[a->object];
    strbuf_addf(out, " %.*s width %u", STR_ARG(o->name), a->width);
}

static void print_inst(StrBuf *out, const Code *c, uint32_t at, const IrModule *m) {
    Inst in = c->inst[at];
    const CodeInfo *info = &code_info[in.op];
    strbuf_addf(out, "%5u  %s", at, info->text);
    if (in.fn || in.op == CODE_EVAL)
        strbuf_addf(out, " %s", op_info[in.sub].name);
    else if (in.op == CODE_SUBGROUP || in.op == CODE_WATCH)
        strbuf_addf(out, " %u", in.sub);
    strbuf_add(out, in.merge ? STR(" merge ") : STR(" "));
    Print p = {.out = out, .first = true};
    code_operands(c->access, &in, print_register, &p);
    for (int i = 0; i < 5; i++) {
        char letter = info->field[i];
        if (letter == 'k')
            strbuf_addf(out, " mask%u", in.field[i]);
        else if (letter == 't')
            strbuf_addf(out, " ->%u", in.field[i]);
        else if (letter == 'i')
            strbuf_addf(out, " %u", in.field[i]);
        else if (letter == 'x')
            print_access(out, c, &in, m);
    }
    strbuf_addc(out, '\n');
}

static void print_code(StrBuf *out, const char *name, const Code *c, const IrModule *m) {
    strbuf_addf(out, "%s: %u instructions, %u vectors (%u zeroed), %u scalars, %u masks\n", name,
                c->length, c->vectors, c->zeroed, c->scalars, c->masks);
    strbuf_add(out, STR("constants:"));
    for (uint32_t i = SCALARS_SET; i < c->zeroed_scalar; i++)
        strbuf_addf(out, " s%u=%u", i, c->scalar[i]);
    strbuf_add(out, STR("\n"));
    for (uint32_t i = 0; i < c->length; i++) {
        if (i == c->main)
            strbuf_add(out, STR("main:\n"));
        print_inst(out, c, i, m);
    }
}

void engine_print(StrBuf *out, const EngineProgram *p) {
    strbuf_addf(out, "%u invocations, %u lanes a unit, subgroups of %u, %s\n", p->lanes,
                p->unit_lanes, p->subgroup_size, p->ops->name);
    print_code(out, "fast", &p->fast, p->ir);
    print_code(out, "checked", &p->checked, p->ir);
}
