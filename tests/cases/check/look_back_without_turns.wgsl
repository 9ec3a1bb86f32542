// Each workgroup waits for the sum of the one before, by its workgroup_id: from the last on, none ends.
//! dispatch 8
//! schedule descending
//! bind 0:0 fill 1 u32 512
//! expect finding no-forward-progress 17 20
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>, 8>;
var<workgroup> part: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  atomicAdd(&part, src[group.x * 64u + lane]);
  workgroupBarrier();
  if (lane == 0u) {
    var before = 0u;
    if (group.x > 0u) {
      while (before == 0u) { before = atomicLoad(&sums[group.x - 1u]); }
    }
    let all = before + atomicLoad(&part);
    atomicStore(&sums[group.x], all);
  }
}
