/* Resolution: from names to what they name, and the order that the rest needs.
 *
 * One walk over every declaration gives each identifier its meaning: a name of an enclosing block,
 * else one of the module, else one that WGSL predeclares. One map from each name of the text to a
 * Symbol holds all it may mean; leaving a block undoes what was declared in it. The walk also notes
 * which module-scope declarations each one uses; a depth-first search over those gives
 * Module.order, in which a declaration stands after all it uses, and finds the cycles that WGSL
 * forbids. The search keeps its own stack, since a shader may chain as many declarations as it
 * likes.
 */
#include "lang/codes.h"
#include "wgsl/nearest.h"
#include "wgsl/predeclared.h"
#include "wgsl/wgsl.h"

/* A use of one module-scope declaration in another. */
typedef struct Use {
    Decl *decl;
    Span span;
} Use;
typedef VEC(Use) UseList;

/* What a name means in a function, and what it meant outside the block that declares it. */
typedef struct Binding Binding;
struct Binding {
    Decl *decl;
    uint32_t depth;
    Binding *outer;
};

/* All that a name may mean, what hides the rest first. */
typedef struct Symbol {
    Binding *local;
    Decl *module_scope;
    const Predeclared *predeclared;
    const BuiltinInfo *builtin;
} Symbol;

typedef struct Local {
    Symbol *symbol;
    uint32_t depth;
} Local;

typedef struct Resolver {
    Module *m;
    Map symbols;         /* name -> Symbol, of the names in the text */
    Map predeclared;     /* name -> Predeclared */
    Map builtins;        /* name -> BuiltinInfo */
    VEC(Local) declared; /* in the blocks that are open */
    uint32_t depth;      /* of open blocks */
    Decl *current;       /* the module-scope declaration that is walked */
    UseList *uses;       /* by Decl.index */
    Decl **used_by;      /* by Decl.index: the last declaration that noted a use of it */
    uint32_t suggestions;
} Resolver;

/* Looking for what was meant compares with every name in reach; so only the first few do. */
enum { MOST_SUGGESTIONS = 16, MOST_LINKS = 16 };

/* ---- names ---- */

static Symbol *symbol_of(Resolver *r, Str name) {
    Symbol *s = map_get(&r->symbols, name);
    if (s)
        return s;
    s = arena_new(r->m->arena, Symbol);
    s->predeclared = map_get(&r->predeclared, name);
    s->builtin = map_get(&r->builtins, name);
    map_set(&r->symbols, name, s);
    return s;
}

/* ---- scopes ---- */

static void open_block(Resolver *r) {
    r->depth++;
}

static void close_block(Resolver *r) {
    while (r->declared.len && vec_last(&r->declared).depth == r->depth) {
        Symbol *s = vec_pop(&r->declared).symbol;
        s->local = s->local->outer;
    }
    r->depth--;
}

static void redeclared(Resolver *r, const Decl *d, const Decl *first) {
    Diag *diag = error(r->m->diags, CODE_REDECLARED, d->name_span,
                       "'%.*s' is already declared in this scope", STR_ARG(d->name));
    diag_note(r->m->diags, diag, first->name_span, "first declared here");
}

static void declare_local(Resolver *r, Decl *d) {
    Symbol *s = symbol_of(r, d->name);
    Binding *outer = s->local;
    if (outer && outer->depth == r->depth) {
        redeclared(r, d, outer->decl);
        return;
    }
    Binding *b = arena_new(r->m->arena, Binding);
    *b = (Binding){.decl = d, .depth = r->depth, .outer = outer};
    s->local = b;
    vec_push(r->m->arena, &r->declared, (Local){s, r->depth});
}

/* ---- identifiers ---- */

