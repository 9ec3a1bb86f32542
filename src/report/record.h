/* Records: the report of a pipeline with all that is needed to show it elsewhere, as one JSON
 * object in the format of docs/formats.md. */
#ifndef LW_REPORT_RECORD_H
#define LW_REPORT_RECORD_H

#include "report/report.h"

/* What the report itself does not say. */
typedef struct ReportRecord {
    const char *device, *pipeline; /* labels; NULL: none */
    const char *stopped;           /* why a dispatch ended early; NULL: none did */
    uint64_t run_ns;               /* of all dispatches */
} ReportRecord;

/* Derives the cost findings too, so that `r` is to be a copy. False when memory is short. */
bool report_record(StrBuf *out, Report *r, const ReportRecord *about);

#endif
