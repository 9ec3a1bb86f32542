// Lanes of one subgroup wait for a lane of theirs, which comes to its store only behind the loop.
//! dispatch 1
//! expect finding no-forward-progress 9 11
@group(0) @binding(0) var<storage, read_write> dst: array<u32, 32>;
var<workgroup> flag: atomic<u32>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane != 31u) {
    while (atomicLoad(&flag) == 0u) {}
  } else {
    atomicStore(&flag, 1u);
  }
  dst[lane] = lane;
}
