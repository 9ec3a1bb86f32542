// Additions and subtractions commute.
//! dispatch 2
//! expect no findings
@group(0) @binding(0) var<storage, read_write> total: atomic<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane % 2u == 0u) {
    atomicAdd(&total, 3);
  } else {
    atomicSub(&total, 1);
  }
}
