// The same with the barrier that workgroup memory needs.
//! dispatch 1
//! expect no findings
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  tile[lane] = lane;
  workgroupBarrier();
  dst[lane] = tile[63u - lane];
}
