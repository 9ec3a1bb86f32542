// 100 elements, 1024 invocations: most go home.
//! dispatch 16
//! bind 0:0 iota u32 100
//! expect finding unused-invocations 8
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&data)) {
    return;
  }
  data[id.x] *= 2u;
}
