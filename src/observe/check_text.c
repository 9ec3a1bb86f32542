/* What the correctness observer has found, in words. */
#include <stdlib.h>

#include "base/f16.h"

#include "observe/check_internal.h"
#include "observe/turns.h"

/* ---- names ---- */

/* "3", or "(3, 1)" where there are several dimensions. */
void check_say_id(StrBuf *b, const uint32_t size[3], uint32_t index) {
    uint32_t x = index % size[0], y = index / size[0] % size[1], z = index / size[0] / size[1];
    if (size[2] > 1)
        strbuf_addf(b, "(%u, %u, %u)", x, y, z);
    else if (size[1] > 1)
        strbuf_addf(b, "(%u, %u)", x, y);
    else
        strbuf_addf(b, "%u", x);
}

static void say_invocation(StrBuf *b, const CheckObserver *c, uint32_t lane) {
    strbuf_addf(b, "invocation ");
    check_say_id(b, c->module->workgroup_size, lane - 1);
}

static void say_workgroup(StrBuf *b, const CheckObserver *c, uint32_t workgroup) {
    strbuf_addf(b, "workgroup ");
    check_say_id(b, c->workgroups, workgroup);
}

static void say_value(StrBuf *b, IrType t, uint32_t bits) {
    union {
        uint32_t u;
        int32_t i;
        float f;
    } v = {bits};
    switch (t) {
    case IR_F32:
    case IR_F16: strbuf_addf(b, "%.9g", (double)v.f); break;
    case IR_I32: strbuf_addf(b, "%d", v.i); break;
    default: strbuf_addf(b, "%u", v.u); break;
    }
}

Span check_span(const CheckObserver *c, uint32_t site) {
    return c->module->sites.at[site].span;
}

uint32_t check_line(const CheckObserver *c, uint32_t site) {
    return source_place(c->module->source, check_span(c, site).start).line;
}

CheckFinding *check_add_finding(CheckObserver *c, const char *rule, Severity severity,
                                uint32_t site, uint64_t count) {
    CheckFinding f = {
        .rule = rule, .severity = severity, .span = check_span(c, site), .count = count};
    vec_push(c->arena, &c->result.findings, f);
    return &vec_last(&c->result.findings);
}

void check_add_datum(CheckObserver *c, CheckFinding *f, const char *name, double value) {
    vec_push(c->arena, &f->data, (CheckDatum){name, value});
}

/* ---- pairs ---- */

/* A pair with its accesses in the order in which they are told: what writes comes first. */
typedef struct Told {
    CheckObserver *c;
    const ClashPair *pair;
    const SharedAccess *access[2];
    uint32_t lane[2], workgroup[2];
    bool same_value; /* wherever they met */
    bool same_place; /* in the source */
    Str where;       /* `tile[3]` */
} Told;

static const char *const atomic_functions[] = {
    [IRA_LOAD] = "atomicLoad",
    [IRA_STORE] = "atomicStore",
    [IRA_ADD] = "atomicAdd",
    [IRA_SUB] = "atomicSub",
    [IRA_MIN] = "atomicMin",
    [IRA_MAX] = "atomicMax",
    [IRA_AND] = "atomicAnd",
    [IRA_OR] = "atomicOr",
    [IRA_XOR] = "atomicXor",
    [IRA_EXCHANGE] = "atomicExchange",
    [IRA_COMPARE_EXCHANGE] = "atomicCompareExchangeWeak",
};

static bool in_workgroup(const Told *t) {
    return t->c->module->objects.at[t->access[0]->object].space == SPACE_WORKGROUP;
}

static bool is_atomic(const SharedAccess *a) {
    return a->kind >= KIND_ATOMIC;
}

static bool is_texture(const Told *t) {
    return t->c->module->objects.at[t->access[0]->object].space == SPACE_HANDLE;
}

static const char *barrier_of(const Told *t) {
    return in_workgroup(t) ? "workgroupBarrier()"
           : is_texture(t) ? "textureBarrier()"
                           : "storageBarrier()";
}