static Str suggestion(Resolver *r, Str wanted) {
    if (r->suggestions++ >= MOST_SUGGESTIONS)
        return (Str){0};
    Nearest nearest = nearest_to(wanted);
    for (uint32_t i = 0; i < r->declared.len; i++)
        nearest_consider(&nearest, r->declared.at[i].symbol->local->decl->name);
    for (uint32_t i = 0; i < r->m->decls.len; i++)
        nearest_consider(&nearest, r->m->decls.at[i]->name);
    const Map *maps[] = {&r->predeclared, &r->builtins};
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < maps[k]->entry.len; i++)
            nearest_consider(&nearest, maps[k]->entry.at[i].key);
    }
    return nearest.best;
}

/* What WGSL has for a name of another language, or NULL. */
static const char *translation(Str name) {
    static const struct {
        const char *name, *what;
    } foreign[] = {
#define FOREIGN(name, what) {#name, what},
#include "wgsl/foreign.def"
#undef FOREIGN
    };
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (str_is(name, foreign[i].name))
            return foreign[i].what;
    return NULL;
}

static void unresolved(Resolver *r, Expr *e) {
    const char *known = translation(e->ident.name);
    Str better = known ? (Str){0} : suggestion(r, e->ident.name);
    Diag *d = error(r->m->diags, CODE_UNRESOLVED, e->ident.name_span, "'%.*s' is not declared",
                    STR_ARG(e->ident.name));
    if (known)
        diag_note(r->m->diags, d, e->ident.name_span, "WGSL has %s for it", known);
    else if (better.len)
        diag_note(r->m->diags, d, e->ident.name_span, "did you mean '%.*s'?", STR_ARG(better));
}

static void note_use(Resolver *r, Decl *used, Span span) {
    Decl *by = r->current;
    if (r->used_by[used->index] == by)
        return;
    r->used_by[used->index] = by;
    vec_push(r->m->arena, &r->uses[by->index], (Use){used, span});
    if (by->kind != DECL_FUNCTION)
        return;
    if (used->kind == DECL_FUNCTION)
        vec_push(r->m->arena, &by->calls, used);
    else if (used->kind == DECL_VAR || used->kind == DECL_OVERRIDE)
        vec_push(r->m->arena, &by->uses, used);
}

static void resolve_ident(Resolver *r, Expr *e) {
    const Symbol *s = symbol_of(r, e->ident.name);
    if (s->local) {
        e->ident_kind = IDENT_DECL;
        e->decl = s->local->decl;
    } else if (s->module_scope) {
        e->ident_kind = IDENT_DECL;
        e->decl = s->module_scope;
        note_use(r, e->decl, e->ident.name_span);
    } else if (s->predeclared) {
        e->ident_kind = predeclared_is_enumerant(s->predeclared) ? IDENT_ENUMERANT : IDENT_TYPE;
        e->enumerant = (uint32_t)(s->predeclared - predeclared);
    } else if (s->builtin) {
        e->ident_kind = IDENT_BUILTIN;
        e->builtin = (Builtin)(s->builtin - builtin_info);
    } else {
        unresolved(r, e);
    }
}

static void resolve_expr(Resolver *r, Expr *e);

static void resolve_list(Resolver *r, const ExprList *l) {
    for (uint32_t i = 0; i < l->len; i++)
        resolve_expr(r, l->at[i]);
}

static void resolve_expr(Resolver *r, Expr *e) {
    if (!e)
        return;
    if (e->kind == EXPR_IDENT) {
        resolve_ident(r, e);
        resolve_list(r, &e->ident.template_args);
    }
    resolve_expr(r, e->left);
    resolve_expr(r, e->right);
    resolve_list(r, &e->args);
}

/* The arguments of these are names of their own, not identifiers of the module. */
static bool has_names_for_arguments(Str attribute) {
    return str_is(attribute, "builtin") || str_is(attribute, "interpolate") ||
           str_is(attribute, "diagnostic");
}

static void resolve_attributes(Resolver *r, const AttributeList *l) {
    for (uint32_t i = 0; i < l->len; i++) {
        if (!has_names_for_arguments(l->at[i].name))
            resolve_list(r, &l->at[i].args);
    }
}

/* ---- statements ---- */

static void resolve_stmt(Resolver *r, Stmt *s);

