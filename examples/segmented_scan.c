/* Running totals of each customer's payments: cub::DeviceScan::InclusiveSumByKey.
 *     segmented_scan [webgpu library] */
#include "example.h"

enum { COUNT = 50000 };

int main(int argc, char **argv) {
    LwkHost *host = example_open(argc, argv);
    const LwProcs *procs = lwk_host_procs(host);
    static uint32_t customers[COUNT], payments[COUNT], totals[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        customers[i] = i / 37; /* equal ones stand beside each other */
        payments[i] = i * 7 % 13;
    }
    LwkSlice keys = example_buffer(host, "customers", customers, sizeof customers);
    LwkSlice src = example_buffer(host, "payments", payments, sizeof payments);
    LwkSlice dst = example_buffer(host, "totals", NULL, sizeof totals);

    LwkPlan *plan;
    LwkSegmentedScanDescriptor d = {
        .type = LWK_U32, .op = LWK_SUM, .segments = LWK_KEYS, .max_count = COUNT};
    example_check(host, lwk_segmented_scan_create(lwk_host_context(host), &d, &plan));
    LwkSlice temporary = example_buffer(host, "temporary", NULL, lwk_plan_temporary_size(plan));

    LwkTarget target = {.encoder = lwk_host_encoder(host, "segmented scan")};
    example_check(host, lwk_segmented_scan_encode(plan, target, temporary, src, keys, dst, COUNT));
    example_check(host, lwk_host_submit(host, target.encoder));
    example_check(host, lwk_host_read(host, dst.buffer, 0, totals, sizeof totals));

    uint32_t wrong = 0, total = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        total = (i && customers[i] == customers[i - 1] ? total : 0) + payments[i];
        wrong += totals[i] != total;
    }
    printf("customer %u has paid %u, %u are wrong\n", customers[COUNT - 1], totals[COUNT - 1],
           wrong);

    const LwkSlice all[] = {keys, src, dst, temporary};
    for (int i = 0; i < 4; i++)
        procs->BufferRelease(all[i].buffer);
    lwk_plan_release(plan);
    lwk_host_release(host);
    return wrong ? 1 : 0;
}
