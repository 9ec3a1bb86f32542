// Subgroup sums, then a sum of the sums by the first subgroup, for any subgroup size.
//! dispatch 2
//! subgroup-size all
//! bind 0:0 fill 1 u32 512
//! bind 0:1 zeros u32 2
//! expect 0:1 fill 256
//! expect no findings
enable subgroups;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
var<workgroup> part: array<u32, 64>;
@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u,
        @builtin(subgroup_size) size: u32, @builtin(workgroup_id) w: vec3u) {
  let sum = subgroupAdd(src[id.x]);
  if (subgroupElect()) { part[lane / size] = sum; }
  workgroupBarrier();
  if (lane == 0u) {
    var all = 0u;
    for (var i = 0u; i < 256u / size; i++) { all += part[i]; }
    dst[w.x] = all;
  }
}
