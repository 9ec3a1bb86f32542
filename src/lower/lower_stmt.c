/* Statements. */
#include "lower/lower_internal.h"

/* ---- blocks ---- */

IrBlock *lower_enter(Lower *l, IrBlock *block) {
    if (++l->depth > IR_MAX_DEPTH)
        lower_limit(l, l->ir->sites.at[l->b.site].span, "statements are nested too deeply");
    IrBlock *before = l->b.block;
    l->b.block = block;
    return before;
}

void lower_leave(Lower *l, IrBlock *before) {
    l->depth--;
    l->b.block = before;
}

IrInst *lower_if(Lower *l, IrValue condition, Span span) {
    lower_at(l, span);
    return lower_append(l, IR_IF, IR_VOID, 0, &condition, 1);
}

static void leave_loop_if(Lower *l, IrValue condition, Span span) {
    IrInst *branch = lower_if(l, condition, span);
    IrBlock *before = lower_enter(l, branch->block[0]);
    lower_append(l, IR_BREAK, IR_VOID, 0, NULL, 0);
    lower_leave(l, before);
}

/* ---- counted loops ---- */

CountedLoop lower_loop_begin(Lower *l, uint32_t count, Span span) {
    CountedLoop c = {.slot = ir_add_slot(l->ir, (IrSlot){.type = IR_U32, .name = STR("element")})};
    lower_at(l, span);
    ir_set(&l->b, c.slot, lower_u32(l, 0));
    c.inst = lower_append(l, IR_LOOP, IR_VOID, 0, NULL, 0);
    c.outer = lower_enter(l, c.inst->block[0]);
    c.index = ir_get(&l->b, c.slot);
    leave_loop_if(l, lower_binary1(l, BINARY_GE, c.index, lower_u32(l, count)), span);
    return c;
}

void lower_loop_end(Lower *l, const CountedLoop *c) {
    l->b.block = c->inst->block[1];
    const IrValue next = lower_op2(l, OP_IADD, ir_get(&l->b, c->slot), lower_u32(l, 1));
    ir_set(&l->b, c->slot, next);
    lower_leave(l, c->outer);
}

/* ---- names of a loop's body in its continuing block ---- */

/* The values of lets cannot be used in the continuing block, which is not inside the body. Each is
 * set in a slot where it is declared; the sets that nobody needs are dropped afterwards. */
typedef VEC(Binding *) Crossing;

static uint32_t value_count(const Binding *b) {
    return b->is_path ? b->path.indices : b->values.len;
}

static IrValue value_of(const Binding *b, uint32_t i) {
    return b->is_path ? b->path.index[i].value : b->values.at[i];
}

/* Constants and parameters can be used everywhere. */
static bool any_instruction(const Lower *l, const Binding *b) {
    for (uint32_t i = 0; i < value_count(b); i++) {
        if (l->b.function->values.at[value_of(b, i)].kind == IRV_INST)
            return true;
    }
    return false;
}

static void cross(Lower *l, Crossing *crossing, const Decl *decl) {
    Binding *b = lower_binding(l, decl);
    const uint32_t count = value_count(b);
    if (!any_instruction(l, b) || ir_block_ended(l->b.block))
        return;
    b->first_slot = l->ir->slots.len;
    b->set_at = l->b.block->inst.len;
    for (uint32_t i = 0; i < count; i++) {
        const IrValue v = value_of(b, i);
        const IrSlot slot = {.type = (uint8_t)lower_type_of(l, v), .name = decl->name};
        ir_set(&l->b, ir_add_slot(l->ir, slot), v);
    }
    vec_push(l->arena, crossing, b);
}

/* Removes the sets of what the continuing block has not fetched. The bindings are in the order of
 * their places in the block. */
