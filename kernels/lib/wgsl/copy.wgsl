// Copies `whole` elements and the first `tail` bytes of one more.
override WORKGROUP_SIZE: u32 = 256;

struct Params {
    whole: u32,
    tail: u32, // bytes
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<E>;
@group(0) @binding(2) var<storage, read_write> dst: array<E>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) lane: u32) {
    let i = (group.y * groups.x + group.x) * WORKGROUP_SIZE + lane;
    if (i < params.whole) {
        dst[i] = src[i];
    } else if (i == params.whole && params.tail > 0u) {
        let mask = byte_mask(params.tail);
        dst[i] = (src[i] & mask) | (dst[i] & ~mask);
    }
}
