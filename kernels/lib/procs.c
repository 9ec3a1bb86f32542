/* Finds the functions of a webgpu.h library at run time. */
#include "lanewise/procs.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* A program may have a webgpu.h library of its own: the loaded one must find its own functions
 * first. The address sanitizer cannot work with that. */
#if defined(RTLD_DEEPBIND) && !defined(__SANITIZE_ADDRESS__)
#define OWN_FUNCTIONS_FIRST RTLD_DEEPBIND
#else
#define OWN_FUNCTIONS_FIRST 0
#endif

typedef struct Name {
    const char *name;
    size_t offset; /* in LwProcs */
} Name;

static const Name names[] = {
#define NAME(name) {"wgpu" #name, offsetof(LwProcs, name)},
    LW_PROC_LIST(NAME)
#undef NAME
};

bool lw_procs_load(LwProcs *procs, const char *library_path, char *error, size_t error_size) {
    *procs = (LwProcs){0};
    void *library = dlopen(library_path, RTLD_NOW | RTLD_LOCAL | OWN_FUNCTIONS_FIRST);
    if (!library) {
        snprintf(error, error_size, "cannot load a WebGPU library: %s", dlerror());
        return false;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        void *function = dlsym(library, names[i].name);
        if (!function) {
            snprintf(error, error_size,
                     "%s has no function %s: it is no webgpu.h library of version 1", library_path,
                     names[i].name);
            dlclose(library);
            *procs = (LwProcs){0};
            return false;
        }
        memcpy((char *)procs + names[i].offset, &function, sizeof function);
    }
    procs->library = library;
    procs->early = !dlsym(library, "wgpuHasInstanceFeature"); /* came with version 1 */
    return true;
}

WGPUFeatureName lw_procs_feature(const LwProcs *procs, WGPUFeatureName feature) {
    static const uint8_t early[] = {
        [WGPUFeatureName_CoreFeaturesAndLimits] = 18,
        [WGPUFeatureName_DepthClipControl] = 1,
        [WGPUFeatureName_Depth32FloatStencil8] = 2,
        [WGPUFeatureName_TimestampQuery] = 3,
        [WGPUFeatureName_TextureCompressionBC] = 4,
        [WGPUFeatureName_TextureCompressionBCSliced3D] = 5,
        [WGPUFeatureName_TextureCompressionETC2] = 6,
        [WGPUFeatureName_TextureCompressionASTC] = 7,
        [WGPUFeatureName_TextureCompressionASTCSliced3D] = 8,
        [WGPUFeatureName_IndirectFirstInstance] = 9,
        [WGPUFeatureName_ShaderF16] = 10,
        [WGPUFeatureName_RG11B10UfloatRenderable] = 11,
        [WGPUFeatureName_BGRA8UnormStorage] = 12,
        [WGPUFeatureName_Float32Filterable] = 13,
        [WGPUFeatureName_Float32Blendable] = 14,
        [WGPUFeatureName_ClipDistances] = 15,
        [WGPUFeatureName_DualSourceBlending] = 16,
        [WGPUFeatureName_Subgroups] = 17,
    };
    if (!procs->early)
        return feature;
    return (size_t)feature < sizeof early ? (WGPUFeatureName)early[feature] : (WGPUFeatureName)0;
}

void lw_procs_unload(LwProcs *procs) {
    if (procs->library)
        dlclose(procs->library);
    *procs = (LwProcs){0};
}
