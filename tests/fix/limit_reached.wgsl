// The array fills the storage limit to the byte.
// fix: refused bank-conflict: would need 16640 bytes of workgroup memory: the limit is 16384
//! dispatch 1
//! bind 0:0 iota f32 4096
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 4096>;
var<workgroup> tile: array<array<f32, 64>, 64>;
@compute @workgroup_size(64, 4) fn main(@builtin(local_invocation_id) l: vec3u) {
  for (var y = l.y; y < 64u; y += 4u) {
    let row = &tile[y];
    (*row)[l.x] = src[y * 64u + l.x];
  }
  workgroupBarrier();
  for (var y = l.y; y < 64u; y += 4u) { dst[y * 64u + l.x] = tile[l.x][y]; }
}
