// Load and store are both out of bounds, and nothing that needs all invocations follows.
//! dispatch 2
//! bind 0:0 iota f32 100
//! bind 0:1 zeros f32 100
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let value = src[id.x];
  dst[id.x] = value * 2.0;
}
