/* Statements.
 *
 * A block reads statements until its brace. When one cannot be read, the rest of it is skipped:
 * through its semicolon or block, or up to the next line that begins like a statement.
 */
#include "wgsl/parse.h"

static Stmt *statement(Parser *p);

static Stmt *new_stmt(Parser *p, StmtKind kind, uint32_t start) {
    Stmt *s = arena_new(p->m->arena, Stmt);
    s->kind = kind;
    s->op = BINARY_NONE;
    s->span = (Span){start, start};
    return s;
}

static Stmt *finish(Parser *p, Stmt *s) {
    s->span = parse_span(p, s->span.start);
    return s;
}

/* ---- recovery ---- */

/* Words that begin what can only stand at module scope: a brace is missing before them. */
static bool begins_module_declaration(TokenKind k) {
    return k == TOKEN_FN || k == TOKEN_STRUCT || k == TOKEN_ALIAS || k == TOKEN_ENABLE ||
           k == TOKEN_REQUIRES || k == TOKEN_EOF;
}

static bool begins_statement(TokenKind k) {
    switch (k) {
    case TOKEN_AT:
    case TOKEN_BREAK:
    case TOKEN_CASE:
    case TOKEN_CONST:
    case TOKEN_CONST_ASSERT:
    case TOKEN_CONTINUE:
    case TOKEN_CONTINUING:
    case TOKEN_DEFAULT:
    case TOKEN_DISCARD:
    case TOKEN_FOR:
    case TOKEN_IDENT:
    case TOKEN_IF:
    case TOKEN_LET:
    case TOKEN_LOOP:
    case TOKEN_PRINT:
    case TOKEN_RETURN:
    case TOKEN_SWITCH:
    case TOKEN_UNDERSCORE:
    case TOKEN_VAR:
    case TOKEN_WHILE: return true;
    default: return false;
    }
}

/* Skips what is left of a statement that could not be read. */
static void skip_statement(Parser *p) {
    uint32_t first = p->at, brackets = 0, braces = 0;
    p->nesting = 0;
    while (!begins_module_declaration(parse_kind(p))) {
        TokenKind k = parse_kind(p);
        if (braces == 0 && k == TOKEN_BRACE_RIGHT)
            return;
        if (braces == 0 && brackets == 0 && p->at > first && parse_on_new_line(p) &&
            begins_statement(k))
            return;
        parse_next(p);
        if (k == TOKEN_BRACE_LEFT)
            braces++;
        else if (k == TOKEN_BRACE_RIGHT && --braces == 0 && !parse_is(p, TOKEN_ELSE))
            return;
        else if (braces == 0 && (k == TOKEN_PAREN_LEFT || k == TOKEN_BRACKET_LEFT))
            brackets++;
        else if (brackets && (k == TOKEN_PAREN_RIGHT || k == TOKEN_BRACKET_RIGHT))
            brackets--;
        else if (braces == 0 && (k == TOKEN_SEMICOLON || k == TOKEN_PRINT_END))
            return;
    }
}

/* ---- blocks ---- */

static void missing_brace(Parser *p, Span opening) {
    if (p->brace_reported)
        return;
    p->brace_reported = true;
    Diag *d = parse_unexpected(p, "'}'");
    if (d)
        diag_note(p->m->diags, d, opening, "the block that begins here has no end");
}

static bool open_block(Parser *p, const char *what) {
    /* The body of a function is not a level of its own. */
    if (parse_is(p, TOKEN_BRACE_LEFT) && p->braces > NESTING_LIMIT) {
        error(p->m->diags, CODE_LIMIT, parse_peek(p).span,
              "blocks are nested more than %d levels deep", NESTING_LIMIT);
        p->reported = p->at + 1;
        return false;
    }
    if (!parse_need(p, TOKEN_BRACE_LEFT, what))
        return false;
    p->braces++;
    return true;
}

