/* A layer of a network, y = x W' + bias: GEMM with a matrix in the other order and beta 1.
 *     gemm [webgpu library] */
#include "example.h"

enum { BATCH = 33, IN = 100, OUT = 70 };

int main(int argc, char **argv) {
    LwkHost *host = example_open(argc, argv);
    const LwProcs *procs = lwk_host_procs(host);
    static float x[BATCH][IN], weights[OUT][IN], y[BATCH][OUT], expected[BATCH][OUT];
    for (int i = 0; i < IN; i++) {
        for (int b = 0; b < BATCH; b++)
            x[b][i] = (float)((b + i) % 7 - 3);
        for (int o = 0; o < OUT; o++)
            weights[o][i] = (float)((o * 3 + i) % 5 - 2);
    }
    for (int b = 0; b < BATCH; b++)
        for (int o = 0; o < OUT; o++) {
            y[b][o] = expected[b][o] = (float)o; /* the bias */
            for (int i = 0; i < IN; i++)
                expected[b][o] += x[b][i] * weights[o][i];
        }
    LwkSlice a = example_buffer(host, "x", x, sizeof x);
    LwkSlice b = example_buffer(host, "weights", weights, sizeof weights);
    LwkSlice c = example_buffer(host, "y", y, sizeof y);

    LwkPlan *plan; /* W has a row an output: as IN x OUT, it lies in columns */
    LwkGemmDescriptor d = {.type = LWK_F32, .b = LWK_COLUMN_MAJOR, .tuning = {.items = 4}};
    example_check(host, lwk_gemm_create(lwk_host_context(host), &d, &plan));

    LwkTarget target = {.encoder = lwk_host_encoder(host, "gemm")};
    LwkGemmArguments args = {
        .a = a, .b = b, .c = c, .m = BATCH, .n = OUT, .k = IN, .alpha = 1, .beta = 1};
    example_check(host, lwk_gemm_encode(plan, target, &args));
    example_check(host, lwk_host_submit(host, target.encoder));
    example_check(host, lwk_host_read(host, c.buffer, 0, y, sizeof y));

    int wrong = 0;
    for (int r = 0; r < BATCH; r++)
        for (int o = 0; o < OUT; o++)
            wrong += y[r][o] != expected[r][o];
    printf("y[1][2] is %g, %d are wrong\n", (double)y[1][2], wrong);

    procs->BufferRelease(a.buffer);
    procs->BufferRelease(b.buffer);
    procs->BufferRelease(c.buffer);
    lwk_plan_release(plan);
    lwk_host_release(host);
    return wrong ? 1 : 0;
}
