// A loop that runs one too far, over an array of the function.
//! dispatch 1
//! expect finding out-of-bounds 13
//! expect finding out-of-bounds 17
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<storage, read_write> count: u32;
var<private> kept: array<u32, 4>;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) lane: u32) {
  var own: array<u32, 4>;
  for (var i = 0u; i <= 4u + count; i++) {
    own[i] = i + lane;
  }
  var sum = 0u;
  for (var i = 0u; i <= 4u + count; i++) {
    sum += own[i] + kept[i];
  }
  dst[lane] = sum;
}
