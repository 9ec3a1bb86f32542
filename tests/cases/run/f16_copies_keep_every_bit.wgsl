// All patterns of 16 bits are copied as f16, NaNs of every kind among them: in order, out of order, in
// pairs, from one place for all invocations, and through workgroup and private memory.
//! pass fill 128
//! pass copy 256
//! pass copy_pairs 256
//! pass compare 128
//! bind 0:0 zeros u32 32768
//! bind 0:1 zeros f16 327680
//! expect 0:2 values 0
//! expect no findings
enable f16;

@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(0) var<storage, read> halves: array<f16>;
@group(0) @binding(0) var<storage, read> pairs: array<vec2<f16>>;
@group(0) @binding(1) var<storage, read_write> copies: array<array<f16, 65536>, 5>;
@group(0) @binding(1) var<storage, read> results: array<array<u32, 32768>, 5>;
@group(0) @binding(2) var<storage, read_write> wrong: atomic<u32>;

var<workgroup> tile: array<f16, 256>;
var<private> mine: array<f16, 4>;

@compute @workgroup_size(256)
fn fill(@builtin(global_invocation_id) id: vec3<u32>) {
    words[id.x] = (2 * id.x) | ((2 * id.x + 1) << 16);
}

@compute @workgroup_size(256)
fn copy(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>,
        @builtin(local_invocation_index) lane: u32) {
    copies[0][id.x] = halves[id.x];

    let far = id.x * 257 % 65536;
    copies[1][far] = halves[far];

    tile[lane] = halves[id.x];
    workgroupBarrier();
    mine[lane % 4] = tile[lane ^ 1];
    copies[3][id.x ^ 1] = mine[lane % 4];

    if lane == 0 {
        for (var i = 0u; i < 256; i++) {
            copies[4][group.x * 256 + i] = halves[group.x * 256 + i];
        }
    }
}

@compute @workgroup_size(256)
fn copy_pairs(@builtin(global_invocation_id) id: vec3<u32>) {
    copies[2][id.x] = pairs[id.x / 2][id.x % 2];
}

@compute @workgroup_size(256)
fn compare(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var i = 0; i < 5; i++) {
        if results[i][id.x] != ((2 * id.x) | ((2 * id.x + 1) << 16)) {
            atomicAdd(&wrong, 1);
        }
    }
}
