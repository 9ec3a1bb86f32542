/* The intermediate representation: structured, scalar, in SSA form for values.
 *
 * - Values are scalars: bool, i32, u32, f32, f16. Vectors and matrices are taken apart by lowering;
 *   memory instructions still move up to four components at once, as a GPU does.
 * - Control flow is structured: if, loop and switch own their blocks. A value may be used in the
 *   block that defines it (after its definition) and in blocks inside that one. There are no phis:
 *   what crosses the end of a block goes through a variable. The continuing block of a loop is not
 *   inside the body.
 * - IR_BREAK, IR_CONTINUE, IR_BREAK_IF and IR_RETURN end their block. A case of a switch that
 *   reaches its end leaves the switch; a loop body goes on with the continuing block.
 * - Variables of the function and private spaces are objects in memory; the pass ir_promote turns
 *   the scalars among them into slots, read with IR_GET and written with IR_SET. A write under a
 *   condition changes only the active invocations.
 * - Functions stay functions. WGSL has no recursion, so objects and slots of a function are static.
 *   Pointers do not exist: lowering makes a copy of a function for each combination of the roots of
 *   its pointer arguments, and passes the dynamic indices as values.
 * - All indices are checked by the instruction that uses them (see IrAccess).
 */
#ifndef LW_IR_IR_H
#define LW_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"
#include "diag/diag.h"
#include "lang/ops.h"
#include "lang/type.h"

/* Blocks nest no deeper than this; passes walk them by recursion. A shader that needs more is
 * rejected by lowering. */
enum { IR_MAX_DEPTH = 512 };

typedef enum IrType { IR_VOID, IR_BOOL, IR_I32, IR_U32, IR_F32, IR_F16 } IrType;

/* Index into IrFunction.values. 0 is no value. */
typedef uint32_t IrValue;

/* Instruction opcodes: scalar operations are their Op; these come after. */
typedef enum IrOp {
    IR_FIRST = OP_COUNT,
    IR_BUILTIN,      /* result: the built-in value `builtin` (component already chosen) */
    IR_GET,          /* result: slot */
    IR_SET,          /* slot = arg[0], in active invocations */
    IR_LOAD,         /* access; access->components results */
    IR_STORE,        /* access; stores arg[0 .. components-1] (index operands follow them) */
    IR_ATOMIC,       /* access, atomic_op; arg[0] operand (none for load), for compare-exchange
                        arg[0] is the comparand and arg[1] the new value; result: old value; for
                        compare-exchange two results: old value, exchanged (bool) */
    IR_ARRAY_LENGTH, /* result: elements of the runtime-sized array of `access` (object, offset of
                        the array, index[0].stride) */
    IR_BARRIER,      /* barrier: IrBarrier bits */
    IR_SUBGROUP,     /* subgroup_op; arg; result(s); ballot has four results */
    IR_CALL,         /* callee; arg = its parameters; results = its result types */
    IR_IF,           /* arg[0] condition; block[0] then, block[1] else (may be empty) */
    IR_LOOP,         /* block[0] body, block[1] continuing, which may end in IR_BREAK_IF */
    IR_SWITCH,       /* arg[0] selector; cases[i].block */
    IR_BREAK,        /* leaves the innermost loop or switch */
    IR_CONTINUE,     /* goes to the continuing block of the innermost loop */
    IR_BREAK_IF,     /* last in a continuing block: leaves the loop if arg[0], else repeats */
    IR_RETURN,       /* arg = the function's results */
    IR_TEXTURE,      /* texture_op on the object `texture`; arg, results: see IrTextureOp */
    IR_WATCH,        /* tells observers when the operands, all of `type`, are as `watch` says */
    IR_OP_COUNT
} IrOp;

