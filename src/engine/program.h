/* What a program is inside: code for the interpreter.
 *
 * Code works on vector registers (one word a lane), scalar registers (values that all lanes share)
 * and mask slots (which lanes are active: one slot for each construct around an instruction that
 * lanes may leave or enter at different times). All registers of all functions lie in one frame,
 * since WGSL has no recursion. A frame belongs to a unit: the lanes that are interpreted together.
 *
 * Code comes in two variants. The fast one has no events and clamps indices. The checked one makes
 * every access in one instruction, which knows raw addresses and what is out of bounds.
 *
 * The code begins with a preamble, run once for a frame: values that depend on nothing but an
 * invocation's place in its workgroup have registers of their own and last for ever.
 */
#ifndef LW_ENGINE_PROGRAM_H
#define LW_ENGINE_PROGRAM_H

#include "engine/engine.h"
#include "engine/lane_ops.h"

typedef enum CodeOp {
#define CODE(id, text, d, a, b, c, e, meaning) CODE_##id,
#include "engine/code.def"
#undef CODE
    CODE_COUNT
} CodeOp;

typedef struct CodeInfo {
    const char *text;
    char field[5]; /* letters of code.def, in the order of Inst.field */
} CodeInfo;

extern const CodeInfo code_info[CODE_COUNT];

typedef struct Inst {
    LaneFn *fn;
    uint8_t op;    /* CodeOp */
    uint8_t merge; /* leaves inactive lanes of d as they are */
    uint8_t sub;   /* Op or IrSubgroupOp */
    bool half;     /* EVAL: the result is an f16 */
    bool known;    /* IF and the like: EVENT_BRANCH, just before, has made the condition's bits */
    union {
        struct {
            uint32_t d, a, b, c, e;
        };
        uint32_t field[5];
    };
} Inst;

/* One index of an access, in the checked variant. */
typedef struct AccessIndex {
    uint32_t reg;
    bool uniform;   /* reg is a scalar register */
    bool constant;  /* and a constant in bounds: part of the fixed address, if there is one */
    uint32_t limit; /* scalar register: number of elements */
    uint32_t stride;
} AccessIndex;

/* The registers of an access, of an operation on a texture or of a subgroup operation, and what
 * there is to know about it. What the fast code reads comes first. */
typedef struct Access {
    uint32_t object;    /* of a print: which, IrModule.prints */
    uint32_t result[4]; /* registers written; NO_REGISTER: not wanted */
    uint32_t operand[4];
    uint32_t first_word; /* private memory: the object's first register */
    uint8_t components;  /* results of a load, values of a store */
    uint8_t results, operands;
    bool half;            /* 16 bits in memory, 32 in registers */
    uint8_t type;         /* IrType of a component */
    uint8_t step;         /* private memory: words from component to component, */
    uint8_t scale;        /* and bytes that a word stands for */
    uint8_t width, bytes; /* see MemoryEvent */
    bool scalar_result;   /* results are scalar registers */
    bool scalar_operand[4];
    MemoryOp op;
    IrAtomicOp atomic_op;
    AddressSpace space;
    uint32_t site;
    /* for CHECKED and FIXED */
    uint32_t offset; /* constant part, bytes (private memory: words); of a print: first_scalar */
    uint32_t indices;
    bool shifts; /* some uniform index is not constant */
    AccessIndex *index;
    uint32_t fixed; /* vector register: offset and varying indices, made in the preamble by FIXED;
                       NO_REGISTER: they must be put together each time */
    IrSampling sampling; /* of a TEXTURE that samples */
    /* scalars about it: is some lane out of bounds? does every lane follow the one before? what
     * LanePattern is it (chunks in the vector register fixed_chunks)? */
    uint32_t fixed_out, fixed_affine, fixed_stride, fixed_pattern, fixed_chunks;
} Access;

#define NO_REGISTER 0xffffffffu

/* The number of elements of a runtime-sized array, in a scalar register; known at dispatch. */
typedef struct Limit {
    uint32_t object, array_offset, stride;
    uint32_t reg;
    uint32_t virtual_reg; /* for the code generator */
} Limit;

typedef struct SwitchTable {
    uint32_t cases;
    uint32_t *selector; /* ascending */
    uint32_t *target;
} SwitchTable;

/* Scalar registers that the scheduler fills, before all others. */
enum {
    GROUP_X, /* workgroup_id */
    GROUP_Y,
    GROUP_Z,
    GROUP_INDEX, /* linear */
    BASE_X,      /* global_invocation_id of the first invocation */
    BASE_Y,
    BASE_Z,
    BASE_INDEX, /* global_invocation_index of it */
    GROUPS_X,   /* num_workgroups */
    GROUPS_Y,
    GROUPS_Z,
    ROW_INDEX, /* global_invocation_index steps: of a row, of a plane */
    PLANE_INDEX,
    SCALARS_SET,
};

typedef struct LiveScalars {
    bool everything; /* take all as live: in a callee, or too many to list */
    uint32_t count;
    uint32_t *reg;
} LiveScalars;

typedef struct Code {
    Inst *inst;
    uint32_t length;
    uint32_t main; /* where the entry point starts, after the preamble */
    Access *access;
    uint32_t accesses;
    SwitchTable *table;
    LiveScalars *live;                   /* scalars that matter after each barrier */
    uint32_t barriers, branches, blocks; /* events that code can tell, besides accesses */
    Limit *limit;
    uint32_t limits;
    Lane *scalar; /* first values of the scalar registers: the constants */
    uint32_t scalars;
    uint32_t zeroed_scalar, zeroed_scalars; /* first and number of those 0 for each workgroup */
    uint32_t vectors; /* registers of a frame, one word a lane each: the module's private variables,
                         values, function variables, masks */
    uint32_t zeroed;  /* the first of them are 0 when a workgroup begins */
    uint32_t idle_vectors; /* of which only the first words are used */
    uint32_t masks;        /* mask slots */
    uint32_t mask_first;   /* register of mask slot 0 */
    uint32_t functions;
} Code;

struct EngineProgram {
    const IrModule *ir;
    const LaneOps *ops;
    uint32_t subgroup_size;
    uint32_t lanes; /* invocations of a workgroup */
    uint64_t straight_steps;
    uint32_t unit_lanes; /* most lanes of a unit, a multiple of the subgroup size */
    Code fast, checked;
    EngineBlockInfo *block; /* of the checked variant */
    uint32_t blocks;
};

/* Calls fn for every register that an instruction names, those read before those written; letter as
 * in code.def. */
typedef void OperandFn(void *context, char letter, uint32_t *reg);
void code_operands(Access *access, Inst *in, OperandFn *fn, void *context);

#endif
