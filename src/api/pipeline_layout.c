/* Pipeline layouts: a bind group layout for each group index. */
#include "api/api.h"

static bool check_group(WGPUPipelineLayout l, WGPUBindGroupLayout group) {
    WGPUDevice d = l->base.device;
    if (!group)
        return true;
    if (!device_check_object(d, "createPipelineLayout", "a bind group layout", group))
        return false;
    return !group->exclusive ||
           device_invalid(d,
                          "createPipelineLayout: %s: %s was made for one pipeline, automatically",
                          NAME(l), NAME(group));
}

static bool fill(WGPUPipelineLayout l, const WGPUBindGroupLayout *group, size_t count) {
    WGPUDevice d = l->base.device;
    if (count > d->limits.maxBindGroups)
        return device_invalid(d, "createPipelineLayout: %s: %zu groups are over maxBindGroups, %u",
                              NAME(l), count, d->limits.maxBindGroups);
    if (!device_check_array(d, NAME(l), group, count))
        return false;
    for (size_t i = 0; i < count; i++)
        l->group[l->groups++] = object_ref(group[i]);
    return bind_group_layout_check_slots(&l->base, l->group, l->groups);
}

WGPUPipelineLayout pipeline_layout_new(WGPUDevice d, WGPUStringView label,
                                       const WGPUBindGroupLayout *group, size_t count) {
    WGPUPipelineLayout l = object_new(d, KIND_PipelineLayout, sizeof *l, label);
    if (l)
        l->base.invalid = !fill(l, group, count);
    return l;
}

WGPUPipelineLayout wgpuDeviceCreatePipelineLayout(WGPUDevice d,
                                                  const WGPUPipelineLayoutDescriptor *desc) {
    if (!d || !desc)
        return NULL;
    WGPUPipelineLayout l =
        pipeline_layout_new(d, desc->label, desc->bindGroupLayouts, desc->bindGroupLayoutCount);
    if (!l || l->base.invalid)
        return l;
    bool ok = device_check_chain(d, NAME(l), desc->nextInChain);
    for (uint32_t i = 0; ok && i < l->groups; i++)
        ok = check_group(l, l->group[i]);
    if (ok && desc->immediateSize > d->limits.maxImmediateSize)
        ok = device_invalid(d,
                            "createPipelineLayout: %s: %u bytes of immediate data are over "
                            "maxImmediateSize, %u",
                            NAME(l), desc->immediateSize, d->limits.maxImmediateSize);
    l->base.invalid = !ok;
    return l;
}

void pipeline_layout_free(Object *o) {
    WGPUPipelineLayout l = (WGPUPipelineLayout)o;
    for (uint32_t i = 0; i < l->groups; i++)
        object_unref(l->group[i]);
}
