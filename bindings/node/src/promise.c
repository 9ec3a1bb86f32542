/* Promises for the library's futures. All are AllowProcessEvents: `processEvents`, which JavaScript
 * calls in a turn of its own, resolves those that are ready. */
#include <stdlib.h>

#include "addon.h"

struct Promise {
    napi_env env;
    Addon *addon;
    napi_deferred deferred;
};

Promise *promise_new(Call *c, napi_value *value) {
    Promise *p = malloc(sizeof *p);
    if (p)
        *p = (Promise){c->env, c->addon, NULL};
    if (p && napi_create_promise(c->env, &p->deferred, value) == napi_ok) {
        await_one(c->addon);
        return p;
    }
    free(p);
    c->failed = true;
    napi_throw_range_error(c->env, NULL, "lanewise: out of memory");
    return NULL;
}

static napi_value messages_of(napi_env env, const WGPUCompilationInfo *about) {
    napi_value array = NULL;
    napi_create_array_with_length(env, about->messageCount, &array);
    for (size_t i = 0; i < about->messageCount; i++) {
        const WGPUCompilationMessage *m = &about->messages[i];
        napi_value o = NULL;
        napi_create_object(env, &o);
        put(env, o, "type", make_number(env, m->type));
        put(env, o, "message", make_string(env, m->message));
        put(env, o, "lineNum", make_number(env, (double)m->lineNum));
        put(env, o, "linePos", make_number(env, (double)m->linePos));
        put(env, o, "offset", make_number(env, (double)m->offset));
        put(env, o, "length", make_number(env, (double)m->length));
        napi_set_element(env, array, (uint32_t)i, o);
    }
    return array;
}

static napi_value answer_of(napi_env env, const Answer *a) {
    if (a->compilation)
        return messages_of(env, a->compilation);
    napi_value o = NULL;
    napi_create_object(env, &o);
    put(env, o, "status", make_number(env, a->status));
    put(env, o, "type", make_number(env, a->type));
    put(env, o, "message", make_string(env, a->message));
    put(env, o, "value", wrap_handle(env, a->class, a->object, 0));
    return o;
}

void promise_resolve(Promise *p, const Answer *a) {
    if (!p->addon->closing)
        napi_resolve_deferred(p->env, p->deferred, answer_of(p->env, a));
    await_no_more(p->addon);
    free(p);
}
