// Storage that only an entry point that is not run writes.
// fix: nothing
//! pass main 1
//! bind 0:0 iota f32 32
@group(0) @binding(0) var<storage, read_write> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) { dst[i] = src[i]; }
@compute @workgroup_size(32) fn other(@builtin(local_invocation_index) i: u32) { src[i] = 0.0; }
