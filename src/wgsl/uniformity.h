/* Uniformity analysis: what its files share.
 *
 * The specification's "Uniformity" describes a graph for each function. A node is a statement such
 * as "control flow is uniform here" or "this value is uniform"; an edge from X to Y says that X can
 * only hold if Y does. Requirements (a barrier needs uniform control flow) begin at nodes; what
 * cannot be uniform (a read of writable memory) has an edge to NODE_NON_UNIFORM. A requirement
 * fails if that can be reached from its node. What reaches a parameter, or the control flow at the
 * function's beginning, is handed to the callers as a tag. Functions are done callees first.
 *
 *   uniformity.c        functions, their tags, the module
 *   uniformity_stmt.c   statements
 *   uniformity_expr.c   expressions
 *   uniformity_call.c   calls, and which builtins require or spoil uniformity
 *   uniformity_value.c  the values that variables have at each point, merged where paths meet
 *   uniformity_graph.c  nodes, edges, reachability
 *   uniformity_report.c diagnostics
 *
 * The analysis runs once for each scope: the workgroup (for barriers and derivatives; in other
 * stages, the draw) and, where subgroups are enabled, the subgroup.
 */
#ifndef LW_WGSL_UNIFORMITY_H
#define LW_WGSL_UNIFORMITY_H

#include "wgsl/analysis.h"

/* ---- graph ---- */

typedef uint32_t NodeId;

enum { NODE_NON_UNIFORM, NODE_CONTROL_START, FIRST_NODE };
enum { NO_NODE = UINT32_MAX };

typedef enum NodeKind {
    NODE_CONTROL, /* control flow that depends on the expression at span */
    NODE_NAMED,   /* the value that a let or variable (decl) gets at span */
    /* the rest lead to NODE_NON_UNIFORM */
    NODE_BUILTIN_INPUT, /* decl: a parameter or member */
    NODE_USER_INPUT,    /* decl */
    NODE_READ,          /* of a variable or through a pointer (decl) */
    NODE_RESULT,        /* of a call */
    NODE_STORED,        /* what a call stores to a variable (decl) */
} NodeKind;

typedef struct Node {
    NodeKind kind;
    Span span;
    const Decl *decl;
    const Expr *call;
} Node;

typedef struct Edge {
    NodeId from, to;
} Edge;

typedef struct Graph {
    Arena *arena;
    VEC(uint32_t) nodes; /* most are plain: 0; else 1 + an index into notes */
    VEC(Node) notes;
    VEC(Edge) edges;
    /* Filled by graph_index: the edges of each node, grouped by where they begin and where they
     * end: of node i at [first[i], first[i + 1]). */
    VEC(uint32_t) first_out, first_in;
    VEC(NodeId) out, in;
    VEC(NodeId) towards; /* next node on the way to NODE_NON_UNIFORM, or NO_NODE */
    VEC(uint32_t) mark;  /* of the search that reached a node */
    VEC(NodeId) queue;
} Graph;

void graph_reset(Graph *g);
NodeId graph_plain(Graph *g);
NodeId graph_node(Graph *g, Node n);
/* NULL for a plain node. */
static inline const Node *graph_note(const Graph *g, NodeId n) {
    return g->nodes.at[n] ? &g->notes.at[g->nodes.at[n] - 1] : NULL;
}
void graph_edge(Graph *g, NodeId from, NodeId to);
/* Call once all edges are there; finds every node that leads to NODE_NON_UNIFORM. */
void graph_index(Graph *g);
static inline bool graph_fails(const Graph *g, NodeId n) {
    return g->towards.at[n] != NO_NODE;
}
/* Marks with `mark` what can be reached from n and has no mark yet. */
void graph_reach(Graph *g, NodeId n, uint32_t mark);
void graph_clear_marks(Graph *g);

/* ---- what is known of functions ---- */

typedef enum Scope { SCOPE_WORKGROUP, SCOPE_SUBGROUP } Scope;

/* The rules that @diagnostic can turn off; barriers have none. */
typedef enum Rule { RULE_DERIVATIVE, RULE_SUBGROUP, RULE_COUNT, RULE_BARRIER = RULE_COUNT } Rule;

enum { SEVERITY_OFF = -1 };

/* Why something must be uniform: a call, and, when it calls a user's function, what in there. */
typedef struct Cause {
    const struct Cause *inner; /* NULL: the call is of a builtin */
    const Expr *call;
    uint32_t arg; /* the argument that must be uniform, or NO_ARG: control flow */
    Severity severity;
    Rule rule;
    bool *reported; /* shared by all causes with one innermost call */
} Cause;
enum { NO_ARG = UINT32_MAX };

/* Where non-uniformity comes from, for a note in another function. */
typedef struct Origin {
    Span span;
    Str message;
} Origin;

typedef struct ParamTags {
    const Cause *value, *contents; /* why they must be uniform, or NULL */
    bool value_to_result, contents_to_result;
    /* Pointers into the function address space: what the memory holds after the call. */
    bool stored;         /* something stores to it */
    bool stored_control; /* and depends on control flow at the call */
    bool stored_spoilt;  /* and may be non-uniform: see origin */
    Origin origin;
    uint64_t stored_values[PARAM_WORDS], stored_contents[PARAM_WORDS]; /* and on parameters */
} ParamTags;

typedef struct Tags {
    const Cause *control; /* why calls must be in uniform control flow, or NULL */
    bool result_spoilt;   /* the result may be non-uniform: see origin */
    Origin origin;
    ParamTags *param;
} Tags;

/* ---- the function at hand ---- */

