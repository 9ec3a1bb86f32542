// The race is in a function that is called from two places, once from a branch.
// fix: refused data-race: uniform control flow
//! dispatch 1
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 64>;
var<workgroup> part: array<u32, 64>;
fn turn(i: u32) -> u32 {
  part[i] = i;
  return part[63u - i];
}
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  dst[i] = turn(i);
  if (i < 8u) { dst[i] += turn(i); }
}
