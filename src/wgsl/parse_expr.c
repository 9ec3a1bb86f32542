/* Expressions.
 *
 * Binary operators are read by precedence climbing with the precedences of C's family; the pairs
 * that WGSL wants in parentheses (`a & b | c`, `a < b < c`, `a + b << c`) are refused afterwards by
 * a table, which gives a better message than a grammar that stops short.
 */
#include "wgsl/parse.h"

typedef enum OperatorClass {
    CLASS_NONE,
    CLASS_LOGICAL_OR,
    CLASS_LOGICAL_AND,
    CLASS_OR,
    CLASS_XOR,
    CLASS_AND,
    CLASS_RELATIONAL,
    CLASS_SHIFT,
    CLASS_ADDITIVE,
    CLASS_MULTIPLICATIVE,
} OperatorClass;

#define BIT(c) (1u << CLASS_##c)
#define SUMS   (BIT(ADDITIVE) | BIT(MULTIPLICATIVE))

/* Which classes of operators may stand unparenthesised as an operand of one of the class. */
static const uint32_t operands_allowed[] = {
    [CLASS_LOGICAL_OR] = BIT(LOGICAL_OR) | BIT(RELATIONAL) | BIT(SHIFT) | SUMS,
    [CLASS_LOGICAL_AND] = BIT(LOGICAL_AND) | BIT(RELATIONAL) | BIT(SHIFT) | SUMS,
    [CLASS_OR] = BIT(OR),
    [CLASS_XOR] = BIT(XOR),
    [CLASS_AND] = BIT(AND),
    [CLASS_RELATIONAL] = BIT(SHIFT) | SUMS,
    [CLASS_SHIFT] = 0,
    [CLASS_ADDITIVE] = SUMS,
    [CLASS_MULTIPLICATIVE] = BIT(MULTIPLICATIVE),
};

static const struct {
    uint8_t class; /* also its precedence */
    uint8_t op;
} binary_operators[TOKEN_COUNT] = {
    [TOKEN_OR_OR] = {CLASS_LOGICAL_OR, BINARY_LOGICAL_OR},
    [TOKEN_AND_AND] = {CLASS_LOGICAL_AND, BINARY_LOGICAL_AND},
    [TOKEN_OR] = {CLASS_OR, BINARY_OR},
    [TOKEN_XOR] = {CLASS_XOR, BINARY_XOR},
    [TOKEN_AND] = {CLASS_AND, BINARY_AND},
    [TOKEN_EQUAL_EQUAL] = {CLASS_RELATIONAL, BINARY_EQ},
    [TOKEN_NOT_EQUAL] = {CLASS_RELATIONAL, BINARY_NE},
    [TOKEN_LESS] = {CLASS_RELATIONAL, BINARY_LT},
    [TOKEN_LESS_EQUAL] = {CLASS_RELATIONAL, BINARY_LE},
    [TOKEN_GREATER] = {CLASS_RELATIONAL, BINARY_GT},
    [TOKEN_GREATER_EQUAL] = {CLASS_RELATIONAL, BINARY_GE},
    [TOKEN_SHIFT_LEFT] = {CLASS_SHIFT, BINARY_SHL},
    [TOKEN_SHIFT_RIGHT] = {CLASS_SHIFT, BINARY_SHR},
    [TOKEN_PLUS] = {CLASS_ADDITIVE, BINARY_ADD},
    [TOKEN_MINUS] = {CLASS_ADDITIVE, BINARY_SUB},
    [TOKEN_MINUS_MINUS] = {CLASS_ADDITIVE, BINARY_SUB},
    [TOKEN_STAR] = {CLASS_MULTIPLICATIVE, BINARY_MUL},
    [TOKEN_SLASH] = {CLASS_MULTIPLICATIVE, BINARY_DIV},
    [TOKEN_PERCENT] = {CLASS_MULTIPLICATIVE, BINARY_REM},
};