/* "image[3, 4]". Storage textures have one level. */
static void say_texel(StrBuf *b, const CheckObserver *c, uint32_t object, uint64_t byte) {
    const EngineTexture *t = c->texture[object];
    const Type *type = c->module->objects.at[object].type;
    const EngineLevel *l = &t->level[0];
    uint64_t at = byte / (t->format->layout.channels * 4u) * t->format->layout.bytes - l->offset;
    uint64_t x = at % l->row / t->format->layout.bytes, y = at % l->slice / l->row;
    strbuf_addf(b, "%.*s[%llu", STR_ARG(c->module->objects.at[object].name), (unsigned long long)x);
    if (type->texture_dim != TEXTURE_1D)
        strbuf_addf(b, ", %llu", (unsigned long long)y);
    if (type->texture_dim == TEXTURE_2D_ARRAY || type->texture_dim == TEXTURE_3D)
        strbuf_addf(b, ", %llu", (unsigned long long)(at / l->slice));
    strbuf_addc(b, ']');
}

static Str name_word(const Told *t) {
    const IrObject *o = &t->c->module->objects.at[t->access[0]->object];
    uint64_t byte = (uint64_t)t->pair->first.word << t->c->table.object[t->access[0]->object].shift;
    StrBuf b = {.arena = t->c->arena};
    if (is_texture(t)) {
        say_texel(&b, t->c, t->access[0]->object, byte);
        return strbuf_str(&b);
    }
    ir_address_name(&b, t->c->module, t->access[0]->object,
                    o->space == SPACE_WORKGROUP ? byte - o->offset : byte);
    return strbuf_str(&b);
}

static Told tell_pair(CheckObserver *c, const ClashPair *p) {
    const SharedAccess *a = &c->table.access.at[p->a], *b = &c->table.access.at[p->b];
    bool swap = !access_writes(a->kind) && access_writes(b->kind);
    Told t = {.c = c,
              .pair = p,
              .access = {swap ? b : a, swap ? a : b},
              .same_value = p->same == p->count};
    for (int i = 0; i < 2; i++) {
        t.lane[i] = p->first.lane[i ^ swap];
        t.workgroup[i] = p->first.workgroup[i ^ swap];
    }
    Span x = check_span(c, t.access[0]->site), y = check_span(c, t.access[1]->site);
    t.same_place = x.start == y.start && x.end == y.end;
    t.where = name_word(&t);
    return t;
}

/* "invocation 3", "invocation 3 of workgroup 1" */
static void say_who(StrBuf *b, const Told *t, int i) {
    say_invocation(b, t->c, t->lane[i]);
    if (t->pair->within)
        return;
    strbuf_addf(b, " of ");
    say_workgroup(b, t->c, t->workgroup[i]);
}

/* "stores 2.5", "loads it", "does atomicAdd" */
static void say_what(StrBuf *b, const Told *t, int i, bool both) {
    const SharedAccess *a = t->access[i];
    const Meeting *m = &t->pair->first;
    bool value = m->has_value && access_stores(a->kind) && (both ? t->same_value : i == 0);
    if (is_atomic(a)) {
        strbuf_addf(b, "%s %s", both ? "do" : "does", atomic_functions[a->kind - KIND_ATOMIC]);
        if (value)
            strbuf_addf(b, " of ");
    } else {
        strbuf_addf(b, "%s%s ", a->kind == KIND_LOAD ? "load" : "store", both ? "" : "s");
        if (!value)
            strbuf_addf(b, "it");
    }
    if (value)
        say_value(b, a->type, m->value);
}

/* Where it is not known which workgroups met. */
static void say_several(StrBuf *b, const Told *t) {
    if (t->access[0] == t->access[1]) {
        strbuf_addf(b, "invocations of several workgroups ");
        say_what(b, t, 0, true);
        strbuf_addf(b, " here");
        return;
    }
    strbuf_addf(b, "an invocation ");
    say_what(b, t, 0, false);
    strbuf_addf(b, " here and one of another workgroup ");
    say_what(b, t, 1, false);
    strbuf_addf(b, " at line %u", check_line(t->c, t->access[1]->site));
}

