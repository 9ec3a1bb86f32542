// The same with the test on the buffer that is read.
//! dispatch 1
//! bind 0:0 iota f32 100
//! bind 0:1 zeros f32 128
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = id.x; i < arrayLength(&src); i += 32u) { dst[i] = src[i]; }
}
