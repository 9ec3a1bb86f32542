// storageBarrier orders no workgroup memory.
//! dispatch 1
//! expect finding data-race 9 11
var<workgroup> tile: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  // needs workgroupBarrier
  tile[lane] = lane;
  storageBarrier();
  dst[lane] = tile[63u - lane];
}
