/* Source edits that cure what a run has shown, each proven by running again.
 *
 * rewrite_fix looks for edits of one shader: it makes candidates from the syntax tree, runs them
 * through a runner that the caller gives (src/rewrite knows the language, not how a shader is run),
 * keeps those that are proven better, and says of the rest why not. The text outside the edits is
 * kept byte for byte. docs/fix.md describes the kinds and what is proven for each. */
#ifndef LW_REWRITE_REWRITE_H
#define LW_REWRITE_REWRITE_H

#include "rewrite/diff.h"

typedef enum RewriteKind {
    REWRITE_BARRIER, /* in the order in which they are tried */
    REWRITE_GUARD,
    REWRITE_READ_ONLY,
    REWRITE_PAD,
    REWRITE_SWIZZLE,
    REWRITE_AGGREGATE,
    REWRITE_KINDS
} RewriteKind;

/* "barrier", "bounds-guard", "read-only", "pad", "swizzle", "atomic-aggregate" */
const char *rewrite_kind_name(RewriteKind k);
/* REWRITE_KINDS when there is no such kind. */
RewriteKind rewrite_kind_find(Str name);

/* ---- running ---- */

typedef struct RewriteRequest {
    bool cost, check; /* observers */
    bool small;       /* one workgroup a dispatch: to compare candidates, not to prove */
    bool outputs;     /* keep the buffers */
    bool drop;        /* accesses out of bounds store nothing and read zero */
    bool shuffled;    /* under a random, repeatable order of the invocations */
} RewriteRequest;

/* An access to memory, of one dispatch. */
typedef struct RewriteAccess {
    Str name;
    uint64_t passes, ideal_passes; /* through the banks of workgroup memory, else 0 */
    uint32_t line, column;         /* where its expression begins */
} RewriteAccess;

typedef struct RewriteBuffer {
    uint32_t group, binding;
    Str name;
    const uint8_t *data;
    uint64_t bytes;
} RewriteBuffer;

/* At one subgroup size. */
typedef struct RewriteRun {
    uint32_t subgroup_size, workgroup_bytes;
    uint64_t workgroups, passes, conflicts, sectors;
    VEC(RewriteAccess) accesses;
    VEC(RewriteBuffer) buffers;
} RewriteRun;

typedef struct RewriteFinding {
    Str rule, message;
    bool cost;        /* a cost rule, not a fault */
    bool minor;       /* a note */
    Span span, other; /* other: the second place; empty: none */
    uint64_t count;
} RewriteFinding;

typedef struct RewriteOutcome {
    bool ran, rejected;       /* to its end at every size; rejected: the shader is wrong */
    int code;                 /* the exit code to end with when it did not run */
    Str message;              /* why not */
    Span span;                /* of the first error of a rejected shader, and */
    Str error_code;           /* its code */
    uint32_t expected, unmet; /* expectations on values, of all sizes */
    VEC(RewriteRun) runs;
    VEC(RewriteFinding) findings; /* of all sizes, each once, without those */
    VEC(RewriteFinding) silenced; /* that the user leaves as they are */
    VEC(Str) assumed; /* variables whose number of elements nobody gave: it fits the run */
} RewriteOutcome;

typedef struct RewriteRunner {
    void *context;
    void (*run)(void *context, Arena *arena, Str source, const RewriteRequest *request,
                RewriteOutcome *outcome);
    bool (*stopped)(void *context); /* the user wants to stop */
} RewriteRunner;

/* ---- fixing ---- */

typedef struct RewriteSetting {
    Str name;
    double value;
} RewriteSetting;

typedef struct RewriteOptions {
    uint32_t kinds;         /* a bit for each kind that may be tried */
    uint32_t apply;         /* bits of kinds that are only suggested otherwise: aggregate */
    uint32_t storage_limit; /* bytes of workgroup memory that a pad may lead to; 0: 16384, WebGPU's
                               default limit, or the engine's where the shader needs more already */
    VEC(RewriteSetting) settings; /* of overrides */
    VEC(Str) entries;             /* entry points that are run; an empty name: the only one */
} RewriteOptions;

/* What a run costs. */
typedef struct RewriteCost {
    uint32_t subgroup_size, workgroup_bytes;
    uint64_t workgroups, passes, conflicts, sectors;
    uint64_t object_passes, object_ideal; /* of the array that is edited */
} RewriteCost;
typedef VEC(RewriteCost) RewriteCostList;

typedef struct RewriteProof {
    const char *what; /* "outputs-equal", "finding-gone" ...: docs/fix.md lists them */
    Str text;
} RewriteProof;

/* An edit, or a group of edits that belong together. */
typedef struct RewriteStep {
    RewriteKind kind;
    Str title;    /* "pad the rows of 'tile' by 2 elements" */
    Str object;   /* the variable it is about; may be empty */
    Span origin;  /* of the original text: where it is about */
    bool applied; /* false: a suggestion */
    Str code;     /* of a suggestion: its diff against the text so far */
    RewriteCostList before, after;
    VEC(RewriteProof) proofs;
    VEC(Str) notes; /* cautions and alternatives that were not taken */
} RewriteStep;

/* Something that no edit was found for. */
typedef struct RewriteRefusal {
    Str rule; /* of the finding */
    Span origin;
    Str reason;
    bool minor; /* of a note, not a warning or error */
} RewriteRefusal;

typedef struct RewriteResult {
    int code;      /* 0, or what stopped it: `message` says what */
    bool rejected; /* the shader is wrong */
    Str message;
    Span span; /* of an error of the shader; empty: none */
    Str error_code;
    Draft draft; /* the text, and what has been changed of it */
    VEC(RewriteStep) steps;
    VEC(RewriteRefusal) refusals;
    RewriteCostList before, after; /* of the original and of the text as it is now */
    uint32_t findings_before, findings_after;
    uint32_t trials; /* runs made */
} RewriteResult;

/* Looks for edits of `text`; everything in the result is in the arena. */
void rewrite_fix(Arena *a, Str name, Str text, const RewriteOptions *o, const RewriteRunner *runner,
                 RewriteResult *r);

#endif