static void say_meeting(StrBuf *b, const Told *t) {
    if (t->pair->first.several) {
        say_several(b, t);
        return;
    }
    say_who(b, t, 0);
    if (t->access[0] == t->access[1]) {
        strbuf_addf(b, " and ");
        say_who(b, t, 1);
        strbuf_addf(b, " both ");
        say_what(b, t, 0, true);
        strbuf_addf(b, " here");
    } else {
        strbuf_addc(b, ' ');
        say_what(b, t, 0, false);
        strbuf_addf(b, " here and ");
        say_who(b, t, 1);
        strbuf_addc(b, ' ');
        say_what(b, t, 1, false);
        strbuf_addf(b, " at line %u", check_line(t->c, t->access[1]->site));
    }
    if (!t->pair->within)
        return;
    strbuf_addf(b, ", both of ");
    say_workgroup(b, t->c, t->workgroup[0]);
}

/* What there is between them that does not order them. */
static void say_reason(StrBuf *b, const Told *t) {
    if (t->access[0]->vector_bytes || t->access[1]->vector_bytes)
        strbuf_addf(b, "; a store of one component may write the whole vector");
    if (!t->pair->within)
        strbuf_addf(b, "; nothing orders the workgroups of a dispatch, neither barriers nor "
                       "atomics");
    else if (t->pair->first.other_barrier && is_texture(t))
        strbuf_addf(b, "; the barrier between them does not order textures");
    else if (t->pair->first.other_barrier)
        strbuf_addf(b, "; a %s does not order %s memory",
                    in_workgroup(t) ? "storageBarrier()" : "workgroupBarrier()",
                    in_workgroup(t) ? "workgroup" : "storage");
    else if (t->c->module->uses_subgroups && t->access[0] != t->access[1])
        strbuf_addf(b, "; subgroup operations order no memory");
}

/* Do they stand in one loop with a barrier that orders them within a turn? */
static bool of_different_turns(const Told *t) {
    uint32_t barrier = in_workgroup(t) ? IR_BARRIER_WORKGROUP
                       : is_texture(t) ? IR_BARRIER_TEXTURE
                                       : IR_BARRIER_STORAGE;
    return turns_are_apart(t->c->module, check_span(t->c, t->access[0]->site),
                           check_span(t->c, t->access[1]->site), barrier);
}

static void say_cure(StrBuf *b, const Told *t) {
    if (t->access[0] == t->access[1])
        strbuf_addf(b, ": let one of them store, give each its own element, or use an atomic");
    else if (t->same_place)
        strbuf_addf(b, ": use an atomic, or an element for each invocation");
    else if (t->pair->within && of_different_turns(t))
        strbuf_addf(b,
                    "; the barrier between them orders them within a turn of the loop, not one "
                    "turn and the next: put a %s at the end of the loop's body, too",
                    barrier_of(t));
    else if (t->pair->within)
        strbuf_addf(b, ": put a %s between them", barrier_of(t));
    else
        strbuf_addf(b, ": do one of them in a later dispatch");
    if (t->pair->within && t->pair->across)
        strbuf_addf(b, "; invocations of different workgroups meet, too, which no barrier orders");
}

static Str say_pair(const Told *t, bool order) {
    StrBuf b = {.arena = t->c->arena};
    if (order)
        strbuf_addf(&b,
                    "what is left in '%.*s' depends on the order of atomics: ", STR_ARG(t->where));
    else
        strbuf_addf(&b, "data race on '%.*s'%s: ", STR_ARG(t->where),
                    t->same_value ? ", of equal values" : "");
    say_meeting(&b, t);
    say_reason(&b, t);
    if (!order)
        say_cure(&b, t);
    else if (t->pair->within)
        strbuf_addf(&b, ", with no %s between", barrier_of(t));
    return strbuf_str(&b);
}

static Str say_other(const Told *t) {
    const SharedAccess *a = t->access[1];
    StrBuf b = {.arena = t->c->arena};
    if (is_atomic(a))
        strbuf_addf(&b, "the other atomic is here");
    else
        strbuf_addf(&b, "'%.*s' is %s here", STR_ARG(t->c->module->objects.at[a->object].name),
                    a->kind == KIND_LOAD ? "loaded" : "stored");
    return strbuf_str(&b);
}

