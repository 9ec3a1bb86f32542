// Replays access patterns on a GPU, one launch a line of the file given, so that a profiler's counters
// for a launch are those of one access by one subgroup of 32 lanes. A line:
//     id kind op width mask tag a0 ... a31
// kind: s (shared memory) or g (global); op: ld, st or atom (an addition); width: bytes a lane; mask: the
// active lanes in hexadecimal, lane 0 in bit 0; tag: where the pattern comes from; a0 to a31: bytes.
// Read the launches with Nsight Compute: run.sh.
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { LANES = 32, SHARED_BYTES = 64 << 10, GLOBAL_BYTES = 256 << 20 };

struct Pattern {
    unsigned mask;
    unsigned address[LANES];
};

static void check(cudaError_t e, const char *what) {
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
    exit(1);
}

struct Value {
    unsigned x, y, z, w;
};

// Assembly keeps the compiler from splitting, merging or dropping the access. The memory operand is
// untyped, so the same text serves both kinds of memory.
#define LOAD(SPACE, PLACE)                                                                         \
    if constexpr (WIDTH == 2) {                                                                    \
        unsigned short h;                                                                          \
        asm volatile("ld." SPACE ".u16 %0, [%1];" : "=h"(h) : PLACE);                              \
        v.x = h;                                                                                   \
    } else if constexpr (WIDTH == 4)                                                               \
        asm volatile("ld." SPACE ".u32 %0, [%1];" : "=r"(v.x) : PLACE);                            \
    else if constexpr (WIDTH == 8)                                                                 \
        asm volatile("ld." SPACE ".v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : PLACE);        \
    else                                                                                           \
        asm volatile("ld." SPACE ".v4.u32 {%0, %1, %2, %3}, [%4];"                                 \
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)                                  \
                     : PLACE);

#define STORE(SPACE, PLACE)                                                                        \
    if constexpr (WIDTH == 2)                                                                      \
        asm volatile("st." SPACE ".u16 [%0], %1;" ::PLACE, "h"((unsigned short)v.x));              \
    else if constexpr (WIDTH == 4)                                                                 \
        asm volatile("st." SPACE ".u32 [%0], %1;" ::PLACE, "r"(v.x));                              \
    else if constexpr (WIDTH == 8)                                                                 \
        asm volatile("st." SPACE ".v2.u32 [%0], {%1, %2};" ::PLACE, "r"(v.x), "r"(v.y));           \
    else                                                                                           \
        asm volatile("st." SPACE ".v4.u32 [%0], {%1, %2, %3, %4};" ::PLACE, "r"(v.x), "r"(v.y),    \
                     "r"(v.z), "r"(v.w));

#define ATOMIC(SPACE, PLACE)                                                                       \
    asm volatile("atom." SPACE ".add.u32 %0, [%1], %2;" : "=r"(v.x) : PLACE, "r"(v.y | 1u));

template <int SHARED, int OP, int WIDTH>
__global__ void access(Pattern p, unsigned char *memory, unsigned *out) {
    extern __shared__ __align__(16) unsigned char tile[];
    unsigned lane = threadIdx.x;
    Value v = {lane, lane, lane, lane};
    if (p.mask >> lane & 1) {
        unsigned near = (unsigned)__cvta_generic_to_shared(tile) + p.address[lane];
        unsigned char *far = memory + p.address[lane];
        if constexpr (SHARED && OP == 0) {
            LOAD("shared", "r"(near))
        } else if constexpr (SHARED && OP == 1) {
            STORE("shared", "r"(near))
        } else if constexpr (SHARED) {
            ATOMIC("shared", "r"(near))
        } else if constexpr (OP == 0) {
            LOAD("global", "l"(far))
        } else if constexpr (OP == 1) {
            STORE("global", "l"(far))
        } else {
            ATOMIC("global", "l"(far))
        }
    }
    if (out && v.x + v.y + v.z + v.w == 0x9e3779b9u) // never, but the compiler cannot know
        out[lane] = v.x;
}

typedef void (*Kernel)(Pattern, unsigned char *, unsigned *);

#define WIDTHS(SHARED, OP)                                                                         \
    { access<SHARED, OP, 2>, access<SHARED, OP, 4>, access<SHARED, OP, 8>, access<SHARED, OP, 16> }

static Kernel find_kernel(const char *kind, const char *op, int width) {
    static const Kernel kernels[2][3][4] = {
        {WIDTHS(0, 0), WIDTHS(0, 1), WIDTHS(0, 2)},
        {WIDTHS(1, 0), WIDTHS(1, 1), WIDTHS(1, 2)},
    };
    int o = op[0] == 'l' ? 0 : op[0] == 's' ? 1 : 2;
    int w = width <= 2 ? 0 : width <= 4 ? 1 : width <= 8 ? 2 : 3;
    return kernels[kind[0] == 's'][o][o == 2 ? 1 : w];
}

static bool read_line(char *line, char *kind, char *op, int *width, Pattern *p) {
    int id, used = 0;
    if (sscanf(line, "%d %7s %7s %d %x %*s%n", &id, kind, op, width, &p->mask, &used) < 5 || !used)
        return false;
    char *at = line + used;
    unsigned most = kind[0] == 's' ? SHARED_BYTES : GLOBAL_BYTES;
    for (int i = 0; i < LANES; i++) {
        char *after;
        p->address[i] = (unsigned)strtoul(at, &after, 10);
        if (after == at || p->address[i] + *width > most)
            return false;
        at = after;
    }
    return true;
}

int main(int argc, char **argv) {
    FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!f) {
        fprintf(stderr, "usage: probe PATTERNS\n");
        return 2;
    }
    unsigned char *memory;
    unsigned *out;
    check(cudaMalloc(&memory, GLOBAL_BYTES), "cudaMalloc");
    check(cudaMalloc(&out, LANES * sizeof *out), "cudaMalloc");
    char line[4096], kind[8], op[8];
    int launches = 0, width;
    Pattern p;
    while (fgets(line, sizeof line, f)) {
        if (!read_line(line, kind, op, &width, &p)) {
            fprintf(stderr, "pattern %d is wrong: %s", launches + 1, line);
            return 1;
        }
        Kernel k = find_kernel(kind, op, width);
        check(cudaFuncSetAttribute((const void *)k, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   SHARED_BYTES),
              "cudaFuncSetAttribute");
        k<<<1, LANES, SHARED_BYTES>>>(p, memory, out);
        check(cudaGetLastError(), "launch");
        check(cudaDeviceSynchronize(), "run");
        launches++;
    }
    printf("%d launches\n", launches);
    return 0;
}
