// A tree reduction whose steps have no barrier between them: each step reads what others wrote in the
// one before.
//! dispatch 1
//! bind 0:0 fill 1 u32 128
//! expect finding data-race 16 16
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
var<workgroup> tree: array<u32, 128>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lane: u32) {
  tree[lane] = src[lane];
  workgroupBarrier();
  for (var half = 64u; half > 0u; half /= 2u) {
    if (lane < half) {
      tree[lane] += tree[lane + half];
    }
  }
  if (lane == 0u) {
    dst[0] = tree[0];
  }
}
