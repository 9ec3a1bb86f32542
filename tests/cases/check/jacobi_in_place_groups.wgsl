// A relaxation in place: neighbours of other workgroups are read while these write them.
//! dispatch 4
//! bind 0:0 iota f32 258
//! expect finding data-race 10 10
@group(0) @binding(0) var<storage, read_write> u: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x + 1u;
  // reads both neighbours
  u[i] = 0.5 * (u[i - 1u] + u[i + 1u]);
}
