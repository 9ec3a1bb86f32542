// Two arrays of one alias: only the one with conflicts becomes another type.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
alias Row = array<f32, 32>;
alias Tile = array<Row, 32>;
var<workgroup> tile: Tile;
var<workgroup> other: Tile;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y][l.x] = src[l.y * 32u + l.x];
  other[l.y][l.x] = 1.0;
  workgroupBarrier();
  dst[l.y * 32u + l.x] = tile[l.x][l.y] + other[l.y][l.x];
}
