// Invocations that are out of bounds all hit the last element; that they meet there is no second fault.
//! dispatch 2
//! bind 0:0 zeros u32 40
//! expect finding out-of-bounds 9
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  dst[id.x] = id.x;
}
