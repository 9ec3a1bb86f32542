/* Three matrices, transposed in one call.  transpose [webgpu library] */
#include "example.h"

enum { BATCH = 3, ROWS = 100, COLUMNS = 60 };

int main(int argc, char **argv) {
    LwkHost *host = example_open(argc, argv);
    const LwProcs *procs = lwk_host_procs(host);
    static float in[BATCH][ROWS][COLUMNS], out[BATCH][COLUMNS][ROWS];
    for (int b = 0; b < BATCH; b++)
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLUMNS; c++)
                in[b][r][c] = (float)(b * 1000000 + r * 1000 + c);
    LwkSlice src = example_buffer(host, "src", in, sizeof in);
    LwkSlice dst = example_buffer(host, "dst", NULL, sizeof out);

    LwkPlan *plan;
    LwkTransposeDescriptor d = {.type = LWK_F32, .max_count = BATCH * ROWS * COLUMNS};
    example_check(host, lwk_transpose_create(lwk_host_context(host), &d, &plan));

    LwkTarget target = {.encoder = lwk_host_encoder(host, "transpose")};
    example_check(host, lwk_transpose_encode(plan, target, src, dst, BATCH, ROWS, COLUMNS));
    example_check(host, lwk_host_submit(host, target.encoder));
    example_check(host, lwk_host_read(host, dst.buffer, 0, out, sizeof out));

    int wrong = 0;
    for (int b = 0; b < BATCH; b++)
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLUMNS; c++)
                wrong += out[b][c][r] != in[b][r][c];
    printf("%d matrices of %d x %d are %d x %d now, %d elements are wrong\n", BATCH, ROWS, COLUMNS,
           COLUMNS, ROWS, wrong);

    procs->BufferRelease(src.buffer);
    procs->BufferRelease(dst.buffer);
    lwk_plan_release(plan);
    lwk_host_release(host);
    return wrong ? 1 : 0;
}
