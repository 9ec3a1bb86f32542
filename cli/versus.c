/* Two profiles side by side. Totals are of the whole run. Accesses are matched by what they do to
 * which variable, in the order of the source: two shaders need not have the same lines. */
#include "cli/versus.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "cli/compare.h"
#include "report/json_string.h"

/* ---- options given twice ---- */

/* What an option is about: options of one key are alternatives. Empty: both sides take it. */
static Str key_of(Arena *a, const OptionDirective *d) {
    if (str_is(d->directive, "expect") || str_is(d->directive, "dump"))
        return (Str){0};
    if (!str_is(d->directive, "set") && !str_is(d->directive, "bind"))
        return d->directive;
    uint32_t n = 0;
    while (n < d->arguments.len && d->arguments.at[n] != '=' && d->arguments.at[n] != ' ')
        n++;
    return str_format(a, "%.*s %.*s", STR_ARG(d->directive), (int)n, d->arguments.at);
}

bool versus_options(Program *p, int side, Options *o, Str *settings) {
    const Options *all = &p->options;
    StrBuf text = {.arena = p->arena};
    *o = *all;
    memset(&o->directives, 0, sizeof o->directives);
    for (uint32_t i = 0; i < all->directives.len; i++) {
        const OptionDirective *d = &all->directives.at[i];
        Str key = key_of(p->arena, d);
        int before = 0, after = 0;
        for (uint32_t k = 0; key.len && k < all->directives.len; k++)
            if (k != i && str_eq(key, key_of(p->arena, &all->directives.at[k])))
                k < i ? before++ : after++;
        if (before + after > 1) {
            complain_to(p->messages, "--compare has two sides, but --%.*s is given %d times",
                        STR_ARG(key), before + after + 1);
            return false;
        }
        if (before + after && before != side)
            continue;
        vec_push(p->arena, &o->directives, *d);
        if (before + after)
            strbuf_addf(&text, "%s--%.*s %.*s", text.len ? " " : "", STR_ARG(d->directive),
                        STR_ARG(d->arguments));
    }
    *settings = strbuf_str(&text);
    if (!settings->len)
        complain_to(p->messages, "--compare takes two shaders, or one and an option given twice: "
                                 "--set PAD=0 --set PAD=2");
    return settings->len > 0;
}

/* ---- measures ---- */

enum { MEASURES = 7 };

/* Names in JSON, as in the report's totals. */
static const char *const measure_names[MEASURES] = {
    "workgroup_wavefronts", "workgroup_conflicts", "storage_sectors", "storage_bytes", "barriers",
    "float_operations",     "workgroup_bytes",
};

typedef struct Measure {
    const char *name, *title;
    uint64_t value[2];
} Measure;

static void measure(const VersusSide side[2], Measure m[MEASURES]) {
    LwTotals t[2] = {lw_report_totals(side[0].run.report), lw_report_totals(side[1].run.report)};
    const Measure list[MEASURES] = {
        {measure_names[0],
         "passes through the banks",
         {t[0].workgroup_wavefronts, t[1].workgroup_wavefronts}},
        {measure_names[1],
         "passes for conflicts",
         {t[0].workgroup_conflicts, t[1].workgroup_conflicts}},
        {measure_names[2],
         "sectors of storage memory",
         {t[0].storage_sectors, t[1].storage_sectors}},
        {measure_names[3], "bytes of storage", {t[0].storage_bytes, t[1].storage_bytes}},
        {measure_names[4], "barriers", {t[0].barriers, t[1].barriers}},
        {measure_names[5], "float operations", {t[0].float_operations, t[1].float_operations}},
        {measure_names[6],
         "bytes of workgroup memory",
         {t[0].workgroup_bytes, t[1].workgroup_bytes}},
    };
    memcpy(m, list, sizeof list);
}

/* "4.50x fewer", "all gone", "new", "same" */
static const char *change_text(Arena *a, uint64_t before, uint64_t after) {
    if (before == after)
        return "same";
    if (!after)
        return "all gone";
    if (!before)
        return "new";
    double ratio = (double)before / (double)after;
    if (ratio > 1)
        return ratio < 1.01 ? str_format(a, "%.2f %% fewer", 100 - 100 / ratio).at
                            : str_format(a, "%.2fx fewer", ratio).at;
    return ratio > 0.99 ? str_format(a, "%.2f %% more", 100 / ratio - 100).at
                        : str_format(a, "%.2fx more", 1 / ratio).at;
}

/* ---- accesses ---- */

typedef struct Pair {
    const LwAccess *of[2]; /* NULL: only the other side has it */
} Pair;

typedef VEC(Pair) PairList;

static bool same_view(WGPUStringView a, WGPUStringView b) {
    return a.length == b.length && (!a.length || memcmp(a.data, b.data, a.length) == 0);
}

