// The same, but a tile's rows are one column too wide, within a workgroup and between them.
//! dispatch 2 2
//! bind 0:0 zeros u32 4096
//! expect finding data-race 10 11
//! expect finding data-race 14 15
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> tile: array<u32, 512>;
@compute @workgroup_size(16, 16)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
  tile[l.y * 31u + l.x] = l.x;
  tile[l.y * 31u + 15u + l.x] = l.y;
  workgroupBarrier();
  let at = (w.y * 16u + l.y) * 64u + w.x * 31u + l.x;
  dst[at] = tile[l.y * 31u + l.x] + l.x;
  dst[at + 15u] = w.x + l.y;
}
