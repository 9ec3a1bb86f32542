// The lane that has the lock waits for the others to leave the loop, who wait for the lock. Who takes the
// lock first depends on order, too.
//! dispatch 1
//! expect finding no-forward-progress 10 12
//! expect finding order-dependent-atomics 10 10
@group(0) @binding(0) var<storage, read_write> lock: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> sum: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  while (atomicExchange(&lock, 1u) != 0u) {}
  sum[lane] += 1u;
  atomicStore(&lock, 0u);
}
