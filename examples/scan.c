/* Where each of many variable-length records begins: cub::DeviceScan::ExclusiveSum.
 *     scan [webgpu library] */
#include "example.h"

enum { COUNT = 50000 };

int main(int argc, char **argv) {
    LwkHost *host = example_open(argc, argv);
    const LwProcs *procs = lwk_host_procs(host);
    static uint32_t lengths[COUNT], begins[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        lengths[i] = i * 7 % 13;
    LwkSlice src = example_buffer(host, "lengths", lengths, sizeof lengths);
    LwkSlice dst = example_buffer(host, "begins", NULL, sizeof begins);

    LwkPlan *plan;
    LwkScanDescriptor d = {.type = LWK_U32, .op = LWK_SUM, .exclusive = true, .max_count = COUNT};
    example_check(host, lwk_scan_create(lwk_host_context(host), &d, &plan));
    LwkSlice temporary = example_buffer(host, "temporary", NULL, lwk_plan_temporary_size(plan));

    LwkTarget target = {.encoder = lwk_host_encoder(host, "scan")};
    example_check(host, lwk_scan_encode(plan, target, temporary, src, dst, COUNT));
    example_check(host, lwk_host_submit(host, target.encoder));
    example_check(host, lwk_host_read(host, dst.buffer, 0, begins, sizeof begins));

    uint32_t wrong = 0, sum = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        wrong += begins[i] != sum;
        sum += lengths[i];
    }
    printf("record %d begins at %u, %u are wrong\n", COUNT - 1, begins[COUNT - 1], wrong);

    procs->BufferRelease(src.buffer);
    procs->BufferRelease(dst.buffer);
    procs->BufferRelease(temporary.buffer);
    lwk_plan_release(plan);
    lwk_host_release(host);
    return wrong ? 1 : 0;
}
