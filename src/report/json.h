/* What the JSON report and the page's data share. */
#ifndef LW_REPORT_JSON_H
#define LW_REPORT_JSON_H

#include <jansson.h>

#include "report/json_string.h"
#include "report/report.h"

/* The object of docs/formats.md; accesses stand in the order of the dispatches and of their
 * results. */
json_t *report_json_object(const Report *r);

#endif
