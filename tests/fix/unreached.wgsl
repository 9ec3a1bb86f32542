// Accesses that this run does not make, in columns beyond the row.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<f32, 1024>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y * 32u + l.x] = src[l.y * 32u + l.x];
  workgroupBarrier();
  if (src[0] > 1.0) { dst[l.x] = tile[l.y * 32u + (l.x + 40u) % 64u]; }
  dst[l.y * 32u + l.x] = tile[l.x * 32u + l.y];
}
