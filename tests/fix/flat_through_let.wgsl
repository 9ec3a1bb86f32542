// A flattened index that is made in a let.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<f32, 1024>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  let to = l.y * 32u + l.x;
  let row = l.x * 32u;
  let at = row + l.y;
  tile[to] = src[to];
  workgroupBarrier();
  dst[to] = tile[at];
}
