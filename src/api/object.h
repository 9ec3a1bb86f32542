/* What all WebGPU objects have in common: references, a label, an owner.
 *
 * An object has two kinds of references. Handles are those of the program (AddRef, Release); refs
 * are those of other objects, and one for all handles together. When the last handle goes, the
 * class is told (a device is destroyed then); when the last ref goes, the memory is freed. An
 * object made by a device holds a ref on it, so a device's memory outlives all that it made.
 *
 * An object whose making failed exists too, as an invalid one: using it is an error that names it.
 */
#ifndef LW_API_OBJECT_H
#define LW_API_OBJECT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "webgpu/webgpu.h"

typedef enum ObjectKind {
#define CLASS(name, word, free, drop)      KIND_##name,
#define BARE_CLASS(name, word, free, drop) KIND_##name,
#include "api/classes.def"
#undef CLASS
#undef BARE_CLASS
    KIND_COUNT
} ObjectKind;

typedef struct Object {
    ObjectKind kind;
    atomic_uint handles, refs;
    WGPUDevice device; /* who made it; NULL for instances, adapters, devices and surfaces */
    char *label;       /* NULL: none */
    bool invalid;
} Object;

/* A zeroed object of `size` bytes with one handle. NULL when memory is short, which is reported to
 * the device, if there is one. */
void *object_new(WGPUDevice device, ObjectKind kind, size_t size, WGPUStringView label);
/* For objects inside others: sets up the common part. */
void object_init(Object *o, WGPUDevice device, ObjectKind kind, WGPUStringView label);

/* Another reference by an object; NULL is let through. Returns its argument. */
void *object_ref(void *object);
void object_unref(void *object);
/* The program's references. */
void object_add_handle(Object *o);
void object_release_handle(Object *o);

/* `buffer "staging"`, or `unlabelled buffer`: for messages. */
typedef struct ObjectName {
    char at[96];
} ObjectName;
ObjectName object_name(const Object *o);
#define NAME(o) (object_name(&(o)->base).at)

/* ---- strings ---- */

Str text_str(WGPUStringView v);
/* A zero-terminated copy, or NULL when it is empty or memory is short; freed with free. */
char *text_copy(WGPUStringView v);
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_vformat(const char *format, va_list ap);
static inline WGPUStringView text_view(const char *c) {
    return (WGPUStringView){c, c ? strlen(c) : 0};
}
static inline WGPUStringView text_view_str(Str s) {
    return (WGPUStringView){s.at, s.len};
}

#endif
