// One statement that meets itself, a branch that no barrier may stand in, and two workgroups.
//! dispatch 2
@group(0) @binding(0) var<storage, read_write> dst: array<u32, 128>;
@group(0) @binding(1) var<storage, read_write> total: u32;
var<workgroup> flag: u32;
var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  flag = lane;
  if (lane < 32u) {
    tile[lane] = lane;
    dst[lane + group.x * 64u] = tile[31u - lane];
  }
  if (lane == 0u) {
    total += group.x;
  }
}
