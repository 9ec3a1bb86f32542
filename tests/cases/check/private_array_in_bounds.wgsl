// The same, with the index taken modulo the length.
//! dispatch 1
//! expect no findings
var<private> own: array<u32, 4>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) lane: u32) {
  own[lane % 4u] = lane;
  var local = array(1u, 2u, 3u, 4u, 5u, 6u);
  dst[lane] = local[lane % 6u] + own[lane % 4u];
}
