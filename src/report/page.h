/* The parts of the report page: its data as JSON, its recorded executions. */
#ifndef LW_REPORT_PAGE_H
#define LW_REPORT_PAGE_H

#include "report/json.h"

/* Everything that the page's scripts read. */
json_t *page_data(Arena *scratch, const Report *const *reports, size_t count);

/* The recorded executions of an access, in at most about `budget` bytes of JSON; *used gets how
 * many they took. page_records.c describes the format. */
json_t *page_records(Arena *scratch, const Report *r, const CostAccess *a,
                     const RecordedAccess *recorded, size_t budget, size_t *used);

#endif