static bool same_kind(const LwAccess *a, const LwAccess *b) {
    return same_view(a->space, b->space) && same_view(a->op, b->op) && same_view(a->name, b->name);
}

static uint64_t cost_of(const LwAccess *a) {
    return a ? a->wavefronts + a->sectors : 0;
}

static PairList match_accesses(Arena *a, const VersusSide side[2]) {
    size_t count[2];
    const LwAccess *list[2];
    for (int s = 0; s < 2; s++)
        list[s] = lw_report_accesses(side[s].run.report, &count[s]);
    bool *taken = arena_array(a, bool, count[1] + 1);
    PairList pairs = {0};
    size_t from = 0; /* all before it are taken */
    for (size_t i = 0; i < count[0]; i++) {
        Pair pair = {{&list[0][i], NULL}};
        while (from < count[1] && taken[from])
            from++;
        for (size_t k = from; k < count[1] && !pair.of[1]; k++)
            if (!taken[k] && same_kind(&list[0][i], &list[1][k])) {
                taken[k] = true;
                pair.of[1] = &list[1][k];
            }
        vec_push(a, &pairs, pair);
    }
    for (size_t k = 0; k < count[1]; k++)
        if (!taken[k])
            vec_push(a, &pairs, (Pair){{NULL, &list[1][k]}});
    return pairs;
}

/* ---- findings ---- */

typedef VEC(const LwFinding *) FindingList;

/* Findings of side `of` whose rule the other side has fewer of: the last of each rule. */
static FindingList extra_findings(Arena *a, const VersusSide side[2], int of) {
    size_t count[2];
    const LwFinding *list[2];
    FindingList extra = {0};
    for (int s = 0; s < 2; s++)
        list[s] = lw_report_findings(side[s].run.report, &count[s]);
    bool *taken = arena_array(a, bool, count[!of] + 1);
    for (size_t i = 0; i < count[of]; i++) {
        bool met = false;
        for (size_t k = 0; k < count[!of] && !met; k++) {
            met = !taken[k] && same_view(list[of][i].rule, list[!of][k].rule);
            taken[k] |= met;
        }
        if (!met)
            vec_push(a, &extra, &list[of][i]);
    }
    return extra;
}

/* ---- outputs ---- */

typedef enum Outputs { OUTPUTS_UNLIKE, OUTPUTS_DIFFER, OUTPUTS_EQUAL } Outputs;

/* Are the writable buffers of both sides equal, bit for bit? Unlike: they have not the same ones.
 * `at` gets the first buffer that differs, unless it is NULL. */
static Outputs compare_outputs(const VersusSide side[2], uint32_t *at) {
    const RunResult *a = &side[0].run, *b = &side[1].run;
    Outputs result = OUTPUTS_EQUAL;
    if (a->buffers.len != b->buffers.len)
        return OUTPUTS_UNLIKE;
    for (uint32_t i = 0; i < a->buffers.len; i++) {
        const RunBuffer *x = &a->buffers.at[i], *y = &b->buffers.at[i];
        if (x->group != y->group || x->binding != y->binding || x->bytes != y->bytes || !x->after ||
            !y->after)
            return OUTPUTS_UNLIKE;
        if ((x->writable || y->writable) && memcmp(x->after, y->after, x->bytes) != 0) {
            if (result == OUTPUTS_EQUAL && at)
                *at = i;
            result = OUTPUTS_DIFFER;
        }
    }
    return result;
}

/* "dst[3] (binding 0:1) is 7 in A and 8 in B; 12 elements of 'dst' differ" */
static Str difference_text(Arena *a, const VersusSide side[2], uint32_t buffer) {
    const RunBuffer *x = &side[0].run.buffers.at[buffer], *y = &side[1].run.buffers.at[buffer];
    Difference d = compare_bits(a, x, y);
    return str_format(
        a, "%.*s (binding %u:%u) is %.*s in A and %.*s in B; %llu element%s of '%.*s' %s",
        STR_ARG(run_element_name(a, &side[0].run, x, d.byte)), x->group, x->binding, STR_ARG(d.a),
        STR_ARG(d.b), (unsigned long long)d.count, d.count == 1 ? "" : "s", STR_ARG(x->name),
        d.count == 1 ? "differs" : "differ");
}

/* Lanes' accesses out of bounds, from the report's totals. */
static uint64_t out_of_bounds(const VersusSide *side) {
    WGPUStringView text = lw_report_json(side->run.report, view_of(side->shader));
    json_t *report = json_loadb(text.data, text.length, 0, NULL);
    json_t *totals = json_object_get(report, "totals");
    uint64_t n = (uint64_t)json_integer_value(json_object_get(totals, "out_of_bounds"));
    json_decref(report);
    return n;
}

/* ---- what must not be worse ---- */