typedef enum IrBuiltin {
    IRB_LOCAL_ID_X,
    IRB_LOCAL_ID_Y,
    IRB_LOCAL_ID_Z,
    IRB_LOCAL_INDEX,
    IRB_GLOBAL_ID_X,
    IRB_GLOBAL_ID_Y,
    IRB_GLOBAL_ID_Z,
    IRB_WORKGROUP_ID_X,
    IRB_WORKGROUP_ID_Y,
    IRB_WORKGROUP_ID_Z,
    IRB_NUM_WORKGROUPS_X,
    IRB_NUM_WORKGROUPS_Y,
    IRB_NUM_WORKGROUPS_Z,
    IRB_SUBGROUP_LANE,
    IRB_SUBGROUP_SIZE,
    IRB_SUBGROUP_ID,
    IRB_NUM_SUBGROUPS,
    IRB_GLOBAL_INDEX,
    IRB_WORKGROUP_INDEX,
    IRB_COUNT
} IrBuiltin;

typedef enum IrAtomicOp {
    IRA_LOAD,
    IRA_STORE,
    IRA_ADD,
    IRA_SUB,
    IRA_MIN,
    IRA_MAX,
    IRA_AND,
    IRA_OR,
    IRA_XOR,
    IRA_EXCHANGE,
    IRA_COMPARE_EXCHANGE,
} IrAtomicOp;

enum IrBarrier { IR_BARRIER_WORKGROUP = 1, IR_BARRIER_STORAGE = 2, IR_BARRIER_TEXTURE = 4 };

/* Coordinates are four words: x, y, z (of an array the layer) and the mip level (of a multisampled
 * texture the sample); those that a texture has not are 0.
 *
 * A point to sample at is three f32, of which those that a texture has not are 0, and the layer of
 * an array (of a cube array the cube; clamped when it is past the last). What samples also has a
 * sampler, an offset in texels and, for a gather, a channel: see IrSampling. */
typedef enum IrTextureOp {
    IRT_LOAD,   /* arg: coordinates; results: four channels, or the one of a depth texture */
    IRT_STORE,  /* arg: coordinates, four channels */
    IRT_SIZE,   /* arg: level; results: width, height, depth */
    IRT_LAYERS, /* results: one, a u32, as for those that follow */
    IRT_LEVELS,
    IRT_SAMPLES,
    IRT_SAMPLE,         /* arg: point, level (f32); results as for a load */
    IRT_SAMPLE_GRAD,    /* arg: point, change of it along x and along y (three f32 each); same */
    IRT_SAMPLE_COMPARE, /* arg: point, reference (f32); one result */
    IRT_GATHER,         /* arg: point; results: one channel of four texels */
    IRT_GATHER_COMPARE, /* arg: point, reference; results: four */
    IRT_COUNT
} IrTextureOp;
enum { IRT_COORDINATES = 4, IRT_POINT = 4, IRT_MOST_ARGS = 10 };

static inline bool ir_samples(IrTextureOp op) {
    return op >= IRT_SAMPLE && op <= IRT_GATHER_COMPARE;
}

/* What there is to know of a sampling operation before the run. */
typedef struct IrSampling {
    uint32_t sampler; /* IrModule.objects */
    int8_t offset[3];
    uint8_t channel;
} IrSampling;

/* A texture and a sampler that are used together. */
typedef struct IrSampledPair {
    uint32_t texture, sampler; /* IrModule.objects */
} IrSampledPair;

/* What is watched for, and the operands. */
typedef enum IrWatch {
    IRW_DIVISION,   /* a, b: b is 0, or a the smallest i32 and b -1 */
    IRW_REMAINDER,  /* the same */
    IRW_SHIFT,      /* value, amount: of 32 or more */
    IRW_CONVERSION, /* a float; `type` is the integer that cannot hold it */
    IRW_F16_INDEX,  /* a float beyond 2048 */
    IRW_NON_FINITE, /* a result and what it is made of: only the result is not finite */
    IRW_PRINT,      /* scalars of a print: always */
    /* Always: who comes to a barrier, or does a subgroup operation, that the analysis of uniformity
     * rejects; the turn of the loop around it, from 1, or 0 outside of loops. */
    IRW_BARRIER,
    IRW_SUBGROUP,
    IRW_COUNT
} IrWatch;

