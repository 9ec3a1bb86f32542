// All that find something say so by the same store.
//! dispatch 2
//! bind 0:0 iota u32 128
//! expect finding data-race 11
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> found: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (src[id.x] % 2u == 1u) {
    found = 1u;
  }
}
