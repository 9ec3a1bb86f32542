// A spin lock that all lanes of a subgroup fight over.
//! dispatch 1
//! expect finding no-forward-progress 10
//! expect finding order-dependent-atomics 11
@group(0) @binding(0) var<storage, read_write> lock: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> n: atomic<u32>;
@compute @workgroup_size(32)
fn main() {
  // the winner waits for the others to leave the loop
  loop {
    if (atomicCompareExchangeWeak(&lock, 0u, 1u).exchanged) { break; }
  }
  atomicAdd(&n, 1u);
  atomicStore(&lock, 0u);
}