static const uint8_t class_of_op[] = {
    [BINARY_ADD] = CLASS_ADDITIVE,
    [BINARY_SUB] = CLASS_ADDITIVE,
    [BINARY_MUL] = CLASS_MULTIPLICATIVE,
    [BINARY_DIV] = CLASS_MULTIPLICATIVE,
    [BINARY_REM] = CLASS_MULTIPLICATIVE,
    [BINARY_AND] = CLASS_AND,
    [BINARY_OR] = CLASS_OR,
    [BINARY_XOR] = CLASS_XOR,
    [BINARY_SHL] = CLASS_SHIFT,
    [BINARY_SHR] = CLASS_SHIFT,
    [BINARY_EQ] = CLASS_RELATIONAL,
    [BINARY_NE] = CLASS_RELATIONAL,
    [BINARY_LT] = CLASS_RELATIONAL,
    [BINARY_LE] = CLASS_RELATIONAL,
    [BINARY_GT] = CLASS_RELATIONAL,
    [BINARY_GE] = CLASS_RELATIONAL,
    [BINARY_LOGICAL_AND] = CLASS_LOGICAL_AND,
    [BINARY_LOGICAL_OR] = CLASS_LOGICAL_OR,
};

static Expr *binary(Parser *p, uint32_t least);

static Expr *new_expr(Parser *p, ExprKind kind, Span span) {
    Expr *e = arena_new(p->m->arena, Expr);
    e->kind = kind;
    e->span = span;
    return e;
}

/* ---- limits ---- */

static bool enter(Parser *p) {
    if (p->nesting == NESTING_LIMIT) {
        error(p->m->diags, CODE_LIMIT, parse_peek(p).span,
              "this expression is nested more than %d levels deep", NESTING_LIMIT);
        p->reported = p->at + 1;
        return false;
    }
    p->nesting++;
    return true;
}

static void leave(Parser *p) {
    p->nesting--;
}

/* Notes that an expression stands above others, the highest of which has `height`. */
static bool grow(Parser *p, uint32_t height, const Expr *e) {
    p->height = height + 1;
    if (p->height <= HEIGHT_LIMIT)
        return true;
    error(p->m->diags, CODE_LIMIT, e->operator_span,
          "this expression has more than %d operators in a row", HEIGHT_LIMIT);
    p->reported = p->at + 1;
    return false;
}

/* ---- primary expressions ---- */

