// Even and odd invocations wait at barriers of their own: one finding, with both places.
//! dispatch 1
//! expect finding barrier-divergence 10 13
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane % 2u == 0u) {
    tile[lane] = 1u;
    workgroupBarrier();
  } else {
    tile[lane] = 2u;
    workgroupBarrier();
  }
  dst[lane] = tile[lane ^ 1u];
}
