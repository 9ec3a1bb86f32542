// Invocations leave the loop on different turns; the barrier of the last turns is not reached by all.
//! dispatch 1
//! expect finding barrier-divergence 12 9
//! expect finding data-race 11 14
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < lane / 16u + 2u; i++) {
    // the loads of the turn before are not over: a race, which is another fault
    tile[lane] = i;
    workgroupBarrier();
    let other = lane ^ 1u;
    dst[lane] = tile[other];
  }
}
