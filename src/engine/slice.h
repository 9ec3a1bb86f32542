/* Which registers decide how a loop goes on. */
#ifndef LW_ENGINE_SLICE_H
#define LW_ENGINE_SLICE_H

#include "engine/program.h"

/* Of the outermost loop around an instruction. Zero-initialised. */
typedef struct Slice {
    const Code *code;
    uint32_t pc;
    bool everything;          /* all registers may */
    uint8_t *vector, *scalar; /* else, by register: 1 or 0 */
} Slice;

/* Makes it anew when it is of another place. */
void slice_make(Slice *s, const Code *c, uint32_t pc);
void slice_free(Slice *s);

#endif
