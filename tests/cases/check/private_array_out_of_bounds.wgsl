// Arrays of functions and private ones have bounds, too.
//! dispatch 1
//! expect finding out-of-bounds 9
//! expect finding out-of-bounds 11
var<private> own: array<u32, 4>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) lane: u32) {
  own[lane] = lane;
  var local = array(1u, 2u, 3u, 4u, 5u, 6u);
  dst[lane] = local[lane] + own[lane % 4u];
}
