/* Conflicts of a workgroup array: which pad, or which swizzle, leaves the fewest passes over all
 * accesses of the array together, since an edit that cures one access may hurt another.
 *
 * Candidates are compared by running one workgroup of each dispatch. The best is then proven by a
 * full run; among equals the one that changes least is taken: a pad before a swizzle, a small one
 * before a large one. */
#include "rewrite/array.h"
#include "rewrite/fix.h"

enum { MOST_PAD = 32, MOST_WIDTHS = 3, MOST_DIVISOR = 4, MOST_PROOFS = 3, WEBGPU_STORAGE = 16384 };

/* What saves less than a tenth of the array's passes is not worth a stranger's edit; with indices
 * that come from data it may be chance. */
enum { LEAST_GAIN = 10 };

typedef struct Layout {
    RewriteKind kind;
    uint32_t amount; /* elements of a pad; divisor of a swizzle */
    Array array;
    EditList edits;
    uint64_t passes; /* of one workgroup */
    uint32_t bytes;  /* of workgroup memory, all variables */
} Layout;

typedef struct Search {
    Fix *fix;
    Array array;
    Str object;
    uint64_t now, ideal;                   /* passes of one workgroup as it is */
    VEC(Layout) found;                     /* better ones, the best first */
    uint32_t limit;                        /* bytes */
    uint32_t least_refused, refused_bytes; /* the smallest pad that is over it; 0: none */
    const char *no_pad, *no_swizzle;       /* why there is none */
} Search;

/* ---- candidates ---- */

/* Keeps the list sorted; equals stay in the order in which they were tried. */
static void keep(Search *s, const Layout *l) {
    vec_push(s->fix->arena, &s->found, *l);
    for (uint32_t i = s->found.len - 1; i > 0 && s->found.at[i - 1].passes > l->passes; i--) {
        s->found.at[i] = s->found.at[i - 1];
        s->found.at[i - 1] = *l;
    }
}

static RewriteRequest small_request(void) {
    return (RewriteRequest){.cost = true, .small = true};
}

/* Measures a candidate; false when it cannot be run. */
static bool measure(Search *s, Layout *l) {
    Arena scratch = {.on_oom = s->fix->arena->on_oom};
    Str text;
    RewriteOutcome o = {0};
    if (fix_text(s->fix, &scratch, &l->edits, &text))
        fix_run(s->fix, &scratch, text, small_request(), &o);
    bool ran = o.ran;
    uint64_t ideal;
    if (ran) {
        l->passes = fix_object_passes(&o, s->object, &ideal);
        l->bytes = fix_workgroup_bytes(&o);
    }
    arena_free(&scratch);
    return ran;
}

static bool is_wanted(const Fix *f, RewriteKind k) {
    return f->options->kinds >> k & 1;
}

/* Tries one; false when there is no use in trying more of its kind. */
static bool try_layout(Search *s, const Array *a, RewriteKind kind, uint32_t amount) {
    Layout l = {.kind = kind, .amount = amount, .array = *a};
    const Tree *t = &s->fix->tree;
    const char **why = kind == REWRITE_PAD ? &s->no_pad : &s->no_swizzle;
    const char *bad = kind == REWRITE_PAD ? pad_edits(a, t, amount, &l.edits)
                                          : swizzle_edits(a, t, amount, &l.edits);
    if (bad) {
        *why = bad;
        return false;
    }
    if (!measure(s, &l)) {
        *why = "the shader does not compile with it: a use of the array needs its type as it is";
        return false;
    }
    if (l.passes + s->now / LEAST_GAIN <= s->now)
        keep(s, &l);
    return l.passes > s->ideal; /* a larger one cannot be better than free */
}

static void try_pads(Search *s, const Array *a) {
    uint32_t now = fix_workgroup_bytes(&s->fix->base);
    for (uint32_t pad = 1; pad <= MOST_PAD && !fix_is_stopped(s->fix); pad++) {
        uint64_t bytes = now + (uint64_t)a->rows * pad * a->stride;
        if (bytes > s->limit) {
            if (!s->least_refused || pad < s->least_refused) {
                s->least_refused = pad;
                s->refused_bytes = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
            }
            return;
        }
        if (!try_layout(s, a, REWRITE_PAD, pad))
            return;
    }
}

static void try_swizzles(Search *s, const Array *a) {
    for (uint32_t divisor = 1; divisor <= MOST_DIVISOR && !fix_is_stopped(s->fix); divisor *= 2)
        if (!try_layout(s, a, REWRITE_SWIZZLE, divisor))
            return;
}

