#include "api/object.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "api/runner.h"

typedef struct ObjectClass {
    const char *word;
    void (*free)(Object *o);
    void (*drop)(Object *o);
} ObjectClass;

static const ObjectClass classes[KIND_COUNT] = {
#define CLASS(name, word, free, drop) [KIND_##name] = {word, free, drop},
#define BARE_CLASS                    CLASS
#include "api/classes.def"
#undef CLASS
#undef BARE_CLASS
};

void object_init(Object *o, WGPUDevice device, ObjectKind kind, WGPUStringView label) {
    o->kind = kind;
    atomic_init(&o->handles, 1);
    atomic_init(&o->refs, 1);
    o->device = object_ref(device);
    o->label = text_copy(label);
}

void *object_new(WGPUDevice device, ObjectKind kind, size_t size, WGPUStringView label) {
    Object *o = calloc(1, size);
    if (o)
        object_init(o, device, kind, label);
    else if (device)
        device_error(device, WGPUErrorType_OutOfMemory, "no memory for a %s", classes[kind].word);
    return o;
}

void *object_ref(void *object) {
    Object *o = object;
    if (o)
        atomic_fetch_add_explicit(&o->refs, 1, memory_order_relaxed);
    return o;
}

void object_unref(void *object) {
    Object *o = object;
    if (!o || atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (classes[o->kind].free)
        classes[o->kind].free(o);
    WGPUDevice device = o->device;
    free(o->label);
    free(o);
    object_unref(device);
}

/* A queue is a part of its device: a handle of one keeps the other. */
static Object *owner_of_handles(Object *o) {
    return o->kind == KIND_Queue ? &((WGPUQueue)o)->owner->base : o;
}

void object_add_handle(Object *o) {
    if (!o)
        return;
    if (o->kind == KIND_Queue || atomic_fetch_add(&o->handles, 1) == 0)
        object_ref(owner_of_handles(o));
}

void object_release_handle(Object *o) {
    if (!o)
        return;
    if (o->kind != KIND_Queue) {
        unsigned handles = atomic_fetch_sub(&o->handles, 1);
        if (handles == 0) {
            atomic_fetch_add(&o->handles, 1);
            api_log("%s was released more often than it was referenced", object_name(o).at);
        }
        if (handles != 1)
            return;
        if (classes[o->kind].drop)
            classes[o->kind].drop(o);
    }
    object_unref(owner_of_handles(o));
}

ObjectName object_name(const Object *o) {
    ObjectName n;
    if (o->label)
        snprintf(n.at, sizeof n.at, "%s \"%.60s\"", classes[o->kind].word, o->label);
    else
        snprintf(n.at, sizeof n.at, "unlabelled %s", classes[o->kind].word);
    return n;
}

static void set_label(Object *o, WGPUStringView label) {
    if (!o)
        return;
    if (o->kind == KIND_ComputePipeline) /* whose jobs name it */
        runner_drain(o->device->runner);
    free(o->label);
    o->label = text_copy(label);
}

/* ---- strings ---- */

Str text_str(WGPUStringView v) {
    if (!v.data)
        return (Str){"", 0};
    size_t len = v.length == WGPU_STRLEN ? strlen(v.data) : v.length;
    return (Str){v.data, len < UINT32_MAX ? (uint32_t)len : UINT32_MAX};
}

char *text_copy(WGPUStringView v) {
    Str s = text_str(v);
    if (!s.len)
        return NULL;
    char *c = malloc((size_t)s.len + 1);
    if (!c)
        return NULL;
    memcpy(c, s.at, s.len);
    c[s.len] = 0;
    return c;
}

char *text_vformat(const char *format, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int len = vsnprintf(NULL, 0, format, ap);
    char *c = len < 0 ? NULL : malloc((size_t)len + 1);
    if (c)
        vsnprintf(c, (size_t)len + 1, format, again);
    va_end(again);
    return c;
}

char *text_format(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    char *c = text_vformat(format, ap);
    va_end(ap);
    return c;
}

/* ---- the functions that every class has ---- */

#define BARE_CLASS(name, word, free, drop)                                                         \
    void wgpu##name##AddRef(WGPU##name o) {                                                        \
        object_add_handle((Object *)o);                                                            \
    }                                                                                              \
    void wgpu##name##Release(WGPU##name o) {                                                       \
        object_release_handle((Object *)o);                                                        \
    }
#define CLASS(name, word, free, drop)                                                              \
    BARE_CLASS(name, word, free, drop)                                                             \
    void wgpu##name##SetLabel(WGPU##name o, WGPUStringView label) {                                \
        set_label((Object *)o, label);                                                             \
    }
#include "api/classes.def"
#undef CLASS
#undef BARE_CLASS
