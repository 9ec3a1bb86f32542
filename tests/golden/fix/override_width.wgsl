// The row's length is an override, and one index is no sum of row and column.
//! dispatch 1
//! bind 0:0 random f32 1024
//! bind 0:1 zeros f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

override SIDE = 32u;

var<workgroup> tile: array<f32, SIDE * SIDE>;

@compute @workgroup_size(32, 32)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(local_invocation_index) i: u32) {
  tile[i] = src[i];
  workgroupBarrier();
  dst[i] = tile[l.x * SIDE + l.y];
}
