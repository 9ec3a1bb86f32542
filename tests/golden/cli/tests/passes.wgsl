//! dispatch 1
//! subgroup-size 8 32
//! bind 0:0 zeros u32 2
//! expect 0:0 values 32 32
enable subgroups;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32,
        @builtin(subgroup_invocation_id) lane: u32) {
  if (i < 2u) {
    dst[i] = 32u;
  }
}
