// The same with a plain load.
//! dispatch 1
//! expect finding data-race 12 15
//! expect finding data-race 13 14
//! expect finding data-race 14 16
var<workgroup> cells: array<u32, 64>;
var<workgroup> n: u32;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  cells[lane] = lane;
  if (lane == 0u) { n = 1u; }
  let k = n;
  dst[lane] = cells[(lane + k) % 64u];
  if (lane == 0u) { n = 2u; }
}
