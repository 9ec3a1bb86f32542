#include "cli/variants.h"

#include <stdio.h>

void variants_add(Variants *v, Str shader, RunResult *r, const Verdict *verdict) {
    size_t n;
    const LwAccess *access = lw_report_accesses(r->report, &n);
    LwTotals t = lw_report_totals(r->report);
    double groups = t.workgroups ? (double)t.workgroups : 1;
    Variant row = {.shader = shader,
                   .subgroup_size = t.subgroup_size,
                   .verified = verdict->checked && !verdict->failed,
                   .failed = verdict->failed > 0,
                   .sectors = (double)t.storage_sectors / groups,
                   .workgroup_bytes = t.workgroup_bytes};
    for (size_t i = 0; i < n; i++) {
        if (!access[i].wavefronts)
            continue;
        VariantAccess one = {
            .op = str_copy(v->arena, (Str){access[i].op.data, (uint32_t)access[i].op.length}),
            .name = str_copy(v->arena, (Str){access[i].name.data, (uint32_t)access[i].name.length}),
            .line = access[i].line,
            .passes = (double)access[i].wavefronts / groups,
            .ideal = (double)access[i].ideal_wavefronts / groups};
        vec_push(v->arena, &row.accesses, one);
    }
    vec_push(v->arena, &v->rows, row);
}

static double total(const Variant *r, bool ideal) {
    double sum = 0;
    for (uint32_t i = 0; i < r->accesses.len; i++)
        sum += ideal ? r->accesses.at[i].ideal : r->accesses.at[i].passes;
    return sum;
}

/* "8 + 64": passes of each access, and what they are. */
static void print_accesses(const Variant *r) {
    enum { MOST = 6 };
    for (uint32_t i = 0; i < r->accesses.len && i < MOST; i++) {
        const VariantAccess *a = &r->accesses.at[i];
        printf("%s%.*s line %u: %.6g", i ? ", " : "", STR_ARG(a->op), a->line, a->passes);
    }
    if (r->accesses.len > MOST)
        printf(", ...");
}

void variants_print(const Variants *v, bool colour) {
    if (!v->rows.len)
        return;
    uint32_t wide = 6;
    for (uint32_t i = 0; i < v->rows.len; i++)
        if (v->rows.at[i].shader.len > wide)
            wide = v->rows.at[i].shader.len;
    printf("\nA workgroup's passes through the banks, and its sectors of storage memory\n%-*s %8s "
           "%8s %9s %8s  %s\n",
           (int)wide, "shader", "passes", "ideal", "sectors", "result", "by access");
    for (uint32_t i = 0; i < v->rows.len; i++) {
        const Variant *r = &v->rows.at[i];
        bool free = total(r, false) <= total(r, true);
        printf("%s%-*.*s %8.6g %8.6g %9.6g %8s  ", colour ? (free ? "\033[32m" : "") : "",
               (int)wide, STR_ARG(r->shader), total(r, false), total(r, true), r->sectors,
               r->failed     ? "WRONG"
               : r->verified ? "verified"
                             : "-");
        print_accesses(r);
        printf("%s%s\n", free ? ": no conflict" : "", colour && free ? "\033[0m" : "");
    }
}
