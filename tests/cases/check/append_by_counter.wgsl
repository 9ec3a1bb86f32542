// Places given out by a counter are apart.
//! dispatch 3
//! bind 0:0 zeros u32 1
//! bind 0:1 zeros u32 192
//! expect 0:0 values 192
//! expect no findings
@group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> list: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  list[atomicAdd(&count, 1u)] = id.x;
}
