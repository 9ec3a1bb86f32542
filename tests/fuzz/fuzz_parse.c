/* Lexer and parser on any bytes. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Compilation c;
    fuzz_begin(&c, data, size);
    wgsl_parse(c.module);
    fuzz_end(&c);
    return 0;
}