bool versus_has_measure(Str name) {
    bool found = str_is(name, "all") || str_is(name, "outputs");
    for (int i = 0; i < MEASURES; i++)
        found |= str_is(name, measure_names[i]);
    return found;
}

const char *versus_measures(Arena *a) {
    StrBuf b = {.arena = a};
    for (int i = 0; i < MEASURES; i++)
        strbuf_addf(&b, "%s ", measure_names[i]);
    strbuf_addf(&b, "outputs all");
    return str_copy(a, strbuf_str(&b)).at;
}

static bool is_asked(const Program *p, const char *name) {
    const StrList *worse = &p->options.worse;
    for (uint32_t i = 0; i < worse->len; i++)
        if (str_is(worse->at[i], name) || str_is(worse->at[i], "all"))
            return true;
    return false;
}

bool versus_is_worse(Program *p, const VersusSide side[2]) {
    Measure m[MEASURES];
    measure(side, m);
    bool worse = false;
    for (int i = 0; i < MEASURES; i++) {
        if (m[i].value[1] <= m[i].value[0] || !is_asked(p, m[i].name))
            continue;
        complain("--fail-on-worse: %s: %llu in A, %llu in B, %s", m[i].name,
                 (unsigned long long)m[i].value[0], (unsigned long long)m[i].value[1],
                 change_text(p->arena, m[i].value[0], m[i].value[1]));
        worse = true;
    }
    if (is_asked(p, "outputs") && compare_outputs(side, NULL) != OUTPUTS_EQUAL) {
        complain("--fail-on-worse: outputs: the results of A and B are not equal, bit for bit");
        worse = true;
    }
    return worse;
}

/* ---- as text ---- */

static void print_list(Arena *a, const char *title, const Measure m[MEASURES], bool better) {
    bool any = false;
    printf("%s:", title);
    for (int i = 0; i < MEASURES; i++) {
        const Measure *x = &m[i];
        if (x->value[0] == x->value[1] || (x->value[1] < x->value[0]) != better)
            continue;
        printf("%s %s (%llu to %llu, %s)", any ? "," : "", x->title,
               (unsigned long long)x->value[0], (unsigned long long)x->value[1],
               change_text(a, x->value[0], x->value[1]));
        any = true;
    }
    printf("%s.\n", any ? "" : " nothing");
}

static void print_measures(Arena *a, const Measure m[MEASURES]) {
    printf("\n%-28s %16s %16s   change\n", "", "A", "B");
    for (int i = 0; i < MEASURES; i++)
        printf("%-28s %16llu %16llu   %s\n", m[i].title, (unsigned long long)m[i].value[0],
               (unsigned long long)m[i].value[1], change_text(a, m[i].value[0], m[i].value[1]));
}

static const char *place_text(Arena *a, const LwAccess *x) {
    return x ? str_format(a, "%u:%u", x->line, x->column).at : "-";
}

static void print_accesses(Arena *a, const PairList *pairs) {
    enum { MOST = 40 };
    uint32_t shown = 0, changed = 0;
    for (uint32_t i = 0; i < pairs->len; i++) {
        const LwAccess *x = pairs->at[i].of[0], *y = pairs->at[i].of[1], *some = x ? x : y;
        if (cost_of(x) == cost_of(y) || changed++ >= MOST)
            continue;
        if (!shown++)
            printf("\nAccesses that cost another number of passes or sectors\n  %-9s %-9s %-9s "
                   "%-7s %-12s %14s %14s   change\n",
                   "A", "B", "space", "op", "variable", "A", "B");
        printf("  %-9s %-9s %-9.*s %-7.*s %-12.*s %14llu %14llu   %s\n", place_text(a, x),
               place_text(a, y), STR_ARG(str_of(some->space)), STR_ARG(str_of(some->op)),
               STR_ARG(str_of(some->name)), (unsigned long long)cost_of(x),
               (unsigned long long)cost_of(y), change_text(a, cost_of(x), cost_of(y)));
    }
    if (changed > shown)
        printf("  ... and %u more (all of them with --format json)\n", changed - shown);
}

static void print_findings(const char *title, const FindingList *l) {
    enum { MOST = 20 };
    for (uint32_t i = 0; i < l->len && i < MOST; i++)
        printf("  %s %u:%u: %.*s [%.*s]\n", title, l->at[i]->line, l->at[i]->column,
               STR_ARG(str_of(l->at[i]->message)), STR_ARG(str_of(l->at[i]->rule)));
    if (l->len > MOST)
        printf("  ... and %u more\n", l->len - MOST);
}