/* The array as it is, or, where it is flattened, with each length of rows that its indices name. */
static uint32_t shapes_of(const Search *s, Array *shape) {
    if (s->array.levels > 1) {
        shape[0] = s->array;
        return 1;
    }
    const Expr *width[MOST_WIDTHS];
    uint32_t n = array_widths(&s->array, &s->fix->tree, width, MOST_WIDTHS);
    for (uint32_t i = 0; i < n; i++) {
        shape[i] = s->array;
        array_set_width(&shape[i], &s->fix->tree, width[i]);
    }
    bool has_banks = false;
    for (uint32_t i = 0; i < n; i++)
        has_banks |= shape[i].columns == 32;
    shape[n] = s->array;
    n += !has_banks && array_set_bank_rows(&shape[n]);
    return n;
}

static void search(Search *s) {
    Array shape[MOST_WIDTHS + 1];
    uint32_t n = shapes_of(s, shape);
    if (!n)
        s->no_pad = s->no_swizzle =
            "its indices are no rows and columns (row * W + column, with W a constant or override "
            "that divides the number of elements), and it is no multiple of 32 elements";
    for (uint32_t i = 0; i < n && is_wanted(s->fix, REWRITE_PAD); i++)
        try_pads(s, &shape[i]);
    for (uint32_t i = 0; i < n && is_wanted(s->fix, REWRITE_SWIZZLE); i++)
        try_swizzles(s, &shape[i]);
}

/* ---- proof ---- */

static Str layout_title(const Search *s, const Layout *l) {
    Arena *a = s->fix->arena;
    if (l->kind == REWRITE_PAD)
        return str_format(a, "pad the rows of '%.*s' by %u element%s", STR_ARG(s->object),
                          l->amount, l->amount == 1 ? "" : "s");
    if (l->amount == 1)
        return str_format(a, "swizzle '%.*s': column ^ row", STR_ARG(s->object));
    return str_format(a, "swizzle '%.*s': column ^ (row / %u)", STR_ARG(s->object), l->amount);
}

/* "512 passes a workgroup instead of 2048"; of a whole run where workgroups differ. */
static Str passes_text(Arena *a, const RewriteOutcome *before, const RewriteOutcome *after,
                       Str object) {
    uint64_t groups = 0, ideal;
    for (uint32_t i = 0; i < before->runs.len; i++)
        groups += before->runs.at[i].workgroups;
    uint64_t x = fix_object_passes(before, object, &ideal);
    uint64_t y = fix_object_passes(after, object, &ideal);
    bool even = groups && x % groups == 0 && y % groups == 0 && ideal % groups == 0;
    uint64_t unit = even ? groups : 1;
    return str_format(a,
                      "'%.*s' takes %llu passes%s instead of %llu; %llu would be free of conflicts",
                      STR_ARG(object), (unsigned long long)(y / unit), even ? " a workgroup" : "",
                      (unsigned long long)(x / unit), (unsigned long long)(ideal / unit));
}

/* Empty when the full run proves it. */
static Str refute(Search *s, const Layout *l, const RewriteOutcome *after, Str text, Str *how) {
    Fix *f = s->fix;
    uint64_t ideal;
    if (!after->ran)
        return str_format(f->arena, "it does not run: %.*s", STR_ARG(after->message));
    Str difference;
    if (!prove_same_outputs(f, text, after, how, &difference))
        return str_format(f->arena, "the outputs change: %.*s", STR_ARG(difference));
    if (fix_object_passes(after, s->object, &ideal) >=
            fix_object_passes(&f->base, s->object, &ideal) ||
        fix_passes(after) >= fix_passes(&f->base) || fix_sectors(after) > fix_sectors(&f->base))
        return STR("over the whole dispatch it saves nothing");
    return prove_no_new_finding(f, &l->edits, after);
}

static void accept(Search *s, Layout *l, const RewriteOutcome *after, Str how) {
    Fix *f = s->fix;
    RewriteStep step = {.kind = l->kind,
                        .title = layout_title(s, l),
                        .object = s->object,
                        .origin = fix_origin(f, s->array.variable->name_span)};
    fix_costs(f->arena, &step.before, &f->base, s->object);
    fix_costs(f->arena, &step.after, after, s->object);
    fix_proof(f, &step, "outputs-equal", how);
    fix_proof(f, &step, "fewer-passes", passes_text(f->arena, &f->base, after, s->object));
    fix_proof(
        f, &step, "no-new-finding",
        str_format(f->arena, "no new finding at %.*s", STR_ARG(prove_sizes(f->arena, after))));
    uint32_t before = fix_workgroup_bytes(&f->base), now = fix_workgroup_bytes(after);
    if (now != before)
        vec_push(f->arena, &step.notes,
                 str_format(f->arena, "workgroup memory grows from %u to %u bytes", before, now));
    uint64_t ideal;
    bool free = fix_object_passes(after, s->object, &ideal) <= ideal;
    if (s->least_refused && (!free || l->kind == REWRITE_SWIZZLE))
        vec_push(f->arena, &step.notes,
                 str_format(f->arena,
                            "pads of %u and more elements would need %u bytes of workgroup memory "
                            "or more: the limit is %u",
                            s->least_refused, s->refused_bytes, s->limit));
    fix_accept(f, &l->edits, &step, after);
    fix_note(f, "bank-conflict", s->object, (Span){0, 0},
             STR("what is left: the best layout of those tried is in place"));
}

