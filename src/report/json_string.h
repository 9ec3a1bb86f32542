/* Text as JSON, whatever its bytes are: names of files and labels need not be UTF-8. */
#ifndef LW_REPORT_JSON_STRING_H
#define LW_REPORT_JSON_STRING_H

#include <jansson.h>

#include "base/str.h"

/* Of text that is not UTF-8, what is not ASCII becomes question marks. */
json_t *report_json_string(Str s);

#endif