typedef enum IrSubgroupOp {
    IRS_ADD,
    IRS_MUL,
    IRS_MIN,
    IRS_MAX,
    IRS_AND,
    IRS_OR,
    IRS_XOR, /* reductions: one result */
    IRS_INCLUSIVE_ADD,
    IRS_EXCLUSIVE_ADD,
    IRS_INCLUSIVE_MUL,
    IRS_EXCLUSIVE_MUL,
    IRS_ALL,
    IRS_ANY,
    IRS_ELECT,
    IRS_BALLOT,
    IRS_BROADCAST, /* arg[0] value, arg[1] lane (a constant) */
    IRS_BROADCAST_FIRST,
    IRS_SHUFFLE,
    IRS_SHUFFLE_XOR,
    IRS_SHUFFLE_UP,
    IRS_SHUFFLE_DOWN, /* arg[0] value, arg[1] u32 */
    IRS_QUAD_BROADCAST,
    IRS_QUAD_SWAP_X,
    IRS_QUAD_SWAP_Y,
    IRS_QUAD_SWAP_DIAGONAL,
} IrSubgroupOp;

/* One index of an access chain: element `arg` of an array of `count` elements, `stride` bytes each.
 * It is checked as an unsigned number: value >= count is out of bounds, and is clamped to count
 * - 1. count 0: a runtime-sized array that starts at byte array_offset of the binding; its count
 * follows from the binding's size. */
typedef struct IrIndex {
    uint32_t arg; /* which operand of the instruction */
    uint32_t count, stride;
    uint32_t array_offset;
} IrIndex;

/* A memory access: the bytes at offset + sum of index * stride of an object. The engine makes the
 * raw address from the indices as they are (modulo 2^32) and the used address from the clamped
 * ones; an access with an index out of bounds, or past the end of its binding, is out of bounds. */
typedef struct IrAccess {
    uint32_t object;    /* IrModule.objects */
    uint32_t offset;    /* constant part, bytes */
    uint8_t components; /* 1 to 4, next to each other */
    uint8_t type;       /* IrType of a component */
    uint8_t width;      /* bytes that the hardware moves a lane: 2, 4, 8 or 16; a vec3 load is 16
                           wide where alignment allows; its store is split into two */
    uint8_t indices;
    const IrIndex *index;
} IrAccess;

typedef struct IrBlock IrBlock;
typedef struct IrInst IrInst;

typedef struct IrCase {
    VEC(uint32_t) selectors; /* bits of the selector's value */
    bool is_default;
    IrBlock *block;
} IrCase;

struct IrInst {
    uint16_t op;  /* Op or IrOp */
    uint8_t type; /* IrType of the (first) result; for a store, of what is stored */
    uint32_t results;
    IrValue result; /* the first; the others follow it */
    uint32_t args;
    IrValue *arg;
    uint32_t site; /* IrModule.sites; 0: none */
    union {
        uint32_t builtin, slot, barrier, subgroup_op, callee;
        struct {
            uint32_t texture; /* IrModule.objects */
            IrTextureOp texture_op;
            IrSampling sampling;
        };
        struct {
            uint32_t watch;        /* IrWatch */
            uint32_t print, first; /* IRW_PRINT: its place in IrModule.prints, and the first
                                      operand's among its scalars */
        };
        struct {
            const IrAccess *access;
            IrAtomicOp atomic_op;
        };
        IrBlock *block[2];
        struct {
            IrCase *cases;
            uint32_t case_count;
        };
    };
};

struct IrBlock {
    VEC(IrInst *) inst;
};

typedef enum IrValueKind { IRV_NONE, IRV_CONST, IRV_PARAM, IRV_INST } IrValueKind;

