// One invocation decides for all, and tells them through memory without a barrier.
//! dispatch 1
//! expect finding data-race 10 12
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> count: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    count = 7u;
  }
  dst[lane] = count;
}