static void say_no_pad(StrBuf *b, const Search *s) {
    if (!is_wanted(s->fix, REWRITE_PAD))
        strbuf_addf(b, "pads were not asked for");
    else if (s->least_refused == 1)
        strbuf_addf(b,
                    "a pad of 1 element would need %u bytes of workgroup memory: the limit is %u",
                    s->refused_bytes, s->limit);
    else if (s->no_pad)
        strbuf_addf(b, "no pad of '%.*s': %s", STR_ARG(s->object), s->no_pad);
    else
        strbuf_addf(b, "no pad of up to %d elements of '%.*s' saves a tenth of its passes",
                    s->least_refused ? (int)s->least_refused - 1 : MOST_PAD, STR_ARG(s->object));
    if (s->least_refused > 1)
        strbuf_addf(b, ", and one of %u would need %u bytes of workgroup memory: the limit is %u",
                    s->least_refused, s->refused_bytes, s->limit);
}

static Str why_nothing(const Search *s, Str refuted) {
    StrBuf b = {.arena = s->fix->arena};
    if (refuted.len) {
        strbuf_addf(&b, "the best candidate was not proven: ");
        strbuf_add(&b, refuted);
        return strbuf_str(&b);
    }
    say_no_pad(&b, s);
    if (!is_wanted(s->fix, REWRITE_SWIZZLE))
        strbuf_addf(&b, "; the swizzle was not asked for");
    else if (s->no_swizzle && (!s->no_pad || strcmp(s->no_swizzle, s->no_pad) != 0))
        strbuf_addf(&b, "; no swizzle: %s", s->no_swizzle);
    else if (!s->no_swizzle)
        strbuf_addf(&b, "; nor is there a swizzle that does");
    return strbuf_str(&b);
}

static void prove_best(Search *s) {
    Fix *f = s->fix;
    Str refuted = {"", 0}, first = {"", 0}, text, how;
    for (uint32_t i = 0; i < s->found.len && i < MOST_PROOFS && !fix_is_stopped(f); i++) {
        Layout *l = &s->found.at[i];
        RewriteOutcome after;
        if (!fix_text(f, f->arena, &l->edits, &text))
            continue;
        fix_run(f, f->arena, text, fix_full(), &after);
        refuted = refute(s, l, &after, text, &how);
        if (!refuted.len) {
            accept(s, l, &after, how);
            return;
        }
        first = first.len ? first : refuted;
    }
    fix_note(f, "bank-conflict", s->object, (Span){0, 0}, why_nothing(s, first));
}

/* ---- all arrays ---- */

static uint32_t storage_limit(const Fix *f) {
    if (f->options->storage_limit)
        return f->options->storage_limit;
    return fix_workgroup_bytes(&f->base) > WEBGPU_STORAGE ? (uint32_t)WGSL_MAX_WORKGROUP_BYTES
                                                          : (uint32_t)WEBGPU_STORAGE;
}

static void fix_array(Fix *f, Str object) {
    Decl *v = tree_variable(&f->tree, object);
    uint64_t ideal;
    Search s = {.fix = f, .object = object, .limit = storage_limit(f)};
    if (!v || fix_object_passes(&f->base, object, &ideal) <= ideal ||
        fix_is_silenced(f, "bank-conflict", object))
        return;
    if (!array_init(&s.array, &f->tree, v)) {
        bool is_struct = v->type->kind == TYPE_STRUCT;
        fix_note(f, "bank-conflict", object, (Span){0, 0},
                 is_struct ? STR("only arrays that are variables of their own can be padded or "
                                 "swizzled: this one is a member of a struct")
                           : STR("only arrays of arrays and flattened arrays can be padded or "
                                 "swizzled: this variable is none"));
        return;
    }
    array_mark_runs(&s.array, &f->tree, &f->base);
    RewriteOutcome small;
    Arena scratch = {.on_oom = f->arena->on_oom};
    fix_run(f, &scratch, f->result->draft.text, small_request(), &small);
    s.now = fix_object_passes(&small, object, &s.ideal);
    bool ran = small.ran && s.now > s.ideal;
    arena_free(&scratch);
    if (!ran) {
        fix_note(
            f, "bank-conflict", object, (Span){0, 0},
            STR("the first workgroup has no conflict, so candidates cannot be compared in it"));
        return;
    }
    search(&s);
    prove_best(&s);
}

void fix_layouts(Fix *f) {
    uint32_t n = f->tree.module->variables.len;
    Str *names = arena_array(f->arena, Str, n + 1);
    for (uint32_t i = 0; i < n; i++)
        names[i] = f->tree.module->variables.at[i]->name;
    for (uint32_t i = 0; i < n && !fix_is_stopped(f); i++)
        fix_array(f, names[i]);
}