typedef struct IrValueInfo {
    uint8_t kind;  /* IrValueKind */
    uint8_t type;  /* IrType */
    bool varying;  /* set by ir_uniformity: may differ between invocations of a workgroup */
    uint32_t bits; /* IRV_CONST: the value (f16 as f32 bits; bools as 0 or ~0); IRV_PARAM: index */
    IrInst *inst;  /* IRV_INST */
} IrValueInfo;

typedef struct IrSlot {
    uint8_t type;
    bool varying;    /* set by ir_uniformity */
    bool is_private; /* all functions may use it: of a private variable, or of one to which pointers
                        are passed; others are used by one function */
    Str name;
} IrSlot;

typedef struct IrFunction {
    Str name;
    uint32_t params; /* values 1 .. params */
    VEC(uint8_t) result_types;
    VEC(IrValueInfo) values; /* entry 0 is unused */
    IrBlock *body;           /* may end without IR_RETURN where there are no results, or where its
                                end cannot be reached */
    /* the constants among values, by type and bits: an open hash table of values; 0 is free */
    IrValue *constant;
    uint32_t constant_slots, constants;
} IrFunction;

/* A variable in memory. */
typedef struct IrObject {
    Str name;
    AddressSpace space;
    AccessMode access;
    const Type *type;     /* concrete: no override-sized arrays */
    uint32_t size, align; /* bytes; of a runtime-sized one, with one element */
    bool runtime_sized;
    uint32_t array_offset, array_stride; /* of the runtime-sized array */
    uint32_t group, binding;
    uint32_t offset;   /* workgroup space: place in the workgroup's memory */
    uint32_t function; /* function space: whose it is */
    Span span;         /* of the declaration */
    bool promoted;     /* all accesses have become slots */
    /* function and private spaces: initial value, when there is one, is stored by instructions */
} IrObject;

/* What an instruction is in the source. */
typedef struct IrSite {
    Span span;         /* of the expression that makes the access, or the statement */
    uint32_t function; /* index into IrModule.functions */
    uint32_t object;   /* of memory accesses; else 0 */
} IrSite;

/* A print of the source. Its arguments' scalars, one after the other, come as the operands of
 * several IRW_PRINT, up to four each; the one with the last of them makes it happen. */
typedef struct IrPrint {
    Span span;
    Str format;              /* see lang/print.h */
    const Type *const *type; /* of the arguments: scalars, vectors and matrices */
    uint32_t args;
    uint32_t scalars; /* of all arguments */
} IrPrint;

typedef struct IrModule {
    Arena *arena;
    const Source *source;
    Str entry_name;
    uint32_t workgroup_size[3];
    uint32_t workgroup_bytes; /* memory of the workgroup space */
    bool uses_subgroups, uses_f16;
    Span subgroups; /* the first place in the text that has a subgroup operation or value, and */
    Span atomics;   /* that changes an atomic; empty when there is none */
    Span entry;     /* the entry point's name */
    const Span *non_uniform;     /* calls that need uniform control flow, but may not have it, */
    uint32_t non_uniforms;       /* which is allowed */
    VEC(IrFunction *) functions; /* callees before callers; the entry is the last */
    VEC(IrObject) objects;       /* entry 0 is unused */
    VEC(IrSlot) slots;
    VEC(IrSite) sites; /* entry 0 is unused */
    VEC(IrPrint) prints;
    VEC(IrSampledPair) pairs; /* one a call in the text, so some more than once */
} IrModule;

/* ---- building (ir/build.c) ---- */

IrModule *ir_module_new(Arena *a, const Source *source);
uint32_t ir_add_object(IrModule *m, IrObject o);
uint32_t ir_add_site(IrModule *m, IrSite s);
uint32_t ir_add_slot(IrModule *m, IrSlot s);
IrFunction *ir_function_new(IrModule *m, Str name);
IrValue ir_add_param(IrModule *m, IrFunction *f, IrType t);
IrBlock *ir_block_new(IrModule *m);

/* Where instructions are appended. */
typedef struct IrBuilder {
    IrModule *module;
    IrFunction *function;
    IrBlock *block;
    uint32_t site; /* given to instructions made from now on */
} IrBuilder;

