/* Objects of the library as externals. */
#include <stdlib.h>

#include "addon.h"

typedef struct Handle {
    HandleClass class;
    void *object;
    int64_t bytes;
} Handle;

#define X(name)                                                                                    \
    static void release_##name(void *o) {                                                          \
        wgpu##name##Release(o);                                                                    \
    }                                                                                              \
    static void label_##name(void *o, WGPUStringView label) {                                      \
        wgpu##name##SetLabel(o, label);                                                            \
    }
FOR_EACH_CLASS(X)
#undef X

static void release_adapter(void *o) {
    wgpuAdapterRelease(o);
}

static const struct {
    void (*release)(void *object);
    void (*label)(void *object, WGPUStringView label); /* NULL: it has none */
} classes[] = {
#define X(name) [CLASS_##name] = {release_##name, label_##name},
    FOR_EACH_CLASS(X)
#undef X
        [CLASS_Adapter] = {release_adapter, NULL},
};

static void finalize(napi_env env, void *data, void *hint) {
    (void)hint;
    Handle *h = data;
    int64_t left;
    if (h->bytes)
        napi_adjust_external_memory(env, -h->bytes, &left);
    classes[h->class].release(h->object);
    free(h);
}

napi_value wrap_handle(napi_env env, HandleClass class, void *object, int64_t bytes) {
    napi_value v = NULL;
    if (!object)
        return make_null(env);
    Handle *h = malloc(sizeof *h);
    if (h)
        *h = (Handle){class, object, bytes};
    if (!h || napi_create_external(env, h, finalize, NULL, &v) != napi_ok) {
        classes[class].release(object);
        free(h);
        return make_null(env);
    }
    int64_t now;
    if (bytes)
        napi_adjust_external_memory(env, bytes, &now);
    return v;
}

static Handle *find(const Call *c, napi_value v) {
    void *h = NULL;
    if (!is_absent(c, v))
        napi_get_value_external(c->env, v, &h);
    return h;
}

void *handle_of(const Call *c, HandleClass class, napi_value v) {
    Handle *h = find(c, v);
    return h && h->class == class ? h->object : NULL;
}

HandleClass class_of(const Call *c, napi_value v, void **object) {
    Handle *h = find(c, v);
    *object = h ? h->object : NULL;
    return h ? h->class : CLASS_Adapter;
}

napi_value set_label(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    Handle *h = find(&c, c.arg[0]);
    WGPUStringView label = string(&c, c.arg[1]);
    if (h && classes[h->class].label && !c.failed)
        classes[h->class].label(h->object, label);
    return call_end(&c, NULL);
}
