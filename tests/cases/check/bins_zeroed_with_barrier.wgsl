// The same with a barrier between.
//! dispatch 2
//! bind 0:0 iota u32 64
//! bind 0:1 zeros u32 32
//! expect 0:1 fill 4
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
var<workgroup> bins: array<atomic<u32>, 16>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  if (lane < 16u) {
    atomicStore(&bins[lane], 0u);
  }
  workgroupBarrier();
  atomicAdd(&bins[src[lane] % 16u], 1u);
  workgroupBarrier();
  if (lane < 16u) {
    dst[group.x * 16u + lane] = atomicLoad(&bins[lane]);
  }
}
