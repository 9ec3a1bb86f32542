/* The numbers above a half, in their order: cub::DeviceSelect::If.  select [webgpu library] */
#include <string.h>

#include "example.h"

enum { COUNT = 50000 };

int main(int argc, char **argv) {
    LwkHost *host = example_open(argc, argv);
    const LwProcs *procs = lwk_host_procs(host);
    static float data[COUNT], above[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        data[i] = (float)(i * 37u % 101u) / 101;
    LwkSelectArguments a = {.src = example_buffer(host, "src", data, sizeof data),
                            .dst = example_buffer(host, "dst", NULL, sizeof data),
                            .chosen = example_buffer(host, "chosen", NULL, 4),
                            .count = COUNT};
    const float half = 0.5f;
    memcpy(&a.operand, &half, 4);

    LwkPlan *plan;
    LwkSelectDescriptor d = {.type = LWK_F32, .test = LWK_GREATER, .max_count = COUNT};
    example_check(host, lwk_select_create(lwk_host_context(host), &d, &plan));
    LwkSlice temporary = example_buffer(host, "temporary", NULL, lwk_plan_temporary_size(plan));

    LwkTarget target = {.encoder = lwk_host_encoder(host, "select")};
    example_check(host, lwk_select_encode(plan, target, temporary, &a));
    example_check(host, lwk_host_submit(host, target.encoder));
    uint32_t chosen = 0, wrong = 0, k = 0;
    example_check(host, lwk_host_read(host, a.chosen.buffer, 0, &chosen, 4));
    example_check(host, lwk_host_read(host, a.dst.buffer, 0, above, chosen * sizeof(float)));
    for (uint32_t i = 0; i < COUNT; i++)
        if (data[i] > half)
            wrong += k >= chosen || above[k++] != data[i];
    printf("%u of %d are above %g, %u are wrong\n", chosen, COUNT, (double)half, wrong);

    procs->BufferRelease(a.src.buffer);
    procs->BufferRelease(a.dst.buffer);
    procs->BufferRelease(a.chosen.buffer);
    procs->BufferRelease(temporary.buffer);
    lwk_plan_release(plan);
    lwk_host_release(host);
    return wrong || k != chosen ? 1 : 0;
}
