/* Alias analysis: a call must not hand a function two ways to one memory location, if the function
 * writes through either (the specification's "Alias Analysis").
 *
 * Functions are summarised callees first: which module-scope variables and which of its pointer
 * parameters each reads and writes, itself or through calls. Only modules that have pointer
 * parameters need any of this.
 */
#include "wgsl/analysis.h"

typedef enum Access { ACCESS_READS = 1, ACCESS_WRITES = 2 } Access;

typedef struct Summary {
    uint64_t *variable_read, *variable_written; /* bits by variable number */
    uint64_t param_read[PARAM_WORDS], param_written[PARAM_WORDS];
} Summary;

typedef struct Analysis {
    Module *m;
    Summary *summary;     /* by Decl.index of functions */
    uint32_t *variable;   /* by Decl.index: 1 + number of a variable that can be written, or 0 */
    uint32_t words;       /* of a set of variables */
    const Decl *function; /* that is being walked */
} Analysis;

/* Number of a module-scope variable that can be written; false for what else there is. */
static bool variable_number(const Analysis *a, const Decl *d, uint32_t *number) {
    if (d->kind != DECL_VAR || !d->module_scope || !a->variable[d->index])
        return false;
    *number = a->variable[d->index] - 1;
    return true;
}

static bool param_number(const Analysis *a, const Decl *d, uint32_t *number) {
    for (uint32_t i = 0; d->kind == DECL_PARAM && i < a->function->params.len; i++) {
        if (a->function->params.at[i] == d) {
            *number = i;
            return true;
        }
    }
    return false;
}

static void note_access(Analysis *a, const Decl *root, uint32_t access) {
    Summary *s = &a->summary[a->function->index];
    uint32_t n;
    if (!root)
        return;
    if (variable_number(a, root, &n)) {
        if (access & ACCESS_READS)
            wgsl_add_bit(s->variable_read, n);
        if (access & ACCESS_WRITES)
            wgsl_add_bit(s->variable_written, n);
    } else if (param_number(a, root, &n)) {
        if (access & ACCESS_READS)
            wgsl_add_bit(s->param_read, n);
        if (access & ACCESS_WRITES)
            wgsl_add_bit(s->param_written, n);
    }
}

/* ---- calls ---- */

static uint32_t builtin_access(Builtin b) {
    if (b == BUILTIN_workgroupUniformLoad || b == BUILTIN_atomicLoad)
        return ACCESS_READS;
    if (b == BUILTIN_atomicStore)
        return ACCESS_WRITES;
    return builtin_info[b].flags & BF_ATOMIC ? ACCESS_READS | ACCESS_WRITES : 0;
}

static uint32_t param_access(const Summary *s, uint32_t i) {
    return (wgsl_has_bit(s->param_read, i) ? ACCESS_READS : 0u) |
           (wgsl_has_bit(s->param_written, i) ? ACCESS_WRITES : 0u);
}

/* Two arguments with one root: both used, and one of them written. */
static void check_pair(Analysis *a, const Expr *call, const Decl *root, uint32_t i, uint32_t j) {
    const Summary *s = &a->summary[call->function->index];
    uint32_t written = wgsl_has_bit(s->param_written, i) ? i : j;
    if (!param_access(s, i) || !param_access(s, j) || !wgsl_has_bit(s->param_written, written))
        return;
    const Decl *p = call->function->params.at[written];
    Diag *d = error(a->m->diags, CODE_ALIASING, call->args.at[j]->span,
                    "'%.*s' gets two pointers to '%.*s', and writes through one of them",
                    STR_ARG(call->function->name), STR_ARG(root->name));
    diag_note(a->m->diags, d, call->args.at[i]->span, "the other pointer is this argument");
    diag_note(a->m->diags, d, p->name_span, "parameter '%.*s' is written", STR_ARG(p->name));
}

