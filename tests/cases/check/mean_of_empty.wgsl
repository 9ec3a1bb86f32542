// The mean of an empty bin.
//! dispatch 1
//! bind 0:0 values u32 4 0 2 1
//! expect finding integer-division 9
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  dst[id.x] = 100u / count[id.x];
}
