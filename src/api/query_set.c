/* Query sets. Timestamps are nanoseconds; occlusion queries exist but nothing here can fill them.
 */
#include <stdlib.h>

#include "api/api.h"

enum { MOST_QUERIES = 4096 };

static bool check_descriptor(WGPUQuerySet q, const WGPUQuerySetDescriptor *desc) {
    WGPUDevice d = q->base.device;
    if (!device_check_chain(d, NAME(q), desc->nextInChain))
        return false;
    if (q->type != WGPUQueryType_Timestamp && q->type != WGPUQueryType_Occlusion)
        return device_invalid(d, "createQuerySet: %s: type %d is none of WGPUQueryType", NAME(q),
                              (int)q->type);
    if (q->type == WGPUQueryType_Timestamp &&
        !features_have(d->features, WGPUFeatureName_TimestampQuery))
        return device_invalid(d, "createQuerySet: %s: timestamps need the feature timestamp-query",
                              NAME(q));
    if (q->count > MOST_QUERIES)
        return device_invalid(d, "createQuerySet: %s: %u queries, %d are the most", NAME(q),
                              q->count, MOST_QUERIES);
    return true;
}

WGPUQuerySet wgpuDeviceCreateQuerySet(WGPUDevice d, const WGPUQuerySetDescriptor *desc) {
    if (!d || !desc)
        return NULL;
    WGPUQuerySet q = object_new(d, KIND_QuerySet, sizeof *q, desc->label);
    if (!q)
        return NULL;
    q->type = desc->type;
    q->count = desc->count;
    q->base.invalid = !check_descriptor(q, desc);
    if (q->base.invalid)
        return q;
    q->value = calloc(q->count + 1, sizeof *q->value);
    if (!q->value) {
        q->base.invalid = true;
        device_error(d, WGPUErrorType_OutOfMemory, "createQuerySet: %s: out of memory", NAME(q));
    }
    return q;
}

void query_set_free(Object *o) {
    free(((WGPUQuerySet)o)->value);
}

void wgpuQuerySetDestroy(WGPUQuerySet q) {
    if (q)
        q->destroyed = true;
}

uint32_t wgpuQuerySetGetCount(WGPUQuerySet q) {
    return q ? q->count : 0;
}
WGPUQueryType wgpuQuerySetGetType(WGPUQuerySet q) {
    return q ? q->type : (WGPUQueryType)0;
}