static void print_outputs(Arena *a, const VersusSide side[2]) {
    static const char *const outputs[] = {
        "The two have not the same buffers, so their results are not compared.",
        "Their results differ", "Their results are equal, bit for bit."};
    uint32_t buffer = 0;
    Outputs o = compare_outputs(side, &buffer);
    printf("%s", outputs[o]);
    if (o == OUTPUTS_DIFFER)
        printf(": %.*s.", STR_ARG(difference_text(a, side, buffer)));
    printf("\n");
    for (int s = 0; s < 2; s++) {
        uint64_t lanes = out_of_bounds(&side[s]);
        if (lanes)
            printf("%c: %llu lane%s out of bounds and not counted: lanewise check says more.\n",
                   'A' + s, (unsigned long long)lanes,
                   lanes == 1 ? "'s access was" : "s' accesses were");
    }
}

void versus_print(Program *p, const VersusSide side[2]) {
    Measure m[MEASURES];
    measure(side, m);
    for (int s = 0; s < 2; s++)
        printf("%c: %.*s%s%.*s%.*s\n", 'A' + s, STR_ARG(utf8_shown(p->arena, side[s].shader)),
               side[s].settings.len ? " " : "", STR_ARG(side[s].settings), STR_ARG(side[s].setup));
    print_list(p->arena, "B is better in", m, true);
    print_list(p->arena, "B is worse in", m, false);
    print_outputs(p->arena, side);
    print_measures(p->arena, m);
    PairList pairs = match_accesses(p->arena, side);
    print_accesses(p->arena, &pairs);
    FindingList gone = extra_findings(p->arena, side, 0), fresh = extra_findings(p->arena, side, 1);
    if (gone.len + fresh.len)
        printf("\nFindings (lanewise explain RULE says more)\n");
    print_findings("gone:", &gone);
    print_findings("new: ", &fresh);
}

/* ---- as JSON ---- */

static json_t *string(Str s) {
    return report_json_string(s);
}

static json_t *side_json(const VersusSide *side) {
    json_t *o = json_object();
    WGPUStringView report = lw_report_json(side->run.report, view_of(side->shader));
    json_object_set_new(o, "shader", string(side->shader));
    json_object_set_new(o, "settings", string(side->settings));
    json_object_set_new(o, "report", json_loadb(report.data, report.length, 0, NULL));
    return o;
}

static json_t *access_side(const LwAccess *a) {
    return a ? json_pack("{sisisI}", "line", (int)a->line, "column", (int)a->column, "cost",
                         (json_int_t)cost_of(a))
             : json_null();
}

static json_t *pairs_json(const PairList *pairs) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < pairs->len; i++) {
        const LwAccess *some = pairs->at[i].of[0] ? pairs->at[i].of[0] : pairs->at[i].of[1];
        json_t *o = json_object();
        json_object_set_new(o, "space", string(str_of(some->space)));
        json_object_set_new(o, "op", string(str_of(some->op)));
        json_object_set_new(o, "name", string(str_of(some->name)));
        json_object_set_new(o, "a", access_side(pairs->at[i].of[0]));
        json_object_set_new(o, "b", access_side(pairs->at[i].of[1]));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *findings_json(const FindingList *l) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < l->len; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "rule", string(str_of(l->at[i]->rule)));
        json_object_set_new(o, "line", json_integer(l->at[i]->line));
        json_object_set_new(o, "column", json_integer(l->at[i]->column));
        json_object_set_new(o, "message", string(str_of(l->at[i]->message)));
        json_array_append_new(list, o);
    }
    return list;
}

bool versus_json(Program *p, const VersusSide side[2], StrBuf *out) {
    json_t *o = json_object(), *totals = json_array();
    Measure m[MEASURES];
    measure(side, m);
    for (int i = 0; i < MEASURES; i++)
        json_array_append_new(totals,
                              json_pack("{sssIsI}", "name", m[i].name, "a",
                                        (json_int_t)m[i].value[0], "b", (json_int_t)m[i].value[1]));
    PairList pairs = match_accesses(p->arena, side);
    FindingList gone = extra_findings(p->arena, side, 0), fresh = extra_findings(p->arena, side, 1);
    uint32_t differing = 0;
    Outputs outputs = compare_outputs(side, &differing);
    json_object_set_new(o, "lanewise", json_string(lw_version()));
    json_object_set_new(o, "a", side_json(&side[0]));
    json_object_set_new(o, "b", side_json(&side[1]));
    json_object_set_new(o, "totals", totals);
    json_object_set_new(o, "accesses", pairs_json(&pairs));
    json_object_set_new(o, "gone", findings_json(&gone));
    json_object_set_new(o, "new", findings_json(&fresh));
    json_object_set_new(o, "outputs_equal",
                        outputs == OUTPUTS_UNLIKE ? json_null()
                                                  : json_boolean(outputs == OUTPUTS_EQUAL));
    if (outputs == OUTPUTS_DIFFER)
        json_object_set_new(o, "difference", string(difference_text(p->arena, side, differing)));
    char *text = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(o);
    if (text)
        strbuf_add(out, str_from_c(text));
    free(text);
    return text != NULL;
}
