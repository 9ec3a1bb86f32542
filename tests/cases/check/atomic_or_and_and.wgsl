// Or and and on one word depend on their order.
//! dispatch 1
//! expect finding order-dependent-atomics 9 11
@group(0) @binding(0) var<storage, read_write> bits: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 5u) {
    atomicAnd(&bits, 7u);
  } else {
    atomicOr(&bits, lane);
  }
}