static void close_block(Parser *p, Stmt *block, Span opening) {
    p->braces--;
    if (!parse_take(p, TOKEN_BRACE_RIGHT))
        missing_brace(p, opening);
    finish(p, block);
}

static bool at_break_if(const Parser *p) {
    return parse_is(p, TOKEN_BREAK) && p->tokens[p->at + 1].kind == TOKEN_IF;
}

static bool at_list_end(const Parser *p) {
    return parse_is(p, TOKEN_BRACE_RIGHT) || begins_module_declaration(parse_kind(p));
}

/* Statements up to a closing brace, a `continuing`, what must be a missing brace or, in a
 * continuing block, a `break if`. */
static void statement_list(Parser *p, Stmt *block, bool continuing) {
    while (!at_list_end(p) && !parse_is(p, TOKEN_CONTINUING) && !(continuing && at_break_if(p))) {
        if (parse_take(p, TOKEN_SEMICOLON))
            continue;
        Stmt *s = statement(p);
        if (s)
            vec_push(p->m->arena, &block->list, s);
        else
            skip_statement(p);
    }
}

static void misplaced_continuing(Parser *p) {
    error(p->m->diags, CODE_SYNTAX, parse_peek(p).span,
          "'continuing' must be the last statement of a loop's body");
    p->reported = p->at + 1;
}

/* The rest of a block, whose attributes have been read. */
static Stmt *block_after(Parser *p, AttributeList attributes, const char *what) {
    uint32_t start = attributes.len ? attributes.at[0].span.start : parse_peek(p).span.start;
    Span opening = parse_peek(p).span;
    if (!open_block(p, what))
        return NULL;
    Stmt *s = new_stmt(p, STMT_COMPOUND, start);
    s->attributes = attributes;
    for (statement_list(p, s, false); parse_is(p, TOKEN_CONTINUING); statement_list(p, s, false)) {
        misplaced_continuing(p);
        skip_statement(p);
    }
    close_block(p, s, opening);
    return s;
}

Stmt *parse_block(Parser *p, const char *what) {
    AttributeList attributes = {0};
    if (!parse_attributes(p, &attributes))
        return NULL;
    return block_after(p, attributes, what);
}

/* ---- conditions and loops ---- */

/* One `if` with its condition and block; the `else` is read by the caller. */
static Stmt *if_clause(Parser *p) {
    Stmt *s = new_stmt(p, STMT_IF, parse_next(p).span.start);
    s->condition = parse_expression(p);
    if (!s->condition)
        return NULL;
    s->then = parse_block(p, "the condition");
    return s->then ? finish(p, s) : NULL;
}

/* The first token behind the comments that print, from the next one on. */
static uint32_t behind_prints(const Parser *p) {
    uint32_t at = p->at;
    while (p->tokens[at].kind == TOKEN_PRINT) {
        while (p->tokens[at].kind != TOKEN_PRINT_END)
            at++;
        at++;
    }
    return at;
}

/* Comments that print in front of an `else` would part it from its `if`. */
static bool take_else(Parser *p) {
    uint32_t behind = behind_prints(p);
    if (p->tokens[behind].kind != TOKEN_ELSE)
        return false;
    if (p->at != behind)
        error(p->m->diags, CODE_BAD_PRINT, parse_peek(p).span,
              "a comment that prints cannot stand between '}' and 'else': put it into a block");
    p->at = behind + 1;
    return true;
}

static Stmt *if_statement(Parser *p) {
    Stmt *first = if_clause(p);
    uint32_t links = 0;
    for (Stmt *last = first; last && take_else(p); last = last->otherwise) {
        if (!parse_is(p, TOKEN_IF)) {
            last->otherwise = parse_block(p, "'else'");
            if (!last->otherwise)
                return NULL;
            break;
        }
        if (++links > HEIGHT_LIMIT) {
            error(p->m->diags, CODE_LIMIT, parse_peek(p).span,
                  "this chain of 'else if' has more than %d links", HEIGHT_LIMIT);
            p->reported = p->at + 1;
            return NULL;
        }
        last->otherwise = if_clause(p);
        if (!last->otherwise)
            return NULL;
    }
    /* Every link of the chain ends where the chain does. */
    for (Stmt *s = first; s && s->kind == STMT_IF; s = s->otherwise)
        finish(p, s);
    return first;
}