static void add_pair_data(const Told *t, CheckFinding *f) {
    const Meeting *m = &t->pair->first;
    const IrObject *o = &t->c->module->objects.at[t->access[0]->object];
    double byte = (double)m->word * (1u << t->c->table.object[t->access[0]->object].shift);
    check_add_datum(t->c, f, "offset", o->space == SPACE_WORKGROUP ? byte - o->offset : byte);
    check_add_datum(t->c, f, "same_value", t->same_value);
    check_add_datum(t->c, f, "within_workgroup", t->pair->within);
    check_add_datum(t->c, f, "across_workgroups", t->pair->across);
    if (m->several)
        return;
    check_add_datum(t->c, f, "workgroup", t->workgroup[0]);
    check_add_datum(t->c, f, "invocation", t->lane[0] - 1);
    check_add_datum(t->c, f, "other_workgroup", t->workgroup[1]);
    check_add_datum(t->c, f, "other_invocation", t->lane[1] - 1);
}

static void write_pair(CheckObserver *c, const ClashPair *p) {
    Told t = tell_pair(c, p);
    bool order = is_atomic(t.access[0]) && is_atomic(t.access[1]);
    CheckFinding *f = check_add_finding(c, order ? "order-dependent-atomics" : "data-race",
                                        order || t.same_value ? SEVERITY_WARNING : SEVERITY_ERROR,
                                        t.access[0]->site, p->count);
    f->message = say_pair(&t, order);
    add_pair_data(&t, f);
    if (t.same_place)
        return;
    f->has_other = true;
    f->other = check_span(c, t.access[1]->site);
    f->other_message = say_other(&t);
}

/* ---- out of bounds ---- */

/* The invocation's global id, as far as it has dimensions. */
void check_say_global_id(StrBuf *b, const CheckObserver *c, Invocation i) {
    const uint32_t *size = c->module->workgroup_size, *groups = c->workgroups;
    uint32_t lane[3] = {i.lane % size[0], i.lane / size[0] % size[1], i.lane / size[0] / size[1]};
    uint32_t group[3] = {i.workgroup % groups[0], i.workgroup / groups[0] % groups[1],
                         i.workgroup / groups[0] / groups[1]};
    uint32_t id[3];
    for (int k = 0; k < 3; k++)
        id[k] = group[k] * size[k] + lane[k];
    if (size[2] * groups[2] > 1)
        strbuf_addf(b, "(%u, %u, %u)", id[0], id[1], id[2]);
    else if (size[1] * groups[1] > 1)
        strbuf_addf(b, "(%u, %u)", id[0], id[1]);
    else
        strbuf_addf(b, "%u", id[0]);
}

static bool is_line(const CheckObserver *c) {
    const uint32_t *size = c->module->workgroup_size, *groups = c->workgroups;
    return size[1] * groups[1] == 1 && size[2] * groups[2] == 1;
}

/* "invocations 42 to 63", "invocation 7", "12 invocations from (3, 0) to (9, 4)" */
static void say_invocations(StrBuf *b, const CheckObserver *c, const Fault *f) {
    uint64_t lanes =
        c->module->workgroup_size[0] * c->module->workgroup_size[1] * c->module->workgroup_size[2];
    uint64_t range = (f->last.workgroup * lanes + f->last.lane) -
                     (f->first.workgroup * lanes + f->first.lane) + 1;
    if (f->invocations == 1)
        strbuf_addf(b, "invocation ");
    else if (is_line(c) && range == f->invocations)
        strbuf_addf(b, "invocations ");
    else
        strbuf_addf(b, "%llu invocations from ", (unsigned long long)f->invocations);
    check_say_global_id(b, c, f->first);
    if (f->invocations > 1) {
        strbuf_addf(b, " to ");
        check_say_global_id(b, c, f->last);
    }
}

/* Indices are unsigned when they are checked: -1 is a very large one. */
static void say_index(StrBuf *b, uint32_t index) {
    if (index >> 31)
        strbuf_addf(b, "%u (or %d)", index, (int32_t)index);
    else
        strbuf_addf(b, "%u", index);
}

static void finish_out_of_bounds(CheckObserver *c, CheckFinding *found, const Fault *f,
                                 StrBuf *message) {
    found->message = strbuf_str(message);
    check_add_datum(c, found, "times", (double)f->count);
    if (!f->has_index)
        return;
    check_add_datum(c, found, "index", f->operand[0]);
    check_add_datum(c, found, "length", f->operand[1]);
}

