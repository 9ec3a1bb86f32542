/* The syntax tree of a WGSL module, and what checking adds to it.
 *
 * The parser (parse.c) builds the tree and fills everything but the fields under "checked".
 * The checker fills those; lowering reads them. Nodes live in the module's arena.
 */
#ifndef LW_WGSL_AST_H
#define LW_WGSL_AST_H

#include "base/str.h"
#include "base/vec.h"
#include "diag/diag.h"
#include "lang/builtins.h"
#include "lang/type.h"

typedef struct Expr Expr;
typedef struct Stmt Stmt;
typedef struct Decl Decl;
typedef VEC(Expr *) ExprList;
typedef VEC(Stmt *) StmtList;
typedef VEC(Decl *) DeclList;

/* @name or @name(args); the arguments are expressions or, for @diagnostic and @interpolate, bare
 * names as EXPR_IDENT. */
typedef struct Attribute {
    Str name;
    Span span; /* from the @ to the end */
    Span name_span;
    ExprList args;
} Attribute;
typedef VEC(Attribute) AttributeList;

/* ---- expressions (types are expressions too: `array<f32, N>` is an EXPR_IDENT) ---- */

typedef enum ExprKind {
    EXPR_LITERAL, /* literal */
    EXPR_IDENT,   /* ident: a name, perhaps with a template list */
    EXPR_UNARY,   /* unary_op, left */
    EXPR_BINARY,  /* binary_op, left, right */
    EXPR_CALL,    /* left is the callee (an EXPR_IDENT), args */
    EXPR_INDEX,   /* left[right] */
    EXPR_MEMBER,  /* left.member */
} ExprKind;

typedef enum UnaryOp {
    UNARY_NEGATE,
    UNARY_NOT,
    UNARY_COMPLEMENT,
    UNARY_DEREF,
    UNARY_ADDRESS
} UnaryOp;

typedef enum BinaryOp {
    BINARY_ADD,
    BINARY_SUB,
    BINARY_MUL,
    BINARY_DIV,
    BINARY_REM,
    BINARY_AND,
    BINARY_OR,
    BINARY_XOR,
    BINARY_SHL,
    BINARY_SHR,
    BINARY_EQ,
    BINARY_NE,
    BINARY_LT,
    BINARY_LE,
    BINARY_GT,
    BINARY_GE,
    BINARY_LOGICAL_AND,
    BINARY_LOGICAL_OR,
    BINARY_NONE, /* of a plain assignment */
} BinaryOp;

typedef enum LiteralKind {
    LITERAL_BOOL,
    LITERAL_ABSTRACT_INT,
    LITERAL_I32,
    LITERAL_U32,
    LITERAL_ABSTRACT_FLOAT,
    LITERAL_F32,
    LITERAL_F16,
} LiteralKind;

/* What an identifier was found to be. */
typedef enum IdentKind {
    IDENT_UNRESOLVED,
    IDENT_DECL,      /* decl */
    IDENT_TYPE,      /* a predeclared type or type generator; denoted says which type */
    IDENT_BUILTIN,   /* a builtin function; builtin says which */
    IDENT_ENUMERANT, /* read, storage, rgba8unorm...: a predeclared enumerant */
} IdentKind;

/* How a call expression is to be evaluated. */
typedef enum CallKind {
    CALL_NONE,
    CALL_FUNCTION,  /* a user's function: function */
    CALL_BUILTIN,   /* builtin */
    CALL_CONSTRUCT, /* a value of type `type` from args: zero value when there are none, splat,
                       vectors from parts, matrices from columns or scalars, arrays, structs */
    CALL_CONVERT,   /* one scalar, vector or matrix to the component type of `type` */
} CallKind;

/* When the value of an expression is known. */
typedef enum EvalStage { STAGE_CONST, STAGE_OVERRIDE, STAGE_RUNTIME } EvalStage;

struct Expr {
    ExprKind kind;
    Span span;
    bool parenthesised;
    union {
        struct {
            LiteralKind kind;
            union {
                bool b;
                int64_t i; /* u32 literals as 0 .. 2^32-1 */
                double f;
            };
        } literal;
        struct {
            Str name;
            Span name_span;
            bool has_template;
            ExprList template_args;
        } ident;
        UnaryOp unary_op;
        BinaryOp binary_op;
        struct {
            Str name;
            Span span;
        } member;
    };
    Expr *left, *right;
    ExprList args;
    Span operator_span; /* of unary and binary operators, the brackets of an index */

