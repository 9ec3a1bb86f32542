// Between a store and a load in a loop, with other things on the lines.
// fix: barrier
//! dispatch 2
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 128>;
var<workgroup> part: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {
  var sum = 0u;
  for (var k = 0u; k < 4u; k++) { /* store; */ part[i] = i * k; // then load
    sum += part[63u - i]; /* } */ }
  dst[w.x * 64u + i] = sum;
}
