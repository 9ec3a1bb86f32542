/* The sum of many numbers: cub::DeviceReduce::Sum.  reduce [webgpu library] */
#include "example.h"

enum { COUNT = 100000 };

int main(int argc, char **argv) {
    LwkHost *host = example_open(argc, argv);
    const LwProcs *procs = lwk_host_procs(host);
    static float data[COUNT];
    for (int i = 0; i < COUNT; i++)
        data[i] = (float)(i % 10);
    LwkSlice src = example_buffer(host, "src", data, sizeof data);
    LwkSlice sum = example_buffer(host, "sum", NULL, sizeof(float));

    /* Once: the plan, and the temporary storage that it asks for. */
    LwkPlan *plan;
    LwkReduceDescriptor d = {.type = LWK_F32, .op = LWK_SUM, .max_count = COUNT};
    example_check(host, lwk_reduce_create(lwk_host_context(host), &d, &plan));
    LwkSlice temporary = example_buffer(host, "temporary", NULL, lwk_plan_temporary_size(plan));

    /* As often as wanted: encode, submit. */
    LwkTarget target = {.encoder = lwk_host_encoder(host, "sum")};
    example_check(host, lwk_reduce_encode(plan, target, temporary, src, sum, COUNT));
    example_check(host, lwk_host_submit(host, target.encoder));

    float result = 0;
    example_check(host, lwk_host_read(host, sum.buffer, 0, &result, sizeof result));
    printf("the sum of %d numbers is %.0f\n", COUNT, (double)result);

    procs->BufferRelease(src.buffer);
    procs->BufferRelease(sum.buffer);
    procs->BufferRelease(temporary.buffer);
    lwk_plan_release(plan);
    lwk_host_release(host);
    return result == 450000 ? 0 : 1;
}