static void drop_unfetched(IrBlock *body, const Crossing *crossing) {
    uint32_t kept = 0, next = 0;
    for (uint32_t i = 0; i < body->inst.len;) {
        const Binding *b = next < crossing->len ? crossing->at[next] : NULL;
        if (!b || b->set_at != i) {
            body->inst.at[kept++] = body->inst.at[i++];
            continue;
        }
        const uint32_t count = value_count(b);
        for (uint32_t k = 0; k < count && b->fetched; k++)
            body->inst.at[kept++] = body->inst.at[i + k];
        i += count;
        next++;
    }
    body->inst.len = kept;
}

/* ---- loops ---- */

static void lower_list(Lower *l, const StmtList *list, Crossing *crossing) {
    for (uint32_t i = 0; i < list->len && !ir_block_ended(l->b.block); i++) {
        const Stmt *s = list->at[i];
        lower_stmt(l, s);
        if (crossing && s->kind == STMT_DECL && s->decl->kind == DECL_LET)
            cross(l, crossing, s->decl);
    }
}

/* The first word of a statement. */
static Span keyword(const Stmt *s, uint32_t length) {
    return (Span){s->span.start, s->span.start + length};
}

static IrInst *begin_loop(Lower *l, Span span, IrBlock **before) {
    lower_at(l, span);
    IrInst *loop = lower_append(l, IR_LOOP, IR_VOID, 0, NULL, 0);
    *before = lower_enter(l, loop->block[0]);
    return loop;
}

static void break_if(Lower *l, const Expr *condition) {
    const IrValue v = lower_scalar(l, condition);
    lower_at(l, condition->span);
    lower_append(l, IR_BREAK_IF, IR_VOID, 0, &v, 1);
}

static void loop(Lower *l, const Stmt *s) {
    IrBlock *before;
    Crossing crossing = {0};
    const bool continues = s->continuing || s->break_if;
    IrInst *inst = begin_loop(l, keyword(s, 4), &before);
    lower_list(l, &s->body->list, continues ? &crossing : NULL);
    l->b.block = inst->block[1];
    for (uint32_t i = 0; i < crossing.len; i++)
        crossing.at[i]->through_slots = true;
    if (s->continuing)
        lower_stmt(l, s->continuing);
    if (s->break_if)
        break_if(l, s->break_if);
    drop_unfetched(inst->block[0], &crossing);
    lower_leave(l, before);
}

/* The condition of a for or while stands first in the body. */
static void test_condition(Lower *l, const Expr *condition) {
    const IrValue v = lower_scalar(l, condition);
    if (ir_is_const(l->b.function, v) && l->b.function->values.at[v].bits)
        return;
    leave_loop_if(l, lower_op1(l, OP_INOT, v), condition->span);
}

static void while_loop(Lower *l, const Stmt *s) {
    IrBlock *before;
    begin_loop(l, s->condition->span, &before);
    test_condition(l, s->condition);
    lower_stmt(l, s->body);
    lower_leave(l, before);
}

static void for_loop(Lower *l, const Stmt *s) {
    IrBlock *before;
    if (s->init)
        lower_stmt(l, s->init);
    IrInst *inst = begin_loop(l, s->condition ? s->condition->span : keyword(s, 3), &before);
    if (s->condition)
        test_condition(l, s->condition);
    lower_stmt(l, s->body);
    l->b.block = inst->block[1];
    if (s->update)
        lower_stmt(l, s->update);
    lower_leave(l, before);
}

/* ---- branches ---- */

static void lower_into(Lower *l, IrBlock *block, const Stmt *s) {
    IrBlock *before = lower_enter(l, block);
    lower_stmt(l, s);
    lower_leave(l, before);
}

/* A branch whose way is known is not taken apart: the other side is not there. A chain of else if
 * is as deep as it is long only where it has to be. */
static void if_statement(Lower *l, const Stmt *s) {
    IrValue condition;
    for (;;) {
        condition = lower_scalar(l, s->condition);
        if (!ir_is_const(l->b.function, condition))
            break;
        const bool is_true = l->b.function->values.at[condition].bits;
        const Stmt *taken = is_true ? s->then : s->otherwise;
        if (taken && taken->kind == STMT_IF) {
            s = taken;
            continue;
        }
        if (taken)
            lower_stmt(l, taken);
        return;
    }
    IrInst *branch = lower_if(l, condition, s->condition->span);
    lower_into(l, branch->block[0], s->then);
    if (s->otherwise)
        lower_into(l, branch->block[1], s->otherwise);
}

