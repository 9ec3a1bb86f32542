/* `lanewise banks`: addresses in, conflicts out, no shader. */
#ifndef LW_CLI_BANKS_H
#define LW_CLI_BANKS_H

#include "base/str.h"
#include "lanewise/lanewise.h"

typedef struct BanksOptions {
    const char *hardware; /* NULL: nvidia */
    const char *trace;    /* a .tsv file, or NULL */
    bool storage;         /* --space storage: sectors instead of banks */
    bool has_stride, has_matrix, has_pad, has_column, has_op, has_space;
    int32_t stride; /* elements between neighbouring lanes */
    uint32_t rows, columns, pad, column;
    uint32_t width; /* bytes a lane: 4, 8 or 16 */
    uint32_t lanes; /* 0: the model's subgroup size */
    int op;         /* 0 load, 1 store, 2 atomic */
    bool json, colour;
} BanksOptions;

/* An exit code. Prints to standard output. */
int banks_main(Arena *a, const BanksOptions *o);

#endif
