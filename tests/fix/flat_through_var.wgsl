// A flattened index in a variable that changes.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<f32, 1024>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  var at = l.y * 32u;
  at += l.x;
  tile[at] = src[at];
  workgroupBarrier();
  at = l.x * 16u;
  at = at * 2u + l.y;
  dst[l.y * 32u + l.x] = tile[at];
}