static void add_selectors(Lower *l, const SwitchCase *from, IrCase *to) {
    to->is_default = from->is_default;
    for (uint32_t i = 0; i < from->selectors.len; i++) {
        const Const *c = from->selectors.at[i] ? lower_known(l, from->selectors.at[i]) : NULL;
        if (c)
            vec_push(l->arena, &to->selectors, (uint32_t)c->i);
    }
}

static void switch_statement(Lower *l, const Stmt *s) {
    const IrValue selector = lower_scalar(l, s->condition);
    lower_at(l, s->condition->span);
    IrInst *inst = lower_append(l, IR_SWITCH, IR_VOID, 0, &selector, 1);
    inst->case_count = s->cases.len;
    inst->cases = arena_array(l->arena, IrCase, s->cases.len);
    for (uint32_t i = 0; i < s->cases.len; i++) {
        add_selectors(l, &s->cases.at[i], &inst->cases[i]);
        inst->cases[i].block = ir_block_new(l->ir);
        lower_into(l, inst->cases[i].block, s->cases.at[i].body);
    }
}

/* ---- declarations ---- */

/* A constant value is a table that is there already. */
static Path let_in_memory(Lower *l, const Decl *d) {
    if (d->init->stage != STAGE_RUNTIME)
        return lower_value_place(l, d->init);
    Path p = lower_local(l, d->name, d->type, d->name_span);
    lower_store_expr(l, p, d->init, d->name_span);
    return p;
}

static void let_declaration(Lower *l, const Decl *d) {
    if (lower_is_place(d->type)) {
        lower_bind_path(l, d, lower_place(l, d->init));
    } else if (lower_shape(l, d->type)->in_memory) {
        lower_bind_path(l, d, let_in_memory(l, d));
    } else {
        lower_bind_values(l, d, lower_expr(l, d->init));
    }
}

/* The variable takes its initial value each time that its declaration is met. */
static void var_declaration(Lower *l, const Decl *d) {
    Path p = lower_local(l, d->name, d->type, d->name_span);
    if (d->init)
        lower_store_expr(l, p, d->init, d->name_span);
    else
        lower_store_zero(l, p, d->name_span);
    lower_bind_path(l, d, p);
}

static void declaration(Lower *l, const Decl *d) {
    if (d->kind == DECL_LET)
        let_declaration(l, d);
    else if (d->kind == DECL_VAR)
        var_declaration(l, d);
}

/* ---- assignments ---- */

/* left op= right: the place is found once, and read before the right side is evaluated. */
static void update(Lower *l, const Expr *left, BinaryOp op, const Expr *right, Span span) {
    Path p = lower_place(l, left);
    Values a = lower_load(l, p, left->span);
    Values b = right ? lower_expr(l, right)
                     : lower_values1(l, ir_const(&l->b, lower_type_of(l, a.at[0]), 1));
    lower_at(l, span);
    Values r = lower_binary(l, op, p.type, a, right ? right->final : p.type, b);
    lower_store(l, p, r, left->span);
}

/* `_ = right`: evaluated for its effects; what is in memory is not copied for that. */
static void phony(Lower *l, const Expr *right) {
    const Type *t = right->final;
    const bool constructs = type_is_constructible(t);
    if (t->kind == TYPE_POINTER)
        lower_place(l, right);
    else if (!constructs || right->stage != STAGE_RUNTIME)
        return; /* a texture, a sampler; a constant */
    else if (lower_shape(l, t)->in_memory && right->type->kind == TYPE_REFERENCE)
        lower_place(l, right);
    else if (lower_is_in_memory(l, right))
        lower_value_place(l, right);
    else
        lower_expr(l, right);
}

/* ---- comments that print ---- */

