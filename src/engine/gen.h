/* The code generator: from a module and its Flow to one Code. See program.h for what code is.
 *
 * While code is made, registers are virtual and jump targets are labels; registers.c gives out the
 * real ones at the end. The files: gen.c values and straight code, gen_flow.c control flow,
 * gen_memory.c accesses, gen_fixed.c the preamble.
 */
#ifndef LW_ENGINE_GEN_H
#define LW_ENGINE_GEN_H

#include "base/bug.h"
#include "engine/flow.h"
#include "engine/program.h"

/* A register that is not given out yet. */
typedef struct GenReg {
    bool scalar;
    bool forever;        /* survives from workgroup to workgroup */
    bool set;            /* `physical` was fixed from the start */
    bool whole_function; /* lives from the start of the function */
    bool to_end;         /* and to its end */
    bool zeroed;         /* 0 when a workgroup begins */
    bool given;          /* has its `physical` */
    uint32_t function;   /* whose frame; GEN_PREAMBLE */
    uint32_t first, last;
    uint32_t physical;
} GenReg;

#define GEN_PREAMBLE 0xffffffffu

/* Where a value is. */
typedef struct GenPlace {
    uint32_t reg;     /* NO_REGISTER: nowhere yet */
    uint32_t splat;   /* a vector register with it in every lane, or NO_REGISTER */
    bool written;     /* straight into the slot that it is meant for */
    bool forever;     /* made in the preamble, for all time */
    bool in_preamble; /* made in the preamble, perhaps for the preamble only */
    bool in_main;     /* made where the module says */
} GenPlace;

typedef struct GenFunction {
    GenPlace *place;  /* by value */
    uint32_t *result; /* registers of the results */
    uint32_t label, end_label;
    uint32_t first, last;              /* instructions */
    uint32_t mask;                     /* slot of the lanes that have not returned */
    uint32_t vectors, scalars;         /* size of the frame */
    uint32_t vector_base, scalar_base; /* place of the frame */
} GenFunction;

/* An address that is the same for every workgroup, or known already in this block. */
typedef struct GenAddress {
    uint32_t indices; /* that vary */
    const IrIndex *index;
    const IrValue *arg; /* their values */
    uint32_t function, object;
    uint32_t scale; /* strides are divided by it */
    uint32_t reg;
    uint32_t pattern, chunks; /* registers: see LanePattern; NO_REGISTER: nobody asked */
    /* checked variant: */
    uint32_t offset;              /* with all constant indices */
    uint32_t out, affine, stride; /* see Access */
} GenAddress;

/* A loop of instructions, for lifetimes. */
typedef struct GenLoop {
    uint32_t first, last, parent;
} GenLoop;

typedef struct GenConst {
    uint32_t bits, reg;
} GenConst;

/* What a break or continue does: the masked construct's slots, or a label to jump to. */
typedef struct GenTarget {
    bool masked, masked_continue;
    bool is_loop;
    uint32_t slot;          /* lanes in the loop or switch */
    uint32_t continue_slot; /* lanes in this turn of the loop */
    uint32_t end, next;     /* labels: after it, the continuing block */
} GenTarget;