IrValue ir_const(IrBuilder *b, IrType t, uint32_t bits); /* interned per function */
IrValue ir_const_f(IrBuilder *b, IrType t, double v);    /* f32 or f16, rounded */
/* Appends an instruction with `results` results, all of type t; args are copied. What depends on
 * the op (slot, access, ...) is filled in by the caller; IR_IF and IR_LOOP get two empty blocks.
 * After the end of a block (IR_RETURN, IR_BREAK, ...) instructions are made but not added: code
 * that cannot be reached vanishes here. */
IrInst *ir_append(IrBuilder *b, uint32_t op, IrType t, uint32_t results, const IrValue *arg,
                  uint32_t args);
/* A call, with results of the callee's types; callee is an index into IrModule.functions. */
IrInst *ir_append_call(IrBuilder *b, uint32_t callee, const IrValue *arg, uint32_t args);
/* Slots: a read, a write. */
IrValue ir_get(IrBuilder *b, uint32_t slot);
void ir_set(IrBuilder *b, uint32_t slot, IrValue v);
/* The type of result i where it differs from the first's: `exchanged` of a compare-exchange. */
void ir_result_type(IrBuilder *b, IrInst *in, uint32_t i, IrType t);
/* Does the block end in an instruction that leaves it? */
bool ir_block_ended(const IrBlock *block);
/* Scalar operations; constant operands are folded (sem.h) and plain identities simplified. */
IrValue ir_op1(IrBuilder *b, Op op, IrType t, IrValue a);
IrValue ir_op2(IrBuilder *b, Op op, IrType t, IrValue a, IrValue c);
IrValue ir_op3(IrBuilder *b, Op op, IrType t, IrValue a, IrValue c, IrValue d);
IrValue ir_op4(IrBuilder *b, Op op, IrType t, IrValue a, IrValue c, IrValue d, IrValue e);
static inline IrType ir_type_of(const IrFunction *f, IrValue v) {
    return (IrType)f->values.at[v].type;
}
static inline bool ir_is_const(const IrFunction *f, IrValue v) {
    return f->values.at[v].kind == IRV_CONST;
}

/* ---- looking (ir/print.c, ir/names.c, ir/validate.c) ---- */

void ir_print(StrBuf *out, const IrModule *m);
/* NULL when the module is well formed, else what is wrong (in the module's arena). Run between
 * passes in debug builds. */
const char *ir_validate(const IrModule *m);
/* "tile[3][5].x": the WGSL expression for a byte offset of an object. */
void ir_address_name(StrBuf *out, const IrModule *m, uint32_t object, uint64_t offset);

/* ---- watching (ir/watch.c) ---- */

/* Adds an IR_WATCH to every operation, and to every index, that could be what one of `kinds` (a set
 * of bits, 1 << IrWatch) looks for. To be called before the passes, since these move operations. */
void ir_watch(IrModule *m, uint32_t kinds);
/* ir/arrivals.c: the same for barriers, and for those subgroup operations that are among
 * m->non_uniform. */
void ir_watch_arrivals(IrModule *m);

/* ---- passes, one file each: <name>.c; true when anything changed ---- */

bool ir_inline(IrModule *m);      /* small or once-called functions into their callers */
bool ir_promote(IrModule *m);     /* function and private variables into slots */
bool ir_simplify(IrModule *m);    /* folding, common subexpressions, forwarding of slots */
bool ir_unroll(IrModule *m);      /* short loops with constant trip counts */
bool ir_hoist(IrModule *m);       /* loop-invariant operations out of loops */
bool ir_dce(IrModule *m);         /* values without a use */
bool ir_reassociate(IrModule *m); /* uniform parts of integer sums together; after ir_uniformity */
void ir_uniformity(IrModule *m);  /* fills `varying` of values and slots */
/* All of them in the order of the release pipeline. */
void ir_optimise(IrModule *m);

#endif