    /* -- checked -- */
    const Type *type;  /* as WGSL says: may be a reference, may be abstract */
    const Type *final; /* what the context takes: after the load rule and conversion; concrete in
                          run-time code. type is a reference and final is not: a load stands here */
    EvalStage stage;
    const Const *value;  /* of type `final`, when stage is STAGE_CONST and it could be evaluated */
    const Type *denoted; /* the type that a type expression names */
    IdentKind ident_kind;
    Decl *decl;         /* IDENT_DECL */
    Builtin builtin;    /* IDENT_BUILTIN, CALL_BUILTIN */
    uint32_t enumerant; /* IDENT_TYPE, IDENT_ENUMERANT: an index into the predeclared names */
    CallKind call_kind;
    Decl *function; /* CALL_FUNCTION */
    /* EXPR_MEMBER */
    uint32_t member_index; /* of a struct, or of a builtin's result struct */
    uint8_t swizzle[4];    /* of a vector: component indices */
    uint8_t swizzle_len;   /* 0: a struct member; 1: one component (a reference if left is one) */
};

/* ---- statements ---- */

typedef enum StmtKind {
    STMT_COMPOUND,  /* body */
    STMT_DECL,      /* decl: DECL_VAR, DECL_LET or DECL_CONST */
    STMT_ASSIGN,    /* left op= right; left NULL for `_ = right` */
    STMT_INCREMENT, /* left++ */
    STMT_DECREMENT, /* left-- */
    STMT_CALL,      /* call */
    STMT_IF,        /* condition, then, otherwise (NULL, STMT_COMPOUND or STMT_IF) */
    STMT_SWITCH,    /* condition is the selector; cases */
    STMT_LOOP,      /* body, continuing (may be NULL), break_if (may be NULL) */
    STMT_WHILE,     /* condition, body */
    STMT_FOR,       /* init, condition, update: each may be NULL; body */
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_RETURN, /* right, may be NULL */
    STMT_DISCARD,
    STMT_CONST_ASSERT, /* condition */
} StmtKind;

typedef struct SwitchCase {
    Span span;
    ExprList selectors; /* a NULL entry is `default` inside a case's list */
    bool is_default;    /* the default clause, or one with default among its selectors */
    Stmt *body;
} SwitchCase;

/* A comment that prints, `// lanewise-print("x is {}", x)`: a compound statement of one `_ = arg`
 * for each argument, which refers to it; without arguments, of one `_ = true`. See print.c. */
typedef struct Print {
    Span span;
    Span format_span; /* quotes included */
    Str format;       /* checked: without quotes and escapes */
    ExprList args;
} Print;

struct Stmt {
    StmtKind kind;
    Span span;
    AttributeList
        attributes; /* of compound statements, if, switch, loop, for, while; @diagnostic */
    StmtList list;  /* STMT_COMPOUND */
    Decl *decl;
    BinaryOp op; /* STMT_ASSIGN */
    Span operator_span;
    Expr *left, *right;
    Expr *condition;
    Expr *call;
    Stmt *then, *otherwise;
    Stmt *init, *update;
    Stmt *body, *continuing; /* STMT_COMPOUND */
    Expr *break_if;
    VEC(SwitchCase) cases;         /* one default among them: the parser sees to that */
    AttributeList body_attributes; /* before the brace of a switch's body */
    const Print *print;            /* STMT_ASSIGN: whose argument `right` is; NULL: of none */
    uint32_t print_arg;            /* which */

    /* -- checked -- */
    uint8_t behavior; /* set of BEHAVIOR_ bits */
    void *scratch;    /* of the pass that runs */
};

enum { BEHAVIOR_NEXT = 1, BEHAVIOR_BREAK = 2, BEHAVIOR_CONTINUE = 4, BEHAVIOR_RETURN = 8 };

/* ---- declarations ---- */

typedef enum DeclKind {
    DECL_VAR,
    DECL_LET,
    DECL_CONST,
    DECL_OVERRIDE,
    DECL_PARAM,
    DECL_FUNCTION,
    DECL_STRUCT,
    DECL_MEMBER,
    DECL_ALIAS,
    DECL_CONST_ASSERT,
} DeclKind;

typedef enum ShaderStage {
    SHADER_NONE,
    SHADER_VERTEX,
    SHADER_FRAGMENT,
    SHADER_COMPUTE
} ShaderStage;