static bool case_selectors(Parser *p, SwitchCase *c) {
    do {
        if (parse_is(p, TOKEN_COLON) || parse_is(p, TOKEN_BRACE_LEFT) || parse_is(p, TOKEN_AT))
            break; /* after a last comma */
        Expr *e = NULL;
        if (parse_is(p, TOKEN_DEFAULT)) {
            Span span = parse_next(p).span;
            if (c->is_default)
                error(p->m->diags, CODE_SYNTAX, span, "'default' stands twice in this case");
            c->is_default = true;
        } else if (!(e = parse_expression(p))) {
            return false;
        }
        vec_push(p->m->arena, &c->selectors, e);
    } while (parse_take(p, TOKEN_COMMA));
    if (c->selectors.len)
        return true;
    parse_unexpected(p, "an expression or 'default'");
    return false;
}

static bool switch_case(Parser *p, SwitchCase *c) {
    uint32_t start = parse_peek(p).span.start;
    if (parse_take(p, TOKEN_DEFAULT)) {
        c->is_default = true;
    } else if (!parse_take(p, TOKEN_CASE)) {
        parse_unexpected(p, "'case', 'default' or '}'");
        return false;
    } else if (!case_selectors(p, c)) {
        return false;
    }
    parse_take(p, TOKEN_COLON);
    c->body = parse_block(p, c->selectors.len ? "the case's values" : "'default'");
    if (!c->body)
        return false;
    c->span = parse_span(p, start);
    return true;
}

static void switch_cases(Parser *p, Stmt *s) {
    while (!at_list_end(p)) {
        SwitchCase c = {0};
        if (switch_case(p, &c))
            vec_push(p->m->arena, &s->cases, c);
        else
            skip_statement(p);
    }
}

static void check_default(Parser *p, const Stmt *s, Span keyword) {
    const SwitchCase *found = NULL;
    for (uint32_t i = 0; i < s->cases.len; i++) {
        const SwitchCase *c = &s->cases.at[i];
        if (!c->is_default)
            continue;
        if (found) {
            Diag *d = error(p->m->diags, CODE_SYNTAX, c->span, "a switch has only one default");
            diag_note(p->m->diags, d, found->span, "the other one is here");
        }
        found = c;
    }
    if (!found)
        error(p->m->diags, CODE_SYNTAX, keyword, "this switch has no default");
}

static Stmt *switch_statement(Parser *p) {
    Span keyword = parse_next(p).span;
    Stmt *s = new_stmt(p, STMT_SWITCH, keyword.start);
    s->condition = parse_expression(p);
    if (!s->condition || !parse_attributes(p, &s->body_attributes))
        return NULL;
    Span opening = parse_peek(p).span;
    if (!open_block(p, "the selector"))
        return NULL;
    uint32_t errors = p->m->diags->errors;
    switch_cases(p, s);
    close_block(p, s, opening);
    if (p->m->diags->errors == errors)
        check_default(p, s, keyword);
    return s;
}

/* `break if condition ;`, the last of a continuing block. */
static bool break_if(Parser *p, Stmt *loop) {
    parse_next(p);
    parse_next(p);
    loop->break_if = parse_expression(p);
    return loop->break_if && parse_need(p, TOKEN_SEMICOLON, "the condition");
}

