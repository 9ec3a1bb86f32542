/* What the addresses of an event's lanes look like: rows of lanes whose addresses are a constant
 * distance apart, and so are the rows. Most instructions have the same shape every time, which the
 * engine knows; then it is looked up. */
#ifndef LW_OBSERVE_SHAPES_H
#define LW_OBSERVE_SHAPES_H

#include "engine/events.h"

/* In bytes. One row when all lanes follow each other; no lanes when they are of no such shape. */
typedef struct Shape {
    uint32_t lanes, rows; /* of a row; rows */
    int32_t stride, pitch;
} Shape;

typedef struct KnownShape {
    uint32_t instruction, first, lanes; /* whose it is; no lanes: nobody's */
    Shape shape;
} KnownShape;

enum { SHAPES_KNOWN = 256 };

/* Zero-initialised; for the events of one program. */
typedef struct ShapeTable {
    KnownShape known[SHAPES_KNOWN];
} ShapeTable;

/* Of `lanes` active lanes from `lane` on, all in bounds. */
Shape shape_of(ShapeTable *t, const MemoryEvent *e, uint32_t lane, uint32_t lanes);

#endif
