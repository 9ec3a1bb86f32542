// A whole row is read and written.
// fix: refused bank-conflict: needs its type as it is
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<array<f32, 32>, 32>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  if (l.x == 0u) {
    var row: array<f32, 32>;
    for (var k = 0u; k < 32u; k++) { row[k] = src[l.y * 32u + k]; }
    tile[l.y] = row;
  }
  workgroupBarrier();
  dst[l.y * 32u + l.x] = tile[l.x][l.y];
}