/* Statements of a continuing block up to its brace or its break if. */
static bool continuing_list(Parser *p, Stmt *loop) {
    for (;;) {
        statement_list(p, loop->continuing, true);
        if (parse_is(p, TOKEN_CONTINUING)) {
            parse_unexpected(p, "'}'");
            return false;
        }
        if (!at_break_if(p))
            return true;
        if (!break_if(p, loop))
            skip_statement(p);
        if (parse_is(p, TOKEN_BRACE_RIGHT))
            return true;
        error(p->m->diags, CODE_SYNTAX, parse_peek(p).span,
              "'break if' must be the last statement of a continuing block");
        p->reported = p->at + 1;
    }
}

static bool continuing_block(Parser *p, Stmt *loop) {
    AttributeList attributes = {0};
    parse_next(p);
    if (!parse_attributes(p, &attributes))
        return false;
    Span opening = parse_peek(p).span;
    if (!open_block(p, "'continuing'"))
        return false;
    loop->continuing =
        new_stmt(p, STMT_COMPOUND, attributes.len ? attributes.at[0].span.start : opening.start);
    loop->continuing->attributes = attributes;
    bool ok = continuing_list(p, loop);
    if (!ok)
        skip_statement(p);
    close_block(p, loop->continuing, opening);
    return true;
}

static void loop_body(Parser *p, Stmt *loop) {
    for (;;) {
        statement_list(p, loop->body, false);
        if (!parse_is(p, TOKEN_CONTINUING))
            return;
        if (loop->continuing) {
            misplaced_continuing(p);
            skip_statement(p);
            continue;
        }
        if (!continuing_block(p, loop))
            skip_statement(p);
        else if (!at_list_end(p) && !parse_is(p, TOKEN_CONTINUING))
            misplaced_continuing(p);
    }
}

static Stmt *loop_statement(Parser *p) {
    Stmt *s = new_stmt(p, STMT_LOOP, parse_next(p).span.start);
    AttributeList attributes = {0};
    if (!parse_attributes(p, &attributes))
        return NULL;
    Span opening = parse_peek(p).span;
    if (!open_block(p, "'loop'"))
        return NULL;
    s->body =
        new_stmt(p, STMT_COMPOUND, attributes.len ? attributes.at[0].span.start : opening.start);
    s->body->attributes = attributes;
    loop_body(p, s);
    close_block(p, s->body, opening);
    return finish(p, s);
}

static Stmt *while_statement(Parser *p) {
    Stmt *s = new_stmt(p, STMT_WHILE, parse_next(p).span.start);
    s->condition = parse_expression(p);
    if (!s->condition)
        return NULL;
    s->body = parse_block(p, "the condition");
    return s->body ? finish(p, s) : NULL;
}

/* ---- simple statements ---- */

static bool assignment_operator(TokenKind k, BinaryOp *op) {
    switch (k) {
    case TOKEN_EQUAL: *op = BINARY_NONE; return true;
    case TOKEN_PLUS_EQUAL: *op = BINARY_ADD; return true;
    case TOKEN_MINUS_EQUAL: *op = BINARY_SUB; return true;
    case TOKEN_STAR_EQUAL: *op = BINARY_MUL; return true;
    case TOKEN_SLASH_EQUAL: *op = BINARY_DIV; return true;
    case TOKEN_PERCENT_EQUAL: *op = BINARY_REM; return true;
    case TOKEN_AND_EQUAL: *op = BINARY_AND; return true;
    case TOKEN_OR_EQUAL: *op = BINARY_OR; return true;
    case TOKEN_XOR_EQUAL: *op = BINARY_XOR; return true;
    case TOKEN_SHIFT_LEFT_EQUAL: *op = BINARY_SHL; return true;
    case TOKEN_SHIFT_RIGHT_EQUAL: *op = BINARY_SHR; return true;
    default: return false;
    }
}

/* Has it the form of something that can be written to? Its type is the checker's business. */
static bool is_left_side(const Expr *e) {
    for (;;) {
        switch (e->kind) {
        case EXPR_IDENT: return !e->ident.has_template;
        case EXPR_CALL: return true;
        case EXPR_INDEX:
        case EXPR_MEMBER: break;
        case EXPR_UNARY:
            if (e->unary_op != UNARY_DEREF && e->unary_op != UNARY_ADDRESS)
                return false;
            break;
        default: return false;
        }
        e = e->left;
    }
}