/* Expressions with commas between and perhaps one behind, up to `end`, which is not read. */
static bool expression_list(Parser *p, TokenKind end, ExprList *list) {
    uint32_t height = 0;
    while (!parse_is(p, end)) {
        Expr *e = parse_expression(p);
        if (!e)
            return false;
        vec_push(p->m->arena, list, e);
        height = p->height > height ? p->height : height;
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    p->height = height;
    return true;
}

bool parse_arguments(Parser *p, ExprList *args) {
    Span opening = parse_peek(p).span;
    if (!enter(p))
        return false;
    parse_next(p);
    if (!expression_list(p, TOKEN_PAREN_RIGHT, args) ||
        !parse_need_closing(p, TOKEN_PAREN_RIGHT, opening))
        return false;
    leave(p);
    return true;
}

bool parse_template_list(Parser *p, ExprList *args) {
    Span opening = parse_peek(p).span;
    if (!enter(p))
        return false;
    parse_next(p);
    if (parse_is(p, TOKEN_TEMPLATE_END)) {
        parse_unexpected(p, "a template argument");
        return false;
    }
    if (!expression_list(p, TOKEN_TEMPLATE_END, args) ||
        !parse_need_closing(p, TOKEN_TEMPLATE_END, opening))
        return false;
    leave(p);
    return true;
}

/* The identifier under the cursor, with its template list. */
static Expr *identifier(Parser *p) {
    Token t = parse_next(p);
    Expr *e = new_expr(p, EXPR_IDENT, t.span);
    e->ident.name = parse_text(p, t.span);
    e->ident.name_span = t.span;
    p->height = 0;
    if (parse_is(p, TOKEN_TEMPLATE_START)) {
        e->ident.has_template = true;
        if (!parse_template_list(p, &e->ident.template_args))
            return NULL;
        e->span = parse_span(p, t.span.start);
    }
    p->height++;
    return e;
}

static Expr *identifier_or_call(Parser *p) {
    Expr *callee = identifier(p);
    if (!callee || !parse_is(p, TOKEN_PAREN_LEFT))
        return callee;
    Expr *e = new_expr(p, EXPR_CALL, callee->span);
    uint32_t height = p->height;
    e->left = callee;
    if (!parse_arguments(p, &e->args))
        return NULL;
    e->span = parse_span(p, callee->span.start);
    e->operator_span = callee->span;
    return grow(p, p->height > height ? p->height : height, e) ? e : NULL;
}

static Expr *parenthesised(Parser *p) {
    Span opening = parse_peek(p).span;
    if (!enter(p))
        return NULL;
    parse_next(p);
    Expr *e = parse_expression(p);
    if (!e || !parse_need_closing(p, TOKEN_PAREN_RIGHT, opening))
        return NULL;
    leave(p);
    e->parenthesised = true;
    e->span = parse_span(p, opening.start);
    return e;
}

static Expr *literal(Parser *p) {
    Token t = parse_next(p);
    Expr *e = new_expr(p, EXPR_LITERAL, t.span);
    p->height = 1;
    if (t.kind == TOKEN_TRUE || t.kind == TOKEN_FALSE) {
        e->literal.kind = LITERAL_BOOL;
        e->literal.b = t.kind == TOKEN_TRUE;
    } else {
        lex_number(p->m, t, e);
    }
    return e;
}

static Expr *primary(Parser *p) {
    switch (parse_kind(p)) {
    case TOKEN_IDENT: return identifier_or_call(p);
    case TOKEN_PAREN_LEFT: return parenthesised(p);
    case TOKEN_NUMBER:
    case TOKEN_BAD_NUMBER:
    case TOKEN_TRUE:
    case TOKEN_FALSE: return literal(p);
    default: parse_unexpected(p, "an expression"); return NULL;
    }
}

Expr *parse_type(Parser *p) {
    if (parse_is(p, TOKEN_IDENT))
        return identifier(p);
    parse_unexpected(p, "a type");
    return NULL;
}

/* ---- operators behind and before ---- */

static Expr *index_of(Parser *p, Expr *left) {
    Span opening = parse_peek(p).span;
    uint32_t height = p->height;
    if (!enter(p))
        return NULL;
    parse_next(p);
    Expr *e = new_expr(p, EXPR_INDEX, left->span);
    e->left = left;
    e->right = parse_expression(p);
    if (!e->right || !parse_need_closing(p, TOKEN_BRACKET_RIGHT, opening))
        return NULL;
    leave(p);
    e->span = parse_span(p, left->span.start);
    e->operator_span = parse_span(p, opening.start);
    return grow(p, p->height > height ? p->height : height, e) ? e : NULL;
}

static Expr *member_of(Parser *p, Expr *left) {
    uint32_t height = p->height;
    Expr *e = new_expr(p, EXPR_MEMBER, left->span);
    e->operator_span = parse_next(p).span;
    e->left = left;
    if (!parse_need_ident(p, "a member or component", &e->member.name, &e->member.span))
        return NULL;
    e->span = parse_span(p, left->span.start);
    return grow(p, height, e) ? e : NULL;
}

static Expr *singular(Parser *p) {
    Expr *e = primary(p);
    while (e && (parse_is(p, TOKEN_BRACKET_LEFT) || parse_is(p, TOKEN_PERIOD)))
        e = parse_is(p, TOKEN_PERIOD) ? member_of(p, e) : index_of(p, e);
    return e;
}

/* Reads one operator character; of `--` and `&&` the first half, since two operators may touch. */
static Span operator_character(Parser *p) {
    Token *t = &p->tokens[p->at];
    if (t->kind != TOKEN_MINUS_MINUS && t->kind != TOKEN_AND_AND)
        return parse_next(p).span;
    Span first = {t->span.start, t->span.start + 1};
    t->kind = t->kind == TOKEN_MINUS_MINUS ? TOKEN_MINUS : TOKEN_AND;
    t->span.start++;
    return first;
}

static bool unary_operator(TokenKind k, UnaryOp *op) {
    switch (k) {
    case TOKEN_MINUS:
    case TOKEN_MINUS_MINUS: *op = UNARY_NEGATE; return true;
    case TOKEN_BANG: *op = UNARY_NOT; return true;
    case TOKEN_TILDE: *op = UNARY_COMPLEMENT; return true;
    case TOKEN_STAR: *op = UNARY_DEREF; return true;
    case TOKEN_AND:
    case TOKEN_AND_AND: *op = UNARY_ADDRESS; return true;
    default: return false;
    }
}

Expr *parse_unary(Parser *p) {
    UnaryOp op;
    if (!unary_operator(parse_kind(p), &op))
        return singular(p);
    if (!enter(p))
        return NULL;
    Span operator_span = operator_character(p);
    Expr *e = new_expr(p, EXPR_UNARY, operator_span);
    e->unary_op = op;
    e->operator_span = operator_span;
    e->left = parse_unary(p);
    if (!e->left)
        return NULL;
    leave(p);
    e->span = span_join(operator_span, e->left->span);
    return grow(p, p->height, e) ? e : NULL;
}

/* ---- binary operators ---- */

/* False when it has reported the pair of operators. */
static bool check_operand(Parser *p, const Expr *e, const Expr *operand) {
    if (operand->kind != EXPR_BINARY || operand->parenthesised)
        return true;
    uint32_t inner = class_of_op[operand->binary_op];
    if (operands_allowed[class_of_op[e->binary_op]] & 1u << inner)
        return true;
    Str outer_text = parse_text(p, e->operator_span),
        inner_text = parse_text(p, operand->operator_span);
    Diag *d = error(p->m->diags, CODE_SYNTAX, e->operator_span,
                    "'%.*s' and '%.*s' need parentheses to stand beside each other",
                    STR_ARG(inner_text), STR_ARG(outer_text));
    diag_note(p->m->diags, d, operand->span, "put parentheses around this operand");
    return false;
}

/* `i++` or `i--` where an expression is wanted: at the operator. */
static bool is_misplaced_increment(Parser *p) {
    if (parse_is(p, TOKEN_PLUS_PLUS))
        return true;
    if (!parse_is(p, TOKEN_MINUS_MINUS))
        return false;
    TokenKind next = p->tokens[p->at + 1].kind;
    return next == TOKEN_SEMICOLON || next == TOKEN_PAREN_RIGHT || next == TOKEN_COMMA ||
           next == TOKEN_BRACKET_RIGHT;
}

static Expr *binary_operation(Parser *p, Expr *left) {
    uint32_t height = p->height;
    TokenKind kind = parse_kind(p);
    Expr *e = new_expr(p, EXPR_BINARY, left->span);
    e->binary_op = binary_operators[kind].op;
    e->operator_span = kind == TOKEN_MINUS_MINUS ? operator_character(p) : parse_next(p).span;
    e->left = left;
    e->right = binary(p, binary_operators[kind].class + 1u);
    if (!e->right)
        return NULL;
    e->span = span_join(left->span, e->right->span);
    if (check_operand(p, e, e->left))
        check_operand(p, e, e->right);
    return grow(p, p->height > height ? p->height : height, e) ? e : NULL;
}

static Expr *binary(Parser *p, uint32_t least) {
    Expr *e = parse_unary(p);
    while (e) {
        if (is_misplaced_increment(p)) {
            error(p->m->diags, CODE_SYNTAX, parse_peek(p).span,
                  "%s is a statement of its own, not an expression", token_text(parse_kind(p)));
            p->reported = p->at + 1;
            return NULL;
        }
        uint32_t class = binary_operators[parse_kind(p)].class;
        if (class == CLASS_NONE || class < least)
            return e;
        e = binary_operation(p, e);
    }
    return NULL;
}

Expr *parse_expression(Parser *p) {
    return binary(p, CLASS_LOGICAL_OR);
}
