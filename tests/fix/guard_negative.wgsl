// An i32 index below zero.
// fix: refused out-of-bounds: changes more than the accesses out of bounds
//! dispatch 1
//! bind 0:0 fill 3 f32 32
//! bind 0:1 zeros f32 32
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
  let left = i32(i) - 1;
  dst[i] = src[left] + src[i];
}
