// Transpose of a 1024 x 1024 matrix through a 32 x 32 tile, one element an invocation: 1024 invocations.
// Rows are written, columns are read; two elements of padding a row.
//! dispatch 32 32
//! bind 0:0 random f32 1048576 seed=7
//! bind 0:1 zeros f32 1048576
//! expect 0:1 reference transpose 0:0 1024 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

const W = 1024u; // columns, and rows
const B = 32u;   // side of a tile

var<workgroup> tile: array<array<f32, 32 + 2>, 32>;

@compute @workgroup_size(32, 32)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
  let y = l.y;
  tile[y][l.x] = src[(w.y * B + y) * W + w.x * B + l.x];
  workgroupBarrier();
  dst[(w.x * B + y) * W + w.y * B + l.x] = tile[l.x][y];
}
