// The same without its barrier.
//! dispatch 2
//! bind 0:0 fill 1 u32 512
//! bind 0:1 zeros u32 2
//! expect finding data-race 14 17
enable subgroups;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
var<workgroup> part: array<u32, 64>;
@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u,
        @builtin(subgroup_size) size: u32, @builtin(workgroup_id) w: vec3u) {
  let sum = subgroupAdd(src[id.x]);
  if (subgroupElect()) { part[lane / size] = sum; }
  if (lane == 0u) {
    var all = 0u;
    for (var i = 0u; i < 256u / size; i++) { all += part[i]; }
    dst[w.x] = all;
  }
}
