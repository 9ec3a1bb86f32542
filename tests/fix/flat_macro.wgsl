// Names that stand for parts of an index, as macros would.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
const W = 32u;
const COL = 0u;
const ROWS = W;
var<workgroup> tile: array<f32, W * ROWS>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[(l.y) * (W) + (COL + (l.x))] = src[l.y * W + l.x];
  workgroupBarrier();
  dst[l.y * W + l.x] = tile[((COL + l.y) + (W * (l.x)))];
}
