// Lanes past the data leave before a barrier; nonetheless it runs.
//! dispatch 1
//! bind 0:0 iota u32 40
//! allow-non-uniform
//! expect finding barrier-divergence 13
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 64>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane >= arrayLength(&src)) { return; }
  tile[lane] = src[lane];
  workgroupBarrier();
  dst[lane] = tile[39u - lane];
}
