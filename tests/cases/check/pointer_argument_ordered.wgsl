// The same with a barrier between.
//! dispatch 1
//! expect no findings
var<workgroup> cells: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn put(p: ptr<workgroup, array<u32, 64>>, at: u32, v: u32) {
  (*p)[at] = v;
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  put(&cells, lane, lane);
  workgroupBarrier();
  dst[lane] = cells[(lane + 1u) % 64u];
}
