// The type is an alias, which another variable uses, too: it is written out.
//! dispatch 1
//! bind 0:0 random f32 1024
//! bind 0:1 zeros f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

const SIDE = 32u;
alias Row = array<f32, SIDE>;
alias Tile = array<Row, SIDE>;

var<workgroup> tile: Tile;
var<private> other: Row;

@compute @workgroup_size(32, 32)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(local_invocation_index) i: u32) {
  other[l.x] = src[i];
  tile[l.y][l.x] = other[l.x];
  workgroupBarrier();
  dst[i] = tile[l.x][l.y];
}
