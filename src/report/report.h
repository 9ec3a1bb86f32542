/* Reports: results of observers as text and JSON. */
#ifndef LW_REPORT_REPORT_H
#define LW_REPORT_REPORT_H

#include "hw/hw.h"
#include "ir/ir.h"
#include "observe/cost.h"

typedef struct Finding {
    const char *rule;
    Severity severity;
    Span span;
    bool has_span;
    Str message;
    VEC(DiagNote) related;
    uint64_t count;
    /* For the "data" object: numbers by name. */
    struct FindingDatum { const char *name; double value; } data[8];
    uint32_t data_count;
} Finding;

typedef struct DispatchReport {
    const IrModule *module; /* source and sites */
    uint32_t workgroups[3];
    const CostResult *cost; /* NULL when cost was not observed */
} DispatchReport;

typedef struct Report {
    Arena *arena;
    Str name;        /* of the shader */
    const HwModel *hw;
    uint32_t subgroup_size;
    VEC(DispatchReport) dispatches;
    VEC(Finding) findings;
} Report;

/* Derives the cost findings (bank-conflict, uncoalesced, divergence, atomic-contention) from the
 * dispatches' results. */
void report_find_costs(Report *r);

void report_text(StrBuf *out, const Report *r, bool colour, uint32_t columns);
/* The JSON object of docs/formats.md; false when memory is short. */
bool report_json(StrBuf *out, const Report *r);

#endif
