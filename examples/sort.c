/* The order of players by score, best first, ties in order:
 * cub::DeviceRadixSort::SortPairsDescending. sort [webgpu library] */
#include "example.h"

enum { COUNT = 20000 };

int main(int argc, char **argv) {
    LwkHost *host = example_open(argc, argv);
    const LwProcs *procs = lwk_host_procs(host);
    static float scores[COUNT], sorted[COUNT];
    static uint32_t players[COUNT], order[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        scores[i] = (float)(i * 7919 % 1009) / 8 - 50;
        players[i] = i;
    }
    LwkSlice keys = example_buffer(host, "scores", scores, sizeof scores);
    LwkSlice values = example_buffer(host, "players", players, sizeof players);
    LwkSlice sorted_keys = example_buffer(host, "sorted scores", NULL, sizeof sorted);
    LwkSlice sorted_values = example_buffer(host, "order", NULL, sizeof order);

    LwkPlan *plan;
    LwkSortDescriptor d = {.type = LWK_F32, .pairs = true, .descending = true, .max_count = COUNT};
    example_check(host, lwk_sort_create(lwk_host_context(host), &d, &plan));
    LwkSlice temporary = example_buffer(host, "temporary", NULL, lwk_plan_temporary_size(plan));

    LwkTarget target = {.encoder = lwk_host_encoder(host, "sort")};
    LwkSortArguments a = {keys, sorted_keys, values, sorted_values, COUNT};
    example_check(host, lwk_sort_encode(plan, target, temporary, &a));
    example_check(host, lwk_host_submit(host, target.encoder));
    example_check(host, lwk_host_read(host, sorted_keys.buffer, 0, sorted, sizeof sorted));
    example_check(host, lwk_host_read(host, sorted_values.buffer, 0, order, sizeof order));

    uint32_t wrong = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        wrong += sorted[i] != scores[order[i]];
        if (i)
            wrong += sorted[i - 1] < sorted[i] ||
                     (sorted[i - 1] == sorted[i] && order[i - 1] > order[i]);
    }
    printf("best is player %u with %g, %u are wrong\n", order[0], (double)sorted[0], wrong);

    WGPUBuffer buffers[] = {keys.buffer, values.buffer, sorted_keys.buffer, sorted_values.buffer,
                            temporary.buffer};
    for (int i = 0; i < 5; i++)
        procs->BufferRelease(buffers[i]);
    lwk_plan_release(plan);
    lwk_host_release(host);
    return wrong ? 1 : 0;
}
