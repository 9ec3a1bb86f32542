// What indices may look like: by way of let, constants, calls, comments, i32, rows by an override.
//! dispatch 1
//! bind 0:0 random f32 512
//! bind 0:1 zeros f32 512
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

override ROWS = 16u;

var<workgroup> tile: array<f32, ROWS * 16u>;
var<workgroup> calls: array<f32, 256>;
var<private> count: u32;

fn next() -> u32 {
  count += 1u;
  return count - 1u;
}

fn index(row: i32, column: i32) -> i32 {
  return row * 16 + column;
}

@compute @workgroup_size(16, 16)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(local_invocation_index) i: u32) {
  const W = 16u;
  let at = l.y * W + l.x;
  tile[at] = src[i];
  calls[l.x * 16u + l.y + next() * 0u] = src[i];
  workgroupBarrier();
  let x = i32(l.x);
  let y = i32(l.y);
  dst[i] = tile[x * 16 /* the row */ + y] + tile[17] - tile[16u + 1u] + tile[0];
  dst[i + 256u] = calls[index(y, x)];
}
