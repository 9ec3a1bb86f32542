/* One round of fixing: what the kinds of edits share. */
#ifndef LW_REWRITE_FIX_H
#define LW_REWRITE_FIX_H

#include "rewrite/tree.h"

/* Why something was left as it is: said of the findings that it is about, if they are still there
 * in the end. */
typedef struct FixNote {
    const char *rule;
    Str object; /* a variable's name; empty: the finding at `origin` */
    Span origin;
    Str reason;
} FixNote;

typedef struct Fix {
    Arena *arena;
    Str name;
    const RewriteOptions *options;
    const RewriteRunner *runner;
    RewriteResult *result;
    Tree tree;           /* of the text as it is now */
    RewriteOutcome base; /* of a full run of it */
    VEC(FixNote) notes;
} Fix;

/* ---- running ---- */

/* A full run with both observers and the outputs. */
RewriteRequest fix_full(void);
void fix_run(Fix *f, Arena *a, Str text, RewriteRequest request, RewriteOutcome *out);
/* The user has had enough, or the time is over. */
bool fix_is_stopped(const Fix *f);
/* The text with the edits; false when they overlap. The edits are sorted. */
bool fix_text(Fix *f, Arena *a, EditList *edits, Str *text);

/* ---- proving: what holds of a run of the edited text against f->base ---- */

/* Empty when no finding of a fault is new; else what is. */
Str prove_no_new_finding(const Fix *f, const EditList *edits, const RewriteOutcome *after);
/* Is a finding of `before` (of the text before the edits) still there? */
bool prove_still_found(const RewriteFinding *before, const EditList *edits,
                       const RewriteOutcome *after);
/* Are all buffers equal, bit by bit, after both runs? Where the order of invocations decides what
 * they hold, a repeatable order is tried. Else *difference says where they are not. */
bool prove_same_outputs(Fix *f, Str text, const RewriteOutcome *after, Str *how, Str *difference);
bool prove_equal_outputs(Arena *a, const RewriteOutcome *x, const RewriteOutcome *y,
                         Str *difference);
/* "32 buffers..., at subgroups of 8 and 32" */
Str prove_sizes(Arena *a, const RewriteOutcome *o);

/* ---- numbers ---- */

uint64_t fix_object_passes(const RewriteOutcome *o, Str object, uint64_t *ideal);
uint64_t fix_passes(const RewriteOutcome *o);
uint64_t fix_sectors(const RewriteOutcome *o);
uint32_t fix_workgroup_bytes(const RewriteOutcome *o);
void fix_costs(Arena *a, RewriteCostList *list, const RewriteOutcome *o, Str object);

/* ---- results ---- */

/* Makes the edits and takes the outcome of their run as the new base. */
void fix_accept(Fix *f, const EditList *edits, RewriteStep *step, const RewriteOutcome *after);
void fix_proof(Fix *f, RewriteStep *step, const char *what, Str text);
void fix_note(Fix *f, const char *rule, Str object, Span span, Str reason);
/* The place in the original text of a span of the text as it is now. */
Span fix_origin(const Fix *f, Span span);
/* Are all findings of that rule about the variable silenced, and is there one? */
bool fix_is_silenced(const Fix *f, const char *rule, Str object);
/* The variable that the expression of a finding is about; NULL: unknown. */
Decl *fix_object_of(const Fix *f, Span span);

/* ---- the kinds ---- */

void fix_barriers(Fix *f);
void fix_guards(Fix *f);
void fix_read_only(Fix *f);
void fix_layouts(Fix *f); /* pads and swizzles */
void fix_aggregates(Fix *f);

#endif