static void write_out_of_bounds(CheckObserver *c, const Fault *f) {
    static const char *const what[] = {"load", "store", "atomic"};
    const IrObject *o = &c->module->objects.at[f->object];
    CheckFinding *found =
        check_add_finding(c, "out-of-bounds", SEVERITY_ERROR, f->site, f->invocations);
    StrBuf b = {.arena = c->arena};
    strbuf_addf(&b, "%s of '%.*s' out of bounds: ", what[f->way], STR_ARG(o->name));
    if (f->has_index) {
        strbuf_addf(&b, "index ");
        say_index(&b, f->operand[0]);
        strbuf_addf(&b, " of %u elements, ", f->operand[1]);
    }
    strbuf_addf(&b, "by ");
    say_invocations(&b, c, f);
    if (o->space == SPACE_HANDLE) {
        strbuf_addf(&b, "; %s",
                    f->way == MEMORY_LOAD ? "a device may load another texel instead, or zeros"
                                          : "nothing is stored");
        finish_out_of_bounds(c, found, f, &b);
        return;
    }
    strbuf_addf(&b, "; a device may use another element instead, as '");
    ir_address_name(&b, c->module, f->object,
                    o->space == SPACE_WORKGROUP ? f->used - o->offset : f->used);
    strbuf_addf(&b, "', or %s", f->way == MEMORY_LOAD ? "read 0" : "none");
    finish_out_of_bounds(c, found, f, &b);
}

/* ---- operations ---- */

static void say_operands(StrBuf *b, const Fault *f) {
    for (uint32_t i = 1; i < f->operands; i++) {
        strbuf_addf(b, i == 1 ? "" : i + 1 < f->operands ? ", " : " and ");
        say_value(b, f->type, f->operand[i]);
    }
}

static void say_division(StrBuf *b, const Fault *f) {
    bool remainder = f->way == FAULT_OPERATION + IRW_REMAINDER, zero = f->operand[1] == 0;
    strbuf_addf(b, "integer %s ", remainder ? "remainder" : "division");
    if (zero)
        strbuf_addf(b, "by zero, of ");
    else
        strbuf_addf(b, "by -1 of ");
    say_value(b, f->type, f->operand[0]);
    if (!zero)
        strbuf_addf(b, ", whose negative is no i32");
    strbuf_addf(b, ": WGSL gives %s", remainder ? "0" : "the dividend");
}

static void say_shift(StrBuf *b, const Fault *f) {
    strbuf_addf(b, "shift by %u bits of a value of 32: WGSL shifts by %u", f->operand[1],
                f->operand[1] % 32);
}

static void say_conversion(StrBuf *b, const Fault *f) {
    strbuf_addf(b, "conversion to %s of ", f->type == IR_U32 ? "u32" : "i32");
    say_value(b, IR_F32, f->operand[0]);
    float value = f32_from_bits(f->operand[0]);
    strbuf_addf(b, value != value ? ", which is no number: WGSL gives 0"
                                  : ", which is out of its range: WGSL gives the nearest value");
}

static void say_f16_index(StrBuf *b, const Fault *f) {
    strbuf_addf(b, "index of ");
    say_value(b, IR_F16, f->operand[0]);
    strbuf_addf(b, " made of an f16, which cannot tell whole numbers apart beyond 2048");
}

static void say_non_finite(StrBuf *b, const Fault *f) {
    say_value(b, f->type, f->operand[0]);
    strbuf_addf(b, " is born here");
    if (f->operands > 1) {
        strbuf_addf(b, " of ");
        say_operands(b, f);
    }
}

static const struct {
    const char *rule;
    void (*say)(StrBuf *b, const Fault *f);
} operations[IRW_COUNT] = {
    [IRW_DIVISION] = {"integer-division", say_division},
    [IRW_REMAINDER] = {"integer-division", say_division},
    [IRW_SHIFT] = {"shift-range", say_shift},
    [IRW_CONVERSION] = {"conversion-range", say_conversion},
    [IRW_F16_INDEX] = {"f16-index", say_f16_index},
    [IRW_NON_FINITE] = {"non-finite", say_non_finite},
};

