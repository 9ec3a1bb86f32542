// A left neighbour by unsigned subtraction wraps around below 0.
//! dispatch 1
//! bind 0:0 iota f32 64
//! expect finding out-of-bounds 9
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  dst[id.x] = src[id.x] - src[id.x - 1u];
}
