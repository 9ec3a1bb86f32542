// The lock is given back where it was won, inside of the loop: every lane gets its turn. That the lock's
// atomics depend on their order is meant.
//! dispatch 2
//! expect 0:1 values 128
//! expect no findings
@group(0) @binding(0) var<storage, read_write> lock: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> sum: atomic<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  var done = false;
  while (!done) {
    // lanewise-ignore: order-dependent-atomics it is a lock
    if (atomicCompareExchangeWeak(&lock, 0u, 1u).exchanged) {
      atomicAdd(&sum, 1u);
      done = true;
      // lanewise-ignore: order-dependent-atomics it is a lock
      atomicStore(&lock, 0u);
    }
  }
}
