/* How many numbers lie in each tenth: cub::DeviceHistogram::HistogramEven.
 *     histogram [webgpu library] */
#include "example.h"

enum { COUNT = 100000, BINS = 10 };

int main(int argc, char **argv) {
    LwkHost *host = example_open(argc, argv);
    const LwProcs *procs = lwk_host_procs(host);
    static float data[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        data[i] = (float)(i % 1000) / 1000 * (float)(i % 1000) / 1000;
    LwkSlice src = example_buffer(host, "src", data, sizeof data);
    LwkSlice counts = example_buffer(host, "counts", NULL, BINS * sizeof(uint32_t));

    LwkPlan *plan;
    LwkHistogramDescriptor d = {
        .type = LWK_F32, .bins = BINS, .lower = 0, .upper = 1, .max_count = COUNT};
    example_check(host, lwk_histogram_create(lwk_host_context(host), &d, &plan));

    LwkTarget target = {.encoder = lwk_host_encoder(host, "histogram")};
    example_check(host, lwk_histogram_encode(plan, target, src, counts, (LwkSlice){0}, COUNT));
    example_check(host, lwk_host_submit(host, target.encoder));

    uint32_t result[BINS], sum = 0;
    example_check(host, lwk_host_read(host, counts.buffer, 0, result, sizeof result));
    for (int i = 0; i < BINS; i++) {
        printf("%.1f %.*s %u\n", i / 10.0, (int)(result[i] / 1000),
               "################################", result[i]);
        sum += result[i];
    }

    procs->BufferRelease(src.buffer);
    procs->BufferRelease(counts.buffer);
    lwk_plan_release(plan);
    lwk_host_release(host);
    return sum == COUNT ? 0 : 1;
}
