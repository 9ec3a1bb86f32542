/* What the files of this folder share. */
#ifndef LW_IR_INTERNAL_H
#define LW_IR_INTERNAL_H

#include "base/bug.h"
#include "ir/ir.h"

/* ---- questions about instructions ---- */

static inline bool ir_ends_block(uint32_t op) {
    return op == IR_BREAK || op == IR_CONTINUE || op == IR_BREAK_IF || op == IR_RETURN;
}

/* A scalar operation: one result that depends on nothing but its operands. */
static inline bool ir_is_scalar_op(uint32_t op) {
    return op > OP_NONE && op < OP_COUNT;
}

static inline bool ir_has_access(uint32_t op) {
    return op == IR_LOAD || op == IR_STORE || op == IR_ATOMIC || op == IR_ARRAY_LENGTH;
}

/* Bytes of a component in memory. */
static inline uint32_t ir_type_bytes(uint32_t t) {
    return t == IR_F16 ? 2 : 4;
}

/* Blocks that an instruction owns, in program order. */
static inline uint32_t ir_block_count(const IrInst *in) {
    return in->op == IR_IF || in->op == IR_LOOP ? 2 : in->op == IR_SWITCH ? in->case_count : 0;
}

static inline IrBlock *ir_block_at(const IrInst *in, uint32_t i) {
    return in->op == IR_SWITCH ? in->cases[i].block : in->block[i];
}

/* The instruction that makes a value by scalar operation op, or NULL. */
static inline const IrInst *ir_made_by(const IrFunction *f, IrValue v, Op op) {
    const IrInst *in = f->values.at[v].kind == IRV_INST ? f->values.at[v].inst : NULL;
    return in && in->op == op ? in : NULL;
}

/* ---- names (names.c) ---- */

const char *ir_op_name(uint32_t op);
const char *ir_builtin_name(uint32_t builtin);
const char *ir_atomic_name(uint32_t atomic_op);
const char *ir_subgroup_name(uint32_t subgroup_op);
const char *ir_texture_name(uint32_t op); /* IrTextureOp */
const char *ir_watch_name(uint32_t watch);
const char *ir_type_name(uint32_t type);

/* How values are numbered in text (print.c): by value, 0 where there is no definition. */
const uint32_t *ir_number_values(Arena *a, const IrFunction *f);

/* ---- algebra (fold.c) ---- */

/* The value that an operation is equal to, when it is a constant, one of its operands or a plainer
 * operation (which is then appended); else 0, and the operands may have been put in order. */
IrValue ir_fold(IrBuilder *b, Op op, IrType t, IrValue *arg, uint32_t args);

/* What an operation gives for constant operands. */
uint32_t ir_evaluate(Op op, uint32_t type, const uint32_t *bits);
/* The operation with these operands, folded or appended. */
IrValue ir_op(IrBuilder *b, Op op, IrType t, const IrValue *arg, uint32_t args);

/* ---- bounds (range.c) ---- */

typedef struct IrRange {
    uint32_t low, high;
} IrRange;

/* Of a value taken as unsigned. */
IrRange ir_range(const IrModule *m, const IrFunction *f, IrValue v);

/* ---- copying (clone.c) ---- */

#define IR_NO_SLOT UINT32_MAX

typedef struct IrClone {
    IrBuilder b;              /* where copies go */
    const IrFunction *from;   /* may be b.function: then values that were not copied stay */
    IrValue *map;             /* by value of `from`: its copy; 0: none */
    const uint32_t *slot_map; /* NULL: the same */
    uint32_t known_slot;      /* reading it gives known_value, which follows what is written outside
                                 inner blocks; or IR_NO_SLOT */
    IrValue known_value;
} IrClone;

IrValue ir_clone_value(IrClone *c, IrValue v);
void ir_clone_inst(IrClone *c, const IrInst *in);
/* Appends copies to b.block, until that has ended. */
void ir_clone_block(IrClone *c, const IrBlock *block);
void ir_clone_into(IrClone *c, IrBlock *to, const IrBlock *block);

/* Instructions in a block and those inside it; how deep blocks nest, 1 for a plain one. */
uint32_t ir_block_size(const IrBlock *block);
uint32_t ir_block_depth(const IrBlock *block);
/* How many instructions in a block leave (IR_BREAK) or repeat (IR_CONTINUE) the loop or switch that
 * owns the block. */
uint32_t ir_count_jumps(const IrBlock *block, uint32_t jump);

#endif
