/* Unary and binary operators, by the table operators.def. */
#include "wgsl/check.h"

/* Where each operator's forms lie in one array, as in lang/builtins.c. */
enum {
#define ROW_AT(line)           ROW_##line
#define ROW(line)              ROW_AT(line)
#define UNARY(name, spelling)  UNARY_AT_##name,
#define BINARY(name, spelling) BINARY_AT_##name,
#define FORM(signature)        ROW(__LINE__),
#include "wgsl/operators.def"
#undef UNARY
#undef BINARY
#undef FORM
};

static const char *const forms[] = {
#define UNARY(name, spelling)  NULL,
#define BINARY(name, spelling) NULL,
#define FORM(signature)        signature,
#include "wgsl/operators.def"
#undef UNARY
#undef BINARY
#undef FORM
    NULL,
};

typedef struct Operator {
    const char *spelling;
    const char *const *forms;
} Operator;

static const Operator unary_operator[] = {
#define UNARY(name, spelling) [UNARY_##name] = {spelling, &forms[UNARY_AT_##name + 1]},
#define BINARY(name, spelling)
#define FORM(signature)
#include "wgsl/operators.def"
#undef UNARY
#undef BINARY
};

static const Operator binary_operator[] = {
#define UNARY(name, spelling)
#define BINARY(name, spelling) [BINARY_##name] = {spelling, &forms[BINARY_AT_##name + 1]},
#include "wgsl/operators.def"
#undef UNARY
#undef BINARY
#undef FORM
};

/* ---- pointers ---- */

static bool is_vector_component(const Expr *e) {
    if (e->kind == EXPR_MEMBER && e->swizzle_len)
        return true;
    if (e->kind != EXPR_INDEX)
        return false;
    const Type *base = e->left->type;
    return (base->kind == TYPE_REFERENCE || base->kind == TYPE_POINTER) &&
           base->element->kind == TYPE_VECTOR;
}

static void check_address(Checker *c, Expr *e) {
    check_expr(c, e->left);
    const Type *t = e->left->type;
    if (t->kind == TYPE_ERROR) {
        check_failed(c, e);
        return;
    }
    if (t->kind != TYPE_REFERENCE) {
        error(c->diags, CODE_TYPE_MISMATCH, e->span,
              "'&' needs a variable or a part of one, not a value of type '%.*s'",
              STR_ARG(t->name));
        check_failed(c, e);
        return;
    }
    if (is_vector_component(e->left)) {
        error(c->diags, CODE_TYPE_MISMATCH, e->span,
              "the address of a vector's component cannot be taken");
        check_failed(c, e);
        return;
    }
    e->type = type_pointer(c->t, (AddressSpace)t->space, t->element, (AccessMode)t->access);
    e->stage = STAGE_RUNTIME;
}

static void check_deref(Checker *c, Expr *e) {
    const Type *t = check_value(c, e->left);
    if (t->kind == TYPE_ERROR) {
        check_failed(c, e);
        return;
    }
    if (t->kind != TYPE_POINTER) {
        error(c->diags, CODE_TYPE_MISMATCH, e->span,
              "'*' needs a pointer, not a value of type '%.*s'", STR_ARG(t->name));
        check_failed(c, e);
        return;
    }
    e->type = type_reference(c->t, (AddressSpace)t->space, t->element, (AccessMode)t->access);
    e->stage = STAGE_RUNTIME;
}

/* ---- unary ---- */

