// A maximum and an addition do not commute.
//! dispatch 2
//! expect finding order-dependent-atomics 9 11
@group(0) @binding(0) var<storage, read_write> total: atomic<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    atomicMax(&total, 3);
  } else {
    atomicAdd(&total, 1);
  }
}
