// The benchmark's kernels for OpenCL, in the shapes of bench/kernels and kernels/.
#define W 1024 // side of the transposed matrix
#define M 512  // side of the multiplied matrices

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose16(__global const float *src, __global float *dst) {
    __local float tile[16][16];
    uint x = get_local_id(0), y = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
    tile[y][x] = src[(gy * 16 + y) * W + gx * 16 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    dst[(gx * 16 + y) * W + gy * 16 + x] = tile[x][y];
}

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose32p(__global const float *src, __global float *dst) {
    __local float tile[32][33];
    uint x = get_local_id(0), y = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
    for (uint r = 0; r < 32; r += 8)
        tile[y + r][x] = src[(gy * 32 + y + r) * W + gx * 32 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = 0; r < 32; r += 8)
        dst[(gx * 32 + y + r) * W + gy * 32 + x] = tile[x][y + r];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void reduce256(__global const float *src, __global float *dst) {
    __local float tree[256];
    uint lane = get_local_id(0), group = get_group_id(0);
    tree[lane] = src[group * 256 + lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = 128; half_size > 0; half_size >>= 1) {
        if (lane < half_size)
            tree[lane] += tree[lane + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0)
        dst[group] = tree[0];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void hist(__global const uint *src, __global uint *bins, uint n) {
    __local uint own[256];
    uint lane = get_local_id(0), step = get_num_groups(0) * 256;
    own[lane] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_group_id(0) * 256 + lane; i < n; i += step)
        atomic_inc(&own[src[i] & 255]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own[lane] > 0)
        atomic_add(&bins[lane], own[lane]);
}

// Inclusive sums of a workgroup by doubling steps between two rows; `row` says which holds them.
uint scan_group(__local uint (*rows)[256], uint value, uint *row) {
    uint lane = get_local_id(0), at = 0;
    rows[0][lane] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < 256; step <<= 1) {
        uint sum = rows[at][lane];
        if (lane >= step)
            sum += rows[at][lane - step];
        rows[1 - at][lane] = sum;
        at = 1 - at;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *row = at;
    return rows[at][lane];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void tile_sums(__global const uint *src, __global uint *sums) {
    __local uint rows[2][256];
    uint lane = get_local_id(0), group = get_group_id(0), sum = 0, row;
    for (uint i = 0; i < 8; i++)
        sum += src[group * 2048 + i * 256 + lane];
    sum = scan_group(rows, sum, &row);
    if (lane == 255)
        sums[group] = sum;
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void scan_sums(__global uint *sums, uint n) {
    __local uint rows[2][256];
    uint lane = get_local_id(0), before = 0, row;
    for (uint base = 0; base < n; base += 256) {
        uint value = base + lane < n ? sums[base + lane] : 0;
        uint sum = scan_group(rows, value, &row);
        if (base + lane < n)
            sums[base + lane] = before + sum - value;
        before += rows[row][255];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void scan_tiles(__global const uint *src, __global uint *dst, __global const uint *sums) {
    __local uint rows[2][256];
    uint lane = get_local_id(0), base = get_group_id(0) * 2048 + lane * 8, value[8], sum = 0, row;
    for (uint i = 0; i < 8; i++) {
        value[i] = src[base + i];
        sum += value[i];
    }
    uint before = sums[get_group_id(0)] + scan_group(rows, sum, &row) - sum;
    for (uint i = 0; i < 8; i++) {
        dst[base + i] = before;
        before += value[i];
    }
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void matmul16(__global const float *a, __global const float *b, __global float *c) {
    __local float tile_a[256], tile_b[256];
    uint x = get_local_id(0), y = get_local_id(1);
    uint row = get_group_id(1) * 16 + y, column = get_group_id(0) * 16 + x;
    float sum = 0;
    for (uint t = 0; t < M / 16; t++) {
        tile_a[y * 16 + x] = a[row * M + t * 16 + x];
        tile_b[y * 16 + x] = b[(t * 16 + y) * M + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 16; k++)
            sum += tile_a[y * 16 + k] * tile_b[k * 16 + x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * M + column] = sum;
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void matmul128(__global const float4 *a, __global const float4 *b, __global float4 *c) {
    __local float tile_a[8 * 132];
    __local float4 tile_b[256];
    uint t = get_local_id(0), wx = get_group_id(0), wy = get_group_id(1), tx = t % 16, ty = t / 16;
    float4 acc[8][2];
    for (uint i = 0; i < 8; i++)
        acc[i][0] = acc[i][1] = (float4)(0);
    for (uint k0 = 0; k0 < M; k0 += 8) {
        float4 v = a[((wy * 128 + t / 2) * M + k0) / 4 + t % 2];
        tile_a[(t % 2 * 4 + 0) * 132 + t / 2] = v.x;
        tile_a[(t % 2 * 4 + 1) * 132 + t / 2] = v.y;
        tile_a[(t % 2 * 4 + 2) * 132 + t / 2] = v.z;
        tile_a[(t % 2 * 4 + 3) * 132 + t / 2] = v.w;
        tile_b[t] = b[((k0 + t / 32) * M + wx * 128) / 4 + t % 32];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 8; k++) {
            float4 b0 = tile_b[k * 32 + tx], b1 = tile_b[k * 32 + 16 + tx];
            for (uint i = 0; i < 8; i++) {
                float4 x = (float4)(tile_a[k * 132 + ty * 8 + i]);
                acc[i][0] = fma(x, b0, acc[i][0]);
                acc[i][1] = fma(x, b1, acc[i][1]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint i = 0; i < 8; i++) {
        uint row = wy * 128 + ty * 8 + i;
        c[(row * M + wx * 128) / 4 + tx] = acc[i][0];
        c[(row * M + wx * 128) / 4 + 16 + tx] = acc[i][1];
    }
}
