/* What to run: the grammar of `//!` lines, .run files and command-line options, which is one.
 *
 * A directive is a word and its arguments ("dispatch 64 64"); spec_add takes one, wherever it comes
 * from. docs/formats.md describes the grammar. */
#ifndef LW_CLI_SPEC_H
#define LW_CLI_SPEC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"
#include "webgpu/webgpu.h"

typedef enum ScalarType { SCALAR_F32, SCALAR_I32, SCALAR_U32, SCALAR_F16, SCALAR_COUNT } ScalarType;

const char *scalar_name(ScalarType t);
bool scalar_parse(Str name, ScalarType *t);
uint32_t scalar_bytes(ScalarType t);
/* Digits that tell any two values apart, for "%.*g". */
int scalar_digits(ScalarType t);

typedef struct Pass {
    Str entry; /* empty: the only one */
    uint32_t workgroups[3];
} Pass;

typedef struct Setting {
    Str name;
    double value;
} Setting;

typedef enum FillKind {
    FILL_ZEROS,
    FILL_IOTA,
    FILL_VALUE,
    FILL_RANDOM,
    FILL_VALUES,
    FILL_FILE,
} FillKind;

typedef struct Bind {
    uint32_t group, binding;
    bool is_texture; /* then type and count follow from the format and the size */
    Str format;      /* "rgba8unorm" */
    uint32_t size[3];
    bool is_sampler; /* then `sampler` is all there is */
    WGPUSamplerDescriptor sampler;
    FillKind kind;
    ScalarType type;
    uint64_t count;
    double value;
    uint64_t seed;
    bool bounded;
    double min, max;
    VEC(double) values;
    Str path;
} Bind;

typedef enum ExpectKind {
    EXPECT_VALUES, /* values from `from` on */
    EXPECT_FILL,   /* every element is values[0] */
    EXPECT_FILE,
    EXPECT_REFERENCE, /* name and words: a plain C reference */
    EXPECT_ERROR,     /* the shader is rejected at a place */
    EXPECT_FINDING,
    EXPECT_NO_FINDINGS,
} ExpectKind;

typedef struct Expect {
    ExpectKind kind;
    uint32_t line; /* where the expectation stands; 0: on the command line */
    uint32_t group, binding;
    bool has_range;
    uint64_t from, to;
    VEC(double) values;
    Str path, name;
    VEC(Str) words;
    double tol, rtol;
    uint32_t places[2], place_count; /* lines of an error or finding */
    uint32_t column;                 /* of an error; 0: any */
    Str code;
} Expect;

typedef struct Dump {
    uint32_t group, binding;
    Str path;
} Dump;

/* What one run does, as a rate counts it; 0: not given. */
typedef struct Work {
    double bytes, operations, items;
} Work;

/* A wrong line of a file: its directive, as bytes of the text. */
typedef struct SpecError {
    Str text, message;
    uint32_t start, end;
} SpecError;

typedef struct Spec {
    Arena *arena;
    Str shader; /* path */
    Str mark;   /* the byte order mark before its text; empty: none */
    Str folder; /* relative paths start here: that of the file the directive stands in */
    Str entry;
    bool has_dispatch;
    uint32_t dispatch[3];
    VEC(Pass) passes;
    VEC(Setting) settings;
    VEC(uint32_t) subgroup_sizes;
    Str hardware;
    Str schedule; /* "fair", "ascending", "descending", "occupancy", "seed"; empty: fair */
    uint32_t schedule_arg;
    uint32_t out_of_bounds; /* clamp, drop, trap */
    VEC(Str) enabled;       /* rules, or "all" */
    bool allow_non_uniform;
    VEC(Bind) binds;
    VEC(Expect) expects;
    VEC(Dump) dumps;
    Work work;
    SpecError wrong; /* what ended reading a file; without a message: nothing did */
} Spec;

/* Adds one directive. Later ones of a kind that stands once replace earlier ones; binds replace by
 * group and binding; passes and settings are added. NULL when it is right, else what is wrong with
 * it (in the arena). `line` is the line it stands on, 0 for the command line. */
const char *spec_add(Spec *s, Str directive, Str arguments, uint32_t line);

/* Takes the `//!` lines of a shader's text, or all lines of a .run file. False with a message
 * ("file:line:column: error: ... [bad-directive]"), and s->wrong, when a line is wrong. */
bool spec_read_shader(Spec *s, Str path, Str text, Str *error);
bool spec_read_run_file(Spec *s, Str path, Str text, Str *error);

/* The command line won: forgets what the file said about what the options say. Call before adding
 * an option's directive for the first time. */
void spec_clear(Spec *s, Str directive);

/* A path of a directive, made relative to the file it stands in. */
Str spec_path(const Spec *s, Str path);
Str path_folder(Str path);

#endif
