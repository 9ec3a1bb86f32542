// Out of bounds before a barrier that all must reach.
// fix: bounds-guard
//! dispatch 1
//! bind 0:0 iota f32 20
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 32>;
var<workgroup> part: array<f32, 32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
  part[i] = src[i] * 2.0;
  workgroupBarrier();
  dst[i] = part[31u - i];
}
