// The OpenCL peer of the benchmark: times kernels.cl on the first device of the first platform and
// prints "KERNEL MEDIAN_US OK" a line.
//     opencl kernels.cl [REPETITIONS]
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 1 << 20, W = 1024, M = 512, GROUPS = 2112, MOST_REPETITIONS = 101 };

typedef struct Bench {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    int repetitions;
    cl_mem a, b, c, words, bins, sums;
    float *host_a, *host_b, *result;
    uint32_t *host_words;
} Bench;

typedef struct Step {
    const char *kernel;
    size_t global[2], local[2];
    cl_mem buffer[3];
    int buffers;
    uint32_t number; // a last argument when not 0
} Step;

static void check(cl_int status, const char *what) {
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "opencl: %s: error %d\n", what, status);
    exit(1);
}

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int compare(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

static cl_mem buffer(Bench *b, size_t bytes, const void *contents) {
    cl_int status;
    cl_mem m = clCreateBuffer(b->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    check(status, "clCreateBuffer");
    if (contents)
        check(clEnqueueWriteBuffer(b->queue, m, CL_TRUE, 0, bytes, contents, 0, NULL, NULL),
              "write");
    return m;
}

static void read_back(Bench *b, cl_mem m, size_t bytes) {
    check(clEnqueueReadBuffer(b->queue, m, CL_TRUE, 0, bytes, b->result, 0, NULL, NULL), "read");
}

// Runs the steps again and again; prints the median time of all of them together.
static void measure(Bench *b, const char *name, const Step *step, int steps,
                    int (*is_right)(Bench *)) {
    static const uint32_t zeros[256];
    cl_kernel kernel[3];
    double time[MOST_REPETITIONS];
    for (int i = 0; i < steps; i++) {
        cl_int status;
        kernel[i] = clCreateKernel(b->program, step[i].kernel, &status);
        check(status, step[i].kernel);
        for (int k = 0; k < step[i].buffers; k++)
            check(clSetKernelArg(kernel[i], (cl_uint)k, sizeof(cl_mem), &step[i].buffer[k]),
                  "argument");
        if (step[i].number)
            check(clSetKernelArg(kernel[i], (cl_uint)step[i].buffers, 4, &step[i].number),
                  "argument");
    }
    for (int r = -2; r < b->repetitions; r++) {
        check(
            clEnqueueWriteBuffer(b->queue, b->bins, CL_TRUE, 0, sizeof zeros, zeros, 0, NULL, NULL),
            "write");
        check(clFinish(b->queue), "finish");
        double start = now_us();
        for (int i = 0; i < steps; i++)
            check(clEnqueueNDRangeKernel(b->queue, kernel[i], 2, NULL, step[i].global,
                                         step[i].local, 0, NULL, NULL),
                  name);
        check(clFinish(b->queue), "finish");
        if (r >= 0)
            time[r] = now_us() - start;
    }
    qsort(time, (size_t)b->repetitions, sizeof time[0], compare);
    printf("%s %.1f %s\n", name, time[b->repetitions / 2], is_right(b) ? "ok" : "WRONG");
    fflush(stdout);
    for (int i = 0; i < steps; i++)
        clReleaseKernel(kernel[i]);
}

static int transpose_right(Bench *b) {
    read_back(b, b->c, (size_t)W * W * 4);
    for (int y = 0; y < W; y++)
        for (int x = 0; x < W; x++)
            if (b->result[x * W + y] != b->host_a[y * W + x])
                return 0;
    return 1;
}

static int reduce_right(Bench *b) {
    read_back(b, b->c, N / 256 * 4);
    for (int g = 0; g < N / 256; g++) {
        double sum = 0;
        for (int i = 0; i < 256; i++)
            sum += (double)b->host_a[g * 256 + i];
        if (fabs(sum - (double)b->result[g]) > 1e-3)
            return 0;
    }
    return 1;
}

static int hist_right(Bench *b) {
    uint32_t want[256] = {0};
    read_back(b, b->bins, sizeof want);
    for (int i = 0; i < N; i++)
        want[b->host_words[i] & 255]++;
    return memcmp(want, b->result, sizeof want) == 0;
}

static int scan_right(Bench *b) {
    uint32_t sum = 0;
    read_back(b, b->c, (size_t)N * 4);
    for (int i = 0; i < N; i++) {
        if (((uint32_t *)b->result)[i] != sum)
            return 0;
        sum += b->host_words[i];
    }
    return 1;
}

static int matmul_right(Bench *b) {
    read_back(b, b->c, (size_t)M * M * 4);
    for (int t = 0; t < 4096; t++) {
        int i = t * 131 % M, j = (t * 197 + t / M) % M;
        double sum = 0;
        for (int k = 0; k < M; k++)
            sum += (double)b->host_a[i * M + k] * (double)b->host_b[k * M + j];
        if (fabs(sum - (double)b->result[i * M + j]) > 1e-2)
            return 0;
    }
    return 1;
}

static void fill(Bench *b) {
    uint32_t x = 7;
    b->host_a = malloc((size_t)N * 4);
    b->host_b = malloc((size_t)N * 4);
    b->result = malloc((size_t)N * 4);
    b->host_words = malloc((size_t)N * 4);
    if (!b->host_a || !b->host_b || !b->result || !b->host_words)
        exit(1);
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        b->host_a[i] = (float)(x >> 24) / 256;
        b->host_b[i] = (float)(x >> 16 & 255) / 256 - 0.5f;
        b->host_words[i] = x >> 24;
    }
}

static void open_device(Bench *b, const char *path) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    static char source[1 << 16];
    const char *text = source;
    FILE *f = fopen(path, "r");
    if (!f || !fread(source, 1, sizeof source - 1, f))
        exit(1);
    fclose(f);
    check(clGetPlatformIDs(1, &platform, NULL), "no platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "no device");
    b->context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    b->queue = clCreateCommandQueue(b->context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    b->program = clCreateProgramWithSource(b->context, 1, &text, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(b->program, 1, &device, "", NULL, NULL), "clBuildProgram");
}

int main(int argc, char **argv) {
    Bench *b = calloc(1, sizeof *b);
    if (argc < 2 || !b)
        return 1;
    b->repetitions = argc > 2 ? atoi(argv[2]) : 21;
    if (b->repetitions < 1 || b->repetitions > MOST_REPETITIONS)
        b->repetitions = 21;
    open_device(b, argv[1]);
    fill(b);
    b->a = buffer(b, (size_t)N * 4, b->host_a);
    b->b = buffer(b, (size_t)N * 4, b->host_b);
    b->c = buffer(b, (size_t)N * 4, NULL);
    b->words = buffer(b, (size_t)N * 4, b->host_words);
    b->bins = buffer(b, 256 * 4, NULL);
    b->sums = buffer(b, N / 2048 * 4, NULL);

    Step transpose16 = {"transpose16", {W, W}, {16, 16}, {b->a, b->c}, 2, 0};
    Step transpose32p = {"transpose32p", {W, W / 4}, {32, 8}, {b->a, b->c}, 2, 0};
    Step reduce = {"reduce256", {N, 1}, {256, 1}, {b->a, b->c}, 2, 0};
    Step hist = {"hist", {GROUPS * 256, 1}, {256, 1}, {b->words, b->bins}, 2, N};
    Step scan[3] = {{"tile_sums", {N / 8, 1}, {256, 1}, {b->words, b->sums}, 2, 0},
                    {"scan_sums", {256, 1}, {256, 1}, {b->sums}, 1, N / 2048},
                    {"scan_tiles", {N / 8, 1}, {256, 1}, {b->words, b->c, b->sums}, 3, 0}};
    Step matmul16 = {"matmul16", {M, M}, {16, 16}, {b->a, b->b, b->c}, 3, 0};
    Step matmul128 = {"matmul128", {M / 128 * 256, M / 128}, {256, 1}, {b->a, b->b, b->c}, 3, 0};
    measure(b, "transpose16", &transpose16, 1, transpose_right);
    measure(b, "transpose32p", &transpose32p, 1, transpose_right);
    measure(b, "reduce256", &reduce, 1, reduce_right);
    measure(b, "hist", &hist, 1, hist_right);
    measure(b, "scan", scan, 3, scan_right);
    measure(b, "matmul16", &matmul16, 1, matmul_right);
    measure(b, "matmul128", &matmul128, 1, matmul_right);
    return 0;
}
