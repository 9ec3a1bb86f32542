/* What a program did on Lanewise: reads the records that the library has left in a folder
 * (docs/formats.md) and shows them. */
#ifndef LW_CLI_EXEC_REPORT_H
#define LW_CLI_EXEC_REPORT_H

#include <jansson.h>

#include "base/os.h"
#include "cli/check.h"

/* A pipeline and all its dispatches. */
typedef struct ExecPipeline {
    uint64_t process, device, number; /* of the file */
    json_t *record;
    Str label, device_label, stopped; /* empty: none */
    Str entry;
    uint64_t dispatches;
    CheckResult result;
} ExecPipeline;

typedef struct ExecReport {
    Program *program;
    const char *const *argv; /* ends in NULL */
    OsEnd end;
    uint32_t devices;
    VEC(ExecPipeline) pipelines; /* in the order of their first dispatch */
    StrBuf messages;
} ExecReport;

/* False, with a message, when the folder cannot be read. Files that make no sense are named in the
 * messages and left out. */
bool exec_report_read(ExecReport *r, const char *folder);
void exec_report_free(ExecReport *r);
/* In the format of the options. */
void exec_report_write(ExecReport *r, StrBuf *out);
/* Findings of that severity or above that are not silenced. */
uint32_t exec_report_count(const ExecReport *r, Severity least);

#endif
