/* Reports: results of observers as text and JSON. */
#ifndef LW_REPORT_REPORT_H
#define LW_REPORT_REPORT_H

#include "hw/hw.h"
#include "ir/ir.h"
#include "observe/cost.h"

typedef struct FindingDatum {
    const char *name;
    double value;
} FindingDatum;

typedef struct Finding {
    const char *rule;
    Severity severity;
    uint32_t dispatch;
    Span span;
    Str message;
    VEC(DiagNote) related;
    uint64_t count;
    VEC(FindingDatum) data; /* for the "data" object */
} Finding;

typedef struct DispatchReport {
    const IrModule *module; /* source and sites */
    uint32_t workgroups[3];
    const CostResult *cost; /* NULL when cost was not observed */
    /* When it stands for several dispatches of a pipeline: how many (0: it is one), and all their
     * workgroups; `workgroups` are those of the largest. */
    uint64_t count, all_workgroups;
} DispatchReport;

typedef struct Report {
    Arena *arena;
    Str name; /* of the shader */
    const HwModel *hw;
    uint32_t subgroup_size;
    VEC(DispatchReport) dispatches;
    VEC(Finding) findings;
    uint64_t more_findings; /* that were made, but not kept */
} Report;

/* Adds a finding, to the same one of a dispatch of the same shader when there is one. Its texts are
 * copied. */
void report_add_finding(Report *r, const Finding *f);

/* Derives the cost findings (bank-conflict, uncoalesced, divergence, atomic-contention) from the
 * dispatches' results, once. */
void report_find_costs(Report *r);

/* Cycles that each resource of the model would be busy, were it alone: an estimate from published
 * rates, over all dispatches. */
typedef struct ReportEstimate {
    double bank_cycles, memory_cycles, arithmetic_cycles;
} ReportEstimate;
ReportEstimate report_estimate(const Report *r);

/* Sums over all dispatches. */
typedef struct ReportTotals {
    uint64_t wavefronts, ideal_wavefronts, sectors, ideal_sectors, barriers, invocations;
    uint64_t active_lanes, lane_slots, float_operations, storage_bytes;
    uint64_t workgroups;
    uint64_t out_of_bounds;   /* lanes of accesses; they are in none of the other sums */
    uint32_t workgroup_bytes; /* the largest */
} ReportTotals;
ReportTotals report_totals(const Report *r);

/* The text of a span on one line: the expression of an access. */
Str report_expression(Arena *a, const Source *s, Span span);
const char *report_op_name(MemoryOp op);
/* An atomic that reads and writes: the kind that queues. */
bool report_is_contended_kind(const CostAccess *a);
/* The best pad of an object's array among r->pads: fewest passes, then the smallest; NULL when none
 * was tried. `now` gets pad 0. */
const CostPad *report_best_pad(const CostResult *r, uint32_t object, const CostPad **now);

/* 1234567 as "1 234 567". */
typedef struct Grouped {
    char text[32];
} Grouped;
Grouped report_grouped(uint64_t v);

/* What takes the most cycles by the model, and what could be had there: a sentence; and the
 * estimate behind it, another. */
void report_summary(StrBuf *b, const Report *r);
void report_summary_estimate(StrBuf *b, const Report *r);
/* How many lanes' accesses were out of bounds, and where, as a sentence; nothing when none was. */
void report_out_of_bounds(StrBuf *b, const Report *r);

/* Cycles that an access keeps its resource busy, by the model's rates: the order of tables. */
double report_access_cycles(const Report *r, const CostAccess *a);

void report_text(StrBuf *out, const Report *r, bool colour, uint32_t columns);
/* The JSON object of docs/formats.md; false when memory is short. */
bool report_json(StrBuf *out, const Report *r);
/* One self-contained HTML file of several reports; false when memory is short. */
bool report_html(StrBuf *out, const Report *const *reports, size_t count);

#endif