static void begin_print(Lower *l, const Print *p) {
    const Type **type = arena_array(l->arena, const Type *, p->args.len);
    IrPrint print = {.span = p->span, .format = p->format, .type = type, .args = p->args.len};
    for (uint32_t i = 0; i < print.args; i++) {
        type[i] = p->args.at[i]->final;
        print.scalars += lower_scalars(l, type[i], p->span);
    }
    vec_push(l->arena, &l->ir->prints, print);
    l->printed = (Values){arena_array(l->arena, IrValue, print.scalars), 0};
}

/* How many values from `first` on go into one instruction: four, of one type. */
static uint32_t printed_together(const Lower *l, uint32_t first) {
    const IrType t = lower_type_of(l, l->printed.at[first]);
    uint32_t n = 1;
    while (n < 4 && first + n < l->printed.len && lower_type_of(l, l->printed.at[first + n]) == t)
        n++;
    return n;
}

/* All at once, when the arguments have been evaluated: nothing comes between. */
static void end_print(Lower *l, Span span) {
    uint32_t first = 0;
    lower_at(l, span);
    do {
        const uint32_t n = l->printed.len ? printed_together(l, first) : 0;
        const IrType t = n ? lower_type_of(l, l->printed.at[first]) : IR_VOID;
        IrInst *in = lower_append(l, IR_WATCH, t, 0, l->printed.at + first, n);
        in->watch = IRW_PRINT;
        in->print = l->ir->prints.len - 1;
        in->first = first;
        first += n;
    } while (first < l->printed.len);
}

static void print_argument(Lower *l, const Stmt *s) {
    const Print *p = s->print;
    if (s->print_arg == 0)
        begin_print(l, p);
    if (p->args.len) {
        Values v = lower_expr(l, s->right);
        memcpy(l->printed.at + l->printed.len, v.at, v.len * sizeof *v.at);
        l->printed.len += v.len;
    }
    if (s->print_arg + 1 >= p->args.len)
        end_print(l, p->span);
}

static void assign(Lower *l, const Stmt *s) {
    if (s->print) {
        print_argument(l, s);
    } else if (!s->left) {
        phony(l, s->right);
    } else if (s->op != BINARY_NONE) {
        update(l, s->left, s->op, s->right, s->span);
    } else {
        Path p = lower_place(l, s->left);
        lower_store_expr(l, p, s->right, s->left->span);
    }
}

/* ---- any statement ---- */

static void return_statement(Lower *l, const Stmt *s) {
    Values v = {0};
    if (s->right)
        v = lower_expr(l, s->right);
    lower_at(l, s->span);
    lower_append(l, IR_RETURN, IR_VOID, 0, v.at, v.len);
}

void lower_stmt(Lower *l, const Stmt *s) {
    lower_check_size(l, s->span);
    switch (s->kind) {
    case STMT_COMPOUND: lower_list(l, &s->list, NULL); break;
    case STMT_DECL: declaration(l, s->decl); break;
    case STMT_ASSIGN: assign(l, s); break;
    case STMT_INCREMENT: update(l, s->left, BINARY_ADD, NULL, s->span); break;
    case STMT_DECREMENT: update(l, s->left, BINARY_SUB, NULL, s->span); break;
    case STMT_CALL: lower_expr(l, s->call); break;
    case STMT_IF: if_statement(l, s); break;
    case STMT_SWITCH: switch_statement(l, s); break;
    case STMT_LOOP: loop(l, s); break;
    case STMT_WHILE: while_loop(l, s); break;
    case STMT_FOR: for_loop(l, s); break;
    case STMT_BREAK: lower_append(l, IR_BREAK, IR_VOID, 0, NULL, 0); break;
    case STMT_CONTINUE: lower_append(l, IR_CONTINUE, IR_VOID, 0, NULL, 0); break;
    case STMT_RETURN: return_statement(l, s); break;
    case STMT_DISCARD: LW_BUG("discard in a compute shader");
    case STMT_CONST_ASSERT: break;
    }
}
