// Every workgroup writes the elements of the first: a local index where a global one is meant.
//! dispatch 4
//! bind 0:0 zeros u32 256
//! expect finding data-race 9 9
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u) {
  dst[lane] = id.x;
}
