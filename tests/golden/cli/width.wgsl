// Counts on 32 lanes a subgroup: at 8, four of sixteen sums are added up.
//! dispatch 1
//! subgroup-size 8 32 64
//! bind 0:0 fill 1 u32 128
enable subgroups;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: array<u32, 1>;
var<workgroup> partial: array<u32, 32>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(subgroup_invocation_id) sub_lane: u32,
        @builtin(subgroup_size) sub_size: u32) {
  let sum = subgroupAdd(src[lane]);
  if (sub_lane == 0u) {
    partial[lane / sub_size] = sum;
  }
  workgroupBarrier();
  if (lane == 0u) {
    total[0] = partial[0] + partial[1] + partial[2] + partial[3];
  }
}