/* The values of @builtin that a compute shader sees, and (BUILTIN_VALUE_OTHER) the rest. */
typedef enum BuiltinValue {
    BUILTIN_VALUE_NONE,
    BUILTIN_VALUE_LOCAL_INVOCATION_ID,
    BUILTIN_VALUE_LOCAL_INVOCATION_INDEX,
    BUILTIN_VALUE_GLOBAL_INVOCATION_ID,
    BUILTIN_VALUE_WORKGROUP_ID,
    BUILTIN_VALUE_NUM_WORKGROUPS,
    BUILTIN_VALUE_SUBGROUP_INVOCATION_ID,
    BUILTIN_VALUE_SUBGROUP_SIZE,
    BUILTIN_VALUE_SUBGROUP_ID,
    BUILTIN_VALUE_NUM_SUBGROUPS,
    BUILTIN_VALUE_GLOBAL_INVOCATION_INDEX,
    BUILTIN_VALUE_WORKGROUP_INDEX,
    BUILTIN_VALUE_OTHER,
} BuiltinValue;

struct Decl {
    DeclKind kind;
    Str name;
    Span span; /* the whole declaration */
    Span name_span;
    AttributeList attributes;
    ExprList template_args; /* DECL_VAR: address space, access mode */
    bool has_template;
    Expr *type_expr; /* may be NULL; DECL_ALIAS: what it stands for; DECL_FUNCTION: result */
    Expr *init;      /* may be NULL; DECL_CONST_ASSERT: the condition */
    DeclList params; /* DECL_FUNCTION */
    AttributeList result_attributes; /* DECL_FUNCTION */
    Span result_span;
    Stmt *body;       /* DECL_FUNCTION */
    DeclList members; /* DECL_STRUCT */
    bool module_scope;

    /* -- checked -- */
    const Type *type;   /* DECL_VAR: the store type; let, const, override, param: the value's type;
                           DECL_FUNCTION: the result (void_type when none); struct, alias: the type */
    AddressSpace space; /* DECL_VAR */
    AccessMode access;
    uint32_t group, binding; /* DECL_VAR in uniform, storage or handle space */
    bool has_binding;
    const Const *value; /* DECL_CONST, or a let or override with a const-expression */
    bool has_id;        /* DECL_OVERRIDE with @id */
    uint32_t id;
    uint32_t override_index;    /* DECL_OVERRIDE: its place in module->overrides */
    BuiltinValue builtin_value; /* params and members with @builtin */
    uint32_t index;             /* of a declaration at module scope: its place in module->decls */
    ShaderStage stage;          /* DECL_FUNCTION */
    Expr *workgroup_size[3];    /* DECL_FUNCTION: NULL where not given */
    DeclList calls;             /* DECL_FUNCTION: functions called directly, each once */
    DeclList uses; /* DECL_FUNCTION: module-scope variables and overrides used directly */
    void *scratch; /* of the pass that runs */
    Decl *root;    /* DECL_LET of pointer type, once asked for: see wgsl_root */
    bool must_use;
};

/* enable, requires and diagnostic directives */
typedef enum DirectiveKind {
    DIRECTIVE_ENABLE,
    DIRECTIVE_REQUIRES,
    DIRECTIVE_DIAGNOSTIC
} DirectiveKind;

typedef struct Directive {
    DirectiveKind kind;
    Span span;
    ExprList args; /* EXPR_IDENT; for diagnostic: severity, rule (EXPR_MEMBER for a.b) */
} Directive;

/* Bits of Module.enabled. */
enum {
    ENABLE_F16 = 1,
    ENABLE_SUBGROUPS = 2,
    ENABLE_CLIP_DISTANCES = 4,
    ENABLE_DUAL_SOURCE_BLENDING = 8,
    ENABLE_PRIMITIVE_INDEX = 16,
};

typedef struct Module {
    Arena *arena;
    const Source *source;
    DiagList *diags;
    TypeTable types;
    VEC(Directive) directives;
    DeclList decls;      /* module scope, in the order of the text */
    bool reads_prints;   /* comments that print are statements: set before parsing */
    VEC(Print *) prints; /* in the order of the text */

    /* -- checked -- */
    DeclList order; /* decls, each after those it uses (but for what is in a cycle) */
    uint32_t enabled;
    DeclList functions; /* callees before callers */
    DeclList entry_points;
    DeclList overrides;      /* each after those its initialiser uses */
    DeclList variables;      /* module-scope variables */
    bool allows_non_uniform; /* what the uniformity analysis rejects is only warned of: */
    VEC(Span) non_uniform;   /* calls of barriers and subgroup operations */
} Module;

#endif
