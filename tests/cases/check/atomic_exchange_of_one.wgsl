// An exchange by one invocation meets no other.
//! dispatch 1
//! expect no findings
@group(0) @binding(0) var<storage, read_write> last: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> before: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 3u) {
    before[lane] = atomicExchange(&last, lane);
  }
}
