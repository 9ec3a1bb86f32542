// The array's size is an override.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
override N: u32 = 32;
override SIZE = N * N;
var<workgroup> tile: array<f32, SIZE>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y * N + l.x] = src[l.y * N + l.x];
  workgroupBarrier();
  dst[l.y * N + l.x] = tile[l.x * N + l.y];
}
