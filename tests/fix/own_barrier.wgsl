// A function of the author's has the barrier's name.
// fix: refused data-race: has the barrier's name
//! dispatch 1
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 64>;
var<workgroup> part: array<u32, 64>;
fn workgroupBarrier() {}
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  part[i] = i;
  workgroupBarrier();
  dst[i] = part[63u - i];
}
