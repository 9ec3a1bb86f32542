// The barrier would stand where not all invocations come.
// fix: refused data-race: uniform control flow
//! dispatch 1
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 64>;
var<workgroup> part: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  if (i < 40u) {
    part[i] = i;
    dst[i] = part[39u - i];
  }
}
