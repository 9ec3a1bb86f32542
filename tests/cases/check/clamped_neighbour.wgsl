// The same with the index clamped before the subtraction.
//! dispatch 1
//! bind 0:0 iota f32 64
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  dst[id.x] = src[id.x] - src[max(id.x, 1u) - 1u];
}
