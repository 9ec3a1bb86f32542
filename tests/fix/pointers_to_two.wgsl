// One function is given two arrays.
// fix: refused bank-conflict: needs its type as it is
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<array<f32, 32>, 32>;
var<workgroup> other: array<array<f32, 32>, 32>;
fn fetch(p: ptr<workgroup, array<array<f32, 32>, 32>>, row: u32, column: u32) -> f32 { return (*p)[row][column]; }
fn both(row: u32, column: u32) -> f32 { return fetch(&tile, row, column) + fetch(&other, column, row); }
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y][l.x] = src[l.y * 32u + l.x];
  other[l.y][l.x] = src[l.y * 32u + l.x];
  workgroupBarrier();
  dst[l.y * 32u + l.x] = both(l.x, l.y);
}
