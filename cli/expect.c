#include "cli/expect.h"

#include <math.h>
#include <stdlib.h>

#include "cli/texture.h"
#include "kernels/reference.h"
#include "report/rules.h"

static void fail(Arena *a, Verdict *v, const Expect *e, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void fail(Arena *a, Verdict *v, const Expect *e, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    Str what = str_vformat(a, format, ap);
    va_end(ap);
    v->failed++;
    if (e && e->line)
        v->text = str_format(a, "%.*sline %u: %.*s\n", STR_ARG(v->text), e->line, STR_ARG(what));
    else
        v->text = str_format(a, "%.*s%.*s\n", STR_ARG(v->text), STR_ARG(what));
}

/* ---- buffers ---- */

static bool is_close(const Expect *e, double got, double want) {
    if (isnan(want) || isnan(got))
        return isnan(want) && isnan(got);
    if (got == want)
        return true;
    return fabs(got - want) <= e->tol + e->rtol * fabs(want);
}

static int compare_numbers(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

/* Elements [from, from + n) of a buffer as numbers. */
static double *numbers_of(Arena *a, const uint8_t *data, ScalarType t, uint64_t from, uint64_t n) {
    double *v = arena_array(a, double, n + 1);
    for (uint64_t i = 0; i < n; i++)
        v[i] = buffer_element(data, t, from + i);
    return v;
}

static void compare(Arena *a, Verdict *v, const Expect *e, const RunBuffer *b, const double *want,
                    uint64_t from, uint64_t n, bool unordered) {
    double *got = numbers_of(a, b->after, b->scalar, from, n);
    if (unordered)
        qsort(got, n, sizeof *got, compare_numbers);
    uint64_t wrong = 0, first = 0;
    for (uint64_t i = 0; i < n; i++)
        if (!is_close(e, got[i], want[i]) && !wrong++)
            first = i;
    int digits = scalar_digits(b->scalar);
    if (wrong)
        fail(a, v, e, "%u:%u %.*s[%llu] is %.*g, expected %.*g%s (%llu of %llu elements differ)",
             b->group, b->binding, STR_ARG(b->name), (unsigned long long)(from + first), digits,
             got[first], digits, want[first], unordered ? " once sorted" : "",
             (unsigned long long)wrong, (unsigned long long)n);
}

/* Integer expectations wrap: -1 and 4294967295 are one word of a u32 buffer. */
static double normalise(ScalarType t, double v) {
    uint8_t bytes[4];
    if (isnan(v))
        return v;
    buffer_set(bytes, t, 0, v);
    return buffer_element(bytes, t, 0);
}

static uint64_t elements(const RunBuffer *b) {
    return b->bytes / scalar_bytes(b->scalar);
}

static bool in_range(Arena *a, Verdict *v, const Expect *e, const RunBuffer *b, uint64_t to) {
    if (to <= elements(b))
        return true;
    fail(a, v, e, "%u:%u %.*s has %llu elements, but %llu are expected", b->group, b->binding,
         STR_ARG(b->name), (unsigned long long)elements(b), (unsigned long long)to);
    return false;
}

static void expect_listed(Arena *a, Verdict *v, const Expect *e, const RunBuffer *b) {
    uint64_t from = e->has_range ? e->from : 0;
    uint64_t to = e->has_range ? e->to : e->kind == EXPECT_FILL ? elements(b) : e->values.len;
    if (!in_range(a, v, e, b, to))
        return;
    double *want = arena_array(a, double, to - from + 1);
    for (uint64_t i = 0; i < to - from; i++)
        want[i] = normalise(b->scalar, e->values.at[e->kind == EXPECT_FILL ? 0 : i]);
    compare(a, v, e, b, want, from, to - from, false);
}

static void expect_file(Arena *a, Verdict *v, const Expect *e, const RunBuffer *b) {
    Contents c;
    const char *bad = buffer_read_file(a, e->path, UINT32_MAX, &c);
    if (!bad && b->texture)
        bad = texture_from_file(a, b, &c);
    if (bad) {
        fail(a, v, e, "%s", bad);
        return;
    }
    ScalarType t = c.typed ? c.type : b->scalar;
    uint64_t n = c.bytes / scalar_bytes(t);
    if (in_range(a, v, e, b, n))
        compare(a, v, e, b, numbers_of(a, c.data, t, 0, n), 0, n, false);
}

/* Words of a reference: bindings are its inputs, numbers its sizes. */
static const char *reference_arguments(Arena *a, RunResult *r, const Expect *e,
                                       ReferenceInput *input, uint32_t *number, ReferenceCall *c) {
    for (uint32_t i = 0; i < e->words.len; i++) {
        unsigned group, binding;
        char *word = (char *)str_copy(a, e->words.at[i]).at, *end;
        char *colon = strchr(word, ':');
        if (!colon) {
            number[c->numbers++] = (uint32_t)strtoul(word, &end, 0);
            if (*end)
                return str_format(a, "'%s' is neither a binding nor a number", word).at;
            continue;
        }
        group = (unsigned)strtoul(word, NULL, 10);
        binding = (unsigned)strtoul(colon + 1, NULL, 10);
        const RunBuffer *b = run_buffer(r, group, binding);
        if (!b)
            return str_format(a, "the shader has no binding %s", word).at;
        input[c->inputs++] = (ReferenceInput){b->before, b->bytes / 4};
    }
    return NULL;
}

static void expect_reference(Arena *a, Verdict *v, const Expect *e, RunResult *r,
                             const RunBuffer *b) {
    const Reference *f = reference_find(e->name.at, e->name.len);
    if (!f || scalar_bytes(b->scalar) != 4) {
        fail(a, v, e, "there is no reference '%.*s' for %s", STR_ARG(e->name),
             scalar_name(b->scalar));
        return;
    }
    ReferenceInput *input = arena_array(a, ReferenceInput, e->words.len + 1);
    uint32_t *number = arena_array(a, uint32_t, e->words.len + 1);
    ReferenceCall c = {.input = input,
                       .number = number,
                       .out = arena_alloc(a, b->bytes, 16),
                       .out_count = elements(b)};
    const char *bad = reference_arguments(a, r, e, input, number, &c);
    if (!bad && (c.inputs != f->inputs || c.numbers != f->numbers))
        bad = str_format(a, "reference %s takes %u bindings and %u numbers: %s", f->name, f->inputs,
                         f->numbers, f->about)
                  .at;
    if (!bad)
        bad = f->compute(&c);
    if (bad) {
        fail(a, v, e, "%s", bad);
        return;
    }
    double *want = numbers_of(a, c.out, b->scalar, 0, c.out_count);
    if (f->unordered)
        qsort(want, c.out_count, sizeof *want, compare_numbers);
    compare(a, v, e, b, want, 0, c.out_count, f->unordered);
}

void expect_buffers(Arena *a, const Spec *s, RunResult *r, Verdict *v) {
    for (uint32_t i = 0; i < s->expects.len; i++) {
        const Expect *e = &s->expects.at[i];
        if (e->kind > EXPECT_REFERENCE)
            continue;
        v->checked++;
        const RunBuffer *b = run_buffer(r, e->group, e->binding);
        if (!b)
            fail(a, v, e, "the shader has no binding %u:%u", e->group, e->binding);
        else if (!b->after)
            fail(a, v, e, "the run did not end, so %u:%u cannot be compared", e->group, e->binding);
        else if (!b->has_scalar)
            fail(a, v, e, "the elements of %u:%u are of several types and cannot be compared",
                 e->group, e->binding);
        else if (e->kind == EXPECT_FILE)
            expect_file(a, v, e, b);
        else if (e->kind == EXPECT_REFERENCE)
            expect_reference(a, v, e, r, b);
        else
            expect_listed(a, v, e, b);
    }
}

/* ---- findings ---- */

static bool is_cost_rule(Str name) {
    const Rule *rule = rule_find(name);
    return rule && rule->group == RULE_COST;
}

static bool has_kind(const Spec *s, ExpectKind kind) {
    for (uint32_t i = 0; i < s->expects.len; i++)
        if (s->expects.at[i].kind == kind)
            return true;
    return false;
}

bool expects_error(const Spec *s) {
    return has_kind(s, EXPECT_ERROR);
}
bool expects_findings(const Spec *s) {
    return has_kind(s, EXPECT_FINDING) || has_kind(s, EXPECT_NO_FINDINGS);
}

bool expects_finding_of_cost(const Spec *s) {
    for (uint32_t i = 0; i < s->expects.len; i++)
        if (s->expects.at[i].kind == EXPECT_FINDING && is_cost_rule(s->expects.at[i].name))
            return true;
    return false;
}

bool expects_divergence(const Spec *s) {
    for (uint32_t i = 0; i < s->expects.len; i++)
        if (s->expects.at[i].kind == EXPECT_FINDING &&
            str_is(s->expects.at[i].name, "barrier-divergence"))
            return true;
    return false;
}

static uint32_t line_of(const Source *s, Span span) {
    return span.end ? source_place(s, span.start).line : 0;
}

/* Is it the finding that e asks for? Lines are a set: their order does not matter. The second place
 * counts where a pair of places makes the finding, or where two lines are asked for. */
static bool is_finding(const Expect *e, const Source *s, const CheckFinding *f) {
    if (!str_eq(e->name, f->rule) || f->silence)
        return false;
    if (e->place_count == 0)
        return true;
    uint32_t a = e->places[0], b = e->places[1], first = line_of(s, f->span),
             second = line_of(s, f->pair);
    if (e->place_count == 1)
        return first == a && (!second || second == a);
    if (!second)
        second = f->related.len ? line_of(s, f->related.at[0].span) : first;
    return (first == a && second == b) || (first == b && second == a);
}

void expect_findings(Arena *a, const Spec *s, const Source *source, const CheckFindings *found,
                     Verdict *v) {
    bool *wanted = arena_array(a, bool, found->len + 1);
    for (uint32_t i = 0; i < s->expects.len; i++) {
        const Expect *e = &s->expects.at[i];
        if (e->kind != EXPECT_FINDING && e->kind != EXPECT_NO_FINDINGS)
            continue;
        v->checked++;
        bool met = e->kind == EXPECT_NO_FINDINGS;
        for (uint32_t k = 0; k < found->len; k++)
            if (e->kind == EXPECT_FINDING && is_finding(e, source, &found->at[k]))
                wanted[k] = met = true;
        if (e->kind == EXPECT_FINDING && !rule_find(e->name))
            fail(a, v, e, "there is no rule '%.*s'", STR_ARG(e->name));
        else if (!met)
            fail(a, v, e, "the finding %.*s was not made", STR_ARG(e->name));
    }
    bool cost = expects_finding_of_cost(s);
    for (uint32_t k = 0; k < found->len; k++) {
        const CheckFinding *f = &found->at[k];
        if (wanted[k] || f->silence || (is_cost_rule(f->rule) && !cost))
            continue;
        uint32_t first = line_of(source, f->span), second = line_of(source, f->pair);
        if (second)
            fail(a, v, NULL, "unexpected finding %.*s at lines %u and %u: %.*s", STR_ARG(f->rule),
                 first, second, STR_ARG(f->message));
        else
            fail(a, v, NULL, "unexpected finding %.*s at line %u: %.*s", STR_ARG(f->rule), first,
                 STR_ARG(f->message));
    }
}

static bool is_error(const Expect *e, const Source *s, const CheckFinding *d) {
    Place p = source_place(s, d->span.start);
    return p.line == e->places[0] && (!e->column || p.column == e->column) &&
           (!e->code.len || str_eq(e->code, d->rule));
}

void expect_errors(Arena *a, const Spec *s, const Source *source, const CheckFindings *diagnostics,
                   Verdict *v) {
    bool *wanted = arena_array(a, bool, diagnostics->len + 1);
    for (uint32_t i = 0; i < s->expects.len; i++) {
        const Expect *e = &s->expects.at[i];
        if (e->kind != EXPECT_ERROR)
            continue;
        v->checked++;
        bool met = false;
        for (uint32_t k = 0; k < diagnostics->len; k++)
            if (diagnostics->at[k].severity == SEVERITY_ERROR &&
                is_error(e, source, &diagnostics->at[k]))
                wanted[k] = met = true;
        if (!met)
            fail(a, v, e, "no such error at line %u", e->places[0]);
    }
    for (uint32_t k = 0; k < diagnostics->len; k++) {
        const CheckFinding *d = &diagnostics->at[k];
        if (d->severity == SEVERITY_ERROR && !wanted[k])
            fail(a, v, NULL, "unexpected error at line %u: %.*s", line_of(source, d->span),
                 STR_ARG(d->message));
    }
}
