/* The host's side: a device, an error with its labels, a device that is lost, and the way back.
 *     device [webgpu library] */
#include "example.h"

static uint32_t sum_of(LwkHost *host, LwkPlan *plan, const uint32_t *data, uint32_t count) {
    const LwProcs *procs = lwk_host_procs(host);
    LwkSlice src = example_buffer(host, "src", data, count * 4);
    LwkSlice dst = example_buffer(host, "dst", NULL, 4);
    LwkSlice temporary = example_buffer(host, "temporary", NULL, lwk_plan_temporary_size(plan));
    LwkTarget target = {.encoder = lwk_host_encoder(host, "sum")};
    example_check(host, lwk_reduce_encode(plan, target, temporary, src, dst, count));
    example_check(host, lwk_host_submit(host, target.encoder));
    uint32_t sum = 0;
    example_check(host, lwk_host_read(host, dst.buffer, 0, &sum, 4));
    procs->BufferRelease(src.buffer);
    procs->BufferRelease(dst.buffer);
    procs->BufferRelease(temporary.buffer);
    return sum;
}

int main(int argc, char **argv) {
    LwkHost *host = example_open(argc, argv);
    const LwProcs *procs = lwk_host_procs(host);
    const LwkProperties *p = lwk_context_properties(lwk_host_context(host));
    printf("workgroups of %u, %u bytes; subgroups: %s, of %u to %u; f16: %s\n",
           p->max_workgroup_size, p->max_workgroup_bytes, p->subgroups ? "yes" : "no",
           p->subgroup_min_size, p->subgroup_max_size, p->f16 ? "yes" : "no");

    /* An error says what it is about. */
    WGPUBuffer small = lwk_host_buffer(host, "a small buffer", 16);
    WGPUCommandEncoder encoder = lwk_host_encoder(host, "too much");
    procs->CommandEncoderClearBuffer(encoder, small, 0, 1000);
    lwk_host_submit(host, encoder);
    const char *error = lwk_host_take_error(host);
    printf("error: %s\n", error ? error : "none, and there should be one");
    procs->BufferRelease(small);

    LwkPlan *plan;
    LwkReduceDescriptor d = {.type = LWK_U32, .op = LWK_SUM, .max_count = 1000};
    example_check(host, lwk_reduce_create(lwk_host_context(host), &d, &plan));
    const uint32_t data[] = {1, 2, 3, 4};
    uint32_t before = sum_of(host, plan, data, 4);
    procs->DeviceDestroy(lwk_host_device(host)); /* as a driver's crash would */
    printf("lost: %s\n", lwk_host_lost(host) ? "yes" : "no");
    example_check(host, lwk_host_recover(host)); /* a new device; the plan is built again */
    uint32_t after = sum_of(host, plan, data, 4);
    printf("%u before, %u after\n", before, after);
    lwk_plan_release(plan);
    lwk_host_release(host);
    return error && before == 10 && after == 10 ? 0 : 1;
}
