// A lock: who gets it first depends on the order, and the word is plain to all who read it unlocked.
//! dispatch 1
//! expect finding order-dependent-atomics 11 11
//! expect finding order-dependent-atomics 11 13
@group(0) @binding(0) var<storage, read_write> lock: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 100u; i++) {
    if (atomicCompareExchangeWeak(&lock, 0u, 1u).exchanged) {
      dst[lane] = i;
      atomicStore(&lock, 0u);
      break;
    }
  }
}
