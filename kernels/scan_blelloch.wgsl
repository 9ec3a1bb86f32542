// Exclusive prefix sums of 512 elements a workgroup: Blelloch, "Prefix sums and their applications",
// 1990. Up-sweep: sums of ever larger halves. Down-sweep: each node hands its left child what came
// before it, its right child that and the left child's sum.
//! dispatch 64
//! bind 0:0 random u32 32768 seed=5 min=0 max=255
//! bind 0:1 zeros u32 32768
//! expect 0:1 reference scan-exclusive-tiles 0:0 512
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

const SIZE = 512u;

var<workgroup> tree: array<u32, SIZE>;

@compute @workgroup_size(SIZE / 2u)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) w: vec3u) {
  let base = w.x * SIZE;
  tree[2u * lane] = src[base + 2u * lane];
  tree[2u * lane + 1u] = src[base + 2u * lane + 1u];
  for (var stride = 1u; stride < SIZE; stride *= 2u) {
    workgroupBarrier();
    let right = (lane + 1u) * stride * 2u - 1u;
    if (right < SIZE) {
      tree[right] += tree[right - stride];
    }
  }
  workgroupBarrier();
  if (lane == 0u) {
    tree[SIZE - 1u] = 0u;
  }
  for (var stride = SIZE / 2u; stride > 0u; stride /= 2u) {
    workgroupBarrier();
    let right = (lane + 1u) * stride * 2u - 1u;
    if (right < SIZE) {
      let left_sum = tree[right - stride];
      tree[right - stride] = tree[right];
      tree[right] += left_sum;
    }
  }
  workgroupBarrier();
  dst[base + 2u * lane] = tree[2u * lane];
  dst[base + 2u * lane + 1u] = tree[2u * lane + 1u];
}
