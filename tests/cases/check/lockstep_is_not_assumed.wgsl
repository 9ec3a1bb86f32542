// The same with the barrier.
//! dispatch 1
//! expect no findings
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> tree: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  tree[lane] = lane;
  workgroupBarrier();
  if (lane < 32u) {
    tree[lane] += tree[lane + 32u];
  }
  workgroupBarrier();
  if (lane < 16u) {
    tree[lane] += tree[lane + 16u];
  }
  workgroupBarrier();
  if (lane < 8u) {
    tree[lane] += tree[lane + 8u];
  }
  workgroupBarrier();
  dst[lane] = tree[0];
}
