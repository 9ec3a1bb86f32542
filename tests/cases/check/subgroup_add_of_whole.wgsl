// Whole subgroups of 32 go one way, though the analysis cannot know it; smaller ones do, too.
//! dispatch 1
//! subgroup-size 4 8 16 32
//! allow-non-uniform
//! expect 0:0 [64..65] values 0
//! expect no findings
enable subgroups;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane < 64u) {
    dst[lane] = subgroupAdd(1u) / subgroupAdd(1u);
  }
}
