/* The type checker's parts among themselves. Outside it, see wgsl.h.
 *
 * Declarations are checked in Module.order, so that whatever an expression refers to has been
 * checked before, or is part of a cycle and has no type; then its uses get TYPE_ERROR, which goes
 * with everything and is never reported again.
 *
 * check_expr gives an expression the type that WGSL says (perhaps a reference, perhaps abstract),
 * and sets `final` to the same; check_value applies the load rule; check_convert and what is built
 * on it then set what the context takes. A value, where there is one, always follows `final`.
 */
#ifndef LW_WGSL_CHECK_H
#define LW_WGSL_CHECK_H

#include "lang/codes.h"
#include "wgsl/overload.h"
#include "wgsl/predeclared.h"
#include "wgsl/wgsl.h"

enum {
    LIMIT_NESTING = 255,
    LIMIT_MEMBERS = 16383,
    LIMIT_PARAMS = 255,
    LIMIT_CASES = 16383,
    LIMIT_ARRAY_ARGUMENTS = 32767,
    LIMIT_LOCAL_BYTES = 131072, /* of a function's variables, and of all private ones */
    LIMIT_ID = 65535,
};

/* Stages, as bits 1 << ShaderStage. */
enum {
    IN_VERTEX = 1 << SHADER_VERTEX,
    IN_FRAGMENT = 1 << SHADER_FRAGMENT,
    IN_COMPUTE = 1 << SHADER_COMPUTE,
    IN_ANY = IN_VERTEX | IN_FRAGMENT | IN_COMPUTE,
};

/* Why a function cannot be used in some stage: what it does, and where. */
typedef struct StageLimit {
    uint32_t allowed; /* stages */
    Span span;
    const char *what;
} StageLimit;

/* What is known of a function beside its Decl; by Decl.index. */
typedef struct FunctionFacts {
    VEC(StageLimit) limits;
    uint64_t local_bytes;
} FunctionFacts;

typedef struct Checker {
    Module *m;
    Arena *a;
    TypeTable *t;
    DiagList *diags;
    Decl *function;          /* that is being checked, or NULL */
    FunctionFacts *facts;    /* by Decl.index */
    const Expr **count_expr; /* by Decl.index of an override: the expression that stands for all
                                array sizes that name it, so that their types are the same */
    Decl **id_owner;         /* override ids that are taken, by id; made at the first */
    uint32_t unevaluated;    /* inside how many operands that short-circuiting skips */
    uint64_t private_bytes;
} Checker;

/* check_type.c: types that expressions denote. */
const Type *check_type(Checker *c, Expr *e);
/* Rules for what a type holds: nesting and size. False after an error. */
bool check_type_limits(Checker *c, Span span, const Type *t);
/* An error if the type needs `enable f16` and that is not there. */
bool check_f16(Checker *c, Span span, const Type *t);
AccessMode default_access(AddressSpace s);
/* Type and enumerant arguments. NULL after an error. */
const Predeclared *check_enumerant(Checker *c, Expr *e, PredeclaredKind kind, const char *what);

/* check_expr.c */
void check_expr(Checker *c, Expr *e);
/* An expression that has a value, after the load rule: its type, TYPE_ERROR after an error. */
const Type *check_value(Checker *c, Expr *e);
/* check_value, and abstract types made concrete. */
const Type *check_concrete(Checker *c, Expr *e);
/* Converts what check_value has seen. False, silently, if there is no conversion. */
bool check_convert(Checker *c, Expr *e, const Type *to);
/* check_convert, with an error that starts with the formatted text: "the condition". */
bool check_needs(Checker *c, Expr *e, const Type *to, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Gives e the type of an expression that has been reported. */
void check_failed(Checker *c, Expr *e);
/* Is e, which has just been typed, to be evaluated? */
bool check_may_evaluate(const Checker *c, const Expr *e);
bool check_is_type(const Expr *e);
/* check_value of a const-expression of integer type; false after an error. */
bool check_integer_const(Checker *c, Expr *e, const char *what, int64_t *value);

/* check_operator.c */
void check_unary(Checker *c, Expr *e);
void check_binary(Checker *c, Expr *e);
/* The type of `left op right` for operands that check_value has seen; converts right. */
const Type *check_compound(Checker *c, Stmt *s);

/* check_access.c: a[i] and a.b */
void check_index(Checker *c, Expr *e);
void check_member(Checker *c, Expr *e);

/* check_call.c */
void check_call(Checker *c, Expr *e);
/* check_value on each argument; false if one has an error. */
bool check_arguments(Checker *c, Expr *e);
/* The latest stage among the arguments. */
EvalStage check_arguments_stage(const Expr *e);
/* The arguments' values, or NULL if one has none. */
const Const *const *check_argument_values(Checker *c, const Expr *e);

/* check_builtin.c */
void check_builtin_call(Checker *c, Expr *e);

/* check_texture.c: constant arguments of texture builtins. False after an error. */
bool check_texture_arguments(Checker *c, const Expr *e);

/* check_construct.c */
void check_construct(Checker *c, Expr *e);

/* check_stmt.c */
void check_body(Checker *c, Decl *function);

/* check_decl.c */
void check_local_decl(Checker *c, Decl *d);
void check_module_decl(Checker *c, Decl *d);
void check_const_assert(Checker *c, Expr *condition);

/* check_var.c */
void check_var(Checker *c, Decl *d);

/* check_struct.c */
void check_struct(Checker *c, Decl *d);

/* check_layout.c: the layout constraints of address space uniform. */
void check_uniform_layout(Checker *c, Span span, const Type *t);

/* check_attribute.c */
typedef enum AttributeTarget {
    ON_FUNCTION = 1,
    ON_PARAM = 2,
    ON_RESULT = 4,
    ON_MEMBER = 8,
    ON_VAR = 16,
    ON_OVERRIDE = 32,
    ON_STATEMENT = 64,
    ON_NOTHING = 128, /* a declaration that takes no attributes */
} AttributeTarget;
/* Which attributes stand where, once each, with how many arguments; reports the rest. */
void check_attributes(Checker *c, const AttributeList *l, AttributeTarget target);
const Attribute *find_attribute(const AttributeList *l, const char *name);
/* The value of an attribute's only argument, a const-expression; false after an error. */
bool check_attribute_integer(Checker *c, const Attribute *a, int64_t min, int64_t max,
                             int64_t *value);

/* check_function.c */
void check_function(Checker *c, Decl *function);

/* check_io.c: inputs and outputs of entry points. */
/* The IO attributes of one parameter, result or member. */
void check_io_attributes(Checker *c, const AttributeList *l, const Type *type,
                         BuiltinValue *builtin_value);
/* The rule about @blend_src for the members of a struct, which have been checked. */
void check_blend_members(Checker *c, const Decl *d);
/* All inputs and outputs of an entry point, whose parameters and result have types. */
void check_io(Checker *c, Decl *entry);

/* check_stage.c: what may be used in which stage. */
void check_stage_limit(Checker *c, uint32_t allowed, Span span, const char *what);
const char *check_stage_name(ShaderStage s);
/* For all functions, after their bodies. */
void check_stages(Checker *c);

/* check_directive.c */
void check_directives(Checker *c);
/* One diagnostic control: severity and rule. */
void check_diagnostic_control(Checker *c, Span span, const ExprList *args);

#endif
