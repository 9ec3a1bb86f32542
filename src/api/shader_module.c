/* Shader modules: WGSL text, checked. A module with errors is an invalid object that can still say
 * what is wrong with it. */
#include <inttypes.h>

#include "api/api.h"

/* More is refused before it is read: places in a text are 32-bit. */
static const size_t LONGEST_TEXT = (size_t)256 << 20;

static bool find_text(WGPUShaderModule m, const WGPUShaderModuleDescriptor *desc, Str *text) {
    WGPUDevice d = m->base.device;
    if (chain_find(desc->nextInChain, WGPUSType_ShaderSourceSPIRV))
        return device_invalid(d, "createShaderModule: %s: SPIR-V is not supported, WGSL is",
                              NAME(m));
    const WGPUShaderSourceWGSL *wgsl =
        (const WGPUShaderSourceWGSL *)chain_find(desc->nextInChain, WGPUSType_ShaderSourceWGSL);
    if (!wgsl)
        return device_invalid(
            d, "createShaderModule: %s: its descriptor has no WGPUShaderSourceWGSL", NAME(m));
    const WGPUChainedStruct *stranger =
        chain_stranger(desc->nextInChain, WGPUSType_ShaderSourceWGSL);
    if (stranger)
        return device_invalid(d,
                              "createShaderModule: %s: a struct of type 0x%x does not belong in "
                              "its descriptor's chain",
                              NAME(m), (unsigned)stranger->sType);
    *text = text_str(wgsl->code);
    if (text->len > LONGEST_TEXT)
        return device_invalid(d, "createShaderModule: %s: %u bytes of text are over the limit, %zu",
                              NAME(m), text->len, LONGEST_TEXT);
    return true;
}

static bool compile(WGPUShaderModule m, Str text) {
    WGPUDevice d = m->base.device;
    switch (core_compile_module(m, text)) {
    case COMPILE_OK: return true;
    case COMPILE_OUT_OF_MEMORY:
        device_error(d, WGPUErrorType_OutOfMemory, "createShaderModule: %s: out of memory",
                     NAME(m));
        return false;
    case COMPILE_INVALID: break;
    }
    WGPUStringView why = diags_text(&m->diags, &m->source, (WGPUStringView){NULL, 0}, false);
    return device_invalid(d, "createShaderModule: %s has errors:\n%.*s", NAME(m), (int)why.length,
                          why.data);
}

WGPUShaderModule wgpuDeviceCreateShaderModule(WGPUDevice d,
                                              const WGPUShaderModuleDescriptor *desc) {
    if (!d || !desc)
        return NULL;
    WGPUShaderModule m = object_new(d, KIND_ShaderModule, sizeof *m, desc->label);
    if (!m)
        return NULL;
    m->lock = lock_new();
    Str text;
    if (!m->lock) {
        device_error(d, WGPUErrorType_OutOfMemory, "createShaderModule: %s: out of memory",
                     NAME(m));
        m->base.invalid = true;
    } else {
        m->base.invalid = !find_text(m, desc, &text) || !compile(m, text);
    }
    return m;
}

void shader_module_free(Object *o) {
    WGPUShaderModule m = (WGPUShaderModule)o;
    diags_free(&m->diags);
    arena_free(&m->arena);
    lock_free(m->lock);
}

WGPUFuture wgpuShaderModuleGetCompilationInfo(WGPUShaderModule m,
                                              WGPUCompilationInfoCallbackInfo info) {
    Async *e = m ? async_of(ASYNC_COMPILATION_INFO, info) : NULL;
    if (!e)
        return (WGPUFuture){0};
    e->status = WGPUCompilationInfoRequestStatus_Success;
    e->object = object_ref(m);
    return async_track(&m->base.device->adapter->instance->async, e);
}

const LwModuleInfo *lw_shader_module_info(WGPUShaderModule m) {
    return m ? &m->info : NULL;
}

WGPUStringView lw_shader_module_diagnostics(WGPUShaderModule m, WGPUStringView name, bool colour) {
    return m ? diags_text(&m->diags, &m->source, name, colour) : (WGPUStringView){"", 0};
}

const LwDiagnostic *lw_shader_module_diagnostic_list(WGPUShaderModule m, size_t *count) {
    *count = m ? m->diags.views : 0;
    return m ? m->diags.view : NULL;
}
