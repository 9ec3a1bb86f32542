/* What the code generator must know of a module before it starts.
 *
 * Instructions get positions in program order (an end of a block has one, too), so that "before",
 * "inside" and "live from here to there" are comparisons of numbers. On them, by iteration to a
 * fixed point:
 * - varying: may the active lanes of a unit disagree on this value or slot? An operation on values
 *   that agree agrees; so does a load from one address, since a unit makes it once.
 * - divergent blocks and masked loops: may only some of the active lanes run, or leave, them?
 * - waits: can a loop be left because of what others wrote to memory meanwhile?
 */
#ifndef LW_ENGINE_FLOW_H
#define LW_ENGINE_FLOW_H

#include "ir/ir.h"

#define FLOW_NONE 0xffffffffu
/* Regions of blocks that all lanes of a function's activation run, and ends of slots that live on
 * after a function's end. */
#define FLOW_FUNCTION 0xfffffffeu
#define FLOW_FOREVER  0xffffffffu

typedef struct FlowBlock {
    const IrBlock *block;
    const IrInst *owner;  /* if, loop or switch; NULL: the function's body */
    uint32_t parent;      /* block that contains the owner; of a continuing block the body */
    uint32_t sibling;     /* next block of the same owner */
    uint32_t first, last; /* positions: of the first instruction, of the end */
    uint32_t loop;        /* innermost loop around, or FLOW_NONE */
    uint32_t depth;       /* number of blocks around */
    uint32_t construct;   /* of the owner: index of its loop or switch */
    bool divergent;       /* only some of the lanes active before the owner may run it */
    uint32_t region_last; /* end of the innermost region that only some lanes run to its end */
} FlowBlock;

typedef struct FlowLoop {
    uint32_t parent, first, last;
    uint32_t body;  /* block; its sibling is the continuing block */
    bool masked;    /* lanes may leave in different turns */
    bool continues; /* lanes may go to the continuing block from different places */
    bool waits;
} FlowLoop;

typedef struct FlowSwitch {
    uint32_t first_case;
    bool masked; /* lanes may run different cases, or leave one from different places */
} FlowSwitch;

typedef struct FlowNode {
    const IrInst *inst; /* NULL: the end of a block */
    uint32_t block;
    uint32_t child; /* first block of an if, loop or switch */
} FlowNode;

typedef struct FlowValue {
    uint32_t def, last; /* last use, or the end of an inner loop that contains it */
    uint32_t uses;
    uint32_t set_at; /* the IR_SET that is the only use, or FLOW_NONE */
    bool varying;
    bool fixed;        /* depends only on an invocation's place in its workgroup */
    bool shared;       /* depends on memory that others may write */
    bool wants_vector; /* a uniform value that some vector operation takes as a vector */
} FlowValue;

typedef struct FlowFunction {
    const IrFunction *ir;
    VEC(FlowNode) node; /* entry 0 is unused: values from outside are defined there */
    VEC(FlowBlock) block;
    VEC(FlowLoop) loop;
    VEC(FlowSwitch) choice;
    FlowValue *value;
    bool *varying_result, *shared_result;
    bool is_entry, called;
    bool calls;         /* other functions */
    bool returns_early; /* lanes may return at different places */
} FlowFunction;

typedef struct FlowSlot {
    uint32_t function; /* whose; FLOW_NONE: not used */
    uint32_t scope;    /* the innermost block with all accesses */
    uint32_t first, last;
    bool scoped; /* the first access is a write directly in the scope: nothing lives before it */
    bool shared_by_functions;
    bool varying, shared;
    VEC(uint32_t) sets; /* positions, ascending */
} FlowSlot;

typedef struct Flow {
    Arena *arena;
    const IrModule *ir;
    FlowFunction *function;
    FlowSlot *slot;
    bool *object_shared; /* private memory that holds values of shared memory */
    uint32_t subgroup_size;
} Flow;

Flow *flow_new(Arena *a, const IrModule *m, uint32_t subgroup_size);

/* Does a write of a slot, at a position in a block, concern every lane that may read it later?
 * Then it need not leave inactive lanes as they are. */
bool flow_is_total(const Flow *f, uint32_t function, uint32_t block, uint32_t slot);
/* Is a slot written after `from` and before `to`? */
bool flow_slot_set_between(const Flow *f, uint32_t slot, uint32_t from, uint32_t to);
/* Is this built-in value different from lane to lane of a workgroup? */
bool flow_builtin_varies(const IrModule *m, uint32_t subgroup_size, uint32_t builtin);

static inline bool flow_is_op(uint32_t op) {
    return op > OP_NONE && op < OP_COUNT;
}
static inline bool flow_is_private(const IrModule *m, uint32_t object) {
    AddressSpace s = m->objects.at[object].space;
    return s == SPACE_FUNCTION || s == SPACE_PRIVATE;
}

#endif
