// A list that is appended to: its order is that of the invocations.
//! dispatch 4
//! bind 0:0 zeros u32 1
@group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> list: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  list[atomicAdd(&count, 1u)] = id.x;
}
