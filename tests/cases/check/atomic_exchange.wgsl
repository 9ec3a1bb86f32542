// The last exchange wins, whichever that is.
//! dispatch 1
//! expect finding order-dependent-atomics 9 9
@group(0) @binding(0) var<storage, read_write> last: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> before: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  before[lane] = atomicExchange(&last, lane);
}
