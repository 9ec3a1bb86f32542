// workgroupUniformLoad is a barrier before and behind its load.
//! dispatch 1
//! expect no findings
var<workgroup> cells: array<u32, 64>;
var<workgroup> n: u32;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  cells[lane] = lane;
  if (lane == 0u) { n = 1u; }
  let k = workgroupUniformLoad(&n);
  dst[lane] = cells[(lane + k) % 64u];
  if (lane == 0u) { n = 2u; }
}
