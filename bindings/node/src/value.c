/* Values in and out. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

struct Block {
    Block *next;
    max_align_t memory[];
};

Call call_begin(napi_env env, napi_callback_info info) {
    Call c = {.env = env};
    size_t n = MAX_ARGS; /* what was not passed is undefined */
    void *addon = NULL;
    napi_get_cb_info(env, info, &n, c.arg, NULL, NULL);
    napi_get_instance_data(env, &addon);
    c.addon = addon;
    return c;
}

napi_value call_end(Call *c, napi_value value) {
    while (c->blocks) {
        Block *next = c->blocks->next;
        free(c->blocks);
        c->blocks = next;
    }
    return c->failed ? NULL : value;
}

void *call_alloc(Call *c, size_t count, size_t size) {
    Block *b = NULL;
    if (!size || count <= (SIZE_MAX - sizeof *b) / size)
        b = calloc(1, sizeof *b + count * size);
    if (!b) {
        c->failed = true;
        napi_throw_range_error(c->env, NULL, "lanewise: out of memory");
        return NULL;
    }
    b->next = c->blocks;
    c->blocks = b;
    return b->memory;
}

bool is_absent(const Call *c, napi_value v) {
    napi_valuetype t;
    return !v || napi_typeof(c->env, v, &t) != napi_ok || t == napi_undefined || t == napi_null;
}

double number(const Call *c, napi_value v) {
    double d = 0;
    napi_get_value_double(c->env, v, &d);
    return d;
}

uint32_t number32(const Call *c, napi_value v) {
    if (is_absent(c, v))
        return UINT32_MAX;
    double d = number(c, v);
    return d >= 0 && d < 4294967295.0 ? (uint32_t)d : UINT32_MAX;
}

uint64_t number64(const Call *c, napi_value v) {
    if (is_absent(c, v))
        return UINT64_MAX;
    double d = number(c, v);
    return d >= 0 && d < 18446744073709551616.0 ? (uint64_t)d : UINT64_MAX;
}

bool boolean(const Call *c, napi_value v) {
    bool b = false;
    napi_get_value_bool(c->env, v, &b);
    return b;
}

WGPUStringView string(Call *c, napi_value v) {
    WGPUStringView none = {NULL, WGPU_STRLEN};
    size_t length = 0;
    if (is_absent(c, v) || napi_get_value_string_utf8(c->env, v, NULL, 0, &length) != napi_ok)
        return none;
    char *text = call_alloc(c, length + 1, 1);
    if (!text)
        return none;
    napi_get_value_string_utf8(c->env, v, text, length + 1, &length);
    return (WGPUStringView){text, length};
}

napi_value member(const Call *c, napi_value object, const char *name) {
    napi_value v = NULL;
    if (!is_absent(c, object))
        napi_get_named_property(c->env, object, name, &v);
    return v;
}

napi_value element(const Call *c, napi_value array, uint32_t i) {
    napi_value v = NULL;
    napi_get_element(c->env, array, i, &v);
    return v;
}

uint32_t length_of(const Call *c, napi_value array) {
    uint32_t n = 0;
    if (!is_absent(c, array))
        napi_get_array_length(c->env, array, &n);
    return n;
}

void *bytes_of(const Call *c, napi_value array_buffer, size_t *size) {
    void *data = NULL;
    *size = 0;
    if (!is_absent(c, array_buffer))
        napi_get_arraybuffer_info(c->env, array_buffer, &data, size);
    return data;
}

napi_value make_number(napi_env env, double d) {
    napi_value v = NULL;
    napi_create_double(env, d, &v);
    return v;
}

napi_value make_string(napi_env env, WGPUStringView s) {
    napi_value v = NULL;
    size_t n = s.length == WGPU_STRLEN ? (s.data ? strlen(s.data) : 0) : s.length;
    napi_create_string_utf8(env, s.data ? s.data : "", n, &v);
    return v;
}

napi_value make_null(napi_env env) {
    napi_value v = NULL;
    napi_get_null(env, &v);
    return v;
}

void put(napi_env env, napi_value object, const char *name, napi_value v) {
    napi_set_named_property(env, object, name, v);
}
