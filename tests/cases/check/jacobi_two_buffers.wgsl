// The same with a buffer to read and one to write.
//! dispatch 4
//! bind 0:0 iota f32 258
//! bind 0:1 zeros f32 258
//! expect no findings
@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read_write> v: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x + 1u;
  v[i] = 0.5 * (u[i - 1u] + u[i + 1u]);
}
