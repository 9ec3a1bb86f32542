// Another entry point uses the array and is not run.
// fix: pad
// fix: also --pass="other 1"
//! pass main 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<f32, 1024>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y * 32u + l.x] = src[l.y * 32u + l.x];
  workgroupBarrier();
  dst[l.y * 32u + l.x] = tile[l.x * 32u + l.y];
}
@compute @workgroup_size(32) fn other(@builtin(local_invocation_index) i: u32) {
  tile[(i % 8u) * 32u + i + 700u] = f32(i) + 1.0;
  workgroupBarrier();
  dst[i] = tile[700u + i % 4u * 33u] + tile[1023u - i];
}