static void write_operation(CheckObserver *c, const Fault *f) {
    uint32_t watch = f->way - FAULT_OPERATION;
    CheckFinding *found =
        check_add_finding(c, operations[watch].rule, SEVERITY_WARNING, f->site, f->invocations);
    StrBuf b = {.arena = c->arena};
    operations[watch].say(&b, f);
    strbuf_addf(&b, "; by ");
    say_invocations(&b, c, f);
    found->message = strbuf_str(&b);
    check_add_datum(c, found, "times", (double)f->count);
}

/* ---- invocations that do nothing ---- */

/* A tail of the last workgroup is no waste; an eighth of all is. */
static bool are_many(const UnusedCount *n) {
    return n->unused * 8 > n->invocations;
}

static void write_unused(CheckObserver *c) {
    const UnusedCount *n = &c->unused;
    CheckFinding *f = check_add_finding(c, "unused-invocations", SEVERITY_NOTE, 0, n->unused);
    f->span = c->module->entry;
    StrBuf b = {.arena = c->arena};
    strbuf_addf(&b, "%llu of %llu invocations (%.0f %%) end without having stored anything",
                (unsigned long long)n->unused, (unsigned long long)n->invocations,
                100.0 * (double)n->unused / (double)n->invocations);
    if (n->groups)
        strbuf_addf(&b, ", among them all of %llu workgroups", (unsigned long long)n->groups);
    strbuf_addf(&b, "; the first is invocation ");
    check_say_global_id(&b, c, n->first);
    f->message = strbuf_str(&b);
    check_add_datum(c, f, "unused", (double)n->unused);
    check_add_datum(c, f, "invocations", (double)n->invocations);
    check_add_datum(c, f, "workgroups", (double)n->groups);
}

/* ---- all ---- */

static int compare_findings(const void *x, const void *y) {
    const CheckFinding *a = x, *b = y;
    const uint32_t by[][2] = {{a->span.start, b->span.start},
                              {a->span.end, b->span.end},
                              {a->other.start, b->other.start},
                              {a->other.end, b->other.end}};
    for (int i = 0; i < 4; i++)
        if (by[i][0] != by[i][1])
            return by[i][0] < by[i][1] ? -1 : 1;
    int rule = strcmp(a->rule, b->rule);
    if (rule || a->severity != b->severity)
        return rule ? rule : (int)b->severity - (int)a->severity;
    int length = (int)a->message.len - (int)b->message.len;
    return length ? length : memcmp(a->message.at, b->message.at, a->message.len);
}

static bool same_finding(const CheckFinding *a, const CheckFinding *b) {
    return strcmp(a->rule, b->rule) == 0 && a->span.start == b->span.start &&
           a->span.end == b->span.end && a->other.start == b->other.start &&
           a->other.end == b->other.end;
}

/* One finding for a pair of places: two sites may be one place in the source. The one that comes
 * first in the order stays. */
static void join_findings(CheckResult *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->findings.len; i++) {
        if (n && same_finding(&r->findings.at[n - 1], &r->findings.at[i]))
            r->findings.at[n - 1].count += r->findings.at[i].count;
        else
            r->findings.at[n++] = r->findings.at[i];
    }
    r->more = n > CHECK_MOST_FINDINGS ? n - CHECK_MOST_FINDINGS : 0;
    r->findings.len = n - (uint32_t)r->more;
}

void check_write_findings(CheckObserver *c) {
    c->result = (CheckResult){0};
    for (uint32_t i = 0; i < c->pairs.slots; i++)
        if (c->pairs.at[i].count)
            write_pair(c, &c->pairs.at[i]);
    for (uint32_t i = 0; i < c->faults.faults; i++)
        (c->faults.at[i].way < FAULT_OPERATION ? write_out_of_bounds
                                               : write_operation)(c, &c->faults.at[i]);
    for (uint32_t i = 0; i < c->divergences.len; i++)
        check_write_divergence(c, &c->divergences.at[i]);
    for (uint32_t i = 0; i < c->progress.waits; i++)
        check_write_wait(c, &c->progress.wait[i]);
    if (are_many(&c->unused))
        write_unused(c);
    if (c->result.findings.len)
        qsort(c->result.findings.at, c->result.findings.len, sizeof c->result.findings.at[0],
              compare_findings);
    join_findings(&c->result);
}
