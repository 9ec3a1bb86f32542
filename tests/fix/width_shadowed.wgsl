// The width's name means something else where the index is.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
const W = 32u;
var<workgroup> tile: array<f32, W * 32u>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y * W + l.x] = src[l.y * W + l.x];
  workgroupBarrier();
  {
    let W = l.y;
    let row = l.x * 32u;
    dst[l.y * 32u + l.x] = tile[row + W];
  }
}