void check_unary(Checker *c, Expr *e) {
    if (e->unary_op == UNARY_ADDRESS) {
        check_address(c, e);
        return;
    }
    if (e->unary_op == UNARY_DEREF) {
        check_deref(c, e);
        return;
    }
    const Type *t = check_value(c, e->left);
    if (t->kind == TYPE_ERROR) {
        check_failed(c, e);
        return;
    }
    const Operator *op = &unary_operator[e->unary_op];
    OverloadArgument arg = {t, e->left->stage == STAGE_CONST};
    Overload o;
    if (!overload_resolve(c->t, op->forms, &arg, 1, &o)) {
        error(c->diags, CODE_NO_OVERLOAD, e->operator_span,
              "operator '%s' does not take a value of type '%.*s'", op->spelling, STR_ARG(t->name));
        check_failed(c, e);
        return;
    }
    check_convert(c, e->left, o.param[0]);
    e->type = o.result;
    e->stage = e->left->stage;
    if (check_may_evaluate(c, e) && e->left->value)
        e->value = eval_unary(c->m, e->span, e->unary_op, e->left->value, e->type);
}

/* ---- binary ---- */

static bool resolve_binary(Checker *c, BinaryOp op, Span span, Expr *left, Expr *right,
                           Overload *o) {
    const Operator *found = &binary_operator[op];
    OverloadArgument args[] = {
        {left->final, left->stage == STAGE_CONST},
        {right->final, right->stage == STAGE_CONST},
    };
    if (overload_resolve(c->t, found->forms, args, 2, o))
        return true;
    Diag *d =
        error(c->diags, CODE_NO_OVERLOAD, span, "operator '%s' does not take '%.*s' and '%.*s'",
              found->spelling, STR_ARG(left->final->name), STR_ARG(right->final->name));
    diag_note(c->diags, d, left->span, "this is '%.*s'", STR_ARG(left->final->name));
    diag_note(c->diags, d, right->span, "this is '%.*s'", STR_ARG(right->final->name));
    return false;
}

/* Does the left operand's value decide, so that the right one is not evaluated? */
static bool short_circuits(const Expr *e) {
    if (!e->left->value || e->left->final->kind != TYPE_BOOL)
        return false;
    return (e->binary_op == BINARY_LOGICAL_AND && !e->left->value->b) ||
           (e->binary_op == BINARY_LOGICAL_OR && e->left->value->b);
}

static EvalStage later(EvalStage a, EvalStage b) {
    return a > b ? a : b;
}

static void evaluate_binary(Checker *c, Expr *e, bool decided) {
    if (!check_may_evaluate(c, e))
        return;
    if (decided)
        e->value = e->left->value;
    else if (e->left->value && e->right->value)
        e->value =
            eval_binary(c->m, e->span, e->binary_op, e->left->value, e->right->value, e->type);
}

void check_binary(Checker *c, Expr *e) {
    const Type *left = check_value(c, e->left);
    bool decided = short_circuits(e);
    c->unevaluated += decided;
    const Type *right = check_value(c, e->right);
    c->unevaluated -= decided;
    Overload o;
    if (left->kind == TYPE_ERROR || right->kind == TYPE_ERROR ||
        !resolve_binary(c, e->binary_op, e->operator_span, e->left, e->right, &o)) {
        check_failed(c, e);
        return;
    }
    check_convert(c, e->left, o.param[0]);
    check_convert(c, e->right, o.param[1]);
    e->type = o.result;
    e->stage = later(e->left->stage, e->right->stage);
    if (!e->left->value && !c->unevaluated)
        eval_check_binary(c->m, e->right->span, e->binary_op, NULL, e->right->value);
    evaluate_binary(c, e, decided);
}

const Type *check_compound(Checker *c, Stmt *s) {
    Overload o;
    if (!resolve_binary(c, s->op, s->operator_span, s->left, s->right, &o))
        return c->t->error_type;
    if (o.param[0] != s->left->final) {
        error(c->diags, CODE_NO_OVERLOAD, s->operator_span,
              "operator '%s' does not take '%.*s' and '%.*s'", binary_operator[s->op].spelling,
              STR_ARG(s->left->final->name), STR_ARG(s->right->final->name));
        return c->t->error_type;
    }
    check_convert(c, s->right, o.param[1]);
    eval_check_binary(c->m, s->right->span, s->op, NULL, s->right->value);
    return o.result;
}
