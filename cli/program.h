/* What the verbs that run shaders share. */
#ifndef LW_CLI_PROGRAM_H
#define LW_CLI_PROGRAM_H

#include <stdio.h>

#include "cli/expect.h"
#include "cli/options.h"
#include "cli/run.h"

typedef struct Program {
    Arena *arena;
    Options options;
    bool colour_out, colour_err;
    StrBuf *messages; /* where complaints go; NULL: standard error */
} Program;

static inline Str str_of(WGPUStringView v) {
    return (Str){v.data, (uint32_t)v.length};
}
static inline WGPUStringView view_of(Str s) {
    return (WGPUStringView){s.at, s.len};
}

/* ---- reading ---- */

bool program_read_text(Program *p, Str path, Str *text);
/* The text of the shader at *path; of a .run file, the text of the shader that it names, whose path
 * *path is then. */
bool program_read_shader(Program *p, Str *path, Str *text);
/* The spec of a .wgsl or .run file, with the options on top, and the shader's text without the byte
 * order mark that it may begin with (s->mark). */
bool program_read_spec(Program *p, Str path, Spec *s, Str *source);
/* The sizes to run at: those given, else 0 (the hardware model's). */
uint32_t spec_size_count(const Spec *s);
uint32_t spec_size_at(const Spec *s, uint32_t i);

/* ---- running ---- */

RunOptions program_run_options(const Program *p, uint32_t observe);
bool program_dump_buffers(Program *p, const Spec *s, RunResult *r);
/* Values against expectations: a line on standard error, details when some failed. */
Verdict program_check_values(Program *p, const Spec *s, RunResult *r);
uint64_t run_median_ns(RunResult *r);
/* Of what all threads together spent. */
uint64_t run_processor_ns(RunResult *r);
void program_print_times(FILE *f, const RunOptions *o, RunResult *r);
/* Of "note", "warning", "error"; above all of them for other words. */
int severity_number(Str name);
/* EXIT_FOUND when --fail-on was given and something of that severity was found. */
int program_fail_on(const Program *p, RunResult *r, const Verdict *v);

#endif
