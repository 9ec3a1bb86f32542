/* Proofs: what must hold of a run of the edited text, held against the run before it. */
#include "rewrite/fix.h"

/* ---- findings ---- */

static Span mapped(const EditList *edits, Span s) {
    return (Span){edit_map(edits, s.start), edit_map(edits, s.end)};
}

/* The ends may have moved with what was inserted in the expression: the beginnings say it. */
static bool same_place(Span a, Span b) {
    return (a.end > 0) == (b.end > 0) && (a.end == 0 || a.start == b.start);
}

static bool same_finding(const RewriteFinding *before, const EditList *edits,
                         const RewriteFinding *after) {
    Span a = mapped(edits, before->span);
    Span b = before->other.end ? mapped(edits, before->other) : before->other;
    bool straight = same_place(a, after->span) && same_place(b, after->other);
    bool crossed = b.end && same_place(a, after->other) && same_place(b, after->span);
    return str_eq(before->rule, after->rule) && (straight || crossed);
}

bool prove_still_found(const RewriteFinding *before, const EditList *edits,
                       const RewriteOutcome *after) {
    for (uint32_t i = 0; i < after->findings.len; i++)
        if (same_finding(before, edits, &after->findings.at[i]))
            return true;
    return false;
}

Str prove_no_new_finding(const Fix *f, const EditList *edits, const RewriteOutcome *after) {
    for (uint32_t i = 0; i < after->findings.len; i++) {
        const RewriteFinding *n = &after->findings.at[i];
        bool old = n->cost;
        for (uint32_t k = 0; k < f->base.findings.len && !old; k++)
            old = same_finding(&f->base.findings.at[k], edits, n);
        if (!old)
            return str_format(f->arena, "it would bring a new finding: %.*s", STR_ARG(n->message));
    }
    return (Str){"", 0};
}

/* ---- outputs ---- */

static const RewriteBuffer *find_buffer(const RewriteRun *r, const RewriteBuffer *like) {
    for (uint32_t i = 0; i < r->buffers.len; i++)
        if (r->buffers.at[i].group == like->group && r->buffers.at[i].binding == like->binding)
            return &r->buffers.at[i];
    return NULL;
}

static bool equal_buffers(Arena *a, const RewriteBuffer *x, const RewriteBuffer *y,
                          Str *difference) {
    if (!y || x->bytes != y->bytes) {
        *difference = str_format(a, "'%.*s' has another size", STR_ARG(x->name));
        return false;
    }
    if (memcmp(x->data, y->data, x->bytes) == 0)
        return true;
    uint64_t at = 0, words = 0;
    for (uint64_t i = x->bytes; i-- > 0;) {
        if (x->data[i] != y->data[i]) {
            words += at / 4 != i / 4 || !words;
            at = i;
        }
    }
    *difference =
        str_format(a, "%llu word%s of '%.*s', the first at byte %llu", (unsigned long long)words,
                   words == 1 ? "" : "s", STR_ARG(x->name), (unsigned long long)(at & ~3ull));
    return false;
}

bool prove_equal_outputs(Arena *a, const RewriteOutcome *x, const RewriteOutcome *y,
                         Str *difference) {
    if (!x->ran || !y->ran || x->runs.len != y->runs.len) {
        *difference = STR("one of the runs did not come to its end");
        return false;
    }
    for (uint32_t i = 0; i < x->runs.len; i++) {
        const RewriteRun *r = &x->runs.at[i];
        for (uint32_t k = 0; k < r->buffers.len; k++)
            if (!equal_buffers(a, &r->buffers.at[k], find_buffer(&y->runs.at[i], &r->buffers.at[k]),
                               difference))
                return false;
    }
    return true;
}

bool prove_same_outputs(Fix *f, Str text, const RewriteOutcome *after, Str *how, Str *difference) {
    *how = STR("the same bits in every buffer");
    if (prove_equal_outputs(f->arena, &f->base, after, difference))
        return true;
    RewriteRequest request = {.outputs = true, .shuffled = true};
    Arena scratch = {.on_oom = f->arena->on_oom};
    RewriteOutcome before, now;
    fix_run(f, &scratch, f->result->draft.text, request, &before);
    fix_run(f, &scratch, text, request, &now);
    Str ignored;
    bool same = prove_equal_outputs(&scratch, &before, &now, &ignored);
    *how =
        STR("the same bits in every buffer under a repeatable schedule (their order decides what "
            "the buffers hold)");
    arena_free(&scratch);
    return same;
}

Str prove_sizes(Arena *a, const RewriteOutcome *o) {
    StrBuf b = {.arena = a};
    strbuf_addf(&b, "subgroups of ");
    for (uint32_t i = 0; i < o->runs.len; i++)
        strbuf_addf(&b, "%s%u",
                    i == 0                ? ""
                    : i + 1 < o->runs.len ? ", "
                                          : " and ",
                    o->runs.at[i].subgroup_size);
    return strbuf_str(&b);
}

/* ---- numbers ---- */

static uint64_t run_object_passes(const RewriteRun *r, Str object, uint64_t *ideal) {
    uint64_t passes = 0;
    *ideal = 0;
    for (uint32_t i = 0; i < r->accesses.len; i++) {
        if (!str_eq(r->accesses.at[i].name, object))
            continue;
        passes += r->accesses.at[i].passes;
        *ideal += r->accesses.at[i].ideal_passes;
    }
    return passes;
}

uint64_t fix_object_passes(const RewriteOutcome *o, Str object, uint64_t *ideal) {
    uint64_t passes = 0, one;
    *ideal = 0;
    for (uint32_t i = 0; i < o->runs.len; i++) {
        passes += run_object_passes(&o->runs.at[i], object, &one);
        *ideal += one;
    }
    return passes;
}

uint64_t fix_passes(const RewriteOutcome *o) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < o->runs.len; i++)
        n += o->runs.at[i].passes;
    return n;
}

uint64_t fix_sectors(const RewriteOutcome *o) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < o->runs.len; i++)
        n += o->runs.at[i].sectors;
    return n;
}

uint32_t fix_workgroup_bytes(const RewriteOutcome *o) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < o->runs.len; i++)
        most = o->runs.at[i].workgroup_bytes > most ? o->runs.at[i].workgroup_bytes : most;
    return most;
}

void fix_costs(Arena *a, RewriteCostList *list, const RewriteOutcome *o, Str object) {
    for (uint32_t i = 0; i < o->runs.len; i++) {
        const RewriteRun *r = &o->runs.at[i];
        RewriteCost c = {.subgroup_size = r->subgroup_size,
                         .workgroup_bytes = r->workgroup_bytes,
                         .workgroups = r->workgroups,
                         .passes = r->passes,
                         .conflicts = r->conflicts,
                         .sectors = r->sectors};
        c.object_passes = run_object_passes(r, object, &c.object_ideal);
        vec_push(a, list, c);
    }
}