typedef struct Local Local;
typedef struct Merge Merge;
typedef struct Target Target;

/* A variable among those that a loop or switch assigns to. */
typedef struct Slot {
    Local *local;
    Target *target;
    struct Slot *outer; /* the same variable's in the enclosing loop or switch */
    NodeId phi;         /* its value at the beginning of an iteration */
    /* Its value behind the loop or switch [0] and at the beginning of the continuing block [1]: a
     * node with edges to the values it has where paths lead there; the last of those. */
    NodeId merged[2], last[2];
    bool changed[2]; /* since the last such path */
} Slot;

/* A loop or switch being walked. */
struct Target {
    bool is_loop;
    Target *outer;
    Slot *slots;
    uint32_t count;
    VEC(Slot *) changed[2];
};

/* What is known of a let, variable or parameter of the function. */
struct Local {
    Decl *decl;
    NodeId node;   /* let, parameter: its node; of a pointer: of where it points */
    NodeId value;  /* variable, function-space pointer parameter: what it holds now, or NO_NODE */
    NodeId before; /* pointer parameter: what it held at the call */
    NodeId after;  /* pointer parameter: node of what it holds after the call */
    Slot *slot;    /* of the innermost loop or switch that assigns to it */
    bool full;     /* let: points to all of a variable */
    bool stored;   /* pointer parameter: something has been stored */
    uint32_t mark; /* of a pass over assignments */
    Merge *merge;  /* of the innermost if of which some branch assigns to it */
};

/* The values that the branches of an if leave in a variable. */
struct Merge {
    Local *local;
    const struct Branches *owner;
    Merge *outer;      /* of an enclosing if */
    NodeId node;       /* with edges to the values */
    uint32_t branches; /* how many assign to it */
};

typedef struct Change {
    Local *local;
    NodeId before;
} Change;

typedef struct Requirement {
    NodeId node;
    const Cause *cause;
} Requirement;

typedef VEC(Local *) LocalList;

typedef struct Uniformity {
    Module *m;
    Scope scope;
    Tags *tags; /* by Decl.index of functions */
    Graph graph;
    const Decl *function;
    NodeId result;      /* node of the function's result, or NO_NODE */
    LocalList pointers; /* parameters that point into the function address space */
    VEC(Requirement) requirements;
    int filter[RULE_COUNT]; /* severities in force, or SEVERITY_OFF */
    Target *target;
    VEC(Change) log; /* assignments since the beginning of the outermost branch */
    uint32_t marks;  /* last value given to Local.mark */
    uint32_t merges; /* of variables, in this function; at most MERGE_LIMIT */
} Uniformity;

enum { MERGE_LIMIT = 1 << 18 };

/* NULL for what is declared outside functions. */
static inline Local *uni_local(const Decl *d) {
    return d->module_scope ? NULL : d->scratch;
}
Local *uni_new_local(Uniformity *u, Decl *d);
/* A node with edges to two others, or the one that they are. */
NodeId uni_join(Uniformity *u, NodeId a, NodeId b);
NodeId uni_node(Uniformity *u, NodeKind kind, Span span, const Decl *decl);
void uni_require(Uniformity *u, NodeId node, Cause cause);

/* uniformity_stmt.c: control flow behind the statement */
NodeId uni_statement(Uniformity *u, NodeId control, Stmt *s);
void uni_apply_filters(Uniformity *u, const AttributeList *attributes);
void uni_apply_filter(Uniformity *u, const ExprList *args);
/* What a return does beside giving a value. */
void uni_leave(Uniformity *u);

/* uniformity_expr.c */
NodeId uni_value(Uniformity *u, NodeId control, const Expr *e);
/* Does a reference or pointer lead to all of its variable? */
bool uni_is_full(const Expr *e);
/* Control flow that depends on an expression's value. */
NodeId uni_control(Uniformity *u, NodeId value, const Expr *e);

/* uniformity_call.c */
NodeId uni_call(Uniformity *u, NodeId control, const Expr *e);

/* uniformity_value.c */
/* May one more variable be merged? Deep nesting could multiply them beyond bounds; past the limit
 * the function is refused. */
bool uni_may_merge(Uniformity *u);
/* Finds what each loop and switch of a function assigns to; makes the locals. */
void uni_find_assignments(Uniformity *u, Stmt *body);
void uni_assign(Uniformity *u, Local *l, NodeId value);
/* Undoes the assignments since the log had `length` entries. */
void uni_roll_back(Uniformity *u, uint32_t length);
/* Branches of an if. At the end of each from which control goes on uni_end_branch is called, before
 * it is rolled back; uni_finish_branches gives every variable its merged value. */
typedef struct Branches {
    uint32_t start; /* length of the log before them */
    uint32_t paths;
    VEC(Merge *) merges;
} Branches;
void uni_begin_branches(Uniformity *u, Branches *b);
void uni_end_branch(Uniformity *u, Branches *b);
void uni_finish_branches(Uniformity *u, Branches *b);
/* Loops and switches. */
void uni_enter_target(Uniformity *u, Target *t, const Stmt *s, bool is_loop, bool repeats);
enum { PATH_OUT, PATH_CONTINUE };
void uni_path(Uniformity *u, Target *t, int which);
/* Gives the variables the values merged from all such paths. */
void uni_take_paths(Uniformity *u, Target *t, int which);
/* The end of an iteration. */
void uni_repeat(Uniformity *u, Target *t);
void uni_leave_target(Uniformity *u, Target *t);

/* uniformity_report.c */
void uni_report(Uniformity *u, const Requirement *r);
Origin uni_origin(Uniformity *u, NodeId from);

#endif
