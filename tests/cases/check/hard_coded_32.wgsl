// Subgroups are taken to be of 32.
//! dispatch 1
//! subgroup-size 16 32 64
//! bind 0:0 iota u32 128
//! expect finding subgroup-size-dependent
enable subgroups;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 4>;
@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lane: u32) {
  let sum = subgroupAdd(src[lane]);
  if (lane % 32u == 0u) { dst[lane / 32u] = sum; }
}