static Stmt *assignment(Parser *p, Expr *left, uint32_t start) {
    Stmt *s = new_stmt(p, STMT_ASSIGN, start);
    assignment_operator(parse_kind(p), &s->op);
    s->operator_span = parse_next(p).span;
    s->left = left;
    s->right = parse_expression(p);
    return s->right ? finish(p, s) : NULL;
}

static Stmt *increment(Parser *p, Expr *left, uint32_t start) {
    Stmt *s = new_stmt(p, parse_is(p, TOKEN_PLUS_PLUS) ? STMT_INCREMENT : STMT_DECREMENT, start);
    s->operator_span = parse_next(p).span;
    s->left = left;
    return finish(p, s);
}

static Stmt *expression_statement(Parser *p);

/* "int i = 0": other languages have the type before the name. Goes on with the name as if it were
 * declared, so that this is the one error. */
static Stmt *type_before_name(Parser *p, const Expr *type) {
    Diag *d = parse_unexpected(p, "'=' or '('");
    Str name = parse_text(p, parse_peek(p).span), text = parse_text(p, type->span);
    if (d)
        diag_note(p->m->diags, d, type->span, "a variable is declared as 'var %.*s: %.*s'",
                  STR_ARG(name), STR_ARG(text));
    if (p->tokens[p->at + 1].kind == TOKEN_EQUAL)
        return expression_statement(p);
    return NULL;
}

/* What begins with an expression: an assignment, an increment or a call, without its semicolon. */
static Stmt *expression_statement(Parser *p) {
    uint32_t start = parse_peek(p).span.start;
    Expr *e = parse_unary(p);
    if (!e)
        return NULL;
    BinaryOp op;
    bool assigns = assignment_operator(parse_kind(p), &op);
    if (assigns || parse_is(p, TOKEN_PLUS_PLUS) || parse_is(p, TOKEN_MINUS_MINUS)) {
        if (!is_left_side(e))
            error(p->m->diags, CODE_NOT_ASSIGNABLE, e->span, "this cannot be assigned to");
        return assigns ? assignment(p, e, start) : increment(p, e, start);
    }
    if (e->kind == EXPR_CALL && !e->parenthesised) {
        Stmt *s = new_stmt(p, STMT_CALL, start);
        s->call = e;
        return finish(p, s);
    }
    if (e->kind == EXPR_IDENT && parse_is(p, TOKEN_IDENT))
        return type_before_name(p, e);
    parse_unexpected(p, e->kind == EXPR_IDENT ? "'=' or '('" : "'=', '++' or '--'");
    return NULL;
}

static Stmt *phony_assignment(Parser *p) {
    uint32_t start = parse_next(p).span.start;
    if (!parse_is(p, TOKEN_EQUAL)) {
        parse_unexpected(p, "'='");
        return NULL;
    }
    return assignment(p, NULL, start);
}

static Stmt *declaration(Parser *p) {
    uint32_t start = parse_peek(p).span.start;
    Stmt *s = new_stmt(p, STMT_DECL, start);
    s->decl = parse_variable(p, start, (AttributeList){0});
    return s->decl ? finish(p, s) : NULL;
}

/* The statements that may stand in the header of a for loop. */
static void no_statement(Parser *p) {
    Diag *d = parse_unexpected(p, "a statement");
    if (d && (parse_is(p, TOKEN_PLUS_PLUS) || parse_is(p, TOKEN_MINUS_MINUS)))
        diag_note(p->m->diags, d, parse_peek(p).span, "it stands behind the variable, as in 'i%s'",
                  parse_is(p, TOKEN_PLUS_PLUS) ? "++" : "--");
}