typedef struct Gen {
    Arena *arena;
    const IrModule *ir;
    Flow *flow;
    const LaneOps *ops;
    Code *code;
    bool checked;
    VEC(Inst) inst;
    VEC(Access) access;
    VEC(SwitchTable) table;
    VEC(LiveScalars) live;
    VEC(Limit) limit;
    VEC(GenReg) reg;
    VEC(uint32_t) whole; /* registers that live from the start of a function */
    VEC(uint32_t) label; /* instruction */
    VEC(GenLoop) loop;
    VEC(uint32_t) calls; /* pairs caller, callee */
    GenConst *constant;  /* hash table */
    uint32_t constant_slots, constants;
    uint32_t *slot_reg;   /* by slot */
    uint32_t *slot_alias; /* by slot: position up to which values are read from its register */
    GenFunction *function;
    uint32_t builtin[IRB_COUNT]; /* registers of per-lane built-in values */
    uint32_t grid_index;         /* and of the global index less BASE_INDEX */
    uint32_t *private_word;      /* by object: first word in private memory */
    uint8_t *private_scale;      /* by object: bytes of memory a word stands for */
    uint32_t private_words, zeroed_words;
    VEC(GenAddress) fixed_address, known_address;
    uint32_t forever; /* vector registers that survive, so far: those with a choice */
    /* where we are */
    uint32_t current; /* function */
    FlowFunction *f;
    GenFunction *fn;
    uint32_t at, block; /* position and block */
    uint32_t site;
    uint32_t mask;      /* slot of the active mask */
    uint32_t masks;     /* slots in use by now, at most */
    uint32_t join;      /* label: where lanes meet again */
    uint32_t innermost; /* GenLoop */
    bool in_preamble;
    VEC(GenTarget) target;
    /* counting: the straight run under way */
    VEC(EngineBlockInfo) counted;
    uint32_t run; /* index into counted, or NO_REGISTER */
} Gen;

/* gen.c */
Inst *gen_emit(Gen *g, CodeOp op, uint32_t d, uint32_t a, uint32_t b, uint32_t c, uint32_t e);
uint32_t gen_reg(Gen *g, bool scalar);
uint32_t gen_constant(Gen *g, uint32_t bits);
uint32_t gen_label(Gen *g);
void gen_place_label(Gen *g, uint32_t label);
bool gen_varies(const Gen *g, IrValue v);
/* The register of a uniform value, of a varying value, and any value as a vector. */
uint32_t gen_scalar(Gen *g, IrValue v);
uint32_t gen_vector(Gen *g, IrValue v);
/* Where an instruction writes a result; *merge: leaving inactive lanes as they are. With merge NULL
 * that is not an option. */
uint32_t gen_result(Gen *g, IrValue v, uint8_t *merge);
void gen_set_slot(Gen *g, const IrInst *in);
void gen_write(Gen *g, uint32_t d, bool d_varies, IrValue v, bool total);
/* A uniform value that vector operations take as a vector becomes one where it is made. */
void gen_splat(Gen *g, IrValue v);
void gen_inst(Gen *g, const IrInst *in);
Access *gen_access(Gen *g, const Access *a, uint32_t *index);
/* Counts an instruction of the module into the straight run under way; ends the run. */
void gen_count(Gen *g, const IrInst *in);
void gen_end_run(Gen *g);
/* The scalar register with the number of elements of an object's runtime-sized array. */
uint32_t gen_limit(Gen *g, uint32_t object);
/* Does a varying instruction take its uniform operand i as a vector? */
bool gen_wants_vector(const Gen *g, const IrInst *in, uint32_t i);

/* gen_flow.c */
void gen_functions(Gen *g);
void gen_control(Gen *g, const IrInst *in, uint32_t child);

/* gen_memory.c */
void gen_private_layout(Gen *g);
void gen_memory(Gen *g, const IrInst *in);
bool gen_memory_wants_vector(const Gen *g, const IrInst *in, uint32_t i);
/* The address of an access whose varying indices are all fixed, in the preamble. */
void gen_fixed_address(Gen *g, GenAddress *a);
bool gen_address_is_fixed(const Gen *g, const IrInst *in);
GenAddress *gen_find_fixed_address(Gen *g, const IrInst *in);
GenAddress gen_address_of(const Gen *g, const IrInst *in, uint32_t scale);
bool gen_same_address(const GenAddress *a, const GenAddress *b);

/* gen_fixed.c */
void gen_preamble(Gen *g);

/* registers.c */
void gen_give_registers(Gen *g);

Code gen_code(Arena *arena, const IrModule *m, Flow *flow, const LaneOps *ops, bool checked,
              EngineBlockInfo **blocks, uint32_t *block_count);

#endif
