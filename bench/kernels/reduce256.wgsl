// The tree reduction of the peers: one partial sum for each 256 elements.
//! dispatch 4096
//! bind 0:0 fill 0.5 f32 1048576
//! bind 0:1 zeros f32 4096
//! expect 0:1 fill 128
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

var<workgroup> tree: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) w: vec3u) {
  tree[lane] = src[w.x * 256u + lane];
  workgroupBarrier();
  for (var half = 128u; half > 0u; half >>= 1u) {
    if (lane < half) {
      tree[lane] += tree[lane + half];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    dst[w.x] = tree[0];
  }
}
