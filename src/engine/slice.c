/* Which registers decide how a loop goes on: those that memory accesses, branches and operations of
 * several lanes read, and those that these are made of. What else changes from turn to turn, as a
 * count of the turns, does not keep the loop from going on for ever. */
#include "engine/slice.h"

#include <stdlib.h>
#include <string.h>

typedef struct Look {
    Slice *slice;
    bool marks;   /* what is read; else: */
    bool decides; /* does it write something that decides? */
    bool changed;
} Look;

static void look_at(void *context, char letter, uint32_t *reg) {
    Look *l = context;
    bool scalar = letter == 'S' || letter == 's' || letter == 'N';
    uint8_t *at = (scalar ? l->slice->scalar : l->slice->vector) + *reg;
    bool writes = letter == 'V' || letter == 'M' || letter == 'S' || letter == 'N';
    if (!l->marks) {
        l->decides |= writes && *at;
    } else if (!writes || letter == 'N') {
        l->changed |= !*at;
        *at = 1;
    }
}

/* An operation of each lane for itself. */
static bool is_pure(uint32_t op) {
    return op <= CODE_ADDRESS_S;
}

static bool has_no_effect(uint32_t op) {
    return op == CODE_WATCH || op == CODE_EVENT_BLOCK;
}

/* Does it use registers that its fields do not name? */
static bool hides(const Code *c, const Inst *in) {
    switch (in->op) {
    case CODE_CALL:
    case CODE_RETURN:
    case CODE_DONE:
    case CODE_TEXTURE:
    case CODE_LOAD_P:
    case CODE_STORE_P:
    case CODE_LOAD_PS:
    case CODE_STORE_PS: return true;
    case CODE_CHECKED: {
        AddressSpace s = c->access[in->d].space;
        return s == SPACE_FUNCTION || s == SPACE_PRIVATE;
    }
    default: return false;
    }
}

/* The outermost loop around an instruction; false when there is none. */
static bool find_loop(const Code *c, uint32_t pc, uint32_t *first, uint32_t *last) {
    bool found = false;
    for (uint32_t i = pc; i < c->length; i++) {
        const Inst *in = &c->inst[i];
        if (in->op != CODE_BACK || in->c > pc || (found && in->c > *first))
            continue;
        *first = in->c;
        *last = i;
        found = true;
    }
    return found;
}

static void find_registers(Slice *s, const Code *c, uint32_t first, uint32_t last) {
    Look l = {.slice = s, .changed = true};
    while (l.changed) {
        l.changed = false;
        for (uint32_t i = first; i <= last; i++) {
            Inst in = c->inst[i];
            s->everything |= hides(c, &in);
            if (s->everything || has_no_effect(in.op))
                continue;
            l.decides = !is_pure(in.op);
            l.marks = false;
            code_operands(c->access, &in, look_at, &l);
            l.marks = true;
            if (l.decides)
                code_operands(c->access, &in, look_at, &l);
        }
    }
}

void slice_make(Slice *s, const Code *c, uint32_t pc) {
    if (s->code == c && s->pc == pc)
        return;
    slice_free(s);
    *s = (Slice){.code = c, .pc = pc};
    uint32_t first = 0, last = 0;
    s->vector = calloc(c->vectors + 1, 1);
    s->scalar = calloc(c->scalars + 1, 1);
    s->everything = !s->vector || !s->scalar || !find_loop(c, pc, &first, &last);
    if (!s->everything)
        find_registers(s, c, first, last);
}

void slice_free(Slice *s) {
    free(s->vector);
    free(s->scalar);
    *s = (Slice){0};
}