static Stmt *header_statement(Parser *p, bool declarations) {
    switch (parse_kind(p)) {
    case TOKEN_VAR:
    case TOKEN_LET:
    case TOKEN_CONST:
        if (declarations)
            return declaration(p);
        parse_unexpected(p, "an assignment, an increment or a call");
        return NULL;
    case TOKEN_UNDERSCORE: return phony_assignment(p);
    case TOKEN_STAR:
    case TOKEN_AND:
    case TOKEN_AND_AND:
    case TOKEN_PAREN_LEFT:
    case TOKEN_IDENT: return expression_statement(p);
    default: no_statement(p); return NULL;
    }
}

static bool for_header(Parser *p, Stmt *s) {
    Span opening = parse_peek(p).span;
    if (!parse_need(p, TOKEN_PAREN_LEFT, "'for'"))
        return false;
    if (!parse_is(p, TOKEN_SEMICOLON) && !(s->init = header_statement(p, true)))
        return false;
    if (!parse_need(p, TOKEN_SEMICOLON, "the loop's initialiser"))
        return false;
    if (!parse_is(p, TOKEN_SEMICOLON) && !(s->condition = parse_expression(p)))
        return false;
    if (!parse_need(p, TOKEN_SEMICOLON, "the loop's condition"))
        return false;
    if (!parse_is(p, TOKEN_PAREN_RIGHT) && !(s->update = header_statement(p, false)))
        return false;
    return parse_need_closing(p, TOKEN_PAREN_RIGHT, opening);
}

static Stmt *for_statement(Parser *p) {
    Stmt *s = new_stmt(p, STMT_FOR, parse_next(p).span.start);
    if (!for_header(p, s))
        return NULL;
    s->body = parse_block(p, "the loop's header");
    return s->body ? finish(p, s) : NULL;
}

static Stmt *break_statement(Parser *p) {
    Stmt *s = new_stmt(p, STMT_BREAK, parse_next(p).span.start);
    if (!parse_is(p, TOKEN_IF))
        return finish(p, s);
    error(p->m->diags, CODE_SYNTAX, span_join(s->span, parse_peek(p).span),
          "'break if' may only end a continuing block");
    p->reported = p->at + 1;
    return NULL;
}

static Stmt *return_statement(Parser *p) {
    Stmt *s = new_stmt(p, STMT_RETURN, parse_next(p).span.start);
    if (!parse_is(p, TOKEN_SEMICOLON) && !parse_is(p, TOKEN_BRACE_RIGHT) &&
        !(s->right = parse_expression(p)))
        return NULL;
    return finish(p, s);
}

static Stmt *const_assert(Parser *p) {
    Stmt *s = new_stmt(p, STMT_CONST_ASSERT, parse_next(p).span.start);
    s->condition = parse_expression(p);
    return s->condition ? finish(p, s) : NULL;
}

static Stmt *keyword_statement(Parser *p, StmtKind kind) {
    Stmt *s = new_stmt(p, kind, parse_next(p).span.start);
    return finish(p, s);
}

/* ---- comments that print ---- */

static bool print_arguments(Parser *p, Print *print) {
    Span opening = parse_peek(p).span;
    if (!parse_need(p, TOKEN_PAREN_LEFT, "'lanewise-print'"))
        return false;
    if (!parse_is(p, TOKEN_STRING)) {
        parse_unexpected(p, "a format in double quotes");
        return false;
    }
    print->format_span = parse_next(p).span;
    while (parse_take(p, TOKEN_COMMA)) {
        Expr *e = parse_expression(p);
        if (!e)
            return false;
        vec_push(p->m->arena, &print->args, e);
    }
    return parse_need_closing(p, TOKEN_PAREN_RIGHT, opening);
}

/* What a print without arguments evaluates. */
static Expr *nothing_to_print(Parser *p, const Print *print) {
    Expr *e = arena_new(p->m->arena, Expr);
    e->kind = EXPR_LITERAL;
    e->span = print->span;
    e->literal.kind = LITERAL_BOOL;
    e->literal.b = true;
    return e;
}

