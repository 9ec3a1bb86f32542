// A loop that not all invocations leave together.
// fix: refused data-race: uniform control flow
//! dispatch 1
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 64>;
var<workgroup> part: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  for (var k = 0u; k < i % 3u + 1u; k++) {
    part[i] = k;
    dst[i] += part[63u - i];
  }
}
