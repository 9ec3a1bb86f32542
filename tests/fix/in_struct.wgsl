// The array is a member of a struct.
// fix: refused bank-conflict: member of a struct
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
struct Shared { count: u32, tile: array<array<f32, 32>, 32> }
var<workgroup> s: Shared;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  s.tile[l.y][l.x] = src[l.y * 32u + l.x];
  workgroupBarrier();
  dst[l.y * 32u + l.x] = s.tile[l.x][l.y];
}