/* Everything of a declaration but its body. */
static void resolve_signature(Resolver *r, Decl *d) {
    resolve_attributes(r, &d->attributes);
    resolve_list(r, &d->template_args);
    resolve_expr(r, d->type_expr);
    resolve_expr(r, d->init);
    resolve_attributes(r, &d->result_attributes);
}

static void resolve_statements(Resolver *r, const Stmt *block) {
    for (uint32_t i = 0; i < block->list.len; i++)
        resolve_stmt(r, block->list.at[i]);
}

static void resolve_block(Resolver *r, Stmt *s) {
    open_block(r);
    resolve_statements(r, s);
    close_block(r);
}

/* The names of a loop's body are in scope in its continuing block. */
static void resolve_loop(Resolver *r, Stmt *s) {
    open_block(r);
    if (s->body)
        resolve_statements(r, s->body);
    open_block(r);
    if (s->continuing)
        resolve_statements(r, s->continuing);
    resolve_expr(r, s->break_if);
    close_block(r);
    close_block(r);
}

static void resolve_for(Resolver *r, Stmt *s) {
    open_block(r);
    resolve_stmt(r, s->init);
    resolve_expr(r, s->condition);
    resolve_stmt(r, s->update);
    resolve_stmt(r, s->body);
    close_block(r);
}

static void resolve_switch(Resolver *r, Stmt *s) {
    resolve_expr(r, s->condition);
    for (uint32_t i = 0; i < s->cases.len; i++) {
        resolve_list(r, &s->cases.at[i].selectors);
        resolve_stmt(r, s->cases.at[i].body);
    }
}

static void resolve_stmt(Resolver *r, Stmt *s) {
    if (!s)
        return;
    switch (s->kind) {
    case STMT_COMPOUND: resolve_block(r, s); return;
    case STMT_LOOP: resolve_loop(r, s); return;
    case STMT_FOR: resolve_for(r, s); return;
    case STMT_SWITCH: resolve_switch(r, s); return;
    case STMT_DECL:
        resolve_signature(r, s->decl);
        declare_local(r, s->decl);
        return;
    default: break;
    }
    resolve_expr(r, s->left);
    resolve_expr(r, s->right);
    resolve_expr(r, s->condition);
    resolve_expr(r, s->call);
    resolve_stmt(r, s->then);
    resolve_stmt(r, s->otherwise);
    resolve_stmt(r, s->body);
}

/* ---- declarations of the module ---- */

/* Parameters share the scope of the outermost block of the body. */
static void resolve_function(Resolver *r, Decl *d) {
    for (uint32_t i = 0; i < d->params.len; i++)
        resolve_signature(r, d->params.at[i]);
    open_block(r);
    for (uint32_t i = 0; i < d->params.len; i++)
        declare_local(r, d->params.at[i]);
    if (d->body)
        resolve_statements(r, d->body);
    close_block(r);
}

static void resolve_decl(Resolver *r, Decl *d) {
    r->current = d;
    resolve_signature(r, d);
    for (uint32_t i = 0; i < d->members.len; i++)
        resolve_signature(r, d->members.at[i]);
    if (d->kind == DECL_FUNCTION)
        resolve_function(r, d);
}

static void declare_module_scope(Resolver *r) {
    const DeclList *decls = &r->m->decls;
    for (uint32_t i = 0; i < decls->len; i++) {
        Decl *d = decls->at[i];
        d->index = i;
        if (d->kind == DECL_CONST_ASSERT)
            continue;
        Symbol *s = symbol_of(r, d->name);
        if (s->module_scope)
            redeclared(r, d, s->module_scope);
        else
            s->module_scope = d;
    }
}

static void declare_predeclared(Resolver *r) {
    map_reserve(&r->predeclared, predeclared_names);
    map_reserve(&r->builtins, BUILTIN_COUNT);
    for (uint32_t i = 0; i < predeclared_names; i++)
        map_set(&r->predeclared, str_from_c(predeclared[i].name), (void *)&predeclared[i]);
    for (uint32_t i = BUILTIN_NONE + 1; i < BUILTIN_COUNT; i++)
        map_set(&r->builtins, str_from_c(builtin_info[i].name), (void *)&builtin_info[i]);
}