/* An argument that points into a variable which the function also uses by name. */
static void check_variable(Analysis *a, const Expr *call, const Decl *root, uint32_t i) {
    const Summary *s = &a->summary[call->function->index];
    uint32_t n, access = param_access(s, i);
    if (!variable_number(a, root, &n))
        return;
    bool read = wgsl_has_bit(s->variable_read, n), written = wgsl_has_bit(s->variable_written, n);
    if (!((access & ACCESS_WRITES) && (read || written)) && !((access & ACCESS_READS) && written))
        return;
    const Decl *p = call->function->params.at[i];
    Diag *d =
        error(a->m->diags, CODE_ALIASING, call->args.at[i]->span,
              "'%.*s' gets a pointer to '%.*s', which it %s by name as well",
              STR_ARG(call->function->name), STR_ARG(root->name), written ? "writes" : "reads");
    diag_note(a->m->diags, d, p->name_span, "parameter '%.*s' is %s", STR_ARG(p->name),
              access & ACCESS_WRITES ? "written" : "read");
}

static void user_call(Analysis *a, const Expr *call) {
    Summary *own = &a->summary[a->function->index];
    const Summary *callee = &a->summary[call->function->index];
    for (uint32_t w = 0; w < a->words; w++) {
        own->variable_read[w] |= callee->variable_read[w];
        own->variable_written[w] |= callee->variable_written[w];
    }
    const Decl *root[PARAM_WORDS * 64] = {0};
    for (uint32_t i = 0; i < call->args.len && i < PARAM_WORDS * 64; i++) {
        const Expr *arg = call->args.at[i];
        if (!arg->type || arg->type->kind != TYPE_POINTER || !(root[i] = wgsl_root(arg)))
            continue;
        note_access(a, root[i], param_access(callee, i));
        check_variable(a, call, root[i], i);
        for (uint32_t k = 0; k < i; k++)
            if (root[k] == root[i])
                check_pair(a, call, root[i], k, i);
    }
}

/* ---- expressions and statements ---- */

static void expression(void *context, Expr *e) {
    Analysis *a = context;
    if (wgsl_is_load(e))
        note_access(a, wgsl_root(e), ACCESS_READS);
    if (e->call_kind == CALL_FUNCTION)
        user_call(a, e);
    else if (e->call_kind == CALL_BUILTIN && e->args.len && builtin_access(e->builtin))
        note_access(a, wgsl_root(e->args.at[0]), builtin_access(e->builtin));
}

static void statement(void *context, Stmt *s) {
    Analysis *a = context;
    if (s->kind == STMT_INCREMENT || s->kind == STMT_DECREMENT)
        note_access(a, wgsl_root(s->left), ACCESS_READS | ACCESS_WRITES);
    if (s->kind == STMT_ASSIGN && s->left)
        note_access(a, wgsl_root(s->left),
                    s->op == BINARY_NONE ? ACCESS_WRITES : ACCESS_READS | ACCESS_WRITES);
    if (s->kind == STMT_DECL && s->decl->kind == DECL_LET)
        wgsl_root(s->decl->init); /* in order, so that each chain of lets is one step long */
    Expr *parts[] = {s->left, s->right,    s->condition,
                     s->call, s->break_if, s->decl ? s->decl->init : NULL};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        wgsl_visit_expr(parts[i], expression, a);
    wgsl_visit_parts(s, statement, a);
}

/* ---- the module ---- */

static bool has_pointer_params(const Module *m) {
    for (uint32_t i = 0; i < m->functions.len; i++) {
        const Decl *f = m->functions.at[i];
        for (uint32_t k = 0; k < f->params.len; k++)
            if (f->params.at[k]->type && f->params.at[k]->type->kind == TYPE_POINTER)
                return true;
    }
    return false;
}

static void number_variables(Analysis *a) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->m->variables.len; i++) {
        const Decl *v = a->m->variables.at[i];
        if (v->space == SPACE_PRIVATE || v->space == SPACE_WORKGROUP ||
            (v->space == SPACE_STORAGE && v->access != ACCESS_READ))
            a->variable[v->index] = ++count;
    }
    a->words = (count + 63) / 64;
}

void wgsl_aliasing(Module *m) {
    if (!has_pointer_params(m))
        return;
    Analysis a = {.m = m,
                  .summary = arena_array(m->arena, Summary, m->decls.len),
                  .variable = arena_array(m->arena, uint32_t, m->decls.len)};
    number_variables(&a);
    for (uint32_t i = 0; i < m->functions.len; i++) {
        a.function = m->functions.at[i];
        Summary *s = &a.summary[a.function->index];
        s->variable_read = arena_array(m->arena, uint64_t, a.words);
        s->variable_written = arena_array(m->arena, uint64_t, a.words);
        statement(&a, a.function->body);
    }
}
