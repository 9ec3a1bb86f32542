// Rows of structs, members read one by one.
// fix: pad
// fix: refused bank-conflict: best layout of those tried
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
struct Cell { value: f32, weight: f32 }
var<workgroup> tile: array<array<Cell, 32>, 32>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y][l.x] = Cell(src[l.y * 32u + l.x], 2.0);
  workgroupBarrier();
  dst[l.y * 32u + l.x] = tile[l.x][l.y].value * tile[l.x][l.y].weight;
}
