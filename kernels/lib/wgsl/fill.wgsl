// Sets words.
override WORKGROUP_SIZE: u32 = 256;

struct Params {
    count: u32,
    value: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) lane: u32) {
    let i = (group.y * groups.x + group.x) * WORKGROUP_SIZE + lane;
    if (i < params.count) {
        dst[i] = params.value;
    }
}