static void add_print_argument(Parser *p, Stmt *to, const Print *print, uint32_t i, Expr *value) {
    Stmt *s = new_stmt(p, STMT_ASSIGN, value->span.start);
    s->span = s->operator_span = value->span;
    s->right = value;
    s->print = print;
    s->print_arg = i;
    vec_push(p->m->arena, &to->list, s);
}

static Stmt *print_statement(Parser *p) {
    Stmt *s = new_stmt(p, STMT_COMPOUND, parse_next(p).span.start);
    Print *print = arena_new(p->m->arena, Print);
    if (!print_arguments(p, print))
        return NULL;
    print->span = finish(p, s)->span;
    if (!parse_is(p, TOKEN_PRINT_END)) {
        parse_unexpected(p, "the end of the line");
        return NULL;
    }
    parse_next(p);
    for (uint32_t i = 0; i < print->args.len; i++)
        add_print_argument(p, s, print, i, print->args.at[i]);
    if (!print->args.len)
        add_print_argument(p, s, print, 0, nothing_to_print(p, print));
    vec_push(p->m->arena, &p->m->prints, print);
    return s;
}

/* ---- any statement ---- */

/* Those that end in a block; NULL in `*known` when it is another. */
static Stmt *block_statement(Parser *p, AttributeList attributes, bool *known) {
    *known = true;
    switch (parse_kind(p)) {
    case TOKEN_BRACE_LEFT: return block_after(p, attributes, "");
    case TOKEN_IF: return if_statement(p);
    case TOKEN_SWITCH: return switch_statement(p);
    case TOKEN_LOOP: return loop_statement(p);
    case TOKEN_FOR: return for_statement(p);
    case TOKEN_WHILE: return while_statement(p);
    default: *known = false; return NULL;
    }
}

static Stmt *simple_statement(Parser *p) {
    switch (parse_kind(p)) {
    case TOKEN_VAR:
    case TOKEN_LET:
    case TOKEN_CONST: return declaration(p);
    case TOKEN_BREAK: return break_statement(p);
    case TOKEN_CONTINUE: return keyword_statement(p, STMT_CONTINUE);
    case TOKEN_DISCARD: return keyword_statement(p, STMT_DISCARD);
    case TOKEN_RETURN: return return_statement(p);
    case TOKEN_CONST_ASSERT: return const_assert(p);
    default: return header_statement(p, true);
    }
}

static const char *name_of(StmtKind k) {
    switch (k) {
    case STMT_DECL: return "the declaration";
    case STMT_ASSIGN: return "the assignment";
    case STMT_CALL: return "the call";
    case STMT_BREAK: return "'break'";
    case STMT_CONTINUE: return "'continue'";
    case STMT_RETURN: return "the return statement";
    case STMT_DISCARD: return "'discard'";
    case STMT_CONST_ASSERT: return "the assertion";
    default: return "the statement";
    }
}

static Stmt *statement(Parser *p) {
    p->nesting = 0;
    AttributeList attributes = {0};
    uint32_t start = parse_peek(p).span.start;
    if (!parse_attributes(p, &attributes) || begins_module_declaration(parse_kind(p)))
        return NULL;
    bool known;
    Stmt *s = block_statement(p, attributes, &known);
    if (known) {
        if (s) {
            s->attributes = attributes;
            s->span.start = start;
        }
        return s;
    }
    if (attributes.len)
        error(p->m->diags, CODE_BAD_ATTRIBUTE, attributes.at[0].span,
              "attributes may only stand before a block, if, switch, loop, for or while");
    if (parse_is(p, TOKEN_PRINT))
        return print_statement(p);
    s = simple_statement(p);
    if (!s || !parse_need(p, TOKEN_SEMICOLON, name_of(s->kind)))
        return NULL;
    return s;
}
