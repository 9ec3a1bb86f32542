/* What the fuzz targets share: a compilation of bytes that stands for one shader. */
#ifndef LW_TESTS_FUZZ_FUZZ_H
#define LW_TESTS_FUZZ_FUZZ_H

#include "wgsl/wgsl.h"

typedef struct Compilation {
    Arena arena; /* limited: a short text that needs more memory is a find */
    Source source;
    DiagList diags;
    Module *module;
} Compilation;

/* An empty module for a copy of the bytes. */
void fuzz_begin(Compilation *c, const uint8_t *data, size_t size);
/* Renders all diagnostics, and checks that errors have places inside the text. */
void fuzz_end(Compilation *c);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
