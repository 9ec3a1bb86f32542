// Three quarters of each subgroup do not take part.
//! dispatch 1
//! expect finding barrier-divergence 9 8
enable subgroups;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane % 4u == 1u) {
    dst[lane] = subgroupAdd(lane);
  }
}
