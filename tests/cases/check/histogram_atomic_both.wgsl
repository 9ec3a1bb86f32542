// The same with atomics in both.
//! dispatch 4
//! bind 0:0 random u32 256 seed=3
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<atomic<u32>, 16>;
var<workgroup> bins: array<atomic<u32>, 16>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u) {
  atomicAdd(&bins[src[id.x] % 16u], 1u);
  workgroupBarrier();
  if (lane < 16u) { atomicAdd(&dst[lane], atomicLoad(&bins[lane])); }
}