/* ---- order ---- */

typedef enum Mark { UNSEEN, OPEN, DONE } Mark;

typedef struct Frame {
    Decl *decl;
    uint32_t next; /* of its uses */
} Frame;

typedef struct Search {
    Resolver *r;
    Mark *mark; /* by Decl.index */
    VEC(Frame) stack;
} Search;

static const char *kind_name(const Decl *d) {
    switch (d->kind) {
    case DECL_FUNCTION: return "function";
    case DECL_STRUCT: return "struct";
    case DECL_ALIAS: return "alias";
    case DECL_VAR: return "variable";
    case DECL_OVERRIDE: return "override";
    default: return "constant";
    }
}

/* The stack from `use.decl` upwards is a cycle, closed by `use`. */
static void report_cycle(Search *s, Use use) {
    DiagList *diags = s->r->m->diags;
    uint32_t first = s->stack.len - 1;
    while (s->stack.at[first].decl != use.decl)
        first--;
    bool functions = true;
    for (uint32_t i = first; i < s->stack.len; i++)
        functions &= s->stack.at[i].decl->kind == DECL_FUNCTION;
    Diag *d;
    if (functions)
        d = error(diags, CODE_RECURSION, use.decl->name_span,
                  "function '%.*s' calls itself, which WGSL forbids", STR_ARG(use.decl->name));
    else
        d = error(diags, CODE_CYCLE, use.decl->name_span, "%s '%.*s' depends on itself",
                  kind_name(use.decl), STR_ARG(use.decl->name));
    for (uint32_t i = first; i < s->stack.len; i++) {
        if (i == first + MOST_LINKS && i + 1 < s->stack.len) {
            diag_note(diags, d, use.span, "and so on, over %u more", s->stack.len - 1 - i);
            i = s->stack.len - 1;
        }
        const Frame *f = &s->stack.at[i];
        const Use *next = &s->r->uses[f->decl->index].at[f->next - 1];
        diag_note(diags, d, next->span, "%s '%.*s' uses '%.*s'", kind_name(f->decl),
                  STR_ARG(f->decl->name), STR_ARG(next->decl->name));
    }
}

static void visit(Search *s, Decl *root) {
    Arena *a = s->r->m->arena;
    if (s->mark[root->index] != UNSEEN)
        return;
    s->mark[root->index] = OPEN;
    vec_push(a, &s->stack, (Frame){root, 0});
    while (s->stack.len) {
        Frame *top = &vec_last(&s->stack);
        const UseList *uses = &s->r->uses[top->decl->index];
        if (top->next == uses->len) {
            s->mark[top->decl->index] = DONE;
            vec_push(a, &s->r->m->order, top->decl);
            s->stack.len--;
            continue;
        }
        Use use = uses->at[top->next++];
        Mark mark = s->mark[use.decl->index];
        if (mark == OPEN) {
            report_cycle(s, use);
        } else if (mark == UNSEEN) {
            s->mark[use.decl->index] = OPEN;
            vec_push(a, &s->stack, (Frame){use.decl, 0});
        }
    }
}

void wgsl_resolve(Module *m) {
    uint32_t n = m->decls.len;
    Arena *a = m->arena;
    Resolver r = {
        .m = m,
        .symbols = {.arena = a},
        .predeclared = {.arena = a},
        .builtins = {.arena = a},
        .uses = arena_array(a, UseList, n),
        .used_by = arena_array(a, Decl *, n),
    };
    declare_predeclared(&r);
    declare_module_scope(&r);
    for (uint32_t i = 0; i < n; i++)
        resolve_decl(&r, m->decls.at[i]);

    Search s = {.r = &r, .mark = arena_array(a, Mark, n)};
    for (uint32_t i = 0; i < n; i++)
        visit(&s, m->decls.at[i]);
}
