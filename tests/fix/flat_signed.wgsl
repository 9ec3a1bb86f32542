// Flattened, by i32.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<f32, 1024>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  let x = i32(l.x);
  let y = i32(l.y);
  tile[y * 32 + x] = src[y * 32 + x];
  workgroupBarrier();
  dst[y * 32 + x] = tile[x * 32 + y - 0];
}
